"""One camera's recent readings, as of any moment: cameras that run freely never take images at the same time.

A moving tag is assumed to go straight from one image to the next. The further it went between the two, the less certain
its place is.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tablecam.sensing.tracking.observation import WHOLE, Observation, wrap_angle

# the doubt half way between two images, as a share of the step: a hand moves neither straight nor at one pace
CURVE = 0.15
# an image that is older than the moment by more than this says nothing about it
HOLDS_S = 0.25
# the program waits for a camera that is at most this much later than another
LATEST_S = 5.0


@dataclass(frozen=True)
class _PastLook:
    time: float
    readings: tuple[Observation, ...]
    hidden: frozenset[int] = field(default_factory=frozenset)
    gone: frozenset[int] = field(default_factory=frozenset)


class RecentReadings:
    """The readings of one camera's latest images, in the order of time, over the last LATEST_S seconds."""

    def __init__(self) -> None:
        self._looks: deque[_PastLook] = deque()

    @property
    def time(self) -> float:
        """The time of the latest image; minus infinity before the first."""
        return self._looks[-1].time if self._looks else float("-inf")

    def add(
        self,
        time: float,
        readings: Iterable[Observation],
        hidden: frozenset[int] = frozenset(),
        gone: frozenset[int] = frozenset(),
    ) -> None:
        """Add the newest image. hidden, gone: tags whose place is covered, and bare."""
        if self._looks and time <= self._looks[-1].time - LATEST_S:
            # the clock is another camera's
            self._looks.clear()
        self._looks.append(_PastLook(time, tuple(readings), hidden, gone))
        # keep two looks however far apart they are, to interpolate between them
        while len(self._looks) > 2 and self._looks[1].time < time - LATEST_S:
            self._looks.popleft()

    def forget(self) -> None:
        """Drop all readings: the camera has moved, or sees nothing reliable."""
        self._looks.clear()

    def get_readings(self, time: float) -> list[Observation]:
        """Return the readings as of a moment; none if the latest image is too old.

        A tag that only the next image shows may have been anywhere then, and is left out.
        """
        earlier, later = self._find_neighbours(time)
        if later is None:
            return []
        if earlier is None or not earlier.time <= time < later.time:
            return list(later.readings)
        time_share = (time - earlier.time) / (later.time - earlier.time)
        earlier_readings, earlier_tags = (
            _get_single_readings(earlier.readings),
            {reading.tag for reading in earlier.readings},
        )
        return [
            _interpolate_reading(earlier_readings[reading.tag], reading, time_share)
            if _has_moved(earlier_readings.get(reading.tag), reading)
            else reading
            for reading in later.readings
            if reading.tag in earlier_tags
        ]

    def get_hidden_tags(self, time: float) -> frozenset[int]:
        """Return the tags whose place is covered at a moment."""
        _, later = self._find_neighbours(time)
        return later.hidden if later is not None else frozenset()

    def get_gone_tags(self, time: float) -> frozenset[int]:
        """Return the tags whose place is open and bare at a moment."""
        _, later = self._find_neighbours(time)
        return later.gone if later is not None else frozenset()

    def _find_neighbours(self, time: float) -> tuple[_PastLook | None, _PastLook | None]:
        """Return the image before a moment and the next one. The latest image counts as the next while it holds."""
        earlier: _PastLook | None = None
        for look in reversed(self._looks):
            if look.time <= time:
                earlier = look
                break
        later_looks = (look for look in self._looks if look.time > time)
        next_look = next(later_looks, None)
        if next_look is not None:
            return earlier, next_look
        still_holds = earlier is not None and time - earlier.time <= HOLDS_S
        return None, earlier if still_holds else None


def common_time(arrived: Sequence[float], late_s: Sequence[float] | None = None) -> float:
    """Return the moment at which cameras whose latest images arrived at these times are read together.

    late_s: the delay of each camera's images. The result is the earliest of their latest moments, so that nothing is
    extrapolated; nobody waits for cameras that have been silent for a while.
    """
    newest = max(arrived)
    lateness_s = late_s if late_s is not None else [0.0] * len(arrived)
    return min(time - lateness for time, lateness in zip(arrived, lateness_s, strict=True) if newest - time <= HOLDS_S)


def _get_single_readings(readings: Sequence[Observation]) -> dict[int, Observation]:
    counts = Counter(reading.tag for reading in readings)
    return {reading.tag: reading for reading in readings if counts[reading.tag] == 1}


def _has_moved(was: Observation | None, now: Observation) -> bool:
    if was is None or was.seen != WHOLE or now.seen != WHOLE or not now.fresh or not np.isfinite(now.scale):
        return False
    shift_in = np.array([now.x_in - was.x_in, now.y_in - was.y_in])
    spread = was.covariance[:2, :2] + now.covariance[:2, :2]
    return float(shift_in @ np.linalg.solve(spread, shift_in)) > 9.0


def _interpolate_reading(was: Observation, now: Observation, share: float) -> Observation:
    """Return a moving tag's reading at a share of the time between two readings."""
    step_in = np.array([now.x_in - was.x_in, now.y_in - was.y_in])
    turn_rad, growth = wrap_angle(now.heading_rad - was.heading_rad), now.scale - was.scale
    doubt = np.array([float(np.hypot(*step_in))] * 2 + [abs(turn_rad), abs(growth)]) * CURVE * 4 * share * (1 - share)
    x, y = np.array([was.x_in, was.y_in]) + step_in * share
    return replace(
        now,
        x_in=float(x),
        y_in=float(y),
        heading_rad=wrap_angle(was.heading_rad + turn_rad * share),
        scale=was.scale + growth * share,
        covariance=now.covariance[:4, :4] + np.diag(doubt**2),
        shear=0.0,
    )
