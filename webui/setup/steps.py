"""The progress of the set-up.

GET  /api/setup                          {"steps": [{"name", "state": "done|attention|open|skipped", "says"}], "folder",
                                          "lost": "" or why the camera gives no pictures,
                                          "size_in": [width, depth] of the playing area, as chosen or as measured}
POST /api/setup/size {"width_in", "depth_in"}       the players' answer, before the table is laid out; answers like GET
POST /api/setup/mark {"step", "mark": "done|skipped"|null}      the players' mark of a step; answers like GET
GET  /api/setup/picture.jpg?after=N      the camera's whole picture, newer than N: header X-Frame; 204: none yet;
                                         &camera=2 for that of a further camera
"""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.live.live_loop import LiveLoop
from tablecam.setup.progress import STEPS
from tablecam.setup.setup_state import MARKS, SKIPPED
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.server.query import integer
from webui.setup import as_json
from webui.setup.as_json import Json
from webui.setup.asked_camera import find_asked_camera
from webui.table.demo_control import ControlPayload
from webui.table.picture import encode
from webui.table.present import Area

PATIENCE_S = 1.0


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup, its marks and the camera's image."""
    pages = Blueprint("setup", __name__)

    @pages.get("/api/setup")
    def get_progress() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, live))

    @pages.post("/api/setup/mark")
    def mark_step() -> Response:
        only("table", "umpire")
        body = request.get_json()
        step, new_mark = body.get("step"), body.get("mark")
        if step not in STEPS:
            abort(400, _("There is no such step: choose one of {steps}.", steps=join_items(STEPS)))
        if new_mark is not None and new_mark not in MARKS:
            abort(400, _("A step's mark is one of {marks}, or null to remove the mark.", marks=join_items(MARKS)))
        setup.state.mark(step, new_mark)
        if (step, new_mark) == ("lens", SKIPPED):
            # the first capture begins by itself
            setup.lens.leave()
        return jsonify(state(setup, live))

    @pages.post("/api/setup/size")
    def choose_size() -> Response:
        only("table", "umpire")
        body = ControlPayload(request.get_json())
        setup.size.choose(body.number("width_in"), body.number("depth_in"))
        return jsonify(state(setup, live))

    @pages.get("/api/setup/picture.jpg")
    def get_picture() -> Response:
        only("table", "umpire")
        chosen_camera = find_asked_camera(setup)
        frame = chosen_camera.camera.look(integer("after", -1), PATIENCE_S)
        if frame is None and chosen_camera.frame is not None:
            return Response(status=204)
        if frame is None:
            abort(503, as_json.text(chosen_camera.lost) or _("The camera has not delivered an image yet."))
        response = Response(encode(frame.image, Area(0, 0, *frame.size)), mimetype="image/jpeg")
        response.headers["X-Frame"] = str(frame.number)
        return response

    return pages


def state(setup: TableSetup, live: LiveLoop) -> Json:
    """All steps of the set-up, in order."""
    view = live.view
    steps = setup.steps(view.camera is not None, str(view.trouble or ""))
    return {
        "steps": [{"name": step.name, "state": step.state, "says": as_json.text(step.says)} for step in steps],
        "folder": setup.folder.name,
        "lost": as_json.text(setup.lost),
        "size_in": list(setup.size_in),
    }
