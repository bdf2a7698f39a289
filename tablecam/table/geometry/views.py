"""Views from eyes of upright targets."""

from dataclasses import dataclass

import numpy as np

# An eye straight above or below a target's axis has no horizontal line of view; +x is used instead.
STRAIGHT_ABOVE_IN = 1e-6

# A margin far above the rounding error of single precision, on a table of up to a thousand inches.
COARSE_IN = 1e-3


@dataclass(frozen=True)
class Views:
    """Views from eyes of upright targets, one column per view, in table inches.

    table: (9, n): the eye's x, y, z; half the target's width, the heights of its bottom and its top; the horizontal
    line of view as a unit vector's x and y; the distance of the target's axis along it.
    """

    table: np.ndarray

    def __len__(self) -> int:
        return self.table.shape[1]

    @property
    def eye(self) -> np.ndarray:
        """(3, n): the eye's x, y, z."""
        return self.table[:3]

    @property
    def half_width(self) -> np.ndarray:
        """(n,): half the target's width."""
        return self.table[3]

    @property
    def bottom(self) -> np.ndarray:
        """(n,): the height of the target's bottom above the eye: mostly negative."""
        return self.table[4] - self.table[2]

    @property
    def top(self) -> np.ndarray:
        """(n,): the height of the target's top above the eye."""
        return self.table[5] - self.table[2]

    @property
    def along(self) -> np.ndarray:
        """(2, n): the unit vector from the eye towards the target's axis in plan."""
        return self.table[6:8]

    @property
    def length(self) -> np.ndarray:
        """(n,): the distance from the eye to the target's axis in plan."""
        return self.table[8]

    @property
    def area(self) -> np.ndarray:
        """(n,): the areas of the targets, in square inches."""
        return 2 * self.half_width * (self.table[5] - self.table[4])

    def pick(self, columns: np.ndarray) -> "Views":
        """Some of the views."""
        return Views(self.table.take(columns, axis=1))

    def turn_offsets(self, plan: np.ndarray) -> np.ndarray:
        """(2, ..., n): offsets from the eye in plan (2, ..., n), as distances ahead and to the left."""
        offsets, across = self.along[0] * plan, self.along[1] * plan
        offsets[0] += across[1]
        offsets[1] -= across[0]
        return offsets


def find_reaching_cylinders(views: Views, cylinders: np.ndarray) -> np.ndarray:
    """(views, m): whether upright cylinders reach into the triangles from eyes to targets in plan.

    cylinders: (3 or more, m), x, y, radius. Too many by `COARSE_IN`, never too few.
    """
    places = np.ones((4, cylinders.shape[1]), np.float32)
    places[:3] = cylinders[:3]
    outside: np.ndarray = (_triangle_sides(views) @ places).max(axis=0)
    return outside < 0


def _triangle_sides(views: Views) -> np.ndarray:
    """(3, n, 4): the right, the left and the far side of the triangle from each eye to its target in plan.

    Four factors, of an upright cylinder's x, y and radius and of 1: their sum is negative where the cylinder reaches
    over that side, or touches it as nearly as `COARSE_IN`.
    """
    along, slope = views.along, views.half_width / views.length
    widened = np.sqrt(1 + slope * slope)
    lean, across = slope / widened * along, np.array([-along[1], along[0]]) / widened
    outward = np.array([across - lean, -across - lean, along])
    sides = np.empty((3, len(slope), 4), np.float32)
    sides[:, :, :2], sides[:, :, 2] = outward.transpose(0, 2, 1), -1.0
    offset = outward[:, 0] * views.table[0] + outward[:, 1] * views.table[1] + COARSE_IN
    offset[2] += views.length
    np.negative(offset, out=sides[:, :, 3], casting="same_kind")
    return sides


def lines_of_view(eye: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """(3, n): the unit vector and the length in plan from eyes (2 or 3, n) to the axes (2, n) of targets."""
    offset = axis[:2] - eye[:2]
    squares = offset * offset
    length = np.sqrt(squares[0] + squares[1])
    lines = np.empty((3, len(length)))
    np.maximum(length, STRAIGHT_ABOVE_IN, out=lines[2])
    np.divide(offset, lines[2], out=lines[:2])
    above = (length < STRAIGHT_ABOVE_IN).nonzero()[0]
    if len(above):
        lines[0, above], lines[1, above] = 1.0, 0.0
    return lines
