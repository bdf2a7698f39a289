"""The depth of the table's middle if the table is one bowl, from all models at rest together, for the certificate.

The bowl is level at the table's edge, where the reference tags lie. `relief` weighs the remaining shapes of the ground.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.relief_kinds import bowl

# one sigma of the common change of all sizes by light and by the places of the reference tags
USUAL_SHARE = 0.004
LEAST_TAGS = 8
# The differences of the tags' sizes and shapes from a bowl's show the actual noise. The readings' claim counts as this
# many additional figures; images drawn by program have a third of the claimed noise, rendered ones up to twice.
CLAIMED = 12
# tags that all lie at the edge give no evidence on the middle
SINGULAR = 1e12


@dataclass(frozen=True)
class LevelTag:
    """A tag at rest that does not stand out: its reading, and its height over the table if that is flat.

    arm_in: (x, y), the vector in plan from the centre of the base, which lies on the ground, to the tag's.
    """

    reading: Observation
    height_in: float
    arm_in: tuple[float, float] = (0.0, 0.0)

    @property
    def base_in(self) -> np.ndarray:
        """The centre of its base, (x, y)."""
        return self.reading.compute_place(self.height_in)[0][:2] - np.array(self.arm_in)


@dataclass(frozen=True)
class MeasuredDepth:
    """The depth of the table's middle below its edge if it is a bowl, with one sigma. tags: the number of tags used.

    flat: whether flat is as likely as a sag, or likelier.
    """

    tags: int
    depth_in: float
    sigma_in: float
    flat: bool


def measure_depth(tags: Sequence[LevelTag], size_in: tuple[float, float], flat: bool) -> MeasuredDepth | None:
    """Measure the depth of the table's middle, also if it is flat; None with too few tags. flat: as in the result."""
    shaped = [tag for tag in tags if tag.reading.shaped]
    depth_and_variance = _fit_bowl(shaped, size_in)
    if depth_and_variance is None:
        return None
    return MeasuredDepth(len(shaped), depth_and_variance[0], math.sqrt(depth_and_variance[1]), flat)


def _fit_bowl(tags: Sequence[LevelTag], size_in: tuple[float, float]) -> tuple[float, float] | None:
    """Return the depth of the bowl that fits the tags best, and its variance by the noise of the residuals."""
    if len(tags) < LEAST_TAGS:
        return None
    normal, pull, square = np.diag([0.0, USUAL_SHARE**-2]), np.zeros(2), 0.0
    for tag in tags:
        slopes, deviation, weight = _compute_evidence(tag, size_in)
        normal += slopes.T @ weight @ slopes
        pull += slopes.T @ weight @ deviation
        square += float(deviation @ weight @ deviation)
    if np.linalg.cond(normal) > SINGULAR:
        return None
    solution = np.linalg.solve(normal, pull)
    residual_square = max(square - float(solution @ pull), 0.0)
    noise = (residual_square + CLAIMED) / (3 * len(tags) - 2 + CLAIMED)
    return float(solution[0]), float(np.linalg.inv(normal)[0, 0]) * noise


def _compute_evidence(tag: LevelTag, size_in: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Compute the derivative of size and shape by depth and common share, (3, 2); their deviation; their weight."""
    reading = tag.reading
    eye_in = float(reading.eye_in[2])
    tilt = (complex(reading.x_in, reading.y_in) - complex(reading.eye_in[0], reading.eye_in[1])) / eye_in
    size = eye_in / (eye_in - tag.height_in)
    depth, x_slope, y_slope = bowl(reading.x_in, reading.y_in, size_in)
    lean = complex(x_slope, y_slope)
    # the effect of the ground's lean on size and shape as one eye sees them
    size_change, shear = (
        (0.0, lean) if reading.tells_lean else (size * (tilt * lean.conjugate()).real / 2, -tilt * lean / 2)
    )
    by_depth = [-size * size * depth / eye_in - size_change, shear.real, shear.imag]
    common_size = size if reading.printed is None else 0.0
    deviation = np.array([reading.scale - size, reading.shear.real, reading.shear.imag])
    return np.column_stack([by_depth, [common_size, 0.0, 0.0]]), deviation, np.linalg.inv(reading.covariance[3:, 3:])
