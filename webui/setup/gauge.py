"""The step "gauge": the printed card.

GET  /api/setup/gauge        {"picture", "trouble": "", "says", "ends_px": [[[x, y] x 4] x 2], "true_mm", "true_in",
                              "now": {"measured_in", "sigma_in"} or null,
                              "readings": [{"x_in", "y_in", "turn_deg", "measured_in", "sigma_in", "off_in"}],
                              "finding": {"verdict", "says", "value"}}
POST /api/setup/gauge/true {"true_mm"}       what a steel rule says from tick 1 to tick 11
POST /api/setup/gauge/forget                 begins with no reading
"""

from flask import Blueprint, Response, jsonify, request

from tablecam.setup.gauge_step import GaugeReading, GaugeSeen
from tablecam.setup.table_setup import TableSetup
from webui.access import only
from webui.demo_control import ControlPayload
from webui.setup import shown
from webui.setup.shown import Json


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/gauge and what is below it."""
    pages = Blueprint("setup gauge", __name__)

    @pages.get("/api/setup/gauge")
    def gauge() -> Response:
        only("table", "umpire")
        return jsonify(state(setup))

    @pages.post("/api/setup/gauge/true")
    def true() -> Response:
        only("table", "umpire")
        setup.gauge.set_true(ControlPayload(request.get_json()).number("true_mm"))
        return jsonify(state(setup))

    @pages.post("/api/setup/gauge/forget")
    def forget() -> Response:
        only("table", "umpire")
        setup.gauge.forget()
        return jsonify(state(setup))

    return pages


def state(setup: TableSetup) -> Json:
    """The card as it lies, and what its readings come to."""
    seen = setup.see("gauge")
    verdict = setup.gauge.verdict
    return {
        "trouble": seen.trouble,
        "true_mm": round(setup.gauge.true_mm, 2),
        "true_in": round(verdict.true_in, 4),
        "readings": [_reading(each, verdict.true_in) for each in verdict.readings],
        "finding": shown.finding(verdict.finding),
        **(_seen(seen.result, verdict.true_in) if seen.result is not None else {"picture": None}),
    }


def _seen(seen: GaugeSeen, true_in: float) -> Json:
    return {
        "picture": shown.size(seen.size),
        "says": seen.says,
        "ends_px": [shown.points(end) for end in seen.ends_px],
        "now": None if seen.now is None else _reading(seen.now, true_in),
    }


def _reading(reading: GaugeReading, true_in: float) -> Json:
    return {
        "x_in": round(reading.at_in[0], 2),
        "y_in": round(reading.at_in[1], 2),
        "turn_deg": round(reading.turn_deg, 1) % 180,
        "measured_in": round(reading.measured_in, 4),
        "sigma_in": round(reading.sigma_in, 4),
        "off_in": round(reading.measured_in - true_in, 4),
    }
