"""The step "terrain": the terrain on the table, drawn by hand, imported from a file, or located by its own tag."""

import hashlib
import json
import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from shapely import Point, affinity

from hardware.tag_art import black_mm
from tablecam.base.errors import BadFile
from tablecam.base.i18n import AS_IT_IS, Message, listing
from tablecam.base.units import to_mm
from tablecam.sensing.vision.detection import Detection
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.setup_files import TableFiles, as_files, load_files
from tablecam.setup.unassigned_tags import SeenTag, tag_at_height
from tablecam.storage.foreign_geojson import UNITS, MapFrame, read_foreign_geojson
from tablecam.storage.models_toml import read_pieces, write_pieces
from tablecam.storage.record import Record
from tablecam.storage.table_folder import PIECES, TERRAIN
from tablecam.storage.table_toml import FAMILY_SIZES
from tablecam.storage.terrain_check import TALLEST_IN, TerrainFault, collection_faults
from tablecam.storage.terrain_geojson import (
    ANY,
    feature_to_geojson,
    read_collection,
    read_feature,
    read_terrain,
    write_terrain,
)
from tablecam.storage.text_file import read_text, write_text
from tablecam.storage.uvtt import PORTALS, Walls, read_uvtt, write_uvtt
from tablecam.table.geometry.projection import Camera
from tablecam.table.terrain import SOLID, Feature, Piece, Terrain


@dataclass(frozen=True)
class TagOnPiece:
    """A tag on a piece of terrain. height_in: of its plane above the table."""

    seen: SeenTag
    height_in: float

    @property
    def tag(self) -> int:
        """The tag's number."""
        return self.seen.tag


def tag_on_top(detection: Detection, camera: Camera, features: Sequence[Feature]) -> TagOnPiece:
    """Places the tag on the highest top of the features that covers it at that height; else on the table."""
    for top_in in sorted({feature.z_top_in for feature in features}, reverse=True):
        placed_tag = tag_at_height(detection, camera, top_in)
        place = Point(placed_tag.x_in, placed_tag.y_in)
        if any(feature.z_top_in == top_in and feature.polygon.covers(place) for feature in features):
            return TagOnPiece(placed_tag, top_in)
    return TagOnPiece(tag_at_height(detection, camera), 0.0)


def describe_piece(name: str, features: Sequence[Feature], tag: TagOnPiece) -> Piece:
    """Describes the piece in its tag's frame: the origin under the tag's middle, forward in the direction of its top.

    features: on the table. Raises SetupRefusal if there are none.
    """
    if not features:
        raise SetupRefusal(Message("no piece is called {piece}: draw it before it gets a tag", piece=name))
    seen_tag = tag.seen
    turn = math.pi / 2 - seen_tag.heading_rad
    sin, cos = math.sin(turn), math.cos(turn)
    to_tag_frame = (
        cos,
        -sin,
        sin,
        cos,
        -(cos * seen_tag.x_in - sin * seen_tag.y_in),
        -(sin * seen_tag.x_in + cos * seen_tag.y_in),
    )
    own_features = tuple(
        replace(
            feature,
            name=_shorten_name(feature.name, name),
            polygon=affinity.affine_transform(feature.polygon, to_tag_frame),
            piece=None,
        )
        for feature in features
    )
    return Piece(name, seen_tag.tag, black_mm(seen_tag.printed_mm), own_features, tag_height_mm=to_mm(tag.height_in))


def refuse_taken(folder: TableFiles, pieces: Sequence[Piece], tag: int, name: str | None) -> None:
    """Raises SetupRefusal if something else has the tag or that name."""
    highest = FAMILY_SIZES[folder.table.family if folder.table is not None else "tag36h11"] - 1
    if not 0 <= tag <= highest:
        raise SetupRefusal(Message("there is no tag {tag}: tags have numbers from 0 to {last}", tag=tag, last=highest))
    if folder.table is not None and any(reference.id == tag for reference in folder.table.reference_tags):
        raise SetupRefusal(Message("tag {tag} is a reference tag of the table: choose another", tag=tag))
    models = folder.roster.models if folder.roster is not None else ()
    wearers = {tag: model.name for model in models for tag in model.tags} | {piece.tag: piece.id for piece in pieces}
    if tag in wearers:
        raise SetupRefusal(
            Message(
                "tag {tag} already belongs to {wearer}: remove it there first, or use another tag",
                tag=tag,
                wearer=wearers[tag],
            )
        )
    if name is not None and (any(model.id == name for model in models) or any(piece.id == name for piece in pieces)):
        raise SetupRefusal(
            Message("something with a tag is called {name} already: give the piece another name", name=name)
        )


