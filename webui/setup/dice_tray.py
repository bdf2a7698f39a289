"""The camera over the dice tray.

GET  /api/setup/dice-tray    {"there": whether a camera is over a tray, "name", "trouble": "", "frame": number
                              of its newest image or null, "findings": [{"title", "verdict", "says", "value"}] on it,
                              "offers": [{"source", "name"}] to choose from}
POST /api/setup/dice-tray {"source"}     reads this camera from now on: an offer, or an address; answers like GET
POST /api/setup/dice-tray/remove         reads no tray from now on; answers like GET
GET  /api/setup/dice-tray/picture.jpg    the newest image of the tray
GET  /api/setup/dice-tray/sheet-<paper>.pdf    the sheet of the tray
"""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.setup.dice_tray import TrayCamera, TraySeen, make_tray_sheet
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.setup import steps
from webui.setup.steps import Json
from webui.table.demo_control import ControlPayload
from webui.table.picture import encode
from webui.table.present import Area


def blueprint(setup: TableSetup, tray: TrayCamera) -> Blueprint:
    """Serves /api/setup/dice-tray and what is below it."""
    pages = Blueprint("setup dice tray", __name__)  # no text

    @pages.get("/api/setup/dice-tray")
    def get_tray() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, tray))

    @pages.post("/api/setup/dice-tray")
    def choose_camera() -> Response:
        only("table", "umpire")
        tray.choose(ControlPayload(request.get_json()).text("source"), setup.over.open_spare)
        return jsonify(state(setup, tray))

    @pages.post("/api/setup/dice-tray/remove")
    def remove_camera() -> Response:
        only("table", "umpire")
        tray.remove()
        return jsonify(state(setup, tray))

    @pages.get("/api/setup/dice-tray/picture.jpg")
    def get_picture() -> Response:
        only("table", "umpire")
        frame = tray.frames.look(timeout=0) if tray.is_there else None
        if frame is None:
            abort(503, steps.text(tray.trouble) or _("The camera has not delivered an image yet."))
        return Response(encode(frame.image, Area(0, 0, *frame.size)), mimetype="image/jpeg")

    @pages.get("/api/setup/dice-tray/sheet-<paper>.pdf")
    def make_sheet(paper: str) -> Response:
        only("table", "umpire")
        return Response(make_tray_sheet(paper) or abort(404), mimetype="application/pdf")

    return pages


def state(setup: TableSetup, tray: TrayCamera) -> Json:
    """The camera over the tray with what is to be said of its image, and the cameras to choose from."""
    seen = tray.see()
    frame = tray.frames.look(timeout=0) if tray.is_there else None
    return {
        "there": tray.is_there,
        "name": str(tray.name) if tray.is_there else "",
        "trouble": steps.text(tray.trouble or seen.trouble),
        "frame": None if frame is None else frame.number,
        "findings": _list_findings(seen.result) if seen.result else [],
        "offers": [{"source": offer.source, "name": str(offer.name)} for offer in (*tray.offers, *setup.over.offers())],
    }


def _list_findings(seen: TraySeen) -> list[Json]:
    titled = {
        _("Tray"): seen.sheet, _("Dice"): seen.dice, _("Focus"): seen.focus, _("Light"): seen.light,
        _("Flicker"): seen.flicker,
    }  # fmt: skip
    return [{"title": title} | steps.finding(finding) for title, finding in titled.items()]
