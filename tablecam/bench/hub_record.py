"""Lines into the record of a real PostgreSQL, a table that catches up, and the size of a game on its way there."""

import itertools
import random
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from datetime import timedelta
from os import environ
from typing import Any
from uuid import uuid4

from sqlalchemy import text

from tablecam.bench.figure import Figure
from tablecam.bench.hub_planned import (
    PLANNED_ARCHIVED_KB,
    PLANNED_BATCHES,
    PLANNED_PACKED_KB,
    PLANNED_RAW_KB,
    PLANNED_ROWS_KB,
    PLANNED_SINGLE,
    figure,
)
from tablecam.bench.hub_servers import OwnBroker
from tablecam.bench.umpire import begin_game
from tablecam.game.autoplay import autoplay
from tablecam.game.log import InMemory
from tablecam.hub.anti_entropy import Debt
from tablecam.hub.broker_access import ARCHIVER, Registrar, new_secret
from tablecam.hub.courier import Courier
from tablecam.hub.keeping import pack
from tablecam.hub.message import Batch, Have
from tablecam.hub.outbox import Key
from tablecam.hub.record import GameRecord, Parcel, open_record
from tablecam.hub.sealing import KEY_BYTES, Sealer
from tablecam.hub.told import ToldLog
from tablecam.hub.topics import FULL, SEALED, TOLD, Place, StreamTopic
from tablecam.rules.system import System

HERE = Place("hall", "t0")
# what an archiver finds waiting at a time, and of how many games
TOGETHER, GAMES = 40, 20
ROUNDS = 3
PATIENCE_S = 300.0


def kept_lines(url: str, lines: Sequence[str], count: int) -> Iterator[Figure]:
    """How many lines a second one archiver keeps, in batches and one by one. lines: of a game."""
    record = open_record(url)
    for size, planned in ((50, PLANNED_BATCHES), (1, PLANNED_SINGLE)):
        # single lines take longer
        wanted = count if size > 1 else count // 4
        rates = [_rate(record, lines, size, wanted) for _ in range(ROUNDS)]
        named = f"batches of {size}" if size > 1 else "single lines"
        # other programs make it slower, and nothing makes it faster
        note = f"the most of {ROUNDS} times {wanted}, the least {min(rates):.0f}; the disk has each"
        yield figure(f"lines kept in {named}", max(rates), "/s", planned, note, more=True)
    record.engine.dispose()


