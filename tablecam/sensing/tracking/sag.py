"""How deep the table's middle lies if it is one bowl, from all models at rest together, for the certificate.

The bowl is level at the table's edge, where the reference tags lie. `relief` weighs what else the ground may look like.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.relief_kinds import bowl

# light, and the places of the reference tags, change the apparent size of all tags by so much, one sigma
USUAL_SHARE = 0.004
LEAST_TAGS = 8
# How much the tags' sizes and shapes differ from a bowl's is the noise that is there. What readings claim counts as so
# many figures beside theirs; pictures drawn by program have a third of that noise, rendered ones up to twice.
CLAIMED = 12
# tags that all lie at the edge tell nothing of the middle
SINGULAR = 1e12


@dataclass(frozen=True)
class LevelTag:
    """A tag at rest that does not stand out: its reading, and how high it is over the table if that is flat.

    arm_in: (x, y), the way in plan from the centre of the base, which lies on the ground, to the tag's.
    """

    reading: Observation
    height_in: float
    arm_in: tuple[float, float] = (0.0, 0.0)

    @property
    def base_in(self) -> np.ndarray:
        """(x, y), where the centre of its base is."""
        return self.reading.at_height(self.height_in)[0][:2] - np.array(self.arm_in)


@dataclass(frozen=True)
class MeasuredDepth:
    """How deep the middle of the table lies under its edge by so many tags, if it is a bowl at all, and one sigma.

    flat: whether that is as likely as a sag, or more.
    """

    tags: int
    depth_in: float
    sigma_in: float
    flat: bool


def measured_depth(tags: Sequence[LevelTag], size_in: tuple[float, float], flat: bool) -> MeasuredDepth | None:
    """How deep the table's middle lies, also where it is flat; None where too few tell. flat: as in the result."""
    shaped = [tag for tag in tags if tag.reading.shaped]
    found = _bowl_of(shaped, size_in)
    if found is None:
        return None
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
