"""The progress of the set-up, and what all its pages share.

GET  /api/setup                          {"steps": [{"name", "state": "done|attention|open|skipped", "says"}], "folder",
                                          "lost": "" or why the camera gives no pictures,
                                          "size_in": [width, depth] of the playing area, as chosen or as measured}
POST /api/setup/size {"width_in", "depth_in"}       the players' answer, before the table is laid out; answers like GET
POST /api/setup/mark {"step", "mark": "done|skipped"|null}      the players' mark of a step; answers like GET
GET  /api/setup/picture.jpg?after=N      the camera's whole picture, newer than N: header X-Frame; 204: none yet;
                                         &camera=2 for that of a further camera
"""

from typing import Any

import numpy as np
from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.live.live_loop import LiveLoop
from tablecam.setup.finding import Finding, Text
from tablecam.setup.progress import STEPS
from tablecam.setup.setup_files import MARKS, SKIPPED
from tablecam.setup.table_cameras import OneCamera
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.server.refusals import sentence
from webui.server.request_values import integer
from webui.table.demo_control import ControlPayload
from webui.table.picture import encode
from webui.table.present import Area

Json = dict[str, Any]
# A tenth of a pixel is finer than any line on the screen.
DECIMALS = 1


def text(says: Text | None) -> str:
    """A text as a sentence of its own; "" for None."""
    return sentence(str(says or ""))


def texts(says: tuple[Text, ...]) -> str:
    """Sentences joined into one text."""
    return " ".join(map(text, says))


def finding(found: Finding) -> Json:
    """{"verdict": "good|fair|bad|unknown", "says": "a sentence", "value": 1.2 or null}."""
    return {"verdict": found.verdict, "says": text(found.says), "value": figure(found.value)}


def points(px: np.ndarray | None) -> list[list[float]] | None:
    """[[x, y], ...] in the image's own pixels; null where there are none, or outside the camera's view."""
    if px is None or not np.isfinite(px).all():
        return None
    rounded: list[list[float]] = np.round(np.asarray(px, float), DECIMALS).tolist()
    return rounded


def figure(value: float | None, decimals: int = 4) -> float | None:
    """A rounded number; null for numbers that JSON lacks."""
    return round(value, decimals) if value is not None and np.isfinite(value) else None


def size(pixels: tuple[int, int]) -> Json:
    """{"width", "height"} of the complete image."""
    return {"width": pixels[0], "height": pixels[1]}


def find_asked_camera(setup: TableSetup) -> OneCamera:
    """The camera of ?camera=2, counted from 1; the first without that argument. SetupRefusal where there is none."""
    return setup.over.get_camera(integer("camera", 1) - 1)


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
            abort(503, text(chosen_camera.lost) or _("The camera has not delivered an image yet."))
        response = Response(encode(frame.image, Area(0, 0, *frame.size)), mimetype="image/jpeg")
        response.headers["X-Frame"] = str(frame.number)
        return response

    return pages


def state(setup: TableSetup, live: LiveLoop) -> Json:
    """All steps of the set-up, in order."""
    view = live.view
    steps = setup.steps(view.camera is not None, str(view.trouble or ""))
    return {
        "steps": [{"name": step.name, "state": step.state, "says": text(step.says)} for step in steps],
        "folder": setup.folder.name,
        "lost": text(setup.lost),
        "size_in": list(setup.size_in),
    }
