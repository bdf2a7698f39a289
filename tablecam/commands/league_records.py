"""`tablecam league`: records from the games. Ratings with their uncertainty, opponents, factions, luck."""

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
    """Prints the ratings, the safest first: a number, and its error in 95 of 100 cases."""
    current = league.league()
    if file:
        text = ratings_csv(current, current.called)
        if str(file) == "-":
            sys.stdout.write(text)
        else:
            write_text(file, text)
            click.echo(f"{file}: ratings of {league.state.title}")
        return
    for place, rated in enumerate(rated_people(current.state), 1):
        number = f"{rated.now.mu:.1f} ± {rated.now.within:.1f}"
        click.echo(f"{place:>3}  {current.called(rated.person)}: {number}, {rated.games} games")


@click.command()
@click.argument("person", required=False)
@of_league
def records(league: StoredLeague, person: str | None) -> None:
    """Prints the factions against each other; of a PERSON: opponents, factions, and the luck of tracked games."""
    current = league.league()
    if person is None:
        _print_records(factions(current.state))
        return
    person_id = current.find(person)
    _print_records(
        {current.called(opponent): record for opponent, record in head_to_head(current.state, person_id).items()}
    )
    _print_records(own_factions(current.state, person_id))
    luck = luck_of(current.state, person_id)
    if luck:
        expected = luck.expected_thousandths / 1000
        click.echo(
            f"dice: {luck.passed} of {luck.rolled} passed, {expected:.1f} expected, {luck.passed - expected:+.1f}"
        )


def _print_records(records: Mapping[str, WinRecord]) -> None:
    for name, record in records.items():
        results = f"{record.won} won, {record.drawn} drawn, {record.lost} lost"
        click.echo(f"{name}: {results}, {record.points} to {record.against} points")


COMMANDS = (ratings, records)
