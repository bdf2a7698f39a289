"""The record: PostgreSQL keeps the lines of every table, and how far each stream of each game is whole."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import InterfaceError, OperationalError

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.anti_entropy import AHEAD, RecordEnd, compute_state, select_lines, walk
from tablecam.doors.hub.message import FORKED, OPEN, WHOLE, Batch, Have
from tablecam.doors.hub.topics import FULL, Place, StreamTopic
from tablecam.storage.database import connect_engine, upgrade, writing
from tablecam.storage.database_fault import DatabaseFault, database_faults

SCRIPTS = Path(__file__).parent / "migrations"
VERSION, VERSION_TABLE = "0002", "hub_version"

NEW_GAMES = text(
    'INSERT INTO game (id, hall, "table", parent) SELECT * FROM unnest(CAST(:games AS uuid[]), CAST(:halls AS text[]), '
    "CAST(:tables AS text[]), CAST(:parents AS uuid[])) ORDER BY 1 ON CONFLICT DO NOTHING"
)
LOCKED = text('SELECT id, hall, "table" FROM game WHERE id = ANY(CAST(:games AS uuid[])) ORDER BY id FOR UPDATE')
PARENTS = text("UPDATE head SET state = 'forked' WHERE game = ANY(CAST(:games AS uuid[])) AND state = 'open'")
NEW_HEADS = text(
    "INSERT INTO head (game, stream, last) SELECT * FROM unnest(CAST(:games AS uuid[]), CAST(:streams AS text[]), "
    "CAST(:lasts AS integer[])) ON CONFLICT (game, stream) DO UPDATE SET last = coalesce(head.last, excluded.last)"
)
HEADS = text("SELECT game, stream, upto, sum, state, last FROM head WHERE game = ANY(CAST(:games AS uuid[]))")
NEW_LINES = text(
    "INSERT INTO line (game, stream, n, text, sum) SELECT * FROM unnest(CAST(:games AS uuid[]), "
    "CAST(:streams AS text[]), CAST(:numbers AS integer[]), CAST(:texts AS text[]), CAST(:sums AS text[])) "
    "ON CONFLICT (game, stream, n) DO NOTHING"
)
# with a limit PostgreSQL uses the index for each stream; without one it reads every line of the games
WAITING = text(
    "SELECT game, stream, n, text, ahead.sum FROM head CROSS JOIN LATERAL (SELECT n, text, sum FROM line "
    "WHERE line.game = head.game AND line.stream = head.stream AND n > upto ORDER BY n LIMIT :most) AS ahead "
    "WHERE game = ANY(CAST(:games AS uuid[])) ORDER BY game, stream, n"
)
NEW_HEAD = text("UPDATE head SET upto = :upto, sum = :sum, state = :state WHERE game = :game AND stream = :stream")
CLOSED = text("UPDATE game SET closed = coalesce(closed, now()) WHERE id = :game")
BROKEN = text("DELETE FROM line WHERE game = :game AND stream = :stream AND n >= :number")
REFUSED = text("INSERT INTO refused (topic, why, body) VALUES (:topic, :why, :body)")

Key = tuple[str, str]


class NoRecord(TablecamError):
    """The database is not PostgreSQL, which the record needs."""


@dataclass(frozen=True)
class Parcel:
    """A batch with its stream."""

    about: StreamTopic
    batch: Batch

    @property
    def key(self) -> Key:
        """Its game and stream."""
        return self.about.game, self.about.stream


@dataclass(frozen=True)
class Head:
    """The confirmed part of a stream. last: the number of its last line, if it is known."""

    upto: int
    sum: str
    state: str
    last: int | None

    @property
    def have(self) -> Have:
        """The word for the table."""
        return Have(self.upto, self.sum, self.state)


@dataclass(frozen=True)
class PutAside:
    """A message that was rejected, with the reason."""

    topic: str
    why: str
    body: bytes = field(repr=False)


def open_record(url: str) -> "GameRecord":
    """The record at a URL, its tables made or upgraded. NoRecord, DatabaseFault."""
    if not url.startswith("postgresql"):
        raise NoRecord(f"the hub keeps its record in PostgreSQL, not in {url}: give postgresql://user@host/name")
    engine = connect_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    with database_faults(engine, "opened"):
        upgrade(engine, SCRIPTS, VERSION, VERSION_TABLE)
    return GameRecord(engine)


def is_temporary(fault: DatabaseFault) -> bool:
    """Whether the database may take the same later, rather than never."""
    return isinstance(fault.__cause__, OperationalError | InterfaceError | OSError)


class GameRecord:
    """The record of one database. Any number of programs may write to it at once."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def take(self, parcels: Sequence[Parcel]) -> tuple[dict[StreamTopic, Have], list[PutAside]]:
        """Keep lines that follow now or may follow later; returns the words for the tables, and rejected messages.

        Committed when it returns. DatabaseFault: nothing was kept.
        """
        if not parcels:
            return {}, []
        with writing(self.engine) as connection:
            accepted, foreign = _split_by_owner(connection, parcels)
            heads = _keep_parcels(connection, accepted)
        haves = {parcel.about: heads[parcel.key].have for parcel in accepted}
        return haves, [PutAside(parcel.about.to_topic("in"), "the game is another table's", b"") for parcel in foreign]

    def put_aside(self, messages: Iterable[PutAside]) -> None:
        """Keep rejected messages, for a person to look at."""
        rows = [{"topic": message.topic[:500], "why": message.why[:500], "body": message.body} for message in messages]
        if rows:
            with writing(self.engine) as connection:
                connection.execute(REFUSED, rows)

    def open_heads(self) -> dict[StreamTopic, Have]:
        """The word on every stream that is not whole, by stream."""
        wanted_heads = text(
            'SELECT hall, "table", game, stream, upto, sum, state FROM head JOIN game ON game.id = head.game '
            "WHERE closed IS NULL OR state = 'open'"
        )
        with database_faults(self.engine, "read"), self.engine.connect() as connection:
            rows = connection.execute(wanted_heads).all()
        return {
            StreamTopic(Place(row.hall, row.table), str(row.game), row.stream): Have(row.upto, row.sum, row.state)
            for row in rows
        }


