"""The club events of a database, each opened once for all pages."""

import logging
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Engine

from tablecam.base.errors import BadFile
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.log import title
from tablecam.club.tournament.forces import LIMIT
from tablecam.club.tournament.schedule import LONGEST_MIN
from tablecam.storage.backup import TOURNAMENT, CopiedLog
from tablecam.storage.line_store import LogSummary, TournamentStore

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class EventSummary:
    """A club event in the list. begun, last: ISO times in UTC of its first and last act.

    readable: whether its log can be read; if not, the event can only be deleted, and its title may be empty.
    """

    id: int
    title: str
    begun: str
    last: str
    lines: int
    readable: bool = True


def list_events(store: TournamentStore) -> tuple[EventSummary, ...]:
    """Every club event of a database, in the order of their beginnings."""
    return tuple(_summarise(stored) for stored in store.list_logs())


def _summarise(stored: LogSummary) -> EventSummary:
    try:
        name, readable = title(stored.header), True
    except BadFile:
        name, readable = "", False
    return EventSummary(stored.id, name, stored.begun, stored.last, stored.lines, readable)


SEEDS = 2**31
# a number within the range of a database
NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)


class EventRegistry:
    """store: where the events are kept. snapshots: the folder for a file of each published round, or None."""

    def __init__(self, store: TournamentStore, snapshots: Path | None = None) -> None:
        self.store = store
        self.snapshots = snapshots
        self._lock = threading.RLock()
        self._open: dict[int, StoredEvent] = {}

    @property
    def folder(self) -> Path | None:
        """The folder beside the database; None where nothing is kept there."""
        return self.snapshots.parent if self.snapshots else None

    def listed(self) -> tuple[EventSummary, ...]:
        """Every event, in the order of their beginnings, also those that cannot be read."""
        return tuple(
            replace(event, readable=self._read_quietly(event.id) is not None) for event in list_events(self.store)
        )

    def readable_events(self) -> tuple[StoredEvent, ...]:
        """The events that can be read, in the order of their beginnings, as they stand."""
        events = (self._read_quietly(event.id) for event in list_events(self.store))
        return tuple(event for event in events if event is not None)

    def _read_quietly(self, id: int) -> StoredEvent | None:
        """An event as it stands, None where its log cannot be read: one such event keeps no other from being shown."""
        try:
            club = self.stored_event(str(id))
            club.refresh()
        except BadFile as fault:
            log.warning("event %d cannot be read: %s", id, fault)
            return None
        return club

    def delete(self, number: int) -> None:
        """Deletes an event for good, whether it can be read or not. NoLog where there is none."""
        with self._lock:
            self.store.delete(number)
            self._open.pop(number, None)

    def stored_event(self, number: str) -> StoredEvent:
        """The event of that number. BadFile where there is none, BrokenLog where its log was edited."""
        if not NUMBER.fullmatch(number):
            raise BadFile(f"{number!r} is no number of an event: look for it in the list at /club")
        with self._lock:
            id = int(number)
            if id not in self._open:
                self._open[id] = StoredEvent.open(self.store, id, self.snapshots)
            return self._open[id]

    def opened(self, number: int) -> StoredEvent | None:
        """The event of that number if a page has opened it already; never waits for the database."""
        return self._open.get(number)

    def note_jumps(self) -> None:
        """Write into the logs of rounds in progress that the machine's clock was set. DatabaseFault."""
        for club in [*self._open.values()]:
            club.note_jump()

    def list_rounds(self) -> tuple[tuple[int, int], ...]:
        """The events that pages have opened, each with its published rounds; never waits for the database."""
        return tuple((id, club.state.event.number) for id, club in [*self._open.items()])

    def begin(
        self, title: str, by: str, limit: int = LIMIT, minutes: int = LONGEST_MIN, seed: int | None = None
    ) -> StoredEvent:
        """A new event. Its draws follow from the seed, which is random if None; the log keeps it."""
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        return self._keep(
            StoredEvent.begin(
                self.store, title, seed=seed, by=by, limit=limit, minutes=minutes, snapshots=self.snapshots
            )
        )

    def take_in(self, text: str) -> StoredEvent:
        """The event of an export, under a new number. BadFile where the text is no export, or was edited."""
        return self._keep(StoredEvent.take_in(self.store, text, self.snapshots))

    # the database, which may go away (`database_watch.py`)

    @contextmanager
    def hold_writing(self) -> Iterator[None]:
        """Nothing is written inside the block."""
        with ExitStack() as stack:
            stack.enter_context(self._lock)
            for club in self._open.values():
                stack.enter_context(club.held())
            yield

    def list_open_logs(self) -> tuple[CopiedLog, ...]:
        """The events that pages have opened, as far as they were acknowledged."""
        return tuple(
            CopiedLog(TOURNAMENT, id, "", [("", text) for text in club.lines]) for id, club in self._open.items()
        )

    def switch_database(self, engine: Engine) -> None:
        """Goes on in another database, which has the same events."""
        self.store.engine = engine
        for club in self._open.values():
            club.forget_doubt()

    def _keep(self, club: StoredEvent) -> StoredEvent:
        with self._lock:
            return self._open.setdefault(club.id, club)


# The players' public names: the name of a player who has released it, the ID in the event of one who has not.
#
# Clause: House Evening (N8).


def released_name(registry: EventRegistry, event: str, number: int, player: str) -> str:
    """The name of a player of a round, if it may be published; else the ID. DatabaseFault.

    event: its number, after that of its hall and a stroke where it is a hall's. A game of another database, of which
    nobody of that ID plays that round here, keeps its IDs.
    """
    try:
        club = registry.stored_event(event.rpartition("/")[2])
    except BadFile:
        return player
    state, player = club.state, club.state.find_player(player)
    plays = any(game.number == number and player in game.pair for game in state.event.games)
    shown = plays and player in state.publicity.shown
    return state.event.entrants[player].name if shown else player
