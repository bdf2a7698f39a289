"""The public view of a club event, and the players' own cards.

GET  /api/club/<number>/public  the public view; with ?names=all, for the organiser, the names of all players
GET  /api/club/<number>/paper   everything for printing; for the organiser
GET  /api/club/<number>/warbands  what each warband brings along into its next game; for the table and the organiser
GET  /api/card                  {"card": the player's own view, or null where this browser has no card}
POST /api/card/open             {"card": "3.K7RM2WDC"}: as printed; gives that card to this browser
POST /api/card/leave            takes the card from this browser
POST /api/card/report           {"round", "opponent": player, "theirs": half, "own": half or null}
POST /api/card/confirm          {"round", "opponent": player, "theirs": half, "own": half}, as the player has read them
POST /api/card/withdraw         {"round", "opponent": player}: takes the report back, before the opponent's
POST /api/card/vote             {"prize", "player"}: the vote for a prize, which replaces an earlier one
POST /api/card/publicity        {"shown": true}, or {"round": 2, "released": true}: what the club's pages may show
POST /api/card/judge            {"round", "opponent": player, "wanted": true}: asks for a judge, or takes that back
POST /api/card/nominate         {"round": 2, "step": 0, "players": ["bob"]}: a captain's; no players take it back
A half is {"lost": 3, "withdrew": false, "conceded": false}.

The reporter is the player whose card the browser has, whatever the body says.
"""

import math
import re
import time
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.club.event.commands import confirmed, judge_wanted, reported, withdrawn
from tablecam.club.event.entrant_acts import choose_publicity, vote_by_phone
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.log import PLAYER
from tablecam.club.event.public_view import describe_for_player, describe_for_print, describe_for_public
from tablecam.club.event.registry import EventRegistry
from tablecam.club.event.sign_up_commands import CommandPayload
from tablecam.club.event.team_acts import nominated
from tablecam.club.event.umpired_games import describe_carried, list_carried
from tablecam.club.tournament.club_event import ClubEvent
from webui.club import cards
from webui.club.feed import ORGANISERS
from webui.entrance.access import only, who
from webui.entrance.rate_limit import RateLimit, address_of_asker
from webui.server.answer_cache import pack

UNCARDED = Message("This device has no score card: scan the code on yours, or enter it at /card.")
WRONG = Message("No card has that code: look at your score card, and enter it again.")
UNREADABLE = Message("Enter the code on your score card: the event’s number, a point, and the letters.")
GONE = Message("You are no longer entered in this event, or your card has a new code: ask the organiser.")
WRITTEN = re.compile(r"([1-9]\d{0,8})\.([\w \-]{1,40})", re.ASCII)
Payload = dict[str, Any]
ALL = "all"


def blueprint(registry: EventRegistry, clock: Callable[[], float] = time.monotonic) -> Blueprint:
    """Serves the URLs above. clock: for the seconds between wrong codes."""
    pages = Blueprint("club_public", __name__)
    pages.after_request(pack)
    _add_reading_pages(pages, registry)
    _add_card_pages(pages, registry, RateLimit(clock))
    _add_report_pages(pages, registry)
    _add_publicity_page(pages, registry)
    return pages


def _add_reading_pages(pages: Blueprint, registry: EventRegistry) -> None:
    @pages.get("/api/club/<number>/public")
    def get_public(number: str) -> Response:
        club = _get_newest_event(registry, number)
        # a table that seats two players needs their IDs
        named = request.args.get("names") == ALL and who() in ORGANISERS
        return _answer_with_time(club, describe_for_public(club, named))

    @pages.get("/api/club/<number>/paper")
    def get_paper(number: str) -> Response:
        only(*ORGANISERS)
        club = _get_newest_event(registry, number)
        return _answer_with_time(club, describe_for_print(club, lambda player: cards.code_of(club, player)))

    @pages.get("/api/club/<number>/warbands")
    def get_warbands(number: str) -> Response:
        only(*ORGANISERS)
        state = _get_newest_event(registry, number).state
        texts = {player: describe_carried(state, player) for player in state.event.entrants}
        carried = {player: text for player, text in texts.items() if text}
        return jsonify(warbands=carried, counters={player: list_carried(state, player) for player in carried})

    @pages.get("/api/card")
    def get_card() -> Response:
        holder = _find_holder(registry)
        return _answer_own_view(registry, holder) if holder else jsonify(card=None)


