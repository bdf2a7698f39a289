"""The step "terrain": what stands on the table, drawn by hand, taken from a file, or carried by a tag of its own."""

import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tablecam.errors import BadFile
from tablecam.setup.as_files import as_files
from tablecam.setup.known_places import known
from tablecam.setup.terrain_tags import Worn, refuse_worn, worn_piece
from tablecam.storage.pieces_toml import read_pieces, write_pieces
from tablecam.storage.record import Record
from tablecam.storage.table_folder import PIECES, TERRAIN
from tablecam.storage.terrain_check import TALLEST_IN, collection_faults
from tablecam.storage.terrain_geojson import (
    MATERIALS,
    read_collection,
    read_feature,
    read_terrain,
    write_terrain,
    written_feature,
)
from tablecam.storage.text_file import read_text, write_text
from tablecam.storage.uvtt import PORTALS, Walls, read_uvtt, write_uvtt
from tablecam.table.pieces import Piece
from tablecam.table.terrain import Feature, Terrain

Json = dict[str, Any]

# More is no table that anybody plays on.
MOST_FEATURES, MOST_CORNERS, LONGEST_NAME = 300, 400, 60
WHERE = "terrain"
NUMBERED = re.compile(rf"{WHERE}, features (\d+)")
# A file that could not be read is kept under this name when it is drawn anew.
UNREAD = f"{TERRAIN}.unread"


@dataclass(frozen=True)
class Checked:
    """What is wrong with a drawing. of_feature: sentences, for each feature; others: of the whole.

    sound: whether it can be saved; what cannot be meant can be, what cannot be read cannot.
    """

    of_feature: tuple[tuple[str, ...], ...]
    others: tuple[str, ...]
    sound: bool


