"""When a roll counts: the dice lie still, a hand has left the tray, and something lies otherwise than before."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.sensing.dice.reading import DieReading

# a small grey view from above is compared with the one before it
COMPARED_SCALE = 1.0
# more than noise and the flicker of lamps; dice change more
CHANGED_LEVELS = 14
# of the view; a die of 12 mm that turns on its place changes more
CHANGED_SHARE = 0.0008
# dice that lie still for this long do not roll on
REST_S = 0.35
# an arm across the sheet's edge is wider than this, in millimetres
ARM_MM = 15
# the edge as it usually looks is the median of this many looks
EDGE_LOOKS = 41
EDGE_LEVELS = 28


def has_stirred(before: np.ndarray, now: np.ndarray) -> bool:
    """Whether two small grey views from above, (rows, columns) uint8, differ by more than noise."""
    changed = cv2.absdiff(cv2.GaussianBlur(before, (3, 3), 0), cv2.GaussianBlur(now, (3, 3), 0)) > CHANGED_LEVELS
    return bool(changed.mean() > CHANGED_SHARE)


def sample_edge(view: np.ndarray) -> np.ndarray:
    """Return the outermost pixels of a small grey view around the sheet, without the brightness of the light."""
    inset = 2
    edge = np.concatenate([view[inset], view[:, -inset - 1], view[-inset - 1][::-1], view[:, inset][::-1]])
    return edge.astype(np.float32) - float(np.median(edge))


class EdgeWatch:
    """Finds an arm across the edge of the sheet, against the way that the edge usually looks."""

    def __init__(self) -> None:
        self._looks: deque[np.ndarray] = deque(maxlen=EDGE_LOOKS)

    def note(self, edge: np.ndarray) -> None:
        """Take in the edge of a view in which nothing moves."""
        self._looks.append(edge)

    def is_crossed(self, edge: np.ndarray) -> bool:
        """Whether something as wide as an arm lies across the edge."""
        if not self._looks:
            return False
        differs = np.abs(edge - np.median(self._looks, axis=0)) > EDGE_LEVELS
        return _find_longest_run(differs) >= ARM_MM * COMPARED_SCALE


def _find_longest_run(flags: np.ndarray) -> int:
    ends = np.flatnonzero(~np.concatenate([[False], flags, [False]]))
    return int(np.diff(ends).max() - 1)


class RollWatch:
    """Says when to read the dice: once, after a change, as soon as everything rests and no hand is there."""

    def __init__(self) -> None:
        self._stirred_at: float | None = None
        self._is_due = True

    @property
    def resting(self) -> bool:
        """Whether the dice were read since they moved."""
        return not self._is_due

    def look(self, time: float, stirs: bool, hand: bool) -> bool:
        """Take in one look; return whether the dice are to be read now. time: seconds on the camera's clock."""
        if stirs or hand or self._stirred_at is None:
            self._stirred_at, self._is_due = time, True
        if not self._is_due or time - self._stirred_at < REST_S:
            return False
        self._is_due = False
        return True


@dataclass(frozen=True)
class TrayRoll:
    """The dice of one roll, as they lie. rolled: for each die, whether it lies otherwise than before the roll.

    number: counts the rolls of an evening, from 1.
    """

    number: int
    dice: tuple[DieReading, ...]
    rolled: tuple[bool, ...]

    @property
    def fresh(self) -> tuple[int, ...]:
        """The places of the dice that were rolled."""
        return tuple(place for place, rolled in enumerate(self.rolled) if rolled)


def find_rolled(before: Sequence[DieReading], now: Sequence[DieReading]) -> tuple[bool, ...]:
    """For each die whether it was rolled: none lay on its place before with the same face."""
    return tuple(not any(_is_same(die, other) for other in before) for die in now)


def _is_same(die: DieReading, other: DieReading) -> bool:
    """Whether a die lies as another one did; of a die that could not be read, its place decides."""
    same_face = die.value == other.value or die.value is None or other.value is None
    return same_face and die.kind == other.kind and _get_distance(die, other) < _get_size(die) / 3


def _get_distance(die: DieReading, other: DieReading) -> float:
    centers = (np.mean(np.asarray(reading.outline_px, float), axis=0) for reading in (die, other))
    return math.dist(*centers)


def _get_size(die: DieReading) -> float:
    outline = np.asarray(die.outline_px, float)
    return float((outline.max(axis=0) - outline.min(axis=0)).mean())
