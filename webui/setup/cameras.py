"""The cameras over the table.

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

from flask import Blueprint, Response, jsonify, request
from shapely import Polygon

from tablecam.setup.one_camera import OneCamera
from tablecam.setup.place_step import PlaceSeen
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.visible_area import compute_visible_part, share, together
from webui.entrance.access import only
from webui.setup import as_json
from webui.setup.as_json import Json
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
                "finding": as_json.finding(sighting.result.finding) if sighting.result is not None else None,
                "trouble": as_json.text(table_camera.lost or sighting.trouble),
                "share": None if area is None else as_json.figure(share(area, size_in)),
            }
            for table_camera, sighting, area in zip(cameras, sightings, areas, strict=True)
        ],
        "size_in": list(size_in),
        "any": shares and as_json.figure(shares.any),
        "overlap": shares and as_json.figure(shares.overlap),
        "offers": [{"source": offer.source, "name": str(offer.name)} for offer in setup.over.offers()],
        "why_not": as_json.text(setup.over.why_not_add()),
    }


def _camera_to_json(setup: TableSetup, one: OneCamera, part: Polygon | None) -> Json:
    delay = one.delay
    return {
        "number": one.number + 1,
        "name": str(one.camera.name),
        "kept": setup.over.is_kept(one.number),
        "seen_in": None if part is None else [[round(x, 2), round(y, 2)] for x, y in part.exterior.coords],
        "delay": as_json.text(setup.over.delay_says(one.number)),
        "delay_s": None if delay is None else delay.seconds,
        "delay_sigma_s": None if delay is None else delay.sigma_s,
    }


def _find_seen_area(placed: PlaceSeen | None, size_in: tuple[float, float]) -> Polygon | None:
    """The part of the table that a camera sees; None while its place is not known, or where it sees none of it."""
    if placed is None or placed.registration is None:
        return None
    area = compute_visible_part(placed.registration.camera, size_in)
    return area if isinstance(area, Polygon) and not area.is_empty else None
