"""The life of closed games: checked, packed after a day, and deleted after the time that the hub is set to."""

import bz2
import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from sqlalchemy import Connection, text

from tablecam.doors.hub.outbox import DONE, GAME_ID, YES
from tablecam.doors.hub.public_log import seals_fault
from tablecam.doors.hub.record import GameRecord, NoPlace
from tablecam.doors.hub.topics import FULL, SEALED, Place, StreamTopic
from tablecam.storage.database import writing
from tablecam.storage.database_fault import database_faults
from tablecam.storage.database_file import line_sum
from tablecam.storage.game_store import GameStore, write_settings

# one archiver at a time changes the archive: two would make the same month
LOCK = text("SELECT pg_advisory_xact_lock(hashtext('tablecam hub archive'))")
MONTHS = text(
    "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = CAST('archive' AS regclass) ORDER BY 1"
)
NAME = "archive_{:%Y_%m}"


def changing(connection: Connection) -> None:
    """Keep other archivers from the archive until the transaction ends."""
    connection.execute(LOCK)


def months(connection: Connection) -> list[str]:
    """The names of the existing tables, the oldest first."""
    return list(connection.execute(MONTHS).scalars())


def make_months(connection: Connection, wanted: Iterable[date]) -> None:
    """Make the missing tables. wanted: first days of months."""
    existing = months(connection)
    for month in sorted(wanted):
        if (name := NAME.format(month)) not in existing:
            next_month = (month + timedelta(days=31)).replace(day=1)
            statement = f"CREATE TABLE {name} PARTITION OF archive FOR VALUES FROM ('{month}') TO ('{next_month}')"
            connection.execute(text(statement))


def drop_empty_months(connection: Connection) -> None:
    """Drop the tables of empty months, to free their space."""
    for name in months(connection):
        # the names are those of the database itself
        if connection.execute(text(f"SELECT NOT EXISTS (SELECT FROM {name})")).scalar():  # noqa: S608
            connection.execute(text(f"DROP TABLE {name}"))


# the first bytes of a log packed by an earlier version
GZIP = b"\x1f\x8b"


def pack_texts(texts: list[str]) -> bytes:
    """The lines of a log, packed."""
    return bz2.compress(json.dumps(texts, ensure_ascii=False).encode())


def unpack_texts(body: bytes) -> list[str]:
    """The lines of a packed log."""
    unpack = gzip.decompress if body.startswith(GZIP) else bz2.decompress
    texts: list[str] = json.loads(unpack(body))
    return texts


# the number of games in one transaction
TOGETHER = 20
HEADS = text("SELECT game, stream, upto, sum FROM head JOIN game ON id = game WHERE forgotten IS NULL ORDER BY 1, 2")
LINES = text("SELECT text FROM line WHERE game = :game AND stream = :stream AND n <= :upto ORDER BY n")
ARCHIVED = text("SELECT body FROM archive WHERE game = :game AND stream = :stream")
RIPE = text(
    "SELECT id, hall, \"table\", date_trunc('month', closed AT TIME ZONE 'UTC')::date AS month FROM game "
    "WHERE closed < now() - :age AND EXISTS (SELECT FROM line WHERE game = id) AND "
    "NOT EXISTS (SELECT FROM head WHERE game = id AND state = 'open') ORDER BY id LIMIT :most FOR UPDATE SKIP LOCKED"
)
STREAMS_OF = text("SELECT game, stream, upto, sum FROM head WHERE game = :game")
PACKED = text(
    "INSERT INTO archive (game, stream, month, lines, sum, body) VALUES (:game, :stream, :month, :lines, :sum, :body) "
    "ON CONFLICT DO NOTHING"
)
UNPACKED = text("DELETE FROM line WHERE game = :game AND stream = :stream")
# each hall's own days, or else the archiver's setting
TOO_OLD = text(
    "UPDATE game SET forgotten = now() FROM (SELECT game.id FROM game LEFT JOIN hall_keeps USING (hall) "
    "WHERE forgotten IS NULL AND closed < now() - coalesce(make_interval(days => days), :age)) AS old "
    "WHERE game.id = old.id AND EXISTS (SELECT FROM archive WHERE archive.game = old.id) RETURNING game.id"
)
FORGOTTEN = text("DELETE FROM archive WHERE game = ANY(:games)")
OLD_REFUSED = text("DELETE FROM refused WHERE at < now() - :age")
KEEPS = text("INSERT INTO hall_keeps VALUES (:hall, :days) ON CONFLICT (hall) DO UPDATE SET days = excluded.days")
KEEPS_AS_USUAL = text("DELETE FROM hall_keeps WHERE hall = :hall")
KNOWN_HALL = text("SELECT count(*) FROM place WHERE hall = :hall")


