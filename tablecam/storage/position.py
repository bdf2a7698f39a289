"""A written position, to be measured instead of a photograph: the command's own JSON, or the snapshot notation."""

import difflib
import math
from dataclasses import replace
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.models_toml import read_base
from tablecam.storage.record import Record
from tablecam.storage.table_folder import TableFolder
from tablecam.storage.text_file import parse_json, read_text
from tablecam.table.elevation import TABLE
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.notation import NO_TAG, parse
from tablecam.table.snapshot import Snapshot

# the keys that the command prints of a model, and those that a position adds for models missing from models.toml
PRINTED = ("id", "tag", "x_in", "y_in", "z_in", "heading_rad", "sigma_in", "stands_on")
KEYS = (*PRINTED, "name", "side", "base", "height_in")


def read_position(path: Path | str, folder: TableFolder) -> Snapshot:
    """The position of the file on the folder's table.

    A model from `models.toml` needs only its id and its place; further values in the file take precedence. Terrain is
    the folder's, with the additions of a notation. BadFile names the line, or the model and key.
    """
    path = Path(path)
    text = read_text(path, "a position")
    empty = Snapshot(0.0, (), folder.terrain, folder.table.width_in, folder.table.depth_in, grid=folder.table.grid)
    if text.lstrip().startswith(("{", "[")):
        return _from_json(path, text, folder, empty)
    return parse(text, str(path), empty)


def _from_json(path: Path, text: str, folder: TableFolder, empty: Snapshot) -> Snapshot:
    value = parse_json(path, text)
    # the command prints one object a photograph, in a list where there are several
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        raise BadFile(f"{path}: one object with the key models is wanted")
    models: dict[str, Placed] = {}
    for record in Record(value, str(path)).records("models"):
        placed = _read_placed(record, folder)
        if placed.model.id in models:
            raise BadFile(f"{record.where}: {placed.model.id} stands on the table already, give each model its own id")
        models[placed.model.id] = placed
    return replace(empty, models=tuple(models.values()))


def _read_placed(record: Record, folder: TableFolder) -> Placed:
    name = record.text("id")
    model_record = Record(record.values, f"{record.where} ({name})")
    for key in model_record.values:
        meant = difflib.get_close_matches(key, KEYS, 1, 0.8)
        if key not in KEYS and meant:
            raise BadFile(f"{model_record.where}: the key {key} is unknown; did you mean {meant[0]}?")
    sigma = model_record.number("sigma_in", 0.0, at_least=0)
    return Placed(
        model=_read_miniature(name, model_record, folder),
        x_in=model_record.number("x_in"),
        y_in=model_record.number("y_in"),
        z_in=model_record.number("z_in", 0.0),
        heading_rad=math.remainder(model_record.number("heading_rad", 0.0), 2 * math.pi),
        covariance=((sigma**2, 0.0, 0.0), (0.0, sigma**2, 0.0), (0.0, 0.0, 0.0)),
        stands_on=model_record.text("stands_on", TABLE),
    )


def _read_miniature(name: str, record: Record, folder: TableFolder) -> Miniature:
    """The model of models.toml, with the changes of the position."""
    roster_model = folder.roster.by_id.get(name)
    if roster_model is None:
        base, height_in = read_base(record.record("base")), record.number("height_in", above=0)
        side, shown = record.text("side"), record.text("name", name)
        tag = NO_TAG if record.values.get("tag") in (None, NO_TAG) else record.whole("tag")
        return Miniature(name, shown, side, tag, 16.0, (0.0, 0.0), 1.2, base, height_in)
    return replace(
        roster_model,
        side=record.text("side", roster_model.side),
        base=read_base(record.record("base")) if "base" in record.values else roster_model.base,
        height_in=record.number("height_in", roster_model.height_in, above=0),
    )
