"""The sentences spoken at the table: all that a spectator may read, each once, and nothing hidden."""

from pathlib import Path

import pytest
from hosting import STANDING, hosted, keys, orders

from tablecam.base.i18n import speaking
from tablecam.base.languages import INSTALLED
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.spoken_game import SpokenGame


@pytest.fixture
def host(tmp_path: Path) -> GameHost:
    host = hosted(tmp_path)
    host.begin({**STANDING})
    yield host
    host.close()


def roll(host: GameHost, seat: str, face: int) -> None:
    question = next(each for each in keys(host, seat) if each["kind"] == "Roll")
    host.answer(seat, {"key": question["key"], "raw": [face], "source": "keypad"})


def test_what_was_there_before_is_history_and_news_come_once(host: GameHost) -> None:
    orders(host)
    spoken = SpokenGame()
    first = spoken.take_news(host)
    assert not first.answered
    assert any("initiative" in text.lower() for text in first.texts)
    assert spoken.take_news(host).texts == ()
    roll(host, "red", 9)
    assert spoken.take_news(host).answered
    roll(host, "blue", 3)
    assert any("9" in text and "3" in text for text in spoken.take_news(host).texts)
    assert spoken.take_news(host).texts == ()


def test_secret_orders_are_not_spoken(host: GameHost) -> None:
    spoken = SpokenGame()
    spoken.take_news(host)
    orders(host, ida="overwatch")
    news = spoken.take_news(host)
    assert not any("overwatch" in text.lower() or "snap-fire" in text.lower() for text in news.texts)


def test_news_are_in_the_language_of_the_voice(host: GameHost) -> None:
    orders(host)
    spoken = SpokenGame()
    with speaking(INSTALLED.translations("de")):
        german = spoken.take_news(host).texts
    assert german
    assert german != SpokenGame().take_news(host).texts


def test_nothing_is_spoken_without_a_game(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    assert SpokenGame().take_news(host).texts == ()
    host.close()
