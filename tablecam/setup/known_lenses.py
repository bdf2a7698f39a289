"""The lenses in a table folder: those of its cameras, and those of removed cameras."""

from dataclasses import dataclass
from pathlib import Path

from tablecam.base.errors import TablecamError
from tablecam.storage.camera_yaml import read_camera
from tablecam.storage.table_folder import MOST_CAMERAS, lens_file
from tablecam.storage.text_file import read_text, write_text
from tablecam.table.geometry.projection import Intrinsics

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
