"""The step "place": the camera over the table.

GET  /api/setup/place        {"picture", "trouble": "", "draft": false, "table": {"width_in", "depth_in"} or null,
                              "tags": [{"id", "corners_px" or null, "used", "center_in" or null, "off_in" or null}],
                              "area_px": [[x, y] x 4] or null (the origin first, then anticlockwise),
                              "finding": {"verdict", "says", "value"}, "advice": ["..."], "residual_in", "rms_px",
                              "sigma_in", "camera": {"height_in", "tilt_deg"} or null}
POST /api/setup/place/size {"width_in", "depth_in"}                     tries another size
POST /api/setup/place/origin {"x_px", "y_px"}                           tries the corner there as the origin
POST /api/setup/place/lay {"width_in", "depth_in", "x_px", "y_px", "apart_in"?, "edge_mm"?}
                             makes the table from the visible tags: the outermost four lie at its corners
POST /api/setup/place/save, /api/setup/place/drop                       writes table.toml; or drops the draft

?camera=2 asks for a further camera, counted from 1: the first has laid out the table, and "save" keeps the further one.
"""

from collections.abc import Callable

import numpy as np
from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.setup.layout import Laid
from tablecam.setup.place_step import PlaceSeen, PlaceStep, TagSeen
from tablecam.setup.table_cameras import OneCamera
from tablecam.setup.table_setup import TableSetup
from tablecam.table.geometry.projection import Pose
from webui.entrance.access import only
from webui.setup import steps
from webui.setup.steps import Json, find_asked_camera
from webui.table.demo_control import ControlPayload

DEFAULT_EDGE_MM = 40.0


def _resize_table(place: PlaceStep, body: ControlPayload) -> None:
    place.resize(body.number("width_in"), body.number("depth_in"))


def _set_origin(place: PlaceStep, body: ControlPayload) -> None:
    place.set_origin((body.number("x_px"), body.number("y_px")))


def _lay_out_table(place: PlaceStep, body: ControlPayload) -> None:
    size, origin = (body.number("width_in"), body.number("depth_in")), (body.number("x_px"), body.number("y_px"))
    edge_mm = body.maybe("edge_mm")
    place.lay(Laid(size, origin, DEFAULT_EDGE_MM if edge_mm is None else edge_mm, body.maybe("apart_in")))


def _save_place(place: PlaceStep, _body: ControlPayload) -> None:
    place.save()


def _drop_draft(place: PlaceStep, _body: ControlPayload) -> None:
    place.drop()


COMMANDS: dict[str, Callable[[PlaceStep, ControlPayload], None]] = {
    "size": _resize_table,
    "origin": _set_origin,
    "lay": _lay_out_table,
    "save": _save_place,
    "drop": _drop_draft,
}


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/place and what is below it."""
    pages = Blueprint("setup place", __name__)  # no text

    @pages.get("/api/setup/place")
    def get_place() -> Response:
        only("table", "umpire")
        return jsonify(state(find_asked_camera(setup)))

    @pages.post("/api/setup/place/<any(size, origin, lay, save, drop):command>")  # no text
    def run_command(command: str) -> Response:
        only("table", "umpire")
        camera = find_asked_camera(setup)
        if camera.number == 0:
            COMMANDS[command](camera.place, ControlPayload(request.get_json()))
        elif command == "save":
            setup.over.keep(camera.number)
        else:
            abort(400, _("The first camera defines the table; the other cameras find their positions on it."))
        return jsonify(state(camera))

    return pages


def state(one: OneCamera) -> Json:
    """The newest result of the step "place"."""
    place_view = one.see_place()
    step = {"trouble": steps.text(place_view.trouble), "draft": one.place.draft is not None}
    return step | (_place_to_json(place_view.result) if place_view.result is not None else {"picture": None})


def _place_to_json(seen: PlaceSeen) -> Json:
    table, registration = seen.table, seen.registration
    return {
        "picture": steps.size(seen.size),
        "table": None if table is None else {"width_in": table.width_in, "depth_in": table.depth_in},
        "tags": [_tag_to_json(tag) for tag in seen.tags],
        "area_px": steps.points(seen.area_px),
        "finding": steps.finding(seen.finding),
        "advice": [steps.text(advice) for advice in seen.advice],
        "residual_in": None if registration is None else steps.figure(registration.residual_in),
        "rms_px": None if registration is None else steps.figure(registration.rms_px),
        "sigma_in": None if registration is None else steps.figure(registration.field_sigma_in),
        "camera": None if registration is None else _pose_to_json(registration.camera.pose),
    }


def _pose_to_json(pose: Pose) -> Json:
    """The height of the camera, and its tilt away from straight down."""
    tilt = float(np.degrees(np.arccos(np.clip(-pose.rotation[2, 2], -1, 1))))
    return {"height_in": round(float(pose.position_in[2]), 1), "tilt_deg": round(tilt, 1)}


def _tag_to_json(tag: TagSeen) -> Json:
    return {
        "id": tag.id,
        "corners_px": steps.points(tag.corners_px),
        "used": tag.used,
        "center_in": None if tag.center_in is None else list(tag.center_in),
        "off_in": steps.figure(tag.off_in),
    }
