"""All addresses of the set-up, in one list."""

from collections.abc import Sequence

import numpy as np
from flask import Blueprint, Response, abort, jsonify, request
from shapely import Polygon

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.sensing.tracking.glue import LEAST_HEADINGS, TurnedModel
from tablecam.sensing.tracking.print_scale import PrintShare
from tablecam.setup.card_plan import choose_card_place
from tablecam.setup.certificate_sheet import certificate_pdf, heading
from tablecam.setup.dice_tray import TrayCamera
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.gauge_step import GaugeReading, GaugeSeen, select_one_per_place
from tablecam.setup.mapped_terrain import MappedPieces
from tablecam.setup.table_certificate import PLACES, TableCertificate, load_certificate, stale
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.terrain_proposals import ProposedGround, TagTop, outline_seen, propose, tops_by_tags
from tablecam.table.terrain import Feature, Terrain
from webui.entrance.access import only
from webui.entrance.guard import larger
from webui.setup import (
    cameras,
    dice_tray,
    lens,
    place,
    print_sheets,
    roster,
    scale,
    steps,
    terrain,
)
from webui.setup.steps import Json
from webui.table.demo_control import ControlPayload
from webui.table.present import sentence


def blueprints(setup: TableSetup, live: LiveLoop, tray: TrayCamera | None = None) -> tuple[Blueprint, ...]:
    """Everything under /api/setup."""
    return (
        *([dice_tray.blueprint(setup, tray)] if tray else []),
        steps.blueprint(setup, live),
        cameras.camera_blueprint(setup),
        cameras.blueprint(setup),
        lens.blueprint(setup),
        place.blueprint(setup),
        build_gauge_blueprint(setup),
        scale.blueprint(setup),
        build_certificate_blueprint(setup, live),
        terrain.blueprint(setup, live),
        build_proposals_blueprint(setup, live),
        build_drift_blueprint(setup, live),
        build_print_size_blueprint(setup, live),
        build_glue_blueprint(setup, live),
        roster.blueprint(setup, live),
        print_sheets.blueprint(setup),
    )


# The certificate of the table, on a page of its own.
#
# GET  /api/setup/certificate        {"trouble", "says" (the next step with the gauge card), "places": 3, "wanted": 7,
#                                     "size_in": [48, 36], "read": [{"x_in", "y_in", "turn_deg"}],
#                                     "next": null or {"x_in", "y_in", "turn_deg", "says"}: where to lay the card,
#                                     "stale": "" or why the certificate no longer holds,
#                                     "certificate": null or {"made", "verdict", "says",
#                                                             "lines": [{"title", "verdict", "says", "value"}]}}
# POST /api/setup/certificate        makes a new one of the card's readings; answers like GET
# POST /api/setup/certificate/again  drops the card's readings; answers like GET
# GET  /api/setup/certificate.pdf    the certificate as a page for print


def build_certificate_blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/certificate and what is below it."""
    pages = Blueprint("setup certificate", __name__)  # no text

    @pages.get("/api/setup/certificate")
    def get_certificate() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, live))

    @pages.post("/api/setup/certificate")
    def make_certificate() -> Response:
        only("table", "umpire")
        setup.certify()
        return jsonify(state(setup, live))

    @pages.post("/api/setup/certificate/again")
    def drop_readings() -> Response:
        only("table", "umpire")
        setup.gauge.forget()
        return jsonify(state(setup, live))

    @pages.get("/api/setup/certificate.pdf")
    def get_sheet() -> Response:
        only("table", "umpire")
        stored = load_certificate(setup.folder)
        if stored is None:
            abort(404, _("This table has no certificate yet."))
        stale_reason = stale(stored, setup.folder, live.view.cameras)
        response = Response(certificate_pdf(stored, setup.folder.name, stale_reason), mimetype="application/pdf")
        response.headers["Content-Disposition"] = "inline; filename=certificate.pdf"  # no text
        return response

    return pages


def state(setup: TableSetup, live: LiveLoop) -> Json:
    """The card in the newest frame, and the current certificate."""
    card_seen = setup.see_gauge()
    stored = load_certificate(setup.folder)
    readings = select_one_per_place(setup.gauge.verdict.readings)
    place = choose_card_place(readings, setup.size_in)
    return {
        "trouble": steps.text(card_seen.trouble),
        "says": steps.text(card_seen.result.says) if card_seen.result is not None else "",
        "places": min(PLACES, setup.gauge.verdict.places),
        "wanted": PLACES,
        "size_in": list(setup.size_in),
        "read": [_place_to_json(reading.at_in, reading.turn_deg) for reading in readings],
        "next": None if place is None else {**_place_to_json(place.at_in, place.turn_deg), "says": str(place.says)},
        "stale": steps.text(stale(stored, setup.folder, live.view.cameras)) if stored is not None else "",
        "certificate": _certificate_to_json(stored) if stored is not None else None,
    }


def _place_to_json(at_in: tuple[float, float], turn_deg: float) -> dict[str, float]:
    return {"x_in": round(at_in[0], 2), "y_in": round(at_in[1], 2), "turn_deg": round(turn_deg, 1)}


def _certificate_to_json(certificate: TableCertificate) -> Json:
    return {
        "made": certificate.made,
        "verdict": certificate.verdict,
        "says": steps.text(heading(certificate)),
        "lines": [{"title": str(line.title)} | steps.finding(line.finding) for line in certificate.lines],
    }


# Terrain that no longer stands where it was mapped, by its tag or by the camera's image.
#
# GET  /api/setup/drift             {"drifts": [{"piece", "says"}]}
# POST /api/setup/drift {"piece"}   maps that piece where it stands now; answers like GET


def build_drift_blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/drift."""
    pages = Blueprint("terrain drift", __name__)  # no text
    mapped = MappedPieces(setup.state)

    @pages.get("/api/setup/drift")
    def get_drifts() -> Response:
        only("table", "umpire")
        return jsonify(make_state())

    @pages.post("/api/setup/drift")
    def accept_drift() -> Response:
        only("table", "umpire")
        piece = ControlPayload(request.get_json()).text("piece")
        if any(drift.piece == piece for drift in setup.pushed.drifts):
            mapped_piece, new_place = setup.pushed.get_moved(piece)
            setup.terrain.put(mapped_piece.features, new_place)
            setup.pushed.forget(mapped_piece)
        else:
            mapped.accept(_get_standing_terrain(live), piece)
        return jsonify(make_state())

    def make_state() -> Json:
        drifts = [*mapped.drifts(_get_standing_terrain(live)), *setup.pushed.drifts]
        return {"drifts": [{"piece": piece_drift.piece, "says": sentence(piece_drift.says)} for piece_drift in drifts]}

    return pages