def _shorten_name(name: str, piece: str) -> str:
    return name.removeprefix(piece).strip() or "body"


Json = dict[str, Any]

# The largest real tables stay below these limits.
MOST_FEATURES, MOST_CORNERS, LONGEST_NAME = 300, 400, 60
WHERE = "terrain"
MOST_SCALE = 10_000.0
# A file that could not be read gets this name when the terrain is drawn again.
UNREAD = f"{TERRAIN}.unread"
# the code of a refusal
CHANGED_ELSEWHERE = "changed-elsewhere"


@dataclass(frozen=True)
class Checked:
    """The faults of a drawing. of_feature: sentences for each feature. others: sentences about the whole drawing.

    sound: whether the drawing can be saved. Likely mistakes do not prevent that; unreadable features do.
    """

    of_feature: tuple[tuple[Message, ...], ...]
    others: tuple[Message, ...]
    sound: bool


class TerrainStep:
    """Reads, checks and writes terrain.geojson and pieces.toml. saved: called after one of them has changed."""

    def __init__(self, folder: Path, saved: Callable[[], None], materials: tuple[str, ...] = ANY) -> None:
        self._folder = folder
        self._on_saved = saved
        self._materials = materials
        self._lock = threading.Lock()

    @property
    def size_in(self) -> tuple[float, float] | None:
        """Width and depth of the table; None if they are unknown."""
        table = load_files(self._folder).table
        return (table.width_in, table.depth_in) if table is not None else None

    @property
    def stamp(self) -> str:
        """Identifies the content of terrain.geojson; "" if there is no such file."""
        path = self._folder / TERRAIN
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""

    def load_readable(self) -> tuple[list[Json], str]:
        """The readable features of terrain.geojson, and the first fault of the unreadable ones or ""."""
        path = self._folder / TERRAIN
        if not path.exists():
            return [], ""
        try:
            records = read_collection(path).records("features")
        except BadFile as fault:
            return [], str(fault)
        features, faults = [], []
        for record in records:
            try:
                features.append(feature_to_geojson(read_feature(record, self._materials)))
            except BadFile as fault:
                faults.append(str(fault))
        return features, faults[0] if faults else ""

    def load_features(self) -> tuple[Feature, ...]:
        """The features of terrain.geojson; none if it is missing or unreadable."""
        path = self._folder / TERRAIN
        try:
            return read_terrain(path).features if path.exists() else ()
        except BadFile:
            return ()

    def put(self, was: Sequence[Feature], now: Sequence[Feature]) -> None:
        """Replaces features in terrain.geojson by other ones. Raises SetupRefusal if a feature to replace is gone."""
        with self._lock:
            features = self.load_features()
            if any(feature not in features for feature in was):
                raise SetupRefusal(Message("the terrain has changed in the meantime: check its map"))
            replacements = dict(zip(map(features.index, was), now, strict=True))
            features_after = (replacements.get(number, feature) for number, feature in enumerate(features))
            write_terrain(self._folder / TERRAIN, Terrain(tuple(features_after)))
        self._on_saved()

    def pieces(self) -> tuple[Piece, ...]:
        """The pieces with tags; none if pieces.toml is unreadable."""
        try:
            return read_pieces(self._folder / PIECES)
        except BadFile:
            return ()

    def check(self, features: object) -> Checked:
        """Finds the faults of these features. Raises SetupRefusal or BadFile if they are no list of features."""
        collection = _to_collection(features)
        records = collection.records("features")
        faults = [*_find_oversized(records), *collection_faults(collection, self.size_in, self._materials)]
        faults_by_feature: list[dict[Message, None]] = [{} for _record in records]
        for fault in faults:
            if fault.feature is not None:
                faults_by_feature[fault.feature][fault.says] = None
        general_faults = tuple(fault.says for fault in faults if fault.feature is None)
        sound = all(_is_readable(record, self._materials) for record in records)
        return Checked(tuple(map(tuple, faults_by_feature)), general_faults, sound)

    def save(self, features: object, stamp: str) -> None:
        """Writes terrain.geojson. Raises BadFile for unreadable features, SetupRefusal for an outdated stamp."""
        terrain = _to_terrain(features, self._materials)
        with self._lock:
            self._write_terrain(terrain, stamp)
        self._on_saved()

    def import_features(
        self, name: str, text: str, how: Walls | MapFrame | None
    ) -> tuple[list[Json], tuple[Message, ...]]:
        """Reads features from a file, with everything that was not taken. Raises BadFile.

        how: walls for a Universal VTT map, a frame for a GeoJSON of any origin, None for tablecam's own GeoJSON.
        """
        losses: tuple[Message, ...] = ()
        with as_files({name: text}) as folder:
            path = folder / name
            if isinstance(how, MapFrame):
                imported = read_foreign_geojson(path, replace(how, size_in=self.size_in))
                terrain, losses = imported.terrain, tuple(imported.losses)
            else:
                terrain = read_terrain(path, self._materials) if how is None else read_uvtt(path, how)
        if len(terrain.features) > MOST_FEATURES:
            raise SetupRefusal(
                Message(
                    "{file}: it has {count} features, more than {most}: choose a smaller map",
                    file=name,
                    count=len(terrain.features),
                    most=MOST_FEATURES,
                )
            )
        return [feature_to_geojson(feature) for feature in terrain.features], losses

    def export_terrain(self, map_at_in: float | None = None) -> bytes:
        """Returns the terrain as GeoJSON, or as a Universal VTT map cut at the given height. Raises BadFile."""
        path = self._folder / TERRAIN
        terrain = read_terrain(path) if path.exists() else Terrain()
        with as_files({}) as folder:
            if map_at_in is None:
                write_terrain(folder / TERRAIN, terrain)
                return (folder / TERRAIN).read_bytes()
            if self.size_in is None:
                raise SetupRefusal(Message("a map needs the size of the table: set the table up first"))
            write_uvtt(folder / "map.uvtt", terrain, self.size_in, at_in=map_at_in)
            return (folder / "map.uvtt").read_bytes()

    def attach_tag(self, features: object, stamp: str, piece: str, tag: TagOnPiece) -> None:
        """Gives a drawn piece a tag: moves its features from terrain.geojson to pieces.toml."""
        terrain = _to_terrain(features, self._materials)
        with self._lock:
            refuse_taken(load_files(self._folder), self.pieces(), tag.tag, piece)
            tagged = describe_piece(
                piece, [feature for feature in terrain.features if _belongs_to_piece(feature, piece)], tag
            )
            remaining = Terrain(tuple(feature for feature in terrain.features if not _belongs_to_piece(feature, piece)))
            self._refuse_stale(stamp)
            write_pieces(self._folder / PIECES, (*self.pieces(), tagged))
            self._write_terrain(remaining, stamp)
        self._on_saved()

    def readable(self, features: object) -> tuple[Feature, ...]:
        """Returns the features that can be read. Raises SetupRefusal if they are no list of features."""
        records = _to_collection(features).records("features")
        sound = (record for record in records if _is_readable(record, self._materials))
        return tuple(read_feature(record, self._materials) for record in sound)

    def parts(self, features: object, piece: str) -> tuple[Feature, ...]:
        """The features of one drawn piece. Raises BadFile."""
        return tuple(
            feature for feature in _to_terrain(features, self._materials).features if _belongs_to_piece(feature, piece)
        )

    def swap_tag(self, piece: str, tag: int) -> None:
        """Replaces the tag of a tagged piece. Raises SetupRefusal."""
        with self._lock:
            pieces = self._require_piece(piece)
            refuse_taken(
                load_files(self._folder), [candidate for candidate in pieces if candidate.id != piece], tag, None
            )
            write_pieces(self._folder / PIECES, tuple(_replace_tag(candidate, piece, tag) for candidate in pieces))
        self._on_saved()

    def detach_tag(self, piece: str, standing: Sequence[Feature]) -> None:
        """Takes the tag from a piece. standing: the piece's features where it stands now; if empty, the piece is
        deleted.
        """
        with self._lock:
            remaining = tuple(candidate for candidate in self._require_piece(piece) if candidate.id != piece)
            path = self._folder / TERRAIN
            fixed = read_terrain(path).features if path.exists() else ()
            write_terrain(path, Terrain((*fixed, *standing)))
            write_pieces(self._folder / PIECES, remaining)
        self._on_saved()

    def _require_piece(self, piece: str) -> tuple[Piece, ...]:
        """Returns the pieces with tags if that piece is one of them. Raises SetupRefusal otherwise."""
        pieces = self.pieces()
        if all(candidate.id != piece for candidate in pieces):
            raise SetupRefusal(Message("no piece with a tag is called {piece}: reload the page", piece=piece))
        return pieces

    def _write_terrain(self, terrain: Terrain, stamp: str) -> None:
        self._refuse_stale(stamp)
        path = self._folder / TERRAIN
        if self.load_readable()[1]:
            write_text(self._folder / UNREAD, read_text(path, "the terrain so far"))  # no text
        write_terrain(path, terrain)

    def _refuse_stale(self, stamp: str) -> None:
        if stamp != self.stamp:
            raise SetupRefusal(
                Message("the terrain was changed on another screen in the meantime: load that terrain, or keep yours"),
                CHANGED_ELSEWHERE,
            )


