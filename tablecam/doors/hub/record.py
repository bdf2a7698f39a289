"""The record: PostgreSQL keeps the lines of every table, and says how far each stream of each game is whole."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import InterfaceError, OperationalError

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.anti_entropy import AHEAD, Reached, state_of, walk, wanted
from tablecam.doors.hub.message import FORKED, OPEN, WHOLE, Batch, Have
from tablecam.doors.hub.topics import FULL, Place, StreamTopic
from tablecam.storage import schema
from tablecam.storage.database import connected_engine, writing
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
# with a limit PostgreSQL looks into the index for each stream; without one it reads every line of the games
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
    """The record is kept by PostgreSQL and nothing else."""


@dataclass(frozen=True)
class Parcel:
    """A batch, and what its topic says of it."""

    about: StreamTopic
    batch: Batch

    @property
    def key(self) -> Key:
        """The stream that it belongs to."""
        return self.about.game, self.about.stream


@dataclass(frozen=True)
class Head:
    """How far a stream is whole. last: the number of its last line, once that is known."""

    upto: int
    sum: str
    state: str
    last: int | None

    @property
    def have(self) -> Have:
        """What the table is told."""
        return Have(self.upto, self.sum, self.state)


@dataclass(frozen=True)
class PutAside:
    """A message that is not taken, with the reason."""

    topic: str
    why: str
    body: bytes = field(repr=False)


def open_record(url: str) -> "GameRecord":
    """The record at a URL, its tables made or brought up to date. NoRecord, DatabaseFault."""
    if not url.startswith("postgresql"):
        raise NoRecord(f"the hub keeps its record in PostgreSQL, not in {url}: give postgresql://user@host/name")
    engine = connected_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    with database_faults(engine, "opened"):
        schema.upgrade(engine, SCRIPTS, VERSION, VERSION_TABLE)
    return GameRecord(engine)


def is_away(fault: DatabaseFault) -> bool:
    """Whether the database may take the same later, rather than never."""
    return isinstance(fault.__cause__, OperationalError | InterfaceError | OSError)


class GameRecord:
    """The record of one database. Any number of programs may write to it at once."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def take(self, parcels: Sequence[Parcel]) -> tuple[dict[StreamTopic, Have], list[PutAside]]:
        """Keeps what follows and what may follow later; what to tell the tables, and what is not taken.

        Committed when it returns; DatabaseFault: then nothing was kept.
        """
        if not parcels:
            return {}, []
        with writing(self.engine) as connection:
            own, foreign = _of_their_tables(connection, parcels)
            heads = _keep(connection, own)
        haves = {parcel.about: heads[parcel.key].have for parcel in own}
        return haves, [PutAside(parcel.about.named("in"), "the game is another table's", b"") for parcel in foreign]

    def put_aside(self, messages: Iterable[PutAside]) -> None:
        """Keeps what was not taken, for a person to look at."""
        rows = [{"topic": each.topic[:500], "why": each.why[:500], "body": each.body} for each in messages]
        if rows:
            with writing(self.engine) as connection:
                connection.execute(REFUSED, rows)

    def open_heads(self) -> dict[StreamTopic, Have]:
        """What there is to say of every stream that is not whole."""
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


def _of_their_tables(connection: Connection, parcels: Sequence[Parcel]) -> tuple[list[Parcel], list[Parcel]]:
    """Locks the games, in the order of their ids, so that no two archivers wait for each other.

    Those of the table that sent them, and those of another: a game belongs to the table that named it first.
    """
    games = {parcel.about.game: parcel for parcel in reversed(parcels)}
    new = {
        "games": list(games),
        "halls": [parcel.about.place.hall for parcel in games.values()],
        "tables": [parcel.about.place.table for parcel in games.values()],
        "parents": [parcel.batch.parent or None for parcel in games.values()],
    }
    connection.execute(NEW_GAMES, new)
    parents = {parcel.batch.parent for parcel in parcels} - {""}
    rows = connection.execute(LOCKED, {"games": [*games, *parents]})
    owners = {str(row.id): Place(row.hall, row.table) for row in rows}
    own = [parcel for parcel in parcels if owners[parcel.about.game] == parcel.about.place]
    forked = [each.batch.parent for each in own if owners.get(each.batch.parent) == each.about.place]
    if forked:
        connection.execute(PARENTS, {"games": forked})
    return own, [parcel for parcel in parcels if owners[parcel.about.game] != parcel.about.place]


def _keep(connection: Connection, parcels: Sequence[Parcel]) -> dict[Key, Head]:
    """The lines that may follow, and the heads as they are then."""
    if not parcels:
        return {}
    ends = {key: max((each.batch.end or 0 for each in group), default=0) for key, group in _by_stream(parcels)}
    games = {"games": list({game for game, _ in ends})}
    streams = {"streams": [stream for _, stream in ends], "lasts": [end or None for end in ends.values()]}
    connection.execute(NEW_HEADS, {"games": [game for game, _ in ends], **streams})
    heads = _heads(connection, games)
    lines = [
        (*parcel.key, *line)
        for parcel in parcels
        if (head := heads[parcel.key]).state == OPEN
        for line in wanted(parcel.batch, head.upto, head.last)
    ]
    if lines:
        names = ("games", "streams", "numbers", "texts", "sums")
        connection.execute(NEW_LINES, dict(zip(names, map(list, zip(*lines, strict=True)), strict=True)))
    return _walked_on(connection, heads, games)


def _by_stream(parcels: Sequence[Parcel]) -> list[tuple[Key, list[Parcel]]]:
    ordered = sorted(parcels, key=lambda parcel: parcel.key)
    return [(key, list(group)) for key, group in groupby(ordered, key=lambda parcel: parcel.key)]


def _heads(connection: Connection, games: dict[str, Any]) -> dict[Key, Head]:
    return {
        (str(row.game), row.stream): Head(row.upto, row.sum, row.state, row.last)
        for row in connection.execute(HEADS, games)
    }


def _walked_on(connection: Connection, heads: dict[Key, Head], games: dict[str, Any]) -> dict[Key, Head]:
    waiting: dict[Key, list[tuple[int, str, str]]] = {}
    for game, stream, *line in connection.execute(WAITING, {**games, "most": AHEAD}):
        waiting.setdefault((str(game), stream), []).append(tuple(line))
    new = {}
    for key, head in heads.items():
        reached = walk(head.upto, head.sum, waiting.get(key, ()))
        new[key] = _written(connection, key, head, reached)
    return new


def _written(connection: Connection, key: Key, head: Head, reached: Reached) -> Head:
    game, stream = key
    state = head.state if head.state == FORKED else state_of(reached, head.last)
    new = Head(reached.upto, reached.sum, state, head.last)
    named = {"game": game, "stream": stream}
    if reached.broken:
        connection.execute(BROKEN, {**named, "number": reached.broken})
    if new != head:
        connection.execute(NEW_HEAD, {**named, "upto": new.upto, "sum": new.sum, "state": new.state})
        if new.state == WHOLE and stream == FULL:
            connection.execute(CLOSED, {"game": game})
    return new
