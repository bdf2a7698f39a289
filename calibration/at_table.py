"""What two lenses disagree about, in inches on the table: the only unit in which a calibration is good or bad.

Both lenses look at the table from where each finds itself by the reference tags around it, as they will in play. What a
wrong focal length does is then mostly taken up by the camera's height; what is left is what would be measured wrong.
The thought is mrcal's projection difference and uncertainty, put on our plane and into our distances.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.bundle import LensFit, intrinsics_of
from tablecam.geometry.projection import Camera, Intrinsics, Pose

DISTANCES_IN = (12.0, 24.0, 48.0)
GRID = 13
DRAWS = 40
# Ways to lay a distance across the table: along, away, and both diagonals.
WAYS = np.array([[1, 0], [0, 1], [np.sqrt(0.5), np.sqrt(0.5)], [np.sqrt(0.5), -np.sqrt(0.5)]])


@dataclass(frozen=True)
class OverheadSetting:
    """A camera that looks straight down on the middle of a square table."""

    height_in: float = 60.0
    table_in: float = 48.0


@dataclass(frozen=True)
class TableError:
    """One sigma, in inches.

    distances: the error of a distance of so many inches; one that the picture does not hold is not in it.
    places: (GRID, GRID), how far off a place is, the first row the far side, which is the picture's top.
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
    """What the corners' noise leaves uncertain, drawn from the covariance of the lens."""
    values, vectors = np.linalg.eigh(fit.covariance)
    # drawn from a fixed seed: the same views give the same report
    normal = np.random.default_rng(0).standard_normal((DRAWS, len(values)))
    steps = normal * np.sqrt(values.clip(0)) @ vectors.T
    drawn = [intrinsics_of(fit.lens + step, fit.size) for step in steps if (fit.lens + step)[:2].min() > 0]
    return disagreement(fit.intrinsics(), drawn, setting)


def halves_at_table(pairs: Sequence[tuple[LensFit, LensFit]], setting: OverheadSetting) -> TableError:
    """What two halves of the views disagree about: noise, and all that the model of the lens or the board lacks.

    A half has twice the variance of the whole, and two of them differ by twice that again: hence the half.
    """
    errors = [disagreement(a.intrinsics(), [b.intrinsics()], setting) for a, b in pairs]
    distances = {d: _mean_square([e.distances[d] for e in errors]) / 2 for d in errors[0].distances}
    places = np.sqrt(np.mean([error.places**2 for error in errors], axis=0)) / 2
    return TableError(distances, places, errors[0].seen_in)


def disagreement(true: Intrinsics, others: Sequence[Intrinsics], setting: OverheadSetting) -> TableError:
    """How far off places and distances come out where `others` read a table that `true` sees: root mean squares."""
    camera = Camera(true, _above(setting))
    seen = _seen(true, setting)
    grid = _grid(seen)
    tags = _tags(seen)
    pixels, tag_pixels = camera.project(_flat(grid)), camera.project(_flat(tags))
    found = np.array([_registered(lens, tags, tag_pixels, camera.pose).back_project(pixels) for lens in others])
    places = np.sqrt(((found - grid) ** 2).sum(axis=2).mean(axis=0)).reshape(GRID, GRID)
    return TableError(_distance_errors(grid, found, seen), places[::-1], seen)


def _above(setting: OverheadSetting) -> Pose:
    """The picture's right is the table's right, its top the far side."""
    turn = np.diag([1.0, -1.0, -1.0])
    middle = np.array([0, 0, setting.height_in])
    return Pose(turn, -turn @ middle)


def _seen(lens: Intrinsics, setting: OverheadSetting) -> tuple[float, float]:
    """Width and depth of the table's part that is in the picture, in inches, with a little left for its edge."""
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
    """The camera as it finds itself by the reference tags."""
    normal = lens.undistort(pixels).reshape(-1, 1, 2)
    rvec, tvec = start.rvec.reshape(3, 1).copy(), start.translation.reshape(3, 1).copy()
    rvec, tvec = cv2.solvePnPRefineLM(_flat(tags), normal * 1000, np.diag([1000.0, 1000, 1]), np.zeros(5), rvec, tvec)
    return Camera(lens, Pose.from_vectors(rvec, tvec))


def _distance_errors(grid: np.ndarray, found: np.ndarray, seen: tuple[float, float]) -> dict[float, float]:
    """Errors of distances between places of the grid, put where the distance begins and ends."""
    errors = {}
    for distance in DISTANCES_IN:
        starts = np.concatenate([_begin_and_end(grid, way * distance, seen) for way in WAYS])
        if not len(starts):
            continue
        wrong = [_read(grid, read, starts, seen) - distance for read in found]
        errors[distance] = _mean_square(np.concatenate(wrong))
    return errors


def _begin_and_end(grid: np.ndarray, way: np.ndarray, seen: tuple[float, float]) -> np.ndarray:
    """All (n, 2, 2) beginnings on the grid and ends on the table, one `way` further."""
    ends = grid + way
    inside = (np.abs(ends) <= np.array(seen) / 2 + 1e-6).all(axis=1)
    return np.stack([grid[inside], ends[inside]], axis=1)


def _read(grid: np.ndarray, found: np.ndarray, lines: np.ndarray, seen: tuple[float, float]) -> np.ndarray:
    """The lengths (n,) of lines (n, 2, 2) as a lens reads them that finds the grid's places at `found`."""
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
