"""The step "camera".

GET  /api/setup/camera       {"picture": {"width", "height"} or null, "current": "camera /dev/video0",
                              "offers": [{"source", "name"}], "sizes": ["4k", ...], "trouble": "",
                              "delay": how late the pictures are, where that was measured, or "",
                              "focus", "exposure", "flicker": {"verdict", "says", "value"} or null, "best_px",
                              "cells": [{"tag_mm", "px", "verdict", "says"}], "tags": [40, ...], "lens_says",
                              "references": whether the table's tags are in the picture, like focus, or null,
                              "expected": like cells, for a table that fills the picture, while no tag shows them}
POST /api/setup/camera {"source", "size"?: "4k"}     reads this camera from now on: an offer, or a stream's address

?camera=2 asks for a further camera, counted from 1.
"""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.sensing.camera.source import SIZES
from tablecam.setup.camera_step import PictureSeen, sizes_in_use
from tablecam.setup.known_places import load_files
from tablecam.setup.one_camera import OneCamera
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.tag_resolution import TagResolution
from webui.entrance.access import only
from webui.setup import as_json
from webui.setup.as_json import Json
from webui.setup.asked_camera import find_asked_camera
from webui.table.demo_control import ControlPayload


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/camera."""
    pages = Blueprint("setup camera", __name__)  # no text

    @pages.get("/api/setup/camera")
    def get_camera() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, find_asked_camera(setup)))

    @pages.post("/api/setup/camera")
    def choose_camera() -> Response:
        only("table", "umpire")
        body = ControlPayload(request.get_json())
        size = body.text("size", "")
        if size and size not in SIZES:
            sizes = join_items(SIZES)
            abort(
                400,
                _("There is no image size {size}: choose {sizes}, or none for the largest.", size=size, sizes=sizes),
            )
        chosen = find_asked_camera(setup)
        setup.choose(body.text("source"), size, chosen.number)
        return jsonify(state(setup, chosen))

    return pages


def state(setup: TableSetup, one: OneCamera) -> Json:
    """The findings of the newest frame, and the cameras to choose from."""
    seen_picture, trouble = one.see_picture()
    return {
        "current": str(one.camera.name),
        "chosen": setup.state.part("camera").get("source") if one.number == 0 else None,
        "offers": [{"source": offer.source, "name": str(offer.name)} for offer in setup.over.offers(one.number)],
        "sizes": list(SIZES),
        "delay": as_json.text(one.late),
        "trouble": as_json.text(one.lost or trouble),
        **(_image_to_json(setup, one, seen_picture) if seen_picture is not None else {"picture": None}),
    }


def _image_to_json(setup: TableSetup, one: OneCamera, seen: PictureSeen) -> Json:
    tags = one.judge_tags(sizes_in_use(load_files(setup.folder)), setup.size_in)
    cells = [present_resolution(resolution) for resolution in tags.resolutions]
    return {
        "picture": as_json.size(seen.size),
        "focus": as_json.finding(seen.focus),
        "best_px": as_json.figure(seen.best_px, 2),
        "exposure": as_json.finding(seen.exposure),
        "flicker": as_json.finding(seen.flicker),
        "cells": cells if tags.measured else [],
        "expected": [] if tags.measured else cells,
        "tags": list(seen.tags),
        "lens_says": as_json.text(seen.lens_says),
        "references": as_json.finding(seen.references) if seen.references is not None else None,
    }


def present_resolution(resolution: TagResolution) -> Json:
    """{"verdict", "says", "value", "tag_mm", "px"}."""
    return as_json.finding(resolution.finding) | {"tag_mm": resolution.tag_mm, "px": round(resolution.px, 2)}
