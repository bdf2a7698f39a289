"""`tablecam hub`: the archiver of many tables, and its companion commands."""

import logging
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from tablecam.base.errors import TablecamError
from tablecam.commands.games import USUAL_DB, books, open_store
from tablecam.commands.hub_options import FROM_ENVIRONMENT, broker, certificates, database, stopped
from tablecam.commands.hub_wall import archive, delay, desk, fetch, rehearse, site

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
    archiver = Archiver(open_record(db), BrokerAddress.of(broker, ca), timedelta(days=keep_logs))
    archiver.run(stopped())


@hub.command("init")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--address", default="127.0.0.1", show_default=True, help="What the broker listens on.")
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
@click.option("--at", "shown", metavar="URL", help="How tables reach the broker, if not as --broker says.")
@click.option("--delayed", is_flag=True, help="The table shows itself to the delayer alone.")
@database
@broker
@certificates
def add_table(hall: str, table: str, db: str, broker: str, ca: Path | None, **how: Any) -> None:
    """Registers TABLE of HALL, by what people call them, and prints its hub.toml. --broker: the registrar's URL."""
    import segno

    from tablecam.doors.hub.broker_access import Registrar, new_secret
    from tablecam.doors.hub.bus import BrokerAddress
    from tablecam.doors.hub.places import register
    from tablecam.doors.hub.record import open_record

    address = BrokerAddress.of(broker, ca)
    tables_address = BrokerAddress.of(how["shown"]) if how["shown"] else address
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
    """Takes away the credential of TABLE, by its id (`tablecam hub status`). --broker: the registrar's URL."""
    from tablecam.doors.hub.broker_access import Registrar
    from tablecam.doors.hub.bus import BrokerAddress
    from tablecam.doors.hub.places import NoPlace, strike_off
    from tablecam.doors.hub.record import open_record
    from tablecam.doors.hub.topics import place_of

    place = place_of(table)
    if place is None:
        raise NoPlace(f"{table} is no id of a table; tablecam hub status lists them")
    strike_off(open_record(db), place)
    Registrar(BrokerAddress.of(broker, ca)).revoke(place)


@hub.command("send")
@click.option("--db", default=USUAL_DB, show_default=True, metavar="URL", help="Where the table's games are kept.")
@click.option("--hub", "url", required=True, metavar="URL", help="As `tablecam hub add-table` has printed it.")
@certificates
def send(db: str, url: str, ca: Path | None) -> None:
    """Sends the games of a database, also while they are played: at the terminal, or before there was a hub.

    Walls show a card of the newest.
    """
    from tablecam.commands.sent_show import SentShow
    from tablecam.doors.hub.settings import table_link
    from tablecam.doors.hub.to_hub import to_hub

    def say(text: str) -> None:
        click.echo(f"tablecam: {text}", err=True)

    stop, reported = stopped(), None
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
    """The tables, and what the record has of them."""
    from tablecam.doors.hub.places import listed
    from tablecam.doors.hub.record import open_record

    for entry in listed(open_record(db)):
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
    """Keeps the logs of closed games of HALL for DAYS, by its id; without DAYS as `tablecam hub` is told."""
    from tablecam.doors.hub.keeping import keep_for
    from tablecam.doors.hub.record import open_record

    keep_for(open_record(db), hall, days)


@hub.command("verify")
@database
def verify(db: str) -> None:
    """Makes every chain of sums again, line by line, and every seal; exit status 1 where one is not as it was sent."""
    from tablecam.doors.hub.keeping import verify as checked
    from tablecam.doors.hub.record import open_record

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
