"""The cameras over the table, and the step "camera".

GET  /api/setup/cameras      {"cameras": [{"number" (from 1), "name", "kept", "trouble": "", "finding" (of its
                              place) or null, "seen_in": [[x, y], ...] or null (what it sees of the table, in inches),
                              "share": 0.93 or null, "delay": how late its pictures are, how to measure that, or "",
                              "delay_s", "delay_sigma_s": or null}],
                              "size_in": [width, depth], "any", "overlap" (shares of the table that any camera, and two
                              or more, see) or null, "offers": [{"source", "name"}] to add, "why_not": "" or why none
                              can be added now}
POST /api/setup/cameras/add {"source"}         reads another camera from now on; answers like GET, and "added": 2
POST /api/setup/cameras/remove {"number"}      takes a further camera away; answers like GET
GET  /api/setup/cameras/preview.jpg?source=S   a picture of an offer
"""

from flask import Blueprint, Response, abort, jsonify, request
from shapely import Polygon

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.sensing.camera.source import SIZES
from tablecam.setup.camera_step import PictureSeen, TagResolution, sizes_in_use
from tablecam.setup.layout import compute_visible_part, share, together
from tablecam.setup.place_step import PlaceSeen
from tablecam.setup.setup_files import load_files
from tablecam.setup.table_cameras import OneCamera
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.setup import steps
from webui.setup.steps import Json, find_asked_camera
from webui.table.demo_control import ControlPayload
from webui.table.picture import encode
from webui.table.present import Area


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/cameras and what is below it."""
    pages = Blueprint("setup cameras", __name__)  # no text

    @pages.get("/api/setup/cameras")
    def list_cameras() -> Response:
        only("table", "umpire")
        return jsonify(state(setup))

    @pages.post("/api/setup/cameras/add")
    def add_camera() -> Response:
        only("table", "umpire")
        new_camera = setup.over.add(ControlPayload(request.get_json()).text("source"))
        return jsonify(state(setup) | {"added": new_camera.number + 1})

    @pages.post("/api/setup/cameras/remove")
    def remove_camera() -> Response:
        only("table", "umpire")
        setup.over.remove(int(ControlPayload(request.get_json()).number("number")) - 1)
        return jsonify(state(setup))

    @pages.get("/api/setup/cameras/preview.jpg")
    def get_preview() -> Response:
        only("table", "umpire")
        frame = setup.over.preview(request.args.get("source", ""))
        response = Response(encode(frame.image, Area(0, 0, *frame.size)), mimetype="image/jpeg")
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages


def state(setup: TableSetup) -> Json:
    """Each camera with the part of the table that it sees, and the cameras that can be added."""
    size_in, cameras = setup.size_in, setup.over.all
    sightings = [table_camera.see_place() for table_camera in cameras]
    areas = [_find_seen_area(sighting_of.result, size_in) for sighting_of in sightings]
    seen_parts = [area for area in areas if area is not None]
    # no share is shown before every camera has been checked
    all_looked = all(sighting_of.result is not None or sighting_of.trouble for sighting_of in sightings)
    shares = together(seen_parts, size_in) if seen_parts and all_looked else None
    return {
        "cameras": [
            _camera_to_json(setup, table_camera, area)
            | {
                "finding": steps.finding(sighting.result.finding) if sighting.result is not None else None,
                "trouble": steps.text(table_camera.lost or sighting.trouble),
                "share": None if area is None else steps.figure(share(area, size_in)),
            }
            for table_camera, sighting, area in zip(cameras, sightings, areas, strict=True)
        ],
        "size_in": list(size_in),
        "any": shares and steps.figure(shares.any),
        "overlap": shares and steps.figure(shares.overlap),
        "offers": [{"source": offer.source, "name": str(offer.name)} for offer in setup.over.offers()],
        "why_not": steps.text(setup.over.why_not_add()),
    }


def _camera_to_json(setup: TableSetup, one: OneCamera, part: Polygon | None) -> Json:
    delay = one.delay
    return {
        "number": one.number + 1,
        "name": str(one.camera.name),
        "kept": setup.over.is_kept(one.number),
        "seen_in": None if part is None else [[round(x, 2), round(y, 2)] for x, y in part.exterior.coords],
        "delay": steps.text(setup.over.delay_says(one.number)),
        "delay_s": None if delay is None else delay.seconds,
        "delay_sigma_s": None if delay is None else delay.sigma_s,
    }


def _find_seen_area(placed: PlaceSeen | None, size_in: tuple[float, float]) -> Polygon | None:
    """The part of the table that a camera sees; None while its place is not known, or where it sees none of it."""
    if placed is None or placed.registration is None:
        return None
    area = compute_visible_part(placed.registration.camera, size_in)
    return area if isinstance(area, Polygon) and not area.is_empty else None


# The step "camera".
#
# GET  /api/setup/camera       {"picture": {"width", "height"} or null, "current": "camera /dev/video0",
#                               "offers": [{"source", "name"}], "sizes": ["4k", ...], "trouble": "",
#                               "delay": how late the pictures are, where that was measured, or "",
#                               "focus", "exposure", "flicker": {"verdict", "says", "value"} or null, "best_px",
#                               "cells": [{"tag_mm", "px", "verdict", "says"}], "tags": [40, ...], "lens_says",
#                               "references": whether the table's tags are in the picture, like focus, or null,
#                               "expected": like cells, for a table that fills the picture, while no tag shows them}
# POST /api/setup/camera {"source", "size"?: "4k"}     reads this camera from now on: an offer, or a stream's address
#
# ?camera=2 asks for a further camera, counted from 1.


def camera_blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/camera."""
    pages = Blueprint("setup camera", __name__)  # no text

    @pages.get("/api/setup/camera")
    def get_camera() -> Response:
        only("table", "umpire")
        return jsonify(get_camera_state(setup, find_asked_camera(setup)))

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
        return jsonify(get_camera_state(setup, chosen))

    return pages


def get_camera_state(setup: TableSetup, one: OneCamera) -> Json:
    """The findings of the newest frame, and the cameras to choose from."""
    seen_picture, trouble = one.see_picture()
    return {
        "current": str(one.camera.name),
        "chosen": setup.state.part("camera").get("source") if one.number == 0 else None,
        "offers": [{"source": offer.source, "name": str(offer.name)} for offer in setup.over.offers(one.number)],
        "sizes": list(SIZES),
        "delay": steps.text(one.late),
        "trouble": steps.text(one.lost or trouble),
        **(_image_to_json(setup, one, seen_picture) if seen_picture is not None else {"picture": None}),
    }


def _image_to_json(setup: TableSetup, one: OneCamera, seen: PictureSeen) -> Json:
    tags = one.judge_tags(sizes_in_use(load_files(setup.folder)), setup.size_in)
    cells = [present_resolution(resolution) for resolution in tags.resolutions]
    return {
        "picture": steps.size(seen.size),
        "focus": steps.finding(seen.focus),
        "best_px": steps.figure(seen.best_px, 2),
        "exposure": steps.finding(seen.exposure),
        "flicker": steps.finding(seen.flicker),
        "cells": cells if tags.measured else [],
        "expected": [] if tags.measured else cells,
        "tags": list(seen.tags),
        "lens_says": steps.text(seen.lens_says),
        "references": steps.finding(seen.references) if seen.references is not None else None,
    }


def present_resolution(resolution: TagResolution) -> Json:
    """{"verdict", "says", "value", "tag_mm", "px"}."""
    return steps.finding(resolution.finding) | {"tag_mm": resolution.tag_mm, "px": round(resolution.px, 2)}
