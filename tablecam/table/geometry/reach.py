"""The region that a base's centre can reach within a number of inches, for drawing.

A place is within N inches along a path if a ray no longer than the rest of N reaches it. Rays leave the start in all
directions, and leave each arc along its tangent where a shortest path winds round it (its involutes). Rays are cast
wherever anything changes and every few degrees between, so that chords approximate circles within `SAG_IN`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from tablecam.table.geometry.grown_obstacles import (
    END_RAD,
    TOUCH_IN,
    Disc,
    GrownObstacles,
    Network,
    Obstacle,
    Place,
    area_walls,
    find_reachable_corners,
    grow,
    network,
)
from tablecam.table.geometry.paths import SLACK_IN, START, Bounds, find_exits, find_overlap

# The tolerance of the drawn edge; a line on the screen is thicker.
SAG_IN = 0.005

# Rays at this angle to either side of a grazing ray end before the grazed thing and behind it.
BESIDE_RAD = 1e-6

# A ray this near to a wall's own direction runs along it.
PARALLEL_RAD = 1e-7

# The overlap of the pieces before they are merged.
OVERLAID_IN = 5e-4

# Rays inserted between two that end differently, and how often: 3 degrees shrink to less than a hundredth of one.
BETWEEN = 19
REFINED = 2


@dataclass(frozen=True)
class _Fan:
    """Rays that leave an arc (or a point: radius 0) along its tangents.

    circle: x, y, radius. angle: (r,), the places of their beginnings, in the order of travel. sense: 1 anticlockwise,
    -1 clockwise. left: (r,), the greatest length of each.
    """

    circle: np.ndarray
    angle: np.ndarray
    sense: int
    left: np.ndarray

    def rays(self) -> tuple[np.ndarray, np.ndarray]:
        """(r, 2) each: the beginnings of the rays, and their unit directions."""
        outward = np.column_stack([np.cos(self.angle), np.sin(self.angle)])
        heading = self.sense * np.column_stack([-outward[:, 1], outward[:, 0]])
        return self.circle[:2] + self.circle[2] * outward, heading


@dataclass(frozen=True)
class _Outline:
    """The things that stop a ray: circles (n, 3) and walls (m, 4), with the edges of the area as walls."""

    circles: np.ndarray
    walls: np.ndarray

    def near(self, place: np.ndarray, within_in: float) -> "_Outline":
        """The part of it that comes within a distance of a place."""
        circles = np.hypot(*(self.circles[:, :2] - place).T) - self.circles[:, 2] <= within_in
        along = self.walls[:, 2:] - self.walls[:, :2]
        share = np.einsum("ij,ij->i", place - self.walls[:, :2], along) / np.einsum("ij,ij->i", along, along)
        foot = self.walls[:, :2] + np.clip(share, 0, 1)[:, None] * along
        return _Outline(self.circles[circles], self.walls[np.hypot(*(foot - place).T) <= within_in])

    def stop(self, fan: _Fan) -> tuple[np.ndarray, np.ndarray]:
        """(r,) each: the lengths of the rays, and the end of each: 0 for its own length, else a circle or wall."""
        rays = fan.rays()
        runs = np.hstack(
            [np.maximum(fan.left, 0)[:, None], self._distances_to_circles(*rays), self._distances_to_walls(*rays)]
        )
        stopper = runs.argmin(axis=1)
        return np.take_along_axis(runs, stopper[:, None], axis=1)[:, 0], stopper

    def _distances_to_circles(self, foot: np.ndarray, heading: np.ndarray) -> np.ndarray:
        x, y = (self.circles[:, axis] - foot[:, axis, None] for axis in (0, 1))
        radius = self.circles[:, 2]
        along = x * heading[:, :1] + y * heading[:, 1:]
        aside = x * heading[:, 1:] - y * heading[:, :1]
        enters = (np.abs(aside) < radius - TOUCH_IN) & (along > 0)
        return np.where(enters, np.maximum(along - np.sqrt(np.maximum(radius**2 - aside**2, 0)), 0), np.inf)

    def _distances_to_walls(self, foot: np.ndarray, heading: np.ndarray) -> np.ndarray:
        ax, ay, bx, by = self.walls.T
        length = np.hypot(bx - ax, by - ay)
        along = np.array([bx - ax, by - ay]) / length
        x, y = foot[:, :1] - ax, foot[:, 1:] - ay
        height = x * along[1] - y * along[0]
        sinking = heading[:, 1:] * along[0] - heading[:, :1] * along[1]
        with np.errstate(divide="ignore", invalid="ignore"):
            run = height / sinking
            level = (x + run * heading[:, :1]) * along[0] + (y + run * heading[:, 1:]) * along[1]
        faces = (sinking > PARALLEL_RAD) & (height > -TOUCH_IN)
        return np.where(faces & (np.abs(level - length / 2) <= length / 2 + TOUCH_IN), np.maximum(run, 0), np.inf)


def reach(
    start: Place,
    allowance_in: float,
    radius_in: float,
    obstacles: Sequence[Obstacle] = (),
    bounds: Bounds | None = None,
    slack_in: float = SLACK_IN,
) -> shapely.Geometry:
    """The region that the centre of a disc can reach by paths within the allowance; empty if its start is blocked.

    As for `paths.shortest_path`; exact to 0.02 in.
    """
    import networkx as nx

    if allowance_in <= 0 or find_overlap(start, radius_in, obstacles, bounds, slack_in) is not None:
        return shapely.Polygon()
    near = [obstacle for obstacle in obstacles if _obstacle_distance(obstacle, start) <= allowance_in + radius_in]
    grown = grow(near, radius_in, bounds)
    leaving = find_exits(start, grown, radius_in, slack_in)
    if not len(leaving.places):
        return shapely.Polygon()
    routes = network(grown, leaving.places, allowance_in)
    leaving.join(routes, START, 0)
    lengths = np.full(len(routes.place), np.inf)
    distances = nx.single_source_dijkstra_path_length(routes.graph, START, cutoff=allowance_in)
    del distances[START]
    lengths[list(distances)] = list(distances.values())
    # a ray through an arc's middle meets it where it comes nearest
    marks = np.vstack([find_reachable_corners(grown), grown.circles[:, :2]])
    exits = [number for number, leg in enumerate(leaving.legs) if leg < allowance_in]
    fans = [_make_fan(exit, allowance_in - lengths[exit], routes, marks) for exit in exits]
    fans += _arc_fans(grown, routes, lengths, allowance_in, marks)
    outline = _Outline(grown.circles, np.vstack([grown.walls, area_walls(grown.area)]))
    # slightly overlapping pieces always merge, whatever rounding did to the rays they share
    areas = shapely.buffer([_sweep_area(fan, outline) for fan in fans], OVERLAID_IN, join_style="bevel")
    region = shapely.union_all(areas).buffer(-OVERLAID_IN, join_style="bevel")
    parts = shapely.get_parts(shapely.difference(region, grown.region()))
    return shapely.union_all(parts[shapely.area(parts) > OVERLAID_IN])


def _obstacle_distance(obstacle: Obstacle, place: Place) -> float:
    if isinstance(obstacle, Disc):
        return math.dist(place, (obstacle.x_in, obstacle.y_in)) - obstacle.radius_in
    return float(obstacle.distance(shapely.Point(place)))


def _make_fan(node: int, allowance_in: float, routes: Network, marks: np.ndarray) -> _Fan:
    """All rays from a point, a node: every few degrees, past every visible arc, and at every mark."""
    start = routes.place[node]
    nodes = np.array(sorted(number for number in routes.graph[node] if number != START), int)
    marks = np.vstack([routes.place[nodes], marks]) - start
    marks = marks[np.hypot(*marks.T) > 2 * TOUCH_IN]
    # from a start that touches an arc, both directions along it are open
    touched = routes.angle[nodes[np.hypot(*(routes.place[nodes] - start).T) <= 2 * TOUCH_IN]]
    events = np.concatenate([np.arctan2(marks[:, 1], marks[:, 0]), touched + np.pi / 2, touched - np.pi / 2])
    step = _ray_step(allowance_in)
    angle = np.remainder(np.concatenate([_add_neighbours(events), np.arange(0, 2 * np.pi, step)]), 2 * np.pi)
    # the first ray is repeated as the last, so that the gap before it is refined like every other
    angle = np.unique(np.append(angle, 2 * np.pi))
    # the ray leaves square to the angle on the circle, for a point too
    return _Fan(np.array([*start, 0.0]), angle - np.pi / 2, 1, np.full(len(angle), allowance_in))


def _ray_step(left_in: float) -> float:
    """The greatest angle between rays for a chord between their ends to be true to `SAG_IN`."""
    return 2 * math.acos(max(1 - SAG_IN / left_in, 0.5)) if left_in > 0 else math.pi / 3


def _add_neighbours(events: np.ndarray) -> np.ndarray:
    return np.concatenate([events - BESIDE_RAD, events, events + BESIDE_RAD])


def _arc_fans(
    grown: GrownObstacles, routes: Network, lengths: np.ndarray, allowance_in: float, marks: np.ndarray
) -> Iterator[_Fan]:
    """The rays off every arc that a path within the allowance winds round, in either sense."""
    for sense in (1, -1):
        for nodes in _trace_runs(routes, lengths, grown, sense):
            circle = grown.circles[routes.circle[nodes[0]]]
            turns = np.unwrap(sense * routes.angle[nodes])
            turns = turns[0] + np.maximum.accumulate(turns - turns[0])
            remaining_in = allowance_in - lengths[nodes[0]]
            # the allowance ends where the arc has used it up
            width = min(turns[-1] - turns[0], remaining_in / circle[2])
            events = np.concatenate(
                [_add_neighbours(turns - turns[0]), _add_neighbours(_facing_turns(circle, marks, sense) - turns[0])]
            )
            events = np.remainder(events + END_RAD, 2 * np.pi) - END_RAD
            even = np.linspace(
                0, width, max(math.ceil(width / min(_ray_step(remaining_in), _ray_step(circle[2]))), 1) + 1
            )
            turn = np.unique(np.concatenate([even, events[(events >= 0) & (events <= width)]]))
            yield _Fan(circle, sense * (turns[0] + turn), sense, remaining_in - circle[2] * turn)


def _facing_turns(circle: np.ndarray, places: np.ndarray, sense: int) -> np.ndarray:
    """The place on the circle from which a ray meets each place, as a turn in the sense of travel."""
    offset = places - circle[:2]
    distance = np.hypot(offset[:, 0], offset[:, 1])
    outside = distance > circle[2]
    middle = np.arctan2(offset[outside, 1], offset[outside, 0])
    return sense * middle - np.arccos(circle[2] / distance[outside])


def _trace_runs(routes: Network, lengths: np.ndarray, grown: GrownObstacles, sense: int) -> Iterator[list[int]]:
    """Consecutive nodes round an arc, as a shortest path visits them in one sense; the last may lie beyond it."""
    begins, ends = routes.turned[:, ::sense].T
    radius = grown.circles[routes.circle[begins], 2]
    span = np.abs(np.remainder(routes.angle[ends] - routes.angle[begins] + np.pi, 2 * np.pi) - np.pi) * radius
    reached = np.isfinite(lengths[begins]) & (radius > 0)
    # if the shortest path goes round in the other sense, this one adds nothing
    with np.errstate(invalid="ignore"):
        against = np.abs(lengths[begins] - lengths[ends] - span) < TOUCH_IN
        along = np.abs(lengths[begins] + span - lengths[ends]) < TOUCH_IN
    useful = reached & ~(against & (span > TOUCH_IN))
    steps = zip(begins[useful].tolist(), ends[useful].tolist(), along[useful].tolist(), strict=True)
    following = {begin: (target, onward) for begin, target, onward in steps}
    carried = {target for target, onward in following.values() if onward}
    for first_node in [node for node in following if node not in carried]:
        run, onward = [first_node], True
        while onward and run[-1] in following and len(run) <= len(following):
            node, onward = following[run[-1]]
            run.append(node)
        yield run


def _sweep_area(fan: _Fan, outline: _Outline) -> shapely.Polygon:
    """The area that the rays of a fan sweep."""
    near = outline.near(fan.circle[:2], fan.circle[2] + float(fan.left.max(initial=0.0)))
    run, stopper = near.stop(fan)
    for _ in range(REFINED):
        positions, more = _insert_rays(fan, stopper)
        run, stopper = (
            np.insert(column, positions, new) for column, new in zip((run, stopper), near.stop(more), strict=True)
        )
        fan = replace(
            fan, angle=np.insert(fan.angle, positions, more.angle), left=np.insert(fan.left, positions, more.left)
        )
    foot, heading = fan.rays()
    far = foot + run[:, None] * heading
    edge = far if fan.circle[2] == 0 else np.vstack([foot, far[::-1]])
    return shapely.Polygon(edge) if len(edge) > 2 else shapely.Polygon()


def _insert_rays(fan: _Fan, end: np.ndarray) -> tuple[np.ndarray, _Fan]:
    """More rays wherever two neighbours end on different things, because the edge has a corner or a gap between them.

    end: (r,), the end of each ray, as from `_Outline.stop`. Returns the indices at which to insert the rays, and the
    rays.
    """
    change = np.flatnonzero((end[1:] != end[:-1]) & (np.abs(np.diff(fan.angle)) > 2 * BESIDE_RAD))
    shares = np.arange(1, BETWEEN + 1) / (BETWEEN + 1)
    angle = fan.angle[change, None] + np.diff(fan.angle)[change, None] * shares
    allowances = fan.left[change, None] + np.diff(fan.left)[change, None] * shares
    return np.repeat(change + 1, BETWEEN), replace(fan, angle=angle.ravel(), left=allowances.ravel())
