"""The clock of a round as data: when it was started, how long it stood, what was added. The time is handed in.

`time` is in seconds, of whatever clock the caller has; the same one throughout an event.

Clause: UW-TG Time Limits (TIME).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from tablecam.tournament.refusal import TournamentRefusal

# a round of Urban War lasts no longer, but for what the organiser adds
LONGEST_MIN = 80
# minutes before the end at which the players are told; 0 is the end itself
SIGNALS_MIN = (15, 10, 5, 0)

Running = Literal["waiting", "running", "paused", "over"]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one round. started: None while it waits; paused: since when it stands; stood_s: how long it stood.

    added_s: for everybody; by_table: beside that, for single tables.
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
    """What the clock shows. due: the signals that have come, the first first; ends: when, None unless it runs.

    remaining_s: below nought once time is up, by as much as it is over.
    """

    number: int
    running: Running
    remaining_s: float
    due: tuple[int, ...] = ()
    ends: float | None = None


def clock_at(clock: Clock, time: float, table: int | None = None) -> Face:
    """The clock of everybody, or of one table with its extra time."""
    whole = clock.length_s + clock.added_s + (clock.by_table.get(table, 0) if table is not None else 0)
    if clock.started is None:
        return Face(clock.number, "waiting", float(whole))
    end = clock.started + clock.stood_s + whole
    remaining = end - (time if clock.paused is None else clock.paused)
    due = tuple(minutes for minutes in SIGNALS_MIN if remaining <= 60 * minutes)
    if clock.paused is not None:
        return Face(clock.number, "paused", remaining, due)
    return Face(clock.number, "running" if remaining > 0 else "over", remaining, due, end)


def started(clock: Clock, time: float) -> Clock:
    """Running from now on."""
    return replace(clock, started=time)


def paused(clock: Clock, time: float) -> Clock:
    """Standing from now on."""
    return replace(clock, paused=time)


def resumed(clock: Clock, time: float) -> Clock:
    """Running again; what it stood does not count."""
    stood = max(0.0, time - clock.paused) if clock.paused is not None else 0.0
    return replace(clock, paused=None, stood_s=clock.stood_s + stood)


def extended(clock: Clock, seconds: int, table: int | None) -> Clock:
    """With more time, or less, for everybody or for one table."""
    if table is None:
        return replace(clock, added_s=clock.added_s + seconds)
    more = {**clock.by_table, table: clock.by_table.get(table, 0) + seconds}
    return replace(clock, by_table=MappingProxyType(more))


def checked_length(minutes: int, reason: str) -> int:
    """A length in minutes; Refused where it is none, or longer than the guide's without a reason."""
    if minutes < 1 or (minutes > LONGEST_MIN and not reason):
        raise TournamentRefusal(f"a round lasts 1 to {LONGEST_MIN} minutes, and {minutes} only for a reason", "TIME")
    return minutes
