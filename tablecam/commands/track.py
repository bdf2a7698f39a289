"""`tablecam track` and `tablecam stream`: what happens over a video, a folder or a stream, printed or as data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.commands.options import as_json, book_option, books, table_folder, tuio_options

if TYPE_CHECKING:
    from tablecam.doors.publishing.live_message import Json
    from tablecam.doors.publishing.tuio import TuioSender, TuioTarget
    from tablecam.sensing.tracking.changes import TrackChange
    from tablecam.table.snapshot import Snapshot


@click.command()
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@book_option
@table_folder
@as_json
def track(sources: tuple[str, ...], table: Path, json_: bool) -> None:
    """Follows the models through SOURCE: a device number or path, a video, a folder of pictures, or a stream.

    Several sources are cameras over one table, in the order of camera.yaml, camera-2.yaml and so on; recordings of them
    begin together. A frame that cannot be used is reported on stderr and skipped. If a live camera is lost, the command
    waits for it.
    """
    from tablecam.doors.api.opened_table import follow
    from tablecam.storage.table_folder import read_folder

    for result in follow(read_folder(table, materials=books().materials), sources, _print_skipped):
        for change in result.changes:
            click.echo(json.dumps(change.to_json()) if json_ else describe_change(change))


def _print_skipped(sentence: str) -> None:
    click.echo(f"tablecam: {sentence}", err=True)


def describe_change(change: TrackChange) -> str:
    """A change in words."""
    from tablecam.sensing.tracking.changes import TrackMoved

    line = f"{change.time:8.2f} s  {change.event.replace('_', ' '):<13}{change.model or ''}"
    if change.end is not None:
        line += "  at " + ", ".join(f"{value:.2f}" for value in change.end)
    if isinstance(change, TrackMoved):
        path = "its path is a guess" if change.path_in is None else f"{change.path_in:.2f} in along its path"
        line += f"  {change.straight_in:.2f} in straight, {path}"
    return line


@click.command()
@click.argument("source")
@table_folder
@book_option
@click.option("--csv", "csv_", is_flag=True, help="A table with a row a model, instead of JSON lines.")
@tuio_options
def stream(source: str, table: Path, csv_: bool, tuio: tuple[TuioTarget, ...]) -> None:
    """Prints where the models of SOURCE stand, whenever that has changed: the messages of /api/v1/live, a line each.

    SOURCE is a device number or path, a video, a folder of pictures, or a stream. A frame that cannot be used is
    reported on stderr and skipped. If a live camera is lost, the command waits for it.
    """
    from tablecam.doors.api.opened_table import follow
    from tablecam.doors.publishing.live_message import build_csv_head, build_csv_rows
    from tablecam.doors.publishing.tuio import TuioSender
    from tablecam.storage.table_folder import read_folder

    senders = [TuioSender(target) for target in tuio]
    if csv_:
        click.echo(build_csv_head(), nl=False)
    results = follow(read_folder(table, materials=books().materials), (source,), _print_unread_frame)
    for message in list_changes(send_snapshot(result.snapshot, senders) for result in results):
        click.echo(build_csv_rows(message) if csv_ else json.dumps(message) + "\n", nl=False)


def send_snapshot(snapshot: Snapshot, senders: Sequence[TuioSender]) -> Snapshot:
    """The snapshot, after sending it."""
    for sender in senders:
        sender.send(snapshot)
    return snapshot


def list_changes(snapshots: Iterator[Snapshot]) -> Iterator[Json]:
    """The position of each snapshot that differs from the previous one by more than its time."""
    from tablecam.doors.publishing.live_message import position_message, same_position

    previous: Json | None = None
    for snapshot in snapshots:
        message = position_message(snapshot)
        if not same_position(message, previous):
            previous = message
            yield message


def _print_unread_frame(sentence: str) -> None:
    click.echo(f"tablecam: {sentence}", err=True)
