"""GeoJSON of any origin as terrain: a plan in millimetres, outlines over a photograph in pixels, or a map in degrees.

RFC 7946 has degrees of longitude and latitude; many programs write lengths or pixels instead, and no file says which.
So the caller gives the unit and the scale. Polygons become prisms and lines become walls. Whatever else is in the file
is named as lost.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.storage.text_file import MOST_TERRAIN_BYTES, check_features, parse_json, read_text
from tablecam.table.terrain import SOLID, Feature, Terrain

# lengths in inches; degrees and pixels have none of their own
LENGTHS_IN = {"in": 1.0, "ft": 12.0, "mm": to_inches(1.0), "cm": to_inches(10.0), "m": to_inches(1000.0)}
DEGREES, PIXELS = "deg", "px"
UNITS = (*LENGTHS_IN, PIXELS, DEGREES)
METRES_A_DEGREE = 111_320.0
NAMES = ("name", "title", "label", "id")
# pieces smaller than this are slips of the mouse, and corners nearer than this are one
LEAST_AREA_IN2, STEP_IN = 0.01, 0.02
LONGEST_NAME = 40
LOWEST_IN, TALLEST_IN = 0.1, 24.0

Point = tuple[float, float]


@dataclass(frozen=True)
class MapFrame:
    """The way from a map to the table. unit: one of UNITS. height_in: of everything without a height of its own.

    scale: how many times larger the mapped place is than the table, such as 56 for 1:56; with pixels, the pixels of an
    inch. down: whether y runs down, as in pictures. size_in: of the table, None if unknown; nothing outside is taken.
    """

    unit: str
    scale: float
    height_in: float
    down: bool = False
    size_in: Point | None = None
    thickness_in: float = 0.1
    material: str = SOLID

    @property
    def inches(self) -> float:
        """Table inches of one unit; of one metre for degrees."""
        return 1 / self.scale if self.unit == PIXELS else LENGTHS_IN.get(self.unit, LENGTHS_IN["m"]) / self.scale


@dataclass
class ImportedTerrain:
    """Terrain from a map. losses: everything that was not taken or was changed, a sentence each."""

    features: list[Feature] = field(default_factory=list)
    losses: list[Message] = field(default_factory=list)

    @property
    def terrain(self) -> Terrain:
        """The terrain."""
        return Terrain(tuple(self.features))


def is_own(value: Any) -> bool:
    """Whether the features of a GeoJSON have the heights that `terrain.geojson` has."""
    features = value.get("features") if isinstance(value, Mapping) else None
    properties = [each.get("properties") for each in features or [] if isinstance(each, Mapping)]
    return any(isinstance(each, Mapping) and "z_top_in" in each for each in properties)


def read_foreign_geojson(path: Path, frame: MapFrame) -> ImportedTerrain:
    """The terrain in a GeoJSON of any origin. Raises BadFile for a file that holds no GeoJSON."""
    value = parse_json(path, read_text(path, "a map", MOST_TERRAIN_BYTES))
    records = list(_list_records(value))
    if not records:
        raise BadFile(f"{path}: no feature was found; is this GeoJSON with polygons or lines?")
    check_features(path, records)
    imported = ImportedTerrain()
    shapes = [shape for number, record in enumerate(records, 1) for shape in _read_shapes(number, record, imported)]
    place = _make_placing(shapes, frame)
    for shape in shapes:
        _add_feature(imported, shape, place(shape.geometry), frame)
    return imported


@dataclass(frozen=True)
class _Shape:
    """A polygon or a line of the map. piece: the name of a thing of several parts. height: in the map's unit."""

    name: str
    geometry: BaseGeometry
    piece: str | None
    height: float | None


def _list_records(value: Any) -> Iterator[Mapping[str, Any]]:
    """The features of a GeoJSON object; a bare geometry is a feature without properties."""
    if not isinstance(value, Mapping):
        return
    if value.get("type") == "FeatureCollection":
        features = value.get("features")
        for feature in features if isinstance(features, list) else []:
            yield feature if isinstance(feature, Mapping) else {}
    elif value.get("type") == "Feature":
        yield value
    elif "coordinates" in value or "geometries" in value:
        yield {"geometry": value}


