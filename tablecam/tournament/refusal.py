"""What the guide does not allow, as one sentence: who, which clause, and what the organiser can do instead."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablecam.errors import TablecamError
from tablecam.tournament.clauses import CLAUSES
from tablecam.tournament.entrant import Layout


@dataclass(frozen=True, slots=True)
class Remedy:
    """A way out of a round that cannot be drawn (P6). layout: the round it leads to; None where the event ends."""

    says: str
    layout: Layout | None = None


class TournamentRefusal(TablecamError):
    """Nothing has changed. players: the IDs of those it is about; remedies: what can be done, best first.

    reason: the sentence without its remedies; code: by which a page recognises it, or empty.
    """

    def __init__(
        self, reason: str, row: str, players: Sequence[str] = (), remedies: Sequence[Remedy] = (), code: str = ""
    ) -> None:
        instead = f"; remedies (P6): {', or '.join(each.says for each in remedies)}" if remedies else ""
        self.reason = f"{reason}, by {CLAUSES[row]}"
        super().__init__(f"{self.reason}{instead}")
        self.code = code or ("no_round" if remedies else "")
        self.clause = CLAUSES[row]
        self.players = tuple(players)
        self.remedies = tuple(remedies)


def listed(names: Sequence[object]) -> str:
    """Names as a sentence has them: `Ann, Bob and Cat`."""
    said = [str(name) for name in names]
    return " and ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else "".join(said)