def _add_card_pages(pages: Blueprint, registry: EventRegistry, tries: RateLimit) -> None:
    @pages.post("/api/card/open")
    def open_card() -> Response:
        event, player = _open_card(registry, request.get_json().get("card"), tries)
        response = _answer_own_view(registry, (event, player))
        cards.give(response, registry.stored_event(str(event)), player)
        return response

    @pages.post("/api/card/leave")
    def leave_card() -> Response:
        response = jsonify(card=None)
        cards.forget(response)
        return response


def _add_report_pages(pages: Blueprint, registry: EventRegistry) -> None:
    @pages.post("/api/card/report")
    def report_score() -> Response:
        return _run_command(registry, reported)

    @pages.post("/api/card/confirm")
    def confirm_score() -> Response:
        return _run_command(registry, confirmed)

    @pages.post("/api/card/withdraw")
    def withdraw_report() -> Response:
        return _run_command(registry, withdrawn)

    @pages.post("/api/card/vote")
    def cast_vote() -> Response:
        return _run_command(registry, vote_by_phone)

    @pages.post("/api/card/nominate")
    def nominate_players() -> Response:
        return _run_command(registry, nominated)

    @pages.post("/api/card/judge")
    def ask_judge() -> Response:
        return _run_command(registry, judge_wanted)


def _add_publicity_page(pages: Blueprint, registry: EventRegistry) -> None:
    @pages.post("/api/card/publicity")
    def set_publicity() -> Response:
        def choose(event: ClubEvent, player: str, payload: Payload) -> ClubEvent:
            return choose_publicity(event, player, CommandPayload(payload, "the choice"))  # no text: names the request

        return _run_command(registry, choose)


def _run_command(registry: EventRegistry, command: Callable[[ClubEvent, str, Payload], ClubEvent]) -> Response:
    holder = _find_holder(registry) or abort(403, str(UNCARDED))
    cards.spend_allowance(holder)
    number, player = holder
    payload = request.get_json()
    club = registry.stored_event(str(number))
    club.act(player, lambda event: command(event, player, payload), author=PLAYER)
    return _answer_own_view(registry, holder)


def _find_holder(registry: EventRegistry) -> cards.Holder | None:
    """The player of this browser's card, None without one. Aborts with 403 where the card has ended."""
    held = cards.holder(registry)
    if held is None and (token := cards.sent_token()):
        registry.stored_event(str(token.event))
        abort(403, str(GONE))
    return held


def _answer_own_view(registry: EventRegistry, held: cards.Holder) -> Response:
    """The player's own view. Aborts with 403 where the event no longer has the player."""
    event, player = held
    club = _get_newest_event(registry, str(event))
    if player not in club.state.event.entrants:
        abort(403, str(GONE))
    return jsonify(card={**describe_for_player(club, player), "time": club.now().timestamp()})


def _get_newest_event(registry: EventRegistry, number: str) -> StoredEvent:
    club = registry.stored_event(number)
    club.refresh()
    return club


def _answer_with_time(club: StoredEvent, view: Payload) -> Response:
    return jsonify({**view, "time": club.now().timestamp()})


def _open_card(registry: EventRegistry, typed: object, tries: RateLimit) -> cards.Holder:
    """The holder that a code opens. Refuses a wrong code, and any code after too many wrong ones."""
    written = WRITTEN.fullmatch(typed.strip()) if isinstance(typed, str) else None
    if written is None:
        abort(400, str(UNREADABLE))
    address = address_of_asker()
    if wait := tries.wait_s(address):
        abort(429, _("Too many wrong codes: wait {seconds} s, then try again.", seconds=math.ceil(wait)))
    event, code = written.groups()
    player = _find_player(registry, event, code)
    if player is None:
        tries.wrong(address)
        abort(403, str(WRONG))
    return int(event), player


def _find_player(registry: EventRegistry, event: str, code: str) -> str | None:
    """The player; None for a wrong code, and for an unknown event too: the answer must not reveal which exist."""
    try:
        return cards.player_of(_get_newest_event(registry, event), code)
    except BadFile:
        return None
