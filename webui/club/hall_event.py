"""The event of the hall, at a table that keeps its games itself: who may be seated for which pairing.

GET  /api/hub/event   {"event": {"id": "mill/3", "title", "round", "players", "pairings"}, or null where none is known}
"""

import json
from typing import Any

from flask import Blueprint, Response, jsonify

from tablecam.hub.courier import Courier


def blueprint(courier: Courier | None) -> Blueprint:
    """Serves the URL above. courier: of the table; None where it has no hub."""
    pages = Blueprint("club_hall_event", __name__)

    @pages.get("/api/hub/event")
    def event() -> Response:
        return jsonify(event=event_known(courier.event if courier else ""))

    return pages


def event_known(text: str) -> dict[str, Any] | None:
    """What the organiser has told, None for nothing or what cannot be read."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and isinstance(said.get("pairings"), list) else None
