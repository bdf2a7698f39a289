"""How far the table sags or rises, from all models at rest together.

The height of one tag is known to a tenth of an inch or two, so only all of them show that a mat hangs through: those in
the middle look smaller, and those on its slopes lean towards it. The shape is one bowl that is level at the table's
edge, where the reference tags lie; its depth is weighed against a flat table, and counts for as much as it is likely.
What cannot be told from flat stays in its sigma.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.i18n import Message
from tablecam.tracking.observation import Observation
from tablecam.units import to_mm

# how deep tables sag or rise, one sigma, and how usual that is: flat, warped a little, lying on two boards, hanging
SIZES_IN = np.array([0.0, 0.05, 0.12, 0.3])
USUAL = np.array([0.7, 0.1, 0.1, 0.1])
# light, and the places of the reference tags, change the apparent size of all tags by so much, one sigma
USUAL_SHARE = 0.004
LEAST_TAGS = 8
# How much the tags' sizes and shapes differ from a bowl's is the noise that is there. What readings claim counts as so
# many figures beside theirs; pictures drawn by program have a third of that noise, rendered ones up to twice.
CLAIMED = 12
# a sag as unlikely as this, and no deeper within its sigma than what places nothing elsewhere, is none
UNLIKELY = 0.05
# tags that all lie at the edge tell nothing of the middle
SINGULAR = 1e12
# depths that differ by less are the same
SAME_IN = 0.015
# a sag is told that is as likely as not and as deep as this: 2 mm, with its error about 3
TOLD_LIKELY, TOLD_IN = 0.5, 0.075


@dataclass(frozen=True)
class LevelTag:
    """A tag at rest that does not stand out: its reading, and how high it is over the table if that is flat."""

    reading: Observation
    height_in: float


@dataclass(frozen=True)
class TableShape:
    """A bowl over the playing area, `size_in` (x, y).

    depth_in: of its middle, negative where it rises, with sigma_in: the mean over flat and sagging tables. likely: that
    it sags or rises at all, 0 to 1. if_it_sags_in: how deep it is then.
    """

    size_in: tuple[float, float]
    depth_in: float
    sigma_in: float
    likely: float
    if_it_sags_in: float

    def height_in(self, x_in: float, y_in: float) -> float:
        """How high the table's surface is there: negative where it sags."""
        return -self.depth_in * bowl(x_in, y_in, self.size_in)[0]

    def height_sigma_in(self, x_in: float, y_in: float) -> float:
        """One sigma of `height_in`."""
        return self.sigma_in * bowl(x_in, y_in, self.size_in)[0]

    def lean(self, x_in: float, y_in: float) -> complex:
        """How a level base leans there: radians times the unit vector it leans to, as a complex number."""
        _, across, along = bowl(x_in, y_in, self.size_in)
        return self.depth_in * complex(across, along)

    @property
    def says(self) -> Message | None:
        """What to do about it; None while it is little or unsure."""
        if self.likely < TOLD_LIKELY or abs(self.if_it_sags_in) < TOLD_IN:
            return None
        if self.if_it_sags_in < 0:
            return Message(
                "the table rises by about {depth} mm in its middle, which is reckoned with: lay the mat on a flat "
                "board, so that places there are known better",
                depth=f"{to_mm(-self.if_it_sags_in):.0f}",
            )
        return Message(
            "the table sags by about {depth} mm in its middle, which is reckoned with: support it, or lay the mat on a "
            "board, so that places there are known better",
            depth=f"{to_mm(self.if_it_sags_in):.0f}",
        )


@dataclass(frozen=True)
class MeasuredDepth:
    """How deep the middle of the table lies under its edge by so many tags, if it is a bowl at all, and one sigma.

    flat: whether that is as likely as a sag, or more.
    """

    tags: int
    depth_in: float
    sigma_in: float
    flat: bool


def same_shape(a: TableShape | None, b: TableShape | None) -> bool:
    """Whether two shapes place models alike, within a few thousandths of an inch."""
    if a is None or b is None:
        return a is b
    return abs(a.depth_in - b.depth_in) < SAME_IN and abs(a.sigma_in - b.sigma_in) < SAME_IN


