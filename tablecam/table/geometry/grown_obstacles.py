"""Obstacles grown by the radius of a base, which becomes a point, and the taut paths among them.

A disc of radius r keeps clear of an obstacle exactly when its centre keeps r away. The centre therefore stays outside
the Minkowski sum of the obstacle and the disc, whose outline is made of arcs about the obstacle's corners and of walls
set off from its sides (Lozano-Perez & Wesley, 1979). Arcs stay arcs here: nothing is approximated by chords.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

if TYPE_CHECKING:
    import networkx as nx

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


# The network of all taut paths among grown obstacles: common tangents of their arcs, and the arcs between.
#
# A shortest path bends only round convex corners, so it consists of tangents and arcs alone. This is the visibility
# graph for arcs instead of points (Laumond, 1987; Pocchiola & Vegter, 1996), so its lengths are exact.

# A tangent that touches at the end of an arc runs along the wall: rounding must not lose it.
END_RAD = 1e-9

# Marks on a full circle that no arc between neighbours is longer than, so that its direction is unambiguous.
MARKS = np.arange(3) * (2 * np.pi / 3)


@dataclass(frozen=True)
class Network:
    """A network of taut paths. The nodes are places where a path may bend; the given points come first, in order.

    place: (n, 2). circle: (n,), the number of each node's circle, -1 for a point. angle: (n,), its angle on the circle.
    turned: (a, 2), the pairs of nodes that a free arc joins, the second anticlockwise of the first.
    """

    graph: nx.Graph
    place: np.ndarray
    circle: np.ndarray
    angle: np.ndarray
    turned: np.ndarray


@dataclass(frozen=True)
class _Ends:
    """The points where tangents touch: the numbers of circles (points first) and the angles there; (t,) each."""

    circle: np.ndarray
    angle: np.ndarray


def network(grown: GrownObstacles, points: np.ndarray, longest_in: float = np.inf) -> Network:
    """Every taut path among the points, (p, 2), and the grown obstacles; without tangents longer than `longest_in`."""
    import networkx as nx

    count = len(points)
    circles = np.vstack([np.column_stack([points, np.zeros(count)]), grown.circles])
    arcs = np.vstack([np.tile([0.0, 2 * np.pi], (count, 1)), grown.arcs])
    from_ends, to_ends = _find_free_tangents(grown, circles, arcs, longest_in)
    marks = _mark_arcs(grown, arcs, count)
    lying, touched = _find_touching(points, grown)
    circle = np.concatenate([np.arange(count), from_ends.circle, to_ends.circle, marks.circle, touched.circle + count])
    angle = np.concatenate([np.zeros(count), from_ends.angle, to_ends.angle, marks.angle, touched.angle])
    place = _places_on(circles, circle, angle)
    ends = count + np.arange(len(from_ends.circle))
    # all tangents to a point end in its one node
    ends = np.column_stack(
        [
            np.where(from_ends.circle < count, from_ends.circle, ends),
            np.where(to_ends.circle < count, to_ends.circle, ends + len(from_ends.circle)),
        ]
    )
    turned, spans = _find_free_arcs(grown, circles, arcs, circle, angle, count)
    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    straight = np.linalg.norm(place[ends[:, 0]] - place[ends[:, 1]], axis=1)
    graph.add_weighted_edges_from(_make_edges(ends, straight))
    graph.add_weighted_edges_from(_make_edges(turned, spans))
    on_arcs = np.column_stack([lying, len(circle) - len(lying) + np.arange(len(lying))])
    graph.add_weighted_edges_from(_make_edges(on_arcs, np.zeros(len(lying))))
    return Network(graph, place, np.where(circle < count, -1, circle - count), angle, turned)


def _make_edges(ends: np.ndarray, lengths: np.ndarray) -> list[tuple[int, int, float]]:
    return list(zip(ends[:, 0].tolist(), ends[:, 1].tolist(), lengths.tolist(), strict=True))


def _places_on(circles: np.ndarray, circle: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """(n, 2), the places at angles on circles."""
    return circles[circle, :2] + circles[circle, 2:] * np.column_stack([np.cos(angle), np.sin(angle)])


def _find_free_tangents(
    grown: GrownObstacles, circles: np.ndarray, arcs: np.ndarray, longest_in: float
) -> tuple[_Ends, _Ends]:
    """Both ends of every common tangent that touches within the arcs and crosses nothing."""
    pairs = [_find_tangents(circles, arcs, sides) for sides in ((1, 1), (1, -1), (-1, 1), (-1, -1))]
    circle = np.hstack([pair[0] for pair in pairs])
    angle = np.hstack([pair[1] for pair in pairs])
    ends = np.stack([_places_on(circles, circle[side], angle[side]) for side in (0, 1)], axis=1)
    free = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) <= longest_in
    free[free] = _avoids_circles(grown, ends[free])
    free[free] = grown.free(shapely.linestrings(ends[free]))
    return _Ends(circle[0][free], angle[0][free]), _Ends(circle[1][free], angle[1][free])


def _avoids_circles(grown: GrownObstacles, ends: np.ndarray) -> np.ndarray:
    """(t,), whether segments, (t, 2, 2), stay out of every circle: most do not, and this test is quick."""
    along = ends[:, 1] - ends[:, 0]
    length2 = np.maximum(np.einsum("ij,ij->i", along, along), TOUCH_IN**2)
    offset = [grown.circles[:, axis] - ends[:, 0, axis, None] for axis in (0, 1)]
    share = np.clip((offset[0] * along[:, :1] + offset[1] * along[:, 1:]) / length2[:, None], 0, 1)
    distance2 = (offset[0] - share * along[:, :1]) ** 2 + (offset[1] - share * along[:, 1:]) ** 2
    return np.all(distance2 >= np.maximum(grown.circles[:, 2] - TOUCH_IN, 0) ** 2, axis=1)


def _find_tangents(circles: np.ndarray, arcs: np.ndarray, sides: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """(2, t) circles and (2, t) angles of the tangents that leave both circles on the given sides.

    A line with the unit normal n touches circle i at c_i + s_i R_i n; so n.(c_j - c_i) = s_i R_i - s_j R_j.
    """
    i, j = np.triu_indices(len(circles), 1)
    # a point has no sides, so one of each pair is enough
    is_tried = ~((circles[i, 2] == 0) & (sides[0] < 0)) & ~((circles[j, 2] == 0) & (sides[1] < 0))
    i, j = i[is_tried], j[is_tried]
    offset_xy = circles[j, :2] - circles[i, :2]
    distance = np.hypot(offset_xy[:, 0], offset_xy[:, 1])
    offset = sides[0] * circles[i, 2] - sides[1] * circles[j, 2]
    # circles that touch, a gap just as wide as the base, are joined by a tangent of length 0: a path passes from one
    # to the other there; circles that overlap by rounding count as touching, as everywhere
    touching = (sides[0] != sides[1]) & (np.minimum(circles[i, 2], circles[j, 2]) > 0)
    parted = distance > np.abs(offset) + np.where(touching, -TOUCH_IN, TOUCH_IN**2)
    i, j, offset_xy = i[parted], j[parted], offset_xy[parted]
    normal = np.arctan2(offset_xy[:, 1], offset_xy[:, 0]) + np.arccos(np.clip(offset[parted] / distance[parted], -1, 1))
    angles = np.stack([normal + (0 if side > 0 else np.pi) for side in sides])
    is_kept = is_on_arc(arcs[i], angles[0]) & is_on_arc(arcs[j], angles[1])
    return np.stack([i, j])[:, is_kept], angles[:, is_kept]


def is_on_arc(arcs: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Whether each angle lies on its arc, ends included."""
    return np.remainder(angle - arcs[..., 0] + END_RAD, 2 * np.pi) <= arcs[..., 1] + 2 * END_RAD


