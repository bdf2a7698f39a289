"""The log of a league: JSON Lines, append-only, without a name of anybody.

{"did":[{"name":"LeagueOpened","title":"City League"},..],"by":"TO","at":"2026-05-01T18:00:00.000+00:00"}
{"did":[{"name":"PersonAdded","person":"p1"},{"name":"EveningAdded","evening":{..}}],"by":"TO","at":".."}
{"undone":2,"by":"TO","at":".."}         this line no longer counts; it is kept
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from tablecam.base.errors import BadFile
from tablecam.club.season.acts import LeagueEvent, LeagueOpened
from tablecam.club.season.state import LeagueState, fold_league
from tablecam.game.log import COMPACT
from tablecam.rules.plain import BadRecord, Json, from_plain, to_plain

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
