"""The closed games of a record: their players and places, and their logs, to show or to take over."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text

from tablecam.doors.hub.outbox import DONE, GAME_ID, YES
from tablecam.doors.hub.record import GameRecord
from tablecam.doors.hub.retention import load_texts
from tablecam.doors.hub.topics import FULL, Place
from tablecam.storage.database_fault import database_faults
from tablecam.storage.game_store import GameStore

CLOSED = text(
    'SELECT id, hall, "table", coalesce(hall_name, hall) AS hall_name, coalesce(table_name, "table") AS table_name, '
    'begun, closed, forgotten IS NOT NULL AS forgotten FROM game LEFT JOIN place USING (hall, "table") '
    "WHERE closed IS NOT NULL ORDER BY closed DESC, id"
)
WHOLE_LOG = text("SELECT upto FROM head WHERE game = :game AND stream = :stream AND state = 'whole'")


@dataclass(frozen=True)
class ClosedGame:
    """A game that is over for good. begun, closed: by the clock of the record. forgotten: its log was deleted."""

    uuid: str
    place: Place
    hall_name: str
    table_name: str
    begun: datetime
    closed: datetime
    forgotten: bool = False


def list_closed_games(record: GameRecord) -> list[ClosedGame]:
    """All closed games, the newest first. DatabaseFault."""
    with database_faults(record.engine, "read"), record.engine.connect() as connection:
        rows = connection.execute(CLOSED).all()
    return [
        ClosedGame(
            str(row.id), Place(row.hall, row.table), row.hall_name, row.table_name, row.begun, row.closed, row.forgotten
        )
        for row in rows
    ]


def read_closed_log(record: GameRecord, game: str) -> tuple[str, ...]:
    """The full log of a closed game; empty if the record no longer has it. DatabaseFault."""
    with database_faults(record.engine, "read"), record.engine.connect() as connection:
        upto = connection.execute(WHOLE_LOG, {"game": game, "stream": FULL}).scalar()
        return tuple(load_texts(connection, game, FULL, upto)) if upto else ()


def copy_closed_games(record: GameRecord, store: GameStore) -> list[int]:
    """Copy a record's closed games to a database that lacks them; returns their numbers there. DatabaseFault.

    They keep their date and their UUID, and are not sent to a hub again.
    """
    known_ids, new_numbers = set(store.settings_named(GAME_ID).values()), []
    for game in reversed(list_closed_games(record)):
        lines = () if game.uuid in known_ids else read_closed_log(record, game.uuid)
        if not lines:
            continue
        with GameStore(store.engine, _make_stopped_clock(game.begun)).new() as copy:
            copy.append(lines)
            number = copy.id or 0
        store.set(number, GAME_ID, game.uuid)
        store.set(number, DONE, YES)
        new_numbers.append(number)
    return new_numbers


def _make_stopped_clock(at: datetime) -> Callable[[], datetime]:
    """A stopped clock."""
    return lambda: at
