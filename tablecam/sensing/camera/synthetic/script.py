"""The events on the synthetic table in their order, the hand's motion in each, and the truth at any moment."""

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.hand import Hand, hides
from tablecam.sensing.camera.synthetic.scene import (
    OVERALL,
    THE_TABLE,
    Action,
    Carry,
    ChartHold,
    HandRest,
    Lamp,
    Nudge,
    Put,
    Scene,
    Show,
    Signal,
    Spot,
    landing,
    model_tag,
)
from tablecam.table.geometry.projection import Camera, Pose

REACH_S, COVER_S, LIFT_S, LEAVE_S = 0.9, 0.4, 0.4, 0.8
SPEED_IN_S = 6.0
# the shoulder of the player at each edge when the hand is in the middle; it moves along with the hand
SHOULDERS = {"near": (24.0, -9.0), "far": (24.0, 57.0), "left": (-9.0, 24.0), "right": (57.0, 24.0)}
# an absent hand waits this far behind its grip
AWAY_IN = 42.0


@dataclass(frozen=True)
class Moment:
    """One model at one time, and the hand over it."""

    spot: Spot
    hand: Hand | None = None
    moves: bool = False


def swap(scene: Scene, one: str, other: str, start: float) -> tuple[Carry, Carry]:
    """Let two players exchange two models at once, each round the other's path."""
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
    """Return the seconds from the hand's arrival to its departure; 0 without a hand."""
    if isinstance(action, Carry):
        calm_s = REACH_S + 2 * COVER_S + 2 * LIFT_S + _compute_travel_s(action, spots[action.model]) + LEAVE_S
        return calm_s / action.haste
    return REACH_S + action.seconds + LEAVE_S if isinstance(action, HandRest) else 0.0


def compute_moment(scene: Scene, action: Carry | HandRest, spot: Spot, since: float) -> Moment:
    """Return the model and the hand over it `since` seconds after an action's start; it stood at `spot` before."""
    if isinstance(action, Carry):
        return _compute_carry(scene, action, spot, since * action.haste)
    return _compute_rest(scene, action, spot, since)


def _compute_carry(scene: Scene, action: Carry, spot: Spot, since: float) -> Moment:
    """Return the moment of a carry. since: in seconds of a calm hand."""
    travel_s = _compute_travel_s(action, spot)
    lifted_at = REACH_S + COVER_S
    lowered_at = lifted_at + LIFT_S + travel_s
    landed_at = lowered_at + LIFT_S
    share = _ease_share((since - lifted_at - LIFT_S) / travel_s)
    lift = _ease_share((since - lifted_at) / LIFT_S) - _ease_share((since - lowered_at) / LIFT_S)
    x, y = _find_point([(spot.x_in, spot.y_in), *action.route], share)
    turn = math.remainder(action.heading_rad - spot.heading_rad, 2 * math.pi)
    ground_in = spot.z_in + (action.z_in - spot.z_in) * share
    # on the way the model is above both its start and its end
    clearance_in = max(spot.z_in, action.z_in) - ground_in
    present_spot = Spot(x, y, ground_in + lift * (action.lift_in + clearance_in), spot.heading_rad + turn * share)
    if since >= landed_at:
        present_spot = landing(action)
    retreat = 1 - _ease_share(since / REACH_S) + _ease_share((since - landed_at - COVER_S) / LEAVE_S)
    hand = _place_hand(scene, action, present_spot, retreat, 0.0 if action.covered else lift)
    return Moment(present_spot, hand, lifted_at < since < landed_at)


def _compute_rest(scene: Scene, action: HandRest, spot: Spot, since: float) -> Moment:
    retreat = 1 - _ease_share(since / REACH_S) + _ease_share((since - REACH_S - action.seconds) / LEAVE_S)
    return Moment(spot, _place_hand(scene, action, spot, retreat, 0.0))


def _place_hand(scene: Scene, action: Carry | HandRest, spot: Spot, away: float, drawn_back: float) -> Hand | None:
    """Return the hand over a model and its tag; `away` is 1 where it is gone, `drawn_back` 1 where it shows the tag."""
    if away >= 1:
        return None
    model = scene.roster.by_id[action.model]
    tag = model_tag(model, spot)
    middle = np.array([spot.x_in + tag.x_in, spot.y_in + tag.y_in]) / 2
    beside = np.array([2 * spot.x_in - tag.x_in, 2 * spot.y_in - tag.y_in])
    shoulder = np.array(SHOULDERS[action.edge])
    side = 0 if action.edge in ("near", "far") else 1
    shoulder[side] = 0.45 * shoulder[side] + 0.55 * middle[side]
    toward = middle - shoulder
    toward /= np.linalg.norm(toward)
    side_grip = beside - 0.9 * toward
    grip = middle + (side_grip - middle) * drawn_back - toward * away * AWAY_IN
    z_in = spot.z_in + 0.85 * model.height_in + 0.35 + 1.5 * away
    return Hand(float(grip[0]), float(grip[1]), z_in, math.atan2(toward[1], toward[0]))


def _compute_travel_s(action: Carry, spot: Spot) -> float:
    points = np.array([(spot.x_in, spot.y_in), *action.route])
    return max(0.4, float(np.hypot(*np.diff(points, axis=0).T).sum()) / SPEED_IN_S)


def _ease_share(share: float) -> float:
    """Return a share from 0 to 1 with a soft start and end."""
    clipped = min(max(share, 0.0), 1.0)
    return clipped * clipped * (3 - 2 * clipped)


