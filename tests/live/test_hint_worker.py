"""Hints of the machine: for one's own decisions, from what one's seat knows, and never in a game of a club event."""

from pathlib import Path
from typing import Any

import pytest
from hosting import BLUE, RED, STANDING, Table, choose, game, hosted, keys

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.hints import set_hints
from tablecam.game.opponent import opponent
from tablecam.game.opponent.search import SearchLimits
from tablecam.live.hint_worker import HintWorker
from tablecam.rules.ask import IllegalAnswer

EVENT = {"tags": {"Club night": "7", "Round": "1"}}


@pytest.fixture(autouse=True)
def few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent, "SEARCHES", {3: SearchLimits(16, ahead=8)})


def begin(folder: Path, hints: bool = True, **setup: Any) -> GameHost:
    """Two people at a table, before the orders of the first turn."""
    folder.mkdir(exist_ok=True)
    host = hosted(folder)
    host.begin({**STANDING, **setup})
    if hints:
        host.do(set_hints, "table", {"on": True})
    return host


def to_activation(host: GameHost, **orders: str) -> None:
    """Orders are given, and red is asked whom it activates. orders: of a side, but for Ida; snap-fire by default."""
    for seat, models in (("red", RED), ("blue", BLUE)):
        raw = dict.fromkeys(models, orders.get(seat, "snap-fire"))
        if seat == "red":
            raw["ida"] = "snap-fire"
        host.answer(seat, {"key": keys(host, seat)[0]["key"], "raw": raw})
    choose(host, "red", [9], source="dice pad")
    choose(host, "blue", [3], source="dice pad")
    choose(host, "red", "first")


def ask(host: GameHost, role: str) -> Any:
    """The hint for the first question of a role, once the machine has thought about it."""
    request = {"key": keys(host, role)[0]["key"]}
    assert not host.hint(role, request)["ready"]
    HintWorker(seed=1).look(host, Table().view)
    return host.hint(role, request)


def test_hints_are_off_until_somebody_switches_them_on(tmp_path: Path) -> None:
    host = begin(tmp_path, hints=False)
    question = keys(host, "red")[0]
    assert (game(host)["hints"], question["hint"]) == (False, False)
    with pytest.raises(IllegalAnswer, match="switched on"):
        host.hint("red", {"key": question["key"]})
    host.do(set_hints, "table", {"on": True})
    assert keys(host, "red")[0]["hint"]


def test_there_is_no_hint_in_a_game_of_a_club_event(tmp_path: Path) -> None:
    host = begin(tmp_path, hints=False, **EVENT)
    with pytest.raises(IllegalAnswer, match="club event"):
        host.do(set_hints, "table", {"on": True})
    with host.reading() as open_game:
        assert open_game
        open_game.hints_on = True
    question = keys(host, "red")[0]
    assert (game(host)["hints"], question["hint"]) == (None, False)
    with pytest.raises(IllegalAnswer, match="club event"):
        host.hint("red", {"key": question["key"]})


def test_a_hint_is_an_answer_with_its_reason(tmp_path: Path) -> None:
    host = begin(tmp_path)
    to_activation(host)
    hint = ask(host, "red")
    assert hint["text"].startswith("Red: ")
    assert "Expected share of the strength" in hint["why"]
    assert "hint" not in str(host.log("blue", None, 0))


def test_a_hint_is_the_same_whatever_orders_the_other_side_hides(tmp_path: Path) -> None:
    hosts = [begin(tmp_path / order) for order in ("snap-fire", "overwatch")]
    for host, order in zip(hosts, ("snap-fire", "overwatch"), strict=True):
        to_activation(host, blue=order)
    assert ask(hosts[0], "red") == ask(hosts[1], "red")


def test_a_hint_that_both_players_see_shows_nothing_of_the_orders_that_its_own_side_hides(tmp_path: Path) -> None:
    hosts = [begin(tmp_path / order) for order in ("snap-fire", "overwatch")]
    for host, order in zip(hosts, ("snap-fire", "overwatch"), strict=True):
        to_activation(host, red=order)
        choose(host, "red", "ida")
    assert ask(hosts[0], "table") == ask(hosts[1], "table")


def test_the_machine_gives_no_hint_for_the_decision_of_another_side_or_a_roll(tmp_path: Path) -> None:
    host = begin(tmp_path)
    secret = next(each for each in game(host)["questions"] if each["seat"] == "red")
    with pytest.raises(IllegalAnswer, match="own decisions only"):
        host.hint("table", {"key": secret["key"]})
    with pytest.raises(IllegalAnswer, match="own decisions only"):
        host.hint("blue", {"key": next(each for each in game(host, "blue")["questions"] if not each["mine"])["key"]})
    for seat, models in (("red", RED), ("blue", BLUE)):
        host.answer(seat, {"key": keys(host, seat)[0]["key"], "raw": dict.fromkeys(models, "snap-fire")})
    with pytest.raises(IllegalAnswer, match="own decisions only"):
        host.hint("red", {"key": keys(host, "red")[0]["key"]})


def test_a_hint_for_a_move_says_where_the_model_goes(tmp_path: Path) -> None:
    host = begin(tmp_path)
    to_activation(host)
    choose(host, "red", "ida")
    choose(host, "red", "rush")
    hint = ask(host, "red")
    assert (hint["move"]["model"], hint["text"]) == ("ida", "")
    assert len(hint["move"]["way"]) >= 2
