"""The game on the stream: its state and its log as text, made once for each role and sent to all its clients."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from flask import abort, request

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.side_names import reader_style
from tablecam.table.miniature import Roster
from webui.server.request_values import parse_integer
from webui.server.stream import Share
from webui.table import present


def with_codes(names: Mapping[str, Mapping[str, Any]], roster: Roster) -> dict[str, Any]:
    """The names of a game's models, each with its code; models that the roster lacks get the next free numbers."""
    roster_codes = present.assign_codes(roster)
    letters = {side: chr(ord("A") + number % 26) for number, side in enumerate(present.list_sides(roster))}
    codes_in_use = {*roster_codes.values()}
    coded = {}
    for model, called in names.items():
        letter = letters.setdefault(str(called["side"]), chr(ord("A") + len(letters) % 26))
        code = roster_codes.get(model) or _find_free_code(letter, codes_in_use)
        codes_in_use.add(code)
        coded[model] = {**called, "code": code}
    return coded


def _find_free_code(letter: str, taken: set[str]) -> str:
    return next(code for number in range(1, len(taken) + 2) if (code := f"{letter}{number}") not in taken)


# the place in the log that a client says it has reached: GAME.N
Had = tuple[int, int]


class GameNews(NamedTuple):
    """The parts of the game that a client lacks. had: the place in the log that it has with them."""

    number: int
    state: str
    log: str
    had: Had | None


class GameTexts:
    """The newest state of the game for every role and language. Any thread may ask."""

    def __init__(self, host: GameHost, roster: Callable[[], Roster]) -> None:
        self.host = host
        self._roster = roster
        self._lock = threading.Lock()
        self._made: dict[tuple[str, str], tuple[int, str]] = {}
        self._logs: dict[tuple[str, str, Had | None], tuple[int, str, Had | None]] = {}

    def game(self, role: str) -> tuple[int, str]:
        """The number of the state, and the state as one line."""
        key = (reader_style(), role)
        with self._lock:
            # read the number first: a change in between makes the text again, and is never missed
            number = self.host.number
            if self._made.get(key, (-1, ""))[0] != number:
                self._made[key] = (number, one_line(self.data(role)))
            return self._made[key]

    def data(self, role: str) -> dict[str, object]:
        """The state for a role."""
        view = self.host.view_for(role)
        if game := view["game"]:
            names = game["names"] = with_codes(game["names"], self._roster())
            for alert in game["alerts"]:
                # the board shows a model by its code
                alert["short"] = f"{names[alert['model']]['code']} {alert['short']}"
        return view

    def log(self, role: str, had: Had | None) -> tuple[str, Had | None]:
        """The log lines that a client lacks, as one line, empty where it lacks none; and what it has then."""
        key = (reader_style(), role, had)
        with self._lock:
            number = self.host.number
            cached = self._logs.get(key)
            if cached is None or cached[0] != number:
                if any(entry[0] != number for entry in self._logs.values()):
                    self._logs.clear()
                cached = (number, *self._make_missing_lines(role, had))
                self._logs[key] = cached
            return cached[1], cached[2]

    def news(self, role: str, had: Had | None) -> GameNews:
        """The news for a client that has the log up to `had`."""
        number, state = self.game(role)
        return GameNews(number, state, *self.log(role, had))

    def _make_missing_lines(self, role: str, had: Had | None) -> tuple[str, Had | None]:
        entries = self.host.log(role, *(had or (None, 0)))
        if entries is None:
            return "", had
        return one_line(entries), (entries["game"], entries["from"] - 1 + len(entries["lines"]))


@dataclass
class Feed:
    """One client's share of the game. had: the place in the log that it has reached."""

    texts: GameTexts
    role: str
    had: Had | None = None
    _number: int = field(default=-1, init=False)

    @property
    def fresh(self) -> bool:
        """Whether there may be news that the client does not have."""
        return self.texts.host.number != self._number

    @property
    def mark(self) -> str:
        """The place in the log that the client has reached, for the id of an event."""
        return f"{self.had[0]}.{self.had[1]}" if self.had else ""

    def share(self) -> Share:
        """The news to make for the client, made once for all clients that have as much."""
        key = (id(self.texts), self.role, self.had, self.texts.host.number)
        return Share(key, partial(self.texts.news, self.role, self.had))

    def list_parts(self, news: GameNews) -> Iterator[tuple[str, str]]:
        """Name and text of each part of the news: the log comes before the state that it leads to."""
        self.had, self._number = news.had, news.number
        if news.log:
            yield "log", news.log
        yield "game", news.state


def parse_had(text: str | None) -> Had | None:
    """`7.12` as the game and the last line that a client has; None for anything else."""
    game, line = (parse_integer(number_text) for number_text in (text or "").partition(".")[::2])
    return (game, line) if game is not None and line is not None and min(game, line) >= 0 else None


def had_asked(name: str) -> Had | None:
    """The place in the log that the query gives under `name`; None without one. Aborts with 400 for anything else."""
    text = request.args.get(name)
    had = parse_had(text)
    if text and had is None:
        example = f"{request.path}?{name}=7.12"
        abort(400, _("{name} must name a game and a line, as in {example}.", name=name, example=example))
    return had


def one_line(data: object) -> str:
    """JSON without blanks and line ends."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False)
