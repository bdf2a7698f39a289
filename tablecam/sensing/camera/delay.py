"""The age of a camera's images on arrival: measured by a screen that flashes in front of it, and kept in a file.

No stream reports the time of its images on a known clock, and an image does not show its age. So a screen in front of
the camera turns white and black at odd intervals, and the images show how much later they follow. The delay of the
screen itself (usually a fiftieth of a second) is in the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.base.i18n import to_english
from tablecam.storage.table_toml import CameraDelay

# the number of fields of the image whose brightness is stored; the screen may cover any of them
FIELDS = (32, 18)
# the trial delays
LONGEST_S, STEP_S = 5.0, 0.005
# the least correlation of a field with the screen
FOLLOWS = 0.7
LEAST_FLASHES = 6


@dataclass(frozen=True)
class Flash:
    """The screen turns white or black at `time`, in seconds."""

    time: float
    white: bool


@dataclass(frozen=True)
class BrightFields:
    """The brightness of the fields of one image, (18, 32), and its arrival, seconds on the clock of the flashes."""

    time: float
    fields: np.ndarray


@dataclass(frozen=True)
class Delay:
    """The delay of the images, and one sigma of it, in seconds."""

    seconds: float
    sigma_s: float


def bright_fields(grey: np.ndarray, time: float) -> BrightFields:
    """Reduce an image that arrived at that time to its fields."""
    return BrightFields(time, cv2.resize(grey, FIELDS, interpolation=cv2.INTER_AREA).astype(float))


def find_delay(flashes: Sequence[Flash], looks: Sequence[BrightFields]) -> Delay | None:
    """Return the delay of a camera that saw a flashing screen; None if nothing in its images follows the screen."""
    if len(flashes) < LEAST_FLASHES or len(looks) < LEAST_FLASHES:
        return None
    times = np.array([look.time for look in looks])
    brightness = np.array([look.fields.ravel() for look in looks])
    changes = brightness - brightness.mean(axis=0)
    strength = np.sqrt((changes**2).sum(axis=0))
    lively_fields = changes[:, strength > 0.5 * strength.max()] / strength[strength > 0.5 * strength.max()]
    if not lively_fields.size or strength.max() < 1:
        return None
    delays = np.arange(0.0, LONGEST_S, STEP_S)
    likeness = np.array([_compute_likeness(lively_fields, _compute_screen(flashes, times - delay)) for delay in delays])
    best_likeness = float(likeness.max())
    if best_likeness < FOLLOWS:
        return None
    # the moment of a turn between two images is unknown: all delays that fit as well are equally good
    best_delays = delays[likeness > best_likeness - 0.25 / len(looks)]
    delay_s = float(best_delays.mean())
    interval_s = float(np.median(np.diff(times)))
    turn_count = max(1, len(flashes) - 1)
    return Delay(delay_s, float(np.hypot(np.ptp(best_delays) / np.sqrt(12), interval_s / np.sqrt(12 * turn_count))))


def _compute_screen(flashes: Sequence[Flash], times: np.ndarray) -> np.ndarray:
    """Return the screen at these times: 1 white, 0 black and before the first flash."""
    starts = np.array([flash.time for flash in flashes])
    values = np.array([0.0, *(1.0 if flash.white else 0.0 for flash in flashes)])
    return np.asarray(values[np.searchsorted(starts, times, side="right")])


def _compute_likeness(lively: np.ndarray, shown: np.ndarray) -> float:
    """Return how closely the best field follows the screen, from 0 to 1. lively: unit columns without their means."""
    changes = shown - shown.mean()
    length = float(np.linalg.norm(changes))
    return float((changes @ lively).max()) / length if length > 0 else 0.0


def get_delay_s(delays: Mapping[str, CameraDelay], name: object) -> float:
    """Return the delay in seconds of the images of the camera of this name; 0 if nobody measured it."""
    delay = delays.get(to_english(name))
    return delay.seconds if delay is not None else 0.0
