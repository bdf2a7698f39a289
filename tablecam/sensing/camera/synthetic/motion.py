"""How a hand comes, takes a model, carries it and goes: where both are at each moment of it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tablecam.sensing.camera.synthetic.actions import Action, Carry, HandRest, landing
from tablecam.sensing.camera.synthetic.hand import Hand
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, model_tag

REACH_S, COVER_S, LIFT_S, LEAVE_S = 0.9, 0.4, 0.4, 0.8
SPEED_IN_S = 6.0
# where the shoulder of the player at each edge is when the hand is in the middle, and how it goes along with the hand
SHOULDERS = {"near": (24.0, -9.0), "far": (24.0, 57.0), "left": (-9.0, 24.0), "right": (57.0, 24.0)}
# a hand that is not there yet waits so far behind its grip
AWAY_IN = 42.0


@dataclass(frozen=True)
class Moment:
    """One model at one time, and the hand over it."""

    spot: Spot
    hand: Hand | None = None
    moves: bool = False


def swap(scene: Scene, one: str, other: str, start: float) -> tuple[Carry, Carry]:
    """Two players exchange two models at once, each round the other's path."""
    a, b = scene.spots[one], scene.spots[other]
    middle = np.array([a.x_in + b.x_in, a.y_in + b.y_in]) / 2
    aside = np.array([b.y_in - a.y_in, a.x_in - b.x_in]) * 0.45

    def take(name: str, to: Spot, side: float, edge: str) -> Carry:
        x, y = middle + side * aside
        return Carry(name, start, ((float(x), float(y)), (to.x_in, to.y_in)), to.heading_rad, to.z_in, edge=edge)

    return take(one, b, 1.0, "left" if a.x_in < b.x_in else "right"), take(
        other, a, -1.0, "right" if a.x_in < b.x_in else "left"
    )


def length_s(action: Action, spots: Mapping[str, Spot]) -> float:
    """Seconds from the hand's coming to its being gone; 0 where no hand comes."""
    if isinstance(action, Carry):
        calm = REACH_S + 2 * COVER_S + 2 * LIFT_S + _travel_s(action, spots[action.model]) + LEAVE_S
        return calm / action.haste
    return REACH_S + action.seconds + LEAVE_S if isinstance(action, HandRest) else 0.0


def moment_of(scene: Scene, action: Carry | HandRest, spot: Spot, since: float) -> Moment:
    """The model of an action so many seconds after its start, having stood at `spot` before, and the hand over it."""
    if isinstance(action, Carry):
        return _carry(scene, action, spot, since * action.haste)
    return _rest(scene, action, spot, since)


def _carry(scene: Scene, action: Carry, spot: Spot, since: float) -> Moment:
    """since: as a calm hand counts its seconds."""
    travel = _travel_s(action, spot)
    lifted_at = REACH_S + COVER_S
    lowered_at = lifted_at + LIFT_S + travel
    ends = lowered_at + LIFT_S
    share = _eased((since - lifted_at - LIFT_S) / travel)
    up = _eased((since - lifted_at) / LIFT_S) - _eased((since - lowered_at) / LIFT_S)
    x, y = _point_along([(spot.x_in, spot.y_in), *action.route], share)
    turn = math.remainder(action.heading_rad - spot.heading_rad, 2 * math.pi)
    ground = spot.z_in + (action.z_in - spot.z_in) * share
    # on the way the model is over whatever it comes from or goes to
    over = max(spot.z_in, action.z_in) - ground
    now = Spot(x, y, ground + up * (action.lift_in + over), spot.heading_rad + turn * share)
    if since >= ends:
        now = landing(action)
    away = 1 - _eased(since / REACH_S) + _eased((since - ends - COVER_S) / LEAVE_S)
    hand = _hand(scene, action, now, away, 0.0 if action.covered else up)
    return Moment(now, hand, lifted_at < since < ends)


def _rest(scene: Scene, action: HandRest, spot: Spot, since: float) -> Moment:
    away = 1 - _eased(since / REACH_S) + _eased((since - REACH_S - action.seconds) / LEAVE_S)
    return Moment(spot, _hand(scene, action, spot, away, 0.0))


def _hand(scene: Scene, action: Carry | HandRest, spot: Spot, away: float, drawn_back: float) -> Hand | None:
    """The hand over a model and its tag; `away` is 1 where it is gone, `drawn_back` 1 where it shows the tag."""
    if away >= 1:
        return None
    model = scene.roster.by_id[action.model]
    tag = model_tag(model, spot)
    over = np.array([spot.x_in + tag.x_in, spot.y_in + tag.y_in]) / 2
    beside = np.array([2 * spot.x_in - tag.x_in, 2 * spot.y_in - tag.y_in])
    shoulder = np.array(SHOULDERS[action.edge])
    side = 0 if action.edge in ("near", "far") else 1
    shoulder[side] = 0.45 * shoulder[side] + 0.55 * over[side]
    toward = over - shoulder
    toward /= np.linalg.norm(toward)
    held = beside - 0.9 * toward
    grip = over + (held - over) * drawn_back - toward * away * AWAY_IN
    z_in = spot.z_in + 0.85 * model.height_in + 0.35 + 1.5 * away
    return Hand(float(grip[0]), float(grip[1]), z_in, math.atan2(toward[1], toward[0]))


def _travel_s(action: Carry, spot: Spot) -> float:
    points = np.array([(spot.x_in, spot.y_in), *action.route])
    return max(0.4, float(np.hypot(*np.diff(points, axis=0).T).sum()) / SPEED_IN_S)


def _eased(share: float) -> float:
    """From 0 to 1 with a soft start and end."""
    clipped = min(max(share, 0.0), 1.0)
    return clipped * clipped * (3 - 2 * clipped)


def _point_along(points: list[tuple[float, float]], share: float) -> tuple[float, float]:
    """The point at a share of the length of a broken line."""
    line = np.array(points)
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    at = share * lengths[-1]
    return float(np.interp(at, lengths, line[:, 0])), float(np.interp(at, lengths, line[:, 1]))