def bowl(x_in: float, y_in: float, size_in: tuple[float, float]) -> tuple[float, float, float]:
    """How deep a bowl of depth 1 is there, and how that grows with x and y; 0 beyond the edge."""
    x, y = (2 * at / size - 1 for at, size in zip((x_in, y_in), size_in, strict=True))
    if abs(x) >= 1 or abs(y) >= 1:
        return 0.0, 0.0, 0.0
    across, along = 1 - x * x, 1 - y * y
    return across * along, -4 * x * along / size_in[0], -4 * y * across / size_in[1]


def table_shape(tags: Sequence[LevelTag], size_in: tuple[float, float]) -> TableShape | None:
    """The table's shape; None where too few tags tell, or nothing speaks for a sag."""
    found = _bowl_of([tag for tag in tags if tag.reading.shaped], size_in)
    if found is None:
        return None
    depth, variance = found
    spreads = SIZES_IN**2 + variance
    odds = USUAL * np.exp(-(depth**2) / spreads / 2) / np.sqrt(spreads)
    odds /= odds.sum()
    # of each size, the mean and the variance that are left
    kept = SIZES_IN**2 / spreads
    mean = float(odds @ kept) * depth
    spread = math.sqrt(float(odds @ (kept * variance + (kept * depth) ** 2)) - mean**2)
    likely = float(odds[1:].sum())
    if likely < UNLIKELY and abs(mean) + spread < SAME_IN:
        return None
    return TableShape(size_in, mean, spread, likely, mean / likely)


def measured_depth(tags: Sequence[LevelTag], size_in: tuple[float, float]) -> MeasuredDepth | None:
    """What the tags tell of the table's shape, also where it is flat; None where too few tell."""
    shaped = [tag for tag in tags if tag.reading.shaped]
    found = _bowl_of(shaped, size_in)
    if found is None:
        return None
    shape = table_shape(shaped, size_in)
    flat = shape is None or shape.likely < TOLD_LIKELY
    return MeasuredDepth(len(shaped), found[0], math.sqrt(found[1]), flat)


def _bowl_of(tags: Sequence[LevelTag], size_in: tuple[float, float]) -> tuple[float, float] | None:
    """The depth of the bowl that suits the tags best, and its variance by the noise that is left."""
    if len(tags) < LEAST_TAGS:
        return None
    normal, pull, square = np.diag([0.0, USUAL_SHARE**-2]), np.zeros(2), 0.0
    for tag in tags:
        by, off, weight = _witness(tag, size_in)
        normal += by.T @ weight @ by
        pull += by.T @ weight @ off
        square += float(off @ weight @ off)
    if np.linalg.cond(normal) > SINGULAR:
        return None
    best = np.linalg.solve(normal, pull)
    left = max(square - float(best @ pull), 0.0)
    noise = (left + CLAIMED) / (3 * len(tags) - 2 + CLAIMED)
    return float(best[0]), float(np.linalg.inv(normal)[0, 0]) * noise


def _witness(tag: LevelTag, size_in: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How size and shape of a tag change with depth and common share, (3, 2); how far they are off; their weight."""
    reading = tag.reading
    eye_in = float(reading.eye_in[2])
    tilt = (complex(reading.x_in, reading.y_in) - complex(reading.eye_in[0], reading.eye_in[1])) / eye_in
    size = eye_in / (eye_in - tag.height_in)
    deep, across, along = bowl(reading.x_in, reading.y_in, size_in)
    lean = complex(across, along)
    # what the lean of the ground makes of size and shape as one eye sees them
    seen, shear = (0.0, lean) if reading.tells_lean else (size * (tilt * lean.conjugate()).real / 2, -tilt * lean / 2)
    by_depth = [-size * size * deep / eye_in - seen, shear.real, shear.imag]
    share = size if reading.printed is None else 0.0
    off = np.array([reading.scale - size, reading.shear.real, reading.shear.imag])
    return np.column_stack([by_depth, [share, 0.0, 0.0]]), off, np.linalg.inv(reading.covariance[3:, 3:])