def _rate(record: GameRecord, lines: Sequence[str], size: int, count: int) -> float:
    """Lines a second. size: of a batch."""
    parcels: list[Parcel] = []
    streams = []
    for _ in range(GAMES):
        debt, about = Debt(), StreamTopic(HERE, str(uuid4()), TOLD)
        debt.grow(itertools.islice(itertools.cycle(lines), count // GAMES))
        streams.append([Parcel(about, batch) for batch in _batches(debt, size)])
    # a batch of each game after the other, as games go on side by side
    for together in zip(*streams, strict=True):
        parcels += together
    began = time.monotonic()
    for at in range(0, len(parcels), TOGETHER):
        record.take(parcels[at : at + TOGETHER])
    return size * len(parcels) / (time.monotonic() - began)


def _batches(debt: Debt, size: int) -> Iterator[Batch]:
    debt.connected(0.0)
    for batch in debt.due(1.0):
        for at in range(0, len(batch.lines), size):
            yield Batch(batch.first + at, batch.lines[at : at + size], batch.sums[at : at + size])


class OwedLines:
    """An outbox of one log, which was written while there was no network."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.key = (str(uuid4()), FULL)
        self.debt = Debt()
        self.debt.grow(lines, ended=True)

    @property
    def behind(self) -> int:
        """How many lines the record lacks."""
        return self.debt.behind

    def refresh(self) -> None:
        """There are no others."""

    def due(self, now: float) -> Iterator[tuple[Key, Batch]]:
        """What is to be sent now."""
        return ((self.key, batch) for batch in self.debt.due(now))

    def heard(self, key: Key, have: Have, now: float) -> None:
        """The record's word."""
        if key == self.key:
            self.debt.heard(have, now)

    def connected(self, now: float) -> None:
        """The broker is there."""
        self.debt.connected(now)

    def away(self) -> None:
        """The broker is gone."""
        self.debt.away()


def catching_up(url: str, broker: OwnBroker, lines: Sequence[str], count: int) -> Figure:
    """How long a table takes that owes so many lines, from connecting to the record's word on the last."""
    secret = new_secret()
    Registrar(broker.address("registrar")).admit(HERE, secret)
    at = f"mqtt://{ARCHIVER}:{broker.secrets[ARCHIVER]}@127.0.0.1:{broker.port}"
    told = environ | {"TABLECAM_HUB_DB": url, "TABLECAM_HUB_BROKER": at}
    archiver = subprocess.Popen([sys.executable, "-m", "tablecam", "hub"], env=told, stderr=subprocess.DEVNULL)
    try:
        took_s = []
        for _ in range(ROUNDS):
            owed = OwedLines(list(itertools.islice(itertools.cycle(lines), count)))
            began = time.monotonic()
            with Courier(HERE, broker.address(HERE.user, secret), owed).running():
                while not owed.debt.whole and time.monotonic() < began + PATIENCE_S:
                    time.sleep(0.01)
            took_s.append(time.monotonic() - began)
    finally:
        archiver.terminate()
        archiver.wait()
    # the first waits for the archiver, too, which starts
    planned = count / PLANNED_BATCHES
    note = f"from connecting on; the least of {ROUNDS} times"
    return figure(f"a table that owes {count} lines catches up", min(took_s), " s", planned, note)


def played_game(answers: int | None = None) -> tuple[System[Any], list[str]]:
    """A game between the starter teams, its rules and its lines: whole, or the first so many answers."""
    sink = InMemory()
    game = begin_game(sink, {}, closes=True)
    for _ in itertools.islice(autoplay(game, random.Random(1).randrange), answers):
        pass
    if game.over:
        game.close("table")
    return game.system, sink.lines


def sizes(url: str, system: System[Any], played: list[str]) -> Iterator[Figure]:
    """A game as text, as batches, as rows and as it is archived."""
    record, streams = open_record(url), _streams(system, played)
    deflated = {stream: sum(len(batch.encoded()) for batch in _sent(lines)) for stream, lines in streams.items()}
    named = f"a game of {len(streams[FULL])} lines: "
    raw = sum(len(line.encode()) + 1 for line in streams[FULL])
    packed = zlib.compress("\n".join(streams[FULL]).encode())
    yield figure(f"{named}text", raw / 1000, " kB", PLANNED_RAW_KB)
    yield figure(f"{named}its full log packed", len(packed) / 1000, " kB", PLANNED_PACKED_KB)
    yield Figure(f"{named}on its way, in full batches", sum(deflated.values()) / 1000, " kB", note=_parts(deflated))
    before = _table_bytes(record)
    uuid = str(uuid4())
    for stream, lines in streams.items():
        record.take([Parcel(StreamTopic(HERE, uuid, stream), batch) for batch in _sent(lines)])
    rows = _table_bytes(record) - before
    yield figure(
        f"{named}rows of its full log", rows / 1000 * len(streams[FULL]) / _count(streams), " kB", PLANNED_ROWS_KB
    )
    pack(record, timedelta(seconds=-1))
    archived = _archived(record, uuid)
    note = _parts(archived)
    yield figure(f"{named}archived", sum(archived.values()) / 1000, " kB", PLANNED_ARCHIVED_KB, note)
    record.engine.dispose()


def _streams(system: System[Any], lines: list[str]) -> dict[str, list[str]]:
    told = ToldLog(system)
    tells, sealer = told.grow(lines), Sealer(random.Random(1).randbytes(KEY_BYTES))
    seals = sealer.grow(lines, zip(told.numbers, tells, strict=True))
    return {FULL: lines, TOLD: tells, SEALED: [*seals, sealer.end()]}


def _sent(lines: Sequence[str]) -> list[Batch]:
    """In full batches."""
    debt = Debt()
    debt.grow(lines, ended=True)
    debt.connected(0.0)
    found = list(debt.due(1.0))
    while found[-1].end is None:
        debt.heard(Have(found[-1].last, found[-1].sums[-1]), 1.0)
        found += debt.due(1.0)
    return found


def _count(streams: dict[str, list[str]]) -> int:
    return sum(map(len, streams.values()))


def _parts(sizes_: dict[str, int]) -> str:
    return ", ".join(f"{stream} {size / 1000:.1f}" for stream, size in sorted(sizes_.items()))


def _table_bytes(record: GameRecord) -> int:
    with record.engine.connect() as connection:
        return int(connection.execute(text("SELECT pg_total_relation_size('line')")).scalar_one())


def _archived(record: GameRecord, game: str) -> dict[str, int]:
    wanted = text("SELECT stream, length(body) FROM archive WHERE game = :game")
    with record.engine.connect() as connection:
        return {row.stream: row.length for row in connection.execute(wanted, {"game": game})}
