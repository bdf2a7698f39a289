"""What the commands of a league share: which league of which database, and how an act is run."""

import functools
from collections.abc import Callable
from typing import Any

import click

from tablecam.club.league.stored_league import LeagueCommand, StoredLeague
from tablecam.commands.games import database
from tablecam.errors import BadFile
from tablecam.league.league import League
from tablecam.storage.league_store import LeagueStore


def open_leagues(db: str) -> LeagueStore:
    """The leagues of a database; DatabaseFault where it cannot be opened."""
    from tablecam.storage.database import open_database

    return LeagueStore(open_database(db))


def of_league(command: Callable[..., None]) -> Callable[..., None]:
    """A command that gets `league`: the one of --league, or the last one begun."""

    @click.option("--league", "which", type=int, metavar="NUMBER", help="Which league; by default the last one begun.")
    @database
    @functools.wraps(command)
    def with_league(which: int | None, db: str, **given: Any) -> None:
        store = open_leagues(db)
        if which is None:
            leagues = store.listed()
            if not leagues:
                raise BadFile(f"{store.name} has no league yet; tablecam league new begins one")
            which = leagues[-1].id
        command(league=StoredLeague(store, which), **given)

    return with_league


def run_on_league(league: StoredLeague, who: str, command: LeagueCommand) -> League:
    """Runs the command and prints what it did."""
    before = len(league.lines)
    now = league.act(who, command)
    for line in league.lines[before:]:
        for act in line.did:
            click.echo(act_text(now, act))
    return now


def act_text(league: League, act: Any) -> str:
    """A log event in a line of the terminal, people by their names."""
    kind = type(act).__name__
    told = [f"{who} {_named(league, getattr(act, who))}" for who in ("person", "gone", "into") if hasattr(act, who)]
    match kind:
        case "EveningAdded":
            evening = act.evening
            told = [f"{evening.title} of {evening.date}: {evening.came} players, {len(evening.games)} games"]
        case "FriendlyAdded":
            told = [f"{_named(league, side.person)} {side.points}" for side in act.game.sides]
        case "SeasonBegun":
            told = [act.rules.title, *(f"{_named(league, person)} to {where}" for person, where in act.moved)]
        case "LevelPeopleRolled":
            told = [_named(league, person) for person in act.order]
        case "PersonShown":
            told.append(f"shows {', '.join(act.shown) or 'nothing'}")
        case "LeagueOpened":
            told = [act.title]
        case "DivisionSet":
            told.append(act.division)
    return f"{kind}: {', '.join(told)}"


def _named(league: League, person: str) -> str:
    found = league.state.who(person)
    return f"{league.called(found)} ({person})" if found in league.state.people else person
