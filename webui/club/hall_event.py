"""The event of the hall, at a table that stores its games itself: the players of each pairing.

GET  /api/hub/event   {"event": {"id": "mill/3", "title", "round", "players", "pairings"}, or null where none is known}
"""

from flask import Blueprint, Response, jsonify

from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.message import read_event


def blueprint(courier: Courier | None) -> Blueprint:
    """Serves the URL above. courier: of the table; None where it has no hub."""
    pages = Blueprint("club_hall_event", __name__)

    @pages.get("/api/hub/event")
    def get_event() -> Response:
        return jsonify(event=read_event(courier.event.text) if courier else None)

    return pages
