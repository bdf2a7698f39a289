"""The players' clocks: they run while the game waits for a seat, and undo, pause and a restart give no time back."""

from pathlib import Path
from typing import Any

import pytest
from hosting import FORCES, choose, game, hosted, orders

from tablecam.game.hosting import commands
from tablecam.game.hosting.clock_commands import pause_clock, set_clock
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.log import ClocksLine
from tablecam.game.replay.battle_report import report
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS


class Room:
    """A game with clocks of ten minutes, and a time that the test sets."""

    def __init__(self, folder: Path) -> None:
        self.now = 1000.0
        self.host = self.open(folder)
        self.host.begin({"forces": FORCES, "rules": {"deployed": True}})
        self.host.do(set_clock, "table", {"minutes": 10})

    def open(self, folder: Path) -> GameHost:
        host = hosted(folder)
        host._steady = lambda: self.now
        return host

    def left(self) -> dict[str, float]:
        clocks: Any = self.host.clocks()["clocks"]
        return clocks["left_s"]

    def runs(self) -> list[str]:
        clocks: Any = self.host.clocks()["clocks"]
        return clocks["runs"]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_the_clock_of_the_seat_runs_that_the_game_waits_for(room: Room) -> None:
    # both give orders in secret
    assert room.runs() == ["red", "blue"]
    room.now += 60
    orders(room.host)
    choose(room.host, "red", [9], source="dice pad")
    assert room.runs() == ["blue"]
    room.now += 30
    choose(room.host, "blue", [3], source="dice pad")
    assert room.left() == {"red": 540.0, "blue": 510.0}
    assert room.runs() == ["red"]


def test_undo_gives_no_time_back(room: Room) -> None:
    orders(room.host)
    choose(room.host, "red", [9], source="dice pad")
    room.now += 30
    choose(room.host, "blue", [3], source="dice pad")
    room.host.do(commands.undo, "table", {"line": game(room.host)["last"]["line"]})
    assert room.runs() == ["blue"]
    assert room.left() == {"red": 600.0, "blue": 570.0}


def test_paused_clocks_stand_until_they_go_on(room: Room) -> None:
    room.host.do(pause_clock, "red", {"paused": True})
    room.now += 500
    orders(room.host)
    assert room.left() == {"red": 600.0, "blue": 600.0}
    with pytest.raises(IllegalAnswer):
        room.host.do(pause_clock, "red", {"paused": True})
    room.host.do(pause_clock, "blue", {"paused": False})
    room.now += 5
    assert room.left() == {"red": 595.0, "blue": 595.0}


def test_a_game_that_is_opened_again_goes_on_with_the_time_that_was_left(room: Room, tmp_path: Path) -> None:
    room.now += 100
    room.host.close()
    room.now += 9000
    room.host = room.open(tmp_path)
    assert room.host.go_on()
    assert room.left() == {"red": 500.0, "blue": 500.0}
    clocks: Any = room.host.clocks()["clocks"]
    assert clocks["paused"]


def test_the_log_and_the_report_say_whose_time_is_up(room: Room) -> None:
    orders(room.host)
    choose(room.host, "red", [9], source="dice pad")
    room.now += 631
    choose(room.host, "blue", [3], source="dice pad")
    log = room.host.log("spectator", None, 0)
    assert log
    last = [line["text"] for line in log["lines"] if line["kind"] == "clocks"][-1]
    assert last == "The players’ clocks: Red 10:00 left and Blue 0:31 over"
    with room.host.reading() as open_game:
        assert open_game
        past = RecordedGame.read(open_game.kept.lines, {}, BOOKS)
        assert "Blue 0:31 over" in report(past.view_as(WHOLE), "")
        # the rules do not see it
        assert not open_game.game.over
        assert not [n for n in open_game.game.log.live if isinstance(open_game.game.log[n], ClocksLine)]


def test_clocks_are_taken_out_of_the_game(room: Room) -> None:
    room.host.do(set_clock, "table", {"minutes": 0})
    assert room.host.clocks() == {"clocks": None}
    assert game(room.host)["clocks"] is None
    for minutes in (-1, 601, "5", None):
        with pytest.raises(IllegalAnswer):
            room.host.do(set_clock, "table", {"minutes": minutes})