def _get_standing_terrain(live: LiveLoop) -> Terrain:
    """The terrain as it stands; none while the camera's place is not known."""
    snapshot = live.view.snapshot
    return Terrain() if snapshot is None or snapshot.pose_untrusted else snapshot.terrain


# The step "gauge": the printed card.
#
# GET  /api/setup/gauge        {"picture", "trouble": "", "says", "ends_px": [[[x, y] x 4] x 2], "true_mm", "true_in",
#                               "ruled" (whether by a steel rule),
#                               "now": {"measured_in", "sigma_in"} or null,
#                               "readings": [{"x_in", "y_in", "turn_deg", "measured_in", "sigma_in", "off_in",
#                                             "camera" (counted from 1)}],
#                               "finding": {"verdict", "says", "value"}}
# POST /api/setup/gauge/true {"true_mm"}       the length from tick 1 to tick 11 on a steel rule
# POST /api/setup/gauge/forget                 drops all readings


def build_gauge_blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/gauge and what is below it."""
    pages = Blueprint("setup gauge", __name__)  # no text

    @pages.get("/api/setup/gauge")
    def get_gauge() -> Response:
        only("table", "umpire")
        return jsonify(gauge_state(setup))

    @pages.post("/api/setup/gauge/true")
    def set_true() -> Response:
        only("table", "umpire")
        setup.gauge.set_true(ControlPayload(request.get_json()).number("true_mm"))
        return jsonify(gauge_state(setup))

    @pages.post("/api/setup/gauge/forget")
    def forget_readings() -> Response:
        only("table", "umpire")
        setup.gauge.forget()
        return jsonify(gauge_state(setup))

    return pages


def gauge_state(setup: TableSetup) -> Json:
    """The card in the newest frame, and the verdict on its readings."""
    card_seen = setup.see_gauge()
    verdict = setup.gauge.verdict
    return {
        "trouble": steps.text(card_seen.trouble),
        "true_mm": round(setup.gauge.true_mm, 2),
        "true_in": round(verdict.true_in, 4),
        "ruled": setup.gauge.ruled,
        "readings": [_reading_to_json(reading, verdict.true_in) for reading in verdict.readings],
        "finding": steps.finding(verdict.finding),
        **(_card_to_json(card_seen.result, verdict.true_in) if card_seen.result is not None else {"picture": None}),
    }


def _card_to_json(seen: GaugeSeen, true_in: float) -> Json:
    return {
        "picture": steps.size(seen.size),
        "says": steps.text(seen.says),
        "ends_px": [steps.points(corners) for corners in seen.ends_px],
        "now": None if seen.now is None else _reading_to_json(seen.now, true_in),
    }


def _reading_to_json(reading: GaugeReading, true_in: float) -> Json:
    return {
        "x_in": round(reading.at_in[0], 2),
        "y_in": round(reading.at_in[1], 2),
        "turn_deg": round(reading.turn_deg, 1) % 180,
        "measured_in": round(reading.measured_in, 4),
        "sigma_in": round(reading.sigma_in, 4),
        "off_in": round(reading.measured_in - true_in, 4),
        "camera": reading.camera + 1,
    }


# The places where models' tags are glued, measured while models are turned on the spot under the camera.
#
# GET  /api/setup/glue                          {"models": [{"id", "headings", "needed", "told", "by_mm", "text"}]}
# POST /api/setup/glue {"model", "right_mm", "forward_mm"}   counts its tag as glued there; answers like GET
#
# by_mm and text are null until enough headings are known. told: whether the tag surely lies elsewhere than its file
# says.


def build_glue_blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/glue."""
    pages = Blueprint("glue", __name__)  # no text

    @pages.get("/api/setup/glue")
    def list_models() -> Response:
        only("table", "umpire")
        return jsonify(models=[_model_to_json(turned_model) for _tag, turned_model in sorted(live.view.turned.items())])

    @pages.post("/api/setup/glue")
    def count_glue() -> Response:
        only("table", "umpire")
        payload, turned_models = ControlPayload(request.get_json()), live.view.turned
        model = payload.text("model")
        setup.glue.count((payload.number("right_mm"), payload.number("forward_mm")), turned_models.get(model))
        # from the next frame on, the new file places it
        return jsonify(
            models=[
                _model_to_json(turned_model) for name, turned_model in sorted(turned_models.items()) if name != model
            ]
        )

    return pages


