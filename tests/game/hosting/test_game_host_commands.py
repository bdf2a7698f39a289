"""What players and the umpire do to a game besides answering: undo, overrule, concede, correct, break off."""

import pytest
from hosting import choose, game, initiative, orders

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.ask import IllegalAnswer


def test_one_undo_takes_back_what_its_line_names_and_a_second_tap_nothing(host: GameHost) -> None:
    initiative(host)
    last = game(host)["last"]
    assert last["text"] == "Red: First"
    host.do(commands.undo, "blue", {"line": last["line"]})
    assert game(host)["redo"] == {"line": last["line"], "text": "Red: First"}
    with pytest.raises(IllegalAnswer, match="something else has happened"):
        host.do(commands.undo, "blue", {"line": last["line"]})
    with pytest.raises(IllegalAnswer, match="something else has happened"):
        host.do(commands.redo, "red", {"line": last["line"] - 1})
    host.do(commands.redo, "red", {"line": last["line"]})
    assert game(host)["waits"] == "red"


def test_a_choice_made_in_secret_is_taken_back_by_what_everybody_saw_of_it(host: GameHost) -> None:
    initiative(host)
    choose(host, "red", "ida")
    last = game(host, "spectator")["last"]
    assert last["text"] == "Ida is activated"
    host.do(commands.undo, "table", {"line": last["line"]})
    assert game(host)["waits"] == "red"
    assert game(host, "red")["last"]["text"] == "Red: First"


def test_overruling_is_shown_to_both_and_done_when_both_agree(host: GameHost) -> None:
    initiative(host)
    line = next(each["n"] for each in host.log("blue", None, 0)["lines"] if each["text"].startswith("Red rolls 9"))
    host.do(commands.overrule, "blue", {"line": line, "raw": [2], "why": "it was cocked"})
    proposal = game(host, "red")["proposal"]
    assert proposal["text"] == "Red rolls 2 for initiative"
    assert proposal["instead_of"] == "Red rolls 9 for initiative"
    assert (proposal["agreed"], proposal["needs"]) == (["blue"], ["red"])
    assert "Red rolls 9 and Blue rolls 3 for initiative: Red wins" in proposal["undone"]
    with pytest.raises(IllegalAnswer, match="no longer open"):
        host.do(commands.agree, "red", {"proposal": "another"})
    host.do(commands.agree, "red", {"proposal": proposal["key"]})
    assert game(host)["proposal"] is None
    assert game(host)["heading"].endswith("Red rolls 2 and Blue rolls 3 for initiative: Blue wins")
    assert any(each["kind"] == "overruled" for each in host.log("red", None, 0)["lines"])


def test_the_umpire_alone_agrees_for_both_and_anybody_may_decline(host: GameHost) -> None:
    initiative(host)
    line = next(each["n"] for each in host.log("umpire", None, 0)["lines"] if each["text"].startswith("Red rolls 9"))
    said = {"line": line, "raw": [2], "why": "it was cocked"}
    host.do(commands.overrule, "umpire", said)
    host.do(commands.decline, "blue", {})
    assert game(host)["proposal"] is None
    host.do(commands.overrule, "umpire", said)
    host.do(commands.agree, "umpire", {"proposal": game(host)["proposal"]["key"]})
    assert "Blue wins" in game(host)["heading"]


def test_a_proposal_falls_when_the_game_goes_on(host: GameHost) -> None:
    initiative(host)
    line = next(each["n"] for each in host.log("red", None, 0)["lines"] if each["text"].startswith("Red rolls 9"))
    host.do(commands.overrule, "red", {"line": line, "raw": [2], "why": "it was cocked"})
    choose(host, "red", "ida")
    assert game(host)["proposal"] is None


def test_what_was_answered_in_secret_cannot_be_overruled(host: GameHost) -> None:
    orders(host)
    line = next(each["n"] for each in host.log("red", None, 0)["lines"] if each["text"].startswith("Red gives snap"))
    with pytest.raises(IllegalAnswer, match="in secret"):
        host.do(commands.overrule, "red", {"line": line, "raw": {}, "why": "changed my mind"})


def test_a_side_that_concedes_has_lost_and_that_can_be_taken_back(host: GameHost) -> None:
    host.do(commands.concede, "red", {"seat": "blue"})
    over = game(host)
    assert (over["over"], over["result"]["winner"], over["questions"]) == (True, "blue", [])
    host.do(commands.undo, "red", {"line": over["last"]["line"]})
    assert not game(host)["over"]


def test_what_happened_before_a_side_concedes_has_happened(host: GameHost) -> None:
    initiative(host)
    choose(host, "red", "ida")
    choose(host, "red", "rush")
    happened = host.log("table", None, 0)["lines"]
    assert happened[-2]["text"].startswith("Ida chooses to rush")
    host.do(commands.concede, "red", {})
    over = game(host)
    assert over["result"]["winner"] == "blue"
    added = host.log("table", None, 0)["lines"][len(happened) :]
    assert not [line for line in added if line.get("struck", [line["n"]])[0] < len(happened)]


def test_the_umpire_corrects_and_breaks_off_with_a_reason_and_not_without(host: GameHost) -> None:
    initiative(host)
    choose(host, "red", "ida")
    event = {"name": "Panicked", "model": "gruff", "why": "it ran"}
    with pytest.raises(IllegalAnswer, match="say why"):
        host.do(commands.correct, "umpire", {"event": event, "why": " "})
    host.do(commands.correct, "umpire", {"event": event, "why": "we forgot"})
    assert game(host)["state"]["models"]["gruff"]["markers"] == ["panicked"]
    host.do(commands.abandon, "umpire", {"why": "the table fell"})
    assert [each["kind"] for each in host.log("blue", None, 0)["lines"]].count("abandoned") == 1