def _split_by_owner(connection: Connection, parcels: Sequence[Parcel]) -> tuple[list[Parcel], list[Parcel]]:
    """Lock the games in the order of their ids, so that no two archivers deadlock, and split the parcels by owner.

    First those of the sender's own games, then those of another table's: a game belongs to the table that named it
    first.
    """
    games = {parcel.about.game: parcel for parcel in reversed(parcels)}
    new_games = {
        "games": list(games),
        "halls": [parcel.about.place.hall for parcel in games.values()],
        "tables": [parcel.about.place.table for parcel in games.values()],
        "parents": [parcel.batch.parent or None for parcel in games.values()],
    }
    connection.execute(NEW_GAMES, new_games)
    parents = {parcel.batch.parent for parcel in parcels} - {""}
    rows = connection.execute(LOCKED, {"games": [*games, *parents]})
    owners = {str(row.id): Place(row.hall, row.table) for row in rows}
    owned = [parcel for parcel in parcels if owners[parcel.about.game] == parcel.about.place]
    forked = [parcel.batch.parent for parcel in owned if owners.get(parcel.batch.parent) == parcel.about.place]
    if forked:
        connection.execute(PARENTS, {"games": forked})
    return owned, [parcel for parcel in parcels if owners[parcel.about.game] != parcel.about.place]


def _keep_parcels(connection: Connection, parcels: Sequence[Parcel]) -> dict[Key, Head]:
    """Keep the lines that may follow; returns the new heads."""
    if not parcels:
        return {}
    ends = {
        key: max((parcel.batch.end or 0 for parcel in group), default=0) for key, group in _group_by_stream(parcels)
    }
    games = {"games": list({game for game, _ in ends})}
    streams = {"streams": [stream for _, stream in ends], "lasts": [last_line or None for last_line in ends.values()]}
    connection.execute(NEW_HEADS, {"games": [game for game, _ in ends], **streams})
    heads = _read_heads(connection, games)
    lines = [
        (*parcel.key, *line)
        for parcel in parcels
        if (head := heads[parcel.key]).state == OPEN
        for line in select_lines(parcel.batch, head.upto, head.last)
    ]
    if lines:
        names = ("games", "streams", "numbers", "texts", "sums")
        connection.execute(NEW_LINES, dict(zip(names, map(list, zip(*lines, strict=True)), strict=True)))
    return _advance_heads(connection, heads, games)


def _group_by_stream(parcels: Sequence[Parcel]) -> list[tuple[Key, list[Parcel]]]:
    ordered = sorted(parcels, key=lambda parcel: parcel.key)
    return [(key, list(group)) for key, group in groupby(ordered, key=lambda parcel: parcel.key)]


def _read_heads(connection: Connection, games: dict[str, Any]) -> dict[Key, Head]:
    return {
        (str(row.game), row.stream): Head(row.upto, row.sum, row.state, row.last)
        for row in connection.execute(HEADS, games)
    }