class TerrainStep:
    """Reads, checks and writes terrain.geojson and pieces.toml. saved: called when one of them is new."""

    def __init__(self, folder: Path, saved: Callable[[], None]) -> None:
        self._folder = folder
        self._saved = saved
        self._lock = threading.Lock()

    @property
    def size_in(self) -> tuple[float, float] | None:
        """Width and depth of the table, where they are known."""
        table = known(self._folder).table
        return (table.width_in, table.depth_in) if table is not None else None

    @property
    def stamp(self) -> str:
        """Names what terrain.geojson says now; "" where it is not there."""
        path = self._folder / TERRAIN
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""

    def drawn(self) -> tuple[list[Json], str]:
        """The features of terrain.geojson that can be read, and what is wrong with the others, or nothing."""
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
                features.append(written_feature(read_feature(record)))
            except BadFile as fault:
                faults.append(str(fault))
        return features, faults[0] if faults else ""

    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that wear tags; none where pieces.toml cannot be read."""
        try:
            return read_pieces(self._folder / PIECES)
        except BadFile:
            return ()

    def check(self, features: object) -> Checked:
        """What is wrong with these features. Raises BadFile where they are no list of features at all."""
        records = _collection(features).records("features")
        said = [*_said_of(records), *collection_faults(_collection(features), self.size_in)]
        own, others = _sorted_out(said, records)
        return Checked(own, others, all(map(_is_readable, records)))

    def save(self, features: object, stamp: str) -> None:
        """Writes terrain.geojson. Raises BadFile for what cannot be read, and for the stamp of an older one."""
        terrain = _terrain(features)
        with self._lock:
            self._write(terrain, stamp)
        self._saved()

    def imported(self, name: str, text: str, walls: Walls | None) -> list[Json]:
        """The features of a file: a Universal VTT map if the walls are given, else GeoJSON. Raises BadFile."""
        with as_files({name: text}) as folder:
            path = folder / name
            terrain = read_terrain(path) if walls is None else read_uvtt(path, walls)
        if len(terrain.features) > MOST_FEATURES:
            raise BadFile(f"{name}: it has {len(terrain.features)} features, over {MOST_FEATURES}: take a smaller map")
        return [written_feature(feature) for feature in terrain.features]

    def exported(self, map_at_in: float | None = None) -> bytes:
        """The terrain as GeoJSON, or as a Universal VTT map of what stands at that height. Raises BadFile."""
        path = self._folder / TERRAIN
        terrain = read_terrain(path) if path.exists() else Terrain()
        with as_files({}) as folder:
            if map_at_in is None:
                write_terrain(folder / TERRAIN, terrain)
                return (folder / TERRAIN).read_bytes()
            if self.size_in is None:
                raise BadFile("a map needs the size of the table: set the table up first")
            write_uvtt(folder / "map.uvtt", terrain, self.size_in, at_in=map_at_in)
            return (folder / "map.uvtt").read_bytes()

    def wear(self, features: object, stamp: str, piece: str, worn: Worn) -> None:
        """Has a drawn piece carried by a tag from now on: its features go from terrain.geojson to pieces.toml."""
        terrain = _terrain(features)
        with self._lock:
            refuse_worn(known(self._folder), self.pieces(), worn.tag, piece)
            carried = worn_piece(piece, [each for each in terrain.features if _belongs(each, piece)], worn)
            left = Terrain(tuple(each for each in terrain.features if not _belongs(each, piece)))
            self._refuse_stale(stamp)
            write_pieces(self._folder / PIECES, (*self.pieces(), carried))
            self._write(left, stamp)
        self._saved()

    def parts(self, features: object, piece: str) -> tuple[Feature, ...]:
        """The features of one drawn piece. Raises BadFile."""
        return tuple(each for each in _terrain(features).features if _belongs(each, piece))

    def swap_tag(self, piece: str, tag: int) -> None:
        """Gives a tagged piece another tag, glued where the one before was. Raises BadFile."""
        with self._lock:
            pieces = self.pieces()
            refuse_worn(known(self._folder), [each for each in pieces if each.id != piece], tag, None)
            write_pieces(self._folder / PIECES, tuple(_with_tag(each, piece, tag) for each in self._having(piece)))
        self._saved()

    def stand_fast(self, piece: str, standing: Sequence[Feature]) -> None:
        """Takes the tag from a piece: it stands where it was seen last, or is gone where that is nowhere."""
        with self._lock:
            others = tuple(each for each in self._having(piece) if each.id != piece)
            path = self._folder / TERRAIN
            fast = read_terrain(path).features if path.exists() else ()
            write_terrain(path, Terrain((*fast, *standing)))
            write_pieces(self._folder / PIECES, others)
        self._saved()

    def _having(self, piece: str) -> tuple[Piece, ...]:
        pieces = self.pieces()
        if all(each.id != piece for each in pieces):
            raise BadFile(f"no piece that wears a tag is called {piece}: load the page anew")
        return pieces

    def _write(self, terrain: Terrain, stamp: str) -> None:
        self._refuse_stale(stamp)
        path = self._folder / TERRAIN
        if self.drawn()[1]:
            write_text(self._folder / UNREAD, read_text(path, "the terrain as it was"))
        write_terrain(path, terrain)

    def _refuse_stale(self, stamp: str) -> None:
        if stamp != self.stamp:
            raise BadFile("the terrain was changed on another screen meanwhile: take that one, or keep yours")


def walls_of(height_in: float, grid_in: float, thickness_in: float, material: str, doors: str) -> Walls:
    """What a flat map does not say. Raises BadFile for what no table has."""
    if not 0 < height_in <= TALLEST_IN or not 0 < thickness_in <= 6 or not 0.1 <= grid_in <= 12:
        raise BadFile(f"walls are up to {TALLEST_IN:g} in high and 6 in thick, and squares 0.1 to 12 in: choose again")
    if material not in MATERIALS or doors not in PORTALS:
        raise BadFile(f"walls are {' or '.join(MATERIALS)}, and doors as {', '.join(PORTALS)}: choose one")
    return Walls(height_in, grid_in, thickness_in, material, doors)


def written(feature: Feature) -> Json:
    """The feature as GeoJSON has it."""
    return written_feature(feature)


def _with_tag(each: Piece, piece: str, tag: int) -> Piece:
    return replace(each, tag=tag) if each.id == piece else each


def _belongs(feature: Feature, piece: str) -> bool:
    return (feature.piece or feature.name) == piece


def _collection(features: object) -> Record:
    if not isinstance(features, list) or len(features) > MOST_FEATURES:
        raise BadFile(f"the terrain must be a list of at most {MOST_FEATURES} features")
    if len(json.dumps(features)) > MOST_FEATURES * MOST_CORNERS * 8:
        raise BadFile("the terrain has too many corners: draw it with fewer")
    return Record({"type": "FeatureCollection", "features": features}, WHERE)


def _terrain(features: object) -> Terrain:
    records = _collection(features).records("features")
    for said in _said_of(records):
        raise BadFile(said)
    return Terrain(tuple(map(read_feature, records)))


def _said_of(records: Sequence[Record]) -> list[str]:
    """What a file may have and a drawing may not."""
    said = []
    for record in records:
        properties, geometry = record.values.get("properties"), record.values.get("geometry")
        name = properties.get("name") if isinstance(properties, Mapping) else None
        if isinstance(name, str) and len(name) > LONGEST_NAME:
            said.append(f"{record.where}: its name has more than {LONGEST_NAME} letters; shorten it")
        rings = geometry.get("coordinates") if isinstance(geometry, Mapping) else None
        if isinstance(rings, list) and sum(len(ring) for ring in rings if isinstance(ring, list)) > MOST_CORNERS:
            said.append(f"{record.where}: it has more than {MOST_CORNERS} corners; draw it with fewer")
    return said


def _is_readable(record: Record) -> bool:
    try:
        read_feature(record)
    except BadFile:
        return False
    return not _said_of([record])


def _sorted_out(said: Sequence[str], records: Sequence[Record]) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Each sentence to the feature that it is about, without its number and name; and those of the whole."""
    own: list[list[str]] = [[] for _ in records]
    others = []
    for sentence in said:
        number = _number(sentence)
        if number is None:
            others.append(sentence.removeprefix(f"{WHERE}: "))
        else:
            own[number].append(_without_place(sentence, records[number]))
    return tuple(tuple(dict.fromkeys(each)) for each in own), tuple(others)


def _number(sentence: str) -> int | None:
    found = NUMBERED.match(sentence)
    return int(found[1]) - 1 if found else None


def _without_place(sentence: str, record: Record) -> str:
    properties = record.values.get("properties")
    name = properties.get("name") if isinstance(properties, Mapping) else None
    for place in (f"{record.where} ({name})", record.where):
        if sentence.startswith(place):
            return sentence[len(place) :].lstrip(":, ")
    return sentence