def _find_touching(points: np.ndarray, grown: GrownObstacles) -> tuple[np.ndarray, _Ends]:
    """The points that already lie on an arc, and their places on it: from there a path may follow the arc at once."""
    offset = points[:, None, :] - grown.circles[None, :, :2]
    angle = np.arctan2(offset[..., 1], offset[..., 0])
    on = np.abs(np.hypot(offset[..., 0], offset[..., 1]) - grown.circles[:, 2]) <= TOUCH_IN
    lying, circle = np.nonzero(on & is_on_arc(grown.arcs, angle) & (grown.circles[:, 2] > 0))
    return lying, _Ends(circle, angle[lying, circle])


def _mark_arcs(grown: GrownObstacles, arcs: np.ndarray, count: int) -> _Ends:
    """The places to cut arcs besides the tangents: their ends, three marks, and the crossings of other outlines."""
    round_ = np.flatnonzero(arcs[count:, 1] >= 2 * np.pi) + count
    open_arcs = np.flatnonzero(arcs[count:, 1] < 2 * np.pi) + count
    circle = [np.repeat(round_, 3), open_arcs, open_arcs]
    angle = [np.tile(MARKS, len(round_)), arcs[open_arcs, 0], arcs[open_arcs].sum(axis=1)]
    for crossings in (_find_circle_crossings(grown.circles), _find_wall_crossings(grown)):
        is_kept = is_on_arc(grown.arcs[crossings.circle], crossings.angle)
        circle.append(crossings.circle[is_kept] + count)
        angle.append(crossings.angle[is_kept])
    return _Ends(np.concatenate(circle), np.concatenate(angle))


