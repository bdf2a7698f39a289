"""`terrain.geojson`: the obstructions of the table, each an upright prism over a polygon in table inches.

A FeatureCollection of RFC 7946, in inches instead of degrees; unknown members are ignored,
as the RFC asks, unless they look like a misspelling of ours.
"""

import difflib
import json
from pathlib import Path

import shapely
from shapely import Polygon

from tablecam.base.errors import BadFile
from tablecam.storage.record import Record
from tablecam.storage.text_file import MOST_TERRAIN_BYTES, check_features, parse_json, read_text, write_text
from tablecam.table.terrain import SIGMA_BY_ORIGIN_IN, SOLID, TYPED, Feature, Terrain, misspelt_solid

# for a reader that accepts any name of a material; the rulebooks define the materials
ANY: tuple[str, ...] = ()
PROPERTIES = ("name", "piece", "material", "z_bottom_in", "z_top_in", "standable")


def read_terrain(path: Path, materials: tuple[str, ...] = ANY) -> Terrain:
    """The terrain that the file describes; BadFile with the line, or the feature and key, of the first fault.

    materials: the allowed materials of terrain.
    """
    return Terrain(tuple(read_feature(record, materials) for record in read_collection(path).records("features")))


def write_terrain(path: Path, terrain: Terrain) -> None:
    """Writes the file whole, one feature a line; `read_terrain` gives back the same terrain."""
    features = ",\n".join(json.dumps(feature_to_geojson(feature), ensure_ascii=False) for feature in terrain.features)
    write_text(path, f'{{"type": "FeatureCollection", "features": [\n{features}\n]}}\n')


def read_collection(path: Path) -> Record:
    """The FeatureCollection of the file, unchanged; BadFile if the file holds none."""
    value = parse_json(path, read_text(path, "the terrain", MOST_TERRAIN_BYTES))
    if not isinstance(value, dict):
        raise BadFile(f"{path}: a FeatureCollection is wanted; see RFC 7946")
    file = Record(value, str(path))
    if file.values.get("type") != "FeatureCollection":
        raise file.fault("type", "must be FeatureCollection", file.values.get("type"))
    check_features(path, file.values.get("features"))
    return file


def read_feature(record: Record, materials: tuple[str, ...] = ANY) -> Feature:
    """One feature, with its properties and geometry; BadFile with its number, name and key of the first fault."""
    properties = Record(record.record("properties").values, record.where)
    name = properties.text("name")
    named_record = Record(properties.values, f"{record.where} ({name})")
    refuse_typos(named_record)
    bottom_in = named_record.number("z_bottom_in")
    origin = _read_origin(named_record)
    return Feature(
        name=name,
        material=read_material(named_record, materials),
        z_bottom_in=bottom_in,
        z_top_in=named_record.number("z_top_in", above=bottom_in),
        standable=named_record.flag("standable"),
        polygon=read_polygon(Record(record.record("geometry").values, named_record.where)),
        piece=named_record.text("piece") if named_record.values.get("piece") is not None else None,
        sigma_in=named_record.number("sigma_in", default=SIGMA_BY_ORIGIN_IN[origin], at_least=0.0),
        origin=origin,
    )


def _read_origin(properties: Record) -> str:
    """The origin of a feature; typed if the file names none, or one that only another program knows."""
    origin = properties.values.get("origin")
    return origin if isinstance(origin, str) and origin in SIGMA_BY_ORIGIN_IN else TYPED


def read_material(properties: Record, materials: tuple[str, ...]) -> str:
    """The material of a feature; BadFile if it is none of `materials`, or no name at all."""
    if materials:
        return properties.choice("material", materials)
    material = properties.text("material")
    if misspelt_solid(material):
        raise properties.fault("material", f"is misspelt: write {SOLID}", material)
    return material


def refuse_typos(record: Record) -> None:
    """BadFile for a property that looks like a misspelling of one of ours."""
    for key in record.values:
        if key not in PROPERTIES and (meant := difflib.get_close_matches(key, PROPERTIES, 1, 0.8)):
            raise BadFile(f"{record.where}: the key {key} is unknown; did you mean {meant[0]}?")


def read_polygon(geometry: Record) -> Polygon:
    """The polygon of a GeoJSON geometry; BadFile for anything else, or a polygon that crosses itself."""
    kind = geometry.values.get("type")
    if kind != "Polygon":
        raise geometry.fault("geometry", "must be a Polygon (several parts are several features)", kind)
    rings = geometry.values.get("coordinates")
    if not isinstance(rings, list) or not rings:
        raise geometry.fault("coordinates", "must be a list of rings", rings)
    shell, *holes = (_read_ring(geometry, ring) for ring in rings)
    polygon = Polygon(shell, holes)
    if not polygon.is_valid or not polygon.area > 0:
        raise BadFile(f"{geometry.where}: the polygon {_explain_invalid(polygon)}; draw its outline again")
    return polygon


def _read_ring(geometry: Record, ring: object) -> list[tuple[float, float]]:
    if not isinstance(ring, list):
        raise geometry.fault("coordinates", "must be a list of rings, each a list of [x, y]", ring)
    points = [_read_point(geometry, point) for point in ring]
    if len(set(points)) < 3:
        raise BadFile(f"{geometry.where}: a ring of coordinates has fewer than three corners; a polygon needs them")
    return points


def _read_point(geometry: Record, point: object) -> tuple[float, float]:
    # RFC 7946 allows an altitude after x and y; the heights of a prism are in its properties
    if not isinstance(point, list) or len(point) not in (2, 3):
        raise geometry.fault("coordinates", "must be points such as [1.5, 2.0]", point)
    return Record({"coordinates": point[:2]}, geometry.where).pair("coordinates")


def _explain_invalid(polygon: Polygon) -> str:
    reason = shapely.is_valid_reason(polygon)
    kind, _, place = reason.partition("[")
    if not place:
        return "has no area"
    x, y = (f"{float(number):.2f}" for number in place.rstrip("]").split()[:2])
    what = "crosses or touches itself" if "elf-intersection" in kind else f"is faulty ({kind.lower()})"
    return f"{what} at {x}, {y}"


def feature_to_geojson(feature: Feature) -> dict[str, object]:
    """The feature in GeoJSON; `read_feature` makes the same feature from it."""
    return feature.__geo_interface__
