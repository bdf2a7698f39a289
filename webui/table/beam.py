"""The projector's page over HTTP: its calibration, where its light has to stay off, and what a player measures.

GET /api/beam answers

    {"beam": {"width", "height", "matrix": 3 rows of 4, "error_in", "dots"} | null,    null: not calibrated
     "moved": false,                                       whether the projector was moved since
     "tags": {MODEL: [[[x, y, z], ... four corners], ...]},      in the model's frame: inches, x right, y forward, z up
     "chosen": {"model": ID | null, "target": ID | null}}        what a player measures

    POST /api/beam/begin {"width", "height", "watch"?: false}    the dots, and those of each image to show in turn
    POST /api/beam/take {"image": N}                             answers once the camera has seen image N
    POST /api/beam/choose {"model": ID | null, "target": ID | null}
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import gettext as _
from tablecam.live.projector import ProjectorKeeper, list_tag_corners
from tablecam.table.miniature import Roster
from webui.entrance.access import SEAT, only
from webui.server.events import Notice

# a page that is no larger or smaller than any projector's
LEAST_PX, MOST_PX = 320, 8192
NOBODY: dict[str, str | None] = {"model": None, "target": None}


def beam_notice(keeper: ProjectorKeeper) -> Notice:
    """The addition to each pulse: "beam" while a projector shows what players measure."""
    return lambda: {"beam": True} if keeper.is_open else {}


def blueprint(keeper: ProjectorKeeper, roster: Callable[[], Roster]) -> Blueprint:
    """Serves /api/beam. Every device that sees the table may see its light; the table and an umpire calibrate it."""
    pages = Blueprint("beam", __name__)
    chosen = dict(NOBODY)

    @pages.get("/api/beam")
    def get_beam() -> Response:
        if request.args.get("open"):
            keeper.note_page()
        return jsonify(_describe(keeper) | {"chosen": chosen, "tags": list_tag_corners(roster())})

    @pages.post("/api/beam/begin")
    def begin() -> Response:
        only("table", "umpire")
        body: dict[str, Any] = request.get_json()
        sitting = _or_refuse(lambda: keeper.begin(_read_size("width"), _read_size("height"), body.get("watch") is True))
        images = [list(image) for image in sitting.images]
        return jsonify(sitting.pattern.to_json() | {"images": images})

    @pages.post("/api/beam/take")
    def take() -> Response:
        only("table", "umpire")
        image = request.get_json().get("image")
        if type(image) is not int:
            abort(400, _("{key} must be a whole number.", key="image"))
        done = _or_refuse(lambda: keeper.take(image))
        return jsonify(done=done, **_describe(keeper))

    @pages.post("/api/beam/choose")
    def choose() -> Response:
        only("table", SEAT, "umpire")
        body = request.get_json()
        known = {model.id: model.id for model in roster().models}
        chosen.update({name: known.get(str(body.get(name))) for name in NOBODY})
        return jsonify(chosen=chosen)

    return pages


def _or_refuse(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except TablecamError as refusal:
        abort(409, str(refusal))


def _read_size(key: str) -> int:
    size = request.get_json().get(key)
    if type(size) is not int or not LEAST_PX <= size <= MOST_PX:
        abort(400, _("{key} must be a whole number from {least} to {most}.", key=key, least=LEAST_PX, most=MOST_PX))
    return size


def _describe(keeper: ProjectorKeeper) -> dict[str, Any]:
    return {"beam": keeper.aimed.beam.to_json() if keeper.aimed else None, "moved": keeper.has_moved}
