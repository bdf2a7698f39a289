"""The step "print".

GET  /api/setup/print        {"papers": ["a4", ...], "sheets": [{"name", "title", "why", "missing": true, "opened",
                                          "record": "" or a sentence on the sheet that is there}],
                              "tag_mm", "tag_sizes": [20, 24], "measured": whether tags in sight show how fine
                              the picture is, "verdicts": [{"tag_mm", "px", "verdict", "says"}] as in the step
                              "camera", "scale": "how to check the print's scale",
                              "named": true where the tags are for the models of chosen forces}
GET  /api/setup/print/<paper>/<sheet>.pdf?mm=24      the sheet, made for what this table has; mm: tags over their ring.
                              Once forces are chosen, "models" gives each model without a tag its number
POST /api/setup/print/have {"sheets": ["board", ...], "mm", "named"}    the players have these sheets, with tags of
                              that size; named: with the models' names, by the numbers that "models" would give
                              them. Answers like GET
"""

from flask import Blueprint, Response, jsonify, request

from tablecam.base.i18n import Message
from tablecam.setup.camera_step import TagVerdicts
from tablecam.setup.roster_step import tag_sizes
from tablecam.setup.setup_files import load_files
from tablecam.setup.sheets import PRINTED_PAPERS, SheetOffer, SheetRecord, check_order, offers, sheet, tag_mm
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.setup.cameras import present_resolution
from webui.setup.steps import Json
from webui.table.demo_control import ControlPayload

SCALE = Message(
    "Print at 100 %, never “fit to page”, on matte paper. Each sheet has bars along two edges: lay a ruler on them, "
    "and print again if a bar does not have its printed length."
)


def blueprint(setup: TableSetup) -> Blueprint:
    """Serves /api/setup/print and the sheets."""
    pages = Blueprint("setup print", __name__)  # no text

    @pages.get("/api/setup/print")
    def list_sheets() -> Response:
        only("table", "umpire")
        return jsonify(state(setup))

    @pages.get("/api/setup/print/<paper>/<name>.pdf")
    def make_sheet(paper: str, name: str) -> Response:
        only("table", "umpire")
        size_mm = request.args.get("mm", default=_choose_tag_mm(setup), type=float)
        check_order(name, paper, size_mm)
        numbered = setup.named.number(size_mm) if name == "models" else ()
        body = sheet(setup.folder, name, paper, size_mm, numbered)
        setup.sheets.keep(name, SheetRecord(paper, size_mm))
        response = Response(body, mimetype="application/pdf")
        response.headers["Content-Disposition"] = f"inline; filename={name}-{paper}.pdf"  # no text
        return response

    @pages.post("/api/setup/print/have")
    def note_sheets() -> Response:
        only("table", "umpire")
        body = ControlPayload(request.get_json())
        names = [str(name) for name in body.body.get("sheets") or []]
        for name in names:
            check_order(name, PRINTED_PAPERS[0], body.number("mm"))
        setup.have_sheets(names, body.number("mm"), body.flag("named", True))
        return jsonify(state(setup))

    return pages


def state(setup: TableSetup) -> Json:
    """The sheets to print."""
    tags = _judge_tags(setup)
    return {
        "papers": PRINTED_PAPERS,
        "sheets": [
            {
                "name": offer.name,
                "title": str(offer.title),
                "why": str(offer.why),
                "missing": offer.missing,
                "opened": offer.opened,
                "record": str(offer.record.says) if offer.record is not None else "",
            }
            for offer in list_offers(setup)
        ],
        "tag_mm": _choose_tag_mm(setup),
        "measured": tags.measured,
        "verdicts": [present_resolution(resolution) for resolution in tags.resolutions],
        "tag_sizes": tag_sizes(),
        "scale": str(SCALE),
        "named": bool(setup.named.cards()),
    }


def list_offers(setup: TableSetup) -> tuple[SheetOffer, ...]:
    """All sheets, with whether this table still needs each."""
    return offers(setup.folder, _choose_tag_mm(setup), setup.sheets_wanted())


def _choose_tag_mm(setup: TableSetup) -> float:
    return tag_mm(load_files(setup.folder), _judge_tags(setup).resolutions)


def _judge_tags(setup: TableSetup) -> TagVerdicts:
    # measure the newest image each time: a tag that is laid on the table shows how fine the image is
    setup.first.see_picture()
    return setup.first.judge_tags(tag_sizes(), setup.size_in)
