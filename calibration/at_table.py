"""How much two lenses disagree, in inches on the table: the unit that decides whether a calibration is good.

Each lens looks at the table from where the reference tags place it, as in play. The camera's height then absorbs most
of the effect of a wrong focal length; the rest is what would be measured wrong. The idea is mrcal's projection
difference and uncertainty, applied to the plane and the distances of a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.bundle import LensFit, intrinsics_of
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

    distances: the error of a distance of so many inches, for those that fit into the picture.
    places: (GRID, GRID), how far off a place is; the first row is the far side, which is the picture's top.
    seen_in: width and depth of the part of the table that is in the picture.
    """

    distances: dict[float, float]
    places: np.ndarray
    seen_in: tuple[float, float]

    @property
    def worst_place_in(self) -> float:
        """The largest error of a place on the table."""
        return float(self.places.max())


def noise_at_table(fit: LensFit, setting: OverheadSetting) -> TableError:
    """The error that the corners' noise leaves, drawn from the covariance of the lens."""
    values, vectors = np.linalg.eigh(fit.covariance)
    # a fixed seed, so that the same views give the same report
    normal = np.random.default_rng(0).standard_normal((DRAWS, len(values)))
    steps = normal * np.sqrt(values.clip(0)) @ vectors.T
    drawn = [intrinsics_of(fit.lens + step, fit.size) for step in steps if (fit.lens + step)[:2].min() > 0]
    return disagreement(fit.intrinsics(), drawn, setting)


def halves_at_table(pairs: Sequence[tuple[LensFit, LensFit]], setting: OverheadSetting) -> TableError:
    """How much two halves of the views disagree: by noise, and by whatever the model of the lens or the board lacks.

    A half has twice the variance of the whole, and two halves differ by twice that again: hence the division by two.
    """
    errors = [disagreement(a.intrinsics(), [b.intrinsics()], setting) for a, b in pairs]
    distances = {d: _mean_square([e.distances[d] for e in errors]) / 2 for d in errors[0].distances}
    places = np.sqrt(np.mean([error.places**2 for error in errors], axis=0)) / 2
    return TableError(distances, places, errors[0].seen_in)


def disagreement(true: Intrinsics, others: Sequence[Intrinsics], setting: OverheadSetting) -> TableError:
    """The errors (root mean squares) of places and distances when `others` read a picture that `true` took."""
    camera = Camera(true, _pose_above(setting))
    seen = _extent_seen(true, setting)
    grid = _grid(seen)
    tags = _tags(seen)
    pixels, tag_pixels = camera.project(_flat(grid)), camera.project(_flat(tags))
    found = np.array([_registered(lens, tags, tag_pixels, camera.pose).back_project(pixels) for lens in others])
    places = np.sqrt(((found - grid) ** 2).sum(axis=2).mean(axis=0)).reshape(GRID, GRID)
    return TableError(_distance_errors(grid, found, seen), places[::-1], seen)


def _pose_above(setting: OverheadSetting) -> Pose:
    """The picture's right is the table's right, its top the far side."""
    turn = np.diag([1.0, -1.0, -1.0])
    middle = np.array([0, 0, setting.height_in])
    return Pose(turn, -turn @ middle)


def _extent_seen(lens: Intrinsics, setting: OverheadSetting) -> tuple[float, float]:
    """Width and depth of the part of the table that is in the picture, in inches, with a small margin."""
    edges = np.array([[0, lens.height / 2], [lens.width - 1, lens.height / 2], [lens.width / 2, 0]])
    last = [lens.width / 2, lens.height - 1]
    normal = np.abs(lens.undistort(np.vstack([edges, last])))
    reach = 2 * setting.height_in * 0.98
    width, depth = reach * min(normal[0, 0], normal[1, 0]), reach * min(normal[2, 1], normal[3, 1])
    return min(setting.table_in, width), min(setting.table_in, depth)


def _grid(seen: tuple[float, float]) -> np.ndarray:
    x, y = (np.linspace(-length / 2, length / 2, GRID) for length in seen)
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _tags(seen: tuple[float, float]) -> np.ndarray:
    """Eight reference tags, at the corners and the middles of the sides."""
    places = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    return np.array(places) * np.array(seen) / 2


def _flat(points: np.ndarray) -> np.ndarray:
    return np.column_stack([points, np.zeros(len(points))])


def _registered(lens: Intrinsics, tags: np.ndarray, pixels: np.ndarray, start: Pose) -> Camera:
    """The camera where the reference tags place it."""
    normal = lens.undistort(pixels).reshape(-1, 1, 2)
    rvec, tvec = start.rvec.reshape(3, 1).copy(), start.translation.reshape(3, 1).copy()
    rvec, tvec = cv2.solvePnPRefineLM(_flat(tags), normal * 1000, np.diag([1000.0, 1000, 1]), np.zeros(5), rvec, tvec)
    return Camera(lens, Pose.from_vectors(rvec, tvec))


def _distance_errors(grid: np.ndarray, found: np.ndarray, seen: tuple[float, float]) -> dict[float, float]:
    """Errors of distances that begin at places of the grid."""
    errors = {}
    for distance in DISTANCES_IN:
        lines = np.concatenate([_lines_on_table(grid, direction * distance, seen) for direction in DIRECTIONS])
        if not len(lines):
            continue
        wrong = [_lengths_read(grid, read, lines, seen) - distance for read in found]
        errors[distance] = _mean_square(np.concatenate(wrong))
    return errors


def _lines_on_table(grid: np.ndarray, step: np.ndarray, seen: tuple[float, float]) -> np.ndarray:
    """All lines (n, 2, 2) that begin on the grid and end on the table, one step further."""
    ends = grid + step
    inside = (np.abs(ends) <= np.array(seen) / 2 + 1e-6).all(axis=1)
    return np.stack([grid[inside], ends[inside]], axis=1)


def _lengths_read(grid: np.ndarray, found: np.ndarray, lines: np.ndarray, seen: tuple[float, float]) -> np.ndarray:
    """The lengths (n,) that a lens reads of lines (n, 2, 2), if it finds the grid's places at `found`."""
    shifts = (found - grid).reshape(GRID, GRID, 2)
    cell = (lines / np.array(seen) + 0.5) * (GRID - 1)
    low = np.floor(cell).astype(int).clip(0, GRID - 2)
    part = cell - low
    read = lines.copy()
    for dx, dy in ((0, 0), (0, 1), (1, 0), (1, 1)):
        share = np.abs(1 - dx - part[..., 0]) * np.abs(1 - dy - part[..., 1])
        read += share[..., None] * shifts[low[..., 1] + dy, low[..., 0] + dx]
    return np.linalg.norm(read[:, 1] - read[:, 0], axis=1)


def _mean_square(values: Sequence[float] | np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(values))))
