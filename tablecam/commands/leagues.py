"""Shared parts of the commands of a league: the league and its database, and running an act."""

import functools
from collections.abc import Callable
from typing import Any

import click

from tablecam.base.errors import BadFile
from tablecam.club.league.stored_league import LeagueCommand, StoredLeague
from tablecam.club.season.acts import (
    DivisionSet,
    EveningAdded,
    FriendlyAdded,
    FriendlyAgreed,
    LeagueEvent,
    LeagueOpened,
    LevelPeopleRolled,
    PeopleMerged,
    PersonAdded,
    PersonForgotten,
    PersonLeft,
    PersonRenamed,
    PersonReturned,
    PersonShown,
    SeasonBegun,
)
from tablecam.club.season.league import League
from tablecam.commands.games import database
from tablecam.storage.league_store import LeagueStore

# the events about one person
PersonEvent = (
    PersonAdded
    | PersonRenamed
    | PersonLeft
    | PersonReturned
    | PersonForgotten
    | PersonShown
    | DivisionSet
    | FriendlyAgreed
)


def open_leagues(db: str) -> LeagueStore:
    """The leagues of a database; DatabaseFault where it cannot be opened."""
    from tablecam.storage.database import open_database

    return LeagueStore(open_database(db))


def of_league(command: Callable[..., None]) -> Callable[..., None]:
    """A command that gets `league`: the one of --league, or the newest one."""

    @click.option(
        "--league", "which", type=int, metavar="NUMBER", help="The league's number; the default is the newest league."
    )
    @database
    @functools.wraps(command)
    def with_league(which: int | None, db: str, **given: Any) -> None:
        store = open_leagues(db)
        if which is None:
            leagues = store.list_logs()
            if not leagues:
                raise BadFile(f"{store.name} has no league yet; tablecam league new begins one")
            which = leagues[-1].id
        command(league=StoredLeague(store, which), **given)

    return with_league


def run_on_league(league: StoredLeague, who: str, command: LeagueCommand) -> League:
    """Run the command, and print its acts."""
    start = len(league.lines)
    current = league.act(who, command)
    for line in league.lines[start:]:
        for act in line.did:
            click.echo(act_text(current, act))
    return current


def act_text(league: League, act: LeagueEvent) -> str:
    """A log event as a line for the terminal, with people's names."""
    match act:
        case LeagueOpened(title=title):
            return f"there is a league: {title}"
        case SeasonBegun(rules=rules, moved=moved):
            return "; ".join(
                [f"the season {rules.title} begins", *(f"{_display_name(league, p)} moves to {to}" for p, to in moved)]
            )
        case EveningAdded(evening=evening):
            what = f"{evening.came} players, {len(evening.games)} games"
            return f"the evening {evening.title} of {evening.date} counts: {what}"
        case FriendlyAdded(game=game, date=date):
            sides = " to ".join(f"{_display_name(league, side.person)} {side.points}" for side in game.sides)
            return f"a single game of {date}: {sides}"
        case LevelPeopleRolled(order=order):
            return f"a roll-off decides a shared place: {', '.join(_display_name(league, person) for person in order)}"
        case PeopleMerged(gone=gone, into=into):
            return f"{gone} and {_display_name(league, into)} were one person"
    return _describe_person_act(act, _display_name(league, act.person))


def _describe_person_act(act: PersonEvent, name: str) -> str:
    match act:
        case PersonAdded(division=division):
            return f"{name} joins the league" + (f", in {division}" if division else "")
        case PersonRenamed():
            return f"{name} is the new name"
        case PersonLeft():
            return f"{name} leaves the league"
        case PersonReturned():
            return f"{name} is back"
        case PersonForgotten(person=person):
            return f"the name of {person} is deleted"
        case PersonShown(shown=shown):
            return f"{name} shows {', '.join(shown) or 'nothing'}"
        case DivisionSet(division=division):
            return f"{name} plays in {division}"
        case FriendlyAgreed(number=number):
            return f"{name} wants the single game {number} to count"


def _display_name(league: League, person: str) -> str:
    person_id = league.state.who(person)
    return f"{league.called(person_id)} ({person})" if person_id in league.state.people else person
