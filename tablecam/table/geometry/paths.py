"""The shortest legal paths of a base around obstacles: to a place, into contact, or out of an overlap.

Exact to rounding: the base's disc is shrunk to its centre, the obstacles are grown by as much (`grown`), and Dijkstra's
search runs on the network of their common tangents (`tangents`). The base may turn freely along its path. Where it
seems to overlap something at its start or its goal, a straight leg leads out of the overlap (`exits`).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from tablecam.table.geometry.grown_obstacles import (
    TOUCH_IN,
    Disc,
    GrownObstacles,
    Network,
    Obstacle,
    Place,
    area_walls,
    find_reachable_corners,
    grow,
    is_on_arc,
    network,
)

# The exits of a base that seems to overlap something: straight out, to the places nearby where it is clear.
#
# Places are measured and plans are drawn by hand, so a base in contact often seems to overlap a wall by a hair. Then
# only its own place is in doubt: everything else keeps the whole clearance. The base leaves along a straight leg on
# which it gets hardly deeper into anything than at its place. Between two other bases there are several such legs.

# The greatest apparent overlap of a base that still counts as standing beside an obstacle: the error of plans drawn
# with a ruler and of measured places.
SLACK_IN = 0.05

# The nodes of a network where a path begins and ends: its first and last places, which may not be clear.
START, GOAL = -1, -2


@dataclass(frozen=True)
class Exits:
    """The clear places next to a base, (k, 2), and their distances, (k,); the place itself if it is clear.

    overlap_in: the depth by which the base seems to overlap something at its place, 0 if it does not.
    """

    place: Place
    places: np.ndarray
    legs: np.ndarray
    overlap_in: float = 0.0

    def join(self, routes: Network, end: int, first: int) -> None:
        """Adds the end of a path to a network in which the exits are the nodes from `first` on."""
        routes.graph.add_node(end)
        routes.graph.add_weighted_edges_from(
            (end, first + number, leg) for number, leg in enumerate(self.legs.tolist())
        )


def find_exits(place: Place, grown: GrownObstacles, radius_in: float, slack_in: float) -> Exits:
    """The exits of a disc from its place; none if it is shut in. slack_in: as for `paths.shortest_path`."""
    point = shapely.Point(place)
    if grown.free(np.array([point]))[0]:
        return Exits(place, np.array([place], float), np.zeros(1))
    distance = shapely.distance(grown.solids, point)
    beyond = np.concatenate([grown.area[:2] - place, place - grown.area[2:]])
    overlap_in = max(float(np.max(grown.clear - distance, initial=0.0)), float(beyond.max()))
    places = np.vstack([_find_arc_exits(place, grown), _find_wall_exits(place, grown), find_reachable_corners(grown)])
    places = places[grown.free(shapely.points(places))]
    legs = np.hypot(*(places - place).T)
    order = np.argsort(legs, kind="stable")
    places, legs = places[order], legs[order]
    # Hardly deeper than at the place: a base between two others, slightly aside of their middle, overlaps them most in
    # the middle. A disc that holds a narrow base may overlap by more than any error, but no deeper on its way out.
    depth = np.minimum(slack_in, np.maximum(grown.clear - distance, 0.0) + min(overlap_in, SLACK_IN))
    near = legs <= radius_in
    exit_rows = np.flatnonzero(near)[_keeps_clear(grown, place, places[near], grown.clear - depth)]
    if not len(exit_rows):
        # deep in an alley that seems too narrow: along it, and out by the nearer end
        exit_rows = np.flatnonzero(~near)[_keeps_clear(grown, place, places[~near], grown.clear - depth)][:1]
    return Exits(place, places[exit_rows], legs[exit_rows], overlap_in)


def _keeps_clear(grown: GrownObstacles, place: Place, places: np.ndarray, clear: np.ndarray) -> np.ndarray:
    """(k,), whether the straight legs from a place keep `clear`, (s,), away from each solid."""
    lines = shapely.linestrings(np.stack([np.broadcast_to(place, places.shape), places], axis=1))
    return np.all(shapely.distance(lines[:, None], grown.solids[None, :]) >= clear - TOUCH_IN, axis=1)


def _find_arc_exits(place: Place, grown: GrownObstacles) -> np.ndarray:
    """(n, 2), the places on arcs that lie straight out from their centres."""
    offset = np.subtract(place, grown.circles[:, :2])
    angle = np.arctan2(offset[:, 1], offset[:, 0])
    feet = grown.circles[:, :2] + grown.circles[:, 2:] * np.column_stack([np.cos(angle), np.sin(angle)])
    return feet[is_on_arc(grown.arcs, angle)]


def _find_wall_exits(place: Place, grown: GrownObstacles) -> np.ndarray:
    """(n, 2), the feet of the perpendiculars on walls and on the edges of the area."""
    walls = np.vstack([grown.walls, area_walls(grown.area)])
    along = walls[:, 2:] - walls[:, :2]
    share = np.einsum("ij,ij->i", place - walls[:, :2], along) / np.einsum("ij,ij->i", along, along)
    inside = (share >= 0) & (share <= 1)
    return walls[inside, :2] + share[inside, None] * along[inside]


# Points put on arcs, for drawing: 1.5 in from the centre a chord is then 0.0005 in off its arc.
DRAWN_RAD = math.radians(3)

Bounds = tuple[float, float, float, float]


@dataclass(frozen=True)
class Path:
    """The path of a base's centre. points: (x, y), on arcs close enough to draw; length_in: exact, along the arcs.

    overlap_in: the length by which the base seems to overlap something at its start; the first leg leads out of it.
    """

    points: tuple[Place, ...]
    length_in: float
    overlap_in: float = 0.0


@dataclass(frozen=True)
class NoPath:
    """The reason why there is no path. end: "start" or "goal" if the base cannot stand there, else None.

    obstacle: the index of the obstacle there, None for the edge of the table. overlap_in: the depth of the overlap.
    """

    end: str | None = None
    obstacle: int | None = None
    overlap_in: float = 0.0


def shortest_path(
    start: Place,
    goal: Place,
    radius_in: float,
    obstacles: Sequence[Obstacle] = (),
    bounds: Bounds | None = None,
    slack_in: float = SLACK_IN,
) -> Path | NoPath:
    """The shortest path of a disc's centre; touching an obstacle is legal, and so is a gap as wide as the disc.

    bounds: the limits of the whole disc. slack_in: the allowed apparent overlap with an obstacle or the edge at either
    end; the path then leads straight out of it first, or straight into it at last.
    """
    import networkx as nx

    for end_name, place in (("start", start), ("goal", goal)):
        hindrance = find_overlap(place, radius_in, obstacles, bounds, slack_in)
        if hindrance is not None:
            return NoPath(end_name, *hindrance)
    grown = grow(obstacles, radius_in, bounds)
    if start == goal or grown.free(np.array([shapely.linestrings([start, goal])]))[0]:
        return Path((_to_floats(start), _to_floats(goal)), math.dist(start, goal))
    leaving, arriving = (find_exits(place, grown, radius_in, slack_in) for place in (start, goal))
    for end_name, exits in (("start", leaving), ("goal", arriving)):
        if not len(exits.places):
            return NoPath(end_name, *(find_overlap(exits.place, radius_in, obstacles, bounds, 0.0) or (None, 0.0)))
    routes = network(grown, np.vstack([leaving.places, arriving.places]))
    leaving.join(routes, START, 0)
    arriving.join(routes, GOAL, len(leaving.places))
    try:
        length_in, nodes = nx.single_source_dijkstra(routes.graph, START, GOAL)
    except nx.NetworkXNoPath:
        return NoPath()
    points = (_to_floats(start), *path_points(grown, routes, nodes[1:-1]), _to_floats(goal))
    return Path(without_repeats(points), float(length_in), leaving.overlap_in)


def find_overlap(
    place: Place,
    radius_in: float,
    obstacles: Sequence[Obstacle] = (),
    bounds: Bounds | None = None,
    slack_in: float = SLACK_IN,
) -> tuple[int | None, float] | None:
    """The obstacle that keeps a disc from a place: its index (None for the edge), and the overlap in inches.

    None if the disc can stand there.
    """
    depths = [(overlap(obstacle, place, radius_in), number) for number, obstacle in enumerate(obstacles)]
    deepest, number = max(depths, default=(0.0, None))
    if deepest > slack_in + TOUCH_IN:
        return number, deepest
    if bounds is None:
        return None
    (x, y), (x0, y0, x1, y1) = place, bounds
    over_edge = radius_in - min(x - x0, y - y0, x1 - x, y1 - y)
    return (None, over_edge) if over_edge > slack_in + TOUCH_IN else None


def overlap(obstacle: Obstacle, place: Place, radius_in: float) -> float:
    """The depth of a disc's overlap with an obstacle, negative if clear; inside a solid, the shortest push out."""
    if isinstance(obstacle, Disc):
        return radius_in + obstacle.radius_in - math.dist(place, (obstacle.x_in, obstacle.y_in))
    point = shapely.Point(place)
    if obstacle.covers(point):
        return radius_in + float(obstacle.boundary.distance(point))
    return radius_in - float(obstacle.distance(point))


