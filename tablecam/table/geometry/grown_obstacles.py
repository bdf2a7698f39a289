"""Obstacles grown by the radius of a base, so that the base can be treated as a point.

A disc of radius r keeps clear of an obstacle exactly when its centre keeps r away. The centre therefore stays outside
the Minkowski sum of the obstacle and the disc, whose outline is made of arcs about the obstacle's corners and of walls
set off from its sides (Lozano-Perez & Wesley, 1979). Arcs stay arcs here: nothing is approximated by chords.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

# Tolerance for touching: far above the rounding error of a table's coordinates, and far below the error of any ruler.
TOUCH_IN = 1e-7

# A corner that turns by less than this counts as a point on a straight side.
STRAIGHT_RAD = 1e-9

Place = tuple[float, float]


@dataclass(frozen=True)
class Disc:
    """A round obstacle, such as the base of another model."""

    x_in: float
    y_in: float
    radius_in: float


Obstacle: TypeAlias = Polygon | MultiPolygon | Disc


@dataclass(frozen=True)
class GrownObstacles:
    """The places forbidden to the centre of a base: nearer than `clear` to any of the solids, or outside the area.

    solids: (k,) polygons, and points for discs. clear: (k,). circles: (n, 3) of x, y and radius; arcs: (n, 2), the
    angle at which the outline begins on each circle, and its length anticlockwise in radians. walls: (m, 4) of both
    ends, the solid on the left. area: (4,), the least and greatest x and y that the centre may have.
    """

    solids: np.ndarray
    clear: np.ndarray
    circles: np.ndarray
    arcs: np.ndarray
    walls: np.ndarray
    area: np.ndarray
    tree: shapely.STRtree

    def free(self, shapes: np.ndarray) -> np.ndarray:
        """(n,), whether each of the points or segments keeps clear of everything; touching is allowed."""
        inside = self._is_inside_area(shapes)
        if not len(self.solids) or not len(shapes):
            return inside
        shape, solid = self.tree.query(shapes, predicate="dwithin", distance=float(self.clear.max()))
        near = shapely.distance(shapes[shape], self.solids[solid]) < self.clear[solid] - TOUCH_IN
        inside[shape[near]] = False
        return inside

    def region(self, arc_segments: int = 16) -> shapely.Geometry:
        """The forbidden places as a shape, without those off the area; arc_segments: chords in a quarter turn."""
        return shapely.union_all(shapely.buffer(self.solids, self.clear, quad_segs=arc_segments))

    def _is_inside_area(self, shapes: np.ndarray) -> np.ndarray:
        box = shapely.bounds(shapes).reshape(-1, 4)
        return np.all(box[:, :2] >= self.area[:2] - TOUCH_IN, axis=1) & np.all(
            box[:, 2:] <= self.area[2:] + TOUCH_IN, axis=1
        )


def grow(
    obstacles: Sequence[Obstacle],
    radius_in: float,
    bounds: tuple[float, float, float, float] | None = None,
) -> GrownObstacles:
    """The obstacles grown by the radius; bounds: the limits of the whole base (least x, y, greatest x, y)."""
    solids, disc_radii = _merge_solids(obstacles)
    clear = np.full(len(solids), float(radius_in)) + disc_radii
    corners = [_grow_solid(solid, distance) for solid, distance in zip(solids, clear, strict=True)]
    circles, arcs, walls = (
        np.vstack([np.zeros((0, width)), *(corner_set[index] for corner_set in corners)])
        for index, width in enumerate((3, 2, 4))
    )
    return GrownObstacles(
        solids, clear, circles, arcs, walls, _shrink_bounds(radius_in, bounds), shapely.STRtree(solids)
    )


def _merge_solids(obstacles: Sequence[Obstacle]) -> tuple[np.ndarray, np.ndarray]:
    """Polygons merged where they touch, then the centres of discs; and the radius of each."""
    discs = [obstacle for obstacle in obstacles if isinstance(obstacle, Disc)]
    polygons = shapely.union_all([obstacle for obstacle in obstacles if not isinstance(obstacle, Disc)])
    polygons = shapely.remove_repeated_points(polygons)
    parts = [piece for piece in shapely.get_parts(polygons) if piece.area > 0]
    solids = [*parts, *(shapely.Point(disc.x_in, disc.y_in) for disc in discs)]
    return np.array(solids, dtype=object), np.array([0.0] * len(parts) + [disc.radius_in for disc in discs])


def _grow_solid(solid: shapely.Geometry, clear: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The circles, arcs and walls of one grown solid."""
    if solid.geom_type == "Point":
        return np.array([[solid.x, solid.y, clear]]), np.array([[0.0, 2 * np.pi]]), np.zeros((0, 4))
    oriented = shapely.orient_polygons(solid)
    rings = [np.array(ring.coords)[:-1, :2] for ring in (oriented.exterior, *oriented.interiors)]
    parts = [_grow_ring(ring, clear) for ring in rings]
    circles, arcs, walls = (np.vstack([ring[index] for ring in parts]) for index in range(3))
    return circles, arcs, walls


def _grow_ring(ring: np.ndarray, clear: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same for one ring with the solid on its left: only corners that stick out can turn a path."""
    side = np.roll(ring, -1, axis=0) - ring
    heading = np.arctan2(side[:, 1], side[:, 0])
    heading_before = np.roll(heading, 1)
    turn = np.remainder(heading - heading_before + np.pi, 2 * np.pi) - np.pi
    out = turn > STRAIGHT_RAD
    outward = clear * np.column_stack([np.sin(heading), -np.cos(heading)])
    circles = np.column_stack([ring, np.full(len(ring), clear)])[out]
    arcs = np.column_stack([heading_before - np.pi / 2, turn])[out]
    return circles, arcs, np.hstack([ring + outward, ring + side + outward])


def _shrink_bounds(radius_in: float, bounds: tuple[float, float, float, float] | None) -> np.ndarray:
    """The area of the centre: the bounds less the radius."""
    if bounds is None:
        return np.array([-np.inf, -np.inf, np.inf, np.inf])
    return np.array(bounds, float) + radius_in * np.array([1, 1, -1, -1])
