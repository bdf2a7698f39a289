"""Refusals by the guide, as one sentence: the players, the clause, and the organiser's remedies; and all clauses."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from tablecam.base.clause import Clause
from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.club.tournament.entrant import Layout

# The clauses of the Urban War tournament guide: our row, and the heading above it in the guide.
#
# Headings stay English in every language, so that a player finds them in the guide. What a club wishes beyond the
# guide has rows of its own, which continue the guide's numbers and are marked as a house wish.

BOOK = "UW-TG"

_HEADINGS = {
    "Rounds": ("N1", "N2"),
    # no text: headings of the guide
    "Casualty Thresholds": ("A1", "A4"),
    "Casualty Levels": ("A2", "A3"),  # no text
    "Game Results & Scoring": ("A5", "A6"),  # no text
    "Conceding": ("C1", "C2", "C3", "C4", "C5"),
    "Byes": ("B1", "B2", "B3", "B4", "B5"),
    "Bye Scoring": ("B6",),  # no text
    "First Round Pairing": ("F1", "F2", "F3", "F4"),  # no text
    "Second & Subsequent Round Pairing": ("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"),  # no text
    "Table Allocation": ("T0", "T1", "T2", "T3", "T4", "T5", "T6", "T7"),  # no text
    "Deciding the Tournament Winners": ("S2", "S3"),  # no text
    "Tiebreaker": ("S1",),
    # the ID on the card is unique, and the opponent fills the card in
    "Score Cards": ("ID", "CARD"),  # no text
    # one list for the whole event, and rounds of limited length
    "Force Lists": ("LIST",),  # no text
    "Time Limits": ("TIME",),  # no text
}

# the club's own clauses, which the guide does not have, in the numbers that follow the guide's
HOUSE = "House"
_HOUSE_HEADINGS = {"P9": "Wish", "T8": "Wish"} | dict.fromkeys(
    # no text: headings, which stay English
    ("N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10", "N11", "S4", "S5", "S6", "S7"),
    "Evening",
)

CLAUSES = {row: Clause(BOOK, heading, row) for heading, rows in _HEADINGS.items() for row in rows} | {
    row: Clause(HOUSE, heading, row) for row, heading in _HOUSE_HEADINGS.items()
}


@dataclass(frozen=True, slots=True)
class Remedy:
    """A way out of a round that cannot be drawn (P6). layout: the round it leads to; None where the event ends."""

    says: Message
    layout: Layout | None = None


class TournamentRefusal(TablecamError):
    """A refusal; nothing has changed. Its text names the clause and the remedies, as a terminal prints them.

    says: the sentence with its clause and without the remedies. players: the IDs of those it is about. remedies: what
    can be done, best first. code: what a program decides by; the row of the clause where no program has to decide.
    """

    def __init__(
        self,
        reason: Message,
        row: str,
        players: Sequence[str] = (),
        remedies: Sequence[Remedy] = (),
        code: str = "",
    ) -> None:
        self.says = Message("{reason}, under {clause}", reason=reason, clause=CLAUSES[row])
        super().__init__(_with_remedies(self.says, remedies) if remedies else self.says)
        self.clause = CLAUSES[row]
        self.players = tuple(players)
        self.remedies = tuple(remedies)
        self.code = code or row


def _with_remedies(says: Message, remedies: Sequence[Remedy]) -> Message:
    alternatives = reduce(
        lambda some, other: Message("{some}, or {other}", some=some, other=other), (remedy.says for remedy in remedies)
    )
    return Message("{refusal}; remedies (P6): {alternatives}", refusal=says, alternatives=alternatives)
