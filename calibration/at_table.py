"""Measures the disagreement of two lenses in inches on the table: the unit that decides whether a calibration is good.

Each lens looks at the table from the pose that the reference tags give it, as in play. The camera's height then absorbs
most of the effect of a wrong focal length; the rest is the error of measurements. The idea is mrcal's projection
difference and uncertainty, applied to the plane and the distances of a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.bundle import LensFit, make_intrinsics
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose

DISTANCES_IN = (12.0, 24.0, 48.0)
GRID = 13
DRAWS = 40
# Directions in which a distance is laid across the table: along, away, and both diagonals.
DIRECTIONS = np.array([[1, 0], [0, 1], [np.sqrt(0.5), np.sqrt(0.5)], [np.sqrt(0.5), -np.sqrt(0.5)]])


@dataclass(frozen=True)
class OverheadSetting:
    """A camera that looks straight down on the middle of a square table."""

    height_in: float = 60.0
    table_in: float = 48.0


@dataclass(frozen=True)
class TableError:
    """One sigma, in inches.

    distances: the errors of distances, by their length in inches, for those that fit into the picture. places: (GRID,
    GRID), the errors of places; the first row is the far side, which is the picture's top. seen_in: width and depth of
    the part of the table that is in the picture.
    """

    distances: dict[float, float]
    places: np.ndarray
    seen_in: tuple[float, float]

    @property
    def worst_place_in(self) -> float:
        """The largest error of a place on the table."""
        return float(self.places.max())


def noise_at_table(fit: LensFit, setting: OverheadSetting) -> TableError:
    """Computes the error that the corners' noise leaves, drawn from the covariance of the lens."""
    values, vectors = np.linalg.eigh(fit.covariance)
    # a fixed seed, so that the same views give the same report
    normal = np.random.default_rng(0).standard_normal((DRAWS, len(values)))
    steps = normal * np.sqrt(values.clip(0)) @ vectors.T
    drawn = [make_intrinsics(fit.lens + step, fit.size) for step in steps if (fit.lens + step)[:2].min() > 0]
    return disagreement(fit.intrinsics(), drawn, setting)


def halves_at_table(pairs: Sequence[tuple[LensFit, LensFit]], setting: OverheadSetting) -> TableError:
    """Computes the disagreement of halves of the views: by noise, and by defects of the lens model or the board.

    A half has twice the variance of all views, and two halves differ by twice that again: hence the division by two.
    """
    errors = [disagreement(first.intrinsics(), [second.intrinsics()], setting) for first, second in pairs]
    distances = {
        distance: _compute_rms([error.distances[distance] for error in errors]) / 2 for distance in errors[0].distances
    }
    places = np.sqrt(np.mean([error.places**2 for error in errors], axis=0)) / 2
    return TableError(distances, places, errors[0].seen_in)


def disagreement(true: Intrinsics, others: Sequence[Intrinsics], setting: OverheadSetting) -> TableError:
    """Computes the errors (root mean squares) of places and distances when `others` read a picture that `true` took."""
    camera = Camera(true, _make_overhead_pose(setting))
    extent_in = _measure_extent(true, setting)
    grid = _make_grid(extent_in)
    tags = _make_tags(extent_in)
    pixels, tag_pixels = camera.project(_to_plane(grid)), camera.project(_to_plane(tags))
    places_read = np.array(
        [_register_camera(lens, tags, tag_pixels, camera.pose).back_project(pixels) for lens in others]
    )
    places = np.sqrt(((places_read - grid) ** 2).sum(axis=2).mean(axis=0)).reshape(GRID, GRID)
    return TableError(_compute_distance_errors(grid, places_read, extent_in), places[::-1], extent_in)


def _make_overhead_pose(setting: OverheadSetting) -> Pose:
    """Places the camera: the picture's right is the table's right, its top the far side."""
    turn = np.diag([1.0, -1.0, -1.0])
    middle = np.array([0, 0, setting.height_in])
    return Pose(turn, -turn @ middle)


def _measure_extent(lens: Intrinsics, setting: OverheadSetting) -> tuple[float, float]:
    """Measures width and depth of the part of the table that is in the picture, in inches, with a small margin."""
    edges = np.array([[0, lens.height / 2], [lens.width - 1, lens.height / 2], [lens.width / 2, 0]])
    bottom = [lens.width / 2, lens.height - 1]
    normal = np.abs(lens.undistort(np.vstack([edges, bottom])))
    reach = 2 * setting.height_in * 0.98
    width, depth = reach * min(normal[0, 0], normal[1, 0]), reach * min(normal[2, 1], normal[3, 1])
    return min(setting.table_in, width), min(setting.table_in, depth)


def _make_grid(seen: tuple[float, float]) -> np.ndarray:
    x, y = (np.linspace(-length / 2, length / 2, GRID) for length in seen)
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _make_tags(seen: tuple[float, float]) -> np.ndarray:
    """Places eight reference tags, at the corners and the middles of the sides."""
    places = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    return np.array(places) * np.array(seen) / 2


def _to_plane(points: np.ndarray) -> np.ndarray:
    return np.column_stack([points, np.zeros(len(points))])


def _register_camera(lens: Intrinsics, tags: np.ndarray, pixels: np.ndarray, start: Pose) -> Camera:
    """Places the camera by the reference tags."""
    normal = lens.undistort(pixels).reshape(-1, 1, 2)
    rvec, tvec = start.rvec.reshape(3, 1).copy(), start.translation.reshape(3, 1).copy()
    rvec, tvec = cv2.solvePnPRefineLM(
        _to_plane(tags), normal * 1000, np.diag([1000.0, 1000, 1]), np.zeros(5), rvec, tvec
    )
    return Camera(lens, Pose.from_vectors(rvec, tvec))


def _compute_distance_errors(grid: np.ndarray, found: np.ndarray, seen: tuple[float, float]) -> dict[float, float]:
    """Computes the errors of distances that begin at places of the grid."""
    errors = {}
    for distance in DISTANCES_IN:
        lines = np.concatenate([_list_lines(grid, direction * distance, seen) for direction in DIRECTIONS])
        if not len(lines):
            continue
        length_errors = [_read_lengths(grid, read, lines, seen) - distance for read in found]
        errors[distance] = _compute_rms(np.concatenate(length_errors))
    return errors


def _list_lines(grid: np.ndarray, step: np.ndarray, seen: tuple[float, float]) -> np.ndarray:
    """Lists all lines (n, 2, 2) that begin on the grid and end on the table, one step further."""
    ends = grid + step
    inside = (np.abs(ends) <= np.array(seen) / 2 + 1e-6).all(axis=1)
    return np.stack([grid[inside], ends[inside]], axis=1)


def _read_lengths(grid: np.ndarray, found: np.ndarray, lines: np.ndarray, seen: tuple[float, float]) -> np.ndarray:
    """Reads the lengths (n,) of lines (n, 2, 2) with a lens that finds the grid's places at `found`."""
    shifts = (found - grid).reshape(GRID, GRID, 2)
    cell = (lines / np.array(seen) + 0.5) * (GRID - 1)
    low = np.floor(cell).astype(int).clip(0, GRID - 2)
    fraction = cell - low
    read = lines.copy()
    for dx, dy in ((0, 0), (0, 1), (1, 0), (1, 1)):
        share = np.abs(1 - dx - fraction[..., 0]) * np.abs(1 - dy - fraction[..., 1])
        read += share[..., None] * shifts[low[..., 1] + dy, low[..., 0] + dx]
    return np.linalg.norm(read[:, 1] - read[:, 0], axis=1)


def _compute_rms(values: Sequence[float] | np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(values))))
