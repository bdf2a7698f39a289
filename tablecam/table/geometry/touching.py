"""The shortest path of a base into contact with another, or up to a wall: the length of a charge.

A shortest path ends where its last straight leg meets the grown outline of the target at a right angle, or in a corner
between that outline and another obstacle. There are few such places, so the search is that of `paths`.
"""

from collections.abc import Sequence

import networkx as nx
import numpy as np
import shapely

from tablecam.table.geometry.exits import SLACK_IN, START, find_exits
from tablecam.table.geometry.grown_obstacles import TOUCH_IN, GrownObstacles, Obstacle, Place, grow
from tablecam.table.geometry.paths import Bounds, NoPath, Path, find_overlap, overlap, path_points, without_repeats
from tablecam.table.geometry.tangents import find_reachable_corners, is_on_arc, network


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
