"""What the ground under the models may look like: kinds of relief, each by how its heights and slopes go together.

A kind is a Gaussian process of height 1 (one sigma) whose slopes are its derivatives: between two places it gives the
covariance of (height, slope along x, slope along y) at the one with those at the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

# of what may stand on the ground there are three figures: its height and its two slopes
FIGURES = 3
# where the ground is level it is known better than its own height by this, squared
LEVEL = 1e-3
# a model that leans stands up on its rim, by about so much of its lean: half of what a base with its tray is across
RIM_IN = 0.6
# no table hangs exactly like the bowl that stands for it
DEPARTS = 0.15


class ReliefKind(Protocol):
    """One kind of relief."""

    def between(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """(3 n, 3 m): the covariance of the figures at the places `here`, (n, 2), with those `there`, (m, 2)."""
        ...


@dataclass(frozen=True)
class Bowl:
    """One bowl over the playing area, `size_in` (x, y), level at its edge: a mat that hangs through on its frame.

    departing: how it differs from a bowl, in shares of its depth.
    """

    size_in: tuple[float, float]
    departing: ReliefKind

    def between(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """As in `ReliefKind`."""
        departs = DEPARTS**2 * self.departing.between(here, there)
        return np.outer(self._figures(here), self._figures(there)) + departs

    def _figures(self, places: np.ndarray) -> np.ndarray:
        return -np.array([bowl(float(x), float(y), self.size_in) for x, y in places]).reshape(-1)


@dataclass(frozen=True)
class Waves:
    """Hills and hollows of one breadth, in inches, that are level where the reference tags lie, `level_at` (n, 2)."""

    breadth_in: float
    level_at: np.ndarray

    def between(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """As in `ReliefKind`."""
        free = self._free(here, there)
        if not len(self.level_at):
            return free
        to, back = self._free(here, self.level_at)[:, ::FIGURES], self._free(self.level_at, there)[::FIGURES]
        held = self._free(self.level_at, self.level_at)[::FIGURES, ::FIGURES] + LEVEL * np.eye(len(self.level_at))
        return np.asarray(free - to @ np.linalg.solve(held, back))

    def _free(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """The same where nothing is level."""
        way = (here[:, None] - there[None]) / self.breadth_in
        alike = np.exp(-(way**2).sum(axis=-1) / 2)
        found = np.empty((len(here), FIGURES, len(there), FIGURES))
        found[:, 0, :, 0] = alike
        for row in range(2):
            found[:, 0, :, 1 + row] = alike * way[..., row] / self.breadth_in
            found[:, 1 + row, :, 0] = -found[:, 0, :, 1 + row]
            for column in range(2):
                bend = (row == column) - way[..., row] * way[..., column]
                found[:, 1 + row, :, 1 + column] = alike * bend / self.breadth_in**2
        return found.reshape(FIGURES * len(here), FIGURES * len(there))


@dataclass(frozen=True)
class OwnLeans:
    """Models that lean each on their own, by one radian, on level ground: of the ground they say nothing elsewhere."""

    def between(self, here: np.ndarray, there: np.ndarray) -> np.ndarray:
        """As in `ReliefKind`."""
        same = (here[:, None] == there[None]).all(axis=-1)
        return np.kron(same, np.diag([RIM_IN**2, 1.0, 1.0]))


def bowl(x_in: float, y_in: float, size_in: Sequence[float]) -> tuple[float, float, float]:
    """How deep a bowl of depth 1 is there, and how that grows with x and y; 0 beyond the edge."""
    x, y = (2 * at / size - 1 for at, size in zip((x_in, y_in), size_in, strict=True))
    if abs(x) >= 1 or abs(y) >= 1:
        return 0.0, 0.0, 0.0
    across, along = 1 - x * x, 1 - y * y
    return across * along, -4 * x * along / size_in[0], -4 * y * across / size_in[1]
