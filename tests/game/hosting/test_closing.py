"""Closing a game: both sides confirm how it ended, then nothing can be taken back, and all of it is for everybody."""

import json
from pathlib import Path

import pytest
from hosting import FORCES, STANDING, answers, choose, hosted, orders

from tablecam.game.game import Game
from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.open_game import IN_THE_AIR
from tablecam.game.log import BadLog, read_log
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.game_store import GameStore


@pytest.fixture
def over(tmp_path: Path) -> GameHost:
    """A game that red has given up, with orders that lie face down."""
    host = hosted(tmp_path)
    host.begin({"forces": FORCES})
    answers(host, 4, 30)
    host.do(commands.concede, "red", {})
    return host


def told(host: GameHost, role: str = "spectator") -> dict:
    return host.view_for(role)["game"]


def confirm(host: GameHost, role: str, number: int | None = None) -> None:
    host.do(commands.confirm, role, {"number": told(host, role)["number"] if number is None else number})


def test_it_is_closed_when_both_sides_have_confirmed_and_not_before(over: GameHost) -> None:
    confirm(over, "red")
    confirm(over, "red")
    assert (told(over)["closed"], told(over)["confirmed"]) == (False, ["red"])
    confirm(over, "blue")
    assert told(over)["closed"]
    line = json.loads(over.store.read(1)[-1])
    assert line == {"closed": ["red", "blue"], "by": "blue"}
    assert over.log("red", None, 0)["lines"][-1]["text"] == "Both sides confirm the result: the game is closed"


@pytest.mark.parametrize("role", ["table", "umpire"])
def test_the_shared_tablet_and_the_umpire_close_it_alone(over: GameHost, role: str) -> None:
    confirm(over, role)
    assert told(over)["closed"]
    said = {"table": "Table", "umpire": "Umpire"}[role]
    assert over.log("blue", None, 0)["lines"][-1]["text"] == f"{said} confirms the result: the game is closed"


@pytest.mark.slow
def test_after_it_nothing_is_taken_back_done_again_or_changed(over: GameHost) -> None:
    last = told(over)["last"]["line"]
    confirm(over, "table")
    before = over.store.read(1)
    assert (told(over)["last"], told(over)["redo"], told(over)["can_concede"]) == (None, None, [])
    event = {"name": "Panicked", "model": "gruff"}
    for command, role, payload in (
        (commands.undo, "table", {"line": last}),
        (commands.redo, "table", {}),
        (commands.concede, "blue", {}),
        (commands.confirm, "table", {"number": told(over, "table")["number"]}),
        (commands.correct, "umpire", {"event": event, "why": "we forgot"}),
    ):
        with pytest.raises(IllegalAnswer):
            over.do(command, role, payload)
    assert over.store.read(1) == before


def test_undo_before_it_takes_the_confirmation_back_too(over: GameHost) -> None:
    confirm(over, "blue")
    seen = told(over, "red")["number"]
    over.do(commands.undo, "blue", {"line": told(over, "blue")["last"]["line"]})
    assert not told(over)["over"]
    with pytest.raises(IllegalAnswer, match="no result to confirm"):
        confirm(over, "red")
    over.do(commands.redo, "blue", {})
    assert told(over)["confirmed"] == []
    # what red has seen is not what is confirmed now
    with pytest.raises(IllegalAnswer, match="something else has happened since"):
        confirm(over, "red", seen)


def test_a_game_that_goes_on_is_not_closed(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING)
    with pytest.raises(IllegalAnswer, match="no result to confirm"):
        confirm(host, "table")
    with host.reading() as open_game, pytest.raises(IllegalAnswer, match="not over"):
        open_game.game.close("table")
    with pytest.raises(IllegalAnswer, match="has resumed"):
        host.put_game_away("table", {"number": 3})
    host.put_game_away("table", {})
    assert not RecordedGame.read(host.store.read(1), {}, BOOKS).closed
    assert host.open({"game": 1}) == 1


def test_a_confirmation_survives_a_restart(over: GameHost, tmp_path: Path) -> None:
    confirm(over, "red")
    over.close()
    again = hosted(tmp_path)
    assert again.go_on()
    assert told(again)["confirmed"] == ["red"]
    confirm(again, "blue")
    assert told(again)["closed"]


