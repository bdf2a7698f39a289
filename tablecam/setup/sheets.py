"""The step "print": the sheets that this table needs, with its own sizes and tag numbers, and those it has."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from hardware.boards import board_pdf
from hardware.catalogue import REFERENCE_TAGS, TAG_SIZES_MM, parse_ids, usual_charuco
from hardware.gauge import TAG_MARKS_IN, gauge_pdf
from hardware.sheet import PAPERS, Paper
from hardware.tag_sheets import model_tags, reference_tags, tray_pdf
from hardware.tray import COMMON_BASES, tray_for
from tablecam.base.errors import BadFile
from tablecam.base.i18n import Counted, Message, current_language, listing
from tablecam.sensing.vision.family import COUNT
from tablecam.setup.camera_step import TagResolution, sizes_in_use, usual_size
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.setup_files import SetupState, TableFiles, load_files
from tablecam.storage.models_toml import read_pieces
from tablecam.storage.table_folder import PIECES

# keys of setup.json: the sheets, by name; the models' numbers on the sheets
SHEETS, NUMBERS = "opened", "sheet_numbers"


@dataclass(frozen=True)
class SheetRecord:
    """paper, tag_mm: of a sheet made here; None for one that the players had already. named: whether it shows names."""

    paper: str | None = None
    tag_mm: float | None = None
    named: bool = True

    @property
    def says(self) -> Message:
        """The record in a few words."""
        if self.paper is None or self.tag_mm is None:
            return Message("you have it")
        return Message("opened for {paper}, with tags of {size} mm", paper=self.paper, size=f"{self.tag_mm:g}")


class PrintedSheets:
    """Reads and keeps the records."""

    def __init__(self, state: SetupState) -> None:
        self._state = state

    @property
    def records(self) -> dict[str, SheetRecord]:
        """The existing sheets, by name."""
        return {name: _read_record(record) for name, record in self._state.part(SHEETS).items()}

    @property
    def numbers(self) -> dict[str, int]:
        """The models' numbers on sheets of this table, whether they wear them or not."""
        return {model: tag for model, tag in self._state.part(NUMBERS).items() if isinstance(tag, int)}

    def keep(self, sheet: str, record: SheetRecord) -> None:
        """Records a sheet."""
        plain = {"paper": record.paper, "tag_mm": record.tag_mm, "named": record.named}
        self._state.keep(SHEETS, self._state.part(SHEETS) | {sheet: plain})

    def keep_numbers(self, numbers: Mapping[str, int]) -> None:
        """Records the numbers of these models on a sheet, and takes them from other models."""
        other_numbers = {model: tag for model, tag in self.numbers.items() if tag not in set(numbers.values())}
        self._state.keep(NUMBERS, other_numbers | dict(numbers))

    def drop_numbers(self, models: Mapping[str, int]) -> None:
        """Forgets the numbers of models whose tags come from another sheet."""
        self._state.keep(NUMBERS, {model: tag for model, tag in self.numbers.items() if model not in models})


def _read_record(record: object) -> SheetRecord:
    """Reads a record; one of an earlier version is `True` without details."""
    if not isinstance(record, dict):
        return SheetRecord()
    paper, tag_mm = record.get("paper"), record.get("tag_mm")
    return SheetRecord(
        paper if isinstance(paper, str) else None,
        tag_mm if isinstance(tag_mm, int | float) else None,
        record.get("named") is not False,
    )


PRINTED_PAPERS = ("a4", "letter", "a3", "tabloid")
# Enough for two forces of up to 20 models each.
MODEL_TAGS = 40


@dataclass(frozen=True)
class SheetOffer:
    """A sheet. why: its purpose. missing: whether the table still needs the sheet, according to its folder.

    opened: whether the sheet exists: a player made it here since it was needed, or the players have it. record: its
    record in that case.
    """

    name: str
    title: Message
    why: Message
    missing: bool
    opened: bool = False
    record: SheetRecord | None = None


@dataclass(frozen=True)
class SheetsWanted:
    """The needs that the sheets can meet, beyond the files of the folder.

    models: their number in the chosen forces; without_tag: the number of those without a tag. gauged: whether the gauge
    card was read. there: records of the existing sheets, by name.
    """

    models: int = 0
    without_tag: int = 0
    gauged: bool = False
    there: Mapping[str, SheetRecord] = field(default_factory=dict)


def offers(folder: Path, size_mm: float, wanted: SheetsWanted) -> tuple[SheetOffer, ...]:
    """Lists all sheets, with the models' tags of that size over the white ring."""
    sheet_offers = _list_offers(folder, size_mm, wanted)
    return tuple(replace(offer, **_find_record(offer.name, wanted)) for offer in sheet_offers)


