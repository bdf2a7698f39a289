"""The messages of the live stream, as plain data for JSON: only facts that a spectator may know.

`contract/live-1.schema.json` defines each key; a change that would break a reader is version 2. Lengths in table
inches, angles in radians anticlockwise from +x. Places are rounded to the accuracy of a camera, so that a table at rest
makes the same message again.
"""

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tablecam.table.measure.ranges import Range
from tablecam.table.measure.sighting import Obstruction, Sighting
from tablecam.table.miniature import Base, Circle, Ellipse, Placed
from tablecam.table.snapshot import Snapshot

VERSION = 1
# no text: states of the camera
GOOD, HELD_BACK, WAITING = "good", "held_back", "waiting"

Json = dict[str, Any]


def position_message(snapshot: Snapshot | None, camera: str | None = None) -> Json:
    """The place of every model. camera: good, waiting, trouble, held_back or ended; None: from the snapshot."""
    if snapshot is None:
        return _build_message("position", None, camera=camera or WAITING, table=None, models=[])  # no text
    return _build_message(
        "position",
        snapshot.time,
        camera=camera or (HELD_BACK if snapshot.pose_untrusted else GOOD),
        table={"width_in": snapshot.width_in, "depth_in": snapshot.depth_in},
        models=[_build_model(placed) for placed in snapshot.models],
    )


def pulse_message(snapshot: Snapshot | None) -> Json:
    """A sign that the server is there; sent each second."""
    return _build_message("pulse", snapshot.time if snapshot else None)


def range_message(found: Range, snapshot: Snapshot) -> Json:
    """The straight line between the nearest base edges of two models."""
    return _build_message("range", snapshot.time, **_build_range(found))


def ranges_message(found: Iterable[Range], snapshot: Snapshot) -> Json:
    """The ranges of all pairs."""
    return _build_message("ranges", snapshot.time, pairs=[_build_range(pair) for pair in found])


def sight_message(found: Sighting, snapshot: Snapshot) -> Json:
    """The share of one model that another sees. snapshot: with the names that the reader may know."""
    return _build_message("sight", snapshot.time, **_build_sight(found, snapshot))


def sights_message(found: Iterable[Sighting], snapshot: Snapshot) -> Json:
    """The sights of many pairs; snapshot as for `sight_message`."""
    return _build_message("sights", snapshot.time, pairs=[_build_sight(sighting, snapshot) for sighting in found])


def same_position(message: Json, other: Json | None) -> bool:
    """Whether two positions differ only in their time."""
    return other is not None and message | {"time_s": None} == other | {"time_s": None}


def base_shape(base: Base) -> Json:
    """The base's shape, round or square, with its size across and along its heading."""
    across, along = base.half_extents_in
    kind = "round" if isinstance(base, Circle | Ellipse) else "square"
    return {"shape": kind, "width_in": round(2 * across, 3), "length_in": round(2 * along, 3)}


def _build_message(kind: str, time_s: float | None, **content: Any) -> Json:
    return {"v": VERSION, "kind": kind, "time_s": None if time_s is None else round(time_s, 3), **content}


def _build_range(found: Range) -> Json:
    return {
        "a": found.a,
        "b": found.b,
        "range_in": round(found.range_in, 3),
        "horizontal_in": round(found.horizontal_in, 3),
        "sigma_in": round(found.sigma_in, 4),
        "contact": found.contact.value,
    }


def _build_sight(found: Sighting, snapshot: Snapshot) -> Json:
    return {
        "viewer": found.viewer,
        "target": found.target,
        "share": round(found.share, 4),
        "spread": [round(share, 4) for share in found.spread],
        "obstructions": [_build_obstruction(obstruction, snapshot) for obstruction in found.obstructions],
    }


def _build_obstruction(obstruction: Obstruction, snapshot: Snapshot) -> Json:
    is_model = obstruction.kind == "model"
    return {
        "kind": obstruction.kind,
        "name": snapshot.models[obstruction.number].model.name if is_model else obstruction.name,
        "material": obstruction.material,
        "hidden": round(obstruction.hidden, 4),
        "distance_in": round(obstruction.distance_in, 2),
    }


def _build_model(placed: Placed) -> Json:
    return {
        "id": placed.model.id,
        "name": placed.model.name,
        "side": placed.model.side,
        "base": base_shape(placed.model.base),
        "height_in": placed.model.height_in,
        "x_in": round(placed.x_in, 2),
        "y_in": round(placed.y_in, 2),
        "z_in": round(placed.z_in, 2),
        "heading_rad": round(placed.heading_rad, 2),
        "sigma_in": round(placed.sigma_in, 3),
        "stands_on": placed.stands_on,
        "state": placed.state,
    }


# no text: the names of columns are keys of the live message
COLUMNS = ("time_s", "id", "name", "side", "x_in", "y_in", "z_in", "heading_rad", "sigma_in", "stands_on", "state")


def build_csv_head() -> str:
    """The names of the columns."""
    return _to_csv([COLUMNS])


def build_csv_rows(position: Json) -> str:
    """The rows of one position; empty without models."""
    records = (model | {"time_s": position["time_s"]} for model in position["models"])
    return _to_csv([model[column] for column in COLUMNS] for model in records)


def _to_csv(records: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(records)
    return text.getvalue()


FOLDER = Path(__file__).resolve().parent / "contract"
# no text: names of files
CONTRACT = ("live-1.schema.json", "openapi.json", "asyncapi.json")
