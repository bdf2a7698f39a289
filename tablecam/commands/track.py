"""`tablecam track`: runs the tracker over a video, a folder or a stream and prints what happened."""

import json
from pathlib import Path

import click

from tablecam.commands.games import books
from tablecam.commands.options import as_json, table_folder
from tablecam.doors.api.opened_table import follow
from tablecam.sensing.tracking.changes import TrackChange, TrackMoved
from tablecam.storage.table_folder import read_folder


@click.command()
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@table_folder
@as_json
def track(sources: tuple[str, ...], table: Path, json_: bool) -> None:
    """Follows the models through SOURCE: a device number or path, a video, a folder of pictures, or a stream.

    Several sources are cameras over one table, in the order of camera.yaml, camera-2.yaml and so on; recordings of them
    begin together. A frame that cannot be used is reported on stderr and skipped. If a live camera is lost, the command
    waits for it.
    """
    for result in follow(read_folder(table, materials=books().materials), sources, _print_skipped):
        for change in result.changes:
            click.echo(json.dumps(change.to_json()) if json_ else describe_change(change))


def _print_skipped(sentence: str) -> None:
    click.echo(f"tablecam: {sentence}", err=True)


def describe_change(change: TrackChange) -> str:
    """A change in words."""
    line = f"{change.time:8.2f} s  {change.event.replace('_', ' '):<13}{change.model or ''}"
    if change.end is not None:
        line += "  at " + ", ".join(f"{value:.2f}" for value in change.end)
    if isinstance(change, TrackMoved):
        path = "its path is a guess" if change.path_in is None else f"{change.path_in:.2f} in along its path"
        line += f"  {change.straight_in:.2f} in straight, {path}"
    return line
