"""`tablecam stream`: the places of the models in a video, a folder or a stream, for other programs."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from tablecam.commands.games import books
from tablecam.commands.options import table_folder, tuio_options
from tablecam.doors.api.opened_table import follow
from tablecam.doors.publishing import position_table
from tablecam.doors.publishing.live_message import Json, position_message, same_position
from tablecam.doors.publishing.tuio_sender import TuioSender
from tablecam.doors.publishing.tuio_target import TuioTarget
from tablecam.storage.table_folder import read_folder
from tablecam.table.snapshot import Snapshot


@click.command()
@click.argument("source")
@table_folder
@click.option("--csv", "csv_", is_flag=True, help="A table with a row a model, instead of JSON lines.")
@tuio_options
def stream(source: str, table: Path, csv_: bool, tuio: tuple[TuioTarget, ...]) -> None:
    """Prints where the models of SOURCE stand, whenever that has changed: the messages of /api/v1/live, a line each.

    SOURCE is a device number or path, a video, a folder of pictures, or a stream. A frame that cannot be used is
    reported on stderr and skipped. If a live camera is lost, the command waits for it.
    """
    senders = [TuioSender(target) for target in tuio]
    if csv_:
        click.echo(position_table.head(), nl=False)
    results = follow(read_folder(table, materials=books().materials), (source,), _print_skipped)
    for message in list_changes(send_snapshot(result.snapshot, senders) for result in results):
        click.echo(position_table.rows(message) if csv_ else json.dumps(message) + "\n", nl=False)


def send_snapshot(snapshot: Snapshot, senders: Sequence[TuioSender]) -> Snapshot:
    """The snapshot, after sending it."""
    for sender in senders:
        sender.send(snapshot)
    return snapshot


def list_changes(snapshots: Iterator[Snapshot]) -> Iterator[Json]:
    """The position of each snapshot that differs from the previous one by more than its time."""
    previous: Json | None = None
    for snapshot in snapshots:
        message = position_message(snapshot)
        if not same_position(message, previous):
            previous = message
            yield message


def _print_skipped(sentence: str) -> None:
    click.echo(f"tablecam: {sentence}", err=True)
