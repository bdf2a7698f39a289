"""Every fault of a terrain file at once, so that a drawing can be corrected in one go.

`read_terrain` stops at the first fault that makes a file unreadable. The check never stops, and it also finds terrain
that can be read but is surely a mistake: two solids in one place, a feature
that is there twice, terrain off the table or below it, slivers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TypeVar

import shapely

from tablecam.base.errors import BadFile
from tablecam.base.i18n import AS_IT_IS, Message, listing
from tablecam.base.units import MM_PER_INCH
from tablecam.storage.record import Record
from tablecam.storage.terrain_geojson import (
    ANY,
    read_collection,
    read_feature,
    read_material,
    read_polygon,
    refuse_typos,
)
from tablecam.table.terrain import Feature

# Terrain that is drawn twice, or below the table: readable, but with a wrong account of the table.
#
# Reports list the obstructions of a target feature by feature, so terrain drawn twice appears twice. The share that is
# visible past everything stays right, because shadows are joined. A flaw that affects only reports is a warning; a
# flaw that could change a ruling is a fault.

# Outlines that differ by less than this share of their area are the same outline.
SAME_SHARE = 0.01


@dataclass(frozen=True)
class Flaw:
    """A flaw of the feature with this index. warns: rulings are right all the same."""

    index: int
    says: Message
    warns: bool = False


def doubles(features: Sequence[Feature], names: Sequence[str], lap_in: float) -> Iterator[Flaw]:
    """Features that are there twice, and those that overlap at equal heights by more than `lap_in`.

    A net over a crate is of another material, and no double. names: of the features, as a person finds them there.
    """
    for earlier, later in combinations(range(len(features)), 2):
        earlier_feature, later_feature = features[earlier], features[later]
        if build(earlier_feature) != build(later_feature) or not earlier_feature.polygon.intersects(
            later_feature.polygon
        ):
            continue
        if same_outline(earlier_feature, later_feature):
            yield Flaw(later, Message("it duplicates {other}; delete one of the two", other=names[earlier]))
        else:
            yield from _report_overlap(
                later, names[earlier], shapely.intersection(earlier_feature.polygon, later_feature.polygon), lap_in
            )


def below_the_table(features: Sequence[Feature]) -> Iterator[Flaw]:
    """Features that begin or lie below the table's surface."""
    for index, feature in enumerate(features):
        if feature.z_top_in <= 0:
            says = Message(
                "it lies below the table, at heights from {bottom} to {top} in, and hides nothing; heights are "
                "measured from the table's surface, so set z_bottom_in to 0 and z_top_in above it, or delete it",
                bottom=f"{feature.z_bottom_in:g}",
                top=f"{feature.z_top_in:g}",
            )
            yield Flaw(index, says)
        elif feature.z_bottom_in < 0:
            says = Message(
                "z_bottom_in {bottom} is below the table; heights are measured from the table's surface, so "
                "give 0, and check whether z_top_in {top} was measured from there too",
                bottom=f"{feature.z_bottom_in:g}",
                top=f"{feature.z_top_in:g}",
            )
            yield Flaw(index, says, warns=True)


def same_outline(first: Feature, second: Feature) -> bool:
    """Whether two features have the same outline, whatever its first corner."""
    difference_in2 = shapely.symmetric_difference(first.polygon, second.polygon).area
    return bool(difference_in2 <= SAME_SHARE * min(first.polygon.area, second.polygon.area))


def build(feature: Feature) -> tuple[str, float, float]:
    """The properties that two features must share to be one: the material, and both heights."""
    return feature.material, feature.z_bottom_in, feature.z_top_in


def _report_overlap(later: int, other: str, shared: shapely.Geometry, lap_in: float) -> Iterator[Flaw]:
    if shared.buffer(-lap_in / 2).is_empty:
        return
    x, y = shared.representative_point().coords[0]
    says = Message(
        "it overlaps {other} at {x}, {y} at the same height, so both claim to hide the same part; join the two "
        "into one outline, or cut one of them back",
        other=other,
        x=f"{x:.2f}",
        y=f"{y:.2f}",
    )
    yield Flaw(later, says, warns=True)


# Terrain that is nowhere wider than this is a gap that a drawing program left between two outlines.
SLIVER_IN = 0.02

# Plans are drawn to a sixteenth of an inch: outlines that overlap by less lie edge to edge.
LAP_IN = 1 / 16

# Heights on these tables end below two feet; the same number of millimetres begins at an inch.
TALLEST_IN = 24.0

T = TypeVar("T")


@dataclass(frozen=True)
class TerrainFault:
    """A fault of a terrain file. feature: the feature's index, None for a fault of the whole.

    where: the file, and the feature's number and name. says: the fault and the remedy, the end of a sentence. warns:
    rulings are right all the same.
    """

    feature: int | None
    where: str
    says: Message
    warns: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"


@dataclass(frozen=True)
class _NumberedFeature:
    """A feature that could be read, its index in the file, and its number and name for people."""

    index: int
    where: str
    feature: Feature

    def fault(self, says: Message) -> TerrainFault:
        return TerrainFault(self.index, self.where, says)


