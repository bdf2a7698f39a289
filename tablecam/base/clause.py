"""The source of a ruling: its place in the book, for a player to look up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clause:
    """A heading of a rulebook and, where there is one, its row in the list of that book's rules (`docs/rules`).

    book: as players abbreviate it, for instance "UW-QS"; heading: "Cover"; row: "UW-084".
    """

    book: str
    heading: str
    row: str = ""

    def __str__(self) -> str:
        """The clause in a player's notation: `UW-QS Cover (UW-084)`."""
        return f"{self.book} {self.heading}" + (f" ({self.row})" if self.row else "")
