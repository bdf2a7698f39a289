"""What the host keeps of the table beside the game: where models were first seen, their paths, and alerts on them.

Where a model should stand the game says. Only of a model that the game has put nowhere yet, the first view counts.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from tablecam.live.measurement_cache import FRESH_S
from tablecam.rules.books.views import AlertView
from tablecam.sensing.tracking.odometer import Odometer, Place, Start, Travel
from tablecam.table.snapshot import Snapshot

AT_REST = "settled"


class ExpectedPositions:
    """Where every model should stand, and how far it has gone since it was asked for.

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
        """A game lies there as it was left; nobody saw how its models came to stand as they do."""
        self.boundary, self._places = boundary, dict(places)

    def went_on(self, boundary: int, places: Mapping[str, Place]) -> None:
        """The game has advanced: all paths start over with a procedure, a model's path when its move is accepted."""
        if boundary > self.boundary:
            self.odometer.set_out()
        self.boundary = boundary
        taken = [model for model, place in places.items() if self._places.get(model) != place]
        if taken:
            self.odometer.set_out(*taken)
        self._places = dict(places)

    def travelled(self, model: str, places: Mapping[str, Place]) -> Travel:
        """How far a model has gone from where the game has it."""
        return self.odometer.travelled(model, self.start(model, places))

    def start(self, model: str, places: Mapping[str, Place]) -> Start:
        """Where a model set out."""
        return self.odometer.start(model, self._should_stand(model, places))

    def stood(self, snapshot: Snapshot, places: Mapping[str, Place]) -> Snapshot:
        """The models that are seen at rest, where they should stand."""
        at_rest = tuple(placed for placed in snapshot.models if placed.state == AT_REST and placed.seen_s <= FRESH_S)
        expected = {placed.model.id: self._should_stand(placed.model.id, places) for placed in at_rest}
        known = {model: place for model, place in expected.items() if place}
        return replace(snapshot, models=at_rest).with_places(known)

    def _should_stand(self, model: str, places: Mapping[str, Place]) -> Place | None:
        """By the game; as long as that knows nothing, where the model was first seen."""
        return places.get(model) or self._first_seen.get(model)


@dataclass
class Alerts:
    """Who could break into a path so far: walked on from where it was last looked at."""

    _walked: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    _found: dict[int, dict[tuple[str, str, str], AlertView]] = field(default_factory=dict)

    def new_part(self, line: int, path: tuple[Place, ...]) -> tuple[tuple[Place, ...], float]:
        """The part of a path that has not been looked at, from the last point that has; and the inches before it."""
        before = self._walked.get(line, ())
        self._walked[line] = path
        if before and path[: len(before)] == before:
            walked_in = sum(math.dist(a[:2], b[:2]) for a, b in pairwise(before))
            return path[len(before) - 1 :] if len(path) > len(before) else (), walked_in
        return path if len(path) > 1 else (), 0.0

    def add(self, line: int, found: Mapping[str, Iterable[AlertView]]) -> None:
        """What was found on it; the first point at which a watcher sees it counts."""
        known = self._found.setdefault(line, {})
        for seat, alerts in found.items():
            for alert in alerts:
                known.setdefault((seat, alert.model, alert.kind), alert)

    def forget(self, but: Iterable[int]) -> None:
        """Questions that are no longer open alert nobody."""
        for line in self._found.keys() - set(but):
            self._found.pop(line)
            self._walked.pop(line, None)

    def by_seat(self, asked: Iterable[str | None]) -> dict[str, list[AlertView]]:
        """The alerts of the seats that are asked just now whether they break in."""
        seats = set(asked)
        found: dict[str, list[AlertView]] = {}
        for alerts in self._found.values():
            for (seat, _, _), alert in alerts.items():
                if seat in seats:
                    found.setdefault(seat, []).append(alert)
        return found
