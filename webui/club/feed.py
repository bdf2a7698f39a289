"""The stream of a club event: a view of the event whenever it changes, and a pulse each second.

Each view is made once for all who share it and its language. Viewers: the organiser, a player by ID, everybody else.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, stream_with_context

from tablecam.club.event_store import StoredEvent
from tablecam.club.organiser_view import describe_for_organiser
from tablecam.club.public_view import describe_for_player, describe_for_public
from tablecam.club.registry import EventRegistry
from tablecam.i18n import current_language
from tablecam.i18n import gettext as _
from tablecam.rules.plain import Json
from webui import access
from webui.club import cards
from webui.database_notice import Notice, nothing
from webui.game.feed import one_line
from webui.stream import PULSE_S, RETRY, answered, event

ORGANISERS = ("table", "umpire")
DESK, PUBLIC, CARD = "desk", "public", "card"


@dataclass(frozen=True)
class Viewer:
    """A kind of viewer. player: whose card it is, for a card only."""

    view: str
    player: str = ""


def viewer(club: StoredEvent) -> Viewer:
    """The viewer of a request: the widest view allowed, or the one it names, as `?view=public` for a projector."""
    wanted = request.args.get("view", "")
    held = cards.holder()
    organises = access.who() in ORGANISERS
    if wanted in (CARD, "") and not (organises and not wanted):
        if held and held[0] == club.id and held[1] in club.state.event.entrants:
            return Viewer(CARD, held[1])
        if wanted == CARD:
            abort(403, _("This phone has no card of this event: scan the code on your own score card."))
    if wanted in (DESK, "") and organises:
        return Viewer(DESK)
    if wanted == DESK:
        access.only(*ORGANISERS)
    return Viewer(PUBLIC)


def describe_for(club: StoredEvent, seen_by: Viewer) -> dict[str, Json]:
    """The event for a viewer. Needs the context of a request."""
    if seen_by.view == DESK:
        return describe_for_organiser(club, lambda player: cards.code_of(club.id, player))
    return describe_for_player(club, seen_by.player) if seen_by.view == CARD else describe_for_public(club)


class ClubTexts:
    """The latest state of each event for each viewer and language, as one line. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[tuple[int, Viewer, str], tuple[int, str]] = {}

    def text_for(self, club: StoredEvent, seen_by: Viewer) -> tuple[int, str]:
        """The sequence of the state, and the state."""
        with self._lock:
            # the sequence first, so that a change in between is described again, never missed
            sequence, key = club.sequence, (club.id, seen_by, current_language())
            if self._made.get(key, (-1, ""))[0] != sequence:
                self._made[key] = (sequence, one_line(describe_for(club, seen_by)))
            return self._made[key]


def blueprint(registry: EventRegistry, notice: Notice = nothing) -> Blueprint:
    """Serves /api/club/EVENT/events."""
    stream, texts = Blueprint("club_events", __name__), ClubTexts()

    @stream.get("/api/club/<number>/events")
    def events(number: str) -> Response:
        club = registry.stored_event(number)
        seen_by = viewer(club)
        # the codes of cards need the app's keys, so the stream keeps the context of its request
        return answered(stream_with_context(follow(club, lambda: texts.text_for(club, seen_by), notice=notice)))

    return stream


def follow(
    club: StoredEvent, newest: Callable[[], tuple[int, str]], pulse_s: float = PULSE_S, notice: Notice = nothing
) -> Iterator[str]:
    """The text of the stream, for as long as the client listens."""
    yield RETRY
    sent = -1
    while True:
        if club.sequence != sent:
            sent, text = newest()
            yield event("club", text, str(sent))
        yield event("pulse", one_line({"time": club.store.now().timestamp()} | notice()), str(sent))
        club.wait(sent, pulse_s)
