"""The step "print": the sheets that this table needs, with its own sizes and tag numbers."""

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
from tablecam.i18n import Counted, Message, current_language, listing
from tablecam.setup.camera_step import sizes_in_use
from tablecam.setup.known_places import TableFiles, known
from tablecam.setup.refusal import SetupRefusal
from tablecam.storage.pieces_toml import read_pieces
from tablecam.storage.table_folder import PIECES
from tablecam.vision.family import COUNT

PRINTED_PAPERS = ("a4", "letter", "a3", "tabloid")
# Enough for two forces of up to 20 models.
MODEL_TAGS = 40
# From this width on, pictures show the cells of a 20 mm tag well.
FINE_PX = 2560


@dataclass(frozen=True)
class SheetOffer:
    """A sheet. why: its purpose. missing: whether the table still needs the sheet, as far as its folder shows."""

    name: str
    title: Message
    why: Message
    missing: bool


def offers(folder: Path, picture_px: int | None, models_without_tag: int, gauged: bool) -> tuple[SheetOffer, ...]:
    """All sheets, for a camera of that width. models_without_tag: how many models of the chosen forces have none."""
    has = known(folder)
    size_mm, roster = tag_mm(has, picture_px), has.roster.models if has.roster is not None else ()
    lacks_tags = models_without_tag > 0 or not roster
    size = f"{size_mm:g}"
    return (
        SheetOffer(
            "board",
            Message("The board for the lens"),
            Message("held in front of the camera, to calibrate it"),
            has.lens is None,
        ),
        SheetOffer(
            "reference", Message("Reference tags"), Message("around the table, to place the camera"), has.table is None
        ),
        SheetOffer("gauge", Message("The gauge card"), Message("12.00 in, to check the camera"), not gauged),
        SheetOffer("models", Message("Tags of {size} mm", size=size), _tags_for(models_without_tag), lacks_tags),
        SheetOffer(
            "trays",
            Message("Trays for tags of {size} mm", size=size),
            Message("for the usual bases, to cut from card"),
            lacks_tags,
        ),
    )


def _tags_for(models_without_tag: int) -> Message:
    if not models_without_tag:
        return Message("one for each model; only free numbers")
    return Counted(
        "{n} model has no tag yet; only free numbers",
        "{n} models have no tag yet; only free numbers",
        models_without_tag,
    )


def tag_mm(has: TableFiles, picture_px: int | None) -> float:
    """The size over the white ring of this table's tags for models, or the best size for such a camera."""
    if has.roster is not None and has.roster.models:
        return sizes_in_use(has)[-1]
    return TAG_SIZES_MM[0] if picture_px is not None and picture_px >= FINE_PX else TAG_SIZES_MM[-1]


def sheet(folder: Path, name: str, paper: str, size_mm: float) -> bytes:
    """The sheet as PDF, in the current language. Raises SetupRefusal for an unknown sheet, and CannotPrint."""
    if paper not in PRINTED_PAPERS:
        raise SetupRefusal(
            Message("there is no paper {paper}: choose one of {papers}", paper=paper, papers=listing(PRINTED_PAPERS))
        )
    if name not in _MAKERS:
        raise SetupRefusal(
            Message("there is no sheet {sheet}: choose one of {sheets}", sheet=name, sheets=listing(_MAKERS))
        )
    if not 5 <= size_mm <= 60:
        raise SetupRefusal(
            Message("a tag is 5 to 60 mm over its white ring, not {size}: choose another size", size=f"{size_mm:g}")
        )
    has = known(folder)
    order = _Order(name, paper, size_mm, _reference(has), free_tags(folder, has), current_language())
    return _made(order)


def free_tags(folder: Path, has: TableFiles) -> tuple[int, ...]:
    """The lowest tag numbers that are not in use."""
    taken = {LEFT_TAG, RIGHT_TAG, *parse_ids(REFERENCE_TAGS)}
    taken |= {model.tag for model in has.roster.models} if has.roster is not None else set()
    taken |= {tag.id for tag in has.table.reference_tags} if has.table is not None else set()
    with suppress(BadFile):  # another step reports it
        taken |= {piece.tag for piece in read_pieces(folder / PIECES)}
    return tuple(tag for tag in range(COUNT) if tag not in taken)[:MODEL_TAGS]


Reference = tuple[tuple[int, ...], float]


def _reference(has: TableFiles) -> Reference:
    """The numbers and the size of the reference tags, from table.toml or the usual ones."""
    if has.table is None:
        return tuple(parse_ids(REFERENCE_TAGS)), 40.0
    return tuple(tag.id for tag in has.table.reference_tags), has.table.reference_tags[0].size_mm


@dataclass(frozen=True)
class _Order:
    """Everything that a sheet depends on."""

    name: str
    paper: str
    size_mm: float
    reference: Reference
    tags: tuple[int, ...]
    language: str


@lru_cache(maxsize=16)
def _made(order: _Order) -> bytes:
    return _MAKERS[order.name](PAPERS[order.paper], order.size_mm, order.reference, order.tags)


def _trays(paper: Paper, size_mm: float) -> bytes:
    return tray_pdf([tray_for(base, size_mm) for base in COMMON_BASES], paper)


_MAKERS: dict[str, Callable[[Paper, float, Reference, tuple[int, ...]], bytes]] = {
    "board": lambda paper, *_: board_pdf(usual_charuco(paper), paper),
    "reference": lambda paper, _size, reference, _tags: reference_tags(*reference).pdf(paper),
    "gauge": lambda paper, *_: gauge_pdf(paper),
    "models": lambda paper, size_mm, _reference, tags: model_tags(tags, size_mm).pdf(paper),
    "trays": lambda paper, size_mm, *_: _trays(paper, size_mm),
}
