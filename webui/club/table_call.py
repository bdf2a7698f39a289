"""The key for a judge on a table's tablet, while its game is a pairing of a club event.

GET  /api/club/call   {"call": {"title", "table", "called"}, or null where the game is no pairing in progress}
POST /api/club/call   {"wanted": true, "text": "Does smoke block sight?"}: asks for a judge, or takes that back
"""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import Bound, called, describe_call, present_pairing
from tablecam.club.event.log import PLAYER
from tablecam.club.event.registry import EventRegistry
from tablecam.game.hosting.game_host import GameHost
from webui.entrance.access import SEAT, only, who

NO_PAIRING = Message("The game at this table is not a pairing of a club event in progress.")


def blueprint(registry: EventRegistry, host: GameHost) -> Blueprint:
    """Serves the URLs above."""
    pages = Blueprint("club_table_call", __name__)

    @pages.get("/api/club/call")
    def get_call() -> Response:
        only(SEAT, "table", "umpire")
        pairing = _find_pairing(registry, host)
        return jsonify(call=describe_call(*pairing) if pairing else None)

    @pages.post("/api/club/call")
    def ask_judge() -> Response:
        only(SEAT, "table", "umpire")
        club, bound = _find_pairing(registry, host) or abort(409, str(NO_PAIRING))
        if describe_call(club, bound) is None:
            abort(409, str(NO_PAIRING))
        payload, seat = request.get_json(), who()
        is_wanted, text = payload.get("wanted", True) is not False, payload.get("text", "")
        question = text if isinstance(text, str) else ""
        player = bound.players.get(seat, seat)
        club.act(player, lambda event: called(event, bound, seat, is_wanted, question), author=PLAYER)
        return jsonify(call=describe_call(club, bound))

    return pages


def _find_pairing(registry: EventRegistry, host: GameHost) -> tuple[StoredEvent, Bound] | None:
    bound = present_pairing(host)
    if bound is None:
        return None
    try:
        club = registry.stored_event(str(bound.event))
    except BadFile:
        return None
    club.refresh()
    return club, bound.named(club.state)