def make_frame(unit: str, scale: float, height_in: float, material: str, down: bool) -> MapFrame:
    """Returns the way from a map to the table. Raises SetupRefusal for a unit, a scale or a height that no map has."""
    if unit not in UNITS or not 0 < scale <= MOST_SCALE or not 0 < height_in <= TALLEST_IN:
        raise SetupRefusal(
            Message(
                "the unit must be one of {units}, the scale up to {most}, the height up to {tallest} in: choose again",
                units=listing(UNITS),
                most=f"{MOST_SCALE:g}",
                tallest=f"{TALLEST_IN:g}",
            )
        )
    return MapFrame(unit, scale, height_in, down, material=material)


def make_walls(
    height_in: float, grid_in: float, thickness_in: float, material: str, doors: str, materials: tuple[str, ...] = ANY
) -> Walls:
    """Returns the properties that a flat map lacks. Raises SetupRefusal for walls that no table has.

    materials: the materials that the walls may be made of.
    """
    if not 0 < height_in <= TALLEST_IN or not 0 < thickness_in <= 6 or not 0.1 <= grid_in <= 12:
        raise SetupRefusal(
            Message(
                "walls can be up to {tallest} in high and 6 in thick, and squares 0.1 to 12 in: choose again",
                tallest=f"{TALLEST_IN:g}",
            )
        )
    if (materials and material not in materials) or doors not in PORTALS:
        raise SetupRefusal(
            Message(
                "the material must be one of {materials}, and doors one of {doors}: choose again",
                materials=listing(materials or (SOLID,)),
                doors=listing(PORTALS),
            )
        )
    return Walls(height_in, grid_in, thickness_in, material, doors)


