"""`tablecam league`: the people. Identities over the evenings, each person's publicity, and deletion."""

import json
import sys
from pathlib import Path

import click

from tablecam.club.league.export import person_as_plain
from tablecam.club.league.stored_league import StoredLeague
from tablecam.commands.club_events import by
from tablecam.commands.leagues import of_league, run_on_league
from tablecam.storage.text_file import write_text


@click.command()
@of_league
def people(league: StoredLeague) -> None:
    """Lists the people: number, name, division, and the parts that each publishes."""
    current = league.league()
    for person in current.state.people.values():
        where = current.state.season.divisions.get(person.id, "")
        departure = "forgotten" if person.forgotten else "has left" if person.left else ""
        shown = f"shows {', '.join(sorted(person.shown))}" if person.shown else "shows nothing"
        names = current.names.get(person.id)
        also = f"also {', '.join(names.also)}" if names and names.also else ""
        facts = [fact for fact in (where, departure, also, shown) if fact]
        click.echo(f"{person.id:>4}  {current.called(person.id)}: {', '.join(facts)}")


@click.command("hand-over")
@click.argument("person")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@of_league
def hand_over(league: StoredLeague, person: str, file: Path) -> None:
    """Writes all that the league keeps about PERSON to FILE (- for the terminal) as JSON: names, evenings, games."""
    current = league.league()
    text = json.dumps(person_as_plain(current, current.find(person)), ensure_ascii=False, indent=1) + "\n"
    if str(file) == "-":
        sys.stdout.write(text)
        return
    write_text(file, text)
    click.echo(f"{file}: all that is kept of {current.called(current.find(person))}")


@click.command()
@click.argument("person")
@click.option("--yes", is_flag=True, help="Do not ask.")
@by
@of_league
def forget(league: StoredLeague, person: str, yes: bool, by: str) -> None:
    """Deletes every name of PERSON from the league for good; the results stay, without the name."""
    current = league.league()
    person_id = current.find(person)
    if not yes:
        click.confirm(f"delete the name {current.called(person_id)} for good?", abort=True)
    evenings = [evening.title for season in current.state.seasons for evening in season.evenings
                if any(attendee.person == person_id for attendee in evening.attended)]  # fmt: skip
    run_on_league(league, by, lambda now: now.forget(person_id))
    if evenings:
        click.echo(f"note: the logs of {', '.join(evenings)}, their exports and older backups still have the name")


COMMANDS = (people, hand_over, forget)
