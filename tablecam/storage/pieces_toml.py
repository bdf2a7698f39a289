"""`pieces.toml`: terrain that wears a tag of its own, drawn in each piece's own frame.

A piece's features stand in the file itself, or in a GeoJSON file of the piece that the key `terrain` names, relative
to this one and with the same properties as `terrain.geojson`.
"""

from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.record import Record
from tablecam.storage.terrain_geojson import ANY, read_feature, read_material, read_terrain
from tablecam.storage.text_file import write_text
from tablecam.storage.toml_file import format_numbers, quote_string, read_toml
from tablecam.table.terrain import Feature, Piece

FEATURE_KEYS = ("name", "material", "z_bottom_in", "z_top_in", "standable", "outline", "holes")


def read_pieces(path: Path, materials: tuple[str, ...] = ANY) -> tuple[Piece, ...]:
    """The pieces of the file in its order, none without the file; BadFile with line and key of the first fault.

    materials: the allowed materials of terrain.
    """
    if not path.exists():
        return ()
    file = read_toml(path, "the pieces of terrain that wear tags")
    file.only("pieces")
    pieces: list[Piece] = []
    for record in file.records("pieces", default=[]):
        piece = _read_piece(record, path.parent, materials)
        for earlier in pieces:
            _refuse_twins(record.where, earlier, piece)
        pieces.append(piece)
    return tuple(pieces)


def write_pieces(path: Path, pieces: tuple[Piece, ...]) -> None:
    """Writes the file whole, features and all; `read_pieces` gives back the same pieces."""
    write_text(path, "\n".join(_piece_to_toml(piece) for piece in pieces) or "pieces = []\n")


def _read_piece(record: Record, folder: Path, materials: tuple[str, ...]) -> Piece:
    record.only("id", "tag", "tag_size_mm", "tag_offset_mm", "tag_height_mm", "terrain", "features")
    sources = [key for key in ("terrain", "features") if key in record.values]
    if len(sources) != 1:
        raise BadFile(f"{record.where}: give either features or the key terrain, which names a file of them")
    if sources == ["terrain"]:
        file = folder / record.text("terrain")
        features, where = read_terrain(file, materials).features, str(file)
    else:
        features, where = tuple(_read_feature(entry, materials) for entry in record.records("features")), record.where
    if not features:
        raise BadFile(f"{where}: the piece has no features; draw at least one")
    return Piece(
        id=record.text("id"),
        tag=record.whole("tag"),
        tag_size_mm=record.number("tag_size_mm", above=0),
        features=features,
        tag_offset_mm=record.pair("tag_offset_mm") if "tag_offset_mm" in record.values else (0.0, 0.0),
        tag_height_mm=record.number("tag_height_mm", default=0.0, at_least=0),
    )


def _read_feature(record: Record, materials: tuple[str, ...]) -> Feature:
    """A feature of the TOML file, read by way of the equivalent GeoJSON feature."""
    record.only(*FEATURE_KEYS)
    read_material(record, materials)
    holes = record.values.get("holes", [])
    if "outline" not in record.values or not isinstance(holes, list):
        raise BadFile(f"{record.where}: outline must be a list of points, and holes a list of such lists; mend them")
    geometry = {"type": "Polygon", "coordinates": [record.values["outline"], *holes]}
    return read_feature(Record({"properties": record.values, "geometry": geometry}, record.where), materials)


def _refuse_twins(where: str, first: Piece, second: Piece) -> None:
    if first.id == second.id:
        raise BadFile(f"{where}: the id {first.id} is given twice; give each piece its own")
    if first.tag == second.tag:
        raise BadFile(f"{where}: {first.id} and {second.id} both wear tag {first.tag}; give each piece its own tag")


def _piece_to_toml(piece: Piece) -> str:
    lines = [
        "[[pieces]]",
        f"id = {quote_string(piece.id)}",
        f"tag = {piece.tag}",
        f"tag_size_mm = {float(piece.tag_size_mm)!r}",
        f"tag_offset_mm = {format_numbers(piece.tag_offset_mm)}",
        f"tag_height_mm = {float(piece.tag_height_mm)!r}",
    ]
    for feature in piece.features:
        rings = [_ring_to_toml(ring) for ring in (feature.polygon.exterior, *feature.polygon.interiors)]
        lines += [
            "[[pieces.features]]",
            f"name = {quote_string(feature.name)}",
            f"material = {quote_string(feature.material)}",
            f"z_bottom_in = {float(feature.z_bottom_in)!r}",
            f"z_top_in = {float(feature.z_top_in)!r}",
            f"standable = {str(feature.standable).lower()}",
            f"outline = {rings[0]}",
        ]
        lines += [f"holes = [{', '.join(rings[1:])}]"] if rings[1:] else []
    return "\n".join(lines) + "\n"


def _ring_to_toml(ring: object) -> str:
    return "[" + ", ".join(format_numbers(point) for point in ring.coords) + "]"  # type: ignore[attr-defined]
