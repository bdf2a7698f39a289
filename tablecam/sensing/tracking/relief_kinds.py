"""The possible shapes of the ground under the models: kinds of relief, each with the correlations of its heights and
slopes.

A kind is a Gaussian process of height 1 (one sigma) whose slopes are its derivatives: between two places it gives the
covariance of (height, slope along x, slope along y) at one with those at the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

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
