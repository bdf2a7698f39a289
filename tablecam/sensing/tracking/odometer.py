"""The distance of each model from a start, from what the tracker saw: an odometer for every model.

    odometer = Odometer()
    odometer.note(snapshot, changes)           every view, in order
    odometer.set_out("ida")                    a procedure begins, or a move was accepted
    odometer.travelled("ida", odometer.start("ida", place))

Starts stay stored for a while: when a player takes an answer back, the game has the model at an earlier place again,
and the path from there is still known.
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
# The number of procedures that a game may be taken back; beyond them, a player measures.
REMEMBERED = 40
# While a model is carried, points nearer than this to the last are noise.
STEP_IN = 0.1


@dataclass(frozen=True)
class Travel:
    """The tracked distance of a model. path_in: None if gaps make it a guess.

    sigma_in: of the straight line. unseen_in: one sigma of the unseen part of the path.
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
    """The place where a model set out, and its odometer's values then. place: None if it was not seen."""

    place: Place | None
    run_in: float = 0.0
    guesses: int = 0
    unseen_in2: float = 0.0


@dataclass
class ModelOdometer:
    """The sum of a model's paths. guesses: paths of unseen length. unseen_in2: the variance of the remaining paths.

    carried: its path while it moves, or the last one; rests: that path is already in the sum.
    """

    run_in: float = 0.0
    guesses: int = 0
    unseen_in2: float = 0.0
    carried: list[Place] = field(default_factory=list)
    rests: bool = True

    @property
    def carried_in(self) -> float:
        """The distance that it has been carried since it last stood, in plan."""
        if self.rests:
            return 0.0
        return sum(math.dist(a[:2], b[:2]) for a, b in zip(self.carried, self.carried[1:], strict=False))


class Odometer:
    """The odometers of all models. now: their present places."""

    def __init__(self) -> None:
        self.now: dict[str, Placed] = {}
        self._meters: dict[str, ModelOdometer] = {}
        self._starts: dict[str, deque[Start]] = {}
        self._time = float("-inf")

    def note(self, snapshot: Snapshot, changes: Iterable[object]) -> None:
        """Take in a view. changes: those that may be new; older ones are ignored."""
        arrivals = [
            change for change in changes if isinstance(change, TrackMoved) and change.time > self._time and change.model
        ]
        if snapshot.time < self._time:
            # another recording, or the same one from its start
            arrivals = []
        for change in arrivals:
            self._note_arrival(str(change.model), change)
        former, self.now = self.now, {placed.model.id: placed for placed in snapshot.models}
        for model, placed in self.now.items():
            self._extend_path(self._get_meter(model), placed, former.get(model))
        self._time = snapshot.time

    def start_counting(self, *models: str) -> None:
        """Count the distances of these models from now on; without names, those of all models."""
        for model in models or self.now:
            starts = self._starts.setdefault(model, deque(maxlen=REMEMBERED))
            starts.append(self.get_start(model))

    def start(self, model: str, place: Place | None) -> Start:
        """Return the last start of a model from a place, the one that the game has it at; None: from any place.

        If the model was not seen to set out from there, its path since then is a guess.
        """
        matching_starts = [
            start for start in self._starts.get(model, ()) if place is None or _is_near(start.place, place)
        ]
        if matching_starts:
            return matching_starts[-1]
        present = self.get_start(model)
        if place is None or present.place is None or _is_near(place, present.place):
            return present
        return Start(place, present.run_in, present.guesses - 1, present.unseen_in2)

    def get_start(self, model: str) -> Start:
        """Return a start at the model's present place."""
        meter = self._get_meter(model)
        return Start(get_place(self.now.get(model)), meter.run_in, meter.guesses, meter.unseen_in2)

    def measure_travel(self, model: str, start: Start) -> Travel:
        """Return the distance of a model from a start: in a straight line, and along its path if that was seen."""
        placed, meter = self.now.get(model), self._get_meter(model)
        end_place = get_place(placed)
        if placed is None or end_place is None or start.place is None:
            return Travel(None, 0.0)
        straight_in = math.dist(start.place, end_place)
        sigma_in = math.sqrt(2) * placed.sigma_in
        if placed.state != "moving" and straight_in < PUT_BACK_IN and meter.run_in > start.run_in:
            return Travel(straight_in, straight_in, sigma_in)
        path_in = meter.run_in - start.run_in + meter.carried_in
        unseen_in = math.sqrt(meter.unseen_in2 - start.unseen_in2)
        return Travel(
            None if meter.guesses > start.guesses else max(path_in, straight_in), straight_in, sigma_in, unseen_in
        )

    def get_carry(self, model: str) -> tuple[Place, ...]:
        """Return points of the path along which a model is being carried, or at whose end it has just come to rest."""
        return tuple(self._get_meter(model).carried)

    def _note_arrival(self, model: str, change: TrackMoved) -> None:
        """Add the path of a model that has come to rest; if it is back at its start, it counts as starting again."""
        meter, starts = self._get_meter(model), self._starts.get(model)
        meter.run_in += change.straight_in if change.path_in is None else change.path_in
        meter.guesses += change.path_in is None
        meter.unseen_in2 += 0.0 if change.path_in is None else change.unseen_in**2
        meter.carried[:] = [(point.x_in, point.y_in, point.z_in) for point in change.points]
        meter.rests = True
        if starts and _is_near(starts[-1].place, change.end):
            starts.append(Start(change.end, meter.run_in, meter.guesses, meter.unseen_in2))

    def _get_meter(self, model: str) -> ModelOdometer:
        return self._meters.setdefault(model, ModelOdometer())

    def _extend_path(self, meter: ModelOdometer, placed: Placed, before: Placed | None) -> None:
        if placed.state != "moving":
            return
        place = get_place(placed)
        assert place
        if meter.rests:
            # it has just been picked up
            former_place = get_place(before) if before and before.state != "moving" else None
            meter.carried[:] = [former_place] if former_place else []
            meter.rests = False
        if not meter.carried or math.dist(meter.carried[-1][:2], place[:2]) >= STEP_IN:
            meter.carried.append(place)


def _is_near(a: Place | None, b: Place | None) -> bool:
    return a is not None and b is not None and math.dist(a, b) < PUT_BACK_IN


def get_place(placed: Placed | None) -> Place | None:
    """Return (x, y, z) of a model's base centre."""
    return (placed.x_in, placed.y_in, placed.z_in) if placed else None
