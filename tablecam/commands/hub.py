"""`tablecam hub`: the archiver of many tables, and its companion commands."""

from __future__ import annotations

import logging
import signal
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.options import USUAL_DB, books, open_store

if TYPE_CHECKING:
    from tablecam.doors.hub.message import HeardEvent, RoundOfEvent, TableCard
    from tablecam.game.replay.recorded_game import RecordedGame
    from tablecam.rules.books.catalogue import Catalogue
    from tablecam.storage.game_store import GameStore

# everybody on the machine can see a command line
FROM_ENVIRONMENT = {"db": "TABLECAM_HUB_DB", "broker": "TABLECAM_HUB_BROKER"}  # no text: names of variables

database = click.option(
    "--db",
    "db",
    required=True,
    envvar=FROM_ENVIRONMENT["db"],
    show_envvar=True,
    metavar="URL",
    help="The record: postgresql://user@host/name.",
)
broker = click.option(
    "--broker",
    required=True,
    envvar=FROM_ENVIRONMENT["broker"],
    show_envvar=True,
    metavar="URL",
    help="The broker: mqtts://user:secret@host, as `tablecam hub init` gave it.",
)
certificates = click.option(
    "--ca", type=click.Path(path_type=Path, dir_okay=False), help="Certificates to trust, if not the system's."
)


def make_stop_event() -> threading.Event:
    """An event that is set at Ctrl-C, or when the program is asked to end."""
    stop = threading.Event()

    def handle_signal(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGINT, handle_signal)
    signal.signal(signal.SIGTERM, handle_signal)
    return stop


# the interval between steps of a rehearsed table
BEAT_S = 1.0


@click.command("site")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--websockets",
    required=True,
    metavar="URL",
    help="The broker's address for browsers: wss://hub.example:8884; in ws://HOST:8884, HOST is the page's own host.",
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
@click.option("--events", metavar="URL", help="The organiser's database, for the names that players have released.")
@database
def archive(folder: Path, events: str | None, db: str) -> None:
    """Writes the closed games of the record into FOLDER of the wall: a list to search, and a replay of each game."""
    from tablecam.club.event.registry import released_name
    from tablecam.commands.club_events import event_registry
    from tablecam.doors.hub.record import open_record
    from tablecam.doors.hub.retention import list_closed_games, read_closed_log
    from webui.wall.archive import by_id, write_archive

    def say(text: str) -> None:
        click.echo(f"tablecam: {text}", err=True)

    record = open_record(db)
    name_of = partial(released_name, event_registry(events)) if events else by_id
    games = list_closed_games(record)
    count = write_archive(folder / "games", games, lambda game: read_closed_log(record, game), books(), say, name_of)
    click.echo(f"{folder / 'games'}: {count} games")


@click.command("fetch")
@click.option("--into", default=USUAL_DB, show_default=True, metavar="URL", help="The database to copy the games into.")
@database
def fetch(into: str, db: str) -> None:
    """Copies closed games of all tables into a database, for `tablecam league` and `tablecam replay`."""
    from tablecam.doors.hub.record import open_record
    from tablecam.doors.hub.retention import copy_closed_games

    new = copy_closed_games(open_record(db), open_store(into))
    click.echo(f"{into}: {len(new)} new games{': ' + ', '.join(map(str, new)) if new else ''}")


@click.command("desk")
@click.argument("hall")
@click.option("--wall", "page", metavar="URL", help="The address of the wall, for a link to open.")
@database
@broker
@certificates
def desk(hall: str, page: str | None, db: str, broker: str, ca: Path | None) -> None:
    """Makes the key with which the organiser of HALL (its id) controls walls and event; the earlier key ends."""
    from tablecam.doors.hub.broker_access import Registrar, new_secret
    from tablecam.doors.hub.bus import BrokerAddress
    from tablecam.doors.hub.record import NoPlace, list_places, open_record
    from tablecam.doors.hub.settings import driving_link
    from tablecam.doors.hub.topics import desk_user

    if hall not in {entry.place.hall for entry in list_places(open_record(db))}:
        raise NoPlace(f"the record has no hall {hall}; tablecam hub status lists them")
    secret, address = new_secret(), BrokerAddress.from_url(broker, ca)
    Registrar(address).admit_desk(hall, secret)
    click.echo(driving_link(page or "index.html", hall, secret))
    scheme = "mqtts" if address.secure else "mqtt"
    url = f"{scheme}://{desk_user(hall)}:{quote(secret)}@{address.host}:{address.port}"
    click.echo(f'# hub.toml: beside the database of the event, whose results come from the tables\norganiser = "{url}"')
    if page:
        click.echo(f'wall = "{page}"')


