"""The stream of server-sent events: the whole state whenever it changes, and a pulse each second.

A client is never behind: it gets the newest state at most fifteen times a second, whatever it missed. So after a break
there is nothing to make up for but the log of the game, which is sent line by line: a client that comes back says what
it has, `?log=GAME.LINE` or the `Last-Event-ID` that its browser has kept.

Who plays is woken by what is new. Who only looks on is not: he looks by himself a few times a second, so that what a
player does never has fifty spectators woken before it is answered.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, request

from tablecam.hosting.roles import SPECTATOR
from tablecam.i18n import current_language
from tablecam.observing.live_loop import LiveLoop, PublishedFrame
from tablecam.rulebooks.catalogue import Catalogue
from tablecam.table.renamed import renamed, renamed_roster
from tablecam.table.roster import Roster
from webui import present
from webui.access import who
from webui.board_names import Hidden, hidden_by, nothing_hidden
from webui.database_notice import Notice, nothing
from webui.game.feed import Feed, GameTexts, had_asked, had_of, one_line
from webui.stream import PULSE_S, RETRY, answered, event

# Fifteen a second look continuous on a tablet and leave it time to draw.
SHORTEST_GAP_S = 1 / 15
# Soon enough for who has nothing to decide; fifty of them then take less of the server than four who play.
ONLOOKERS_GAP_S = 1 / 4
# no view has this number
NEVER = sys.maxsize


class Texts:
    """The state of the newest view as JSON, made once for all clients of a language that may know the same."""

    def __init__(
        self,
        roster: Callable[[], Roster],
        books: Catalogue,
        hidden: Hidden = nothing_hidden,
        notice: Notice = nothing,
    ) -> None:
        self.notice = notice
        self._roster = roster
        self._books = books
        self._hidden = hidden
        self._lock = threading.Lock()
        self._number = -1
        # by language and what is hidden
        self._parts: dict[tuple[object, ...], dict[str, str]] = {}

    def texts_for(self, view: PublishedFrame, role: str) -> dict[str, str]:
        """Each part of the state as one line, as a role may know it."""
        hidden = self._hidden(role)
        with self._lock:
            if view.number != self._number:
                self._number, self._parts = view.number, {}
            key = (current_language(), *hidden.items())
            if key not in self._parts:
                shown = replace(view, snapshot=renamed(view.snapshot, hidden)) if view.snapshot else view
                parts = present.state(shown, renamed_roster(self._roster(), hidden), self._books)
                self._parts[key] = {name: one_line(part) for name, part in parts.items()}
            return self._parts[key]


def blueprint(
    live: LiveLoop,
    roster: Callable[[], Roster],
    books: Catalogue,
    game: GameTexts | None = None,
    notice: Notice = nothing,
) -> Blueprint:
    """Serves /api/events; with the game in progress, as the role of who asks may know it."""
    stream = Blueprint("events", __name__)
    texts = Texts(roster, books, hidden_by(game.host if game else None), notice)

    @stream.get("/api/events")
    def events() -> Response:
        # the role is that of the request, which is over before the first event is made
        role = who()
        feed = Feed(game, role, _had()) if game else None
        return answered((look_on if role == "spectator" else follow)(live, texts, feed=feed))

    return stream


def _had() -> tuple[int, int] | None:
    """What the client has of the log: as its browser has kept it, else as it says. Aborts with 400 for no sense.

    What the browser has kept was sent by us, perhaps of another version: nobody could mend it, so it counts as nothing.
    """
    log_had = had_asked("log")
    return had_of(request.headers.get("Last-Event-ID", "").partition("/")[2]) or log_had


class Sent:
    """What one client has been sent: each part of the state is sent when it differs from that."""

    def __init__(self, texts: Texts, feed: Feed | None) -> None:
        self.number = -1
        self._texts, self._feed = texts, feed
        self._parts: dict[str, str] = {}

    def lacking(self, of_table: PublishedFrame | None, of_game: Feed | None) -> Iterator[str]:
        """Events for what is new. The game's mark is moved on only when its turn has come."""
        if of_table:
            self.number = of_table.number
        for name, text in self._new(of_table, of_game):
            if self._parts.get(name) != text:
                self._parts[name] = text
                yield self._event(name, text)

    def pulse(self, view: PublishedFrame) -> str:
        """That the server is there."""
        return self._event("pulse", one_line(present.pulse(view) | self._texts.notice()))

    def _new(self, of_table: PublishedFrame | None, of_game: Feed | None) -> Iterator[tuple[str, str]]:
        if of_table:
            yield from self._texts.texts_for(of_table, self._feed.role if self._feed else SPECTATOR).items()
        if of_game:
            yield from of_game.parts()

    def _event(self, name: str, text: str) -> str:
        # the view's number, and what is had of the log
        return event(name, text, f"{self.number}/{self._feed.mark}" if self._feed else str(self.number))


def follow(live: LiveLoop, texts: Texts, pulse_s: float = PULSE_S, feed: Feed | None = None) -> Iterator[str]:
    """The text of the stream for who plays, until `live` stops.

    The table and the game rest each for itself, so that a command of the players is shown at once, however models move.
    """
    yield RETRY
    sent = Sent(texts, feed)
    table_due = game_due = pulse_due = time.monotonic()
    while live.running:
        now = time.monotonic()
        looks, plays = now >= table_due, now >= game_due
        rests = max(0.0, min(due for due in (pulse_due, table_due, game_due) if due > now or due == pulse_due) - now)
        view = live.wait(sent.number if looks else NEVER, rests, partial(_fresh, feed if plays else None))
        # a rest is counted from when the news came, or it would creep behind a camera of the same pace
        now = time.monotonic()
        of_table, of_game = (
            view if looks and view.number > sent.number else None,
            feed if plays and _fresh(feed) else None,
        )
        table_due = now + SHORTEST_GAP_S if of_table else table_due
        game_due = now + SHORTEST_GAP_S if of_game else game_due
        yield from sent.lacking(of_table, of_game)
        if now >= pulse_due:
            pulse_due = now + pulse_s
            yield sent.pulse(view)


def look_on(live: LiveLoop, texts: Texts, pulse_s: float = PULSE_S, feed: Feed | None = None) -> Iterator[str]:
    """The same for who only looks on: he looks at his own pace, and nothing that happens wakes him."""
    yield RETRY
    sent = Sent(texts, feed)
    pulse_due = time.monotonic()
    while live.running:
        view = live.view
        yield from sent.lacking(view if view.number > sent.number else None, feed if _fresh(feed) else None)
        if (now := time.monotonic()) >= pulse_due:
            pulse_due = now + pulse_s
            yield sent.pulse(view)
        live.rest(min(ONLOOKERS_GAP_S, pulse_s))


def _fresh(feed: Feed | None) -> bool:
    return feed is not None and feed.fresh
