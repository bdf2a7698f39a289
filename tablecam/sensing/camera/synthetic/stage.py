"""A synthetic table that somebody directs while the camera runs: each request begins with the next frame.

The stage is a script that grows at its end, so the truth at any earlier time stays available. All methods that change
it may be called from any thread; they raise TablecamError with a sentence for an impossible request.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.errors import TablecamError
from tablecam.sensing.camera.synthetic.board import HOLDS
from tablecam.sensing.camera.synthetic.places import (
    OPPOSITE,
    Rehearsal,
    card_spot,
    on_the_way,
    place_in_strips,
    settle_spot,
)
from tablecam.sensing.camera.synthetic.play import ARM_IN, edge_distances, evening, facing_edge, nearest_edge
from tablecam.sensing.camera.synthetic.projector import ProjectedImage, hang_projector
from tablecam.sensing.camera.synthetic.scene import (
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
)
from tablecam.sensing.camera.synthetic.script import Script, Truth, length_s
from tablecam.table.miniature import Miniature
from tablecam.table.table import Table

# Automatic actions are planned this far ahead of the frames, and then a piece at a time: planning all of them before
# the first frame would take seconds.
AHEAD_S, PIECE_S = 300.0, 60.0
# a request begins this long after the last frame
TICK_S = 0.001
# a model that changes its place without a hand is off the table for this long, or the program would see no motion
NOWHERE_S = 0.25
# a model that comes from its box starts this far beyond the edge, where the image ends
BEYOND_IN = 9.0
LONGEST_COVER_S = 600.0
# a hand that is faster is over the table for less than a few frames
MOST_HASTE = 4.0

Point = tuple[float, float]


@dataclass(frozen=True)
class Cue:
    """The beginning and end of a request, in seconds of the stage, which are those of its frames."""

    begins_s: float
    over_s: float


class Stage:
    """A scene and the requests in it. hands: they move models automatically until somebody takes over."""

    def __init__(self, scene: Scene, hands: bool = False) -> None:
        # one thread at a time changes the stage; the camera waits only while a decision is stored
        self._directing_lock, self._lock = threading.Lock(), threading.Lock()
        self._rehearsal = Rehearsal(scene)
        self._script = evening(scene, AHEAD_S) if hands else Script(scene)
        self._is_automatic = hands
        self._filmed_s = 0.0
        self._haste = 1.0
        self.shown: ProjectedImage | None = None

    @property
    def scene(self) -> Scene:
        """The table at the start."""
        return self._script.scene

    @property
    def now_s(self) -> float:
        """The time of the last frame."""
        return self._filmed_s

    @property
    def by_themselves(self) -> bool:
        """Whether hands move models without a request."""
        return self._is_automatic

    @property
    def bumped(self) -> bool:
        """Whether the camera was bumped and is not back yet."""
        return self._script.end.nudges % 2 == 1

    def truth(self, time: float) -> Truth:
        """Return the truth at a time; it stays unchanged once a frame of that time was taken."""
        return self._script.truth(time)

    def film(self, time: float) -> Truth:
        """Return the truth of a frame at this time; later requests begin later."""
        with self._lock:
            self._filmed_s = max(self._filmed_s, time)
            while self._is_automatic and self._script.duration < self._filmed_s + AHEAD_S - PIECE_S:
                self._plan_hands(self._script.duration, PIECE_S)
            script = self._script
        return script.truth(time)

    def carry(
        self,
        model: str,
        to: Point,
        heading_rad: float | None = None,
        z_in: float | None = None,
        via: Sequence[Point] = (),
        covered: bool = False,
    ) -> Cue:
        """Let a hand come, carry a model there, and leave; it waits for a hand that still has the model.

        A model that is not on the table comes from beyond its edge. heading_rad: if None, its present heading, or
        turned from there until the camera sees its tag. z_in: if None, the surface that carries it there. covered: the
        fingers hide the tag on the way.
        """
        on_the_way(self.scene, via)
        with self._directing_lock:
            self._stop_automatic()
            end_spot = self._compute_spot(model, to, heading_rad, z_in)
            with self._lock:
                begins_s = max(self._filmed_s + TICK_S, self._script.get_release_time(model))
                start_spot = self._script.end.spots.get(model)
                edge = (
                    _choose_edge(end_spot, covered, self.scene.table)
                    if start_spot is not None
                    else _choose_nearer_edge(end_spot, self.scene)
                )
                route = (*via, to)
                action = Carry(
                    model,
                    begins_s,
                    route,
                    end_spot.heading_rad,
                    end_spot.z_in,
                    covered=covered,
                    edge=edge,
                    haste=self._haste,
                )
                if start_spot is None:
                    start_spot = _build_spot_beyond(end_spot, edge, self.scene)
                    self._add_actions(Put(model, begins_s, start_spot))
                self._add_actions(action)
                return Cue(begins_s, begins_s + length_s(action, {model: start_spot}))

    def pace(self, haste: float) -> Cue:
        """Set the speed of carrying hands, as a multiple of calm ones, from now on."""
        if not 1 <= haste <= MOST_HASTE:
            raise TablecamError(f"no hand is {haste:g} times as fast as a calm one: say 1 to {MOST_HASTE:g}")
        self._haste = haste
        return Cue(self._filmed_s, self._filmed_s)

    def put_model(self, model: str, to: Point, heading_rad: float | None = None, z_in: float | None = None) -> Cue:
        """Put the model there a quarter of a second later, without a hand, even if one was just carrying it."""
        with self._directing_lock:
            self._stop_automatic()
            return self._set_spots({model: self._compute_spot(model, to, heading_rad, z_in)})

    def remove_model(self, model: str) -> Cue:
        """Take the model off the table from the next frame on."""
        with self._directing_lock:
            self._stop_automatic()
            return self._set_spots({self._get_model(model).id: None})

    def bare(self) -> Cue:
        """Take all models off the table."""
        with self._directing_lock:
            self._stop_automatic()
            return self._set_spots(dict.fromkeys(self.scene.roster.by_id))

    def muster(self, edge: str = "near") -> Cue:
        """Place all models in their own deployment strips; the side that the roster names first has this edge."""
        with self._directing_lock:
            self._stop_automatic()
            return self._set_spots(dict(place_in_strips(self.scene, edge, self._rehearsal)))

    def cover(self, model: str, seconds: float = 3.0) -> Cue:
        """Let a hand come, lie over the model's tag for that time, and leave."""
        if not 0 < seconds <= LONGEST_COVER_S:
            raise TablecamError(f"a hand cannot lie there for {seconds:g} s: say up to {LONGEST_COVER_S:g}")
        with self._directing_lock:
            self._stop_automatic()
            spot = self._script.end.spots.get(self._get_model(model).id)
            if spot is None:
                raise TablecamError(f"{model} is not on the table: put it there first")
            with self._lock:
                begins_s = max(self._filmed_s + TICK_S, self._script.get_release_time(model))
                action = HandRest(model, begins_s, seconds, nearest_edge(spot, self.scene.table))
                self._add_actions(action)
                return Cue(begins_s, begins_s + length_s(action, {}))

    def bump_camera(self) -> Cue:
        """Bump the camera, and the next time bump it back."""
        bump = Nudge(0.0)
        bump_back = Nudge(0.0, *(tuple(-amount for amount in amounts) for amounts in (bump.turn_deg, bump.shift_in)))  # type: ignore[arg-type]
        with self._directing_lock:
            self._stop_automatic()
            return self._add_at_once(bump_back if self._script.end.nudges % 2 else bump)

    def lose_camera(self) -> Cue:
        """Stop the camera's images."""
        with self._directing_lock:
            self._stop_automatic()
            return self._add_at_once(Signal(0.0, on=False))

    def return_camera(self) -> Cue:
        """Resume the camera's images."""
        with self._directing_lock:
            return self._add_at_once(Signal(0.0, on=True))

    def light(self, share: float) -> Cue:
        """Set the share of light of the lamps over the table from now on, 0 (a dark room) to 1."""
        if not 0 <= share <= 1:
            raise TablecamError(f"no lamp gives {share:g} of its light: say 0 (dark) to 1 (as at the start)")
        with self._directing_lock:
            self._stop_automatic()
            return self._add_at_once(Lamp(0.0, share))

    def show_chart(self, pose: int | ChartHold | None = None) -> Cue:
        """Hold the chart before the lens: in one of the ways of `HOLDS`, in any other, or in all in turn."""
        if isinstance(pose, int) and not 0 <= pose < len(HOLDS):
            raise TablecamError(f"there is no pose {pose} of the chart: say 0 to {len(HOLDS) - 1}")
        holds = HOLDS if pose is None else (pose if isinstance(pose, ChartHold) else HOLDS[pose],)
        with self._directing_lock:
            self._stop_automatic()
            return self._add_at_once(Show(0.0, holds))

    def show_gauge(self, spot: Spot | None = None) -> Cue:
        """Lay the gauge card on the table: on that spot or, each time, on another with enough room."""
        with self._directing_lock:
            self._stop_automatic()
            former_spots = [
                action.gauge for action in self._script.actions if isinstance(action, Show) and action.gauge
            ]
            return self._add_at_once(Show(0.0, gauge=card_spot(self.scene, self._script.end.spots, spot, former_spots)))

    def show_bank_card(self, spot: Spot) -> Cue:
        """Lay a bank card on the table."""
        with self._directing_lock:
            self._stop_automatic()
            return self._add_at_once(Show(0.0, card=spot))

    def show_table(self) -> Cue:
        """Show neither chart nor any card."""
        with self._directing_lock:
            self._stop_automatic()
            return self._add_at_once(Show(0.0))

    def project(self, image: np.ndarray | None) -> None:
        """Let the projector over the table show a grey image, (h, w) uint8, from the next frame on; None: nothing."""
        self.shown = None if image is None else ProjectedImage(hang_projector(self.scene.table, image.shape), image)

    def hands(self, on: bool) -> Cue:
        """Let hands move models automatically from now on, or no more; actions under way are completed."""
        with self._directing_lock:
            self._stop_automatic()
            with self._lock:
                begins_s = max(self._filmed_s, self._script.duration)
                if not on:
                    return Cue(self._filmed_s, begins_s)
                if not self._script.end.spots:
                    raise TablecamError("there is no model on the table that hands could move: put some there first")
                self._plan_hands(begins_s, AHEAD_S)
                self._is_automatic = True
                return Cue(begins_s, begins_s)

    def _plan_hands(self, begins_s: float, seconds: float) -> None:
        """Add automatic actions for some time after all planned ones."""
        script = evening(replace(self.scene, spots=self._script.end.spots), seconds, len(self._script.actions))
        self._add_actions(*(replace(action, start=begins_s + action.start) for action in script.actions))

    def _stop_automatic(self) -> None:
        """Drop the automatic actions that have not begun."""
        with self._lock:
            if self._is_automatic:
                begun_actions = tuple(action for action in self._script.actions if action.start <= self._filmed_s)
                self._script = replace(self._script, actions=begun_actions)
                self._is_automatic = False

    def _get_model(self, name: str) -> Miniature:
        try:
            return self.scene.roster.by_id[name]
        except KeyError:
            raise TablecamError(f"there is no model {name}: say one of {', '.join(self.scene.roster.by_id)}") from None

    def _compute_spot(self, name: str, to: Point, heading_rad: float | None, z_in: float | None) -> Spot:
        model, spots = self._get_model(name), self._script.end.spots
        present_spot = spots.get(name) or self.scene.spots.get(name) or Spot(0.0, 0.0)
        turn = present_spot.heading_rad if heading_rad is None else heading_rad
        final_spot = settle_spot(self.scene, model, Spot(*to, z_in or 0.0, turn), spots, z_in is None)
        return (
            final_spot
            if heading_rad is not None
            else self._rehearsal.find_readable_spot(model, final_spot, spots) or final_spot
        )

    def _set_spots(self, spots: dict[str, Spot | None]) -> Cue:
        """Put models in these spots in a moment, and drop their later actions."""
        with self._lock:
            now_s = self._filmed_s + TICK_S
            kept_actions = tuple(
                action for action in self._script.actions if action.start < now_s or _get_model_id(action) not in spots
            )
            self._script = replace(self._script, actions=kept_actions)
            self._add_actions(*(Put(name, now_s, None) for name in spots))
            self._add_actions(*(Put(name, now_s + NOWHERE_S, spot) for name, spot in spots.items() if spot is not None))
            return Cue(now_s, now_s + NOWHERE_S)

    def _add_at_once(self, action: Nudge | Show | Signal | Lamp) -> Cue:
        with self._lock:
            now_s = self._filmed_s + TICK_S
            self._add_actions(replace(action, start=now_s))
            return Cue(now_s, now_s)

    def _add_actions(self, *actions: Action) -> None:
        in_order = sorted((*self._script.actions, *actions), key=lambda action: action.start)
        self._script = replace(self._script, actions=tuple(in_order))


def _get_model_id(action: Action) -> str | None:
    return action.model if isinstance(action, Carry | HandRest | Put) else None


def _choose_edge(spot: Spot, covered: bool, table: Table) -> str:
    """Choose the hand's edge: in front of or beside a model that must show its tag, which lies behind it."""
    if covered:
        return nearest_edge(spot, table)
    distances, front_edge = edge_distances(spot, table), facing_edge(spot)
    side_edges = sorted(distances.keys() - {front_edge, OPPOSITE[front_edge]}, key=lambda edge: distances[edge])
    return front_edge if distances[front_edge] < ARM_IN else side_edges[0]


def _choose_nearer_edge(spot: Spot, scene: Scene) -> str:
    return "near" if spot.y_in < scene.table.depth_in / 2 else "far"


def _build_spot_beyond(spot: Spot, edge: str, scene: Scene) -> Spot:
    """Return a spot outside the image, straight across that edge."""
    return replace(spot, y_in=-BEYOND_IN if edge == "near" else scene.table.depth_in + BEYOND_IN, z_in=0.0)
