"""A synthetic table that somebody directs while the camera runs: what is asked for begins with the next frame.

The stage is a script that grows at its end, so what was true at any time stays to be asked for. All methods that
change it may be called from any thread; they raise TablecamError with a sentence where a thing cannot be done.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablecam.base.errors import TablecamError
from tablecam.sensing.camera.synthetic.actions import Action, Carry, ChartHold, HandRest, Lamp, Nudge, Put, Show, Signal
from tablecam.sensing.camera.synthetic.board import HOLDS
from tablecam.sensing.camera.synthetic.motion import length_s
from tablecam.sensing.camera.synthetic.places import OPPOSITE, card_spot, in_strips, on_the_way, standing_at
from tablecam.sensing.camera.synthetic.play import ARM_IN, edge_distances, evening, facing_edge, nearest_edge
from tablecam.sensing.camera.synthetic.scene import Scene, Spot
from tablecam.sensing.camera.synthetic.script import Script, Truth
from tablecam.sensing.camera.synthetic.sightly import Rehearsal
from tablecam.table.miniature import Miniature
from tablecam.table.table import Table

# What hands do by themselves is planned this far ahead of the frames, and then a piece at a time: to plan all of it
# before the first frame would take seconds.
AHEAD_S, PIECE_S = 300.0, 60.0
# what is asked for begins so much after the last frame
TICK_S = 0.001
# a model that is put elsewhere without a hand is nowhere for so long, or it would be no motion to anybody
NOWHERE_S = 0.25
# a model that comes from its box is first seen so far beyond the edge, where the picture ends
BEYOND_IN = 9.0
LONGEST_COVER_S = 600.0
# a hand that is faster is over the table for less than a few frames
MOST_HASTE = 4.0

Point = tuple[float, float]


@dataclass(frozen=True)
class Cue:
    """When what was asked for begins and is over, in seconds of the stage, which are those of its frames."""

    begins_s: float
    over_s: float


class Stage:
    """A scene, and what is asked to happen in it. hands: they move models by themselves until somebody takes over."""

    def __init__(self, scene: Scene, hands: bool = False) -> None:
        # one at a time changes the stage; the camera waits only while what was decided is put down
        self._directing, self._lock = threading.Lock(), threading.Lock()
        self._rehearsal = Rehearsal(scene)
        self._script = evening(scene, AHEAD_S) if hands else Script(scene)
        self._by_themselves = hands
        self._filmed = 0.0
        self._haste = 1.0

    @property
    def scene(self) -> Scene:
        """The table as it was at the start."""
        return self._script.scene

    @property
    def now_s(self) -> float:
        """The time of the last frame."""
        return self._filmed

    @property
    def by_themselves(self) -> bool:
        """Whether hands move models that nobody asked them to move."""
        return self._by_themselves

    @property
    def bumped(self) -> bool:
        """Whether the camera was bumped and not back since."""
        return self._script.end.nudges % 2 == 1

    def truth(self, time: float) -> Truth:
        """What is really so at a time; it stays so once a frame of that time was taken."""
        return self._script.truth(time)

    def film(self, time: float) -> Truth:
        """What a frame of this time shows; whatever is asked for afterwards begins later."""
        with self._lock:
            self._filmed = max(self._filmed, time)
            while self._by_themselves and self._script.duration < self._filmed + AHEAD_S - PIECE_S:
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
        """A hand comes, carries a model there, and goes; it waits for a hand that still has the model.

        A model that is not on the table comes from beyond its edge. heading_rad: where None, as it looks now, or turned
        from there until the camera sees its tag. z_in: the surface that carries it there, where None. covered: the
        fingers hide the tag on the way.
        """
        on_the_way(self.scene, via)
        with self._directing:
            self._take_over()
            there = self._place(model, to, heading_rad, z_in)
            with self._lock:
                begins = max(self._filmed + TICK_S, self._script.free_at(model))
                stood = self._script.end.spots.get(model)
                edge = _edge(there, covered, self.scene.table) if stood is not None else _nearer(there, self.scene)
                route = (*via, to)
                carried = Carry(
                    model, begins, route, there.heading_rad, there.z_in, covered=covered, edge=edge, haste=self._haste
                )
                if stood is None:
                    stood = _spot_beyond(there, edge, self.scene)
                    self._add(Put(model, begins, stood))
                self._add(carried)
                return Cue(begins, begins + length_s(carried, {model: stood}))

    def pace(self, haste: float) -> Cue:
        """Hands that are asked to carry something are so many times as fast as calm ones from now on."""
        if not 1 <= haste <= MOST_HASTE:
            raise TablecamError(f"no hand is {haste:g} times as fast as a calm one: say 1 to {MOST_HASTE:g}")
        self._haste = haste
        return Cue(self._filmed, self._filmed)

    def put_model(self, model: str, to: Point, heading_rad: float | None = None, z_in: float | None = None) -> Cue:
        """The model stands there a quarter of a second later, without a hand, even if one was just carrying it."""
        with self._directing:
            self._take_over()
            return self._set({model: self._place(model, to, heading_rad, z_in)})

    def take_away(self, model: str) -> Cue:
        """The model is off the table from the next frame on."""
        with self._directing:
            self._take_over()
            return self._set({self._model(model).id: None})

    def bare(self) -> Cue:
        """All models are off the table."""
        with self._directing:
            self._take_over()
            return self._set(dict.fromkeys(self.scene.roster.by_id))

    def muster(self, edge: str = "near") -> Cue:
        """All models stand in their own deployment strips; the side that the roster names first has this edge."""
        with self._directing:
            self._take_over()
            return self._set(dict(in_strips(self.scene, edge, self._rehearsal)))

    def cover(self, model: str, seconds: float = 3.0) -> Cue:
        """A hand comes, lies over the model's tag for so long, and goes."""
        if not 0 < seconds <= LONGEST_COVER_S:
            raise TablecamError(f"a hand cannot lie there for {seconds:g} s: say up to {LONGEST_COVER_S:g}")
        with self._directing:
            self._take_over()
            spot = self._script.end.spots.get(self._model(model).id)
            if spot is None:
                raise TablecamError(f"{model} is not on the table: put it there first")
            with self._lock:
                begins = max(self._filmed + TICK_S, self._script.free_at(model))
                resting = HandRest(model, begins, seconds, nearest_edge(spot, self.scene.table))
                self._add(resting)
                return Cue(begins, begins + length_s(resting, {}))

    def bump_camera(self) -> Cue:
        """Somebody bumps into the camera, and the next time bumps it back."""
        away = Nudge(0.0)
        back = Nudge(0.0, *(tuple(-amount for amount in amounts) for amounts in (away.turn_deg, away.shift_in)))  # type: ignore[arg-type]
        with self._directing:
            self._take_over()
            return self._at_once(back if self._script.end.nudges % 2 else away)

    def lose_camera(self) -> Cue:
        """The camera gives no more pictures."""
        with self._directing:
            self._take_over()
            return self._at_once(Signal(0.0, on=False))

    def return_camera(self) -> Cue:
        """The camera gives pictures again."""
        with self._directing:
            return self._at_once(Signal(0.0, on=True))

    def light(self, share: float) -> Cue:
        """The lamps over the table give this share of their light from now on, 0 (a dark room) to 1."""
        if not 0 <= share <= 1:
            raise TablecamError(f"no lamp gives {share:g} of its light: say 0 (dark) to 1 (as at the start)")
        with self._directing:
            self._take_over()
            return self._at_once(Lamp(0.0, share))

    def show_chart(self, pose: int | ChartHold | None = None) -> Cue:
        """The chart is held before the lens: in one of the ways of `HOLDS`, in any other, or in all in turn."""
        if isinstance(pose, int) and not 0 <= pose < len(HOLDS):
            raise TablecamError(f"there is no pose {pose} of the chart: say 0 to {len(HOLDS) - 1}")
        holds = HOLDS if pose is None else (pose if isinstance(pose, ChartHold) else HOLDS[pose],)
        with self._directing:
            self._take_over()
            return self._at_once(Show(0.0, holds))

    def show_gauge(self, spot: Spot | None = None) -> Cue:
        """The gauge card lies on the table: on that spot or, each time, on another where there is room."""
        with self._directing:
            self._take_over()
            before = [action.gauge for action in self._script.actions if isinstance(action, Show) and action.gauge]
            return self._at_once(Show(0.0, gauge=card_spot(self.scene, self._script.end.spots, spot, before)))

    def show_bank_card(self, spot: Spot) -> Cue:
        """A bank card lies on the table."""
        with self._directing:
            self._take_over()
            return self._at_once(Show(0.0, card=spot))

    def show_table(self) -> Cue:
        """Neither chart nor any card."""
        with self._directing:
            self._take_over()
            return self._at_once(Show(0.0))

    def hands(self, on: bool) -> Cue:
        """Hands move models by themselves from now on, or no more; what is under way is brought to its end."""
        with self._directing:
            self._take_over()
            with self._lock:
                begins = max(self._filmed, self._script.duration)
                if not on:
                    return Cue(self._filmed, begins)
                if not self._script.end.spots:
                    raise TablecamError("there is no model on the table that hands could move: put some there first")
                self._plan_hands(begins, AHEAD_S)
                self._by_themselves = True
                return Cue(begins, begins)

    def _plan_hands(self, begins_s: float, seconds: float) -> None:
        """Adds what hands do by themselves for some time after all that is planned."""
        played = evening(replace(self.scene, spots=self._script.end.spots), seconds, len(self._script.actions))
        self._add(*(replace(action, start=begins_s + action.start) for action in played.actions))

    def _take_over(self) -> None:
        """What hands would have done by themselves later is not to be."""
        with self._lock:
            if self._by_themselves:
                begun = tuple(action for action in self._script.actions if action.start <= self._filmed)
                self._script = replace(self._script, actions=begun)
                self._by_themselves = False

    def _model(self, name: str) -> Miniature:
        try:
            return self.scene.roster.by_id[name]
        except KeyError:
            raise TablecamError(f"there is no model {name}: say one of {', '.join(self.scene.roster.by_id)}") from None

    def _place(self, name: str, to: Point, heading_rad: float | None, z_in: float | None) -> Spot:
        model, stands = self._model(name), self._script.end.spots
        now = stands.get(name) or self.scene.spots.get(name) or Spot(0.0, 0.0)
        turn = now.heading_rad if heading_rad is None else heading_rad
        there = standing_at(self.scene, model, Spot(*to, z_in or 0.0, turn), stands, z_in is None)
        return there if heading_rad is not None else self._rehearsal.turned(model, there, stands) or there

    def _set(self, spots: dict[str, Spot | None]) -> Cue:
        """Models stand so in a moment, whatever was to become of them."""
        with self._lock:
            now = self._filmed + TICK_S
            kept = tuple(
                action for action in self._script.actions if action.start < now or _model_of(action) not in spots
            )
            self._script = replace(self._script, actions=kept)
            self._add(*(Put(name, now, None) for name in spots))
            self._add(*(Put(name, now + NOWHERE_S, spot) for name, spot in spots.items() if spot is not None))
            return Cue(now, now + NOWHERE_S)

    def _at_once(self, action: Nudge | Show | Signal | Lamp) -> Cue:
        with self._lock:
            now = self._filmed + TICK_S
            self._add(replace(action, start=now))
            return Cue(now, now)

    def _add(self, *actions: Action) -> None:
        in_order = sorted((*self._script.actions, *actions), key=lambda action: action.start)
        self._script = replace(self._script, actions=tuple(in_order))


def _model_of(action: Action) -> str | None:
    return action.model if isinstance(action, Carry | HandRest | Put) else None


def _edge(spot: Spot, covered: bool, table: Table) -> str:
    """Where the hand comes from: from before or beside a model that is to show its tag, which lies behind it."""
    if covered:
        return nearest_edge(spot, table)
    far, before = edge_distances(spot, table), facing_edge(spot)
    beside = sorted(far.keys() - {before, OPPOSITE[before]}, key=lambda edge: far[edge])
    return before if far[before] < ARM_IN else beside[0]


def _nearer(spot: Spot, scene: Scene) -> str:
    return "near" if spot.y_in < scene.table.depth_in / 2 else "far"


def _spot_beyond(spot: Spot, edge: str, scene: Scene) -> Spot:
    """Outside the picture, straight across that edge."""
    return replace(spot, y_in=-BEYOND_IN if edge == "near" else scene.table.depth_in + BEYOND_IN, z_in=0.0)
