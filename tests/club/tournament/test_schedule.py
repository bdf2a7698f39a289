"""The plan of an evening: its times on the wall, the length of each round's clock, and what is no plan."""

import pytest
from test_club_event import refused
from test_wishes import event_of

from tablecam.club.event.log import ClubLine, read, write
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import fold_club
from tablecam.club.tournament.schedule import PlannedRound, RoundTimes, Schedule, ScheduleSet, times
from tablecam.club.tournament.scoring import Side

PLAN = (PlannedRound(80, 15), PlannedRound(60, 10))


def length(event: ClubEvent) -> int:
    assert fold_club(event.log_events) == event.state
    return event.state.clock.length_s // 60


def next_round(event: ClubEvent) -> ClubEvent:
    for one, other in (game.pair for game in event.state.event.open_games):
        event = event.report(Side(one), Side(other))
    return event.draft().publish()


def test_rounds_and_breaks_follow_each_other_past_midnight_too() -> None:
    assert times(Schedule("18:30", PLAN)) == (RoundTimes(1, "18:30", "19:50", 15), RoundTimes(2, "20:05", "21:05", 0))
    assert [each.ends for each in times(Schedule("23:00", PLAN))] == ["00:20", "01:35"]
    assert times(Schedule()) == ()


def test_the_clock_of_each_round_has_its_planned_length() -> None:
    event = event_of()
    assert length(event) == 80
    event = event.set_schedule("9:05", (PlannedRound(50, 15), PlannedRound(60)))
    assert event.state.schedule.start == "09:05"
    event = next_round(event)
    assert length(event) == 50
    assert length(next_round(event)) == 60
    # the plan changes while the clock waits, and once it runs
    waiting = event.set_schedule("9:05", (PlannedRound(40),))
    assert length(waiting) == 40
    assert length(next_round(waiting)) == 80, "a round that is not planned has the usual length"
    assert length(event.start_clock().set_schedule("9:05", (PlannedRound(40),))) == 50
    assert length(event.set_schedule("", ())) == 80


def test_another_length_from_now_on_holds_for_the_plan_too() -> None:
    event = next_round(event_of().set_schedule("18:30", PLAN))
    waiting = event.set_round_length(45)
    assert ([planned.minutes for planned in waiting.state.schedule.rounds], length(waiting)) == ([45, 45], 45)
    running = event.start_clock().set_round_length(45)
    assert ([planned.minutes for planned in running.state.schedule.rounds], length(running)) == ([80, 45], 80)


@pytest.mark.parametrize(
    ("start", "rounds", "why"),
    [
        ("24:00", PLAN, "is not a time such as"),
        ("soon", PLAN, "is not a time such as"),
        ("", PLAN, "is not a time such as"),
        ("18:30", (), "1 to 50 rounds"),
        ("18:30", (PlannedRound(81),), "a round lasts 1 to 80 minutes"),
        ("18:30", (PlannedRound(0),), "a round lasts 1 to 80 minutes"),
        ("18:30", (PlannedRound(60, 241),), "a break lasts 0 to 240 minutes"),
    ],
)
def test_what_is_no_plan_is_refused(start: str, rounds: tuple[PlannedRound, ...], why: str) -> None:
    refused(event_of(), lambda event: event.set_schedule(start, rounds), why)


def test_a_longer_round_has_a_reason_and_a_plan_is_kept_as_it_was() -> None:
    event = event_of().set_schedule("18:30", (PlannedRound(120),), "large forces")
    line = ClubLine("TO", "2026-05-01", (event.log_events[-1],))
    assert read(write(line), 3) == line
    assert line.did == (ScheduleSet(schedule=Schedule("18:30", (PlannedRound(120),)), reason="large forces"),)
    assert not line.of_clock, "undo takes a plan back like any other act"
