"""Models that stand elsewhere than before, and models on or beside a feature of the terrain.

The tracker gives the length of a watched path (`tracking.path.TrackPath`); two snapshots give only the straight line.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tablecam.table.elevation import UNDECIDED
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature

# A twentieth of an inch: nobody corrects a smaller nudge.
NUDGE_IN = 0.05

# Of some thirty models compared every second, chance alone may flag one in an evening.
SURE_SIGMAS = 5.0

# Turning on the spot is a move in no rulebook here, but a model knocked askew is worth a word.
TURN_RAD = math.radians(10)


@dataclass(frozen=True)
class Shift:
    """A model that stands elsewhere. start, end: (x, y, z) of its base's centre; turn_rad: anticlockwise.

    straight_in: the distance between the two, height included; sigma_in: one sigma of that.
    """

    model: str
    start: tuple[float, float, float]
    end: tuple[float, float, float]
    straight_in: float
    sigma_in: float
    turn_rad: float

    @property
    def measurement(self) -> Measurement:
        """The straight distance that it moved, with its sigma."""
        return Measurement(self.straight_in, self.sigma_in)


def find_shifts(before: Snapshot, after: Snapshot) -> tuple[Shift, ...]:
    """Every model of both snapshots that was shifted or turned by more than noise, in the order of `after`.

    Empty if either snapshot's pose is untrusted: it says nothing about where models are.
    """
    if before.pose_untrusted or after.pose_untrusted:
        return ()
    earlier = {placed.model.id: placed for placed in before.models}
    pairs = [(earlier[current.model.id], current) for current in after.models if current.model.id in earlier]
    return tuple(shift(old, new) for old, new in pairs if _is_noticeable(old, new))


def shift(old: Placed, new: Placed) -> Shift:
    """The shift of one model, however small."""
    start, finish = (old.x_in, old.y_in, old.z_in), (new.x_in, new.y_in, new.z_in)
    turn_rad = math.remainder(new.heading_rad - old.heading_rad, 2 * math.pi)
    return Shift(new.model.id, start, finish, math.dist(start, finish), _compute_sigma(old, new), turn_rad)


def _is_noticeable(old: Placed, new: Placed) -> bool:
    change = shift(old, new)
    turn_sigma = math.sqrt(old.covariance[2][2] + new.covariance[2][2])
    far = change.straight_in > max(NUDGE_IN, SURE_SIGMAS * change.sigma_in)
    askew = not new.footprint.round and abs(change.turn_rad) > max(TURN_RAD, SURE_SIGMAS * turn_sigma)
    return far or askew


def _compute_sigma(old: Placed, new: Placed) -> float:
    """One sigma of the straight line; if its length is 0, in the worst direction.

    The camera's pose is the same both times and cancels. The error of gluing the tag would cancel too, but the
    covariances include it: that only makes the detection of a move slower.
    """
    spread = np.zeros((3, 3))
    spread[:2, :2] = (np.array(old.covariance) + np.array(new.covariance))[:2, :2]
    spread[2, 2] = old.sigma_z_in**2 + new.sigma_z_in**2
    path = np.array([new.x_in - old.x_in, new.y_in - old.y_in, new.z_in - old.z_in])
    length = float(np.linalg.norm(path))
    variance = path @ spread @ path / length**2 if length > 0 else np.linalg.eigvalsh(spread)[-1]
    return math.sqrt(max(float(variance), 0.0))


def standing(snapshot: Snapshot, feature: str, models: Sequence[str], within_in: float) -> dict[str, str] | None:
    """ "on" or "beside" by model, or "on?" or "beside?" where it is too close to call; other models are left out.

    feature: the name of a feature, or of a piece with all its parts. None if the terrain has neither. Distances are in
    plan, from the edge of a base to the outline; a model on another floor may be beside it.
    """
    parts = [piece for piece in snapshot.terrain.features if feature in (piece.name, piece.piece)]
    if not parts:
        return None
    outline = shapely.union_all([piece.polygon for piece in parts])
    places = {model: _classify_place(snapshot.model(model), parts, outline, within_in) for model in models}
    return {model: place for model, place in places.items() if place}


def _classify_place(placed: Placed, parts: Sequence[Feature], outline: BaseGeometry, within_in: float) -> str:
    if placed.stands_on in [piece.name for piece in parts]:
        return "on"
    gap_in = float(placed.footprint.outline().distance(outline))
    if placed.stands_on == UNDECIDED and gap_in == 0 and any(piece.standable for piece in parts):
        return "on?"
    # a base that reaches over the outline touches it, however uncertain their places
    sigma_in = math.hypot(placed.sigma_in, max(piece.sigma_in for piece in parts))
    verdict = Measurement(gap_in, sigma_in).at_most(within_in) if gap_in else Verdict.YES
    return {Verdict.YES: "beside", Verdict.TOO_CLOSE: "beside?", Verdict.NO: ""}[verdict]
