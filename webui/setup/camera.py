"""The step "camera".

GET  /api/setup/camera       {"picture": {"width", "height"} or null, "current": "camera /dev/video0",
                              "offers": [{"source", "name"}], "sizes": ["4k", ...], "trouble": "",
                              "focus", "exposure", "flicker": {"verdict", "says", "value"} or null, "best_px",
                              "cells": [{"tag_mm", "px", "verdict", "says"}], "tags": [40, ...], "lens_says"}
POST /api/setup/camera {"source", "size"?: "4k"}     reads this camera from now on: an offer, or a stream's address
"""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.camera.source import SIZES
from tablecam.setup.camera_step import PictureSeen
from tablecam.setup.table_setup import TableSetup
from webui.access import only
from webui.demo_control import ControlPayload
from webui.setup import shown
from webui.setup.shown import Json


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/camera."""
    pages = Blueprint("setup camera", __name__)

    @pages.get("/api/setup/camera")
    def camera() -> Response:
        only("table", "umpire")
        return jsonify(state(setup))

    @pages.post("/api/setup/camera")
    def choose() -> Response:
        only("table", "umpire")
        said = ControlPayload(request.get_json())
        size = said.text("size", "")
        if size and size not in SIZES:
            abort(400, f"There is no picture size {size}: say {', '.join(SIZES)}, or nothing for the largest.")
        setup.choose(said.text("source"), size)
        return jsonify(state(setup))

    return pages


def state(setup: TableSetup) -> Json:
    """What the newest frame says, and what there is to choose from."""
    seen, trouble = setup.see_picture()
    return {
        "current": setup.camera.name,
        "chosen": setup.kept.part("camera").get("source"),
        "offers": [{"source": offer.source, "name": offer.name} for offer in setup.cameras.offers],
        "sizes": list(SIZES),
        "trouble": setup.camera.trouble or trouble,
        **(_seen(seen) if seen is not None else {"picture": None}),
    }


def _seen(seen: PictureSeen) -> Json:
    return {
        "picture": shown.size(seen.size),
        "focus": shown.finding(seen.focus),
        "best_px": shown.figure(seen.best_px, 2),
        "exposure": shown.finding(seen.exposure),
        "flicker": shown.finding(seen.flicker),
        "cells": [
            shown.finding(each.finding) | {"tag_mm": each.tag_mm, "px": round(each.px, 2)} for each in seen.cells
        ],
        "tags": list(seen.tags),
        "lens_says": seen.lens_says,
    }
