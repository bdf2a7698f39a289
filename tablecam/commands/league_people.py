"""`tablecam league`: the people. Identities over the evenings, each person's publicity, and deletion."""

import json
import sys
from pathlib import Path

import click

from tablecam.club.league.export import person_as_plain
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.season.people import SHOWABLE
from tablecam.commands.club_events import by
from tablecam.commands.leagues import of_league, run_on_league
from tablecam.storage.text_file import write_text


@click.command()
@of_league
def people(league: StoredLeague) -> None:
    """Lists the people: number, name, division, what each lets be published."""
    current = league.league()
    for person in current.state.people.values():
        where = current.state.season.divisions.get(person.id, "")
        departure = "forgotten" if person.forgotten else "has left" if person.left else ""
        shown = f"shows {', '.join(sorted(person.shown))}" if person.shown else "shows nothing"
        names = current.names.get(person.id)
        also = f"also {', '.join(names.also)}" if names and names.also else ""
        facts = [fact for fact in (where, departure, also, shown) if fact]
        click.echo(f"{person.id:>4}  {current.called(person.id)}: {', '.join(facts)}")


@click.command()
@click.argument("name")
@click.option("--division", default="", metavar="NAME", help="The lowest by default.")
@by
@of_league
def enter(league: StoredLeague, name: str, division: str, by: str) -> None:
    """Enters NAME; whoever plays on an evening that is added is entered with it."""
    run_on_league(league, by, lambda now: now.add_person(name, division))


@click.command()
@click.argument("person")
@click.argument("name")
@by
@of_league
def rename(league: StoredLeague, person: str, name: str, by: str) -> None:
    """PERSON (a number or a name) is called NAME from now on; the old name is still understood."""
    run_on_league(league, by, lambda now: now.give_name(now.find(person), name))


@click.command()
@click.argument("gone")
@click.argument("into")
@by
@of_league
def merge(league: StoredLeague, gone: str, into: str, by: str) -> None:
    """GONE and INTO are one person: all that GONE has played, INTO has played."""
    run_on_league(league, by, lambda now: now.merge(now.find(gone), now.find(into)))


@click.command()
@click.argument("person")
@click.option("--back", is_flag=True, help="PERSON is back.")
@by
@of_league
def leave(league: StoredLeague, person: str, back: bool, by: str) -> None:
    """PERSON leaves the league: without a place from now on, and with every game."""
    run_on_league(league, by, lambda now: (now.come_back if back else now.leave)(now.find(person)))


@click.command()
@click.argument("person")
@click.argument("what", nargs=-1, type=click.Choice(SHOWABLE))
@by
@of_league
def show(league: StoredLeague, person: str, what: tuple[str, ...], by: str) -> None:
    """PERSON lets WHAT be published: the name, a page of the own games, the rating; nothing where none is given."""
    run_on_league(league, by, lambda now: now.show(now.find(person), what))


@click.command()
@click.argument("person")
@click.argument("name")
@by
@of_league
def division(league: StoredLeague, person: str, name: str, by: str) -> None:
    """PERSON plays in the division NAME this season."""
    run_on_league(league, by, lambda now: now.place_in(now.find(person), name))


@click.command("hand-over")
@click.argument("person")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@of_league
def hand_over(league: StoredLeague, person: str, file: Path) -> None:
    """Writes all that the league keeps of PERSON to FILE, - for the terminal: names, evenings, games, as JSON."""
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


COMMANDS = (people, enter, rename, merge, leave, show, division, hand_over, forget)
