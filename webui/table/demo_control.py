"""Controls the synthetic table over HTTP: everything that people do by hand at a real one.

GET /api/stage answers

    {"can": {"carry": ["model", "x_in", ...], ...},             the commands, with the keys of each
     "hands": false,                                            whether hands move models by themselves
     "shown": "table" | "chart" | "gauge", "pose": 3 | null,    pose: of the chart
     "poses": 26, "camera": "on" | "lost", "time_s": 12.3,      time_s: of the newest frame
     "bumped": false, "light": 1,                               the share of the lamps' light
     "models": [{"id", "name", "side", "there": true, "moving": false,
                 "x_in", "y_in", "z_in", "heading_rad"}]}        the true place; none where "there" is false

POST /api/stage carries out one command and answers "begins_s" and "over_s", in seconds of the frames, together with the
state above as it will be at the end:

    {"do": "carry", "model": "lund", "x_in": 22.0, "y_in": 12.0}
        a hand carries the model there; further keys, all optional: "heading_rad" (else as it looks now, turned if its
        tag would be hidden), "z_in" (else the surface there), "via": [[x, y], ...] (points on the way), "covered": true
        (the fingers hide the tag), "at_once": true (no hand; the model stands there a quarter of a second later)
    {"do": "pace", "haste": 3}                   hands carry this many times faster from now on, 1 to 4
    {"do": "put", "model", "x_in", "y_in", "heading_rad"?, "z_in"?}     the same at once
    {"do": "take_away", "model"}                 off the table
    {"do": "cover", "model", "seconds"?: 3}      a hand lies over it
    {"do": "bump_camera"}                        and again to bump it back
    {"do": "lose_camera"}, {"do": "return_camera"}
    {"do": "light", "share": 0}                  the lamps give this share of their light: 0 (dark) to 1
    {"do": "show_chart", "pose"?: 0 to 25}       the chart before the lens; without a pose in all of them in turn
    {"do": "show_gauge", "x_in"?, "y_in"?, "heading_rad"?}     the gauge card lies there, or in a free place
    {"do": "show_table"}                         neither chart nor card
    {"do": "bare"}                               no models
    {"do": "muster", "edge"?: "near"}            all in their deployment strips; the first side has that edge
    {"do": "hands", "on": true}                  hands move models by themselves, or stop doing so

Every command but `return_camera` stops the hands. A command that is not possible is refused with 400 and a sentence.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify, request

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.sensing.camera.synthetic.board import HOLDS
from tablecam.sensing.camera.synthetic.scene import Spot
from tablecam.sensing.camera.synthetic.stage import Cue, Point, Stage
from webui.entrance.access import only, who
from webui.table.board_names import Hidden, nothing_hidden

Json = dict[str, Any]


@dataclass(frozen=True)
class ControlPayload:
    """The body of a request, read key by key. Raises TablecamError for a key that is missing or of the wrong kind."""

    body: Mapping[str, Any]

    def text(self, key: str, default: str | None = None) -> str:
        """A word; `default` where it is left out."""
        value = self.body.get(key, default)
        if not isinstance(value, str):
            wrong = Message("{key} must be a word", key=key)
            raise TablecamError(wrong if key in self.body else Message("{key} is missing", key=key))
        return value

    def number(self, key: str) -> float:
        """A number that must be there."""
        value = self.maybe(key)
        if value is None:
            raise TablecamError(Message("{key} is missing: give a number", key=key))
        return value

    def maybe(self, key: str) -> float | None:
        """A number, or None where it is left out."""
        value = self.body.get(key)
        return None if value is None else _parse_number(value, key)

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self.body.get(key, default)
        if not isinstance(value, bool):
            raise TablecamError(Message("{key} must be true or false", key=key))
        return value

    def place(self) -> Point:
        """x_in and y_in."""
        return self.number("x_in"), self.number("y_in")

    def points(self, key: str) -> tuple[Point, ...]:
        """Pairs of numbers."""
        value = self.body.get(key) or []
        if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
            raise TablecamError(Message("{key} must be a list of points such as [[20.5, 11.0]]", key=key))
        return tuple((_parse_number(x, key), _parse_number(y, key)) for x, y in value)


def _parse_number(value: object, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TablecamError(Message("{key} must be a number", key=key))
    return float(value)


def _carry_model(stage: Stage, payload: ControlPayload) -> Cue:
    if payload.flag("at_once", False):
        return _put_model(stage, payload)
    where = payload.place(), payload.maybe("heading_rad"), payload.maybe("z_in")
    return stage.carry(payload.text("model"), *where, payload.points("via"), payload.flag("covered", False))


def _put_model(stage: Stage, payload: ControlPayload) -> Cue:
    return stage.put_model(payload.text("model"), payload.place(), payload.maybe("heading_rad"), payload.maybe("z_in"))


def _cover_model(stage: Stage, payload: ControlPayload) -> Cue:
    seconds = payload.maybe("seconds")
    return stage.cover(payload.text("model")) if seconds is None else stage.cover(payload.text("model"), seconds)


def _show_chart(stage: Stage, payload: ControlPayload) -> Cue:
    pose = payload.maybe("pose")
    if pose is not None and pose != int(pose):
        raise TablecamError(Message("{key} must be a whole number", key="pose"))
    return stage.show_chart(None if pose is None else int(pose))


def _show_gauge(stage: Stage, payload: ControlPayload) -> Cue:
    if not payload.body.keys() & {"x_in", "y_in"}:
        return stage.show_gauge()
    heading = payload.maybe("heading_rad")
    return stage.show_gauge(Spot(*payload.place(), 0.0, math.pi / 2 if heading is None else heading))


@dataclass(frozen=True)
class DemoCommand:
    """A command, and the keys that it takes."""

    run: Callable[[Stage, ControlPayload], Cue]
    keys: tuple[str, ...] = ()


PLACE = ("model", "x_in", "y_in", "heading_rad", "z_in")
COMMANDS: Mapping[str, DemoCommand] = {
    "carry": DemoCommand(_carry_model, (*PLACE, "via", "covered", "at_once")),
    "put": DemoCommand(_put_model, PLACE),
    "take_away": DemoCommand(lambda stage, payload: stage.remove_model(payload.text("model")), ("model",)),
    "cover": DemoCommand(_cover_model, ("model", "seconds")),
    "bump_camera": DemoCommand(lambda stage, _: stage.bump_camera()),
    "lose_camera": DemoCommand(lambda stage, _: stage.lose_camera()),
    "return_camera": DemoCommand(lambda stage, _: stage.return_camera()),
    "light": DemoCommand(lambda stage, payload: stage.light(payload.number("share")), ("share",)),
    "show_chart": DemoCommand(_show_chart, ("pose",)),
    "show_gauge": DemoCommand(_show_gauge, ("x_in", "y_in", "heading_rad")),
    "show_table": DemoCommand(lambda stage, _: stage.show_table()),
    "bare": DemoCommand(lambda stage, _: stage.bare()),
    "muster": DemoCommand(lambda stage, payload: stage.muster(payload.text("edge", "near")), ("edge",)),
    "hands": DemoCommand(lambda stage, payload: stage.hands(payload.flag("on")), ("on",)),
    "pace": DemoCommand(lambda stage, payload: stage.pace(payload.number("haste")), ("haste",)),
}


def blueprint(stage: Stage, hidden: Hidden = nothing_hidden) -> Blueprint:
    """Serves /api/stage; models have the names that the browser that asks may know."""
    pages = Blueprint("stage", __name__)

    @pages.get("/api/stage")
    def show_stage() -> Response:
        return jsonify(with_names(state(stage)))

    def with_names(view: Json) -> Json:
        names = hidden(who())
        models = [model | {"name": names.get(model["id"], model["name"])} for model in view["models"]]
        return view | {"models": models}

    @pages.post("/api/stage")
    def run_command() -> Response:
        only("table", "umpire")
        cue = run_stage_command(stage, request.get_json())
        return jsonify(
            with_names(state(stage, cue.over_s)) | {"begins_s": round(cue.begins_s, 3), "over_s": round(cue.over_s, 3)}
        )

    return pages


def run_stage_command(stage: Stage, body: Json) -> Cue:
    """Carries out the command of the body. Raises TablecamError where that is not possible."""
    name = ControlPayload(body).text("do")
    command = COMMANDS.get(name)
    if command is None:
        raise TablecamError(
            Message("the stage has no command {name}: choose one of {names}", name=name, names=listing(COMMANDS))
        )
    unknown = sorted(body.keys() - {"id", "do", *command.keys})
    if unknown:
        keys = listing(command.keys) if command.keys else Message("no keys")
        raise TablecamError(Message("{name} takes {keys}, not {others}", name=name, keys=keys, others=listing(unknown)))
    return command.run(stage, ControlPayload(body))


def state(stage: Stage, time: float | None = None) -> Json:
    """The commands, and the state of the table at a time in seconds: that of the newest frame for None."""
    time = stage.now_s if time is None else time
    truth = stage.truth(time)
    return {
        "can": {name: list(command.keys) for name, command in COMMANDS.items()},
        "hands": stage.by_themselves,
        "shown": "chart" if truth.chart else "gauge" if truth.gauge else "table",
        "pose": HOLDS.index(truth.chart) if truth.chart in HOLDS else None,
        "poses": len(HOLDS),
        "camera": "on" if truth.on else "lost",
        "bumped": stage.bumped,
        "light": truth.light,
        "time_s": round(time, 3),
        "models": [
            {"id": model.id, "name": model.name, "side": model.side, "moving": model.id in truth.moving}
            | _spot_to_json(truth.spots.get(model.id))
            for model in stage.scene.roster.models
        ],
    }


def _spot_to_json(spot: Spot | None) -> Json:
    if spot is None:
        return {"there": False}
    place = {"x_in": spot.x_in, "y_in": spot.y_in, "z_in": spot.z_in, "heading_rad": spot.heading_rad}
    return {"there": True} | {name: round(value, 4) for name, value in place.items()}