def _find_record(name: str, wanted: SheetsWanted) -> dict[str, Any]:
    """Finds the record of a sheet. A sheet with names is out of date as soon as a model has no number."""
    record = wanted.there.get(name)
    if record is None or (name == "models" and record.named and wanted.without_tag > 0):
        return {}
    return {"opened": True, "record": record}


def _list_offers(folder: Path, size_mm: float, wanted: SheetsWanted) -> tuple[SheetOffer, ...]:
    files = load_files(folder)
    roster = files.roster.models if files.roster is not None else ()
    lacks_tags = wanted.without_tag > 0 or not roster
    size = f"{size_mm:g}"
    return (
        SheetOffer(
            "board",
            Message("The board for the lens"),
            Message("held in front of the camera, to calibrate it"),
            files.lens is None,
        ),
        SheetOffer(
            "reference",
            Message("Reference tags"),
            Message("around the table, to place the camera"),
            files.table is None,
        ),
        SheetOffer("gauge", Message("The gauge card"), Message("12.00 in, to check the camera"), not wanted.gauged),
        SheetOffer("models", _title_tags(size, wanted), _describe_purpose(wanted), lacks_tags),
        SheetOffer(
            "trays",
            Message("Trays for tags of {size} mm", size=size),
            Message("for the usual bases, to cut from card"),
            lacks_tags,
        ),
    )


def _title_tags(size: str, wanted: SheetsWanted) -> Message:
    if wanted.models:
        return Message("Tags of {size} mm with the models' names", size=size)
    return Message("Tags of {size} mm", size=size)


def _describe_purpose(wanted: SheetsWanted) -> Message:
    if not wanted.models:
        return Message("one for each model; only free numbers")
    if not wanted.without_tag:
        return Message("one for each model of both forces: put a model down and the camera recognises it")
    return Counted(
        "{n} model has no tag yet: the sheet gives it one, with its name",
        "{n} models have no tag yet: the sheet gives each one, with its name",
        wanted.without_tag,
    )


def tag_mm(has: TableFiles, resolutions: Sequence[TagResolution]) -> float:
    """Returns the size over the white ring of this table's model tags, or the size for a camera of these
    resolutions.
    """
    if has.roster is not None and has.roster.models:
        return sizes_in_use(has)[-1]
    return usual_size(resolutions) if resolutions else TAG_SIZES_MM[-1]


def sheet(folder: Path, name: str, paper: str, size_mm: float, named: Sequence[tuple[int, str]] = ()) -> bytes:
    """Makes the sheet as PDF, in the current language. Raises SetupRefusal for an unknown sheet, and CannotPrint.

    named: the numbers and the names for the models' tags; without them, free numbers.
    """
    check_order(name, paper, size_mm)
    files = load_files(folder)
    tags = tuple(named) or tuple((tag, "") for tag in free_tags(folder, files))
    return _make_sheet(_Order(name, paper, size_mm, _get_reference(files), tags, current_language()))


def check_order(name: str, paper: str, size_mm: float) -> None:
    """Raises SetupRefusal for an unknown sheet or paper, or an impossible size."""
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


def free_tags(folder: Path, has: TableFiles) -> tuple[int, ...]:
    """Returns the lowest tag numbers that are not in use."""
    used_tags = {*TAG_MARKS_IN, *parse_ids(REFERENCE_TAGS)}
    used_tags |= set(has.roster.by_tag) if has.roster is not None else set()
    used_tags |= {tag.id for tag in has.table.reference_tags} if has.table is not None else set()
    with suppress(BadFile):  # another step reports it
        used_tags |= {piece.tag for piece in read_pieces(folder / PIECES)}
    return tuple(tag for tag in range(COUNT) if tag not in used_tags)[:MODEL_TAGS]


Reference = tuple[tuple[int, ...], float]


def _get_reference(has: TableFiles) -> Reference:
    """Returns the numbers and the size of the reference tags, from table.toml or the usual ones."""
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
    tags: tuple[tuple[int, str], ...]
    language: str


@lru_cache(maxsize=16)
def _make_sheet(order: _Order) -> bytes:
    return _MAKERS[order.name](PAPERS[order.paper], order)


def _make_trays(paper: Paper, size_mm: float) -> bytes:
    return tray_pdf([tray_for(base, size_mm) for base in COMMON_BASES], paper)


_MAKERS: dict[str, Callable[[Paper, _Order], bytes]] = {
    "board": lambda paper, _order: board_pdf(usual_charuco(paper), paper),
    "reference": lambda paper, order: reference_tags(*order.reference).pdf(paper),
    "gauge": lambda paper, _order: gauge_pdf(paper),
    "models": lambda paper, order: model_tags([tag for tag, _name in order.tags], order.size_mm, dict(order.tags)).pdf(
        paper
    ),
    "trays": lambda paper, order: _make_trays(paper, order.size_mm),
}
