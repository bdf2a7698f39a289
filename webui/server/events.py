"""The stream of server-sent events: the whole state whenever it changes, and a pulse each second.

A client is never behind: it gets the newest state at most fifteen times a second, whatever it missed. So after a break
the server only has to make up for the log of the game, which it sends line by line: a client that comes back says what
it has, `?log=GAME.LINE` or the `Last-Event-ID` that its browser has stored.

News wakes players at once. It does not wake onlookers: they look by themselves a few times a second, so that a player's
action never wakes fifty spectators before it is answered.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, request

from tablecam.base.i18n import current_style, speaking, spoken
from tablecam.game.hosting.database_watch import Custody
from tablecam.game.hosting.log_view import SPECTATOR
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.rules.books.catalogue import Catalogue
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import rename_models, rename_roster
from webui.entrance.access import only, who
from webui.game.feed import Feed, GameTexts, had_asked, one_line, parse_had
from webui.server.stream import ONLOOKERS_GAP_S, PULSE_S, Bell, Pace, Share, StreamEvent, lines, make_response
from webui.table import present
from webui.table.board_names import Hidden, choose_hidden_names, nothing_hidden

# The notice on pages that the database cannot store anything now, and the owner's command to go on in a new file.
#
# POST /api/database/rescue writes everything to a new file; the terminal names it

Notice = Callable[[], dict[str, Any]]


def nothing() -> dict[str, Any]:
    """The notice where nobody watches over the database."""
    return {}


def notice(custody: Custody | None) -> Notice:
    """The addition to each pulse of a stream: "database" with the kind of the fault, or nothing."""
    return nothing if custody is None else lambda: {"database": custody.fault.kind} if custody.fault else {}


def build_notice_blueprint(custody: Custody) -> Blueprint:
    """Serves /api/database."""
    pages = Blueprint("database", __name__)

    @pages.post("/api/database/rescue")
    def rescue_database() -> Response:
        only("table")
        custody.rescue()
        return jsonify(done=True)

    return pages


# Fifteen a second look continuous on a tablet and leave it time to draw.
SHORTEST_GAP_S = 1 / 15
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
        self._notice = notice
        self._roster = roster
        self._books = books
        self._hidden = hidden
        self._lock = threading.Lock()
        self._number = -1
        # by language and what is hidden
        self._parts: dict[tuple[object, ...], dict[str, str]] = {}
        self._pulse: tuple[PublishedFrame | None, dict[str, str], str] = (None, {}, "")

    def texts_for(self, view: PublishedFrame, role: str) -> dict[str, str]:
        """Each part of the state as one line, as a role may know it."""
        hidden = self._hidden(role)
        with self._lock:
            if view.number != self._number:
                self._number, self._parts = view.number, {}
            key = (current_style(), *hidden.items())
            if key not in self._parts:
                shown = replace(view, snapshot=rename_models(view.snapshot, hidden)) if view.snapshot else view
                parts = present.state(shown, rename_roster(self._roster(), hidden), self._books)
                self._parts[key] = {name: one_line(content) for name, content in parts.items()}
            return self._parts[key]

    def pulse(self, view: PublishedFrame) -> str:
        """The sign of life of the server, as one line."""
        last_view, last_notice, text = self._pulse
        notice = self._notice()
        if last_view is not view or last_notice != notice:
            text = one_line(present.pulse(view) | notice)
            self._pulse = view, notice, text
        return text


def blueprint(
    live: LiveLoop,
    roster: Callable[[], Roster],
    books: Catalogue,
    game: GameTexts | None = None,
    notice: Notice = nothing,
) -> Blueprint:
    """Serves /api/events; with the game in progress, as the role of the browser may know it."""
    stream = Blueprint("events", __name__)
    texts = Texts(roster, books, choose_hidden_names(game.host if game else None), notice)
    bell = Bell()
    live.changed = bell.ring

    @stream.get("/api/events")
    def stream_events() -> Response:
        # the role of the request, which ends before the first event is made
        role = who()
        feed = Feed(game, role, _read_had()) if game else None
        return make_response((Onlooker if role == SPECTATOR else Participant)(live, texts, feed, bell=bell))

    return stream


def _read_had() -> tuple[int, int] | None:
    """The place in the log that the client has reached: as its browser has stored it, else as the query says. Aborts
    with 400 for nonsense in the query.

    The browser stores what this server sent, perhaps of another version: nobody could mend it, so nonsense there counts
    as nothing.
    """
    log_had = had_asked("log")
    return parse_had(request.headers.get("Last-Event-ID", "").partition("/")[2]) or log_had


class Onlooker:
    """One client who only looks on: it looks at its own pace, and nothing that happens wakes it."""

    def __init__(
        self, live: LiveLoop, texts: Texts, feed: Feed | None = None, pulse_s: float = PULSE_S, bell: Bell | None = None
    ) -> None:
        self.number = -1
        self._live, self._texts, self._feed = live, texts, feed
        self._role = feed.role if feed else SPECTATOR
        # texts are made in the language of the request, which ends before they are made
        self._speaking = spoken()
        self._style = current_style()
        self._parts: dict[str, str] = {}
        self._view_to_send: PublishedFrame | None = None
        self._sends_game = False
        self._pulse_s, self._pulse_due = pulse_s, time.monotonic()
        self._bell = bell
        self._pace = Pace(min(ONLOOKERS_GAP_S, pulse_s))

    @property
    def bell(self) -> Bell | None:
        """None: nothing wakes an onlooker."""
        return None

    @property
    def over(self) -> bool:
        """Whether the table has stopped."""
        return not self._live.running

    def rest(self, now: float) -> float:
        """The seconds until it looks again."""
        return self._pace.rest(now)

    def wait(self, now: float) -> None:
        """Rests in this thread."""
        self._live.rest(self.rest(now))

    def needs(self, now: float) -> Sequence[Share]:
        """The texts of the table and of the game, where they are newer than those that the client has."""
        view = self._live.view
        self._view_to_send = view if self._looks_at_table(now) and view.number > self.number else None
        self._sends_game = self._looks_at_game(now) and self._has_game_news()
        needed = []
        if self._view_to_send:
            # any change of the game may hide or reveal names
            game = self._feed.texts.host.number if self._feed else 0
            key = ("table", id(self._texts), self._role, self._style, view.number, game)
            needed.append(Share(key, partial(self._make_table_texts, view)))
        if self._sends_game and self._feed:
            share = self._feed.share()
            needed.append(Share(("game", self._style, *share.key), partial(self._make_in_language, share.make)))
        return needed

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        """The parts that differ from those that the client has. The game's mark moves on only with the game's part."""
        of_table = made[0] if self._view_to_send else {}
        if self._view_to_send:
            self.number = self._view_to_send.number
        self._note_sent(now)
        yield from self._make_changed_events(of_table.items())
        if self._sends_game and self._feed:
            yield from self._make_changed_events(self._feed.list_parts(made[-1]))
        if now >= self._pulse_due:
            self._pulse_due = now + self._pulse_s
            yield self._make_event("pulse", self._texts.pulse(self._live.view))

    def _looks_at_table(self, now: float) -> bool:
        return True

    def _looks_at_game(self, now: float) -> bool:
        return True

    def _note_sent(self, now: float) -> None:
        """Notes that the client gets the parts that are due at this time."""

    def _has_game_news(self) -> bool:
        return self._feed is not None and self._feed.fresh

    def _make_changed_events(self, parts: Iterable[tuple[str, str]]) -> Iterator[StreamEvent]:
        for name, text in parts:
            if self._parts.get(name) != text:
                self._parts[name] = text
                yield self._make_event(name, text)

    def _make_event(self, name: str, text: str) -> StreamEvent:
        # the view's number, and the place that the client has reached in the log
        return StreamEvent(name, text, f"{self.number}/{self._feed.mark}" if self._feed else str(self.number))

    def _make_table_texts(self, view: PublishedFrame) -> dict[str, str]:
        return self._make_in_language(partial(self._texts.texts_for, view, self._role))

    def _make_in_language(self, make: Callable[[], Any]) -> Any:
        with speaking(self._speaking):
            return make()


class Participant(Onlooker):
    """One client who plays: news wakes it.

    The table and the game rest each for itself, so that a command of the players shows at once, however models move.
    """

    _table_due = _game_due = 0.0

    @property
    def bell(self) -> Bell | None:
        """Rings at every new view and at every change of the game."""
        return self._bell

    def rest(self, now: float) -> float:
        """The seconds until the pulse is due, or until a part that rests may be sent again."""
        dues = (self._pulse_due, self._table_due, self._game_due)
        return max(0.0, min(due for due in dues if due > now or due == self._pulse_due) - now)

    def wait(self, now: float) -> None:
        """Rests in this thread until there is news."""
        newer_than = self.number if self._looks_at_table(now) else NEVER
        self._live.wait(newer_than, self.rest(now), partial(self._has_urgent_news, now))

    def _has_urgent_news(self, now: float) -> bool:
        return self._looks_at_game(now) and self._has_game_news()

    def _looks_at_table(self, now: float) -> bool:
        return now >= self._table_due

    def _looks_at_game(self, now: float) -> bool:
        return now >= self._game_due

    def _note_sent(self, now: float) -> None:
        # a rest counts from when the news came, or it would creep behind a camera of the same pace
        if self._view_to_send:
            self._table_due = now + SHORTEST_GAP_S
        if self._sends_game:
            self._game_due = now + SHORTEST_GAP_S


def follow(live: LiveLoop, texts: Texts, pulse_s: float = PULSE_S, feed: Feed | None = None) -> Iterator[str]:
    """The text of the stream for a player, until `live` stops."""
    return lines(Participant(live, texts, feed, pulse_s))
