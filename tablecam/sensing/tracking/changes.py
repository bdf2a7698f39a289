"""Changes on the table as frozen records, the states of a track that they lead to, and the paths of models."""

import enum
import itertools
import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

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
        start, finish = self.points[0], self.points[-1]
        return math.hypot(start.plan_in(finish), finish.z_in - start.z_in)

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


# The states of a track: one table.
#
# A model on a table is nearly always at rest, and nearly every apparent movement is a hand. So the theory is: a
# standing model stands until several whole readings say otherwise; a hidden model stays in its last place; a moving
# model is at rest again once its readings agree with each other. Two rules about this file: nothing that needs a
# measurement (that is `track.py`, which turns readings into signs), and no state that the table does not show.
#
# A tentative track that is not seen again never becomes anything: the tracker forgets it without a report. A pair that
# is not in the table is a mistake of the caller: it raises, and nothing changes.


class TrackState(enum.Enum):
    """The tracker's knowledge of a model. The words are those of the screen, the command line and the snapshot."""

    TENTATIVE = "tentative"
    SETTLED = "settled"
    MOVING = "moving"
    OCCLUDED = "occluded"
    LOST = "lost"


class Sign(enum.Enum):
    """The message of one frame about a track."""

    # a reading lies where the model was at rest
    AGREED = "agreed"
    # confirmed readings lie elsewhere
    STRAYED = "strayed"
    # readings agree with each other, long enough to call it rest
    RESTED = "rested"
    # there is no reading, and something is over the place
    COVERED = "covered"
    # there has been no reading for longer than patience lasts
    EXPIRED = "expired"


TRANSITIONS: dict[TrackState, dict[Sign, TrackState]] = {
    TrackState.TENTATIVE: {
        Sign.RESTED: TrackState.SETTLED,
    },
    TrackState.SETTLED: {
        Sign.AGREED: TrackState.SETTLED,
        Sign.STRAYED: TrackState.MOVING,
        Sign.COVERED: TrackState.OCCLUDED,
        Sign.EXPIRED: TrackState.LOST,
    },
    TrackState.MOVING: {
        Sign.STRAYED: TrackState.MOVING,
        Sign.RESTED: TrackState.SETTLED,
        Sign.COVERED: TrackState.OCCLUDED,
        Sign.EXPIRED: TrackState.LOST,
    },
    TrackState.OCCLUDED: {
        Sign.AGREED: TrackState.SETTLED,
        Sign.STRAYED: TrackState.MOVING,
        Sign.COVERED: TrackState.OCCLUDED,
        Sign.EXPIRED: TrackState.LOST,
    },
    TrackState.LOST: {
        Sign.AGREED: TrackState.SETTLED,
        Sign.STRAYED: TrackState.MOVING,
    },
}


class IllegalTransitionError(ValueError):
    """A sign that has no meaning in that state: the caller's mistake."""


def following(state: TrackState, sign: Sign) -> TrackState:
    """Return the state after a sign; IllegalTransitionError if the table has no such pair."""
    try:
        return TRANSITIONS[state][sign]
    except KeyError:
        raise IllegalTransitionError(f"a {state.value} track cannot be told '{sign.value}'") from None


# a ten-thousandth of an inch is far finer than any camera measures
PLACES = 4


@dataclass(frozen=True, kw_only=True)
class TrackChange:
    """A change at a time, of a model or (without one) of the camera.

    start, end: (x, y, z) in inches, where the model was and is. path_in: None where gaps make the path a guess.
    """

    time: float
    model: str | None = None
    start: tuple[float, float, float] | None = None
    end: tuple[float, float, float] | None = None
    event: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """Return the object that `tablecam track --json` prints, with every key of the contract."""
        return {
            "time": round(self.time, PLACES),
            "event": self.event,
            "model": self.model,
            "from": _round_place(self.start),
            "to": _round_place(self.end),
            "path_in": None,
            "straight_in": None,
            "gaps": None,
        }


@dataclass(frozen=True, kw_only=True)
class Appeared(TrackChange):
    """A model was seen at rest: for the first time, or again in its former place."""

    event = "appeared"


@dataclass(frozen=True, kw_only=True)
class SetOff(TrackChange):
    """A model left its place, or moved on after it was hidden while moving."""

    event = "moving"


@dataclass(frozen=True, kw_only=True)
class TrackMoved(TrackChange):
    """A model came to rest. points: its path, for drawing. unseen_in: one sigma of the unseen part of its length."""

    path_in: float | None
    straight_in: float
    gaps: int
    points: tuple[Point, ...] = ()
    unseen_in: float = 0.0
    event = "moved"

    def to_json(self) -> dict[str, Any]:
        """Return the object of every change, plus the length of the move."""
        path_in = None if self.path_in is None else round(self.path_in, PLACES)
        lengths = {"path_in": path_in, "straight_in": round(self.straight_in, PLACES), "gaps": self.gaps}
        return super().to_json() | lengths


@dataclass(frozen=True, kw_only=True)
class Covered(TrackChange):
    """Something covers a model; it is assumed to stand in its former place."""

    event = "occluded"


@dataclass(frozen=True, kw_only=True)
class WentMissing(TrackChange):
    """A model was not seen for too long; its last place stays stored."""

    event = "lost"


@dataclass(frozen=True, kw_only=True)
class CameraMoved(TrackChange):
    """The camera was nudged: readings are held back."""

    event = "camera_moved"


@dataclass(frozen=True, kw_only=True)
class CameraLocked(TrackChange):
    """The camera's place is known again."""

    event = "camera_locked"


# the change reported when a track enters a state; a move that ends is a `TrackMoved`
AFTER: dict[TrackState, type[TrackChange]] = {
    TrackState.SETTLED: Appeared,
    TrackState.MOVING: SetOff,
    TrackState.OCCLUDED: Covered,
    TrackState.LOST: WentMissing,
}


def _round_place(place: tuple[float, float, float] | None) -> list[float] | None:
    return None if place is None else [round(number, PLACES) for number in place]
