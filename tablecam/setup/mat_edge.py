"""Finds the edge of the playing mat in the picture: a length of known size that no printer made."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from tablecam.sensing.vision.frame import Frame
from tablecam.setup.straight_edges import StraightEdge, Strip, straight_edges
from tablecam.table.geometry.projection import Camera
from tablecam.table.table import Table

# limits of a print's scale, and so of the table that rests on it
SMALLEST, LARGEST = 0.92, 1.06
# greatest difference of the scales by width and depth of one mat
SAME_SCALE = 0.006
# mats are cut to about a sixteenth of an inch
CUT_SIGMA_IN = 0.06
# uncertainty of a corner that a finger has dragged
DRAGGED_SIGMA_IN = 0.06
# reach around a reference tag's centre, in edges of its black square: its white ring and some paper
TAG_REACH = 0.85


@dataclass(frozen=True)
class MatEdge:
    """The four corners of the mat on the table at its believed scale, (4, 2), the origin's first, then anticlockwise.

    sigma_in: of the distance of two sides, both dimensions alike.
    """

    corners_in: np.ndarray
    sigma_in: float

    @property
    def size_in(self) -> tuple[float, float]:
        """Its width and depth, at the table's believed scale."""
        sides = np.linalg.norm(np.roll(self.corners_in, -1, axis=0) - self.corners_in, axis=1)
        return float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2

    def scale(self, true_in: tuple[float, float]) -> tuple[float, float]:
        """Computes the true inches to one believed inch, and its one sigma as a share, for a mat of that size."""
        believed = self.size_in
        sigma = float(np.hypot(self.sigma_in, CUT_SIGMA_IN))
        weights = np.array(true_in) ** 2
        factor = float((np.array(true_in) / believed * weights).sum() / weights.sum())
        return factor, sigma / float(np.sqrt(weights.sum()))

    def disagreement(self, true_in: tuple[float, float]) -> float:
        """Compares the scales by width and by depth: they differ much for another size, or for another thing's edge."""
        width, depth = self.size_in
        return abs(true_in[0] / width / (true_in[1] / depth) - 1)


def find_mat(frame: Frame, camera: Camera, table: Table) -> MatEdge | None:
    """Finds the mat of the table's size; None if no four edges belong to one, so that nothing is guessed."""
    hidden = [_outline_reference(tag.center_in, tag.size_in) for tag in table.reference_tags]
    sides = [straight_edges(frame, camera, strip, hidden) for strip in _make_strips(table)]
    return _choose_best(sides, (table.width_in, table.depth_in))


def dragged_mat(camera: Camera, corners_px: np.ndarray) -> MatEdge:
    """Places the mat's corners where a player dragged them, (4, 2) in the camera's pixels."""
    return MatEdge(camera.back_project(corners_px), DRAGGED_SIGMA_IN)


def _outline_reference(center: tuple[float, float], size_in: float) -> np.ndarray:
    reach_in = size_in * TAG_REACH
    return np.array(center) + np.array(
        [[-reach_in, -reach_in], [reach_in, -reach_in], [reach_in, reach_in], [-reach_in, reach_in]]
    )


def _make_strips(table: Table) -> list[Strip]:
    """Returns a strip around each side of the playing area, anticlockwise from the origin: outside is to the right."""
    width, depth = table.width_in, table.depth_in
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, depth], [0.0, depth]])
    strips = []
    for number, across in enumerate((depth, width, depth, width)):
        start, end = corners[number], corners[(number + 1) % 4]
        inside, outside = across / 2 * (1 - 1 / LARGEST), across / 2 * (1 / SMALLEST - 1)
        strips.append(Strip(start, end, inside + 0.3, outside + 0.3))
    return strips


def _choose_best(sides: Sequence[Sequence[StraightEdge]], true_in: tuple[float, float]) -> MatEdge | None:
    """Chooses the four lines that make a rectangle of the mat's shape, with the clearest step in colour."""
    best, best_clarity = None, 0.0
    for four in product(*sides):
        corners = _intersect_lines(four)
        if corners is None:
            continue
        mat = MatEdge(corners, float(np.sqrt(2 * np.mean([edge.sigma_in**2 for edge in four]))))
        factor, _sigma = mat.scale(true_in)
        if not SMALLEST <= factor <= LARGEST or mat.disagreement(true_in) > SAME_SCALE:
            continue
        clarity = float(np.prod([edge.step * edge.support for edge in four]))
        if clarity > best_clarity:
            best, best_clarity = mat, clarity
    return best


def _intersect_lines(four: Sequence[StraightEdge]) -> np.ndarray | None:
    """Intersects each line with the one before it; None if they are no rectangle."""
    corners = []
    for number, edge in enumerate(four):
        previous = four[number - 1]
        first, second = previous.end - previous.start, edge.end - edge.start
        turn = first[0] * second[1] - first[1] * second[0]
        if turn < np.cos(np.radians(1.5)) * np.linalg.norm(first) * np.linalg.norm(second) * 0.999:
            return None
        gap = edge.start - previous.start
        corners.append(previous.start + first * (gap[0] * second[1] - gap[1] * second[0]) / turn)
    corners_in = np.array(corners)
    return corners_in if cv2.isContourConvex(corners_in.astype(np.float32)) else None
