"""The stream of a club event: a view of the event whenever it changes, and a pulse each second.

Each view is made once for all who share it and its language. Viewers: the organiser, a player by ID, everybody else. A
page that sends `?since=`, empty or the version of the view that it has, gets only the changes since.
"""

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from typing import Any, NamedTuple

from flask import Blueprint, Flask, Response, abort, current_app, request

from tablecam.base.i18n import current_style, speaking, spoken
from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import LOOK_S, StoredEvent
from tablecam.club.event.organiser_view import describe_for_organiser
from tablecam.club.event.public_view import describe_for_player, describe_for_public
from tablecam.club.event.registry import EventRegistry
from tablecam.rules.plain import Json
from webui.club import cards
from webui.entrance import access
from webui.game.feed import one_line
from webui.server.events import Notice, nothing
from webui.server.stream import ONLOOKERS_GAP_S, PULSE_S, Bell, Pace, Share, StreamEvent, make_response

# The changes between two views of an event, as plain data: small, where the whole view is not.
#
# A change is one of these; a path has keys of objects and places in lists.
#
# ["set", path, value] the value is new there ["gone", path] the object has no such key any more ["cut", path, place,
# number, values] in the list these values replace this many, from that place on
#
# They are made one after the other: a path is one of the view as the changes before it have left it.

Path = tuple[str | int, ...]


def view_changes(before: Json, after: Json) -> list[Json]:
    """The changes from one view to a later one; empty where they are equal."""
    return list(_find_changes(before, after, ()))


