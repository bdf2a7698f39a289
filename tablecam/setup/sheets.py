"""The step "print": the sheets that this table needs, in its own sizes and numbers."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hardware.boards import board_pdf
from hardware.catalogue import REFERENCE_TAGS, TAG_SIZES_MM, parse_ids, usual_charuco
from hardware.gauge import LEFT_TAG, RIGHT_TAG, gauge_pdf
from hardware.paper import PAPERS, Paper
from hardware.tag_sheets import model_tags, reference_tags
from hardware.tray import COMMON_BASES, tray_for
from hardware.tray_sheets import tray_pdf
from tablecam.errors import BadFile
from tablecam.setup.camera_step import sizes_in_use
from tablecam.setup.known_places import TableFiles, known
from tablecam.storage.pieces_toml import read_pieces
from tablecam.storage.table_folder import PIECES
from tablecam.vision.family import COUNT

PRINTED_PAPERS = ("a4", "letter", "a3", "tabloid")
# A force has 6 to 20 models; two of them, and a few spare tags for terrain.
MODEL_TAGS = 40
# Pictures from this width on show the cells of a 20 mm tag well.
FINE_PX = 2560


@dataclass(frozen=True)
class SheetOffer:
    """A sheet. missing: whether the table lacks what is on it, as far as its folder tells. why: in a sentence."""

    name: str
    title: str
    why: str
    missing: bool


def offers(folder: Path, picture_px: int | None, models_without_tag: int, gauged: bool) -> tuple[SheetOffer, ...]:
    """All sheets, for a camera of that width. models_without_tag: of the forces that were chosen."""
    has = known(folder)
    size_mm, roster = tag_mm(has, picture_px), has.roster.models if has.roster is not None else ()
    lacks_tags = models_without_tag > 0 or not roster
    said_tags = f"{models_without_tag} models have no tag yet" if models_without_tag else "one for each model"
    return (
        SheetOffer("board", "The board for the lens", "held before the camera, to calibrate it", has.lens is None),
        SheetOffer("reference", "Reference tags", "laid around the table, to find the camera by", has.table is None),
        SheetOffer("gauge", "The gauge card", "12.00 in, to check the camera by", not gauged),
        SheetOffer("models", f"Tags of {size_mm:g} mm", f"{said_tags}; only numbers that are free", lacks_tags),
        SheetOffer("trays", f"Trays for tags of {size_mm:g} mm", "for the usual bases, to cut from card", lacks_tags),
    )


def tag_mm(has: TableFiles, picture_px: int | None) -> float:
    """The size over the white ring that models' tags have here, or should have under such a camera."""
    if has.roster is not None and has.roster.models:
        return sizes_in_use(has)[-1]
    return TAG_SIZES_MM[0] if picture_px is not None and picture_px >= FINE_PX else TAG_SIZES_MM[-1]


def sheet(folder: Path, name: str, paper: str, size_mm: float) -> bytes:
    """The sheet as PDF. Raises BadFile for one that there is not, and CannotPrint."""
    if paper not in PRINTED_PAPERS:
        raise BadFile(f"there is no paper {paper}: choose one of {', '.join(PRINTED_PAPERS)}")
    if name not in _MADE:
        raise BadFile(f"there is no sheet {name}: choose one of {', '.join(_MADE)}")
    if not 5 <= size_mm <= 60:
        raise BadFile(f"a tag is 5 to 60 mm over its white ring, not {size_mm:g}: choose another size")
    has = known(folder)
    return _made(name, paper, size_mm, _reference(has), free_tags(folder, has))


def free_tags(folder: Path, has: TableFiles) -> tuple[int, ...]:
    """The lowest numbers that nobody wears and that lie nowhere."""
    taken = {LEFT_TAG, RIGHT_TAG, *parse_ids(REFERENCE_TAGS)}
    taken |= {model.tag for model in has.roster.models} if has.roster is not None else set()
    taken |= {tag.id for tag in has.table.reference_tags} if has.table is not None else set()
    with suppress(BadFile):  # another step tells of it
        taken |= {piece.tag for piece in read_pieces(folder / PIECES)}
    return tuple(tag for tag in range(COUNT) if tag not in taken)[:MODEL_TAGS]


Reference = tuple[tuple[int, ...], float]


def _reference(has: TableFiles) -> Reference:
    """The numbers and the size of the reference tags, as table.toml has them or as they are usual."""
    if has.table is None:
        return tuple(parse_ids(REFERENCE_TAGS)), 40.0
    return tuple(tag.id for tag in has.table.reference_tags), has.table.reference_tags[0].size_mm


@lru_cache(maxsize=16)
def _made(name: str, paper: str, size_mm: float, reference: Reference, tags: tuple[int, ...]) -> bytes:
    return _MADE[name](PAPERS[paper], size_mm, reference, tags)


def _trays(paper: Paper, size_mm: float) -> bytes:
    return tray_pdf([tray_for(base, size_mm) for base in COMMON_BASES], paper)


_MADE: dict[str, Callable[[Paper, float, Reference, tuple[int, ...]], bytes]] = {
    "board": lambda paper, *_: board_pdf(usual_charuco(paper), paper),
    "reference": lambda paper, _, reference, __: reference_tags(*reference).pdf(paper),
    "gauge": lambda paper, *_: gauge_pdf(paper),
    "models": lambda paper, size_mm, _, tags: model_tags(tags, size_mm).pdf(paper),
    "trays": lambda paper, size_mm, *_: _trays(paper, size_mm),
}
