"""The stream of server-sent events: the whole state whenever it changes, and a pulse each second.

A client is never behind: it gets the newest state at most fifteen times a second, whatever it missed. So after a break
there is nothing to make up for but the log of the game, which is sent line by line: a client that comes back says what
it has, `?log=GAME.LINE` or the `Last-Event-ID` that its browser has kept.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

from flask import Blueprint, Response, request

from tablecam.session.live import Live, View
from tablecam.table.roster import Roster
from webui import present
from webui.access import who
from webui.game.feed import Feed, GameTexts, had_of, one_line

# The page takes a silence of three of these for a lost connection.
PULSE_S = 1.0
# Fifteen a second look continuous on a tablet and leave it time to draw.
SHORTEST_GAP_S = 1 / 15
RETRY = "retry: 1000\n\n"
# more than proxies gather at most before they pass it on
MOST_PADDING = 1 << 16
# no view has this number
NEVER = sys.maxsize


class Texts:
    """The state of the newest view as JSON, made once for all clients."""

    def __init__(self, roster: Callable[[], Roster]) -> None:
        self._roster = roster
        self._lock = threading.Lock()
        self._number = -1
        self._parts: dict[str, str] = {}

    def of(self, view: View) -> dict[str, str]:
        """Each part of the state as one line."""
        with self._lock:
            if view.number != self._number:
                parts = present.state(view, self._roster())
                self._parts = {name: one_line(part) for name, part in parts.items()}
                self._number = view.number
            return self._parts


def blueprint(live: Live, roster: Callable[[], Roster], game: GameTexts | None = None) -> Blueprint:
    """Serves /api/events; with the game in progress, as the role of who asks may know it."""
    stream = Blueprint("events", __name__)
    texts = Texts(roster)

    @stream.get("/api/events")
    def events() -> Response:
        # the role is that of the request, which is over before the first event is made
        feed = Feed(game, who(), _had()) if game else None
        response = Response(padded(follow(live, texts, feed=feed), _padding()), mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        # proxies would wait for more before they pass anything on
        response.headers["X-Accel-Buffering"] = "no"
        return response

    return stream


def _had() -> tuple[int, int] | None:
    """What the client has of the log: as its browser has kept it, else as it says."""
    kept = request.headers.get("Last-Event-ID", "").partition("/")[2]
    return had_of(kept) or had_of(request.args.get("log"))


def _padding() -> int:
    """How many letters a page wants after each event; a word that is no number counts as none."""
    wanted = request.args.get("pad", "")
    return min(int(wanted), MOST_PADDING) if wanted.isascii() and wanted.isdecimal() else 0


def padded(stream: Iterator[str], letters: int) -> Iterator[str]:
    """The same with so many letters after each event that nobody reads: they fill what a proxy gathers."""
    filling = f":{'.' * letters}\n\n" if letters else ""
    for text in stream:
        yield text + filling


def follow(live: Live, texts: Texts, pulse_s: float = PULSE_S, feed: Feed | None = None) -> Iterator[str]:
    """The text of the stream until `live` stops; each part of the state is sent when it differs from what was sent.

    The table and the game rest each for itself, so that a deed of the players is shown at once, however models move.
    """
    yield RETRY
    sent: dict[str, str] = {}
    number = -1
    table_due = game_due = pulse_due = time.monotonic()
    while live.running:
        now = time.monotonic()
        looks, plays = now >= table_due, now >= game_due
        rests = max(0.0, min(due for due in (pulse_due, table_due, game_due) if due > now or due == pulse_due) - now)
        view = live.wait(number if looks else NEVER, rests, partial(_fresh, feed if plays else None))
        # a rest is counted from when the news came, or it would creep behind a camera of the same pace
        now = time.monotonic()
        of_table, of_game = looks and view.number > number, feed if plays and _fresh(feed) else None
        if of_table:
            number, table_due = view.number, now + SHORTEST_GAP_S
        if of_game:
            game_due = now + SHORTEST_GAP_S
        for name, text in _parts(texts.of(view) if of_table else {}, of_game):
            if sent.get(name) != text:
                sent[name] = text
                yield event(name, text, number, feed)
        if now >= pulse_due:
            pulse_due = now + pulse_s
            yield event("pulse", one_line(present.pulse(view)), number, feed)


def _parts(of_table: dict[str, str], of_game: Feed | None) -> Iterator[tuple[str, str]]:
    """Name and text of what there may be to send. The game's mark is moved on only when its turn has come."""
    yield from of_table.items()
    if of_game:
        yield from of_game.parts()


def _fresh(feed: Feed | None) -> bool:
    return feed is not None and feed.fresh


def event(name: str, text: str, number: int, feed: Feed | None = None) -> str:
    """One event as the stream has it; text must be one line. Its id: the view's number, and what is had of the log."""
    mark = f"/{feed.mark}" if feed else ""
    return f"id: {number}{mark}\nevent: {name}\ndata: {text}\n\n"
