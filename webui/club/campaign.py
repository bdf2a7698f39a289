"""The pages of a campaign, for everybody.

GET /campaign/<event>             all warbands of an event whose rulebook has a campaign
GET /campaign/<event>/<number>    the warband of the player with that number
"""

from flask import Blueprint, Response, abort

from tablecam.base.errors import BadFile
from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.registry import EventRegistry
from tablecam.club.league.page_frame import POLICY
from tablecam.club.site.warband_page import campaign_page, warband_page
from tablecam.club.tournament.club_state import NUMBERED
from webui.server.answer_cache import pack

FRAMED_NOWHERE = "frame-ancestors 'none'"  # no text


def blueprint(registry: EventRegistry) -> Blueprint:
    """Serves the URLs above."""
    pages = Blueprint("club_campaign", __name__)
    pages.after_request(pack)

    @pages.get("/campaign/<int:number>")
    def get_campaign(number: int) -> Response:
        club = _find_campaign(registry, number)
        return _answer(campaign_page(club.id, club.state))

    @pages.get("/campaign/<int:number>/<int:player>")
    def get_warband(number: int, player: int) -> Response:
        club = _find_campaign(registry, number)
        player_id = club.state.find_player(f"{NUMBERED}{player}")
        if player_id not in club.state.event.entrants:
            abort(404, _("There is no such warband."))
        return _answer(warband_page(club.id, club.state, player_id))

    return pages


def _find_campaign(registry: EventRegistry, number: int) -> StoredEvent:
    """The event. Aborts with 404 where there is none, or its rulebook has no campaign."""
    try:
        club = registry.stored_event(str(number))
    except BadFile:
        abort(404, _("There is no such campaign."))
    club.refresh()
    if not club.state.event.counters:
        abort(404, _("There is no such campaign."))
    return club


def _answer(page: str) -> Response:
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = f"{POLICY}; {FRAMED_NOWHERE}"
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Language, Cookie"  # no text
    return response
