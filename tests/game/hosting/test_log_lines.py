"""The lines of a log for a screen: each with its turn, and what was taken back by what it was."""

from hosting import STANDING, choose, hosted, orders

from tablecam.game.hosting import commands
from tablecam.game.hosting.open_game import LineTurns


def lines(host, role: str = "table") -> list[dict]:
    told = host.log(role, None, 0)
    assert told is not None
    return told["lines"]


def test_every_line_has_its_turn_also_when_the_game_is_opened_again(tmp_path) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING)
    orders(host)
    choose(host, "red", [9])
    told = [(line["n"], line["turn"], line["turn_title"]) for line in lines(host)]
    assert told[0][1:] == (0, "Before the first turn")
    assert told[-1][1:] == (1, "Turn 1")
    assert [turn for _line, turn, _title in told] == sorted(turn for _line, turn, _title in told)
    host.close()
    again = hosted(tmp_path)
    again.go_on()
    assert [(line["n"], line["turn"], line["turn_title"]) for line in lines(again)] == told


def test_a_turn_that_is_taken_back_has_not_begun(tmp_path) -> None:
    """A line goes on from before what was struck; what was struck keeps the turn in which it was written."""
    host = hosted(tmp_path)
    host.begin(STANDING)
    orders(host)
    for seat, face in (("red", 9), ("blue", 3)):
        choose(host, seat, [face])
    choose(host, "red", "first")
    with host.reading() as open_game:
        assert open_game
        log, system = open_game.game.log, open_game.game.system
        # any number that the state has will do for a turn
        turns = LineTurns(system, lambda state: len(state.first))
        turns.catch_up(log)
        last, before = log.last, turns.turn(log.last)
        commands.undo(open_game, "red", {"line": open_game.last_act("red").number})
        turns.catch_up(log)
        assert turns.turn(log.last) == 0 < before == turns.turn(last)


def test_what_was_taken_back_is_named_and_not_numbered(tmp_path) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING)
    orders(host)
    choose(host, "red", [9])
    host.do(commands.undo, "red", {"line": host.view_for("red")["game"]["last"]["line"]})
    choose(host, "red", [8])
    choose(host, "blue", [2])
    host.do(commands.undo, "blue", {"line": host.view_for("blue")["game"]["last"]["line"]})
    struck = [line["text"] for line in lines(host) if line["kind"] == "struck"]
    assert struck[0] == "Taken back: Red rolls 9 for initiative"
    assert struck[1].startswith("Taken back: Blue rolls 2 for initiative, and ")
    assert struck[1].endswith((" line after it", " lines after it"))
