"""The true scale, a part of the step "gauge".

GET  /api/setup/scale        {"picture", "trouble": "", "says" (the basis of lengths),
                              "certified": "mat|card|rule" or null,
                              "stale": false, "missing": ["..."], "faults": ["..."] (contradictions),
                              "prints": ["..."] (sheets that were not printed true),
                              "offers": [{"source", "says", "ten_in" (what ten true inches read), "sigma",
                                          "true": whether it needs no correction,
                                          "outline_px", "corners_px": [[x, y] x 4] or null}]}
POST /api/setup/scale/use {"source"}         corrects the table by that length
POST /api/setup/scale/drag {"corners_px": [[x, y] x 4] or null}       the mat's corners are there; null: find them again
POST /api/setup/scale/drop                   the printed tags count again
"""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from tablecam.base.i18n import Message
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.scale_step import ScaleOffer, ScaleSeen
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.true_scale import NO_CERTIFICATE
from webui.entrance.access import only
from webui.setup import steps
from webui.setup.steps import Json
from webui.table.demo_control import ControlPayload


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/scale and what is below it."""
    pages = Blueprint("setup scale", __name__)  # no text

    @pages.get("/api/setup/scale")
    def get_scale() -> Response:
        only("table", "umpire")
        return jsonify(state(setup))

    @pages.post("/api/setup/scale/use")
    def use_scale() -> Response:
        only("table", "umpire")
        setup.scale.use(ControlPayload(request.get_json()).text("source"))
        return jsonify(state(setup))

    @pages.post("/api/setup/scale/drag")
    def drag_corners() -> Response:
        only("table", "umpire")
        setup.scale.drag(_parse_corners(request.get_json().get("corners_px")))
        return jsonify(state(setup))

    @pages.post("/api/setup/scale/drop")
    def drop_scale() -> Response:
        only("table", "umpire")
        setup.scale.drop()
        return jsonify(state(setup))

    return pages


def state(setup: TableSetup) -> Json:
    """The lengths in the newest frame, and the basis of lengths."""
    scale_view, latest, certificate = setup.see_scale(), setup.scale.latest, setup.scale.certificate
    return {
        "trouble": steps.text(scale_view.trouble),
        "says": steps.text(certificate.says if certificate is not None else NO_CERTIFICATE),
        "certified": certificate.source if certificate is not None else None,
        "stale": setup.scale.stale,
        **(_scale_to_json(latest) if latest is not None else {"picture": None}),
    }


def _scale_to_json(seen: ScaleSeen) -> Json:
    return {
        "picture": steps.size(seen.size),
        "offers": [_offer_to_json(offer) for offer in seen.offers],
        "missing": [steps.text(says) for says in seen.missing],
        "faults": [steps.text(says) for says in seen.faults],
        "prints": [steps.text(says) for says in seen.prints],
    }


def _offer_to_json(offer: ScaleOffer) -> Json:
    return {
        "source": offer.reading.source,
        "says": steps.text(offer.says),
        "ten_in": round(offer.reading.believed_in, 3),
        "sigma": steps.figure(offer.reading.sigma),
        "true": offer.reading.is_true,
        "outline_px": steps.points(offer.outline_px),
        "corners_px": steps.points(offer.corners_px),
    }


def _parse_corners(given: Any) -> list[tuple[float, float]] | None:
    if given is None:
        return None
    try:
        return [(float(x), float(y)) for x, y in given]
    except (TypeError, ValueError):
        raise SetupRefusal(Message("the mat must have four corners in the image: drag them again")) from None
