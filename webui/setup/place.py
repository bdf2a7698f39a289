"""The step "place": the camera over the table.

GET  /api/setup/place        {"picture", "trouble": "", "draft": false, "table": {"width_in", "depth_in"} or null,
                              "tags": [{"id", "corners_px" or null, "used", "center_in" or null, "off_in" or null}],
                              "area_px": [[x, y] x 4] or null (the origin first, then anticlockwise),
                              "finding": {"verdict", "says", "value"}, "advice": ["..."], "residual_in", "rms_px",
                              "sigma_in", "camera": {"height_in", "tilt_deg"} or null}
POST /api/setup/place/size {"width_in", "depth_in"}                     tries another size
POST /api/setup/place/origin {"x_px", "y_px"}                           tries the corner there as the origin
POST /api/setup/place/lay {"width_in", "depth_in", "x_px", "y_px", "apart_in"?, "edge_mm"?}
                             makes the table from the tags that are seen: the outermost four lie at its corners
POST /api/setup/place/save, /api/setup/place/drop                       writes table.toml; or lets the draft go
"""

from collections.abc import Callable

import numpy as np
from flask import Blueprint, Response, jsonify, request

from tablecam.geometry.projection import Pose
from tablecam.setup.layout import Laid
from tablecam.setup.place_step import PlaceSeen, PlaceStep, TagSeen
from tablecam.setup.table_setup import TableSetup
from webui.access import only
from webui.demo_control import ControlPayload
from webui.setup import shown
from webui.setup.shown import Json

DEFAULT_EDGE_MM = 40.0


def _size(place: PlaceStep, said: ControlPayload) -> None:
    place.resize(said.number("width_in"), said.number("depth_in"))


def _origin(place: PlaceStep, said: ControlPayload) -> None:
    place.set_origin((said.number("x_px"), said.number("y_px")))


def _lay(place: PlaceStep, said: ControlPayload) -> None:
    size, origin = (said.number("width_in"), said.number("depth_in")), (said.number("x_px"), said.number("y_px"))
    edge_mm = said.maybe("edge_mm")
    place.lay(Laid(size, origin, DEFAULT_EDGE_MM if edge_mm is None else edge_mm, said.maybe("apart_in")))


def _save(place: PlaceStep, _: ControlPayload) -> None:
    place.save()


def _drop(place: PlaceStep, _: ControlPayload) -> None:
    place.drop()


COMMANDS: dict[str, Callable[[PlaceStep, ControlPayload], None]] = {
    "size": _size,
    "origin": _origin,
    "lay": _lay,
    "save": _save,
    "drop": _drop,
}


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/place and what is below it."""
    pages = Blueprint("setup place", __name__)

    @pages.get("/api/setup/place")
    def place() -> Response:
        only("table", "umpire")
        return jsonify(state(setup))

    @pages.post("/api/setup/place/<any(size, origin, lay, save, drop):command>")
    def act(command: str) -> Response:
        only("table", "umpire")
        COMMANDS[command](setup.place, ControlPayload(request.get_json()))
        return jsonify(state(setup))

    return pages


def state(setup: TableSetup) -> Json:
    """What was last seen of the table's tags."""
    seen = setup.see("place")
    told = {"trouble": seen.trouble, "draft": setup.place.draft is not None}
    return told | (_seen(seen.result) if seen.result is not None else {"picture": None})


def _seen(seen: PlaceSeen) -> Json:
    table, registration = seen.table, seen.registration
    return {
        "picture": shown.size(seen.size),
        "table": None if table is None else {"width_in": table.width_in, "depth_in": table.depth_in},
        "tags": [_tag(tag) for tag in seen.tags],
        "area_px": shown.points(seen.area_px),
        "finding": shown.finding(seen.finding),
        "advice": list(seen.advice),
        "residual_in": None if registration is None else shown.figure(registration.residual_in),
        "rms_px": None if registration is None else shown.figure(registration.rms_px),
        "sigma_in": None if registration is None else shown.figure(registration.field_sigma_in),
        "camera": None if registration is None else _hangs(registration.camera.pose),
    }


def _hangs(pose: Pose) -> Json:
    """How high the camera hangs, and how far it looks away from straight down."""
    tilt = float(np.degrees(np.arccos(np.clip(-pose.rotation[2, 2], -1, 1))))
    return {"height_in": round(float(pose.position_in[2]), 1), "tilt_deg": round(tilt, 1)}


def _tag(tag: TagSeen) -> Json:
    return {
        "id": tag.id,
        "corners_px": shown.points(tag.corners_px),
        "used": tag.used,
        "center_in": None if tag.center_in is None else list(tag.center_in),
        "off_in": shown.figure(tag.off_in),
    }
