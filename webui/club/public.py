"""What a club night shows to everybody, and what a player does with his own card.

GET  /api/club/<number>/public  what hangs on the wall
GET  /api/club/<number>/paper   all that is printed; for the organiser
GET  /api/card                  {"card": the player's own view, or null where this browser has no card}
POST /api/card/open             {"card": "3.K7RM2WDC"}: as printed; this browser has that card from now on
POST /api/card/leave            it has none any more
POST /api/card/report           {"round", "opponent": player, "theirs": half, "own": half or null}
POST /api/card/confirm          {"round", "opponent": player, "theirs": half, "own": half}: what the player has read
A half is {"lost": 3, "withdrew": false, "conceded": false}.

Who reports is whose card the browser has, never what a body says.
"""

import math
import re
import time
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.club.event_store import StoredEvent
from tablecam.club.public_view import told_card, told_paper, told_public
from tablecam.club.registry import EventRegistry
from tablecam.club.score_reports import confirmed, reported
from tablecam.errors import BadFile
from tablecam.tournament.club_event import ClubEvent
from webui.access import only
from webui.club import cards
from webui.club.feed import ORGANISERS
from webui.entrance.rate_limit import RateLimit

UNCARDED = "This device has no score card: scan the code on yours, or enter it at /card."
WRONG = "No card has that code: look at your score card, and enter it again."
UNREADABLE = "Enter the code as your score card has it: the event’s number, a point, and the letters."
GONE = "You are not entered in this event any more: ask the organiser."
WRITTEN = re.compile(r"([1-9]\d{0,8})\.([\w \-]{1,40})", re.ASCII)
Payload = dict[str, Any]


def blueprint(house: EventRegistry, counts: Callable[[], float] = time.monotonic) -> Blueprint:
    """Serves them. counts: the seconds between wrong codes."""
    pages = Blueprint("hall", __name__)
    _reading(pages, house)
    _holding(pages, house, RateLimit(counts))
    _reporting(pages, house)
    return pages


def _reading(pages: Blueprint, house: EventRegistry) -> None:
    @pages.get("/api/club/<number>/public")
    def public(number: str) -> Response:
        club = _newest(house, number)
        return _at(club, told_public(club))

    @pages.get("/api/club/<number>/paper")
    def paper(number: str) -> Response:
        only(*ORGANISERS)
        club = _newest(house, number)
        return _at(club, told_paper(club, lambda player: cards.code_of(club.id, player)))

    @pages.get("/api/card")
    def card() -> Response:
        held = cards.holder()
        return _own(house, held) if held else jsonify(card=None)


def _holding(pages: Blueprint, house: EventRegistry, tries: RateLimit) -> None:
    @pages.post("/api/card/open")
    def open_() -> Response:
        event, player = _opened(house, request.get_json().get("card"), tries)
        response = _own(house, (event, player))
        cards.give(response, event, player)
        return response

    @pages.post("/api/card/leave")
    def leave() -> Response:
        response = jsonify(card=None)
        cards.forget(response)
        return response


def _reporting(pages: Blueprint, house: EventRegistry) -> None:
    @pages.post("/api/card/report")
    def report() -> Response:
        return _done(house, reported)

    @pages.post("/api/card/confirm")
    def confirm() -> Response:
        return _done(house, confirmed)


def _done(house: EventRegistry, command: Callable[[ClubEvent, str, Payload], ClubEvent]) -> Response:
    held = cards.holder() or abort(403, UNCARDED)
    event, player = held
    said = request.get_json()
    house.night(str(event)).act(player, lambda night: command(night, player, said))
    return _own(house, held)


def _own(house: EventRegistry, held: cards.Holder) -> Response:
    """The player's own view; 403 where the event has no such player any more."""
    event, player = held
    club = _newest(house, str(event))
    if player not in club.state.event.entrants:
        abort(403, GONE)
    return jsonify(card={**told_card(club, player), "time": club.store.now().timestamp()})


def _newest(house: EventRegistry, number: str) -> StoredEvent:
    club = house.night(number)
    club.refresh()
    return club


def _at(club: StoredEvent, told: Payload) -> Response:
    return jsonify({**told, "time": club.store.now().timestamp()})


def _opened(house: EventRegistry, typed: object, tries: RateLimit) -> cards.Holder:
    """Whose card the code is of. Refuses a wrong one, and every one after too many wrong ones."""
    written = WRITTEN.fullmatch(typed.strip()) if isinstance(typed, str) else None
    if written is None:
        abort(400, UNREADABLE)
    address = str(request.remote_addr)
    if wait := tries.wait_s(address):
        abort(429, f"Too many wrong codes: wait {math.ceil(wait)} s, then try again.")
    event, code = written.groups()
    player = _player_of(house, event, code)
    if player is None:
        tries.wrong(address)
        abort(403, WRONG)
    return int(event), player


def _player_of(house: EventRegistry, event: str, code: str) -> str | None:
    """None where there is no such event as well: which events there are is not for guessing."""
    try:
        return cards.player_of(_newest(house, event), code)
    except BadFile:
        return None