_Features = list[_NumberedFeature]


def terrain_faults(
    path: Path, size_in: tuple[float, float] | None = None, materials: tuple[str, ...] = ANY
) -> tuple[str, ...]:
    """The faults of the file, one sentence each, with the feature's number and name and the remedy.

    size_in: width and depth of the table, if known. materials: the allowed materials of terrain. Raises BadFile only if
    the file is no GeoJSON.
    """
    faults = collection_faults(read_collection(path), size_in, materials)
    return tuple(str(fault) for fault in faults if not fault.warns)


def terrain_warnings(path: Path, materials: tuple[str, ...] = ANY) -> tuple[str, ...]:
    """The oddities of the file that affect no ruling, in the same form as the faults."""
    return tuple(str(fault) for fault in collection_faults(read_collection(path), None, materials) if fault.warns)


def collection_faults(
    file: Record, size_in: tuple[float, float] | None = None, materials: tuple[str, ...] = ANY
) -> tuple[TerrainFault, ...]:
    """The faults of a collection that has been read."""
    report: list[TerrainFault] = []
    features: _Features = []
    for index, record in enumerate(file.records("features")):
        feature, faults = _read_with_faults(record, materials)
        where = _label_record(record)
        report += [TerrainFault(index, where, _strip_place(fault, where, record.where)) for fault in faults]
        if feature is not None:
            features.append(_NumberedFeature(index, where, feature))
    report += [
        TerrainFault(None, file.where, says)
        for says in _check_units([numbered.feature for numbered in features], size_in)
    ]
    checks = (
        _find_slivers,
        _make_edge_check(size_in),
        _find_towers,
        _find_sunken,
        _find_doubles,
        _find_twins,
        _find_laps,
    )
    report += [fault for check in checks for fault in check(features)]
    return tuple(report)


def _strip_place(sentence: str, *places: str) -> Message:
    """A reader's sentence without the place at its beginning; the faults of files are in English."""
    for place in places:
        sentence = sentence.removeprefix(place)
    return Message(AS_IT_IS, text=sentence.lstrip(":, "))


def _label_record(record: Record) -> str:
    properties = record.values.get("properties")
    name = properties.get("name") if isinstance(properties, Mapping) else None
    return f"{record.where} ({name})" if isinstance(name, str) and name.isprintable() else record.where


def _read_with_faults(record: Record, materials: tuple[str, ...]) -> tuple[Feature | None, list[str]]:
    """The feature if it can be read, and its own faults, as sentences of the readers."""
    faults: list[str] = []
    values = record.values.get("properties")
    properties = Record(values if isinstance(values, Mapping) else {}, _label_record(record))
    bottom_in = _try_read(lambda: properties.number("z_bottom_in"), faults)
    top_in = _try_read(lambda: properties.number("z_top_in"), faults)
    if bottom_in is not None and top_in is not None and top_in <= bottom_in:
        faults.append(
            f"{properties.where}: z_top_in {top_in:g} is not above z_bottom_in {bottom_in:g}; swap or raise it"
        )
    _try_read(lambda: properties.text("name"), faults)
    _try_read(lambda: read_material(properties, materials), faults)
    _try_read(lambda: properties.flag("standable"), faults)
    _try_read(lambda: refuse_typos(properties), faults)
    faults += _find_outline_faults(record, properties.where)
    reader_faults: list[str] = []
    feature = _try_read(lambda: read_feature(record, materials), reader_faults)
    return feature, faults or reader_faults


def _try_read(read: Callable[[], T], faults: list[str]) -> T | None:
    try:
        return read()
    except BadFile as fault:
        faults.append(str(fault))
        return None


def _find_outline_faults(record: Record, where: str) -> list[str]:
    geometry = record.values.get("geometry")
    outline_record = Record(geometry if isinstance(geometry, Mapping) else {}, where)
    faults = [
        f"{where}: ring {number} of coordinates is not closed; end it with its first point again"
        for number, ring in enumerate(_list_rings(outline_record), 1)
        if isinstance(ring, list) and len(ring) > 2 and ring[0] != ring[-1]
    ]
    _try_read(lambda: read_polygon(outline_record), faults)
    return faults


def _list_rings(geometry: Record) -> list[object]:
    rings = geometry.values.get("coordinates")
    return rings if isinstance(rings, list) else []


def _check_units(features: list[Feature], size_in: tuple[float, float] | None) -> Iterator[Message]:
    """Faults that show another unit of length: the drawing is far too large for the table, or within an inch or two."""
    if not features or size_in is None:
        return
    x0, y0, x1, y1 = shapely.total_bounds([feature.polygon for feature in features])
    share = max(x1 / size_in[0], y1 / size_in[1])
    if 4 < share <= 1.5 * MM_PER_INCH:
        yield Message(
            "the terrain reaches to {x}, {y} on a table of {width} x {depth} in; it seems to be drawn in millimetres, "
            "so divide all coordinates by 25.4",
            x=f"{x1:.0f}",
            y=f"{y1:.0f}",
            width=f"{size_in[0]:g}",
            depth=f"{size_in[1]:g}",
        )
    if max(x1 - x0, y1 - y0) < min(size_in) / 20 and len(features) > 2:
        yield Message(
            "all the terrain lies within {span} in; it seems to be drawn in feet, metres or degrees, so give its "
            "coordinates in inches",
            span=f"{max(x1 - x0, y1 - y0):.2f}",
        )


