"""The size of the models' tags in print, where it is not the one in their file.

GET  /api/setup/print-size             {"size": {"share": 1.03, "text": "103.0%"}}, or null
POST /api/setup/print-size {"share"}   counts the tags as of that size from now on; answers like GET
"""

from flask import Blueprint, Response, jsonify, request

from tablecam.live.live_loop import LiveLoop
from tablecam.sensing.tracking.print_share import PrintShare
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.table.demo_control import ControlPayload


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
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
