"""Records the existing sheets of a table, and each model's number on them, in its folder's `setup.json`."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Message
from tablecam.setup.setup_state import SetupState

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
