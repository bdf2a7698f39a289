"""The club events of a database, each opened once however many pages look at it."""

import re
import secrets
import threading
from pathlib import Path

from tablecam.club.event_list import EventSummary, list_events
from tablecam.club.event_store import StoredEvent
from tablecam.errors import BadFile
from tablecam.storage.tournament_store import TournamentStore
from tablecam.tournament.clock import LONGEST_MIN
from tablecam.tournament.forces import LIMIT

SEEDS = 2**31
# a number that a database can count to, however it was typed
NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)


class EventRegistry:
    """store: where they are kept. snapshots: a folder for a file of each published round, or None."""

    def __init__(self, store: TournamentStore, snapshots: Path | None = None) -> None:
        self.store = store
        self.snapshots = snapshots
        self._lock = threading.Lock()
        self._open: dict[int, StoredEvent] = {}

    def listed(self) -> tuple[EventSummary, ...]:
        """Every event, in the order in which they were begun."""
        return list_events(self.store)

    def stored_event(self, number: str) -> StoredEvent:
        """The event of that number; BadFile where there is none, BrokenLog where its log was edited."""
        if not NUMBER.fullmatch(number):
            raise BadFile(f"'{number}' is no number of an event: look for it in the list at /club")
        with self._lock:
            id = int(number)
            if id not in self._open:
                self._open[id] = StoredEvent.open(self.store, id, self.snapshots)
            return self._open[id]

    def begin(
        self, title: str, by: str, limit: int = LIMIT, minutes: int = LONGEST_MIN, seed: int | None = None
    ) -> StoredEvent:
        """A new event, whose draws follow from the seed; where it is None one is drawn, and kept in its log."""
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        return self._kept(
            StoredEvent.begin(
                self.store, title, seed=seed, by=by, limit=limit, minutes=minutes, snapshots=self.snapshots
            )
        )

    def take_in(self, text: str) -> StoredEvent:
        """The event of an export, under a number of its own here; BadFile where the text is none or was edited."""
        return self._kept(StoredEvent.take_in(self.store, text, self.snapshots))

    def _kept(self, club: StoredEvent) -> StoredEvent:
        with self._lock:
            return self._open.setdefault(club.id, club)
