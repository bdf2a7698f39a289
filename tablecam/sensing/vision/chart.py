"""A local map from pixels to inches on the table's plane, exact enough for a tag and quick.

Within a few inches lens and perspective bend so little that a quadratic map of the pixel is right to 1e-4 px.
"""

import math
from dataclasses import dataclass

import numpy as np

from tablecam.table.geometry.projection import Camera

_GRID = np.stack(np.meshgrid(np.linspace(-1, 1, 5), np.linspace(-1, 1, 5), 0.0), axis=-1).reshape(-1, 3)


@dataclass(frozen=True)
class Chart:
    """A map from pixels to the plane z = 0 near one point: center_px (2,), reach_px, terms (6, 2), px_per_in."""

    center_px: np.ndarray
    reach_px: float
    terms: np.ndarray
    px_per_in: float
    outline_px: np.ndarray

    def to_table(self, columns: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return table points (2, n) of the pixels of a grid, row by row. columns (c,), rows (r,): of the grid."""
        x, y = (columns - self.center_px[0]) / self.reach_px, (rows - self.center_px[1]) / self.reach_px
        terms = self.terms.T[:, :, None]
        across = terms[:, 0] + (terms[:, 1] + terms[:, 3] * x) * x
        down = (terms[:, 2] + terms[:, 5] * y) * y
        places: np.ndarray = (terms[:, 4] * y)[:, :, None] * x
        places += across[:, None]
        places += down[:, :, None]
        return places.reshape(2, -1)


def chart(camera: Camera, x_in: float, y_in: float, reach_in: float) -> Chart:
    """Return the chart of the square of ±reach_in around a point on z = 0."""
    on_table = np.array([x_in, y_in, 0.0]) + _GRID * reach_in
    places_in = on_table[:, :2]
    px = camera.project(on_table)
    center_px = px[12]
    offsets_px = px - center_px
    reach_px = float(np.abs(offsets_px).max())
    basis = _compute_quadratic_basis(offsets_px[:, 0], offsets_px[:, 1], reach_px)
    terms = np.linalg.solve(basis @ basis.T, basis @ places_in)
    (x_across, y_across), (x_down, y_down) = terms[1:3].tolist()
    area = abs(x_across * y_down - y_across * x_down) / reach_px**2
    return Chart(center_px, reach_px, terms, 1 / math.sqrt(area) if area > 0 else math.inf, px)


def _compute_quadratic_basis(x: np.ndarray, y: np.ndarray, reach: float) -> np.ndarray:
    x, y = x / reach, y / reach
    return np.array([np.ones_like(x), x, y, x * x, x * y, y * y])