def _read_shapes(number: int, record: Mapping[str, Any], imported: ImportedTerrain) -> list[_Shape]:
    raw_properties = record.get("properties")
    properties: Mapping[str, Any] = raw_properties if isinstance(raw_properties, Mapping) else {}
    name = _find_name(properties, record) or f"feature {number}"  # no text: a name in a file
    geometry = record.get("geometry")
    if not isinstance(geometry, Mapping):
        imported.losses.append(Message("{name} has no geometry", name=name))
        return []
    try:
        parts = _flatten(shapely.force_2d(shapely.geometry.shape(geometry)))
    except (shapely.errors.ShapelyError, ValueError, TypeError, AttributeError, KeyError, IndexError):
        imported.losses.append(Message("{name} has a geometry that cannot be read", name=name))
        return []
    shapes = [part for part in parts if isinstance(part, Polygon | LineString) and _is_finite(part)]
    if len(shapes) < len(parts) or not parts:
        kind = str(geometry.get("type"))[:LONGEST_NAME]
        imported.losses.append(
            Message("{name} was left out, or a part of it: {kind} is no area or line", name=name, kind=kind)
        )
    piece = name if len(shapes) > 1 else None
    return [
        _Shape(f"{name} {part}" if piece else name, shape, piece, _find_height(properties))
        for part, shape in enumerate(shapes, 1)
    ]


def _flatten(geometry: BaseGeometry) -> list[BaseGeometry]:
    """The simple parts of a geometry, in their order."""
    parts = list(getattr(geometry, "geoms", [geometry]))
    return [inner for part in parts for inner in (_flatten(part) if hasattr(part, "geoms") else [part])]


def _is_finite(geometry: BaseGeometry) -> bool:
    coordinates = shapely.get_coordinates(geometry)
    return len(coordinates) > 1 and bool(np.isfinite(coordinates).all()) and bool((np.abs(coordinates) < 1e9).all())


def _find_name(properties: Mapping[str, Any], record: Mapping[str, Any]) -> str:
    for holder in (properties, record):
        for key in NAMES:
            if isinstance(value := holder.get(key), str | int) and not isinstance(value, bool):
                words = "".join(letter for letter in " ".join(str(value).split()) if letter.isprintable())
                if words:
                    return words[:LONGEST_NAME]
    return ""


def _find_height(properties: Mapping[str, Any]) -> float | None:
    """The height in the file's unit, metres with degrees; None if there is none."""
    try:
        height = float(str(properties.get("height")).removesuffix("m").strip())
    except ValueError:
        return None
    return height if math.isfinite(height) and height > 0 else None


def _make_placing(shapes: list[_Shape], frame: MapFrame) -> Any:
    """A function that moves a geometry to the table.

    Lengths and pixels keep their origin; degrees have none, so the least longitude and latitude are the near left
    corner.
    """
    bounds = shapely.total_bounds([shape.geometry for shape in shapes]) if shapes else np.zeros(4)
    west, south, _east, north = bounds.tolist()
    inches = frame.inches

    def place(points: np.ndarray) -> np.ndarray:
        x, y = points[:, 0], points[:, 1]
        if frame.unit == DEGREES:
            narrow = math.cos(math.radians((south + north) / 2))
            return np.column_stack([(x - west) * narrow, y - south]) * METRES_A_DEGREE * inches
        if frame.down:
            depth = frame.size_in[1] if frame.size_in else north * inches
            return np.column_stack([x * inches, depth - y * inches])
        return points * inches

    return lambda geometry: shapely.transform(geometry, place)


def _add_feature(imported: ImportedTerrain, shape: _Shape, placed: BaseGeometry, frame: MapFrame) -> None:
    outline = placed if isinstance(placed, Polygon) else _thicken(placed, frame.thickness_in)
    polygon = _clean(outline, frame)
    if polygon is None:
        imported.losses.append(
            Message("{name} was left out: at this scale it is too small, or off the table", name=shape.name)
        )
        return
    if polygon.area < 0.99 * shapely.make_valid(outline).area:
        imported.losses.append(Message("{name} was cut: parts of it are off the table, or small", name=shape.name))
    height_in = frame.height_in if shape.height is None else shape.height * frame.inches
    top_in = min(max(height_in, LOWEST_IN), TALLEST_IN)
    if top_in != height_in:
        imported.losses.append(
            Message("{name}: its height of {height} in was changed to {top} in", name=shape.name,
                    height=f"{height_in:.2f}", top=f"{top_in:g}")
        )  # fmt: skip
    imported.features.append(Feature(shape.name, frame.material, 0.0, top_in, False, polygon, shape.piece))


def _thicken(line: BaseGeometry, thickness_in: float) -> BaseGeometry:
    return line.buffer(thickness_in / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)


def _clean(outline: BaseGeometry, frame: MapFrame) -> Polygon | None:
    """The largest sound polygon of an outline on the table; None if nothing of it is left."""
    sound = shapely.make_valid(shapely.simplify(outline, STEP_IN))
    if frame.size_in:
        sound = sound.intersection(shapely.box(0, 0, *frame.size_in))
    polygons = [part for part in _flatten(sound) if isinstance(part, Polygon) and part.area >= LEAST_AREA_IN2]
    return max(polygons, key=lambda polygon: polygon.area, default=None)
