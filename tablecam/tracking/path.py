"""The path of a model, and its length."""

import itertools
import math
from dataclasses import dataclass, replace

from tablecam.table.miniature import Placed
from tablecam.tracking.settings import TrackerSettings


@dataclass(frozen=True)
class Point:
    """Where a model was at a time, in inches. gap: the step from the point before was not seen."""

    time: float
    x_in: float
    y_in: float
    z_in: float
    sigma_in: float = 0.0
    gap: bool = False

    @classmethod
    def at(cls, placed: Placed, time: float) -> "Point":
        """Where the model's base is."""
        return cls(time, placed.x_in, placed.y_in, placed.z_in, placed.sigma_in)

    def plan_in(self, other: "Point") -> float:
        """The distance between two points in plan."""
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
        """A path that has only begun."""
        return cls((start,), start)

    def through(self, point: Point, settings: TrackerSettings) -> "TrackPath":
        """The path with one more sighting, marked as a gap if the step to it was not seen."""
        gap = self.gap_pending or _unseen(self.latest, point, settings)
        reach_in = max(self.reach_in, point.plan_in(self.points[0]))
        band_in = max(settings.band_in, 3 * point.sigma_in)
        if point.plan_in(self.points[-1]) < band_in:
            return TrackPath(self.points, point, reach_in, gap)
        return TrackPath((*self.points, replace(point, gap=gap)), point, reach_in)

    def waiting(self, time: float) -> "TrackPath":
        """The path after the model was seen unchanged where it was."""
        return replace(self, latest=replace(self.latest, time=time))

    def ending(self, end: Point) -> "TrackPath":
        """The whole path to where the model came to rest, which many readings give better than the last."""
        points = self.points
        if len(points) > 1 and points[-1].plan_in(self.latest) == 0:
            return TrackPath((*points[:-1], replace(end, gap=points[-1].gap)), end, self.reach_in)
        return TrackPath((*points, replace(end, gap=self.gap_pending)), end, self.reach_in)

    @property
    def gaps(self) -> int:
        """How many steps were not seen."""
        return sum(point.gap for point in self.points)

    @property
    def straight_in(self) -> float:
        """From start to end in a straight line, height included."""
        start, end = self.points[0], self.points[-1]
        return math.hypot(start.plan_in(end), end.z_in - start.z_in)

    @property
    def path_in(self) -> float | None:
        """The length of the path; None if a gap makes it a guess.

        In plan, plus the climb from the first ground to the last: the height to which a hand lifted the model does not
        count.
        """
        if self.gaps:
            return None
        plan_in = sum(here.plan_in(before) for before, here in itertools.pairwise(self.points))
        return math.hypot(plan_in, self.points[-1].z_in - self.points[0].z_in)


def _unseen(before: Point, here: Point, settings: TrackerSettings) -> bool:
    step_in = here.plan_in(before)
    late = here.time - before.time > settings.gap_s and step_in > settings.same_place_in
    return late or step_in > settings.gap_jump_in
