"""Sizes of paper, in millimetres, and what cannot be put on one."""

from dataclasses import dataclass

from tablecam.errors import TablecamError
from tablecam.units import to_mm


class CannotPrint(TablecamError):
    """What was asked for cannot be drawn: an unknown tag number, a tag larger than the paper, a folder not writable."""


@dataclass(frozen=True)
class Paper:
    """One sheet, upright unless it was turned."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def turned(self) -> "Paper":
        """The same sheet lying on its side."""
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
# Twice the area of the same family of sizes: what a copy shop prints for who has the small one at home.
LARGER = {"a4": "a3", "letter": "tabloid"}
# Where a ruler is likely to be in inches, the sheets carry a second bar in inches.
INCH_PAPERS = ("letter", "tabloid")
