"""The synthetic table, directed over HTTP: what a person or a test does with their hands at a real one.

GET /api/stage answers

    {"can": {"carry": ["model", "x_in", ...], ...},             what can be done, with the keys each takes
     "hands": false,                                            whether hands move models by themselves
     "shown": "table" | "chart" | "gauge", "pose": 3 | null,    pose: of the chart
     "poses": 26, "camera": "on" | "lost", "time_s": 12.3,      time_s: of the newest frame
     "models": [{"id", "name", "side", "there": true, "moving": false,
                 "x_in", "y_in", "z_in", "heading_rad"}]}        as it truly is; no place where "there" is false

POST /api/stage does one thing and answers "begins_s" and "over_s", in seconds of the frames, with the same as above as
it will be when that is over:

    {"do": "carry", "model": "lund", "x_in": 22.0, "y_in": 12.0}
        a hand carries the model there; further keys, all optional: "heading_rad" (else as it looks now, turned if its
        tag would be hidden), "z_in" (else the surface there), "via": [[x, y], ...] (points on the way), "covered": true
        (the fingers hide the tag), "at_once": true (no hand; the model stands there a quarter of a second later)
    {"do": "pace", "haste": 3}                   hands that carry are so many times as fast from now on, 1 to 4
    {"do": "put", "model", "x_in", "y_in", "heading_rad"?, "z_in"?}     the same at once
    {"do": "take_away", "model"}                 off the table
    {"do": "cover", "model", "seconds"?: 3}      a hand lies over it
    {"do": "bump_camera"}                        and again to bump it back
    {"do": "lose_camera"}, {"do": "return_camera"}
    {"do": "show_chart", "pose"?: 0 to 25}       the chart before the lens; without a pose in all of them in turn
    {"do": "show_gauge", "x_in"?, "y_in"?, "heading_rad"?}     the gauge card lies there, or where there is room
    {"do": "show_table"}                         neither chart nor card
    {"do": "bare"}                               no models
    {"do": "muster", "edge"?: "near"}            all in their deployment strips; the first side has that edge
    {"do": "hands", "on": true}                  hands move models by themselves, or no more

Whatever is done but `return_camera` sends the hands away. What cannot be done is refused with 400 and a sentence.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify, request

from tablecam.camera.synthetic.board import HOLDS
from tablecam.camera.synthetic.scene import Spot
from tablecam.camera.synthetic.stage import Cue, Point, Stage
from tablecam.errors import TablecamError
from webui.access import only

Json = dict[str, Any]


@dataclass(frozen=True)
class ControlPayload:
    """What was asked for, read key by key. TablecamError names the key that is missing or of the wrong kind."""

    body: Mapping[str, Any]

    def text(self, key: str, default: str | None = None) -> str:
        """A word; `default` where it is left out."""
        value = self.body.get(key, default)
        if not isinstance(value, str):
            raise TablecamError(f"{key} must be a word" if key in self.body else f"{key} is missing")
        return value

    def number(self, key: str) -> float:
        """A number that must be there."""
        value = self.maybe(key)
        if value is None:
            raise TablecamError(f"{key} is missing: give a number")
        return value

    def maybe(self, key: str) -> float | None:
        """A number, or None where it is left out."""
        value = self.body.get(key)
        return None if value is None else _number(value, key)

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self.body.get(key, default)
        if not isinstance(value, bool):
            raise TablecamError(f"{key} must be true or false")
        return value

    def place(self) -> Point:
        """x_in and y_in."""
        return self.number("x_in"), self.number("y_in")

    def points(self, key: str) -> tuple[Point, ...]:
        """Pairs of numbers."""
        value = self.body.get(key) or []
        if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
            raise TablecamError(f"{key} must be a list of points such as [[20.5, 11.0]]")
        return tuple((_number(x, key), _number(y, key)) for x, y in value)


def _number(value: object, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TablecamError(f"{key} must be a number")
    return float(value)


def _carry(stage: Stage, said: ControlPayload) -> Cue:
    if said.flag("at_once", False):
        return _put(stage, said)
    where = said.place(), said.maybe("heading_rad"), said.maybe("z_in")
    return stage.carry(said.text("model"), *where, said.points("via"), said.flag("covered", False))


def _put(stage: Stage, said: ControlPayload) -> Cue:
    return stage.put(said.text("model"), said.place(), said.maybe("heading_rad"), said.maybe("z_in"))


def _cover(stage: Stage, said: ControlPayload) -> Cue:
    seconds = said.maybe("seconds")
    return stage.cover(said.text("model")) if seconds is None else stage.cover(said.text("model"), seconds)


def _show_chart(stage: Stage, said: ControlPayload) -> Cue:
    pose = said.maybe("pose")
    if pose is not None and pose != int(pose):
        raise TablecamError("pose must be a whole number")
    return stage.show_chart(None if pose is None else int(pose))


def _show_gauge(stage: Stage, said: ControlPayload) -> Cue:
    if not said.body.keys() & {"x_in", "y_in"}:
        return stage.show_gauge()
    heading = said.maybe("heading_rad")
    return stage.show_gauge(Spot(*said.place(), 0.0, math.pi / 2 if heading is None else heading))


@dataclass(frozen=True)
class Doing:
    """One thing that can be done, and the keys that it takes."""

    do: Callable[[Stage, ControlPayload], Cue]
    keys: tuple[str, ...] = ()


PLACE = ("model", "x_in", "y_in", "heading_rad", "z_in")
CAN: Mapping[str, Doing] = {
    "carry": Doing(_carry, (*PLACE, "via", "covered", "at_once")),
    "put": Doing(_put, PLACE),
    "take_away": Doing(lambda stage, said: stage.take_away(said.text("model")), ("model",)),
    "cover": Doing(_cover, ("model", "seconds")),
    "bump_camera": Doing(lambda stage, _: stage.bump_camera()),
    "lose_camera": Doing(lambda stage, _: stage.lose_camera()),
    "return_camera": Doing(lambda stage, _: stage.return_camera()),
    "show_chart": Doing(_show_chart, ("pose",)),
    "show_gauge": Doing(_show_gauge, ("x_in", "y_in", "heading_rad")),
    "show_table": Doing(lambda stage, _: stage.show_table()),
    "bare": Doing(lambda stage, _: stage.bare()),
    "muster": Doing(lambda stage, said: stage.muster(said.text("edge", "near")), ("edge",)),
    "hands": Doing(lambda stage, said: stage.hands(said.flag("on")), ("on",)),
    "pace": Doing(lambda stage, said: stage.pace(said.number("haste")), ("haste",)),
}


def blueprint(stage: Stage) -> Blueprint:
    """Serves /api/stage."""
    pages = Blueprint("stage", __name__)

    @pages.get("/api/stage")
    def look() -> Response:
        return jsonify(state(stage))

    @pages.post("/api/stage")
    def direct() -> Response:
        only("table", "umpire")
        cue = directed(stage, request.get_json())
        return jsonify(state(stage, cue.over_s) | {"begins_s": round(cue.begins_s, 3), "over_s": round(cue.over_s, 3)})

    return pages


def directed(stage: Stage, body: Json) -> Cue:
    """Does what the body says. TablecamError with a sentence where that cannot be."""
    name = ControlPayload(body).text("do")
    doing = CAN.get(name)
    if doing is None:
        raise TablecamError(f"the stage cannot do {name}: say one of {', '.join(CAN)}")
    unknown = sorted(body.keys() - {"id", "do", *doing.keys})
    if unknown:
        raise TablecamError(f"{name} takes {', '.join(doing.keys) or 'nothing'} and not {', '.join(unknown)}")
    return doing.do(stage, ControlPayload(body))


def state(stage: Stage, time: float | None = None) -> Json:
    """What can be done, and what is there at a time: in the newest frame, where None."""
    time = stage.now_s if time is None else time
    truth = stage.truth(time)
    return {
        "can": {name: list(doing.keys) for name, doing in CAN.items()},
        "hands": stage.by_themselves,
        "shown": "chart" if truth.chart else "gauge" if truth.gauge else "table",
        "pose": HOLDS.index(truth.chart) if truth.chart in HOLDS else None,
        "poses": len(HOLDS),
        "camera": "on" if truth.on else "lost",
        "time_s": round(time, 3),
        "models": [
            {"id": model.id, "name": model.name, "side": model.side, "moving": model.id in truth.moving}
            | _standing(truth.spots.get(model.id))
            for model in stage.scene.roster.models
        ],
    }


def _standing(spot: Spot | None) -> Json:
    if spot is None:
        return {"there": False}
    place = {"x_in": spot.x_in, "y_in": spot.y_in, "z_in": spot.z_in, "heading_rad": spot.heading_rad}
    return {"there": True} | {name: round(value, 4) for name, value in place.items()}