def path_points(grown: GrownObstacles, routes: Network, nodes: Sequence[int]) -> tuple[Place, ...]:
    """The points of a path through the network, arcs filled in."""
    points = [routes.place[nodes[0]]]
    for node, following in itertools.pairwise(nodes):
        circle = routes.circle[node]
        if circle >= 0 and circle == routes.circle[following]:
            x, y, radius = grown.circles[circle]
            turn = math.remainder(routes.angle[following] - routes.angle[node], 2 * math.pi)
            steps = max(math.ceil(abs(turn) / DRAWN_RAD), 1)
            angles = routes.angle[node] + turn * np.arange(1, steps) / steps
            points.extend(np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)]))
        points.append(routes.place[following])
    return without_repeats([_to_floats(point) for point in points])


def without_repeats(points: Sequence[Place]) -> tuple[Place, ...]:
    """The points without those that repeat the one before."""
    return (points[0], *(point for previous, point in itertools.pairwise(points) if previous != point))


def _to_floats(place: Place) -> Place:
    return float(place[0]), float(place[1])


# The shortest path of a base into contact with another, or up to a wall: the length of a charge.
#
# A shortest path ends where its last straight leg meets the grown outline of the target at a right angle, or in a
# corner between that outline and another obstacle. There are few such places, so the search is that of `paths`.


