"""A league in a database: every act is on disk before it counts, and several programs may act one after the other.

store = LeagueStore(open_database("games.db"))
league = StoredLeague.begin(store, "City League", rules, by="TO")
league.act("TO", lambda now: now.add_person("Ann Archer"))     # a command maps a League to a League
league.state, league.names                                     # what the log comes to, and what people are called
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.club.season.acts import (
    WHOLE_LEAGUE,
    GamePoints,
    LeagueEvent,
    LeagueOpened,
    LeagueRefusal,
    PersonForgotten,
    PersonRenamed,
    SeasonRules,
    checked_rules,
)
from tablecam.club.season.league import League
from tablecam.club.season.state import LeagueState, PersonName, fold_league, read_name, written_name
from tablecam.game.log import COMPACT
from tablecam.rules.plain import BadRecord, Json, from_plain, to_plain
from tablecam.storage.line_store import LeagueStore, LogTaken
from tablecam.storage.record import Record
from tablecam.storage.toml_file import read_toml

# The log of a league: JSON Lines, append-only, without a name of anybody.
#
# {"did":[{"name":"LeagueOpened","title":"City League"},..],"by":"TO","at":"2026-05-01T18:00:00.000+00:00"}
# {"did":[{"name":"PersonAdded","person":"p1"},{"name":"EveningAdded","evening":{..}}],"by":"TO","at":".."}
# {"undone":2,"by":"TO","at":".."} this line no longer counts; it is kept

KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(LeagueEvent)}


class BadLeagueLog(BadFile):
    """A log of a league is broken; the message names the line."""


@dataclass(frozen=True)
class LeagueLine:
    """An act with its log events, or the line that it takes back."""

    by: str
    at: str
    did: tuple[LeagueEvent, ...] = ()
    undone: int = 0


def write_line(line: LeagueLine) -> str:
    """A line as its text, without a line break in it."""
    did = [{"name": type(act).__name__, **to_plain(act)} for act in line.did]
    what: dict[str, Json] = {"undone": line.undone} if line.undone else {"did": did}
    return COMPACT.encode({**what, "by": line.by, "at": line.at})


def read_line(text: str, number: int) -> LeagueLine:
    """A line from its text; BadLeagueLog names its number."""
    where = f"line {number} of the log"  # no text: in faults of the file
    try:
        record = json.loads(text)
        by, at = str(record["by"]), str(record["at"])
        if "undone" in record:
            return LeagueLine(by, at, undone=int(record["undone"]))
        return LeagueLine(by, at, tuple(_read_act(act, where) for act in record["did"]))
    except BadRecord as error:
        raise BadLeagueLog(str(error)) from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadLeagueLog(f"{where} is no line of a league ({type(error).__name__}: {error})") from error  # no text


def _read_act(written: Any, where: str) -> LeagueEvent:
    record = dict(written)
    name = record.pop("name")
    if name not in KINDS:
        raise BadLeagueLog(f"{where} has a '{name}', which nothing here is called")  # no text
    act: LeagueEvent = from_plain(KINDS[name], record, where)
    return act


def live_lines(lines: Sequence[LeagueLine]) -> list[int]:
    """The numbers of the lines that count, from 1. BadLeagueLog where one takes back what does not count."""
    live: list[int] = []
    for number, line in enumerate(lines, 1):
        if not line.undone:
            live.append(number)
        elif line.undone in live[1:]:
            live.remove(line.undone)
        else:
            raise BadLeagueLog(f"line {number} of the log takes back a line that does not count")  # no text
    return live


def league_of(lines: Sequence[LeagueLine]) -> LeagueState:
    """The fold of the lines that count. BadLeagueLog where they open no league."""
    if not lines or not any(isinstance(act, LeagueOpened) for act in lines[0].did):
        raise BadLeagueLog("line 1 of the log does not open a league")  # no text
    return fold_league(act for number in live_lines(lines) for act in lines[number - 1].did)


def league_title(header: str) -> str:
    """The name of a league, from the first line of its log."""
    return next((act.title for act in read_line(header, 1).did if isinstance(act, LeagueOpened)), "")


LeagueCommand = Callable[[League], League]

# how often a command is decide again because another program was quicker
TRIES = 20


class StoredLeague:
    """A league in a store, from `begin` or by its number. BadFile where there is none; BrokenLog, BadLeagueLog."""

    def __init__(self, store: LeagueStore, id: int) -> None:
        self.store = store
        self.id = id
        self.lines: list[LeagueLine] = []
        self.state = LeagueState()
        self.names: dict[str, PersonName] = {}
        self._sum = ""
        store.read(id)
        self.refresh()

    @classmethod
    def begin(cls, store: LeagueStore, title: str, rules: SeasonRules, by: str) -> "StoredLeague":
        """A new league with its first season."""
        league = League().open(title, rules)
        line = LeagueLine(by, _format_time(store.now()), league.log_events)
        id, _sum = store.append_named(None, 0, "", [write_line(line)], {})
        return cls(store, id)

    def refresh(self) -> None:
        """Read what other programs have written since."""
        texts, self._sum = self.store.since(self.id, len(self.lines), self._sum)
        self.lines += [read_line(text, number) for number, text in enumerate(texts, len(self.lines) + 1)]
        self.state = league_of(self.lines)
        self.names = {person: _parse_name(self.store, value) for person, value in self.store.names(self.id).items()}

    def league(self) -> League:
        """The league for somebody to act on now, to try a command without keeping it."""
        return League(self.state, self.names)

    def act(self, by: str, command: LeagueCommand) -> League:
        """Run a command: its outcome is on disk when this returns, or LeagueRefusal and nothing has changed."""

        def decide() -> tuple[League, LeagueLine]:
            league = command(self.league())
            return league, LeagueLine(by, _format_time(self.store.now()), league.log_events)

        return self._append_line(decide)

    def undo(self, by: str) -> League:
        """Take back the last act that counts. LeagueRefusal for one about a name, and where there is none."""

        def decide() -> tuple[League, LeagueLine]:
            live = live_lines(self.lines)
            if len(live) < 2:
                raise LeagueRefusal(Message("there is nothing to take back"), "nothing-to-undo")
            if any(isinstance(act, PersonForgotten | PersonRenamed) for act in self.lines[live[-1] - 1].did):
                raise LeagueRefusal(
                    Message("a deleted name cannot be restored: rename the person, or leave the name deleted"),
                    "names-stay",
                )
            return self.league(), LeagueLine(by, _format_time(self.store.now()), undone=live[-1])

        return self._append_line(decide)

    def _append_line(self, decide: Callable[[], tuple[League, LeagueLine]]) -> League:
        for _try in range(TRIES):
            self.refresh()
            league, line = decide()
            if not (line.did or line.undone):
                return league
            names = {person: written_name(name) if name else None for person, name in league.renamed.items()}
            try:
                self.store.append_named(self.id, len(self.lines), self._sum, [write_line(line)], names)
            except LogTaken:
                continue
            self.refresh()
            return self.league()
        raise LeagueRefusal(Message("too many people are writing to this league at once: try again"), "overtaken")


def _parse_name(store: LeagueStore, value: str) -> PersonName:
    try:
        return read_name(value)
    except (ValueError, LookupError, TypeError) as fault:
        raise BadFile(f"{store.name} has a name of a league that cannot be read: {value!r}") from fault


def _format_time(now: datetime) -> str:
    return now.isoformat(timespec="milliseconds")


def read_rules(path: Path) -> SeasonRules:
    """The rules of a season. BadFile with what is wrong and where."""
    record = read_toml(path, "the table of points of a league")  # no text: in faults of the file
    record.only("title", "best", "divisions", "moves", "evening", "friendly")
    evening, friendly = _find_table(record, "evening"), _find_table(record, "friendly")
    evening.only("attended", "places", "win", "draw", "loss", "bye")
    friendly.only("most", "win", "draw", "loss")
    rules = SeasonRules(
        title=record.text("title"),
        attended=evening.whole("attended", 0),
        places=_read_places(evening),
        game=_read_points(evening),
        bye=evening.whole("bye", 0),
        friendly=_read_points(friendly),
        friendlies=friendly.whole("most", 0),
        best=record.whole("best", 0),
        divisions=_read_divisions(record),
        moves=record.whole("moves", 0),
    )
    try:
        return checked_rules(rules)
    except LeagueRefusal as refused:
        raise BadFile(f"{path}: {refused}") from refused


def _find_table(record: Record, key: str) -> Record:
    return record.record(key) if key in record.values else Record({}, f"{record.where}, {key}")


def _read_points(record: Record) -> GamePoints:
    return GamePoints(record.whole("win", 0), record.whole("draw", 0), record.whole("loss", 0))


def _read_places(record: Record) -> tuple[int, ...]:
    value = record.values.get("places", [])
    if not isinstance(value, list) or any(type(place) is not int or place < 0 for place in value):
        # no text
        raise record.fault("places", "must be whole numbers in brackets, 0 or more", value)
    return tuple(value)


def _read_divisions(record: Record) -> tuple[str, ...]:
    value = record.values.get("divisions", [WHOLE_LEAGUE])
    if not isinstance(value, list) or not all(isinstance(name, str) and name.isprintable() for name in value):
        # no text
        raise record.fault("divisions", "must be names in brackets", value)
    return tuple(value)
