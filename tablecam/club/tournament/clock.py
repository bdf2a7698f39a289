"""The clock of a round as data: when it started, how long it was paused, what was added. The caller gives the time.

`time` is in seconds and may come from any clock, as long as it is the same one throughout an event.

Clause: UW-TG Time Limits (TIME).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from tablecam.base.i18n import Message
from tablecam.club.tournament.refusal import TournamentRefusal

# the guide's longest round; the organiser may add to it
LONGEST_MIN = 80
# minutes before the end at which the players get a signal; 0 is the end itself
SIGNALS_MIN = (15, 10, 5, 0)

Running = Literal["waiting", "running", "paused", "over"]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one round. started: None while it waits; paused: when the pause began; stood_s: past pauses.

    added_s: for everybody; by_table: added for single tables on top of that.
    """

    number: int = 0
    length_s: int = 60 * LONGEST_MIN
    started: float | None = None
    paused: float | None = None
    stood_s: float = 0.0
    added_s: int = 0
    by_table: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))


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
    end = clock.started + clock.stood_s + allotted_s
    remaining = end - (time if clock.paused is None else clock.paused)
    due = tuple(minutes for minutes in SIGNALS_MIN if remaining <= 60 * minutes)
    if clock.paused is not None:
        return Face(clock.number, "paused", remaining, due)
    return Face(clock.number, "running" if remaining > 0 else "over", remaining, due, end)


def started(clock: Clock, time: float) -> Clock:
    """The clock, running from now on."""
    return replace(clock, started=time)


def paused(clock: Clock, time: float) -> Clock:
    """The clock, paused from now on."""
    return replace(clock, paused=time)


def resumed(clock: Clock, time: float) -> Clock:
    """The clock, running again; the pause does not count."""
    stood = max(0.0, time - clock.paused) if clock.paused is not None else 0.0
    return replace(clock, paused=None, stood_s=clock.stood_s + stood)


def extended(clock: Clock, seconds: int, table: int | None) -> Clock:
    """The clock with more time, or less, for everybody or for one table."""
    if table is None:
        return replace(clock, added_s=clock.added_s + seconds)
    more = {**clock.by_table, table: clock.by_table.get(table, 0) + seconds}
    return replace(clock, by_table=MappingProxyType(more))


def checked_length(minutes: int, reason: str) -> int:
    """A round's length in minutes. TournamentRefusal below 1, or beyond the guide's limit without a reason."""
    if minutes < 1 or (minutes > LONGEST_MIN and not reason):
        reason_wanted = Message(
            "a round lasts 1 to {longest} minutes; to set {minutes}, give a reason",
            longest=LONGEST_MIN,
            minutes=minutes,
        )
        raise TournamentRefusal(reason_wanted, "TIME")
    return minutes