@click.command("delay")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 3600),
    default=0.0,
    show_default=True,
    help="The delay, unless the desk sets another.",
)
@broker
@certificates
def delay(seconds: float, broker: str, ca: Path | None) -> None:
    """Shows the tables whose hub.toml says `delayed = true` some time later. Run it once at a hub."""
    from tablecam.doors.hub.broadcast import Delayer
    from tablecam.doors.hub.bus import BrokerAddress

    logging.basicConfig(format="tablecam: %(message)s", level=logging.INFO)
    Delayer(BrokerAddress.from_url(broker, ca), seconds).run(make_stop_event())


@click.command("rehearse")
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@certificates
def rehearse(urls: tuple[str, ...], ca: Path | None) -> None:
    """Lets tables play by themselves at a hub, one for each URL that `tablecam hub add-table` has printed."""
    from tablecam.commands.hub_rehearsal import open_rehearsal
    from tablecam.doors.hub.settings import table_link

    def say(text: str) -> None:
        click.echo(f"tablecam: {text}", err=True)

    stop, links = make_stop_event(), [table_link(url, ca) for url in urls]
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder, open_rehearsal(links, Path(folder), say) as tables:
        while not stop.wait(BEAT_S):
            for table in tables:
                table.step()


# the interval between looks for news
LOOKS_S = 0.5


class BrokenRecord(TablecamError):
    """Raised where the record has damaged streams."""


