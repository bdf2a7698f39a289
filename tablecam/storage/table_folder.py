"""The table folder: everything about one physical table, in files that a person can read, copy and edit."""

from dataclasses import dataclass
from pathlib import Path

from tablecam.base.errors import BadFile, TablecamError
from tablecam.storage.camera_yaml import read_camera, write_camera
from tablecam.storage.models_toml import read_pieces, read_roster, write_pieces, write_roster
from tablecam.storage.table_toml import FAMILY_SIZES, read_table, write_table
from tablecam.storage.terrain_geojson import ANY, read_terrain, write_terrain
from tablecam.table.geometry.projection import Intrinsics
from tablecam.table.miniature import Roster
from tablecam.table.table import Table
from tablecam.table.terrain import Piece, Terrain

CAMERA, TABLE, MODELS, TERRAIN = "camera.yaml", "table.toml", "models.toml", "terrain.geojson"
PIECES = "pieces.toml"
MOST_CAMERAS = 8


def refuse_lensless(cameras: int, lenses: int) -> None:
    """Raises TablecamError for more cameras than a table may have, or than its folder has lenses."""
    if cameras > MOST_CAMERAS:
        raise TablecamError(f"{cameras} cameras are too many for one table: give at most {MOST_CAMERAS}")
    if 1 < cameras > lenses:
        raise TablecamError(
            f"there are {cameras} cameras, and the table folder has the lenses of {lenses}: make {lens_file(lenses)} "
            f"with `tablecam calibrate SOURCE --out DIR/{lens_file(lenses)}`"
        )


def lens_file(number: int) -> str:
    """The file of a camera's lens: camera.yaml, camera-2.yaml and so on; `number` counts from 0."""
    return number_file(CAMERA, number)


def number_file(file: str, number: int) -> str:
    """The name of the same file for a further camera: name-2.suffix and so on; `number` counts from 0."""
    stem, _, suffix = file.partition(".")
    return file if number == 0 else f"{stem}-{number + 1}.{suffix}"


@dataclass(frozen=True)
class TableFolder:
    """The content of the folder. intrinsics: None only where they were not required and are missing.

    terrain: fixed terrain; pieces: terrain that wears tags, and stands wherever the camera sees them. more_lenses:
    those of the second camera and the further ones.
    """

    intrinsics: Intrinsics | None
    table: Table
    roster: Roster
    terrain: Terrain
    path: Path
    pieces: tuple[Piece, ...] = ()
    more_lenses: tuple[Intrinsics, ...] = ()

    @property
    def lenses(self) -> tuple[Intrinsics, ...]:
        """The lenses of all cameras in the order of their files; none while the first has none."""
        return (self.intrinsics, *self.more_lenses) if self.intrinsics is not None else ()


def read_folder(
    path: Path | str, camera_needed: bool = True, models_needed: bool = True, materials: tuple[str, ...] = ANY
) -> TableFolder:
    """Reads and checks the whole folder; BadFile names file, and line or key, of the first fault.

    camera-2.yaml and so on hold the lenses of further cameras. A folder without terrain.geojson is a flat table, and
    without pieces.toml no terrain wears a tag; a folder without camera.yaml or reference tags serves only where
    `camera_needed` is false, as for measuring a written position, and one without models.toml only where
    `models_needed` is: nobody may stand on the table yet. materials: the allowed materials of terrain, by the
    rulebooks.
    """
    path = Path(path)
    if not path.is_dir():
        raise BadFile(f"{path} is not a folder; a table folder holds {TABLE}, {MODELS} and {CAMERA}")
    table = read_table(path / TABLE, tags_needed=camera_needed)
    roster = read_roster(path / MODELS) if models_needed or (path / MODELS).exists() else Roster(())
    _check_tags(path, table, roster)
    terrain = read_terrain(path / TERRAIN, materials) if (path / TERRAIN).exists() else Terrain()
    pieces = read_pieces(path / PIECES, materials)
    _check_pieces(path / PIECES, pieces, table, roster)
    lens = _read_intrinsics(path / CAMERA, camera_needed)
    return TableFolder(lens, table, roster, terrain, path, pieces, _read_more_lenses(path))


def write_folder(path: Path | str, folder: TableFolder) -> None:
    """Writes every file of the folder whole; makes the folder if it is missing."""
    path = Path(path)
    write_table(path / TABLE, folder.table)
    write_roster(path / MODELS, folder.roster)
    write_terrain(path / TERRAIN, folder.terrain)
    if folder.pieces or (path / PIECES).exists():
        write_pieces(path / PIECES, folder.pieces)
    if folder.intrinsics is not None:
        write_camera(path / CAMERA, folder.intrinsics)
    for number, lens in enumerate(folder.more_lenses, 1):
        write_camera(path / lens_file(number), lens)


def _read_intrinsics(path: Path, needed: bool) -> Intrinsics | None:
    if not needed and not path.exists():
        return None
    return read_camera(path)


def _read_more_lenses(path: Path) -> tuple[Intrinsics, ...]:
    """The lenses of the second camera and the further ones, up to the first number without a file."""
    lenses = []
    for number in range(1, MOST_CAMERAS):
        if not (path / lens_file(number)).exists():
            break
        lenses.append(read_camera(path / lens_file(number)))
    return tuple(lenses)


def _check_tags(path: Path, table: Table, roster: Roster) -> None:
    """Checks that tags exist in the family, and that no model wears a reference tag."""
    highest = FAMILY_SIZES[table.family] - 1
    on_table = {tag.id for tag in table.reference_tags}
    for tag in on_table:
        if tag > highest:
            raise BadFile(f"{path / TABLE}: reference tag {tag} does not exist; {table.family} has 0 to {highest}")
    for model in roster.models:
        for tag in model.tags:
            if tag > highest:
                raise BadFile(f"{path / MODELS}: {model.id} wears tag {tag}; {table.family} has only 0 to {highest}")
            if tag in on_table:
                raise BadFile(
                    f"{path / MODELS}: {model.id} wears tag {tag}, which {TABLE} has as a reference tag; "
                    "give one of them another"
                )


def _check_pieces(path: Path, pieces: tuple[Piece, ...], table: Table, roster: Roster) -> None:
    """Checks that no piece wears a missing tag, a reference tag or a model's tag, or has a model's id."""
    highest = FAMILY_SIZES[table.family] - 1
    on_table = {tag.id for tag in table.reference_tags}
    for piece in pieces:
        wears = f"{path}: {piece.id} wears tag {piece.tag}"
        if piece.tag > highest:
            raise BadFile(f"{wears}; {table.family} has only 0 to {highest}")
        if piece.tag in on_table:
            raise BadFile(f"{wears}, which {TABLE} has as a reference tag; give one of them another")
        if piece.tag in roster.by_tag:
            raise BadFile(f"{wears}, as {roster.by_tag[piece.tag].id} in {MODELS} does; give one of them another")
        if piece.id in roster.by_id:
            raise BadFile(f"{path}: {piece.id} is the id of a model in {MODELS} too; give the piece another")
