"""What becomes of closed games: checked, packed after a day, and forgotten after as long as the hub is told."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection, text

from tablecam.hub.record import GameRecord
from tablecam.hub.topics import Place, StreamTopic
from tablecam.storage.database import writing
from tablecam.storage.database_fault import database_faults
from tablecam.storage.line_sum import line_sum

# so many games in one transaction
TOGETHER = 20
HEADS = text("SELECT game, stream, upto, sum FROM head ORDER BY game, stream")
LINES = text("SELECT text FROM line WHERE game = :game AND stream = :stream AND n <= :upto ORDER BY n")
ARCHIVED = text("SELECT body FROM archive WHERE game = :game AND stream = :stream")
RIPE = text(
    'SELECT id, hall, "table" FROM game WHERE closed < now() - :age AND EXISTS (SELECT FROM line WHERE game = id) AND '
    "NOT EXISTS (SELECT FROM head WHERE game = id AND state = 'open') ORDER BY id LIMIT :most FOR UPDATE SKIP LOCKED"
)
STREAMS = text("SELECT game, stream, upto, sum FROM head WHERE game = :game")
PACKED = text(
    "INSERT INTO archive (game, stream, lines, sum, body) VALUES (:game, :stream, :lines, :sum, :body) "
    "ON CONFLICT DO NOTHING"
)
UNPACKED = text("DELETE FROM line WHERE game = :game AND stream = :stream")
FORGOTTEN = text("DELETE FROM archive WHERE at < now() - :age")
OLD_REFUSED = text("DELETE FROM refused WHERE at < now() - :age")


@dataclass(frozen=True)
class CheckedStream:
    """A stream whose chain of sums was made again. fault: what is wrong, empty where it is whole."""

    game: str
    stream: str
    lines: int
    fault: str


def verify(record: GameRecord) -> Iterator[CheckedStream]:
    """Every stream of the record, checked line by line. DatabaseFault."""
    with database_faults(record.engine, "read"), record.engine.connect() as connection:
        for game, stream, upto, sum_ in connection.execute(HEADS).all():
            texts = texts_of(connection, str(game), stream, upto)
            yield CheckedStream(str(game), stream, upto, _fault(texts, upto, sum_))


def texts_of(connection: Connection, game: str, stream: str, upto: int) -> list[str]:
    """The lines of a stream, packed or not."""
    key = {"game": game, "stream": stream}
    body = connection.execute(ARCHIVED, key).scalar()
    if body is not None:
        texts: list[str] = json.loads(gzip.decompress(body))
        return texts
    return list(connection.execute(LINES, {**key, "upto": upto}).scalars())


def pack(record: GameRecord, age: timedelta = timedelta(days=1)) -> list[StreamTopic]:
    """Packs games that were closed so long ago; whose retained topics may go. What is not whole stays as it is."""
    packed: list[StreamTopic] = []
    with writing(record.engine) as connection:
        for game, hall, table in connection.execute(RIPE, {"age": age, "most": TOGETHER}).all():
            for _, stream, upto, sum_ in connection.execute(STREAMS, {"game": game}).all():
                texts = texts_of(connection, str(game), stream, upto)
                if _fault(texts, upto, sum_):
                    continue
                body = gzip.compress(json.dumps(texts, ensure_ascii=False).encode(), mtime=0)
                key = {"game": game, "stream": stream}
                connection.execute(PACKED, {**key, "lines": upto, "sum": sum_, "body": body})
                connection.execute(UNPACKED, key)
                packed.append(StreamTopic(Place(hall, table), str(game), stream))
    return packed


def forget(record: GameRecord, logs: timedelta, refused: timedelta = timedelta(days=30)) -> int:
    """Deletes packed logs that are older, and what was put aside; how many logs. Heads and games stay: the results."""
    with writing(record.engine) as connection:
        connection.execute(OLD_REFUSED, {"age": refused})
        return connection.execute(FORGOTTEN, {"age": logs}).rowcount


def _fault(texts: list[str], upto: int, sum_: str) -> str:
    before = ""
    for line in texts:
        before = line_sum(before, line)
    if len(texts) != upto:
        return f"has {len(texts)} lines of {upto}"
    return "" if before == sum_ else "has lines that are not those that were sent"
