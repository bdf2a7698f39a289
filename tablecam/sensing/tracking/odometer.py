"""How far models have gone since a start, from what the tracker saw: an odometer for every model.

    odometer = Odometer()
    odometer.note(snapshot, changes)           every view, in order
    odometer.set_out("ida")                    a procedure begins, or a move was accepted
    odometer.travelled("ida", odometer.start("ida", place))

Starts are remembered for a while: when an answer is taken back, the game has the model at an earlier place again, and
the path from there is still known.
"""

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from tablecam.sensing.tracking.changes import TrackMoved
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

Place = tuple[float, float, float]

# A model put back where it stood has not moved, however far it was carried meanwhile.
PUT_BACK_IN = 0.1
# How many procedures a game may be taken back over; beyond them, a player measures.
REMEMBERED = 40
# While a model is carried, points nearer than this to the last are noise.
STEP_IN = 0.1


@dataclass(frozen=True)
class Travel:
    """How far a model has gone, as tracked. path_in: None if gaps make it a guess.

    sigma_in: of the straight line. unseen_in: one sigma of what was not seen of the path.
    """

    path_in: float | None
    straight_in: float
    sigma_in: float = 0.0
    unseen_in: float = 0.0

    @property
    def path_sigma_in(self) -> float:
        """One sigma of the path."""
        return math.hypot(self.sigma_in, self.unseen_in)


@dataclass(frozen=True)
class Start:
    """Where a model set out, and its odometer's values then. place: None if it was not seen."""

    place: Place | None
    run_in: float = 0.0
    guesses: int = 0
    unseen_in2: float = 0.0


@dataclass
class ModelOdometer:
    """The sum of a model's paths. guesses: paths whose length was not seen. unseen_in2: the variance of the others.

    carried: its path while it moves, or the last one; rests: that path is already in the sum.
    """

    run_in: float = 0.0
    guesses: int = 0
    unseen_in2: float = 0.0
    carried: list[Place] = field(default_factory=list)
    rests: bool = True

    @property
    def carried_in(self) -> float:
        """How far it has been carried since it last stood, in plan."""
        if self.rests:
            return 0.0
        return sum(math.dist(a[:2], b[:2]) for a, b in zip(self.carried, self.carried[1:], strict=False))


class Odometer:
    """The odometers of all models. now: where they stand."""

    def __init__(self) -> None:
        self.now: dict[str, Placed] = {}
        self._meters: dict[str, ModelOdometer] = {}
        self._starts: dict[str, deque[Start]] = {}
        self._time = float("-inf")

    def note(self, snapshot: Snapshot, changes: Iterable[object]) -> None:
        """Take in a view. changes: those that may be new; older ones are passed over."""
        news = [
            change for change in changes if isinstance(change, TrackMoved) and change.time > self._time and change.model
        ]
        if snapshot.time < self._time:
            # another recording, or the same one from its beginning
            news = []
        for change in news:
            self._note_arrival(str(change.model), change)
        before, self.now = self.now, {placed.model.id: placed for placed in snapshot.models}
        for model, placed in self.now.items():
            self._carry(self._meter(model), placed, before.get(model))
        self._time = snapshot.time

    def set_out(self, *models: str) -> None:
        """Count the distances of these models from here on; without names, those of all models."""
        for model in models or self.now:
            starts = self._starts.setdefault(model, deque(maxlen=REMEMBERED))
            starts.append(self.start_here(model))

    def start(self, model: str, place: Place | None) -> Start:
        """The last start of a model from a place, the one that the game has it at; None: from any place.

        If the model was not seen to set out from there, its path since then is a guess.
        """
        known = [start for start in self._starts.get(model, ()) if place is None or _near(start.place, place)]
        if known:
            return known[-1]
        here = self.start_here(model)
        if place is None or here.place is None or _near(place, here.place):
            return here
        return Start(place, here.run_in, here.guesses - 1, here.unseen_in2)

    def start_here(self, model: str) -> Start:
        """Where a model is now."""
        meter = self._meter(model)
        return Start(place_of(self.now.get(model)), meter.run_in, meter.guesses, meter.unseen_in2)

    def travelled(self, model: str, start: Start) -> Travel:
        """How far a model has gone from there: in a straight line, and along its path as far as that was seen."""
        placed, meter = self.now.get(model), self._meter(model)
        end = place_of(placed)
        if placed is None or end is None or start.place is None:
            return Travel(None, 0.0)
        straight = math.dist(start.place, end)
        sigma = math.sqrt(2) * placed.sigma_in
        if placed.state != "moving" and straight < PUT_BACK_IN and meter.run_in > start.run_in:
            return Travel(straight, straight, sigma)
        path = meter.run_in - start.run_in + meter.carried_in
        unseen = math.sqrt(meter.unseen_in2 - start.unseen_in2)
        return Travel(None if meter.guesses > start.guesses else max(path, straight), straight, sigma, unseen)

    def carried(self, model: str) -> tuple[Place, ...]:
        """Points of the path along which a model is being carried, or at whose end it has just come to rest."""
        return tuple(self._meter(model).carried)

    def _note_arrival(self, model: str, change: TrackMoved) -> None:
        """A model has come to rest; if it is back at its start, it counts as starting again."""
        meter, starts = self._meter(model), self._starts.get(model)
        meter.run_in += change.straight_in if change.path_in is None else change.path_in
        meter.guesses += change.path_in is None
        meter.unseen_in2 += 0.0 if change.path_in is None else change.unseen_in**2
        meter.carried[:] = [(point.x_in, point.y_in, point.z_in) for point in change.points]
        meter.rests = True
        if starts and _near(starts[-1].place, change.end):
            starts.append(Start(change.end, meter.run_in, meter.guesses, meter.unseen_in2))

    def _meter(self, model: str) -> ModelOdometer:
        return self._meters.setdefault(model, ModelOdometer())

    def _carry(self, meter: ModelOdometer, placed: Placed, before: Placed | None) -> None:
        if placed.state != "moving":
            return
        here = place_of(placed)
        assert here
        if meter.rests:
            # it has just been picked up
            stood = place_of(before) if before and before.state != "moving" else None
            meter.carried[:] = [stood] if stood else []
            meter.rests = False
        if not meter.carried or math.dist(meter.carried[-1][:2], here[:2]) >= STEP_IN:
            meter.carried.append(here)


def _near(a: Place | None, b: Place | None) -> bool:
    return a is not None and b is not None and math.dist(a, b) < PUT_BACK_IN


def place_of(placed: Placed | None) -> Place | None:
    """(x, y, z) of a model's base centre."""
    return (placed.x_in, placed.y_in, placed.z_in) if placed else None
