"""The notice on pages that the database cannot store anything now, and the owner's command to go on in a new file.

POST /api/database/rescue writes everything to a new file; the terminal names it
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify

from tablecam.game.hosting.custody import Custody
from webui.entrance.access import only

Notice = Callable[[], dict[str, Any]]


def nothing() -> dict[str, Any]:
    """The notice where nobody watches over the database."""
    return {}


def notice(custody: Custody | None) -> Notice:
    """The addition to each pulse of a stream: "database" with the kind of the fault, or nothing."""
    return nothing if custody is None else lambda: {"database": custody.fault.kind} if custody.fault else {}


def blueprint(custody: Custody) -> Blueprint:
    """Serves /api/database."""
    pages = Blueprint("database", __name__)

    @pages.post("/api/database/rescue")
    def rescue_database() -> Response:
        only("table")
        custody.rescue()
        return jsonify(done=True)

    return pages