def shortest_touch(
    start: Place,
    target: Obstacle,
    radius_in: float,
    obstacles: Sequence[Obstacle] = (),
    bounds: Bounds | None = None,
    slack_in: float = SLACK_IN,
) -> Path | NoPath:
    """The shortest path of a disc's centre until the disc touches the target; obstacles: everything else in the way.

    As for `paths.shortest_path`. A disc that already touches, or seems to overlap, has a path of length 0.
    """
    import networkx as nx

    hindrance = find_overlap(start, radius_in, obstacles, bounds, slack_in)
    if hindrance is not None:
        return NoPath("start", *hindrance)
    if overlap(target, start, radius_in) >= -TOUCH_IN:
        return Path((start,), 0.0)
    grown = grow([*obstacles, target], radius_in, bounds)
    leaving = find_exits(start, grown, radius_in, slack_in)
    if not len(leaving.places):
        return NoPath("start", *(find_overlap(start, radius_in, obstacles, bounds, 0.0) or (None, 0.0)))
    ends = _find_ends(leaving.places, grow([target], radius_in), grown)
    routes = network(grown, np.vstack([leaving.places, ends]))
    leaving.join(routes, START, 0)
    lengths, nodes = nx.single_source_dijkstra(routes.graph, START)
    first_end = len(leaving.places)
    reached = [node for node in range(first_end, first_end + len(ends)) if node in lengths]
    if not reached:
        return NoPath()
    best = min(reached, key=lambda node: lengths[node])
    points = ((float(start[0]), float(start[1])), *path_points(grown, routes, nodes[best][1:]))
    return Path(without_repeats(points), float(lengths[best]), leaving.overlap_in)


