"""Sign-up and check-in on phones.

GET  /api/signup/<number>        the event, how many places are left, and the own entry of this phone or null
POST /api/signup/<number>        {"name", "faction"?, "models" | "lines" | "files"}: signs up; this phone gets the card
POST /api/signup/<number>/list   {"lines" | "files"}: hands in a list, or another one
POST /api/signup/<number>/leave  {}: signs off; who has waited longest gets the place
POST /api/card/presence          {"presence": "here" | "late"}: checks the player of the card in

Anybody may sign up: what an address may post is bounded in number and size, and the engine bounds how many wait.
"""

import math
import time
from collections.abc import Callable

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.payload import CommandPayload
from tablecam.club.event.public_view import describe_for_player
from tablecam.club.event.registry import EventRegistry
from tablecam.club.event.sign_up_commands import applied, checked_in, left, listed
from tablecam.club.event.sign_up_view import describe_sign_up
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.sign_up_list import SIGNED_UP
from webui.club import cards
from webui.club.desk import force_in_files
from webui.entrance.allowance import Allowance
from webui.entrance.asker import address_of_asker
from webui.entrance.guard import larger
from webui.server.packing import pack

# a force with its cards has a tenth of this
MOST_BYTES = 128 * 1024
# a club behind one address, and a few seconds between those who come after it
AT_ONCE, EACH_S = 30, 4.0
NOT_SIGNED_UP = Message(
    "This phone has signed nobody up for this event: sign up first, or enter the code of your card."
)
CommandOfPlayer = Callable[[ClubEvent, str, CommandPayload], ClubEvent]


def blueprint(registry: EventRegistry, clock: Callable[[], float] = time.monotonic) -> Blueprint:
    """Serves the URLs above. clock: for the seconds between posts of one address."""
    pages, allowance = Blueprint("club_sign_up", __name__), Allowance(AT_ONCE, EACH_S, clock)
    pages.after_request(pack)

    @pages.get("/api/signup/<number>")
    def signing_up(number: str) -> Response:
        club = registry.stored_event(number)
        club.refresh()
        return _told(club, _own(club))

    @pages.post("/api/signup/<number>")
    @larger(MOST_BYTES)
    def sign_up(number: str) -> Response:
        _spend(allowance)
        club, payload = registry.stored_event(number), _payload()
        player = _signed_up(club, payload)
        response = _told(club, player)
        cards.give(response, club.id, player, cards.SIGNED_UP_S)
        return response

    @pages.post("/api/signup/<number>/list")
    @larger(MOST_BYTES)
    def hand_in(number: str) -> Response:
        _spend(allowance)
        return _done(registry, number, listed)

    @pages.post("/api/signup/<number>/leave")
    def leave(number: str) -> Response:
        return _done(registry, number, left)

    @pages.post("/api/card/presence")
    def presence() -> Response:
        number, player = cards.holder() or abort(403, str(NOT_SIGNED_UP))
        club, payload = registry.stored_event(str(number)), _payload()
        club.act(player, lambda event: checked_in(event, player, payload))
        return jsonify(card={**describe_for_player(club, player), "time": club.store.now().timestamp()})

    return pages


def _signed_up(club: StoredEvent, payload: CommandPayload) -> str:
    """Signs up; the ID of the new player."""
    given: list[str] = []

    def act(event: ClubEvent) -> ClubEvent:
        after = applied(event, payload)
        given[:] = sorted(after.state.taken_ids - event.state.taken_ids)
        return after

    club.act(SIGNED_UP, act)
    return given[0]


def _done(registry: EventRegistry, number: str, command: CommandOfPlayer) -> Response:
    club, payload = registry.stored_event(number), _payload()
    player = _own(club) or abort(403, str(NOT_SIGNED_UP))
    club.act(player, lambda event: command(event, player, payload))
    return _told(club, player)


def _own(club: StoredEvent) -> str:
    """The player who has signed up on this phone, empty for nobody."""
    event, player = cards.holder() or (0, "")
    return player if event == club.id else ""


def _told(club: StoredEvent, player: str) -> Response:
    code = f"{club.id}.{cards.code_of(club.id, player)}" if player else ""
    return jsonify({**describe_sign_up(club, player, code), "time": club.store.now().timestamp()})


def _payload() -> CommandPayload:
    return CommandPayload(request.get_json(), "the sign-up", forces=force_in_files)  # no text: names the request


def _spend(allowance: Allowance) -> None:
    """Aborts with 429 where an address posts too much."""
    if wait := allowance.wait_s(address_of_asker()):
        says = _("Too many sign-ups come from your address: wait {seconds} s, then try again.", seconds=math.ceil(wait))
        abort(429, says)
