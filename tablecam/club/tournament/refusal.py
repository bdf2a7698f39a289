"""Refusals by the guide, as one sentence: the players, the clause, and the remedies open to the organiser."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.club.tournament.clauses import CLAUSES
from tablecam.club.tournament.entrant import Layout


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