def _model_to_json(turned: TurnedModel) -> dict[str, object]:
    offset = turned.found
    return {
        "id": turned.model.id,
        "headings": turned.headings,
        "needed": LEAST_HEADINGS,
        "told": turned.told,
        "by_mm": None if offset is None else list(offset.by_mm),
        "text": None if offset is None else str(offset.says(turned.model.name)),
    }


# The size of the models' tags in print, where it is not the one in their file.
#
# GET  /api/setup/print-size             {"size": {"share": 1.03, "text": "103.0%"}}, or null
# POST /api/setup/print-size {"share"}   counts the tags as of that size from now on; answers like GET


def build_print_size_blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/print-size."""
    pages = Blueprint("print size", __name__)  # no text

    @pages.get("/api/setup/print-size")
    def get_size() -> Response:
        only("table", "umpire")
        return _answer_size(live.view.print_share)

    @pages.post("/api/setup/print-size")
    def use_size() -> Response:
        only("table", "umpire")
        setup.print_size.use(ControlPayload(request.get_json()).number("share"), live.view.print_share)
        # from the next frame on, tags are read by the new size
        return _answer_size(None)

    return pages


def _answer_size(now: PrintShare | None) -> Response:
    wrong = now is not None and now.printed
    return jsonify(size={"share": now.share, "text": f"{now.share:.1%}"} if now is not None and wrong else None)


# Outlines of terrain, proposed from the camera's image, for the step "terrain"; no terrain is saved.
#
# POST /api/setup/terrain/propose {"features", "top_in"}     features: those drawn already, not proposed again
#        {"proposals": [{"ring": [[x, y], ...] (the ground), "seen": [[x, y], ...] (in the picture of the ground),
#                        "top_in", "by_tag": whether a tag on top gives the height}]}

MOST_BYTES = 2 * 1024 * 1024
LOWEST_IN, TALLEST_IN = 0.1, 12.0
# a thousandth of an inch, as outlines are drawn
DECIMALS = 3


def build_proposals_blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/terrain/propose."""
    pages = Blueprint("setup proposals", __name__)  # no text

    @pages.post("/api/setup/terrain/propose")
    @larger(MOST_BYTES)
    def get_proposals() -> Response:
        only("table", "umpire")
        body = request.get_json()
        top_in = ControlPayload(body).number("top_in")
        if not LOWEST_IN <= top_in <= TALLEST_IN:
            raise SetupRefusal(
                Message("terrain is {least} to {most} in high: choose again", least=LOWEST_IN, most=f"{TALLEST_IN:g}")
            )
        drawn = setup.terrain.readable(body.get("features"))
        proposed = _propose_grounds(setup, live.view, top_in, drawn)
        setup.note_proposed()
        return jsonify({"proposals": [_ground_to_json(ground) for ground in proposed]})

    return pages


def _propose_grounds(
    setup: TableSetup, view: PublishedFrame, top_in: float, drawn: Sequence[Feature]
) -> list[ProposedGround]:
    if view.frame is None or view.camera is None or view.snapshot is None:
        raise SetupRefusal(Message("the camera’s position is not known yet: draw on the plain table"))
    snapshot = view.snapshot
    tags = setup.unassigned.detections(view.frame, view.camera, snapshot.unknown_tags)
    tops: list[TagTop] = tops_by_tags(view.frame, view.camera, tags)
    model_places = [np.array([standing.x_in, standing.y_in]) for standing in snapshot.models]
    drawn_outlines = [outline_seen(feature.polygon, view.camera, feature.z_top_in) for feature in drawn]
    return propose(
        view.frame, view.camera, (snapshot.width_in, snapshot.depth_in), top_in, drawn_outlines, tops, model_places
    )


def _ground_to_json(one: ProposedGround) -> Json:
    return {
        "ring": _ring_to_json(one.outline),
        "seen": _ring_to_json(one.seen),
        "top_in": one.top_in,
        "by_tag": one.by_tag,
    }


def _ring_to_json(polygon: Polygon) -> list[list[float]]:
    ring: list[list[float]] = np.round(np.array(polygon.exterior.coords)[:-1], DECIMALS).tolist()
    return ring
