"""The plan of an evening, its start, rounds and breaks; and the clock of the round in progress.

    schedule = Schedule("18:30", (PlannedRound(80, 15), PlannedRound(60)))
    times(schedule)       # round 1 from 18:30 to 19:50, round 2 from 20:05 to 21:05

Times are those of the clock on the wall of the hall. The plan gives each round's clock its length; it starts nothing.

Clause: UW-TG Time Limits (TIME).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from tablecam.base.i18n import Counted, Message
from tablecam.club.tournament.refusal import TournamentRefusal

# The clock of a round as data: when it started, how long it was paused, what was added. The caller gives the time.
#
# `time` is in seconds and may come from any clock, as long as it is the same one throughout an event.
#
# Clause: UW-TG Time Limits (TIME).

# the guide's longest round; the organiser may add to it
LONGEST_MIN = 80
# minutes before the end at which the players get a signal; 0 is the end itself
SIGNALS_MIN = (15, 10, 5, 0)

Running = Literal["waiting", "running", "paused", "over"]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one round. started: None while it waits; paused: when the pause began; stood_s: past pauses.

    added_s: for everybody; by_table: added for single tables on top of that. jumped_s: how far the machine's clock has
    been set in this round, until the organiser has read it.
    """

    number: int = 0
    length_s: int = 60 * LONGEST_MIN
    started: float | None = None
    paused: float | None = None
    stood_s: float = 0.0
    added_s: int = 0
    by_table: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    jumped_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Face:
    """The reading of a clock. due: the signals given up to now, in order; ends: the time of the end, None unless the
    clock runs.

    remaining_s: negative once time is up.
    """

    number: int
    running: Running
    remaining_s: float
    due: tuple[int, ...] = ()
    ends: float | None = None


def clock_at(clock: Clock, time: float, table: int | None = None) -> Face:
    """The reading of the clock for everybody, or for one table with its extra time."""
    allotted_s = clock.length_s + clock.added_s + (clock.by_table.get(table, 0) if table is not None else 0)
    if clock.started is None:
        return Face(clock.number, "waiting", float(allotted_s))
    deadline = clock.started + clock.stood_s + allotted_s
    remaining = deadline - (time if clock.paused is None else clock.paused)
    due = tuple(minutes for minutes in SIGNALS_MIN if remaining <= 60 * minutes)
    if clock.paused is not None:
        return Face(clock.number, "paused", remaining, due)
    return Face(clock.number, "running" if remaining > 0 else "over", remaining, due, deadline)


def start_clock(clock: Clock, time: float) -> Clock:
    """Return the clock, running from now on."""
    return replace(clock, started=time)


def pause_clock(clock: Clock, time: float) -> Clock:
    """Return the clock, paused from now on."""
    return replace(clock, paused=time)


def resume_clock(clock: Clock, time: float) -> Clock:
    """Return the clock, running again; the pause does not count."""
    stood = max(0.0, time - clock.paused) if clock.paused is not None else 0.0
    return replace(clock, paused=None, stood_s=clock.stood_s + stood)


def extend_clock(clock: Clock, seconds: int, table: int | None) -> Clock:
    """Return the clock with more time, or less, for everybody or for one table."""
    if table is None:
        return replace(clock, added_s=clock.added_s + seconds)
    more = {**clock.by_table, table: clock.by_table.get(table, 0) + seconds}
    return replace(clock, by_table=MappingProxyType(more))


def shift_clock(clock: Clock, jump_s: float, time: float) -> Clock:
    """Return the clock with the same time left after the machine's own clock was set by `jump_s`. time: after that."""
    before = time - jump_s
    # another program may have read the new time before this one noticed the jump
    moved = {
        name: at + jump_s if at is not None and at <= before + 1 else at
        for name, at in (("started", clock.started), ("paused", clock.paused))
    }
    return replace(clock, started=moved["started"], paused=moved["paused"], jumped_s=clock.jumped_s + jump_s)


def settle_clock_jump(clock: Clock, taken: bool) -> Clock:
    """Return the clock once the organiser has read of the jump. taken: it goes by the new time."""
    started = clock.started - clock.jumped_s if taken and clock.started is not None else clock.started
    return replace(clock, started=started, jumped_s=0.0)


def check_length(minutes: int, reason: str) -> int:
    """Return a round's length in minutes. TournamentRefusal below 1, or beyond the guide's limit without a reason."""
    if minutes < 1 or (minutes > LONGEST_MIN and not reason):
        reason_wanted = Message(
            "a round lasts 1 to {longest} minutes; to set {minutes}, give a reason",
            longest=LONGEST_MIN,
            minutes=minutes,
        )
        raise TournamentRefusal(reason_wanted, "TIME")
    return minutes


# The number of rounds of an event.
#
# Clause: UW-TG Rounds (N1, N2).

# the guide's table begins here
FEWEST = 5
# more is a slip of the finger
MOST_ROUNDS = 50


def rounds_for(players: int) -> int:
    """The smallest number r of rounds, at least one, so that 2^r is no less than the players at the start (N1)."""
    if players < 2:
        reason = Message("an event needs at least two players; {players} are entered", players=players)
        raise TournamentRefusal(reason, "N1", code="too-few-players")
    return (players - 1).bit_length()


def warning(players: int) -> Message | None:
    """A warning about an event smaller than the guide's table covers; None for a larger one (N2)."""
    if players >= FEWEST:
        return None
    return Counted(
        "the guide begins at {fewest} players; {players} play {n} round by the same rule (N2)",
        "the guide begins at {fewest} players; {players} play {n} rounds by the same rule (N2)",
        rounds_for(players),
        fewest=FEWEST,
        players=players,
    )


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
        check_length(planned.minutes, reason)
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
        round_end = start + planned.minutes
        pause = planned.pause if number < len(schedule.rounds) else 0
        rounds.append(RoundTimes(number, _format_wall_time(start), _format_wall_time(round_end), pause))
        start = round_end + planned.pause
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
