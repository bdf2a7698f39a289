"""Club events for tests: kept in a new database, by a clock that goes on with every look."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.scoring import Side
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

START = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)


class Watch:
    """A clock that goes on a second with every look, and by hand."""

    def __init__(self) -> None:
        self.now = START
        self._ticks = itertools.count(1)

    def __call__(self) -> datetime:
        return self.now + timedelta(seconds=next(self._ticks))


def store_in(folder: Path) -> TournamentStore:
    """The events of a new database in a folder, by such a clock."""
    return TournamentStore(open_database(str(folder / "games.db")), Watch())


def enter(player: str, models: int = 10) -> Callable[[ClubEvent], ClubEvent]:
    return lambda night: night.enter(Entrant(player, player.title(), f"faction of {player}", models))


def begun(store: TournamentStore, players: str = "abcde", snapshots: Path | None = None) -> StoredEvent:
    club = StoredEvent.begin(store, "Friday", seed=7, by="TO", snapshots=snapshots)
    for player in players:
        club.act("TO", enter(player))
    return club


def playing(store: TournamentStore, players: str = "abcde", snapshots: Path | None = None) -> StoredEvent:
    club = begun(store, players, snapshots)
    club.act("TO", ClubEvent.draft)
    club.act("TO", ClubEvent.publish)
    return club


def all_draws(club: StoredEvent) -> None:
    for game in club.state.event.open_games:
        club.act("TO", lambda night, pair=game.pair: night.report(Side(pair[0]), Side(pair[1])))