def _find_point(points: list[tuple[float, float]], share: float) -> tuple[float, float]:
    """Return the point at a share of the length of a broken line."""
    line = np.array(points)
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    distance = share * lengths[-1]
    return float(np.interp(distance, lengths, line[:, 0])), float(np.interp(distance, lengths, line[:, 1]))


@dataclass(frozen=True)
class Truth:
    """The truth at one time: the place of every model, the moving models, and the camera.

    hidden: model -> share of its tag (ring included) that a hand hides; models that are not in it show it all. Terrain
    and miniatures may hide more. chart: the way of holding the chart before the lens. gauge: the spot of the gauge
    card. on: whether the camera delivers images. card: the spot of a bank card. light: the share of the lamps' light.
    """

    time: float
    spots: Mapping[str, Spot]
    moving: frozenset[str]
    hands: tuple[Hand, ...]
    camera: Camera
    hidden: Mapping[str, float]
    chart: ChartHold | None = None
    gauge: Spot | None = None
    on: bool = True
    card: Spot | None = None
    light: float = 1.0


@dataclass(frozen=True)
class Script:
    """A scene and the actions in it, ordered by their start; hands on one model must not overlap."""

    scene: Scene
    actions: tuple[Action, ...] = ()

    def truth(self, time: float) -> Truth:
        """Return the truth `time` seconds after the start."""
        # finished actions are in their page: only actions that may still go on are played
        finished = bisect_right(self._pages, time, key=lambda page: page.over_at)
        page, hands = self._pages[finished - 1], list[Hand]()
        moving_models: set[str] = set()
        for action in self.actions[finished - 1 :]:
            if action.start > time:
                break
            if not isinstance(action, Carry | HandRest):
                page = page.apply_action(action)
                moving_models -= {action.model} if isinstance(action, Put) else set()
                continue
            moment = compute_moment(self.scene, action, page.spots[action.model], time - action.start)
            page = replace(page, spots={**page.spots, action.model: moment.spot})
            moving_models |= {action.model} if moment.moves else set()
            hands += [moment.hand] if moment.hand is not None else []
        camera = self._cameras[page.nudges]
        hidden = _compute_hidden(self.scene, page.spots, hands, camera)
        chart, gauge, card = page.show.hold(time), page.show.gauge, page.show.card
        visible = chart, gauge, page.on, card, page.light
        return Truth(time, page.spots, frozenset(moving_models), tuple(hands), camera, hidden, *visible)

    @property
    def duration(self) -> float:
        """The seconds until the last action is over."""
        return max(0.0, self.end.over_at)

    @property
    def end(self) -> "Page":
        """The state when all is over."""
        return self._pages[-1]

    def get_release_time(self, model: str) -> float:
        """Return the time when the last hand lets go of a model."""
        end_times = (
            action.start + length_s(action, page.spots)
            for action, page in zip(self.actions, self._pages, strict=False)
            if isinstance(action, Carry | HandRest) and action.model == model
        )
        return max(end_times, default=-math.inf)

    @cached_property
    def _pages(self) -> tuple["Page", ...]:
        """The states before the first action and after each, with the time when all earlier actions are over."""
        pages = [Page(-math.inf, self.scene.spots)]
        for action in self.actions:
            over_at = max(pages[-1].over_at, action.start + length_s(action, pages[-1].spots))
            pages.append(replace(pages[-1].apply_action(action), over_at=over_at))
        return tuple(pages)

    @cached_property
    def _cameras(self) -> tuple[Camera, ...]:
        """The cameras before, between and after the nudges."""
        cameras = [self.scene.camera]
        for action in self.actions:
            if isinstance(action, Nudge):
                cameras.append(_nudge_camera(cameras[-1], action))
        return tuple(cameras)


@dataclass(frozen=True)
class Page:
    """The state between two actions. over_at: when all earlier ones are over. nudges: their number."""

    over_at: float
    spots: Mapping[str, Spot]
    nudges: int = 0
    show: Show = THE_TABLE
    on: bool = True
    light: float = 1.0

    def apply_action(self, action: Action) -> "Page":
        """Return the state with one more action over."""
        match action:
            case Carry():
                return replace(self, spots={**self.spots, action.model: landing(action)})
            case Put(spot=None):
                return replace(self, spots={name: spot for name, spot in self.spots.items() if name != action.model})
            case Put(spot=Spot() as spot):
                return replace(self, spots={**self.spots, action.model: spot})
            case Nudge():
                return replace(self, nudges=self.nudges + 1)
            case Show():
                return replace(self, show=action)
            case Signal():
                return replace(self, on=action.on)
            case Lamp():
                return replace(self, light=action.share)
            case _:
                return self


def _nudge_camera(camera: Camera, nudge: Nudge) -> Camera:
    turn = cv2.Rodrigues(np.radians(nudge.turn_deg))[0]
    rotation = turn @ camera.pose.rotation
    eye = camera.pose.position_in + nudge.shift_in
    return replace(camera, pose=Pose(rotation, -rotation @ eye))


def _compute_hidden(scene: Scene, spots: Mapping[str, Spot], hands: list[Hand], camera: Camera) -> dict[str, float]:
    if not hands or not spots:
        return {}
    steps = np.linspace(-0.48, 0.48, 7)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * OVERALL
    tags = {name: model_tag(scene.roster.by_id[name], spot) for name, spot in spots.items()}
    points = np.concatenate([tag.point(grid * tag.size_in) for tag in tags.values()])
    hidden_shares = np.any([hides(hand, camera, points) for hand in hands], axis=0).reshape(len(tags), -1).mean(axis=1)
    return {name: float(share) for name, share in zip(tags, hidden_shares, strict=True) if share > 0}