def _find_changes(before: Json, after: Json, path: Path) -> Iterator[Json]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _find_object_changes(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _find_list_changes(before, after, path)
    else:
        yield ["set", list(path), after]


def _find_object_changes(before: dict[str, Json], after: dict[str, Json], path: Path) -> Iterator[Json]:
    for key in before.keys() - after.keys():
        yield ["gone", [*path, key]]
    for key, value in after.items():
        if key in before:
            yield from _find_changes(before[key], value, (*path, key))
        else:
            yield ["set", [*path, key], value]


def _find_list_changes(before: list[Json], after: list[Json], path: Path) -> Iterator[Json]:
    """Goes from the end to the start, so that places before a cut are still those of the list as it was."""
    old, new = ([json.dumps(value) for value in values] for values in (before, after))
    for opcode, from_place, to_place, start, stop in reversed(
        SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    ):
        if opcode == "replace" and to_place - from_place == stop - start:
            for number in range(to_place - from_place):
                yield from _find_changes(
                    before[from_place + number], after[start + number], (*path, from_place + number)
                )
        elif opcode != "equal":
            yield ["cut", list(path), from_place, to_place - from_place, after[start:stop]]


ORGANISERS = ("table", "umpire")
DESK, PUBLIC, CARD = "desk", "public", "card"
# the events of the stream: a whole view, and its changes
WHOLE, CHANGES = "club", "club_changes"
# how many of the latest views are kept, to compute changes from
KEPT_VIEWS = 4
VERSION_LENGTH = 16


@dataclass(frozen=True)
class Viewer:
    """A kind of viewer. player: the owner of the card, for a card only."""

    view: str
    player: str = ""


def viewer(registry: EventRegistry, club: StoredEvent) -> Viewer:
    """The viewer of a request: the widest view allowed, or the one it names, as `?view=public` for a projector."""
    view = request.args.get("view", "")
    holder = cards.holder(registry)
    organises = access.who() in ORGANISERS
    if view in (CARD, "") and not (organises and not view):
        if holder and holder[0] == club.id and holder[1] in club.state.event.entrants:
            return Viewer(CARD, holder[1])
        if view == CARD:
            abort(403, _("This phone has no card of this event: scan the code on your own score card."))
    if view in (DESK, "") and organises:
        return Viewer(DESK)
    if view == DESK:
        access.only(*ORGANISERS)
    return Viewer(PUBLIC)


def describe_for(club: StoredEvent, seen_by: Viewer) -> dict[str, Json]:
    """The event for a viewer. Needs the context of an app."""
    if seen_by.view == DESK:
        return describe_for_organiser(club, lambda player: cards.code_of(club, player))
    return describe_for_player(club, seen_by.player) if seen_by.view == CARD else describe_for_public(club)


class ClubText(NamedTuple):
    """The text for a client. version: of the view that it then has; event: empty where there is nothing to send."""

    sequence: int
    version: str
    event: str
    text: str


class ClubTexts:
    """The latest state of each event for each viewer and language, as one line. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._full_texts: dict[tuple[int, Viewer, str], ClubText] = {}
        # by version, the latest views of viewers that many changes concern
        self._views: dict[tuple[int, Viewer, str], OrderedDict[str, dict[str, Json]]] = {}

    def text_for(self, club: StoredEvent, seen_by: Viewer, since: str | None = None) -> ClubText:
        """The state; or its changes since a version of it, where that is shorter. None: changes are not wanted."""
        with self._lock:
            key = (club.id, seen_by, current_style())
            full_text = self._make_full_text(club, seen_by, key)
            views = self._views.get(key)
            old_view = views.get(since or "") if views else None
            if views is None or old_view is None:
                return full_text
            if since == full_text.version:
                return full_text._replace(event="", text="")
            changes = view_changes(old_view, views[full_text.version])
            text = one_line({"since": since, "version": full_text.version, "changes": changes})
            return full_text._replace(event=CHANGES, text=text) if len(text) < len(full_text.text) else full_text

    def _make_full_text(self, club: StoredEvent, seen_by: Viewer, key: tuple[int, Viewer, str]) -> ClubText:
        # the sequence first, so that a change in between is described again, never missed
        sequence, latest = club.sequence, self._full_texts.get(key)
        if latest is not None and latest.sequence == sequence:
            return latest
        view = describe_for(club, seen_by)
        version = sha256(one_line(view).encode()).hexdigest()[:VERSION_LENGTH]
        self._full_texts[key] = ClubText(sequence, version, WHOLE, one_line({**view, "version": version}))
        if seen_by.view != CARD:
            views = self._views.setdefault(key, OrderedDict())
            views[version] = view
            views.move_to_end(version)
            while len(views) > KEPT_VIEWS:
                views.popitem(last=False)
        return self._full_texts[key]


@dataclass(frozen=True)
class ViewMaker:
    """Makes the texts of one kind of viewer. since: the version that the client has; None if it wants whole views."""

    key: tuple[Hashable, ...]
    make: Callable[[str | None], ClubText]
    since: str | None


class ClubFollower:
    """One client of an event. make: the newest state. bell: wakes the client; None for one at its own pace.

    counts: whether the client still has the card that it shows.
    """

    def __init__(
        self,
        club: StoredEvent,
        make: ViewMaker,
        bell: Bell | None,
        pulse_s: float = PULSE_S,
        notice: Notice = nothing,
        counts: Callable[[], bool] = lambda: True,
    ) -> None:
        self._counts = counts
        self._club, self._view_maker, self._bell = club, make, bell
        self._sent_sequence = -1
        self._since = make.since
        self._has_news = False
        self._notice = notice
        self._pace = Pace(ONLOOKERS_GAP_S)
        self._pulse_s, self._pulse_due = pulse_s, time.monotonic()

    @property
    def bell(self) -> Bell | None:
        """Rings at every new line of the event."""
        return self._bell

    @property
    def over(self) -> bool:
        """An event is followed for as long as the client listens, and its card can be opened."""
        return not self._counts()

    def rest(self, now: float) -> float:
        """The seconds until the client looks again by itself."""
        return self._pace.rest(now) if self._bell is None else max(0.0, min(LOOK_S, self._pulse_due - now))

    def wait(self, now: float) -> None:
        """Rests in this thread until there is a new line."""
        self._club.wait(self._sent_sequence, max(0.0, self._pulse_due - now))

    def needs(self, now: float) -> Sequence[Share]:
        """A look at the lines of other programs, and the state where it is newer than the one that was sent."""
        look = Share(("look", id(self._club), int(now / LOOK_S)), self._club.look)
        self._has_news = self._club.sequence != self._sent_sequence
        since = self._since
        state = Share((*self._view_maker.key, self._club.sequence, since), lambda: self._view_maker.make(since))
        return (look, state) if self._has_news else (look,)

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        """The state where it is new, or its changes, and a pulse each second."""
        if self._has_news:
            news: ClubText = made[-1]
            self._sent_sequence = news.sequence
            if self._since is not None:
                self._since = news.version
            if news.event:
                yield StreamEvent(news.event, news.text, str(self._sent_sequence))
        if now >= self._pulse_due:
            self._pulse_due = now + self._pulse_s
            pulse = {"time": round(self._club.now().timestamp(), 1)} | self._notice()
            yield StreamEvent("pulse", one_line(pulse), str(self._sent_sequence))


def blueprint(registry: EventRegistry, notice: Notice = nothing) -> Blueprint:
    """Serves /api/club/EVENT/events."""
    stream, texts, bell = Blueprint("club_events", __name__), ClubTexts(), Bell()

    @stream.get("/api/club/<number>/events")
    def stream_events(number: str) -> Response:
        club = registry.stored_event(number)
        club.changed = bell.ring
        seen_by = viewer(registry, club)
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        language = spoken()

        def make_text(since: str | None) -> ClubText:
            # the codes of cards need the app's keys
            with app.app_context(), speaking(language):
                return texts.text_for(club, seen_by, since)

        key = ("club", id(texts), club.id, seen_by, current_style())
        maker = ViewMaker(key, make_text, request.args.get("since"))
        secret, token = access.current().keys.secret, cards.sent_token() if seen_by.view == CARD else None

        def counts() -> bool:
            return token is None or cards.counts(token, club, secret)

        follower = ClubFollower(club, maker, None if seen_by.view == PUBLIC else bell, notice=notice, counts=counts)
        return make_response(follower, packs=True)

    return stream
