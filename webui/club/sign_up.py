"""Sign-up and check-in on phones.

GET  /api/signup/<number>        the event, how many places are left, and the entry of this phone or null
POST /api/signup/<number>        {"name", "faction"?, "models" | "lines" | "files"}: signs up; this phone gets the card
POST /api/signup/<number>/list   {"lines" | "files"}: hands in a list, or replaces it
POST /api/signup/<number>/leave  {}: signs off; the player who has waited longest gets the place
POST /api/card/presence          {"presence": "here" | "late"}: checks the player of the card in

Anybody may sign up: the posts of an address are bounded in number and size, and the engine bounds how many wait.
"""

import math
import time
from collections.abc import Callable

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.log import PLAYER
from tablecam.club.event.public_view import describe_for_player
from tablecam.club.event.registry import EventRegistry
from tablecam.club.event.sign_up_commands import CommandPayload, applied, checked_in, left, listed
from tablecam.club.event.sign_up_view import describe_sign_up
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.sign_up_list import SIGNED_UP
from tablecam.rules.books.catalogue import Catalogue
from webui.club import cards
from webui.club.desk import SentForces
from webui.entrance.guard import larger
from webui.entrance.rate_limit import Allowance, address_of_asker
from webui.server.answer_cache import pack

# a force with its cards has a tenth of this
MOST_BYTES = 128 * 1024
# a club behind one address, and a few seconds between those who come after it
AT_ONCE, EACH_S = 30, 4.0
NOT_SIGNED_UP = Message(
    "This phone has signed nobody up for this event: sign up first, or enter the code of your card."
)
CommandOfPlayer = Callable[[ClubEvent, str, CommandPayload], ClubEvent]


def blueprint(registry: EventRegistry, books: Catalogue, clock: Callable[[], float] = time.monotonic) -> Blueprint:
    """Serves the URLs above. books: whose forces are read; clock: for the seconds between posts of one address."""
    pages, allowance = Blueprint("club_sign_up", __name__), Allowance(AT_ONCE, EACH_S, clock)
    pages.after_request(pack)

    @pages.get("/api/signup/<number>")
    def get_sign_up(number: str) -> Response:
        club = registry.stored_event(number)
        club.refresh()
        return _answer_view(club, _get_own_player(registry, club))

    @pages.post("/api/signup/<number>")
    @larger(MOST_BYTES)
    def post_sign_up(number: str) -> Response:
        _spend_allowance(allowance)
        club = registry.stored_event(number)
        payload = _read_payload(books, club)
        player = _sign_player_up(club, payload)
        response = _answer_view(club, player)
        cards.give(response, club, player, cards.SIGNED_UP_S)
        return response

    @pages.post("/api/signup/<number>/list")
    @larger(MOST_BYTES)
    def post_list(number: str) -> Response:
        _spend_allowance(allowance)
        return _run_command(registry, books, number, listed)

    @pages.post("/api/signup/<number>/leave")
    def leave_event(number: str) -> Response:
        return _run_command(registry, books, number, left)

    @pages.post("/api/card/presence")
    def set_presence() -> Response:
        number, player = holder = cards.holder(registry) or abort(403, str(NOT_SIGNED_UP))
        cards.spend_allowance(holder)
        club = registry.stored_event(str(number))
        payload = _read_payload(books, club)
        club.act(player, lambda event: checked_in(event, player, payload), author=PLAYER)
        return jsonify(card={**describe_for_player(club, player), "time": club.now().timestamp()})

    return pages


def _sign_player_up(club: StoredEvent, payload: CommandPayload) -> str:
    """Signs a player up; returns the ID of the new player."""
    new_ids: list[str] = []

    def act(event: ClubEvent) -> ClubEvent:
        signed_up = applied(event, payload)
        new_ids[:] = sorted(signed_up.state.taken_ids - event.state.taken_ids)
        return signed_up

    club.act(SIGNED_UP, act, author=PLAYER)
    return new_ids[0]


def _run_command(registry: EventRegistry, books: Catalogue, number: str, command: CommandOfPlayer) -> Response:
    club = registry.stored_event(number)
    payload = _read_payload(books, club)
    player = _get_own_player(registry, club) or abort(403, str(NOT_SIGNED_UP))
    cards.spend_allowance((club.id, player))
    club.act(player, lambda event: command(event, player, payload), author=PLAYER)
    return _answer_view(club, player)


def _get_own_player(registry: EventRegistry, club: StoredEvent) -> str:
    """The player who has signed up on this phone, empty for nobody."""
    event, player = cards.holder(registry) or (0, "")
    return player if event == club.id else ""


def _answer_view(club: StoredEvent, player: str) -> Response:
    code = cards.code_of(club, player) if player else ""
    code = f"{club.id}.{code}" if code else ""
    return jsonify({**describe_sign_up(club, player, code), "time": club.now().timestamp()})


def _read_payload(books: Catalogue, club: StoredEvent) -> CommandPayload:
    forces = SentForces(books, club.state.event.book)
    return CommandPayload(request.get_json(), "the sign-up", forces=forces)  # no text: names the request


def _spend_allowance(allowance: Allowance) -> None:
    """Aborts with 429 where an address posts too much."""
    if wait := allowance.wait_s(address_of_asker()):
        says = _("Too many sign-ups come from your address: wait {seconds} s, then try again.", seconds=math.ceil(wait))
        abort(429, says)
