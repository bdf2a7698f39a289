"""What one camera read lately, as of any moment of it: cameras that run freely never look at the same time.

A tag that moves is taken to go straight from one picture to the next, and its place is the less certain the further it
went between the two.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.tracking.average import wrapped
from tablecam.tracking.observation import WHOLE, Observation

# of the way between two pictures, in the middle of it: a hand does not go straight, nor at one pace
CURVE = 0.15
# a picture so much older than the moment says nothing about it
HOLDS_S = 0.25


@dataclass(frozen=True)
class _PastLook:
    time: float
    readings: tuple[Observation, ...]


class RecentReadings:
    """The readings of one camera's two latest pictures, in the order of time."""

    def __init__(self) -> None:
        self._before: _PastLook | None = None
        self._latest: _PastLook | None = None

    @property
    def time(self) -> float:
        """When the latest picture was taken; minus infinity before the first."""
        return self._latest.time if self._latest is not None else float("-inf")

    def add(self, time: float, readings: Iterable[Observation]) -> None:
        """What the newest picture shows."""
        self._before, self._latest = self._latest, _PastLook(time, tuple(readings))

    def forget(self) -> None:
        """The camera has moved, or sees nothing that can be trusted."""
        self._before = self._latest = None

    def at(self, time: float) -> list[Observation]:
        """The readings as of a moment; none where the latest picture is too old to say."""
        if self._latest is None or time - self._latest.time > HOLDS_S:
            return []
        before = self._before
        if before is None or not before.time <= time < self._latest.time:
            return list(self._latest.readings)
        share = (time - before.time) / (self._latest.time - before.time)
        was = _single(before.readings)
        return [
            _between(was[reading.tag], reading, share) if _moves(was.get(reading.tag), reading) else reading
            for reading in self._latest.readings
        ]


def common_time(latest: Sequence[float]) -> float:
    """The moment at which cameras whose latest pictures are of these times are read together.

    It is that of the camera that looked first, so that nothing is foretold; cameras that have been silent for a while
    keep nobody waiting.
    """
    newest = max(latest)
    return min(time for time in latest if newest - time <= HOLDS_S)


def _single(readings: Sequence[Observation]) -> dict[int, Observation]:
    tags = [reading.tag for reading in readings]
    return {reading.tag: reading for reading in readings if tags.count(reading.tag) == 1}


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