def _advance_heads(connection: Connection, heads: dict[Key, Head], games: dict[str, Any]) -> dict[Key, Head]:
    waiting: dict[Key, list[tuple[int, str, str]]] = {}
    for game, stream, *line in connection.execute(WAITING, {**games, "most": AHEAD}):
        waiting.setdefault((str(game), stream), []).append(tuple(line))
    new_heads = {}
    for key, head in heads.items():
        reached = walk(head.upto, head.sum, waiting.get(key, ()))
        new_heads[key] = _write_head(connection, key, head, reached)
    return new_heads


def _write_head(connection: Connection, key: Key, head: Head, reached: RecordEnd) -> Head:
    game, stream = key
    state = head.state if head.state == FORKED else compute_state(reached, head.last)
    new_head = Head(reached.upto, reached.sum, state, head.last)
    stream_key = {"game": game, "stream": stream}
    if reached.broken:
        connection.execute(BROKEN, {**stream_key, "number": reached.broken})
    if new_head != head:
        connection.execute(
            NEW_HEAD, {**stream_key, "upto": new_head.upto, "sum": new_head.sum, "state": new_head.state}
        )
        if new_head.state == WHOLE and stream == FULL:
            connection.execute(CLOSED, {"game": game})
    return new_head


# no vowels, so that no id is a word, and no characters that look alike
LETTERS = "bcdfghjkmnpqrstvwxz23456789"
DIGITS = 8


class NoPlace(TablecamError):
    """The record has no such hall or table."""


@dataclass(frozen=True)
class ListedPlace:
    """A table in the record. lines, waiting: of all its games; last: when the last line came."""

    place: Place
    hall_name: str
    table_name: str
    revoked: bool
    games: int
    closed: int
    lines: int
    waiting: int
    last: datetime | None


def register(record: GameRecord, hall_name: str, table_name: str) -> Place:
    """Register a table of a hall; the hall is new too if the record has none of that name."""
    find = text("SELECT hall FROM place WHERE hall_name = :hall_name LIMIT 1")
    add = text(
        'INSERT INTO place (hall, "table", hall_name, table_name) VALUES (:hall, :table, :hall_name, :table_name)'
    )
    with writing(record.engine) as connection:
        hall_id = connection.execute(find, {"hall_name": hall_name}).scalar()
        place = Place(hall_id or _new_id(), _new_id())
        names = {"hall_name": hall_name, "table_name": table_name}
        connection.execute(add, {"hall": place.hall, "table": place.table, **names})
    return place


def revoke_place(record: GameRecord, place: Place) -> None:
    """Note that a table's credential was revoked; its lines stay. NoPlace."""
    strike = text('UPDATE place SET revoked = coalesce(revoked, now()) WHERE hall = :hall AND "table" = :table')
    with writing(record.engine) as connection:
        if connection.execute(strike, {"hall": place.hall, "table": place.table}).rowcount == 0:
            raise NoPlace(f"the record has no table {place.user}; tablecam hub status lists them")


def list_places(record: GameRecord) -> list[ListedPlace]:
    """Every registered table, in the order of the names."""
    query = text(
        'SELECT place.hall, place."table", hall_name, table_name, revoked IS NOT NULL AS revoked, '
        "count(DISTINCT game.id) AS games, count(DISTINCT game.id) FILTER (WHERE closed IS NOT NULL) AS closed, "
        "coalesce(sum(upto), 0) AS lines, coalesce(sum(ahead.lines), 0) AS waiting, max(ahead.last) AS last "
        'FROM place LEFT JOIN game USING (hall, "table") LEFT JOIN head ON head.game = game.id '
        "LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE n > upto) AS lines, max(at) AS last FROM line "
        "WHERE line.game = head.game AND line.stream = head.stream) AS ahead ON true "
        'GROUP BY place.hall, place."table" ORDER BY hall_name, table_name'
    )
    with database_faults(record.engine, "read"), record.engine.connect() as connection:
        rows = connection.execute(query).all()
    return [
        ListedPlace(
            place=Place(row.hall, row.table),
            hall_name=row.hall_name,
            table_name=row.table_name,
            revoked=row.revoked,
            games=row.games,
            closed=row.closed,
            lines=int(row.lines),
            waiting=int(row.waiting),
            last=row.last,
        )
        for row in rows
    ]


def find_names(record: GameRecord, places: Iterable[Place]) -> dict[Place, tuple[str, str]]:
    """The names of those tables that are registered, each with its hall's first. DatabaseFault."""
    query = text(
        'SELECT hall, "table", hall_name, table_name FROM place '
        "WHERE revoked IS NULL AND hall || '.' || \"table\" = ANY(:users)"
    )
    with database_faults(record.engine, "read"), record.engine.connect() as connection:
        rows = connection.execute(query, {"users": [place.user for place in places]}).all()
    return {Place(row.hall, row.table): (row.hall_name, row.table_name) for row in rows}


def _new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(DIGITS))
