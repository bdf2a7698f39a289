"""What one camera read lately, as of any moment of it: cameras that run freely never look at the same time.

A tag that moves is taken to go straight from one picture to the next, and its place is the less certain the further it
went between the two.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tablecam.sensing.tracking.average import wrapped
from tablecam.sensing.tracking.observation import WHOLE, Observation

# of the way between two pictures, in the middle of it: a hand does not go straight, nor at one pace
CURVE = 0.15
# a picture so much older than the moment says nothing about it
HOLDS_S = 0.25
# a camera may be so much later than another, and is waited for
LATEST_S = 5.0


@dataclass(frozen=True)
class _PastLook:
    time: float
    readings: tuple[Observation, ...]
    hidden: frozenset[int] = field(default_factory=frozenset)
    gone: frozenset[int] = field(default_factory=frozenset)


class RecentReadings:
    """The readings of one camera's latest pictures, in the order of time: back to where the latest of them may be."""

    def __init__(self) -> None:
        self._looks: deque[_PastLook] = deque()

    @property
    def time(self) -> float:
        """When the latest picture was taken; minus infinity before the first."""
        return self._looks[-1].time if self._looks else float("-inf")

    def add(
        self,
        time: float,
        readings: Iterable[Observation],
        hidden: frozenset[int] = frozenset(),
        gone: frozenset[int] = frozenset(),
    ) -> None:
        """What the newest picture shows. hidden, gone: tags whose place is covered, and bare."""
        if self._looks and time <= self._looks[-1].time - LATEST_S:
            # another camera's clock
            self._looks.clear()
        self._looks.append(_PastLook(time, tuple(readings), hidden, gone))
        # two are kept however far apart they are, for what is between them
        while len(self._looks) > 2 and self._looks[1].time < time - LATEST_S:
            self._looks.popleft()

    def forget(self) -> None:
        """The camera has moved, or sees nothing that can be trusted."""
        self._looks.clear()

    def at(self, time: float) -> list[Observation]:
        """The readings as of a moment; none where the latest picture is too old to say.

        A tag that only the next picture shows may have been anywhere then, and is left out.
        """
        before, after = self._around(time)
        if after is None:
            return []
        if before is None or not before.time <= time < after.time:
            return list(after.readings)
        share = (time - before.time) / (after.time - before.time)
        was, known = _single(before.readings), {reading.tag for reading in before.readings}
        return [
            _between(was[reading.tag], reading, share) if _moves(was.get(reading.tag), reading) else reading
            for reading in after.readings
            if reading.tag in known
        ]

    def hidden_at(self, time: float) -> frozenset[int]:
        """Tags whose place has something over it at a moment."""
        _, after = self._around(time)
        return after.hidden if after is not None else frozenset()

    def gone_at(self, time: float) -> frozenset[int]:
        """Tags whose place is open and bare at a moment."""
        _, after = self._around(time)
        return after.gone if after is not None else frozenset()

    def _around(self, time: float) -> tuple[_PastLook | None, _PastLook | None]:
        """The picture before a moment and the next one; the latest is the next of all that it still holds for."""
        before: _PastLook | None = None
        for look in reversed(self._looks):
            if look.time <= time:
                before = look
                break
        later = (look for look in self._looks if look.time > time)
        after = next(later, None)
        if after is not None:
            return before, after
        holds = before is not None and time - before.time <= HOLDS_S
        return None, before if holds else None


def common_time(arrived: Sequence[float], late_s: Sequence[float] | None = None) -> float:
    """The moment at which cameras whose latest pictures arrived at these times are read together.

    late_s: how late the pictures of each are. It is the moment that the last of them shows, so that nothing is
    foretold; cameras that have been silent for a while keep nobody waiting.
    """
    newest = max(arrived)
    late = late_s if late_s is not None else [0.0] * len(arrived)
    return min(time - by for time, by in zip(arrived, late, strict=True) if newest - time <= HOLDS_S)


def _single(readings: Sequence[Observation]) -> dict[int, Observation]:
    counts = Counter(reading.tag for reading in readings)
    return {reading.tag: reading for reading in readings if counts[reading.tag] == 1}


def _moves(was: Observation | None, now: Observation) -> bool:
    if was is None or was.seen != WHOLE or now.seen != WHOLE or not now.fresh or not np.isfinite(now.scale):
        return False
    off = np.array([now.x_in - was.x_in, now.y_in - was.y_in])
    spread = was.covariance[:2, :2] + now.covariance[:2, :2]
    return float(off @ np.linalg.solve(spread, off)) > 9.0


def _between(was: Observation, now: Observation, share: float) -> Observation:
    """A tag on its way, at a share of the time between two readings."""
    way = np.array([now.x_in - was.x_in, now.y_in - was.y_in])
    turn, growth = wrapped(now.heading_rad - was.heading_rad), now.scale - was.scale
    doubt = np.array([float(np.hypot(*way))] * 2 + [abs(turn), abs(growth)]) * CURVE * 4 * share * (1 - share)
    x, y = np.array([was.x_in, was.y_in]) + way * share
    return replace(
        now,
        x_in=float(x),
        y_in=float(y),
        heading_rad=wrapped(was.heading_rad + turn * share),
        scale=was.scale + growth * share,
        covariance=now.covariance[:4, :4] + np.diag(doubt**2),
        shear=0.0,
    )
