"""Looks from eyes at upright targets."""

from dataclasses import dataclass

import numpy as np

# An eye straight above or below a target's axis has no horizontal line of view; it is taken to look along +x.
STRAIGHT_ABOVE_IN = 1e-6


@dataclass(frozen=True)
class Views:
    """Looks from eyes at upright targets, one column each, in table inches.

    table: (9, n): the eye's x, y, z; half the target's width, the heights of its bottom and its top; the horizontal
    line of view as a unit vector's x and y; how far the target's axis is along it.
    """

    table: np.ndarray

    def __len__(self) -> int:
        return self.table.shape[1]

    @property
    def eye(self) -> np.ndarray:
        """(3, n): x, y, z."""
        return self.table[:3]

    @property
    def half_width(self) -> np.ndarray:
        """(n,), of the target."""
        return self.table[3]

    @property
    def bottom(self) -> np.ndarray:
        """(n,), of the target above the eye's height: mostly negative."""
        return self.table[4] - self.table[2]

    @property
    def top(self) -> np.ndarray:
        """(n,), of the target above the eye's height."""
        return self.table[5] - self.table[2]

    @property
    def along(self) -> np.ndarray:
        """(2, n), the unit vector from the eye towards the target's axis in plan."""
        return self.table[6:8]

    @property
    def length(self) -> np.ndarray:
        """(n,), from the eye to the target's axis in plan."""
        return self.table[8]

    @property
    def area(self) -> np.ndarray:
        """(n,), of the targets."""
        return 2 * self.half_width * (self.table[5] - self.table[4])

    def pick(self, columns: np.ndarray) -> "Views":
        """Some of the looks."""
        return Views(self.table.take(columns, axis=1))

    def turned(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How far ahead and how far to the left plan offsets from the eye lie; x, y: (..., n)."""
        dx, dy = self.along
        return x * dx + y * dy, y * dx - x * dy


def lines_of_view(eye: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """(3, n): the unit vector and the length in plan from eyes (2 or 3, n) to the axes (2, n) of targets."""
    x, y = axis[0] - eye[0], axis[1] - eye[1]
    length = np.sqrt(x * x + y * y)
    above = length < STRAIGHT_ABOVE_IN
    safe = np.where(above, STRAIGHT_ABOVE_IN, length)
    return np.array([np.where(above, 1.0, x / safe), np.where(above, 0.0, y / safe), safe])
