"""The first point of a model's path at which a watcher sees it within range.

Sight is passed in as a function. The path is followed in short steps until the model is seen, and the last step is
halved until the point is known to a hundredth of an inch. A window that shows it for less than a step may be missed.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

import numpy as np

from tablecam.measure.ranges import Range, range_between
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# A model that is visible for less than this along its path is visible only by a twitch of the hand.
STEP_IN = 0.05

# The tolerance of the point: half of a camera's finest resolution.
FOUND_IN = 0.01

# Shares of a target are exact to less than this: a smaller visible share counts as hidden.
NOTHING = 1e-6


class VisibleShare(Protocol):
    """What a sighting must provide."""

    @property
    def visible(self) -> float:
        """The visible share of the target, 0 to 1."""


S = TypeVar("S", bound=VisibleShare)
Sight = Callable[[Snapshot, str, str], S]


@dataclass(frozen=True)
class FirstSeen(Generic[S]):
    """The first point at which a watcher sees the mover. x_in, y_in, z_in: the mover's base centre there.

    along_in: the length of the path up to there, in plan. sighting, range: of the mover there, from the watcher.
    """

    x_in: float
    y_in: float
    z_in: float
    along_in: float
    sighting: S
    range: Range


@dataclass(frozen=True)
class WatchLimits:
    """What counts as seen: within range_in, and this share of the target or more. step_in: between two checks."""

    range_in: float = math.inf
    least_visible: float = NOTHING
    step_in: float = STEP_IN


def first_seen(
    snapshot: Snapshot,
    path: Sequence[tuple[float, ...]],
    mover: str,
    watcher: str,
    sight: Sight[S],
    limits: WatchLimits | None = None,
) -> FirstSeen[S] | None:
    """The first point of a path at which the watcher sees the mover within range; None if it never does.

    path: points (x, y) or (x, y, z) of the mover's base centre, from where it stood; without z it stays on its level.
    sight: as `measure.sight.sighting`. All other models stand as in the snapshot. ValueError for an empty path,
    KeyError for an id that is not on the table.
    """
    walk = _Walk.along(path, snapshot.model(mover))
    limits = limits or WatchLimits()

    def look_at(run_in: float) -> FirstSeen[S] | None:
        there, along_in = walk.at(run_in)
        return _look(_with(snapshot, there), along_in, (mover, watcher), sight, limits)

    before = 0.0
    for run_in in walk.stops(limits.step_in):
        found = look_at(run_in)
        if found is not None:
            return _closed_in(before, run_in, found, look_at)
        before = run_in
    return None


def _closed_in(
    unseen: float, seen: float, found: FirstSeen[S], look_at: Callable[[float], FirstSeen[S] | None]
) -> FirstSeen[S]:
    while seen - unseen > FOUND_IN:
        middle = (unseen + seen) / 2
        nearer = look_at(middle)
        if nearer is None:
            unseen = middle
        else:
            seen, found = middle, nearer
    return found


def _look(
    snapshot: Snapshot, along_in: float, pair: tuple[str, str], sight: Sight[S], limits: WatchLimits
) -> FirstSeen[S] | None:
    mover, watcher = pair
    # the range is checked first: it costs far less than sight
    range_ = range_between(snapshot, watcher, mover)
    if range_.range_in > limits.range_in:
        return None
    sighting = sight(snapshot, watcher, mover)
    if sighting.visible < max(limits.least_visible, NOTHING):
        return None
    there = snapshot.model(mover)
    return FirstSeen(there.x_in, there.y_in, there.z_in, along_in, sighting, range_)


def _with(snapshot: Snapshot, moved: Placed) -> Snapshot:
    models = tuple(moved if placed.model.id == moved.model.id else placed for placed in snapshot.models)
    return replace(snapshot, models=models)


@dataclass(frozen=True)
class _Walk:
    """A path with the distance of each of its points along it: in space, by which it is followed, and in plan."""

    mover: Placed
    points: tuple[tuple[float, float, float], ...]
    run_in: tuple[float, ...]
    plan_in: tuple[float, ...]

    @classmethod
    def along(cls, path: Sequence[tuple[float, ...]], mover: Placed) -> "_Walk":
        if not path:
            raise ValueError("a path has at least one point")
        points = [(point[0], point[1], point[2] if len(point) > 2 else mover.z_in) for point in path]
        steps = list(itertools.pairwise(points))
        run = itertools.accumulate((math.dist(a, b) for a, b in steps), initial=0.0)
        plan = itertools.accumulate((math.dist(a[:2], b[:2]) for a, b in steps), initial=0.0)
        return cls(mover, tuple(points), tuple(run), tuple(plan))

    def stops(self, step_in: float) -> list[float]:
        """Where to check: at every point of the path, and between them at least every step."""
        stops = [0.0]
        for before, here in itertools.pairwise(self.run_in):
            steps = max(math.ceil((here - before) / step_in), 1)
            stops += [before + (here - before) * step / steps for step in range(1, steps + 1)]
        return stops

    def at(self, run_in: float) -> tuple[Placed, float]:
        """The mover at a distance along its path, and that distance in plan."""
        x, y, z, plan = (
            float(np.interp(run_in, self.run_in, values)) for values in (*zip(*self.points, strict=True), self.plan_in)
        )
        return replace(self.mover, x_in=x, y_in=y, z_in=z), plan
