"""Tables that owe lines nobody played, and archivers in threads or programs of their own."""

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

from sqlalchemy import text

from tablecam.doors.hub.anti_entropy import Debt
from tablecam.doors.hub.archiver import Archiver
from tablecam.doors.hub.bus import BrokerAddress, Bus, BusListener
from tablecam.doors.hub.message import Batch, Have
from tablecam.doors.hub.record import GameRecord

Key = tuple[str, str]


class Written:
    """An outbox of one stream."""

    def __init__(
        self, count: int, stream: str = "full", word: str = "line", *, game: str = "", ended: bool = True
    ) -> None:
        self.game, self.stream = game or str(uuid4()), stream
        self.lines: list[str] = []
        self.debt = Debt()
        self._word = word
        # lines come from the test's own thread, and are taken in by the courier's
        self._new: queue.SimpleQueue[tuple[list[str], bool]] = queue.SimpleQueue()
        self.more(count, ended=ended)

    def more(self, count: int, *, ended: bool = True) -> None:
        """The log goes on."""
        first = len(self.lines) + 1
        new = [f'{{"{self._word}":{number},"of":"{self.game}"}}' for number in range(first, first + count)]
        self.lines += new
        self.ended = ended
        self._new.put((new, ended))

    def has_arrived(self) -> bool:
        """Whether the record has said that it has every line so far."""
        return self.debt.upto == len(self.lines) and (self.debt.whole or not self.ended)

    @property
    def behind(self) -> int:
        return self.debt.behind

    def refresh(self) -> None:
        while not self._new.empty():
            lines, ended = self._new.get()
            self.debt.grow(lines, ended=ended)

    def due(self, now: float) -> Iterator[tuple[Key, Batch]]:
        for batch in self.debt.due(now):
            yield (self.game, self.stream), batch

    def take_word(self, key: Key, have: Have, now: float) -> None:
        if key == (self.game, self.stream):
            self.debt.take_word(have, now)

    def begin_connection(self, now: float) -> None:
        self.debt.begin_connection(now)

    def end_connection(self) -> None:
        self.debt.end_connection()


def kept(record: GameRecord, written: Written) -> list[str]:
    """What the record has of it, by its numbers."""
    wanted = text("SELECT text FROM line WHERE game = :game AND stream = :stream ORDER BY n")
    with record.engine.connect() as connection:
        return list(connection.execute(wanted, {"game": written.game, "stream": written.stream}).scalars())


@contextmanager
def archiving(record: GameRecord, broker: BrokerAddress) -> Iterator[Archiver]:
    """An archiver at work inside the block."""
    archiver, stop = Archiver(record, broker), threading.Event()
    thread = threading.Thread(target=archiver.run, args=(stop,))
    thread.start()
    try:
        yield archiver
    finally:
        stop.set()
        thread.join()


def until(so: Callable[[], bool], seconds: float = 120) -> None:
    """Waits for it."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.02)


def kept_lines(record: GameRecord, stream: str = "%") -> int:
    """How many lines the record has of all games, of a stream or of all of them."""
    wanted = text("SELECT count(*) FROM line WHERE stream LIKE :stream")
    with record.engine.connect() as connection:
        return int(connection.execute(wanted, {"stream": stream}).scalar_one())


def put_aside(record: GameRecord) -> list[tuple[str, str]]:
    """Topic and reason of what was not taken."""
    with record.engine.connect() as connection:
        return [(row.topic, row.why) for row in connection.execute(text("SELECT topic, why FROM refused"))]


class Client:
    """Anybody at the broker. heard: the topics of what came; refused: what the broker said no to."""

    def __init__(self, address: BrokerAddress, topics: tuple[str, ...] = (), client_id: str = "somebody") -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.refused: list[str] = []
        self.down: list[str] = []
        self.is_up = threading.Event()
        listener = BusListener(
            topics,
            self.is_up.set,
            self.down.append,
            lambda message: self.heard.append((message.topic, message.payload)),
            self.refused.append,
        )
        self.bus = Bus(address, listener, client_id=client_id)
