"""The lenses that a table folder knows: those of its cameras, and those of cameras that were taken away."""

from dataclasses import dataclass
from pathlib import Path

from tablecam.base.errors import TablecamError
from tablecam.storage.camera_yaml import read_camera
from tablecam.storage.table_folder import MOST_CAMERAS, lens_file
from tablecam.storage.text_file import read_text, write_text
from tablecam.table.geometry.projection import Intrinsics

# the lens of a camera that was taken away
ASIDE = "lens-{n}.yaml"
SAME_SHAPE = 0.002


@dataclass(frozen=True)
class KnownLens:
    """A lens and its file in the folder. camera: the number of its camera from 0; None for one taken away."""

    file: str
    camera: int | None
    lens: Intrinsics


def known_lenses(folder: Path) -> tuple[KnownLens, ...]:
    """Every lens of the folder that can be read, those of its cameras first."""
    named = [(lens_file(number), number) for number in range(MOST_CAMERAS)]
    aside = [(path.name, None) for path in sorted(folder.glob(ASIDE.format(n="*")))]
    found = []
    for file, camera in [*named, *aside]:
        if (folder / file).exists():
            try:
                found.append(KnownLens(file, camera, read_camera(folder / file)))
            except TablecamError:  # the step "lens" of its camera reports it
                continue
    return tuple(found)


def fits(lens: Intrinsics, size: tuple[int, int]) -> bool:
    """Whether pictures of this size may have been taken with the lens: as they are, or scaled."""
    return abs(size[0] / size[1] * lens.height / lens.width - 1) <= SAME_SHAPE


def set_aside(folder: Path, number: int, cameras: int) -> None:
    """The lens of a camera that is taken away is kept under another name; those of the later ones move up.

    cameras: how many there were.
    """
    _move(folder / lens_file(number), _free(folder))
    for later in range(number + 1, cameras):
        _move(folder / lens_file(later), folder / lens_file(later - 1))


def _move(lens: Path, to: Path) -> None:
    if lens.exists():
        write_text(to, read_text(lens, "a camera's lens"))  # no text
        lens.unlink()


def _free(folder: Path) -> Path:
    n = 1
    while (folder / ASIDE.format(n=n)).exists():
        n += 1
    return folder / ASIDE.format(n=n)
