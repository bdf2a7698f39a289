"""The first point of a model's way at which somebody watching sees it, near enough to act: the overwatch question.

Sight is handed in as a function. The way is walked in short steps until it is seen, and the last step is halved until
the point is known to a hundredth of an inch. A window that shows it for less than a step may be missed.
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

# A model shown for no longer than this along its way is shown by no more than a twitch of the hand.
STEP_IN = 0.05

# How closely the point is found: half of the finest that a camera tells.
FOUND_IN = 0.01

# The share of a target that is reckoned exactly to less than this: what hides all but so little hides it.
NOTHING = 1e-6


class VisibleShare(Protocol):
    """What a sighting must say of itself."""

    @property
    def visible(self) -> float:
        """The share of the target that is seen, 0 to 1."""


S = TypeVar("S", bound=VisibleShare)
Sight = Callable[[Snapshot, str, str], S]


@dataclass(frozen=True)
class FirstSeen(Generic[S]):
    """Where a watcher could first break in. x_in, y_in, z_in: the mover's base centre there.

    along_in: how far along its way, in plan. sighting, range: of the mover there, from the watcher.
    """

    x_in: float
    y_in: float
    z_in: float
    along_in: float
    sighting: S
    range: Range


@dataclass(frozen=True)
class WatchLimits:
    """What counts as seen: within range_in, and this share of the target or more. step_in: how often is looked."""

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
    """The first point of a way at which the watcher has sight of the mover within range; None where it never has.

    way: points (x, y) or (x, y, z) of the mover's base centre, from where it stood; without z it stays on its level.
    sight: as `measure.sight.sighting`. All other models stand as the snapshot has them. ValueError for an empty way,
    KeyError for an id that does not stand there.
    """
    walk = _Walk.along(path, snapshot.model(mover))
    limits = limits or WatchLimits()

    def looked(run_in: float) -> FirstSeen[S] | None:
        there, along_in = walk.at(run_in)
        return _look(_with(snapshot, there), along_in, (mover, watcher), sight, limits)

    before = 0.0
    for run_in in walk.stops(limits.step_in):
        found = looked(run_in)
        if found is not None:
            return _closed_in(before, run_in, found, looked)
        before = run_in
    return None


def _closed_in(
    unseen: float, seen: float, found: FirstSeen[S], looked: Callable[[float], FirstSeen[S] | None]
) -> FirstSeen[S]:
    while seen - unseen > FOUND_IN:
        middle = (unseen + seen) / 2
        nearer = looked(middle)
        if nearer is None:
            unseen = middle
        else:
            seen, found = middle, nearer
    return found


def _look(
    snapshot: Snapshot, along_in: float, pair: tuple[str, str], sight: Sight[S], limits: WatchLimits
) -> FirstSeen[S] | None:
    mover, watcher = pair
    # the range is looked at first: it costs far less than sight
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
    """A way with how far along it each of its points lies: in space, by which it is walked, and in plan."""

    mover: Placed
    points: tuple[tuple[float, float, float], ...]
    run_in: tuple[float, ...]
    plan_in: tuple[float, ...]

    @classmethod
    def along(cls, path: Sequence[tuple[float, ...]], mover: Placed) -> "_Walk":
        if not path:
            raise ValueError("a way has at least one point")
        points = [(point[0], point[1], point[2] if len(point) > 2 else mover.z_in) for point in path]
        steps = list(itertools.pairwise(points))
        run = itertools.accumulate((math.dist(a, b) for a, b in steps), initial=0.0)
        plan = itertools.accumulate((math.dist(a[:2], b[:2]) for a, b in steps), initial=0.0)
        return cls(mover, tuple(points), tuple(run), tuple(plan))

    def stops(self, step_in: float) -> list[float]:
        """Where to look: at every point of the way, and between them at least every step."""
        stops = [0.0]
        for before, here in itertools.pairwise(self.run_in):
            steps = max(math.ceil((here - before) / step_in), 1)
            stops += [before + (here - before) * step / steps for step in range(1, steps + 1)]
        return stops

    def at(self, run_in: float) -> tuple[Placed, float]:
        """The mover so far along its way, and how far that is in plan."""
        x, y, z, plan = (
            float(np.interp(run_in, self.run_in, values)) for values in (*zip(*self.points, strict=True), self.plan_in)
        )
        return replace(self.mover, x_in=x, y_in=y, z_in=z), plan
