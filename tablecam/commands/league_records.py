"""`tablecam league`: what the games say. Ratings with their uncertainty, who against whom, factions, luck."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from tablecam.club.league.export import ratings_csv
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.season.ratings import ratings as rated_people
from tablecam.club.season.records import WinRecord, factions, head_to_head, luck_of, own_factions
from tablecam.commands.leagues import of_league
from tablecam.storage.text_file import write_text


@click.command()
@click.option(
    "--csv", "file", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE", help="Every day, as CSV."
)
@of_league
def ratings(league: StoredLeague, file: Path | None) -> None:
    """Prints the ratings, the safest first: a number, and how far off it may be in 95 of 100 cases."""
    now = league.league()
    if file:
        text = ratings_csv(now, now.called)
        if str(file) == "-":
            sys.stdout.write(text)
        else:
            write_text(file, text)
            click.echo(f"{file}: ratings of {league.state.title}")
        return
    for place, rated in enumerate(rated_people(now.state), 1):
        number = f"{rated.now.mu:.1f} ± {rated.now.within:.1f}"
        click.echo(f"{place:>3}  {now.called(rated.person)}: {number}, {rated.games} games")


@click.command()
@click.argument("person", required=False)
@of_league
def records(league: StoredLeague, person: str | None) -> None:
    """Prints the factions against each other; of a PERSON: opponents, factions, and the luck of tracked games."""
    now = league.league()
    if person is None:
        _print(factions(now.state))
        return
    found = now.find(person)
    _print({now.called(other): record for other, record in head_to_head(now.state, found).items()})
    _print(own_factions(now.state, found))
    luck = luck_of(now.state, found)
    if luck:
        expected = luck.expected_thousandths / 1000
        click.echo(
            f"dice: {luck.passed} of {luck.rolled} passed, {expected:.1f} expected, {luck.passed - expected:+.1f}"
        )


def _print(records: Mapping[str, WinRecord]) -> None:
    for name, record in records.items():
        results = f"{record.won} won, {record.drawn} drawn, {record.lost} lost"
        click.echo(f"{name}: {results}, {record.points} to {record.against} points")


COMMANDS = (ratings, records)
