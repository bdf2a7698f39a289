"""Sizes of paper, in millimetres, and the error for sheets that cannot be made."""

from dataclasses import dataclass

from tablecam.base.errors import TablecamError
from tablecam.base.units import to_mm


class CannotPrint(TablecamError):
    """A sheet cannot be made: the tag number is unknown, the tag larger than the paper, the folder not writable."""


@dataclass(frozen=True)
class Paper:
    """One sheet, upright unless turned."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def turned(self) -> "Paper":
        """The same sheet on its side."""
        return Paper(self.name, self.height_mm, self.width_mm)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", 210.0, 297.0),
        Paper("letter", to_mm(8.5), to_mm(11.0)),
        Paper("a3", 297.0, 420.0),
        Paper("tabloid", to_mm(11.0), to_mm(17.0)),
    )
}
# The next larger size of the same family, for a copy shop.
LARGER = {"a4": "a3", "letter": "tabloid"}
# Sheets of these sizes have a second bar in inches, since their users are likely to have a ruler in inches.
INCH_PAPERS = ("letter", "tabloid")
