"""`tablecam tournament`: publicity. Day and place, names, released replays, and the pages as a folder."""

from datetime import datetime
from functools import partial
from pathlib import Path

import click

from tablecam.base.i18n import SOURCE
from tablecam.base.languages import available
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.publicity_commands import announced, released, shown
from tablecam.commands.club_events import by, of_event, open_store, run_command
from tablecam.commands.games import books, database


@click.command()
@click.argument("day", default="")
@click.option("--place", default="", metavar="TEXT", help="Where it is.")
@by
@of_event
def announce(club: StoredEvent, day: str, place: str, by: str) -> None:
    """Says that the evening is on DAY, such as 2026-05-15; without one, it has no day yet."""
    run_command(club, by, lambda event: announced(event, day, place))


@click.command("show-name")
@click.argument("players", nargs=-1, required=True)
@click.option("--not", "hidden", is_flag=True, help="Their names are told no longer.")
@by
@of_event
def show_name(club: StoredEvent, players: tuple[str, ...], hidden: bool, by: str) -> None:
    """Lets the names of PLAYERS be told on the club's pages of this evening; each has said so."""
    for player in players:
        run_command(club, by, partial(shown, player=player, shows=not hidden))


@click.command()
@click.argument("number", type=int, metavar="ROUND")
@click.argument("players", nargs=-1, required=True)
@click.option("--back", is_flag=True, help="They take it back.")
@by
@of_event
def release(club: StoredEvent, number: int, players: tuple[str, ...], back: bool, by: str) -> None:
    """PLAYERS release the replay of their tracked game of ROUND; it is told once both of a game have."""
    for player in players:
        run_command(club, by, partial(released, player=player, number=number, releases=not back))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--language", default=SOURCE, type=click.Choice(available()), help="The language that it begins with.")
@click.option("--address", default="", metavar="URL", help="Of the live pages, for sign-up; without it there is none.")
@database
def publish(folder: Path, language: str, address: str, db: str) -> None:
    """Writes the club's pages to FOLDER, for any web host: evenings and league. HTML without script, JSON, CSV."""
    from tablecam.club.site.club_site import LivePages
    from tablecam.club.site.publish_club import publish_club, site_of

    live = LivePages(address.rstrip("/")) if address else None
    today = datetime.now().astimezone().date().isoformat()
    names = publish_club(site_of(open_store(db).engine, books(), language, today, live), folder)
    click.echo(f"{folder}: {len(names)} files; open {folder / 'index.html'}")


COMMANDS = (announce, show_name, release, publish)