def _find_ends(starts: np.ndarray, target: GrownObstacles, grown: GrownObstacles) -> np.ndarray:
    """(n, 2): every place on the target's outline where a shortest path from one of the starts may end."""
    circles = np.vstack([np.column_stack([starts, np.zeros(len(starts))]), grown.circles])
    arcs = np.vstack([np.tile([0.0, 2 * np.pi], (len(starts), 1)), grown.arcs])
    legs = np.concatenate([_legs_to_arcs(circles, arcs, target), _legs_to_walls(circles, arcs, target)])
    legs = legs[grown.free(shapely.linestrings(legs))]
    corners = find_reachable_corners(grown)
    corner_distances = shapely.distance(shapely.points(corners), target.solids[0])
    return np.vstack([legs[:, 1], corners[corner_distances <= target.clear[0] + TOUCH_IN]])


def _legs_to_arcs(circles: np.ndarray, arcs: np.ndarray, target: GrownObstacles) -> np.ndarray:
    """(n, 2, 2), legs that leave a circle along its tangent and point at the middle of one of the target's arcs."""
    i, j = (index.ravel() for index in np.indices((len(circles), len(target.circles))))
    offset = circles[i, :2] - target.circles[j, :2]
    distance = np.hypot(offset[:, 0], offset[:, 1])
    outside = distance > circles[i, 2] + TOUCH_IN
    i, j, offset, distance = i[outside], j[outside], offset[outside], distance[outside]
    bend = np.arccos(circles[i, 2] / distance)
    legs = []
    for side in (1, -1):
        leaves = np.arctan2(-offset[:, 1], -offset[:, 0]) + side * bend
        begin = circles[i, :2] + circles[i, 2:] * _unit_vectors(leaves)
        lands = begin - target.circles[j, :2]
        angle = np.arctan2(lands[:, 1], lands[:, 0])
        landing = target.circles[j, :2] + target.circles[j, 2:] * _unit_vectors(angle)
        is_kept = is_on_arc(arcs[i], leaves) | (circles[i, 2] == 0)
        is_kept &= is_on_arc(target.arcs[j], angle) & (np.hypot(*lands.T) >= target.circles[j, 2])
        legs.append(np.stack([begin, landing], axis=1)[is_kept])
    return np.concatenate(legs)


def _legs_to_walls(circles: np.ndarray, arcs: np.ndarray, target: GrownObstacles) -> np.ndarray:
    """(n, 2, 2), legs that leave a circle along its tangent and meet one of the target's walls at a right angle."""
    i, j = (index.ravel() for index in np.indices((len(circles), len(target.walls))))
    along = target.walls[j, 2:] - target.walls[j, :2]
    length = np.hypot(along[:, 0], along[:, 1])
    along = along / length[:, None]
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    legs = []
    for side in (1, -1):
        leaves = np.arctan2(side * along[:, 1], side * along[:, 0])
        begin = circles[i, :2] + circles[i, 2:] * _unit_vectors(leaves)
        level = np.einsum("ij,ij->i", begin - target.walls[j, :2], along)
        height = np.einsum("ij,ij->i", begin - target.walls[j, :2], outward)
        is_kept = (is_on_arc(arcs[i], leaves) | (circles[i, 2] == 0)) & (height >= 0) & (level >= 0) & (level <= length)
        legs.append(np.stack([begin, target.walls[j, :2] + level[:, None] * along], axis=1)[is_kept])
    return np.concatenate(legs)


def _unit_vectors(angle: np.ndarray) -> np.ndarray:
    return np.column_stack([np.cos(angle), np.sin(angle)])