def _find_circle_crossings(circles: np.ndarray) -> _Ends:
    """The points where circles cross one another."""
    i, j = np.nonzero(~np.eye(len(circles), dtype=bool))
    offset = circles[j, :2] - circles[i, :2]
    distance = np.hypot(offset[:, 0], offset[:, 1])
    radius, other_radius = circles[i, 2], circles[j, 2]
    cross = (distance < radius + other_radius) & (distance > np.abs(radius - other_radius)) & (radius > 0)
    i, offset, distance, radius, other_radius = (
        i[cross],
        offset[cross],
        distance[cross],
        radius[cross],
        other_radius[cross],
    )
    half_angle = np.arccos(np.clip((radius**2 + distance**2 - other_radius**2) / (2 * radius * distance), -1, 1))
    middle = np.arctan2(offset[:, 1], offset[:, 0])
    return _Ends(np.tile(i, 2), np.concatenate([middle - half_angle, middle + half_angle]))


def _find_wall_crossings(grown: GrownObstacles) -> _Ends:
    """The points where circles cross walls and the edges of the area."""
    walls = np.vstack([grown.walls, area_walls(grown.area)])
    along = walls[:, 2:] - walls[:, :2]
    length = np.hypot(along[:, 0], along[:, 1])
    normal = np.column_stack([along[:, 1], -along[:, 0]]) / length[:, None]
    distance = np.einsum("ij,ij->i", normal, walls[:, :2]) - grown.circles[:, :2] @ normal.T
    radius = np.broadcast_to(grown.circles[:, 2:], distance.shape)
    i, wall = np.nonzero(np.abs(distance) < radius)
    half_angle = np.arccos(distance[i, wall] / radius[i, wall])
    middle = np.arctan2(normal[wall, 1], normal[wall, 0])
    return _Ends(np.tile(i, 2), np.concatenate([middle - half_angle, middle + half_angle]))


def find_reachable_corners(grown: GrownObstacles) -> np.ndarray:
    """(n, 2): the reachable corners where outlines of grown obstacles, or these and the edge of the area, meet."""
    walls = np.vstack([grown.walls, area_walls(grown.area)])
    crossings = (_find_circle_crossings(grown.circles), _find_wall_crossings(grown))
    places = [walls[:, :2], *(_places_on(grown.circles, ends.circle, ends.angle) for ends in crossings)]
    lines = shapely.linestrings(walls.reshape(-1, 2, 2))
    i, j = shapely.STRtree(lines).query(lines, predicate="intersects")
    meeting = shapely.intersection(lines[i[i < j]], lines[j[i < j]])
    places.append(shapely.get_coordinates(meeting))
    corners = np.vstack(places)
    return corners[grown.free(shapely.points(corners))]


def area_walls(area: np.ndarray) -> np.ndarray:
    """(4, 4): the edges of the area as walls, the outside on their left; none if it has no bounds."""
    if not np.all(np.isfinite(area)):
        return np.zeros((0, 4))
    x0, y0, x1, y1 = area
    return np.array([[x0, y0, x0, y1], [x0, y1, x1, y1], [x1, y1, x1, y0], [x1, y0, x0, y0]])


def _find_free_arcs(
    grown: GrownObstacles, circles: np.ndarray, arcs: np.ndarray, circle: np.ndarray, angle: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """(a, 2) nodes that follow one another on a circle with nothing in between, and the length of each arc."""
    turn = np.remainder(angle - arcs[circle, 0] + END_RAD, 2 * np.pi)
    order = np.lexsort([turn, circle])
    order = order[circle[order] >= count]
    # on every circle the first node follows the last; that arc counts if the outline runs all the way round
    _, first_rows, nodes = np.unique(circle[order], return_index=True, return_counts=True)
    last_rows = first_rows + nodes - 1
    following = np.roll(order, -1)
    following[last_rows] = order[first_rows]
    span = turn[following] - turn[order]
    span[last_rows] += 2 * np.pi
    is_kept = np.ones(len(order), bool)
    is_kept[last_rows] = arcs[circle[order[last_rows]], 1] >= 2 * np.pi
    order, following, span = order[is_kept], following[is_kept], span[is_kept]
    free = grown.free(shapely.points(_places_on(circles, circle[order], angle[order] + span / 2)))
    return np.column_stack([order, following])[free], (span * circles[circle[order], 2])[free]
