"""The clock of a round, with the time handed in."""

import pytest

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.schedule import Clock, Face, clock_at

START = 1000.0


def at(night: ClubEvent, seconds: float) -> ClubEvent:
    """The night so many seconds after the clock of `playing` was started."""
    return ClubEvent(night.state, by="TO", time=START + seconds)


def waiting() -> ClubEvent:
    night = ClubEvent(by="TO", time=START).open("Friday", 7)
    for player in "abcd":
        night = night.enter(Entrant(player, player, "", 10))
    return night.draft().publish()


def playing() -> ClubEvent:
    return waiting().start_clock()


def face(night: ClubEvent, seconds: float, table: int | None = None) -> Face:
    return clock_at(night.state.clock, START + seconds, table)


def test_a_clock_waits_until_it_is_started() -> None:
    assert face(waiting(), 500) == Face(1, "waiting", 4800.0)
    assert clock_at(Clock(), 0.0).remaining_s == 4800.0


def test_a_clock_runs_down() -> None:
    assert face(playing(), 0) == Face(1, "running", 4800.0, (), START + 4800)
    assert face(playing(), 1800).remaining_s == 3000.0


@pytest.mark.parametrize(
    ("seconds", "due"),
    [(3899, ()), (3900, (15,)), (4200, (15, 10)), (4500, (15, 10, 5)), (4799, (15, 10, 5)), (4800, (15, 10, 5, 0))],
)
def test_the_signals_come_at_15_10_and_5_minutes_and_at_the_end(seconds: float, due: tuple[int, ...]) -> None:
    assert face(playing(), seconds).due == due


def test_time_that_is_up_says_by_how_much() -> None:
    assert face(playing(), 4860) == Face(1, "over", -60.0, (15, 10, 5, 0), START + 4800)


def test_a_pause_does_not_count() -> None:
    paused = at(playing(), 600).pause_clock()
    assert face(paused, 900) == Face(1, "paused", 4200.0)
    resumed = at(paused, 900).resume_clock()
    assert face(resumed, 1000).remaining_s == 4100.0
    again = at(at(resumed, 1000).pause_clock(), 1100).resume_clock()
    assert face(again, 1100).remaining_s == 4100.0


def test_more_time_is_for_everybody_or_for_one_table() -> None:
    night = playing().extend_clock(300).extend_clock(120, table=2, reason="the lights went out")
    assert face(night, 0).remaining_s == 5100.0
    assert face(night, 0, table=1).remaining_s == 5100.0
    assert face(night, 0, table=2).remaining_s == 5220.0
    assert face(night.extend_clock(-60, table=2), 0, table=2).remaining_s == 5160.0


def test_more_time_takes_a_signal_back() -> None:
    assert face(at(playing(), 4000).extend_clock(600), 4000).due == ()


def test_the_next_round_has_a_clock_of_its_own() -> None:
    night = playing().extend_clock(300)
    for game in night.state.event.open_games:
        night = night.concede(game.pair[0])
    night = night.draft().publish()
    assert face(night, 9999) == Face(2, "waiting", 4800.0)


def test_a_length_counts_for_the_present_round_only_while_it_waits() -> None:
    assert face(waiting().set_round_length(60), 0).remaining_s == 3600.0
    running = playing().set_round_length(60)
    assert face(running, 0).remaining_s == 4800.0
    assert running.state.opened.minutes == 60


REFUSED = {
    "was started already": lambda: playing().start_clock(),
    "does not run": lambda: waiting().pause_clock(),
    "is not paused": lambda: playing().resume_clock(),
    "nobody plays at table 9": lambda: playing().extend_clock(60, table=9),
    "a number of seconds": lambda: playing().extend_clock(0),
    "1 to 80 minutes; to set 81, give a reason": lambda: playing().set_round_length(81),
    "to set 0, give a reason": lambda: playing().set_round_length(0, "why not"),
    "no published round": lambda: ClubEvent().open("Friday", 7).start_clock(),
    "after a round is published": lambda: ClubEvent().open("Friday", 7).extend_clock(60),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_a_clock_cannot_do_is_refused(message: str) -> None:
    with pytest.raises(TournamentRefusal, match=message) as refused:
        REFUSED[message]()
    assert refused.value.clause.row == "TIME"


def test_a_clock_that_stands_cannot_be_paused_again() -> None:
    with pytest.raises(TournamentRefusal, match="does not run"):
        at(playing(), 5).pause_clock().pause_clock()


def test_a_longer_round_wants_a_reason() -> None:
    assert waiting().set_round_length(90, "a campaign night").state.opened.minutes == 90
