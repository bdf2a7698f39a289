"""What happens on the synthetic table, as data, and what is true at any moment of it."""

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from tablecam.camera.synthetic.hand import Hand, hides
from tablecam.camera.synthetic.scene import OVERALL, Scene, Spot, model_tag
from tablecam.geometry.projection import Camera, Pose

REACH_S, COVER_S, LIFT_S, LEAVE_S = 0.9, 0.4, 0.4, 0.8
SPEED_IN_S = 6.0
# where the shoulder of the player at each edge is when the hand is in the middle, and how it goes along with the hand
SHOULDERS = {"near": (24.0, -9.0), "far": (24.0, 57.0), "left": (-9.0, 24.0), "right": (57.0, 24.0)}
# a hand that is not there yet waits so far behind its grip
AWAY_IN = 42.0


@dataclass(frozen=True)
class Carry:
    """A hand takes a model, lifts it, carries it along and puts it down.

    route: table points after the one where it stands; the last is where it ends, at height z_in.
    covered: the fingers hide the tag all the way; else they draw back so that it shows while it travels.
    """

    model: str
    start: float
    route: tuple[tuple[float, float], ...]
    heading_rad: float
    z_in: float = 0.0
    lift_in: float = 2.0
    covered: bool = True
    edge: str = "near"


@dataclass(frozen=True)
class Rest:
    """A hand lies over a model's tag for a while and goes, without moving anything."""

    model: str
    start: float
    seconds: float = 2.0
    edge: str = "near"


@dataclass(frozen=True)
class Nudge:
    """Somebody bumps into the camera: it turns (degrees about its own x, y, z) and shifts (inches), once."""

    start: float
    turn_deg: tuple[float, float, float] = (0.25, -0.2, 0.4)
    shift_in: tuple[float, float, float] = (0.15, -0.1, 0.0)


Action = Carry | Rest | Nudge


@dataclass(frozen=True)
class Truth:
    """What is so at one time: where every model really is, what moves, what is seen through which camera.

    hidden: model -> share of its tag (ring included) that a hand hides; models that are not in it show it all.
    Terrain and miniatures may hide more.
    """

    time: float
    spots: Mapping[str, Spot]
    moving: frozenset[str]
    hands: tuple[Hand, ...]
    camera: Camera
    hidden: Mapping[str, float]


@dataclass(frozen=True)
class Script:
    """A scene and the actions in it, ordered by their start; actions on one model must not overlap."""

    scene: Scene
    actions: tuple[Action, ...] = ()

    def truth(self, time: float) -> Truth:
        """All that is true so many seconds after the start."""
        # all that is over by now is on its page: only what may still go on is played
        over = bisect_right(self._pages, time, key=lambda page: page.over_at)
        page = self._pages[over - 1]
        spots, nudges, moving, hands = dict(page.spots), page.nudges, set(), []
        for action in self.actions[over - 1 :]:
            if action.start > time:
                break
            if isinstance(action, Nudge):
                nudges += 1
                continue
            moment = _moment(self.scene, action, spots[action.model], time - action.start)
            spots[action.model] = moment.spot
            if moment.moves:
                moving.add(action.model)
            if moment.hand is not None:
                hands.append(moment.hand)
        camera = self._cameras[nudges]
        return Truth(time, spots, frozenset(moving), tuple(hands), camera, _hidden(self.scene, spots, hands, camera))

    @property
    def duration(self) -> float:
        """Seconds until the last action is over."""
        return max(0.0, self._pages[-1].over_at)

    @cached_property
    def _pages(self) -> tuple["_Page", ...]:
        """How things stand before the first action and after each, with the time when all so far are over."""
        pages = [_Page(-math.inf, self.scene.spots, 0)]
        for action in self.actions:
            spots = dict(pages[-1].spots)
            over_at = max(pages[-1].over_at, action.start + length_s(action, spots))
            if isinstance(action, Carry):
                spots[action.model] = landing(action)
            pages.append(_Page(over_at, spots, pages[-1].nudges + isinstance(action, Nudge)))
        return tuple(pages)

    @cached_property
    def _cameras(self) -> tuple[Camera, ...]:
        """The camera before, between and after the nudges."""
        cameras = [self.scene.camera]
        for action in self.actions:
            if isinstance(action, Nudge):
                cameras.append(_nudged(cameras[-1], action))
        return tuple(cameras)


