"""The stream of a club event: a view of the event whenever it changes, and a pulse each second.

Each view is made once for all who share it and its language. Viewers: the organiser, a player by ID, everybody else.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request

from tablecam.club.event_store import LOOK_S, StoredEvent
from tablecam.club.organiser_view import describe_for_organiser
from tablecam.club.public_view import describe_for_player, describe_for_public
from tablecam.club.registry import EventRegistry
from tablecam.i18n import current_style, speaking, spoken
from tablecam.i18n import gettext as _
from tablecam.rules.plain import Json
from webui import access
from webui.club import cards
from webui.database_notice import Notice, nothing
from webui.game.feed import one_line
from webui.news import Bell
from webui.stream import ONLOOKERS_GAP_S, PULSE_S, Pace, Share, StreamEvent, answered

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
    """The event for a viewer. Needs the context of an app."""
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
            sequence, key = club.sequence, (club.id, seen_by, current_style())
            if self._made.get(key, (-1, ""))[0] != sequence:
                self._made[key] = (sequence, one_line(describe_for(club, seen_by)))
            return self._made[key]


class ClubFollower:
    """One client of an event. make: the newest state. bell: wakes the client; None for one at its own pace."""

    def __init__(
        self, club: StoredEvent, make: Share, bell: Bell | None, pulse_s: float = PULSE_S, notice: Notice = nothing
    ) -> None:
        self._club, self._make, self._bell = club, make, bell
        self._sent = -1
        self._stale = False
        self._notice = notice
        self._pace = Pace(ONLOOKERS_GAP_S)
        self._pulse_s, self._pulse_due = pulse_s, time.monotonic()

    @property
    def bell(self) -> Bell | None:
        """Rings at every new line of the event."""
        return self._bell

    @property
    def over(self) -> bool:
        """An event is followed for as long as the client listens."""
        return False

    def rest(self, now: float) -> float:
        """Until the client looks again by itself."""
        return self._pace.rest(now) if self._bell is None else max(0.0, min(LOOK_S, self._pulse_due - now))

    def wait(self, now: float) -> None:
        """Rests in this thread until there is a new line."""
        self._club.wait(self._sent, max(0.0, self._pulse_due - now))

    def needs(self, now: float) -> Sequence[Share]:
        """A look at what other programs have written, and the state where it is newer than the one that was sent."""
        look = Share(("look", id(self._club), int(now / LOOK_S)), self._club.look)
        self._stale = self._club.sequence != self._sent
        state = Share((*self._make.key, self._club.sequence), self._make.make)
        return (look, state) if self._stale else (look,)

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        """The state where it is new, and a pulse each second."""
        if self._stale:
            self._sent, text = made[-1]
            yield StreamEvent("club", text, str(self._sent))
        if now >= self._pulse_due:
            self._pulse_due = now + self._pulse_s
            pulse = {"time": round(self._club.store.now().timestamp(), 1)} | self._notice()
            yield StreamEvent("pulse", one_line(pulse), str(self._sent))


def blueprint(registry: EventRegistry, notice: Notice = nothing) -> Blueprint:
    """Serves /api/club/EVENT/events."""
    stream, texts, bell = Blueprint("club_events", __name__), ClubTexts(), Bell()

    @stream.get("/api/club/<number>/events")
    def events(number: str) -> Response:
        club = registry.stored_event(number)
        club.changed = bell.ring
        seen_by = viewer(club)
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        language = spoken()

        def make() -> tuple[int, str]:
            # the codes of cards need the app's keys
            with app.app_context(), speaking(language):
                return texts.text_for(club, seen_by)

        key = ("club", id(texts), club.id, seen_by, current_style())
        return answered(ClubFollower(club, Share(key, make), None if seen_by.view == PUBLIC else bell, notice=notice))

    return stream