def _find_slivers(features: _Features) -> Iterator[TerrainFault]:
    for numbered in features:
        if numbered.feature.polygon.buffer(-SLIVER_IN / 2).is_empty:
            says = Message("it is narrower than {width} in everywhere; delete it or widen it", width=SLIVER_IN)
            yield numbered.fault(says)


def _make_edge_check(size_in: tuple[float, float] | None) -> Callable[[_Features], Iterator[TerrainFault]]:
    def check(features: _Features) -> Iterator[TerrainFault]:
        if size_in is None:
            return
        for numbered in features:
            x0, y0, x1, y1 = numbered.feature.polygon.bounds
            edges = [
                edge
                for edge, over_in in (
                    (Message("{length} in past the left edge", length=f"{-x0:.2f}"), -x0),
                    (Message("{length} in past the near edge", length=f"{-y0:.2f}"), -y0),
                    (Message("{length} in past the right edge", length=f"{x1 - size_in[0]:.2f}"), x1 - size_in[0]),
                    (Message("{length} in past the far edge", length=f"{y1 - size_in[1]:.2f}"), y1 - size_in[1]),
                )
                if over_in > LAP_IN
            ]
            if edges:
                reach = Message("it reaches {edges} of the table; move it or cut it off", edges=listing(edges))
                yield numbered.fault(reach)

    return check


def _find_towers(features: _Features) -> Iterator[TerrainFault]:
    for numbered in features:
        top_in = numbered.feature.z_top_in
        if top_in > TALLEST_IN:
            yield numbered.fault(
                Message(
                    "z_top_in {top} is taller than {tallest} in; if the value is in millimetres, give {inches}",
                    top=f"{top_in:g}",
                    tallest=f"{TALLEST_IN:g}",
                    inches=f"{top_in / MM_PER_INCH:.2f}",
                )
            )


def _find_sunken(features: _Features) -> Iterator[TerrainFault]:
    for flaw in below_the_table([numbered.feature for numbered in features]):
        yield replace(features[flaw.index].fault(flaw.says), warns=flaw.warns)


def _find_doubles(features: _Features) -> Iterator[TerrainFault]:
    names = [_short_name(numbered) for numbered in features]
    for flaw in doubles([numbered.feature for numbered in features], names, LAP_IN):
        yield replace(features[flaw.index].fault(flaw.says), warns=flaw.warns)


def _short_name(numbered: _NumberedFeature) -> str:
    """The feature's number and name, without the file."""
    return numbered.where.rsplit(", ", 1)[-1]


def _find_twins(features: _Features) -> Iterator[TerrainFault]:
    first_by_name: dict[str, _NumberedFeature] = {}
    for numbered in features:
        name = numbered.feature.name
        earlier = first_by_name.setdefault(name, numbered)
        if earlier is not numbered and not _is_double(earlier.feature, numbered.feature):
            says = Message("{other} has the same name; give each feature its own", other=_short_name(earlier))
            yield numbered.fault(says)


def _is_double(first: Feature, second: Feature) -> bool:
    """Whether a feature is a repetition of another, which `doubles` reports."""
    return build(first) == build(second) and same_outline(first, second)


def _find_laps(features: _Features) -> Iterator[TerrainFault]:
    """Two solids in one place whose heights disagree, or that belong to different pieces."""
    solid = [numbered for numbered in features if numbered.feature.solid]
    for earlier, later in combinations(solid, 2):
        earlier_feature, later_feature = earlier.feature, later.feature
        low, high = (
            max(earlier_feature.z_bottom_in, later_feature.z_bottom_in),
            min(earlier_feature.z_top_in, later_feature.z_top_in),
        )
        agree = (earlier_feature.z_bottom_in, earlier_feature.z_top_in) == (
            later_feature.z_bottom_in,
            later_feature.z_top_in,
        )
        same_piece = agree or (earlier_feature.piece is not None and earlier_feature.piece == later_feature.piece)
        if same_piece or high - low <= LAP_IN or not earlier_feature.polygon.intersects(later_feature.polygon):
            continue
        shared = shapely.intersection(earlier_feature.polygon, later_feature.polygon)
        if not shared.buffer(-LAP_IN / 2).is_empty:
            x, y = shared.representative_point().coords[0]
            yield later.fault(
                Message(
                    "it occupies the same space as {other} at {x}, {y}, at heights from {low} to {high} in; "
                    "cut one of them back, or give both the same piece or heights",
                    other=earlier_feature.name,
                    x=f"{x:.2f}",
                    y=f"{y:.2f}",
                    low=f"{low:g}",
                    high=f"{high:g}",
                )
            )
