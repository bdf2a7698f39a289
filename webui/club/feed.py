"""The stream of a club event: the event whenever it changes, as who asks may know it, and a pulse each second.

What a view shows is made once for all who have it. Viewers: the organiser, a player by his ID, everybody else.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, stream_with_context

from tablecam.club.event_store import StoredEvent
from tablecam.club.organiser_view import describe_for_organiser
from tablecam.club.public_view import describe_for_player, describe_for_public
from tablecam.club.registry import EventRegistry
from tablecam.rules.plain import Json
from webui import access
from webui.club import cards
from webui.game.feed import one_line
from webui.stream import PULSE_S, RETRY, answered, event

ORGANISERS = ("table", "umpire")
DESK, PUBLIC, CARD = "desk", "public", "card"


@dataclass(frozen=True)
class Viewer:
    """Who looks on. player: whose card it is, for a card alone."""

    view: str
    player: str = ""


def viewer(club: StoredEvent) -> Viewer:
    """Who asks: as much as he may see, or the view that he names, such as `?view=public` for a projector."""
    wanted = request.args.get("view", "")
    held = cards.holder()
    organises = access.who() in ORGANISERS
    if wanted in (CARD, "") and not (organises and not wanted):
        if held and held[0] == club.id and held[1] in club.state.event.entrants:
            return Viewer(CARD, held[1])
        if wanted == CARD:
            abort(403, "This phone is nobody’s at this event: scan the code on your own score card.")
    if wanted in (DESK, "") and organises:
        return Viewer(DESK)
    if wanted == DESK:
        access.only(*ORGANISERS)
    return Viewer(PUBLIC)


def told(club: StoredEvent, seen_by: Viewer) -> dict[str, Json]:
    """The event for a viewer. Call it while a request is being answered."""
    if seen_by.view == DESK:
        return describe_for_organiser(club, lambda player: cards.code_of(club.id, player))
    return describe_for_player(club, seen_by.player) if seen_by.view == CARD else describe_for_public(club)


class ClubTexts:
    """The newest state of each event for each viewer, as one line. Any thread that answers a request may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[tuple[int, Viewer], tuple[int, str]] = {}

    def of(self, club: StoredEvent, seen_by: Viewer) -> tuple[int, str]:
        """The sequence that the state had, and the state."""
        with self._lock:
            # the sequence first: what changes meanwhile is then made again, never missed
            sequence, key = club.sequence, (club.id, seen_by)
            if self._made.get(key, (-1, ""))[0] != sequence:
                self._made[key] = (sequence, one_line(told(club, seen_by)))
            return self._made[key]


def blueprint(registry: EventRegistry) -> Blueprint:
    """Serves /api/club/EVENT/events."""
    stream, texts = Blueprint("club_events", __name__), ClubTexts()

    @stream.get("/api/club/<number>/events")
    def events(number: str) -> Response:
        club = registry.stored_event(number)
        seen_by = viewer(club)
        # the codes of cards follow from the app's keys, so the stream keeps what it was asked with
        return answered(stream_with_context(follow(club, lambda: texts.of(club, seen_by))))

    return stream


def follow(club: StoredEvent, newest: Callable[[], tuple[int, str]], pulse_s: float = PULSE_S) -> Iterator[str]:
    """The text of the stream, for as long as somebody listens."""
    yield RETRY
    sent = -1
    while True:
        if club.sequence != sent:
            sent, text = newest()
            yield event("club", text, str(sent))
        yield event("pulse", one_line({"time": club.store.now().timestamp()}), str(sent))
        club.wait(sent, pulse_s)
