"""The events on the synthetic table, in their order, and the truth at any moment."""

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.actions import (
    THE_TABLE,
    Action,
    Carry,
    ChartHold,
    HandRest,
    Lamp,
    Nudge,
    Put,
    Show,
    Signal,
    landing,
)
from tablecam.sensing.camera.synthetic.hand import Hand, hides
from tablecam.sensing.camera.synthetic.motion import compute_moment, length_s
from tablecam.sensing.camera.synthetic.scene import OVERALL, Scene, Spot, model_tag
from tablecam.table.geometry.projection import Camera, Pose


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
