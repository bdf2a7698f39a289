"""The shapes that a table's ground may have, and the depth of its middle if it is one bowl.

The bowl is level at the table's edge, where the reference tags lie. `relief` weighs the remaining shapes of the ground.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tablecam.sensing.tracking.observation import Observation

# The possible shapes of the ground under the models: kinds of relief, each with the correlations of its heights and
# slopes.
#
# A kind is a Gaussian process of height 1 (one sigma) whose slopes are its derivatives: between two places it gives
# the covariance of (height, slope along x, slope along y) at one with those at the other.

# the ground has three figures at a place: its height and its two slopes
FIGURES = 3
# the variance of level ground, as a share of that of the relief's height
LEVEL = 1e-3
# a tilted model stands on its rim and rises by about this times its lean: half the width of a base with its tray
RIM_IN = 0.6
# no table sags exactly like the modelled bowl
DEPARTS = 0.15


class ReliefKind(Protocol):
    """One kind of relief."""

    def compute_covariance(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """Return the covariance of the figures at the places `here`, (n, 2), with those `there`, (m, 2): (3 n, 3 m)."""
        ...


@dataclass(frozen=True)
class Bowl:
    """One bowl over the playing area, `size_in` (x, y), level at its edge: a mat that sags in its frame.

    departing: its departure from a bowl, in shares of its depth.
    """

    size_in: tuple[float, float]
    departing: ReliefKind

    def compute_covariance(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """Return the covariance, as in `ReliefKind`."""
        departure = DEPARTS**2 * self.departing.compute_covariance(here, there)
        return np.outer(self._list_figures(here), self._list_figures(there)) + departure

    def _list_figures(self, places: np.ndarray) -> np.ndarray:
        return -np.array([bowl(float(x), float(y), self.size_in) for x, y in places]).reshape(-1)


@dataclass(frozen=True)
class Waves:
    """Hills and hollows of one breadth, in inches, that are level at the reference tags, `level_at` (n, 2)."""

    breadth_in: float
    level_at: np.ndarray

    def compute_covariance(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """Return the covariance, as in `ReliefKind`."""
        free_covariance = self._compute_free_covariance(here, there)
        if not len(self.level_at):
            return free_covariance
        to_references, from_references = (
            self._compute_free_covariance(here, self.level_at)[:, ::FIGURES],
            self._compute_free_covariance(self.level_at, there)[::FIGURES],
        )
        at_references = self._compute_free_covariance(self.level_at, self.level_at)[
            ::FIGURES, ::FIGURES
        ] + LEVEL * np.eye(len(self.level_at))
        return np.asarray(free_covariance - to_references @ np.linalg.solve(at_references, from_references))

    def _compute_free_covariance(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """Compute the covariance of ground that is level nowhere."""
        step = (here[:, None] - there[None]) / self.breadth_in
        correlation = np.exp(-(step**2).sum(axis=-1) / 2)
        covariance = np.empty((len(here), FIGURES, len(there), FIGURES))
        covariance[:, 0, :, 0] = correlation
        for row in range(2):
            covariance[:, 0, :, 1 + row] = correlation * step[..., row] / self.breadth_in
            covariance[:, 1 + row, :, 0] = -covariance[:, 0, :, 1 + row]
            for column in range(2):
                bend = (row == column) - step[..., row] * step[..., column]
                covariance[:, 1 + row, :, 1 + column] = correlation * bend / self.breadth_in**2
        return covariance.reshape(FIGURES * len(here), FIGURES * len(there))


@dataclass(frozen=True)
class OwnLeans:
    """Models that lean each on their own, by one radian, on level ground: no evidence on the ground elsewhere."""

    def compute_covariance(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """Return the covariance, as in `ReliefKind`."""
        is_same_place = (here[:, None] == there[None]).all(axis=-1)
        return np.kron(is_same_place, np.diag([RIM_IN**2, 1.0, 1.0]))


def bowl(x_in: float, y_in: float, size_in: Sequence[float]) -> tuple[float, float, float]:
    """Return the depth of a bowl of depth 1 at a place, and its growth with x and y; 0 beyond the edge."""
    x, y = (2 * place_in / size - 1 for place_in, size in zip((x_in, y_in), size_in, strict=True))
    if abs(x) >= 1 or abs(y) >= 1:
        return 0.0, 0.0, 0.0
    x_profile, y_profile = 1 - x * x, 1 - y * y
    return x_profile * y_profile, -4 * x * y_profile / size_in[0], -4 * y * x_profile / size_in[1]


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
