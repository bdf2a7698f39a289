"""The public side of a hall: `tablecam hub site`, `archive`, `desk`, `delay` and `rehearse`."""

import logging
import tempfile
from functools import partial
from pathlib import Path
from urllib.parse import quote

import click

from tablecam.commands.games import USUAL_DB, books, open_store
from tablecam.commands.hub_options import broker, certificates, database, stopped

# the interval between steps of a rehearsed table
BEAT_S = 1.0


@click.command("site")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--websockets",
    required=True,
    metavar="URL",
    help="The broker as browsers reach it: wss://hub.example:8884; ws://HOST:8884 is the host of the page itself.",
)
@click.option("--hall", default="", metavar="ID", help="Of this hall alone (`tablecam hub status`).  [default: all]")
def site(folder: Path, websockets: str, hall: str) -> None:
    """Writes the wall into FOLDER: files for any web host, which read the broker."""
    from tablecam.storage.own_folder import write_own_folder
    from webui.wall.site import MARKER, HallSite, site_files

    write_own_folder(folder, MARKER, *site_files(HallSite(websockets, hall)))
    click.echo(f"{folder / 'index.html'} is the wall: put the folder on a web host")


@click.command("archive")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--events", metavar="URL", help="The organiser's database: players have the names that they let be told.")
@database
def archive(folder: Path, events: str | None, db: str) -> None:
    """Writes the closed games of the record into FOLDER, that of the wall: a list to search, and a replay of each."""
    from tablecam.club.event.released_names import released_name
    from tablecam.commands.club_events import event_registry
    from tablecam.doors.hub.closed_games import closed_games, log_of
    from tablecam.doors.hub.record import open_record
    from webui.wall.archive import by_id, write_archive

    def say(text: str) -> None:
        click.echo(f"tablecam: {text}", err=True)

    record = open_record(db)
    name_of = partial(released_name, event_registry(events)) if events else by_id
    games = closed_games(record)
    count = write_archive(folder / "games", games, lambda game: log_of(record, game), books(), say, name_of)
    click.echo(f"{folder / 'games'}: {count} games")


@click.command("fetch")
@click.option("--into", default=USUAL_DB, show_default=True, metavar="URL", help="Where the games are to be kept.")
@database
def fetch(into: str, db: str) -> None:
    """Copies closed games of all tables into a database, for `tablecam league` and `tablecam replay`."""
    from tablecam.doors.hub.closed_games import take_over
    from tablecam.doors.hub.record import open_record

    new = take_over(open_record(db), open_store(into))
    click.echo(f"{into}: {len(new)} new games{': ' + ', '.join(map(str, new)) if new else ''}")


@click.command("desk")
@click.argument("hall")
@click.option("--wall", "page", metavar="URL", help="Where the wall is, for a link that can be opened.")
@database
@broker
@certificates
def desk(hall: str, page: str | None, db: str, broker: str, ca: Path | None) -> None:
    """Makes the key of the organiser of HALL (its id), who drives its walls and runs its event; an earlier one ends."""
    from tablecam.doors.hub.broker_access import Registrar, new_secret
    from tablecam.doors.hub.bus import BrokerAddress
    from tablecam.doors.hub.places import NoPlace, listed
    from tablecam.doors.hub.record import open_record
    from tablecam.doors.hub.settings import driving_link
    from tablecam.doors.hub.topics import desk_user

    if hall not in {entry.place.hall for entry in listed(open_record(db))}:
        raise NoPlace(f"the record has no hall {hall}; tablecam hub status lists them")
    secret, address = new_secret(), BrokerAddress.of(broker, ca)
    Registrar(address).admit_desk(hall, secret)
    click.echo(driving_link(page or "index.html", hall, secret))
    scheme = "mqtts" if address.secure else "mqtt"
    url = f"{scheme}://{desk_user(hall)}:{quote(secret)}@{address.host}:{address.port}"
    click.echo(f'# hub.toml: beside the database of the event, whose results come from the tables\norganiser = "{url}"')
    if page:
        click.echo(f'wall = "{page}"')


@click.command("delay")
@click.option("--seconds", type=click.FloatRange(0, 3600), default=0.0, show_default=True, help="Unless the desk says.")
@broker
@certificates
def delay(seconds: float, broker: str, ca: Path | None) -> None:
    """Shows tables some time later: those whose hub.toml says `delayed = true`. One program at a hub does it."""
    from tablecam.doors.hub.bus import BrokerAddress
    from tablecam.doors.hub.delayer import Delayer

    logging.basicConfig(format="tablecam: %(message)s", level=logging.INFO)
    Delayer(BrokerAddress.of(broker, ca), seconds).run(stopped())


@click.command("rehearse")
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@certificates
def rehearse(urls: tuple[str, ...], ca: Path | None) -> None:
    """Has tables play by themselves at a hub, one for each URL that `tablecam hub add-table` has printed."""
    from tablecam.commands.hub_rehearsal import rehearsed
    from tablecam.doors.hub.settings import table_link

    def say(text: str) -> None:
        click.echo(f"tablecam: {text}", err=True)

    stop, links = stopped(), [table_link(url, ca) for url in urls]
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder, rehearsed(links, Path(folder), say) as tables:
        while not stop.wait(BEAT_S):
            for table in tables:
                table.step()
