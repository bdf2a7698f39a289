"""Every fault of a terrain file at once: a person mends a drawing in one go, not one sentence after another.

`read_terrain` refuses at the first fault that makes a file unreadable. Here nothing is refused; besides those faults
the ones are told that can be read and yet cannot be meant: two solids in one place, terrain off the table, slivers.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import TypeVar

import shapely

from tablecam.errors import BadFile
from tablecam.storage.record import Record
from tablecam.storage.terrain_geojson import MATERIALS, read_collection, read_feature, read_polygon, refuse_typos
from tablecam.table.terrain import Feature
from tablecam.units import MM_PER_INCH

# Narrower than this everywhere is no terrain but what a drawing program left between two outlines.
SLIVER_IN = 0.02

# Plans are drawn to a sixteenth of an inch: what laps over less lies edge to edge.
LAP_IN = 1 / 16

# Heights on these tables end below two feet; the same number of millimetres begins at an inch.
TALLEST_IN = 24.0

T = TypeVar("T")
_Features = list[tuple[str, Feature]]


def terrain_faults(path: Path, size_in: tuple[float, float] | None = None) -> tuple[str, ...]:
    """What is wrong with the file, one sentence a fault, each with the feature's number and name and what to do.

    size_in: width and depth of the table, where they are known. BadFile only where the file is no GeoJSON at all.
    """
    return collection_faults(read_collection(path), size_in)


def collection_faults(file: Record, size_in: tuple[float, float] | None = None) -> tuple[str, ...]:
    """The same of a collection that has been read; each sentence begins with `file.where`."""
    records = file.records("features")
    found: list[str] = []
    features: list[tuple[str, Feature]] = []
    for record in records:
        feature, faults = _feature(record)
        found += faults
        if feature is not None:
            features.append((_named(record), feature))
    found += _units(file.where, [feature for _, feature in features], size_in)
    checks = (_slivers, _outside(size_in), _too_tall, _twins, _laps)
    found += [fault for check in checks for fault in check(features)]
    return tuple(found)


def _named(record: Record) -> str:
    properties = record.values.get("properties")
    name = properties.get("name") if isinstance(properties, Mapping) else None
    return f"{record.where} ({name})" if isinstance(name, str) and name.isprintable() else record.where


def _feature(record: Record) -> tuple[Feature | None, list[str]]:
    """The feature where it can be read, and everything that is wrong with it by itself."""
    faults: list[str] = []
    values = record.values.get("properties")
    here = Record(values if isinstance(values, Mapping) else {}, _named(record))
    bottom_in = _tried(lambda: here.number("z_bottom_in"), faults)
    top_in = _tried(lambda: here.number("z_top_in"), faults)
    if bottom_in is not None and top_in is not None and top_in <= bottom_in:
        faults.append(f"{here.where}: z_top_in {top_in:g} is not above z_bottom_in {bottom_in:g}; swap or raise it")
    _tried(lambda: here.text("name"), faults)
    _tried(lambda: here.choice("material", MATERIALS), faults)
    _tried(lambda: here.flag("standable"), faults)
    _tried(lambda: refuse_typos(here), faults)
    faults += _outline_faults(record, here.where)
    others: list[str] = []
    feature = _tried(lambda: read_feature(record), others)
    return feature, faults or others


def _tried(read: Callable[[], T], faults: list[str]) -> T | None:
    try:
        return read()
    except BadFile as fault:
        faults.append(str(fault))
        return None


def _outline_faults(record: Record, where: str) -> list[str]:
    geometry = record.values.get("geometry")
    here = Record(geometry if isinstance(geometry, Mapping) else {}, where)
    faults = [
        f"{where}: ring {number} of coordinates is not closed; end it with its first point again"
        for number, ring in enumerate(_rings(here), 1)
        if isinstance(ring, list) and len(ring) > 2 and ring[0] != ring[-1]
    ]
    _tried(lambda: read_polygon(here), faults)
    return faults


def _rings(geometry: Record) -> list[object]:
    rings = geometry.values.get("coordinates")
    return rings if isinstance(rings, list) else []


def _units(where: str, features: list[Feature], size_in: tuple[float, float] | None) -> Iterator[str]:
    """Another unit shows in the whole drawing: far too large for the table, or all of it within an inch or two."""
    if not features or size_in is None:
        return
    x0, y0, x1, y1 = shapely.total_bounds([feature.polygon for feature in features])
    share = max(x1 / size_in[0], y1 / size_in[1])
    if 4 < share <= 1.5 * MM_PER_INCH:
        yield (
            f"{where}: the terrain reaches to {x1:.0f}, {y1:.0f} on a table of {size_in[0]:g} x {size_in[1]:g} in; "
            "it seems to be drawn in millimetres, so divide all coordinates by 25.4"
        )
    if max(x1 - x0, y1 - y0) < min(size_in) / 20 and len(features) > 2:
        yield (
            f"{where}: all the terrain lies within {max(x1 - x0, y1 - y0):.2f} in; it seems to be drawn in feet, "
            "metres or degrees, so give its coordinates in inches"
        )


def _slivers(features: _Features) -> Iterator[str]:
    for where, feature in features:
        if feature.polygon.buffer(-SLIVER_IN / 2).is_empty:
            yield f"{where}: it is narrower than {SLIVER_IN} in everywhere; delete it or widen it"


def _outside(size_in: tuple[float, float] | None) -> Callable[[_Features], Iterator[str]]:
    def check(features: _Features) -> Iterator[str]:
        if size_in is None:
            return
        for where, feature in features:
            x0, y0, x1, y1 = feature.polygon.bounds
            over = {"left": -x0, "near": -y0, "right": x1 - size_in[0], "far": y1 - size_in[1]}
            edges = [f"{by:.2f} in past the {edge} edge" for edge, by in over.items() if by > LAP_IN]
            if edges:
                yield f"{where}: it reaches {' and '.join(edges)} of the table; move it or cut it off"

    return check


def _too_tall(features: _Features) -> Iterator[str]:
    for where, feature in features:
        if feature.z_top_in > TALLEST_IN:
            yield (
                f"{where}: z_top_in {feature.z_top_in:g} is taller than {TALLEST_IN:g} in; "
                f"if that is millimetres, give {feature.z_top_in / MM_PER_INCH:.2f}"
            )


def _twins(features: _Features) -> Iterator[str]:
    first: dict[str, str] = {}
    for where, feature in features:
        if feature.name in first:
            yield f"{where}: the name is that of {first[feature.name]} too; give each feature its own"
        first.setdefault(feature.name, where.rsplit(", ", 1)[-1])


def _laps(features: _Features) -> Iterator[str]:
    """Two solids in one place whose heights disagree, or that belong to different pieces."""
    solid = [(where, feature) for where, feature in features if feature.material == "solid"]
    for (_, first), (where, second) in combinations(solid, 2):
        low, high = max(first.z_bottom_in, second.z_bottom_in), min(first.z_top_in, second.z_top_in)
        agree = (first.z_bottom_in, first.z_top_in) == (second.z_bottom_in, second.z_top_in)
        one = agree or (first.piece is not None and first.piece == second.piece)
        if one or high - low <= LAP_IN or not first.polygon.intersects(second.polygon):
            continue
        shared = shapely.intersection(first.polygon, second.polygon)
        if not shared.buffer(-LAP_IN / 2).is_empty:
            x, y = shared.representative_point().coords[0]
            yield (
                f"{where}: it fills the same room as {first.name} at {x:.2f}, {y:.2f} from {low:g} to {high:g} in up; "
                "cut one of them back, or give both the same piece or heights"
            )
