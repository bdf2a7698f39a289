"""What could not be done, in one shape: {"error": {"status": 404, "says": "one sentence", "code": ""}}.

code: what a program decides by, where a refusal has one; sentences are for people, in their language.
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
    return _said(409 if isinstance(error, CONFLICTS) else 400, sentence(str(error)), code_of(error))


def code_of(error: TablecamError) -> str:
    """The code of a refusal, empty for one that has none."""
    return str(getattr(error, "code", "") or "")


def _said(status: int, says: str, code: str = "") -> tuple[Response, int]:
    return jsonify(error={"status": status, "says": says, "code": code}), status


def sentence(text: str) -> str:
    """The text with a capital at its beginning and a stop at its end."""
    text = text.strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