@click.group(invoke_without_command=True)
@click.option(
    "--db",
    envvar=FROM_ENVIRONMENT["db"],
    show_envvar=True,
    metavar="URL",
    help="The record: postgresql://user@host/name.",
)
@click.option(
    "--broker",
    envvar=FROM_ENVIRONMENT["broker"],
    show_envvar=True,
    metavar="URL",
    help="The broker: mqtts://archiver:secret@host.",
)
@certificates
@click.option(
    "--keep-logs", type=click.IntRange(1), default=730, show_default=True, metavar="DAYS", help="Of closed games."
)
@click.pass_context
def hub(context: click.Context, db: str | None, broker: str | None, ca: Path | None, keep_logs: int) -> None:
    """Keeps the games of many tables: from an MQTT broker into PostgreSQL. Any number may run at once."""
    if context.invoked_subcommand is not None:
        return
    if db is None or broker is None:
        raise click.UsageError("--db and --broker say what to keep, and where")
    from tablecam.doors.hub.archiver import Archiver
    from tablecam.doors.hub.bus import BrokerAddress
    from tablecam.doors.hub.record import open_record

    logging.basicConfig(format="tablecam: %(message)s", level=logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    archiver = Archiver(open_record(db), BrokerAddress.from_url(broker, ca), timedelta(days=keep_logs))
    archiver.run(make_stop_event())


@hub.command("init")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--address", default="127.0.0.1", show_default=True, help="The address that the broker listens on.")
@click.option("--port", default=8883, show_default=True, help="For tables.")
@click.option("--websockets", default=8884, show_default=True, help="For browsers.")
@click.option("--cert", type=click.Path(path_type=Path, dir_okay=False), help="The broker's certificate.")
@click.option("--key", type=click.Path(path_type=Path, dir_okay=False), help="Its key.")
def init(folder: Path, address: str, port: int, websockets: int, cert: Path | None, key: Path | None) -> None:
    """Writes the configuration of a mosquitto with its accounts into FOLDER."""
    from tablecam.doors.hub.broker_access import SECURITY_FILE, listeners, write_broker

    if (cert is None) != (key is None):
        raise click.UsageError("--cert and --key go together")
    if cert is None and address not in {"127.0.0.1", "::1", "localhost"}:
        raise click.UsageError(
            f"whoever listens on {address} needs --cert and --key: secrets would go over the network"
        )
    if (folder / SECURITY_FILE).exists():
        raise click.UsageError(f"{folder} has the accounts of a broker already; they would be lost")
    folder.mkdir(parents=True, exist_ok=True)
    tls = (cert, key) if cert and key else None
    for user, secret in write_broker(folder, listeners(address, port, websockets, tls)).items():
        click.echo(f"{user}: {'mqtts' if tls else 'mqtt'}://{user}:{secret}@{address}:{port}")


@hub.command("add-table")
@click.argument("hall")
@click.argument("table")
@click.option("--at", "shown", metavar="URL", help="The broker's address for tables, if it differs from --broker.")
@click.option("--delayed", is_flag=True, help="Let the table send its card only to the delayer.")
@database
@broker
@certificates
def add_table(hall: str, table: str, db: str, broker: str, ca: Path | None, **how: Any) -> None:
    """Registers TABLE of HALL under these names, and prints its hub.toml. --broker: the registrar's URL."""
    import segno

    from tablecam.doors.hub.broker_access import Registrar, new_secret
    from tablecam.doors.hub.bus import BrokerAddress
    from tablecam.doors.hub.record import open_record, register

    address = BrokerAddress.from_url(broker, ca)
    tables_address = BrokerAddress.from_url(how["shown"]) if how["shown"] else address
    place, secret = register(open_record(db), hall, table), new_secret()
    registrar = Registrar(address)
    registrar.admit(place, secret, delayed=how["delayed"])
    registrar.announce(place, hall, table)
    scheme = "mqtts" if tables_address.secure else "mqtt"
    url = f"{scheme}://{place.user}:{quote(secret)}@{tables_address.host}:{tables_address.port}"
    click.echo(f'# hub.toml: put it into the folder of the table "{table}", and nowhere else\nbroker = "{url}"')
    if how["delayed"]:
        click.echo("delayed = true")
    qr_code = StringIO()
    segno.make_qr(url).terminal(qr_code, compact=True, border=2)
    click.echo(qr_code.getvalue(), nl=False)


@hub.command("revoke")
@click.argument("table")
@database
@broker
@certificates
def revoke(table: str, db: str, broker: str, ca: Path | None) -> None:
    """Revokes the credential of TABLE (its id in `tablecam hub status`). --broker: the registrar's URL."""
    from tablecam.doors.hub.broker_access import Registrar
    from tablecam.doors.hub.bus import BrokerAddress
    from tablecam.doors.hub.record import NoPlace, open_record, revoke_place
    from tablecam.doors.hub.topics import find_place

    place = find_place(table)
    if place is None:
        raise NoPlace(f"{table} is no id of a table; tablecam hub status lists them")
    revoke_place(open_record(db), place)
    Registrar(BrokerAddress.from_url(broker, ca)).revoke(place)


@hub.command("send")
@click.option("--db", default=USUAL_DB, show_default=True, metavar="URL", help="Where the table's games are kept.")
@click.option(
    "--hub",
    "url",
    required=True,
    metavar="URL",
    help="The table's address at the hub, as `tablecam hub add-table` prints it.",
)
@certificates
def send(db: str, url: str, ca: Path | None) -> None:
    """Sends the games of a database, also during play: games at the terminal, or from before there was a hub.

    Walls show a card of the newest.
    """
    from tablecam.commands.hub import SentShow
    from tablecam.doors.hub.courier import to_hub
    from tablecam.doors.hub.settings import table_link

    def say(text: str) -> None:
        click.echo(f"tablecam: {text}", err=True)

    stop, reported = make_stop_event(), None
    link, store = table_link(url, ca), open_store(db)
    with to_hub(link, store, books().rulebook, say, SentShow(store, books())) as courier:
        while courier and not stop.wait(LOOKS_S):
            state = courier.state
            if (progress := (state.connected, state.behind, state.why)) != reported:
                reported = progress
                click.echo(f"{state.behind} lines behind" + ("" if state.connected else f"; not connected {state.why}"))


@hub.command("status")
@database
def status(db: str) -> None:
    """Lists the tables, with the state of their records."""
    from tablecam.doors.hub.record import list_places, open_record

    for entry in list_places(open_record(db)):
        last_text = f", last {entry.last:%Y-%m-%d %H:%M:%S}" if entry.last else ""
        waiting = f", {entry.waiting} waiting for others" if entry.waiting else ""
        click.echo(
            f"{entry.place.user}  {entry.hall_name}, {entry.table_name}: {entry.games} games ({entry.closed} closed), "
            f"{entry.lines} lines{waiting}{last_text}{'; revoked' if entry.revoked else ''}"
        )


@hub.command("keep")
@click.argument("hall")
@click.argument("days", type=click.IntRange(1), required=False)
@database
def keep(hall: str, days: int | None, db: str) -> None:
    """Keeps the logs of closed games of HALL (its id) for DAYS; without DAYS, as long as `tablecam hub` does."""
    from tablecam.doors.hub.record import open_record
    from tablecam.doors.hub.retention import keep_for

    keep_for(open_record(db), hall, days)


@hub.command("verify")
@database
def verify(db: str) -> None:
    """Recomputes every chain of sums line by line, and every seal; exit status 1 if one differs from what was sent."""
    from tablecam.doors.hub.record import open_record
    from tablecam.doors.hub.retention import verify as checked

    streams = lines = 0
    faults = []
    for stream in checked(open_record(db)):
        streams, lines = streams + 1, lines + stream.lines
        if stream.fault:
            faults.append(f"game {stream.game}, {stream.stream}: {stream.fault}")
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        raise BrokenRecord(f"{len(faults)} of {streams} streams are not as they were sent")
    click.echo(f"{streams} streams of {lines} lines: every chain of sums is whole")


for command in (archive, delay, desk, fetch, rehearse, site):
    hub.add_command(command)


# no camera watches such a table, and a wall says nothing of one
NO_CAMERA = ""


class SentShow:
    """The show of games that other programs write; one thread asks. It reveals only what a spectator may know."""

    def __init__(self, store: GameStore, books: Catalogue) -> None:
        from tablecam.doors.hub.message import HeardEvent, TableCard

        self._store, self._books = store, books
        self._id, self._length, self._sum = 0, 0, ""
        self._past: RecordedGame | None = None
        self._card, self._heard = TableCard(NO_CAMERA), HeardEvent()

    def parts(self) -> Mapping[str, str]:
        """Empty, since there is no board."""
        return {}

    def card(self) -> TableCard:
        """The card of the newest game, computed again when its log has grown."""
        lengths = self._store.lengths()
        if not lengths:
            return self._card
        newest = max(lengths)
        # a game gets its name when it is first sent
        has_name = bool(self._card.game)
        if (newest, lengths[newest]) != (self._id, self._length) or not has_name:
            self._card = self._build_card(newest)
        return replace(self._card, round=self._find_round())

    def hear(self, event: HeardEvent) -> None:
        """Store the organiser's event of the hall, from any thread."""
        self._heard = event

    def _find_round(self) -> RoundOfEvent | None:
        from webui.wall.hub_show import round_of_hall

        if self._past is None:
            return None
        return round_of_hall(self._past.log.header.tags, tuple(self._past.seats), self._heard, time.time())

    def _build_card(self, id: int) -> TableCard:
        from tablecam.doors.hub.outbox import GAME_ID
        from tablecam.game.replay.recorded_game import RecordedGame

        if id != self._id:
            self._id, self._length, self._sum, self._past = id, 0, "", None
        texts, self._sum = self._store.since(id, self._length, self._sum)
        self._length += len(texts)
        if self._past is None:
            self._past = RecordedGame.read(texts, {}, self._books)
        else:
            self._past.grow(texts)
        uuid = self._store.settings(id).get(GAME_ID, "")
        return make_card(self._past, uuid, self._find_begin_time(id))

    def _find_begin_time(self, id: int) -> int:
        text = next((listed.begun for listed in self._store.games() if listed.id == id), "")
        return round(datetime.fromisoformat(text).timestamp()) if text else 0


def make_card(past: RecordedGame, uuid: str, begun: int) -> TableCard:
    """The card of a game for spectators. begun: seconds since 1970."""
    from tablecam.rules.books.side_names import withholding_names

    with withholding_names():
        return _build_game_card(past, uuid, begun)


def _build_game_card(past: RecordedGame, uuid: str, begun: int) -> TableCard:
    from tablecam.doors.hub.message import CardSide, TableCard
    from tablecam.game.hosting.log_view import NOBODY
    from webui.wall.hub_show import is_ruling

    history, state = past.view_as(NOBODY), past.visible(past.state, NOBODY)
    people, tags = past.phrases.people(past.state), past.log.header.tags
    ruling = next((str(line["text"]) for line in reversed(history.lines) if is_ruling(line)), "")
    title, phase, is_over = str(state.get("turn_title", "")), str(state.get("phase", "")), past.over
    result = past.result()
    return TableCard(
        NO_CAMERA, uuid, begun,
        tuple(CardSide(seat, _player_name(tags, seat), _describe_score(state, people, seat)) for seat in past.seats),
        turn=title if is_over or not phase else f"{title}, {phase}",
        said=ruling, over=is_over, closed=past.closed, won=result.winner if result and is_over else "",
    )  # fmt: skip


def _player_name(tags: Mapping[str, str], seat: str) -> str:
    """The player's name, or the log's name for the side."""
    from tablecam.rules.books.side_names import force_name, player_tag

    return tags.get(player_tag(seat)) or force_name(seat, tags)


def _describe_score(state: Mapping[str, Any], people: Mapping[str, str], seat: str) -> str:
    models = state.get("models") or {}
    alive_flags = [models[model]["alive"] for model, side in people.items() if side == seat and model in models]
    return f"{sum(alive_flags)}/{len(alive_flags)}" if alive_flags else ""
