"""Reads the present contents of the table folder: during the set-up any file may be missing."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tablecam.base.errors import BadFile, TablecamError
from tablecam.storage.camera_yaml import read_camera
from tablecam.storage.models_toml import read_roster
from tablecam.storage.table_folder import CAMERA, MODELS, MOST_CAMERAS, TABLE, TERRAIN, lens_file
from tablecam.storage.table_toml import read_table
from tablecam.storage.terrain_geojson import read_terrain
from tablecam.table.geometry.projection import Intrinsics
from tablecam.table.roster import Roster
from tablecam.table.table import Table
from tablecam.table.terrain import Terrain

T = TypeVar("T")

# from the sheets of `tablecam print`; table.toml overrides them
PRINTED_REFERENCE_MM = 40.0
PRINTED_REFERENCES = range(40, 48)


@dataclass(frozen=True)
class TableFiles:
    """The files' contents, None for a missing or unreadable one. faults: a sentence for each unreadable file, by its
    name.
    """

    lens: Intrinsics | None
    table: Table | None
    roster: Roster | None
    terrain: Terrain | None
    faults: dict[str, str]

    @property
    def edges_mm(self) -> dict[int, float]:
        """The edge of the black square of each known tag, and of the usual reference tags."""
        edges = dict.fromkeys(PRINTED_REFERENCES, PRINTED_REFERENCE_MM)
        if self.roster is not None:
            edges |= {tag: model.tag_size_mm for tag, model in self.roster.by_tag.items()}
        if self.table is not None:
            edges |= {tag.id: tag.size_mm for tag in self.table.reference_tags}
        return edges


def digest_table(folder: Path) -> str:
    """Digests the current table and first lens: measurements on another digest are out of date."""
    return _compute_digest(folder, (TABLE, CAMERA))


def digest_cameras(folder: Path) -> str:
    """Digests the current table and the lenses of all cameras."""
    further_lenses = [lens_file(number) for number in range(1, MOST_CAMERAS)]
    return _compute_digest(folder, (TABLE, CAMERA, *(name for name in further_lenses if (folder / name).exists())))


def _compute_digest(folder: Path, names: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for name in names:
        path = folder / name
        digest.update(path.read_bytes() if path.exists() else b"-")
    return digest.hexdigest()[:16]


def load_files(folder: Path, number: int = 0) -> TableFiles:
    """Reads the files of the folder that exist, with the lens of that camera, counted from 0."""
    faults: dict[str, str] = {}

    def read(name: str, reader: Callable[[Path], T], file: str = "") -> T | None:
        path = folder / (file or name)
        if not path.exists():
            return None
        try:
            return reader(path)
        except (BadFile, TablecamError) as fault:
            faults[name] = str(fault)
            return None

    return TableFiles(
        read(CAMERA, read_camera, lens_file(number)),
        read(TABLE, read_table),
        read(MODELS, read_roster),
        read(TERRAIN, read_terrain),
        faults,
    )
