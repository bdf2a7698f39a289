"""The point of a model's path where a watcher first sees it near enough.

The path is sampled in short steps, all of them in one batch; the step before the model is first visible is divided
until the point is known to a hundredth of an inch. A window that shows it for less than a step may be missed.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.table.geometry.footprint import Footprint, gaps
from tablecam.table.measure.sight import Eye, compute_shares
from tablecam.table.measure.sighting import NOTHING, SightScene
from tablecam.table.miniature import Placed

# A model that is visible for less than this along its path is visible only by a twitch of the hand.
STEP_IN = 0.05

# The tolerance of the point: half of a camera's finest resolution.
FOUND_IN = 0.01

# Whether each of several conditions holds, (conditions, n), at distances along a walk, (n,).
Holds = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Walk:
    """A path with the distance of each of its points along it: run_in in space, plan_in in plan."""

    mover: Placed
    points: tuple[tuple[float, float, float], ...]
    run_in: tuple[float, ...]
    plan_in: tuple[float, ...]

    @classmethod
    def along(cls, path: Sequence[tuple[float, ...]], mover: Placed) -> "Walk":
        """A walk of the mover's base centre through points (x, y) or (x, y, z); without z it stays on its level.

        ValueError for an empty path.
        """
        if not path:
            raise ValueError("a path has at least one point")
        points = [(point[0], point[1], point[2] if len(point) > 2 else mover.z_in) for point in path]
        steps = list(itertools.pairwise(points))
        run = itertools.accumulate((math.dist(a, b) for a, b in steps), initial=0.0)
        plan = itertools.accumulate((math.dist(a[:2], b[:2]) for a, b in steps), initial=0.0)
        return cls(mover, tuple(points), tuple(run), tuple(plan))

    def stops(self, step_in: float = STEP_IN) -> np.ndarray:
        """(n,): the distances along it at which to look: every point, and steps of at most `step_in` between them."""
        stops = [0.0]
        for start_in, stop_in in itertools.pairwise(self.run_in):
            steps = max(math.ceil((stop_in - start_in) / step_in), 1)
            stops += [start_in + (stop_in - start_in) * step / steps for step in range(1, steps + 1)]
        return np.array(stops)

    def places(self, run_in: np.ndarray) -> np.ndarray:
        """(3, n): the base's centre at distances along the walk, (n,)."""
        return np.array([np.interp(run_in, self.run_in, values) for values in zip(*self.points, strict=True)])

    def place_mover(self, run_in: float) -> Placed:
        """The mover at a distance along the walk."""
        x, y, z = self.places(np.array([run_in]))[:, 0].tolist()
        return replace(self.mover, x_in=x, y_in=y, z_in=z)

    def length_in(self, run_in: float) -> float:
        """A distance along the walk, in plan."""
        return float(np.interp(run_in, self.run_in, self.plan_in))

    def first(self, holds: Holds, step_in: float = STEP_IN) -> list[float | None]:
        """The distance along the walk at which each condition first holds; None for one that never does."""
        stops = self.stops(step_in)
        return [_find_first(row, stops, holds, number) for number, row in enumerate(holds(stops))]


def _find_first(held: np.ndarray, stops: np.ndarray, holds: Holds, number: int) -> float | None:
    rows = held.nonzero()[0]
    if not len(rows):
        return None
    start_in, stop_in = float(stops[max(rows[0] - 1, 0)]), float(stops[rows[0]])
    if stop_in - start_in <= FOUND_IN:
        return stop_in
    parts = 1 << math.ceil(math.log2((stop_in - start_in) / FOUND_IN))
    between = start_in + (stop_in - start_in) * np.arange(1, parts) / parts
    inside, low, high = holds(between)[number], 0, parts
    # bisection finds the same point, whatever the condition does in between
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if inside[middle - 1] else (middle, high)
    return stop_in if high == parts else float(between[high - 1])


@dataclass(frozen=True)
class WatchTerms:
    """A watcher's conditions on a mover: `near` tells which ranges (n,) are near enough; least_visible is a share."""

    near: Callable[[np.ndarray], np.ndarray]
    least_visible: float = NOTHING


@dataclass(frozen=True)
class WatchedWalk:
    """A walk as one model sees it, while all others stand as in the scene.

    eye: the place of that model's eye. in_plan: whether ranges are measured in plan, without the height.
    """

    scene: SightScene
    walk: Walk
    watcher: str
    eye: Eye = Eye.CENTRE
    in_plan: bool = False

    def first(self, terms: Sequence[WatchTerms]) -> list[float | None]:
        """The distance along the walk at which each of the terms first holds; KeyError for an unknown id."""
        thresholds = np.array([max(term.least_visible, NOTHING) for term in terms])

        def holds(run_in: np.ndarray) -> np.ndarray:
            places = self.walk.places(run_in)
            ranges = self._compute_ranges(places)
            near = np.array([term.near(ranges) for term in terms], bool)
            # ranges come first: they cost far less than sight
            rows, visible = np.flatnonzero(near.any(axis=0)), np.zeros(len(run_in))
            if len(rows):
                visible[rows] = self._visible_shares(places[:, rows])
            return near & (visible >= thresholds[:, None])

        return self.walk.first(holds)

    def _compute_ranges(self, places: np.ndarray) -> np.ndarray:
        """(n,): between the nearest base edges, with the mover at places (3, n)."""
        watcher, base = self.scene.snapshot.model(self.watcher), self.walk.mover.footprint
        shape = (base.heading_rad, base.half_x_in, base.half_y_in, base.cornered)
        footprints = [Footprint(x, y, *shape) for x, y in places[:2].T.tolist()]
        others = np.arange(1, len(footprints) + 1)
        across = np.maximum(gaps([watcher.footprint, *footprints], np.zeros_like(others), others).gap_in, 0.0)
        return across if self.in_plan else np.hypot(across, places[2] - watcher.z_in)

    def _visible_shares(self, places: np.ndarray) -> np.ndarray:
        return compute_shares(self.scene, self.watcher, self.walk.mover.model.id, places, self.eye)
