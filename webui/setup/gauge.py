"""The step "gauge": the printed card.

GET  /api/setup/gauge        {"picture", "trouble": "", "says", "ends_px": [[[x, y] x 4] x 2], "true_mm", "true_in",
                              "ruled" (whether by a steel rule),
                              "now": {"measured_in", "sigma_in"} or null,
                              "readings": [{"x_in", "y_in", "turn_deg", "measured_in", "sigma_in", "off_in",
                                            "camera" (counted from 1)}],
                              "finding": {"verdict", "says", "value"}}
POST /api/setup/gauge/true {"true_mm"}       the length from tick 1 to tick 11 on a steel rule
POST /api/setup/gauge/forget                 drops all readings
"""

from flask import Blueprint, Response, jsonify, request

from tablecam.setup.gauge_readings import GaugeReading
from tablecam.setup.gauge_step import GaugeSeen
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.setup import as_json
from webui.setup.as_json import Json
from webui.table.demo_control import ControlPayload


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/gauge and what is below it."""
    pages = Blueprint("setup gauge", __name__)  # no text

    @pages.get("/api/setup/gauge")
    def get_gauge() -> Response:
        only("table", "umpire")
        return jsonify(state(setup))

    @pages.post("/api/setup/gauge/true")
    def set_true() -> Response:
        only("table", "umpire")
        setup.gauge.set_true(ControlPayload(request.get_json()).number("true_mm"))
        return jsonify(state(setup))

    @pages.post("/api/setup/gauge/forget")
    def forget_readings() -> Response:
        only("table", "umpire")
        setup.gauge.forget()
        return jsonify(state(setup))

    return pages


def state(setup: TableSetup) -> Json:
    """The card in the newest frame, and the verdict on its readings."""
    card_seen = setup.see_gauge()
    verdict = setup.gauge.verdict
    return {
        "trouble": as_json.text(card_seen.trouble),
        "true_mm": round(setup.gauge.true_mm, 2),
        "true_in": round(verdict.true_in, 4),
        "ruled": setup.gauge.ruled,
        "readings": [_reading_to_json(reading, verdict.true_in) for reading in verdict.readings],
        "finding": as_json.finding(verdict.finding),
        **(_card_to_json(card_seen.result, verdict.true_in) if card_seen.result is not None else {"picture": None}),
    }


def _card_to_json(seen: GaugeSeen, true_in: float) -> Json:
    return {
        "picture": as_json.size(seen.size),
        "says": as_json.text(seen.says),
        "ends_px": [as_json.points(corners) for corners in seen.ends_px],
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
