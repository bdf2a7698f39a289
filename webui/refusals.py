"""What could not be done, in one shape: {"error": {"status": 404, "says": "one sentence", "code": "already-there"}}.

A code comes with those refusals alone that a page answers in its own way.
"""

from flask import Flask, Response, jsonify
from werkzeug.exceptions import HTTPException

from tablecam.club.event_store import NothingToUndo, Overtaken
from tablecam.errors import TablecamError
from tablecam.rules.ask import IllegalAnswer
from tablecam.tournament.refusal import TournamentRefusal

# what is asked for makes sense, but not as things stand
CONFLICTS = (IllegalAnswer, TournamentRefusal, Overtaken, NothingToUndo)


def shape(app: Flask) -> None:
    """Gives every refusal of the app its one shape."""
    app.register_error_handler(HTTPException, _aborted)
    app.register_error_handler(TablecamError, _refused)


def _aborted(error: HTTPException) -> tuple[Response, int]:
    return _said(error.code or 500, error.description or error.name)


def _refused(error: TablecamError) -> tuple[Response, int]:
    return _said(409 if isinstance(error, CONFLICTS) else 400, sentence(str(error)), getattr(error, "code", ""))


def _said(status: int, says: str, code: str = "") -> tuple[Response, int]:
    error = {"status": status, "says": says}
    return jsonify(error={**error, "code": code} if code else error), status


def sentence(text: str) -> str:
    """The text with a capital at its beginning and a stop at its end."""
    text = text.strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