@dataclass(frozen=True)
class _Page:
    over_at: float
    spots: Mapping[str, Spot]
    nudges: int


@dataclass(frozen=True)
class _Moment:
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


def landing(action: Carry) -> Spot:
    """Where the model ends."""
    return Spot(*action.route[-1], action.z_in, action.heading_rad)


def length_s(action: Action, spots: Mapping[str, Spot]) -> float:
    """Seconds from the hand's coming to its being gone; 0 for a nudge."""
    if isinstance(action, Carry):
        return REACH_S + 2 * COVER_S + 2 * LIFT_S + _travel_s(action, spots[action.model]) + LEAVE_S
    return REACH_S + action.seconds + LEAVE_S if isinstance(action, Rest) else 0.0


def _moment(scene: Scene, action: Carry | Rest, spot: Spot, since: float) -> _Moment:
    return _carry(scene, action, spot, since) if isinstance(action, Carry) else _rest(scene, action, spot, since)


def _carry(scene: Scene, action: Carry, spot: Spot, since: float) -> _Moment:
    travel = _travel_s(action, spot)
    lifted_at = REACH_S + COVER_S
    lowered_at = lifted_at + LIFT_S + travel
    ends = lowered_at + LIFT_S
    share = _eased((since - lifted_at - LIFT_S) / travel)
    up = _eased((since - lifted_at) / LIFT_S) - _eased((since - lowered_at) / LIFT_S)
    x, y = _along([(spot.x_in, spot.y_in), *action.route], share)
    turn = math.remainder(action.heading_rad - spot.heading_rad, 2 * math.pi)
    ground = spot.z_in + (action.z_in - spot.z_in) * share
    # on the way the model is over whatever it comes from or goes to
    over = max(spot.z_in, action.z_in) - ground
    now = Spot(x, y, ground + up * (action.lift_in + over), spot.heading_rad + turn * share)
    if since >= ends:
        now = landing(action)
    away = 1 - _eased(since / REACH_S) + _eased((since - ends - COVER_S) / LEAVE_S)
    hand = _hand(scene, action, now, away, 0.0 if action.covered else up)
    return _Moment(now, hand, lifted_at < since < ends)


def _rest(scene: Scene, action: Rest, spot: Spot, since: float) -> _Moment:
    away = 1 - _eased(since / REACH_S) + _eased((since - REACH_S - action.seconds) / LEAVE_S)
    return _Moment(spot, _hand(scene, action, spot, away, 0.0))


def _hand(scene: Scene, action: Carry | Rest, spot: Spot, away: float, drawn_back: float) -> Hand | None:
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


def _along(points: list[tuple[float, float]], share: float) -> tuple[float, float]:
    """The point at a share of the length of a broken line."""
    line = np.array(points)
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    at = share * lengths[-1]
    return float(np.interp(at, lengths, line[:, 0])), float(np.interp(at, lengths, line[:, 1]))


def _nudged(camera: Camera, nudge: Nudge) -> Camera:
    turn = cv2.Rodrigues(np.radians(nudge.turn_deg))[0]
    rotation = turn @ camera.pose.rotation
    eye = camera.pose.position_in + nudge.shift_in
    return replace(camera, pose=Pose(rotation, -rotation @ eye))


def _hidden(scene: Scene, spots: Mapping[str, Spot], hands: list[Hand], camera: Camera) -> dict[str, float]:
    if not hands:
        return {}
    steps = np.linspace(-0.48, 0.48, 7)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * OVERALL
    tags = {name: model_tag(scene.roster.by_id[name], spot) for name, spot in spots.items()}
    points = np.concatenate([tag.point(grid * tag.size_in) for tag in tags.values()])
    under = np.any([hides(hand, camera, points) for hand in hands], axis=0).reshape(len(tags), -1).mean(axis=1)
    return {name: float(share) for name, share in zip(tags, under, strict=True) if share > 0}
