"""The host's own records of the table beside the game: expected positions, alerts, and kept measurements.

The game decides where a model should stand. The first view counts only for a model that the game has not placed yet.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from tablecam.base.i18n import Message
from tablecam.rules.books.book import MeasuredAnswer
from tablecam.rules.books.views import AlertView
from tablecam.sensing.tracking.odometer import Odometer, Place, Start, Travel
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# Readings of a model at rest vary by less; a player sees no difference.
SAME_IN = 0.02
FRESH_S = 1.0


@dataclass(frozen=True)
class MeasurementCache:
    """The table's measurements at a moment of the game, by the question's line.

    snapshot: the positions; last: the length of the log; trouble: why nothing could be trusted.
    """

    snapshot: Snapshot | None = None
    last: int = 0
    trouble: str | Message = ""
    measured: Mapping[int, MeasuredAnswer | None] = field(default_factory=dict)

    def holds(self, snapshot: Snapshot, last: int, trouble: str | Message) -> bool:
        """Whether nothing has changed since."""
        if self.snapshot is None or (self.last, self.trouble) != (last, trouble):
            return False
        return same(self.snapshot, snapshot)


def same(before: Snapshot, after: Snapshot) -> bool:
    """Whether all models stand where they stood, as far as the camera can tell, on the same terrain."""
    same_ground = before.terrain is after.terrain or before.terrain == after.terrain
    if not same_ground or (before.pose_untrusted, len(before.models)) != (after.pose_untrusted, len(after.models)):
        return False
    return all(_is_same_place(a, b) for a, b in zip(before.models, after.models, strict=True))


def _is_same_place(a: Placed, b: Placed) -> bool:
    if a.model.id != b.model.id or a.state != b.state or a.stands_on != b.stands_on:
        return False
    near = abs(a.x_in - b.x_in) < SAME_IN and abs(a.y_in - b.y_in) < SAME_IN and abs(a.z_in - b.z_in) < SAME_IN
    return near and (a.seen_s > FRESH_S) == (b.seen_s > FRESH_S) and abs(a.heading_rad - b.heading_rad) < SAME_IN


AT_REST = "settled"


class ExpectedPositions:
    """The expected place of every model, and the length of its path since it was asked to move.

    boundary: the line at which the procedure in progress began.
    """

    def __init__(self) -> None:
        self.odometer = Odometer()
        self.boundary = 0
        self._places: dict[str, Place] = {}
        self._first_seen: dict[str, Place] = {}

    def note(self, snapshot: Snapshot, changes: Iterable[object]) -> None:
        """Take in a view."""
        self.odometer.note(snapshot, changes)
        for placed in snapshot.models:
            if placed.state == AT_REST and placed.seen_s <= FRESH_S:
                self._first_seen.setdefault(placed.model.id, (placed.x_in, placed.y_in, placed.z_in))

    def goes_on(self, boundary: int, places: Mapping[str, Place]) -> None:
        """Start with a game as it was left; nobody saw how its models came to stand there."""
        self.boundary, self._places = boundary, dict(places)

    def went_on(self, boundary: int, places: Mapping[str, Place]) -> None:
        """Take in the game's progress: a new procedure restarts all paths, an accepted move that of its model."""
        if boundary > self.boundary:
            self.odometer.start_counting()
        self.boundary = boundary
        moved_models = [model for model, place in places.items() if self._places.get(model) != place]
        if moved_models:
            self.odometer.start_counting(*moved_models)
        self._places = dict(places)

    def measure_travel(self, model: str, places: Mapping[str, Place]) -> Travel:
        """A model's travel from its place in the game."""
        return self.odometer.measure_travel(model, self.start(model, places))

    def start(self, model: str, places: Mapping[str, Place]) -> Start:
        """The start of a model's path."""
        return self.odometer.start(model, self._find_expected_place(model, places))

    def correct_snapshot(self, snapshot: Snapshot, places: Mapping[str, Place]) -> Snapshot:
        """The models that are seen at rest, moved to their expected places."""
        at_rest = tuple(placed for placed in snapshot.models if placed.state == AT_REST and placed.seen_s <= FRESH_S)
        expected = {placed.model.id: self._find_expected_place(placed.model.id, places) for placed in at_rest}
        places_known = {model: place for model, place in expected.items() if place}
        return replace(snapshot, models=at_rest).with_places(places_known)

    def _find_expected_place(self, model: str, places: Mapping[str, Place]) -> Place | None:
        """The place by the game, or where the model was first seen as long as the game has none."""
        return places.get(model) or self._first_seen.get(model)


@dataclass
class Alerts:
    """Models that could break into a path so far, with the point up to which each path was examined."""

    _walked: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    _found: dict[int, dict[tuple[str, str, str], AlertView]] = field(default_factory=dict)

    def new_part(self, line: int, path: tuple[Place, ...]) -> tuple[tuple[Place, ...], float]:
        """The part of a path not examined yet, from the last examined point; and the inches before it."""
        walked = self._walked.get(line, ())
        self._walked[line] = path
        if walked and path[: len(walked)] == walked:
            walked_in = sum(math.dist(a[:2], b[:2]) for a, b in pairwise(walked))
            return path[len(walked) - 1 :] if len(path) > len(walked) else (), walked_in
        return path if len(path) > 1 else (), 0.0

    def add(self, line: int, found: Mapping[str, Iterable[AlertView]]) -> None:
        """Add alerts; the first point at which a watcher sees the path counts."""
        line_alerts = self._found.setdefault(line, {})
        for seat, alerts in found.items():
            for alert in alerts:
                line_alerts.setdefault((seat, alert.model, alert.kind), alert)

    def forget(self, but: Iterable[int]) -> None:
        """Drop the alerts of questions that are no longer open."""
        for line in self._found.keys() - set(but):
            self._found.pop(line)
            self._walked.pop(line, None)

    def by_seat(self, asked: Iterable[str | None]) -> dict[str, list[AlertView]]:
        """The alerts of those seats that are asked now whether they break in."""
        seats = set(asked)
        seat_alerts: dict[str, list[AlertView]] = {}
        for alerts in self._found.values():
            for (seat, _, _), alert in alerts.items():
                if seat in seats:
                    seat_alerts.setdefault(seat, []).append(alert)
        return seat_alerts
