"""Every refusal in one shape: {"error": {"status": 404, "says": "One sentence."}}.

A browser that opens an address shows the sentence on a page instead; programs and scripts get JSON.

A refusal that a page decides by has a "code", and one with ways out has "remedies": [{"number": 1, "text": "..."}].
"""

import logging
from collections.abc import Mapping
from pathlib import Path

from flask import Flask, Response, current_app, jsonify, request
from werkzeug.exceptions import HTTPException, NotFound

from tablecam.base.errors import TablecamError, page_text
from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import NothingToUndo, Overtaken
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.game.hosting.database_watch import NothingToRescue
from tablecam.rules.ask import IllegalAnswer
from tablecam.storage.database_fault import DatabaseFault
from webui.server import page

log = logging.getLogger(__name__)

# the app's key for the folder of its page
BUILT = "page that shows refusals"  # no text
# after this time the database is worth another try
RETRY_S = 2
# the request makes sense, but conflicts with the current state
CONFLICTS = (IllegalAnswer, TournamentRefusal, Overtaken, NothingToUndo, NothingToRescue)


def shape(app: Flask, built: Path | None = None) -> None:
    """Gives every refusal of the app its one shape. built: the folder of the page that shows one to a browser."""
    app.register_error_handler(HTTPException, _answer_abort)
    app.register_error_handler(TablecamError, _answer_refusal)
    app.register_error_handler(DatabaseFault, _answer_fault)
    if built is not None:
        app.extensions[BUILT] = built


def _answer_abort(error: HTTPException) -> tuple[Response, int]:
    unknown = isinstance(error, NotFound) and error.description == NotFound.description
    says = _("There is no page at this address.") if unknown else error.description or error.name
    return _respond(error.code or 500, says, {})


def _answer_refusal(error: TablecamError) -> tuple[Response, int]:
    more: dict[str, object] = {}
    if code := getattr(error, "code", ""):
        more["code"] = code
    text = page_text(error)
    if error.on_page is not None:
        log.warning("%s", error)
    if isinstance(error, TournamentRefusal):
        text = str(error.says)
        if error.remedies:
            more["remedies"] = [
                {"number": number, "text": str(remedy.says)} for number, remedy in enumerate(error.remedies, 1)
            ]
    return _respond(409 if isinstance(error, CONFLICTS) else 400, sentence(text), more)


def _answer_fault(fault: DatabaseFault) -> tuple[Response, int]:
    """The page keeps what it has sent, and sends it again. The fault's own words are for the terminal."""
    log.warning("%s", fault)
    response, status = _respond(503, sentence(str(fault.on_page)), {})
    response.headers["Retry-After"] = str(RETRY_S)
    return response, status


def _respond(status: int, says: str, more: Mapping[str, object]) -> tuple[Response, int]:
    built = current_app.extensions.get(BUILT)
    if built and wants_page() and page.is_built(built):
        response = page.refusal_page(built, status, says)
    else:
        response = jsonify(error={"status": status, "says": says, **more})
    response.headers["Vary"] = "Accept, Accept-Language, Cookie"  # no text
    return response, status


def wants_page() -> bool:
    """Whether a person has opened the address in a browser, which then names HTML; a script takes anything."""
    return request.method in ("GET", "HEAD") and "text/html" in [*request.accept_mimetypes.values()]


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning and a full stop at its end."""
    text = text.strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
