"""`tablecam track`: runs the tracker over a video, a folder or a stream and prints what happened."""

import json
from pathlib import Path

import click

from tablecam.camera.source import open_source
from tablecam.commands.options import as_json, table_folder
from tablecam.errors import BadPicture
from tablecam.pipeline import Pipeline
from tablecam.storage.table_folder import read_folder
from tablecam.tracking.changes import Change, Moved


@click.command()
@click.argument("source")
@table_folder
@as_json
def track(source: str, table: Path, json_: bool) -> None:
    """Follows the models through SOURCE: a device number or path, a video, a folder of pictures, or a stream."""
    pipeline = Pipeline(read_folder(table))
    with open_source(source) as frames:
        while (frame := frames.read()) is not None:
            try:
                reading = pipeline.process(frame)
            except BadPicture as refused:
                raise BadPicture(f"{source}, frame {frame.number}: {refused}") from refused
            for change in reading.changes:
                click.echo(json.dumps(change.to_json()) if json_ else said(change))


def said(change: Change) -> str:
    """A change as a person reads it."""
    line = f"{change.time:8.2f} s  {change.event.replace('_', ' '):<13}{change.model or ''}"
    if change.end is not None:
        line += "  at " + ", ".join(f"{value:.2f}" for value in change.end)
    if isinstance(change, Moved):
        path = "its path is a guess" if change.path_in is None else f"{change.path_in:.2f} in along its path"
        line += f"  {change.straight_in:.2f} in straight, {path}"
    return line
