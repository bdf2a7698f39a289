"""Every refusal in one shape: {"error": {"status": 404, "says": "One sentence."}}.

A refusal that a page decides by has a "code", and one with ways out has "remedies": [{"number": 1, "text": "..."}].
"""

import logging
from collections.abc import Mapping

from flask import Flask, Response, jsonify
from werkzeug.exceptions import HTTPException

from tablecam.club.event_store import NothingToUndo, Overtaken
from tablecam.errors import TablecamError, page_text
from tablecam.hosting.custody import NothingToRescue
from tablecam.rules.ask import IllegalAnswer
from tablecam.storage.database_fault import DatabaseFault
from tablecam.tournament.refusal import TournamentRefusal

log = logging.getLogger(__name__)

# after so long the database is worth another try
RETRY_S = 2
# the request makes sense, but conflicts with the current state
CONFLICTS = (IllegalAnswer, TournamentRefusal, Overtaken, NothingToUndo, NothingToRescue)


def shape(app: Flask) -> None:
    """Gives every refusal of the app its one shape."""
    app.register_error_handler(HTTPException, _aborted)
    app.register_error_handler(TablecamError, _refused)
    app.register_error_handler(DatabaseFault, _unavailable)


def _aborted(error: HTTPException) -> tuple[Response, int]:
    return _respond(error.code or 500, error.description or error.name, {})


def _refused(error: TablecamError) -> tuple[Response, int]:
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


def _unavailable(fault: DatabaseFault) -> tuple[Response, int]:
    """The page keeps what it has sent, and sends it again. What the fault names is for the terminal."""
    log.warning("%s", fault)
    response, status = _respond(503, sentence(str(fault.on_page)), {})
    response.headers["Retry-After"] = str(RETRY_S)
    return response, status


def _respond(status: int, says: str, more: Mapping[str, object]) -> tuple[Response, int]:
    return jsonify(error={"status": status, "says": says, **more}), status


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning and a full stop at its end."""
    text = text.strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
