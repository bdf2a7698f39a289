"""The path of a model, and its length."""

import itertools
import math
from dataclasses import dataclass, replace

from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.table.miniature import Placed

# the detour of an unseen hand as a share of its step, one sigma, or of half the distance that it had time for (inches a
# second)
ASIDE_SHARE = 0.25
HAND_IN_S = 6.0
# the share of a length that may be unseen, one sigma; more makes it a guess
MOST_UNSEEN = 0.1


@dataclass(frozen=True)
class Point:
    """The place of a model at a time, in inches. gap: the step from the previous point was not seen."""

    time: float
    x_in: float
    y_in: float
    z_in: float
    sigma_in: float = 0.0
    gap: bool = False

    @classmethod
    def from_placed(cls, placed: Placed, time: float) -> "Point":
        """Build the point of the model's base."""
        return cls(time, placed.x_in, placed.y_in, placed.z_in, placed.sigma_in)

    def plan_in(self, other: "Point") -> float:
        """Return the distance between two points in plan."""
        return math.hypot(self.x_in - other.x_in, self.y_in - other.y_in)


@dataclass(frozen=True)
class TrackPath:
    """The path of a model from where it stood.

    points: far enough apart that noise between them does not count; a gap between two of them marks the later one.
    latest: the last sighting, which may be closer. reach_in: the largest distance from the start.
    """

    points: tuple[Point, ...]
    latest: Point
    reach_in: float = 0.0
    gap_pending: bool = False

    @classmethod
    def starting(cls, start: Point) -> "TrackPath":
        """Start a path."""
        return cls((start,), start)

    def add_point(self, point: Point, settings: TrackerSettings) -> "TrackPath":
        """Return the path with one more sighting, marked as a gap if the step to it was not seen."""
        is_gap = self.gap_pending or _is_unseen(self.latest, point, settings)
        reach_in = max(self.reach_in, point.plan_in(self.points[0]))
        band_in = max(settings.band_in, 3 * point.sigma_in)
        if point.plan_in(self.points[-1]) < band_in:
            return TrackPath(self.points, point, reach_in, is_gap)
        return TrackPath((*self.points, replace(point, gap=is_gap)), point, reach_in)

    def waiting(self, time: float) -> "TrackPath":
        """Return the path after the model was seen unchanged."""
        return replace(self, latest=replace(self.latest, time=time))

    def ending(self, end: Point) -> "TrackPath":
        """Return the whole path to the model's place at rest, which many readings give better than the last."""
        points = self.points
        if len(points) > 1 and points[-1].plan_in(self.latest) == 0:
            return TrackPath((*points[:-1], replace(end, gap=points[-1].gap)), end, self.reach_in)
        return TrackPath((*points, replace(end, gap=self.gap_pending)), end, self.reach_in)

    @property
    def gaps(self) -> int:
        """The number of unseen steps."""
        return sum(point.gap for point in self.points)

    @property
    def unseen_in(self) -> float:
        """One sigma of the length that was not seen, or is indistinguishable from the noise of its points."""
        detours_in = [
            _compute_detour_in(former, point) for former, point in itertools.pairwise(self.points) if point.gap
        ]
        triples = zip(self.points, self.points[1:], self.points[2:], strict=False)
        return math.hypot(sum(_compute_jitter_in(*triple) for triple in triples), *detours_in)

    @property
    def straight_in(self) -> float:
        """The distance from start to end in a straight line, height included."""
        start, end = self.points[0], self.points[-1]
        return math.hypot(start.plan_in(end), end.z_in - start.z_in)

    @property
    def path_in(self) -> float | None:
        """The length of the path; None if too much of it was not seen, which makes it a guess.

        In plan, plus the climb from the first ground to the last: the height to which a hand lifted the model does not
        count.
        """
        plan_in = sum(point.plan_in(former) for former, point in itertools.pairwise(self.points))
        if self.unseen_in > MOST_UNSEEN * plan_in:
            return None
        return math.hypot(plan_in, self.points[-1].z_in - self.points[0].z_in)


def _compute_detour_in(before: Point, here: Point) -> float:
    """Return one sigma of the detour from the straight line, for an unseen step."""
    return ASIDE_SHARE * max(here.plan_in(before), HAND_IN_S * (here.time - before.time) / 2)


def _compute_jitter_in(before: Point, here: Point, after: Point) -> float:
    """Return how much the bend at a point lengthens the path, as far as two sigmas of its place can cause one."""
    come_in, go_in = here.plan_in(before), here.plan_in(after)
    if min(come_in, go_in) == 0:
        return 0.0
    bend_in = come_in + go_in - before.plan_in(after)
    return min(bend_in, 2 * here.sigma_in**2 * (1 / come_in + 1 / go_in))


def _is_unseen(before: Point, here: Point, settings: TrackerSettings) -> bool:
    step_in = here.plan_in(before)
    is_late = here.time - before.time > settings.gap_s and step_in > settings.same_place_in
    return is_late or step_in > settings.gap_jump_in
