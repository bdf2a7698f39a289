"""Which sheets there are of a table, and which number each model has on them: kept in its folder's `setup.json`."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Message
from tablecam.setup.setup_state import SetupState

# of setup.json: the sheets, by name; the models' numbers on the sheets
SHEETS, NUMBERS = "opened", "sheet_numbers"


@dataclass(frozen=True)
class SheetRecord:
    """paper, tag_mm: as the sheet was made here; neither for one that the players had. named: whether with names."""

    paper: str | None = None
    tag_mm: float | None = None
    named: bool = True

    @property
    def says(self) -> Message:
        """What is known of the sheet, in a few words."""
        if self.paper is None or self.tag_mm is None:
            return Message("you have it")
        return Message("opened for {paper}, with tags of {size} mm", paper=self.paper, size=f"{self.tag_mm:g}")


class PrintedSheets:
    """Reads and keeps the records."""

    def __init__(self, state: SetupState) -> None:
        self._state = state

    @property
    def records(self) -> dict[str, SheetRecord]:
        """The sheets that there are, by name."""
        return {name: _read_record(record) for name, record in self._state.part(SHEETS).items()}

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers that models have on sheets of this table, whether they wear them or not."""
        return {model: tag for model, tag in self._state.part(NUMBERS).items() if isinstance(tag, int)}

    def keep(self, sheet: str, record: SheetRecord) -> None:
        """There is this sheet."""
        written = {"paper": record.paper, "tag_mm": record.tag_mm, "named": record.named}
        self._state.keep(SHEETS, self._state.part(SHEETS) | {sheet: written})

    def keep_numbers(self, numbers: Mapping[str, int]) -> None:
        """These models have these numbers on a sheet, and no other model has them."""
        others = {model: tag for model, tag in self.numbers.items() if tag not in set(numbers.values())}
        self._state.keep(NUMBERS, others | dict(numbers))

    def drop_numbers(self, models: Mapping[str, int]) -> None:
        """The sheet is not the one that these models' tags are from."""
        self._state.keep(NUMBERS, {model: tag for model, tag in self.numbers.items() if model not in models})


def _read_record(record: object) -> SheetRecord:
    """A record of an earlier version is true and no more."""
    if not isinstance(record, dict):
        return SheetRecord()
    paper, tag_mm = record.get("paper"), record.get("tag_mm")
    return SheetRecord(
        paper if isinstance(paper, str) else None,
        tag_mm if isinstance(tag_mm, int | float) else None,
        record.get("named") is not False,
    )
