"""The list of the club events of a database."""

from dataclasses import dataclass

from tablecam.club.event.log import title
from tablecam.storage.tournament_store import TournamentStore


@dataclass(frozen=True)
class EventSummary:
    """A club event in the list. begun, last: ISO times in UTC of its first and last act."""

    id: int
    title: str
    begun: str
    last: str
    lines: int


def list_events(store: TournamentStore) -> tuple[EventSummary, ...]:
    """Every club event of a database, in the order of their beginnings."""
    return tuple(
        EventSummary(stored.id, title(stored.header), stored.begun, stored.last, stored.lines)
        for stored in store.listed()
    )
