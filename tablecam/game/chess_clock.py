"""The players' clocks: each seat's own time, which runs while the game waits for that seat.

    clock = ChessClock.begin(("amber", "green"), 3600.0, now)
    clock.read(now)                             # {"amber": 3541.2, "green": 3600.0}

The host gives the time, from a clock that nobody sets. The log has a line whenever other clocks run than before: the
seconds that each seat has left, so that a game that is opened again goes on with them, paused. Taking an answer back
gives no time back. A seat whose time is up is reported; what that means is up to the rulebook or the event.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.game.log import ClocksLine, GameLog
from tablecam.rules.plain import Json


@dataclass(frozen=True)
class ChessClock:
    """left_s: of each seat, at the time `since`; runs: the seats whose clocks run, none while `paused`."""

    left_s: Mapping[str, float]
    since: float
    runs: tuple[str, ...] = ()
    paused: bool = False

    @classmethod
    def begin(cls, seats: Sequence[str], seconds: float, now: float) -> "ChessClock":
        """Clocks with the same time for each seat; none runs yet."""
        return cls(dict.fromkeys(seats, float(seconds)), now)

    def read(self, now: float) -> dict[str, float]:
        """The seconds that each seat has left, below 0 once its time is up."""
        spent_s = max(0.0, now - self.since)
        return {seat: round(left_s - spent_s * (seat in self.runs), 1) for seat, left_s in self.left_s.items()}

    def switch(self, runs: tuple[str, ...], now: float, *, paused: bool = False) -> "ChessClock":
        """The same time with other clocks running from now on."""
        return replace(self, left_s=self.read(now), since=now, runs=runs, paused=paused)


def find_clock(log: GameLog, now: float) -> ChessClock | None:
    """The clocks of a game that is opened again, paused unless the game is over; None for a game without clocks."""
    line = next((line for line in reversed(log.lines) if isinstance(line, ClocksLine)), None)
    return ChessClock(line.clocks, now, (), paused=True) if line and line.clocks else None


def describe_clock(clock: ChessClock | None, now: float) -> dict[str, Json] | None:
    """The clocks as a page shows them, None without any."""
    if clock is None:
        return None
    left: dict[str, Json] = dict(clock.read(now))
    return {"left_s": left, "runs": list(clock.runs), "paused": clock.paused}


def clocks_text(clocks: Mapping[str, float], called: Callable[[str], object]) -> str:
    """`Red 59:12 left and Blue 0:31 over`."""
    if not clocks:
        return _("no clocks")
    return join_items([_describe_time(str(called(seat)), left_s) for seat, left_s in clocks.items()])


def _describe_time(seat: str, left_s: float) -> str:
    minutes, seconds = divmod(int(abs(left_s)), 60)
    time = f"{minutes}:{seconds:02d}"
    if left_s > 0:
        return _("{seat} {time} left", seat=seat, time=time)
    return _("{seat} {time} over", seat=seat, time=time)
