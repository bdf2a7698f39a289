"""The plan of an evening: its start, the length of each round, and the breaks between them.

    schedule = Schedule("18:30", (PlannedRound(80, 15), PlannedRound(60)))
    times(schedule)       # round 1 from 18:30 to 19:50, round 2 from 20:05 to 21:05

Times are those of the clock on the wall of the hall. The plan gives each round's clock its length; it starts nothing.

Clause: UW-TG Time Limits (TIME).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablecam.base.i18n import Counted, Message
from tablecam.club.tournament.clock import checked_length
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.rounds import MOST_ROUNDS

HOUR_MIN, DAY_MIN = 60, 24 * 60
# a longer one is a slip of the finger
LONGEST_BREAK_MIN = 240
ON_THE_WALL = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """minutes: how long the round lasts; pause: the break after it, in minutes."""

    minutes: int
    pause: int = 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """start: of round 1, as `18:30`; both are empty where nothing is planned."""

    start: str = ""
    rounds: tuple[PlannedRound, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleSet:
    """The evening is planned, or its plan is replaced; an empty schedule takes the plan back."""

    schedule: Schedule
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """starts, ends: as `18:30`; pause: the break after the round in minutes, 0 after the last."""

    number: int
    starts: str
    ends: str
    pause: int


def schedule_set(start: str, rounds: Sequence[PlannedRound], reason: str = "") -> ScheduleSet:
    """Plan the evening. TournamentRefusal for what is no time of day, or a round or break of an impossible length.

    A round beyond the guide's limit needs a reason.
    """
    if not rounds and not start:
        return ScheduleSet(schedule=Schedule(), reason=reason)
    match = ON_THE_WALL.fullmatch(start)
    if match is None:
        raise TournamentRefusal(Message("'{start}' is not a time such as 18:30", start=start), "TIME")
    if not 1 <= len(rounds) <= MOST_ROUNDS:
        reason_why = Message("a schedule has 1 to {most} rounds, not {rounds}", most=MOST_ROUNDS, rounds=len(rounds))
        raise TournamentRefusal(reason_why, "TIME")
    for planned in rounds:
        checked_length(planned.minutes, reason)
        if not 0 <= planned.pause <= LONGEST_BREAK_MIN:
            too_long = Message(
                "a break lasts 0 to {most} minutes, not {minutes}", most=LONGEST_BREAK_MIN, minutes=planned.pause
            )
            raise TournamentRefusal(too_long, "TIME")
    hours, minutes = match.groups()
    return ScheduleSet(schedule=Schedule(f"{int(hours):02}:{minutes}", tuple(rounds)), reason=reason)


def minutes_of(schedule: Schedule, number: int, usual: int) -> int:
    """The length of a round in minutes; usual: of a round that is not planned."""
    return schedule.rounds[number - 1].minutes if 1 <= number <= len(schedule.rounds) else usual


def with_length_from(schedule: Schedule, number: int, minutes: int) -> Schedule:
    """The schedule with another length for a round and all after it."""
    rounds = tuple(
        replace(planned, minutes=minutes) if place >= number else planned
        for place, planned in enumerate(schedule.rounds, 1)
    )
    return replace(schedule, rounds=rounds)


def times(schedule: Schedule) -> tuple[RoundTimes, ...]:
    """The start and end of each round by the plan, whatever has happened since."""
    if not schedule.start:
        return ()
    hours, minutes = schedule.start.split(":")
    start, rounds = HOUR_MIN * int(hours) + int(minutes), []
    for number, planned in enumerate(schedule.rounds, 1):
        end = start + planned.minutes
        pause = planned.pause if number < len(schedule.rounds) else 0
        rounds.append(RoundTimes(number, _format_wall_time(start), _format_wall_time(end), pause))
        start = end + planned.pause
    return tuple(rounds)


def times_in_words(planned: RoundTimes) -> Message:
    """`round 1 from 18:30 to 19:50, then a break of 15 minutes`."""
    values = {"number": planned.number, "starts": planned.starts, "ends": planned.ends}
    if not planned.pause:
        return Message("round {number} from {starts} to {ends}", **values)
    return Counted(
        "round {number} from {starts} to {ends}, then a break of {n} minute",
        "round {number} from {starts} to {ends}, then a break of {n} minutes",
        planned.pause,
        **values,
    )


def _format_wall_time(minutes: int) -> str:
    hours, remainder = divmod(minutes % DAY_MIN, HOUR_MIN)
    return f"{hours:02}:{remainder:02}"
