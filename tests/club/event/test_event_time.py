"""The clock of a round on a machine whose own clock is set while the round is on."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from club_events import START, playing

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.export import as_json
from tablecam.club.event.log import read_club_log
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

HOURS_S = 10800.0
ROUND_S = 4800.0


class Machine:
    """A wall clock that can be set, and a steady one."""

    def __init__(self, folder: Path) -> None:
        self.passed_s, self.set_s, self.folder, self.boot = 0.0, 0.0, folder, ""

    def store(self) -> TournamentStore:
        engine = open_database(str(self.folder / "games.db"))
        return TournamentStore(engine, self.wall, lambda: self.passed_s, self.boot)

    def wall(self) -> datetime:
        return START + timedelta(seconds=self.passed_s + self.set_s)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def club(machine: Machine) -> StoredEvent:
    """A round of eighty minutes, ten minutes old."""
    club = playing(machine.store(), "abcd")
    club.act("TO", ClubEvent.start_clock)
    machine.passed_s += 600
    return club


@pytest.mark.parametrize("set_s", [HOURS_S, -HOURS_S, 2.5])
def test_a_clock_that_is_set_leaves_the_round_its_time_and_the_desk_reads_of_it(machine, club, set_s: float) -> None:
    machine.set_s += set_s
    assert club.clock().remaining_s == pytest.approx(ROUND_S - 600)
    club.note_jump()
    assert club.clock().remaining_s == pytest.approx(ROUND_S - 600)
    assert club.state.clock.jumped_s == pytest.approx(set_s)
    # another program, which knows the new time alone
    assert StoredEvent.open(machine.store(), club.id).clock().remaining_s == pytest.approx(ROUND_S - 600)
    assert club.audit[-1].sentence.startswith("the clock of this computer was set")


def test_a_second_that_is_set_is_not_worth_a_question(machine, club) -> None:
    before = club.sequence
    for _ in range(2):
        machine.set_s += 0.9
        club.note_jump()
    assert (club.sequence, club.state.clock.jumped_s) == (before, 0.0)
    assert club.clock().remaining_s == pytest.approx(ROUND_S - 600)


def test_small_jumps_do_not_add_up_unnoticed(machine, club) -> None:
    for _ in range(3):
        machine.set_s += 1.5
        club.note_jump()
    assert club.state.clock.jumped_s == pytest.approx(3.0)


def test_the_organiser_keeps_the_time_or_takes_the_new_one(machine, club) -> None:
    machine.set_s += 1200
    kept = club.act("TO", lambda night: night.settle_jump(taken=False))
    assert (kept.clock.jumped_s, club.clock().remaining_s) == (0.0, pytest.approx(ROUND_S - 600))
    machine.set_s += 1200
    club.act("TO", lambda night: night.settle_jump(taken=True))
    assert club.clock().remaining_s == pytest.approx(ROUND_S - 600 - 1200)
    with pytest.raises(TournamentRefusal, match="has not been set"):
        club.act("TO", lambda night: night.settle_jump(taken=False))


def test_a_pause_over_the_jump_lasts_as_long_as_it_lasted(machine, club) -> None:
    club.act("TO", ClubEvent.pause_clock)
    machine.passed_s, machine.set_s = machine.passed_s + 60, HOURS_S
    club.act("TO", ClubEvent.resume_clock)
    assert club.clock().remaining_s == pytest.approx(ROUND_S - 600)


def test_two_servers_on_one_machine_note_a_jump_once(machine, club) -> None:
    other = StoredEvent.open(machine.store(), club.id)
    machine.set_s += HOURS_S
    club.note_jump()
    other.note_jump()
    club.refresh()
    assert club.state.clock.jumped_s == other.state.clock.jumped_s == pytest.approx(HOURS_S)
    assert other.clock().remaining_s == pytest.approx(ROUND_S - 600)


def test_a_clock_that_is_set_while_no_server_runs_leaves_the_round_its_time(machine) -> None:
    machine.boot = "this start"
    playing(machine.store(), "abcd").act("TO", ClubEvent.start_clock)
    machine.passed_s, machine.set_s = 600, HOURS_S
    after = StoredEvent.open(machine.store(), 1)
    assert after.clock().remaining_s == pytest.approx(ROUND_S - 600)
    after.note_jump()
    assert after.state.clock.jumped_s == pytest.approx(HOURS_S)
    # once: the next program knows that it is noted
    again = StoredEvent.open(machine.store(), 1)
    again.note_jump()
    assert again.sequence == after.sequence
    assert again.clock().remaining_s == pytest.approx(ROUND_S - 600)
    # a machine that was started again, or another one, knows only its own clock
    machine.set_s, machine.boot = 0, "the next start"
    other = StoredEvent.open(machine.store(), 1)
    other.note_jump()
    assert other.sequence == after.sequence


def test_a_program_that_paused_by_the_new_time_first_loses_nothing(machine, club) -> None:
    machine.set_s += HOURS_S
    StoredEvent.open(machine.store(), club.id).act("terminal", ClubEvent.pause_clock)
    club.note_jump()
    assert club.clock().remaining_s == pytest.approx(ROUND_S - 600)


def test_a_clock_that_is_set_between_rounds_is_nobodys_business(machine) -> None:
    club = playing(machine.store(), "abcd")
    before = club.sequence
    machine.set_s += HOURS_S
    club.note_jump()
    assert club.sequence == before
    club.act("TO", ClubEvent.start_clock)
    assert club.clock().remaining_s == ROUND_S


def test_a_log_with_a_jump_replays_and_is_taken_in(machine, club) -> None:
    machine.set_s += HOURS_S
    club.note_jump()
    club.act("TO", lambda night: night.settle_jump(taken=True))
    assert read_club_log(club.lines).state() == club.state
    assert StoredEvent.take_in(machine.store(), as_json(club.lines, club.state)).state == club.state


def test_undo_leaves_the_jump_alone(machine, club) -> None:
    machine.set_s += HOURS_S
    club.note_jump()
    assert club.undoable is not None
    assert club.undoable.sentence.startswith("publishes")
