"""What a ruling rests on: the place in the book, so that a player can look it up."""

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
        """As a player reads it: `UW-QS Cover (UW-084)`."""
        return f"{self.book} {self.heading}" + (f" ({self.row})" if self.row else "")
