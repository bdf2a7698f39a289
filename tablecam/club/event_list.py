"""The club nights of a database, by name."""

from dataclasses import dataclass

from tablecam.club.log import title
from tablecam.storage.tournament_store import TournamentStore


@dataclass(frozen=True)
class Announced:
    """A club night in the list. begun, last: ISO times in UTC, of its opening and of its last act."""

    id: int
    title: str
    begun: str
    last: str
    lines: int


def nights(store: TournamentStore) -> tuple[Announced, ...]:
    """Every club night of a database, in the order in which they were begun."""
    return tuple(Announced(each.id, title(each.header), each.begun, each.last, each.lines) for each in store.listed())
