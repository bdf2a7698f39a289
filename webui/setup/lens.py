"""The step "lens".

GET  /api/setup/lens         {"known": {"width", "height", "focal_px", "focal_sigma"} or null, "report": true,
                              "trouble": "", "capture": null or
                              {"kept", "says", "hindrance", "taken", "outline_px", "picture",
                               "cells": [[0, 2, ...], ...], "enough_a_cell" (views of each part of the picture),
                               "missing": ["top left", ...], "leans": {"left": 2, ...}, "sizes": {"near": 1, "far": 0},
                               "trial": null or {"go", "rms_px", "focal_px", "focal_sigma", "left_out_px",
                                                 "error_in": {"24": 0.01}, "refusals": [], "advice": [], "out": [...]}}}
POST /api/setup/lens/start, /api/setup/lens/stop     begins a capture without views; or abandons it
     {"by_itself": true}                             no player asked for it: nothing begins in a step that was skipped
POST /api/setup/lens/drop                            leaves out the last view
POST /api/setup/lens/finish                          writes camera.yaml; 400 with the reasons if there are too few
POST /api/setup/lens/known {"file"}                  takes a lens that the folder knows, one of "lenses"
GET  /api/setup/lens/report.html                     the last capture's report

?camera=2 asks for a further camera, counted from 1. For it, the answers have too
    "lenses": [{"file", "camera": 1 or null (one that was taken away), "focal_px", "width", "height"}]
of the lenses whose pictures have the shape of this camera's.
"""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request, send_from_directory

from calibration.guided import WANTED_A_LEAN, WANTED_A_SIZE, Advice, Trial
from calibration.views import VIEWS_A_CELL
from tablecam.base.i18n import get_message
from tablecam.base.i18n import gettext as _
from tablecam.setup.setup_files import SKIPPED, load_files
from tablecam.setup.table_cameras import OneCamera
from tablecam.setup.table_setup import TableSetup
from tablecam.table.geometry.projection import Intrinsics
from webui.entrance.access import only
from webui.setup import steps
from webui.setup.steps import Json, find_asked_camera
from webui.table.demo_control import ControlPayload

# The report is a page of its own: its styles and images are inside it, and it has no scripts.
# no text
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/lens and what is below it."""
    pages = Blueprint("setup lens", __name__)  # no text

    @pages.get("/api/setup/lens")
    def get_lens() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, find_asked_camera(setup)))

    @pages.post("/api/setup/lens/<any(start, stop, finish, drop):command>")  # no text
    def run_command(command: str) -> Response:
        only("table", "umpire")
        by_itself = bool((request.get_json(silent=True) or {}).get("by_itself"))
        # a page's own start may arrive after the players have skipped the step
        camera = find_asked_camera(setup)
        if not (by_itself and setup.state.marks().get("lens") == SKIPPED):
            getattr(camera.lens, command)()
        return jsonify(state(setup, camera))

    @pages.post("/api/setup/lens/known")
    def take_known() -> Response:
        only("table", "umpire")
        camera, file = find_asked_camera(setup), ControlPayload(request.get_json()).text("file")
        if camera.frame is None:
            abort(503, steps.text(camera.lost) or _("The camera has not delivered an image yet."))
        camera.lens.take_known(file, camera.frame.size)
        return jsonify(state(setup, camera))

    @pages.get("/api/setup/lens/report.html")
    def get_report() -> Response:
        only("table", "umpire")
        path = find_asked_camera(setup).lens.report
        if not path.is_file():
            abort(404, _("There is no report yet: calibrate the lens first."))
        response = send_from_directory(setup.folder.resolve(), path.name)
        response.headers["Content-Security-Policy"] = REPORT_POLICY
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages


def state(setup: TableSetup, one: OneCamera) -> Json:
    """The lens of the camera, and the capture under way."""
    begun = one.lens.begun
    lens_view = one.see_lens() if begun else None
    lens = load_files(setup.folder, one.number).lens
    advice = one.lens.last
    return {
        "known": None if lens is None else _lens_to_json(lens) | {"focal_sigma": steps.figure(lens.focal_sigma, 6)},
        "lenses": _list_other_lenses(one) if one.number else [],
        "report": one.lens.report.is_file(),
        "trouble": steps.text(one.lost or (lens_view.trouble if lens_view is not None else "")),
        "capture": capture(advice, one) if begun and advice is not None else None,
    }


def _lens_to_json(lens: Intrinsics) -> Json:
    focal_px = round(float(lens.matrix[:2, :2].diagonal().mean()), 2)
    return {**steps.size((lens.width, lens.height)), "focal_px": focal_px}


def _list_other_lenses(one: OneCamera) -> list[Json]:
    """The lenses of other cameras that this one may use."""
    lenses = one.lens.list_lenses(one.frame.size) if one.frame is not None else ()
    return [
        _lens_to_json(known_lens.lens)
        | {"file": known_lens.file, "camera": None if known_lens.camera is None else known_lens.camera + 1}
        for known_lens in lenses
    ]


def capture(advice: Advice, one: OneCamera) -> Json:
    """The state of a capture under way."""
    frame = one.frame
    return {
        "kept": advice.kept,
        "says": steps.texts(advice.says),
        "hindrance": steps.text(advice.hindrance),
        "taken": advice.taken,
        "outline_px": steps.points(advice.outline_px),
        "picture": steps.size(frame.size) if frame is not None else None,
        "cells": advice.coverage.counts.tolist(),
        "enough_a_cell": VIEWS_A_CELL,
        "share": steps.figure(advice.coverage.share),
        "missing": list(advice.coverage.missing),
        "leans": advice.leans,
        "sizes": advice.sizes,
        "enough_a_lean": WANTED_A_LEAN,
        "enough_a_size": WANTED_A_SIZE,
        "trial": trial(advice.trial) if advice.trial is not None else None,
        "trouble": steps.text(get_message(advice.trouble)) if advice.trouble is not None else "",
    }


def trial(found: Trial) -> dict[str, Any]:
    """The lens that the current views would give."""
    lens, judgement = found.lens, found.judgement
    return {
        "go": judgement.go,
        "rms_px": steps.figure(lens.fit.rms_px),
        "focal_px": steps.figure(lens.fit.focal_px, 2),
        "focal_sigma": steps.figure(lens.focal_sigma, 6),
        "left_out_px": steps.figure(lens.left_out_px),
        "error_in": {f"{distance:g}": steps.figure(error) for distance, error in judgement.table.distances.items()},
        "refusals": [steps.text(reason) for reason in judgement.refusals],
        "advice": [steps.text(advice) for advice in judgement.advice],
        "out": [f"{view.name}: {view.reason}" for view in found.out],
    }