@dataclass(frozen=True)
class CheckedStream:
    """A stream whose chain of sums was computed again. fault: the error, empty if it is whole."""

    game: str
    stream: str
    lines: int
    fault: str


def verify(record: GameRecord) -> Iterator[CheckedStream]:
    """Every stream of the record, checked line by line. DatabaseFault."""
    with database_faults(record.engine, "read"), record.engine.connect() as connection:
        for game, streams in groupby(connection.execute(HEADS).all(), key=lambda row: str(row.game)):
            texts: dict[str, list[str]] = {}
            for _, stream, upto, sum_ in streams:
                texts[stream] = load_texts(connection, game, stream, upto)
                fault = _find_fault(texts[stream], upto, sum_)
                if stream == SEALED and not fault and FULL in texts and _has_key(texts[stream]):
                    fault = seals_fault(texts[FULL], texts[stream])
                yield CheckedStream(game, stream, upto, fault)


def load_texts(connection: Connection, game: str, stream: str, upto: int) -> list[str]:
    """The lines of a stream, packed or not."""
    key = {"game": game, "stream": stream}
    body = connection.execute(ARCHIVED, key).scalar()
    if body is not None:
        return unpack_texts(body)
    return list(connection.execute(LINES, {**key, "upto": upto}).scalars())


def pack(record: GameRecord, age: timedelta = timedelta(days=1)) -> list[StreamTopic]:
    """Pack games closed at least `age` ago; returns topics to clear. Streams that are not whole stay as they are."""
    packed: list[StreamTopic] = []
    with writing(record.engine) as connection:
        changing(connection)
        ripe = connection.execute(RIPE, {"age": age, "most": TOGETHER}).all()
        make_months(connection, {row.month for row in ripe})
        for game, hall, table, month in ripe:
            for _, stream, upto, sum_ in connection.execute(STREAMS_OF, {"game": game}).all():
                texts = load_texts(connection, str(game), stream, upto)
                if _find_fault(texts, upto, sum_):
                    continue
                key = {"game": game, "stream": stream}
                connection.execute(
                    PACKED, {**key, "month": month, "lines": upto, "sum": sum_, "body": pack_texts(texts)}
                )
                connection.execute(UNPACKED, key)
                packed.append(StreamTopic(Place(hall, table), str(game), stream))
    return packed


def forget(record: GameRecord, logs: timedelta, refused: timedelta = timedelta(days=30)) -> int:
    """Delete the packed logs of older games, and old rejected messages; returns the number of games.

    logs: the age, in halls without a rule of their own. Heads and games stay, as proof that they were played.
    """
    with writing(record.engine) as connection:
        changing(connection)
        connection.execute(OLD_REFUSED, {"age": refused})
        games = list(connection.execute(TOO_OLD, {"age": logs}).scalars())
        if games:
            connection.execute(FORGOTTEN, {"games": games})
            drop_empty_months(connection)
        return len(games)


def keep_for(record: GameRecord, hall: str, days: int | None) -> None:
    """Set a hall's own rule for the logs of its closed games; None: the archiver's. NoPlace, DatabaseFault."""
    with writing(record.engine) as connection:
        if not connection.execute(KNOWN_HALL, {"hall": hall}).scalar():
            raise NoPlace(f"the record has no hall {hall}; tablecam hub status lists the tables, as HALL.TABLE")
        if days is None:
            connection.execute(KEEPS_AS_USUAL, {"hall": hall})
        else:
            connection.execute(KEEPS, {"hall": hall, "days": days})


def _has_key(sealed: list[str]) -> bool:
    """Whether the key is in the stream; a table sends it when its game is closed, together with the full log."""
    return bool(sealed) and '"key"' in sealed[-1]


def _find_fault(texts: list[str], upto: int, sum_: str) -> str:
    running_sum = ""
    for line in texts:
        running_sum = line_sum(running_sum, line)
    if len(texts) != upto:
        return f"has {len(texts)} lines of {upto}"
    return "" if running_sum == sum_ else "has lines that are not those that were sent"


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
        dated = GameStore(store.engine, _make_stopped_clock(game.begun))
        number, _sum = dated.append(None, 0, "", lines, beside=write_settings({GAME_ID: game.uuid, DONE: YES}))
        new_numbers.append(number)
    return new_numbers


def _make_stopped_clock(at: datetime) -> Callable[[], datetime]:
    """A stopped clock."""
    return lambda: at
