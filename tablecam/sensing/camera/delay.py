"""How old the pictures of a camera are when they arrive: measured by a screen that flashes in front of it.

No stream says when its pictures were taken by a clock that we know, and what is late does not show in a picture. So a
screen before the camera turns white and black at odd intervals, and the pictures tell how much later they do. What the
screen itself takes (a fiftieth of a second, as a rule) is in the result.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

# brightness is kept for so many fields of the picture; the screen may cover any of them
FIELDS = (32, 18)
# the delays that are tried
LONGEST_S, STEP_S = 5.0, 0.005
# the share of what a field does that has to follow the screen
FOLLOWS = 0.7
LEAST_FLASHES = 6


@dataclass(frozen=True)
class Flash:
    """From `time` on, in seconds, the screen is white or black."""

    time: float
    white: bool


@dataclass(frozen=True)
class BrightFields:
    """How bright the fields of one picture are, (18, 32), and when it arrived, seconds on the clock of the flashes."""

    time: float
    fields: np.ndarray


@dataclass(frozen=True)
class Delay:
    """How much later the pictures show what is, and one sigma of it, in seconds."""

    seconds: float
    sigma_s: float


def bright_fields(grey: np.ndarray, time: float) -> BrightFields:
    """What is kept of a picture that arrived at that time."""
    return BrightFields(time, cv2.resize(grey, FIELDS, interpolation=cv2.INTER_AREA).astype(float))


def delay_of(flashes: Sequence[Flash], looks: Sequence[BrightFields]) -> Delay | None:
    """The delay of a camera before which a screen flashed; None where nothing in its pictures follows the screen."""
    if len(flashes) < LEAST_FLASHES or len(looks) < LEAST_FLASHES:
        return None
    times = np.array([look.time for look in looks])
    seen = np.array([look.fields.ravel() for look in looks])
    moves = seen - seen.mean(axis=0)
    strength = np.sqrt((moves**2).sum(axis=0))
    lively = moves[:, strength > 0.5 * strength.max()] / strength[strength > 0.5 * strength.max()]
    if not lively.size or strength.max() < 1:
        return None
    delays = np.arange(0.0, LONGEST_S, STEP_S)
    follows = np.array([_follows(lively, _shown(flashes, times - delay)) for delay in delays])
    best = float(follows.max())
    if best < FOLLOWS:
        return None
    # between two pictures nothing tells when the screen turned: all delays that suit as well are as good
    as_good = delays[follows > best - 0.25 / len(looks)]
    middle = float(as_good.mean())
    apart_s = float(np.median(np.diff(times)))
    turns = max(1, len(flashes) - 1)
    return Delay(middle, float(np.hypot(np.ptp(as_good) / np.sqrt(12), apart_s / np.sqrt(12 * turns))))


def _shown(flashes: Sequence[Flash], times: np.ndarray) -> np.ndarray:
    """What the screen showed at these times: 1 white, 0 black and before the first flash."""
    starts = np.array([flash.time for flash in flashes])
    values = np.array([0.0, *(1.0 if flash.white else 0.0 for flash in flashes)])
    return np.asarray(values[np.searchsorted(starts, times, side="right")])


def _follows(lively: np.ndarray, shown: np.ndarray) -> float:
    """How closely the best field follows what was shown, from 0 to 1. lively: unit columns without their means."""
    moves = shown - shown.mean()
    length = float(np.linalg.norm(moves))
    return float((moves @ lively).max()) / length if length > 0 else 0.0
