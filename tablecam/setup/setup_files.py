"""The files of a table folder during its set-up, when any may be missing: places, lenses, marks and uploads."""

import hashlib
import json
import re
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message
from tablecam.setup.finding import SetupRefusal
from tablecam.storage.camera_yaml import read_camera
from tablecam.storage.models_toml import read_roster
from tablecam.storage.record import Faulty
from tablecam.storage.table_folder import CAMERA, MODELS, MOST_CAMERAS, TABLE, TERRAIN, lens_file
from tablecam.storage.table_toml import read_table
from tablecam.storage.terrain_geojson import read_terrain
from tablecam.storage.text_file import parse_json, read_text, write_text
from tablecam.table.geometry.projection import Intrinsics
from tablecam.table.miniature import Roster
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
            return _read_version(reader, path, _get_version(path))
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


def _get_version(path: Path) -> tuple[int, ...]:
    """A value that changes with each change of a file: files are replaced, or written in place by an editor."""
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino


@lru_cache(maxsize=64)
def _read_version(reader: Callable[[Path], T], path: Path, _version: tuple[int, ...]) -> T:
    """The content of a file as it was at that version; each page of the set-up asks for it several times a second."""
    return reader(path)


NAME = "setup.json"
DONE, SKIPPED = "done", "skipped"
MARKS = (DONE, SKIPPED)


class SetupState:
    """Reads and writes `setup.json` of a folder; an unreadable file counts as an empty one."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._lock = threading.Lock()

    def part(self, name: str) -> dict[str, Any]:
        """Returns the part stored under that name; {} if there is none."""
        with self._lock:
            stored = self._read_file().get(name)
        return stored if isinstance(stored, dict) else {}

    def keep(self, name: str, part: Mapping[str, Any]) -> None:
        """Stores a part under the name, in place of an earlier one. Raises BadFile."""
        with self._lock:
            write_text(self._path, json.dumps(self._read_file() | {name: dict(part)}, indent=1) + "\n")

    def marks(self) -> dict[str, str]:
        """Returns the steps that players marked as done or skipped."""
        return {step: mark for step, mark in self.part("marks").items() if mark in MARKS}

    def mark(self, step: str, mark: str | None) -> None:
        """Marks a step as done or skipped, or removes its mark (None)."""
        marks = self.marks()
        marks.pop(step, None)
        self.keep("marks", marks | ({step: mark} if mark else {}))

    def _read_file(self) -> dict[str, Any]:
        if not self._path.exists():
            return {}
        try:
            stored = parse_json(self._path, read_text(self._path, "the progress of the set-up"))  # no text
        except BadFile:
            return {}
        return stored if isinstance(stored, dict) else {}


# the lens of a removed camera
ASIDE = "lens-{n}.yaml"
SAME_SHAPE = 0.002


@dataclass(frozen=True)
class KnownLens:
    """A lens and its file in the folder. camera: the number of its camera from 0; None for a removed one."""

    file: str
    camera: int | None
    lens: Intrinsics


def list_lenses(folder: Path) -> tuple[KnownLens, ...]:
    """Lists every readable lens of the folder, those of its cameras first."""
    camera_files = [(lens_file(number), number) for number in range(MOST_CAMERAS)]
    aside_files = [(path.name, None) for path in sorted(folder.glob(ASIDE.format(n="*")))]
    lenses = []
    for file, camera in [*camera_files, *aside_files]:
        if (folder / file).exists():
            try:
                lenses.append(KnownLens(file, camera, read_camera(folder / file)))
            except TablecamError:  # the step "lens" of its camera reports it
                continue
    return tuple(lenses)


def fits(lens: Intrinsics, size: tuple[int, int]) -> bool:
    """Whether pictures of this size may have been taken with the lens, as they are or scaled."""
    return abs(size[0] / size[1] * lens.height / lens.width - 1) <= SAME_SHAPE


def set_aside(folder: Path, number: int, cameras: int) -> None:
    """Keeps the lens of a removed camera under another name, and moves the later cameras' lenses up.

    cameras: their number before the removal.
    """
    _move_lens(folder / lens_file(number), _find_free_name(folder))
    for successor in range(number + 1, cameras):
        _move_lens(folder / lens_file(successor), folder / lens_file(successor - 1))


def _move_lens(lens: Path, to: Path) -> None:
    if lens.exists():
        write_text(to, read_text(lens, "a camera's lens"))  # no text
        lens.unlink()


def _find_free_name(folder: Path) -> Path:
    number = 1
    while (folder / ASIDE.format(n=number)).exists():
        number += 1
    return folder / ASIDE.format(n=number)


PLAIN = re.compile(r"[\w][\w .-]{0,60}")
# greatest number of faults that a message lists
MOST_FAULTS = 5


@contextmanager
def as_files(texts: Mapping[str, str]) -> Iterator[Path]:
    """Provides a folder with the texts under their names, while the block runs. Raises SetupRefusal for an odd name."""
    for name in texts:
        if not PLAIN.fullmatch(name):
            raise SetupRefusal(
                Message("a file's name must be plain letters and digits, such as team.toml: rename the file")
            )
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder:
        for name, text in texts.items():
            write_text(Path(folder) / name, text)
        try:
            yield Path(folder)
        except TablecamError as fault:
            faults = "; ".join(fault.faults[:MOST_FAULTS]) if isinstance(fault, Faulty) else str(fault)
            raise BadFile(faults.replace(f"{folder}/", "")) from fault


USUAL_IN = (48.0, 48.0)
SMALLEST_IN, LARGEST_IN = 12.0, 120.0
# key of setup.json
PART = "size"


class ChosenSize:
    """The answer to the first question of the set-up; table.toml overrides it once it exists."""

    def __init__(self, state: SetupState) -> None:
        self._state = state

    @property
    def inches(self) -> tuple[float, float]:
        """Width and depth; those of a common table until a player has chosen."""
        stored = self._state.part(PART)
        sides = stored.get("width_in"), stored.get("depth_in")
        return sides if all(isinstance(side, float) for side in sides) else USUAL_IN  # type: ignore[return-value]

    def choose(self, width_in: float, depth_in: float) -> None:
        """Keeps the size. Raises SetupRefusal for a size that no table has, and BadFile."""
        check_sides(width_in, depth_in)
        self._state.keep(PART, {"width_in": float(width_in), "depth_in": float(depth_in)})


def check_sides(width_in: float, depth_in: float) -> None:
    """Raises SetupRefusal for a size that no table has."""
    if not (SMALLEST_IN <= width_in <= LARGEST_IN and SMALLEST_IN <= depth_in <= LARGEST_IN):
        raise SetupRefusal(
            Message(
                "a table of {width} x {depth} in is not possible: each side is {least} to {most} in long",
                width=f"{width_in:g}",
                depth=f"{depth_in:g}",
                least=f"{SMALLEST_IN:g}",
                most=f"{LARGEST_IN:g}",
            )
        )
