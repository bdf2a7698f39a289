"""`models.toml`: the models that may stand on the table, with their bases and tags."""

from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.record import Record
from tablecam.storage.terrain_geojson import ANY, read_feature, read_material, read_terrain
from tablecam.storage.text_file import write_text
from tablecam.storage.toml_file import format_numbers, quote_string, read_toml
from tablecam.table.miniature import Base, Circle, Ellipse, Miniature, Rectangle, Roster
from tablecam.table.terrain import Feature, Piece

SHAPES = ("circle", "ellipse", "rectangle")
KEYS = (
    *("id", "name", "side", "tag", "tags", "tag_size_mm", "tag_offset_mm", "second_offset_mm", "tag_height_mm"),
    *("base", "height_in", "profile", "assembly_sigma_mm"),
)


def read_roster(path: Path) -> Roster:
    """The models of the file in its order; BadFile with the line and key of the first fault."""
    file = read_toml(path, "the models and their tags")
    file.only("models")
    models: list[Miniature] = []
    owners: dict[str | int, Miniature] = {}
    for record in file.records("models"):
        model = _read_model(record)
        keys: tuple[str | int, ...] = (model.id, *model.tags)
        for key in keys:
            if key in owners:
                _refuse_twins(record.where, owners[key], model)
            owners[key] = model
        models.append(model)
    return Roster(tuple(models))


def write_roster(path: Path, roster: Roster) -> None:
    """Writes the file whole; `read_roster` gives back the same roster."""
    text = "\n".join(_model_to_toml(model) for model in roster.models)
    write_text(path, text or "models = []\n")


def read_base(record: Record) -> Base:
    """A base from its `shape` and its sizes in millimetres."""
    shape = record.choice("shape", SHAPES)
    if shape == "circle":
        record.only("shape", "diameter_mm")
        return Circle(record.number("diameter_mm", above=0))
    record.only("shape", "length_mm", "width_mm")
    length_mm, width_mm = record.number("length_mm", above=0), record.number("width_mm", above=0)
    return Ellipse(length_mm, width_mm) if shape == "ellipse" else Rectangle(length_mm, width_mm)


def _read_model(record: Record) -> Miniature:
    record.only(*KEYS)
    name = record.text("id")
    tag, second = _read_tags(record)
    return Miniature(
        id=name,
        name=record.text("name", default=name),
        side=record.text("side"),
        tag=tag,
        tag_size_mm=record.number("tag_size_mm", above=0),
        tag_offset_mm=record.pair("tag_offset_mm"),
        tag_height_mm=record.number("tag_height_mm", at_least=0),
        base=read_base(record.record("base")),
        height_in=record.number("height_in", above=0),
        profile=record.text("profile") if "profile" in record.values else None,
        second_tag=second,
        second_offset_mm=_read_second_offset(record, second),
        assembly_sigma_mm=record.number("assembly_sigma_mm", at_least=0)
        if "assembly_sigma_mm" in record.values
        else None,
    )


def _read_tags(record: Record) -> tuple[int, int | None]:
    """Its one tag, or its two."""
    if "tags" not in record.values:
        return record.whole("tag"), None
    if "tag" in record.values:
        raise BadFile(f"{record.where}: tag and tags are both given; write `tag = 21`, or `tags = [21, 22]` for two")
    first_tag, second_tag = record.pair("tags")
    if not (
        first_tag.is_integer()
        and second_tag.is_integer()
        and first_tag >= 0
        and second_tag >= 0
        and first_tag != second_tag
    ):
        raise BadFile(f"{record.where}: tags are two numbers that differ, like `tags = [21, 22]`")
    return int(first_tag), int(second_tag)


def _read_second_offset(record: Record, second: int | None) -> tuple[float, float] | None:
    if "second_offset_mm" not in record.values:
        return None
    if second is None:
        raise BadFile(f"{record.where}: second_offset_mm is for a model with two tags; write `tags = [21, 22]` too")
    return record.pair("second_offset_mm")


def _refuse_twins(where: str, first: Miniature, second: Miniature) -> None:
    if first.id == second.id:
        raise BadFile(f"{where}: the id {first.id} is given twice; give each model its own")
    for tag in first.tags:
        if tag in second.tags:
            raise BadFile(f"{where}: {first.id} and {second.id} both wear tag {tag}; give each model its own tag")


def _model_to_toml(model: Miniature) -> str:
    lines = [
        "[[models]]",
        f"id = {quote_string(model.id)}",
        f"name = {quote_string(model.name)}",
        f"side = {quote_string(model.side)}",
        f"tag = {model.tag}" if model.second_tag is None else f"tags = {format_numbers(model.tags)}",
        f"tag_size_mm = {float(model.tag_size_mm)!r}",
        f"tag_offset_mm = {format_numbers(model.tag_offset_mm)}",
        f"tag_height_mm = {float(model.tag_height_mm)!r}",
        f"base = {_base_to_toml(model.base)}",
        f"height_in = {float(model.height_in)!r}",
    ]
    if model.second_offset_mm is not None:
        lines.append(f"second_offset_mm = {format_numbers(model.second_offset_mm)}")
    if model.assembly_sigma_mm is not None:
        lines.append(f"assembly_sigma_mm = {float(model.assembly_sigma_mm)!r}")
    if model.profile is not None:
        lines.append(f"profile = {quote_string(model.profile)}")
    return "\n".join(lines) + "\n"


def _base_to_toml(base: Base) -> str:
    if isinstance(base, Circle):
        return f'{{ shape = "circle", diameter_mm = {float(base.diameter_mm)!r} }}'
    shape = "ellipse" if isinstance(base, Ellipse) else "rectangle"
    sizes = f"length_mm = {float(base.length_mm)!r}, width_mm = {float(base.width_mm)!r}"
    return f'{{ shape = "{shape}", {sizes} }}'


# `pieces.toml`: terrain that wears a tag of its own, drawn in each piece's own frame.
#
# A piece's features stand in the file itself, or in a GeoJSON file of the piece that the key `terrain` names, relative
# to this one and with the same properties as `terrain.geojson`.

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
            _refuse_twin_pieces(record.where, earlier, piece)
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


def _refuse_twin_pieces(where: str, first: Piece, second: Piece) -> None:
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
