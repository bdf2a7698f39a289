"""What happens on the synthetic table, in its order, and what is true at any moment of it."""

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
from tablecam.sensing.camera.synthetic.motion import length_s, moment_of
from tablecam.sensing.camera.synthetic.scene import OVERALL, Scene, Spot, model_tag
from tablecam.table.geometry.projection import Camera, Pose


@dataclass(frozen=True)
class Truth:
    """What is so at one time: where every model really is, what moves, what is seen through which camera.

    hidden: model -> share of its tag (ring included) that a hand hides; models that are not in it show it all.
    Terrain and miniatures may hide more. chart: how the chart is held before the lens. gauge: where the gauge card
    lies. on: whether the camera gives pictures at all. card: where a bank card lies. light: the share of the lamps'
    light that there is.
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
        """All that is true so many seconds after the start."""
        # all that is over by now is on its page: only what may still go on is played
        over = bisect_right(self._pages, time, key=lambda page: page.over_at)
        now, hands = self._pages[over - 1], list[Hand]()
        moving: set[str] = set()
        for action in self.actions[over - 1 :]:
            if action.start > time:
                break
            if not isinstance(action, Carry | HandRest):
                now = now.after(action)
                moving -= {action.model} if isinstance(action, Put) else set()
                continue
            moment = moment_of(self.scene, action, now.spots[action.model], time - action.start)
            now = replace(now, spots={**now.spots, action.model: moment.spot})
            moving |= {action.model} if moment.moves else set()
            hands += [moment.hand] if moment.hand is not None else []
        camera = self._cameras[now.nudges]
        hidden = _hidden(self.scene, now.spots, hands, camera)
        chart, gauge, card = now.show.hold(time), now.show.gauge, now.show.card
        shown = chart, gauge, now.on, card, now.light
        return Truth(time, now.spots, frozenset(moving), tuple(hands), camera, hidden, *shown)

    @property
    def duration(self) -> float:
        """Seconds until the last action is over."""
        return max(0.0, self.end.over_at)

    @property
    def end(self) -> "Page":
        """How things stand when all is over."""
        return self._pages[-1]

    def free_at(self, model: str) -> float:
        """When the last hand lets go of a model."""
        ends = (
            action.start + length_s(action, page.spots)
            for action, page in zip(self.actions, self._pages, strict=False)
            if isinstance(action, Carry | HandRest) and action.model == model
        )
        return max(ends, default=-math.inf)

    @cached_property
    def _pages(self) -> tuple["Page", ...]:
        """How things stand before the first action and after each, with the time when all so far are over."""
        pages = [Page(-math.inf, self.scene.spots)]
        for action in self.actions:
            over_at = max(pages[-1].over_at, action.start + length_s(action, pages[-1].spots))
            pages.append(replace(pages[-1].after(action), over_at=over_at))
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
class Page:
    """How things stand between two actions. over_at: when all before are over. nudges: how many there were."""

    over_at: float
    spots: Mapping[str, Spot]
    nudges: int = 0
    show: Show = THE_TABLE
    on: bool = True
    light: float = 1.0

    def after(self, action: Action) -> "Page":
        """The same with one more action over."""
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


def _nudged(camera: Camera, nudge: Nudge) -> Camera:
    turn = cv2.Rodrigues(np.radians(nudge.turn_deg))[0]
    rotation = turn @ camera.pose.rotation
    eye = camera.pose.position_in + nudge.shift_in
    return replace(camera, pose=Pose(rotation, -rotation @ eye))


def _hidden(scene: Scene, spots: Mapping[str, Spot], hands: list[Hand], camera: Camera) -> dict[str, float]:
    if not hands or not spots:
        return {}
    steps = np.linspace(-0.48, 0.48, 7)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * OVERALL
    tags = {name: model_tag(scene.roster.by_id[name], spot) for name, spot in spots.items()}
    points = np.concatenate([tag.point(grid * tag.size_in) for tag in tags.values()])
    under = np.any([hides(hand, camera, points) for hand in hands], axis=0).reshape(len(tags), -1).mean(axis=1)
    return {name: float(share) for name, share in zip(tags, under, strict=True) if share > 0}
