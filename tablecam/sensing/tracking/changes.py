"""Changes on the table: frozen records in the past tense, and the line that `tablecam track` prints for each."""

from dataclasses import dataclass
from typing import Any, ClassVar

from tablecam.sensing.tracking.path import Point
from tablecam.sensing.tracking.states import TrackState

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