def to_geojson(feature: Feature) -> Json:
    """The feature in GeoJSON."""
    return feature_to_geojson(feature)


def _replace_tag(one: Piece, piece: str, tag: int) -> Piece:
    return replace(one, tag=tag) if one.id == piece else one


def _belongs_to_piece(feature: Feature, piece: str) -> bool:
    return (feature.piece or feature.name) == piece


def _to_collection(features: object) -> Record:
    if not isinstance(features, list) or len(features) > MOST_FEATURES:
        raise SetupRefusal(Message("the terrain must be a list of at most {most} features", most=MOST_FEATURES))
    if len(json.dumps(features)) > MOST_FEATURES * MOST_CORNERS * 8:
        raise SetupRefusal(Message("the terrain has too many corners: draw it with fewer"))
    return Record({"type": "FeatureCollection", "features": features}, WHERE)


def _to_terrain(features: object, materials: tuple[str, ...]) -> Terrain:
    records = _to_collection(features).records("features")
    for fault in _find_oversized(records):
        raise SetupRefusal(Message(AS_IT_IS, text=fault))
    return Terrain(tuple(read_feature(record, materials) for record in records))


def _find_oversized(records: Sequence[Record]) -> list[TerrainFault]:
    """Finds names and outlines that are valid in a file but too long for a drawing."""
    faults = []
    for index, record in enumerate(records):
        properties, geometry = record.values.get("properties"), record.values.get("geometry")
        name = properties.get("name") if isinstance(properties, Mapping) else None
        if isinstance(name, str) and len(name) > LONGEST_NAME:
            text = Message("its name has more than {most} characters; shorten it", most=LONGEST_NAME)
            faults.append(TerrainFault(index, record.where, text))
        rings = geometry.get("coordinates") if isinstance(geometry, Mapping) else None
        if isinstance(rings, list) and sum(len(ring) for ring in rings if isinstance(ring, list)) > MOST_CORNERS:
            text = Message("it has more than {most} corners; draw it with fewer", most=MOST_CORNERS)
            faults.append(TerrainFault(index, record.where, text))
    return faults


def _is_readable(record: Record, materials: tuple[str, ...]) -> bool:
    try:
        read_feature(record, materials)
    except BadFile:
        return False
    return not _find_oversized([record])
