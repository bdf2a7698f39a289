"""The certificate of the table, on a page of its own.

GET  /api/setup/certificate        {"trouble", "says" (the next step with the gauge card), "places": 3, "wanted": 5,
                                    "stale": "" or why the certificate no longer holds,
                                    "certificate": null or {"made", "verdict", "says",
                                                            "lines": [{"title", "verdict", "says", "value"}]}}
POST /api/setup/certificate        makes a new one of the card's readings; answers like GET
POST /api/setup/certificate/again  drops the card's readings; answers like GET
GET  /api/setup/certificate.pdf    the certificate as a page for print
"""

from flask import Blueprint, Response, abort, jsonify

from tablecam.base.i18n import gettext as _
from tablecam.live.live_loop import LiveLoop
from tablecam.setup.certificate_sheet import certificate_pdf, heading
from tablecam.setup.table_certificate import PLACES, TableCertificate, kept, stale
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.setup import as_json
from webui.setup.as_json import Json


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
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
        stored = kept(setup.folder)
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
    stored = kept(setup.folder)
    return {
        "trouble": as_json.text(card_seen.trouble),
        "says": as_json.text(card_seen.result.says) if card_seen.result is not None else "",
        "places": min(PLACES, setup.gauge.verdict.places),
        "wanted": PLACES,
        "stale": as_json.text(stale(stored, setup.folder, live.view.cameras)) if stored is not None else "",
        "certificate": _certificate_to_json(stored) if stored is not None else None,
    }


def _certificate_to_json(certificate: TableCertificate) -> Json:
    return {
        "made": certificate.made,
        "verdict": certificate.verdict,
        "says": as_json.text(heading(certificate)),
        "lines": [{"title": str(line.title)} | as_json.finding(line.finding) for line in certificate.lines],
    }