@pytest.mark.slow
def test_a_proposal_survives_a_restart_with_who_has_agreed_until_the_game_goes_on(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING)
    orders(host)
    choose(host, "red", [9])
    choose(host, "blue", [3])
    for faces in (2, 4, 1):
        host.do(commands.decline, "blue", {})
        host.do(commands.overrule, "red", {"line": rolled(host, 9), "raw": [faces], "why": "it was cocked"})
    before = [host.view_for(role) for role in ("red", "blue", "spectator")]
    assert before[0]["game"]["proposal"]["agreed"] == ["red"]
    host.close()
    again = hosted(tmp_path)
    assert again.go_on()
    assert [again.view_for(role) for role in ("red", "blue", "spectator")] == before
    key = told(again)["proposal"]["key"]
    assert key == "1.3"
    again.do(commands.agree, "blue", {"proposal": key})
    assert told(again)["proposal"] is None
    again.close()
    third = hosted(tmp_path)
    assert third.go_on()
    assert told(third)["proposal"] is None
    # its name is not given to another one
    third.do(commands.overrule, "red", {"line": rolled(third, 1), "raw": [5], "why": "once more"})
    assert told(third)["proposal"]["key"] == "1.4"


def rolled(host: GameHost, faces: int) -> int:
    """The line of red's roll for initiative."""
    lines = host.log("red", None, 0)["lines"]
    return next(line["n"] for line in reversed(lines) if f"Red rolls {faces}" in line["text"] and line["overrulable"])


@pytest.mark.parametrize(
    "kept",
    [
        "[", '{"proposal": {"line": 1}}',
        *(pytest.param(kept, marks=pytest.mark.slow) for kept in ("", "[3]", "{}", '{"at": 1}', '{"proposals": "x"}')),
    ],
)  # fmt: skip
def test_what_was_in_the_air_and_cannot_be_read_is_left_out(over: GameHost, tmp_path: Path, kept: str) -> None:
    last = len(over.store.read(1))
    over.store.set(1, IN_THE_AIR, kept.replace('{"proposal"', f'{{"at": {last}, "proposal"'))
    over.close()
    again = hosted(tmp_path)
    assert again.go_on()
    assert (told(again)["proposal"], told(again)["confirmed"]) == (None, [])


def test_a_log_that_goes_on_after_its_end_is_refused(over: GameHost) -> None:
    confirm(over, "table")
    texts = over.store.read(1)
    assert read_log(texts).closed
    with pytest.raises(BadLog, match="comes after the game was closed"):
        read_log([*texts, '{"boundary":"x"}'])


def test_a_closed_log_is_read_back_with_the_same_state(over: GameHost) -> None:
    with over.reading() as open_game:
        state = open_game.game.state
    confirm(over, "table")
    past = RecordedGame.read(over.store.read(1), {}, BOOKS)
    assert (past.state, past.over, past.closed) == (state, True, True)
    game = Game.resume(past.system, over.store.read(1), over.store.new())
    assert (game.state, game.over, game.difference) == (state, True, None)


def test_a_log_of_an_earlier_version_is_closed_when_it_is_over_and_is_not_opened_again(over: GameHost) -> None:
    kept = over.store.new()
    first, *others = over.store.read(1)
    early = json.loads(first)
    assert early.pop("closes")
    kept.append([json.dumps(early), *others])
    kept.close()
    past = RecordedGame.read(GameStore(over.store.engine).read(2), {}, BOOKS)
    assert (past.over, past.log.closed, past.closed) == (True, False, True)
    over.close()
    with pytest.raises(IllegalAnswer, match="game 2 is closed"):
        over.open({"game": 2})
    # nobody holds it because of that
    over.store.open(2).close()


def test_a_refusal_names_lines_by_the_numbers_of_who_asks(tmp_path: Path) -> None:
    over = hosted(tmp_path)
    over.begin(STANDING)
    orders(over)
    choose(over, "red", [9])
    choose(over, "blue", [3])
    choose(over, "red", "first")
    choose(over, "red", "ida")
    with over.reading() as open_game:
        numbers = open_game.logs["blue"].view.numbers
        own, true = next((own, true) for own, true in reversed(list(enumerate(numbers, 1))) if own != true)
    with pytest.raises(IllegalAnswer, match=rf"line {own} ") as refused:
        over.do(commands.overrule, "blue", {"line": own, "raw": True, "why": "x"})
    assert str(true) not in str(refused.value)


def test_a_rematch_has_the_players_and_the_setup_of_the_game_and_is_no_game_of_an_event(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin({**STANDING, "players": {"red": "Anna"}, "tags": {"Place": "Club room", "Round": "2"}})
    host.do(commands.concede, "red", {})
    confirm(host, "table")
    assert host.begin({"rematch": 1}) == 2
    first, second = (read_log(host.store.read(game)[:1]).header for game in (1, 2))
    assert (second.game, second.seats, second.setup) == (first.game, first.seats, first.setup)
    assert second.tags == {tag: value for tag, value in first.tags.items() if tag != "Round"}
    assert second.tags["Red player"] == "Anna"
    with pytest.raises(IllegalAnswer, match="say which game"):
        host.begin({"rematch": "1", "instead": True})
