"""`tablecam tournament`: publicity. Day and place, names, released replays, and the pages as a folder."""

from datetime import datetime
from pathlib import Path

import click

from tablecam.base.i18n import SOURCE
from tablecam.base.languages import available
from tablecam.commands.club_events import open_store
from tablecam.commands.games import books, database


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--language", default=SOURCE, type=click.Choice(available()), help="The language of the first page.")
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="The address of the live pages, for links to sign-up; the default is no link.",
)
@database
def publish(folder: Path, language: str, address: str, db: str) -> None:
    """Writes the club's pages to FOLDER, for any web host: evenings and league. HTML without script, JSON, CSV."""
    from tablecam.club.site.club_site import LivePages
    from tablecam.club.site.publish_club import publish_club, site_of

    live = LivePages(address.rstrip("/")) if address else None
    today = datetime.now().astimezone().date().isoformat()
    names = publish_club(site_of(open_store(db).engine, books(), language, today, live), folder)
    click.echo(f"{folder}: {len(names)} files; open {folder / 'index.html'}")


COMMANDS = (publish,)
