"""The shortest legal path of a base from one place to another, around obstacles.

Exact to rounding: the base's disc is shrunk to its centre, the obstacles are grown by as much (`grown`), and Dijkstra's
search runs on the network of their common tangents (`tangents`). The base may turn freely along its path. Where it
seems to overlap something at its start or its goal, a straight leg leads out of the overlap (`exits`).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
import shapely

from tablecam.table.geometry.exits import GOAL, SLACK_IN, START, find_exits
from tablecam.table.geometry.grown_obstacles import TOUCH_IN, Disc, GrownObstacles, Obstacle, Place, grow
from tablecam.table.geometry.tangents import Network, network

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
