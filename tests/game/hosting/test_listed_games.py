"""The list of games: who played whom, and which of them can be gone on with."""

from pathlib import Path

import pytest
from hosting import STANDING, hosted

from tablecam.game.game import Game
from tablecam.game.hosting.commands import concede
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups


def listed(host: GameHost) -> dict[int, bool]:
    return {row["id"]: row["closed"] for row in host.list_games()}


def test_a_game_is_listed_as_closed_once_its_result_is_confirmed(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING)
    assert listed(host) == {1: False}
    host.do(concede, "red", {})
    assert listed(host) == {1: False}
    host.put_game_away("table", {})
    host.begin(STANDING)
    host.close()
    assert listed(host) == {2: False, 1: True}


def test_what_is_listed_as_open_can_be_opened_and_what_is_closed_is_refused(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    for ends in (True, False, True):
        host.begin(STANDING)
        if ends:
            host.do(concede, "red", {})
            host.put_game_away("table", {})
        host.close()
    for number, closed in listed(host).items():
        if closed:
            with pytest.raises(IllegalAnswer, match="is closed"):
                host.open({"game": number})
        else:
            assert host.open({"game": number}) == number
        host.close()
    assert [*listed(host).values()].count(True) == 2


def test_a_game_of_an_earlier_version_is_closed_once_it_is_over(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    book, setup, tags = GameSetups(BOOKS).setup(STANDING)
    for ends in (True, False):
        kept = host.store.new()
        game = Game.begin(book.system, setup, kept, tags)
        event = book.phrases.make_concession(game.state, "red")
        if ends and event:
            game.correct(event, "red concedes", "red")
        kept.close()
    assert listed(host) == {2: False, 1: True}
    # the second time from memory, with the same answer
    assert listed(host) == {2: False, 1: True}


def test_a_title_has_the_players_with_their_forces(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING | {"players": {"red": "Anna"}})
    (row,) = host.list_games()
    assert row["title"] == "Anna (Harbour Watch) against Tunnel Kin"
    host.close()
