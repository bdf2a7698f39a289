"""The hub: a hall of tables and its viewers at a real broker, lines into a real PostgreSQL, and the size of a game.

Tables and viewers share the machine with the broker; in a hall they have processors of their own.

Of the broker's time with 2,000 viewers three fifths go into `poll` where it is mosquitto 2.0: before each message of a
table, libwebsockets asks about every viewer's connection. So its share grows with messages of tables times viewers.
mosquitto 2.1 has WebSockets of its own and asks about none. A delay of a millisecond is the time to write a message of
3 kB to the twenty viewers of one table, one after the other. The first mosquitto on the path is measured.
"""

import itertools
import json
import random
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from os import environ
from typing import Any
from uuid import uuid4

from sqlalchemy import text

from tablecam.doors.hub.anti_entropy import Debt
from tablecam.doors.hub.broker_access import ARCHIVER, Registrar, new_secret
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.message import Batch, Have
from tablecam.doors.hub.outbox import Key
from tablecam.doors.hub.public_log import KEY_BYTES, PublicLog, Sealer
from tablecam.doors.hub.record import GameRecord, Parcel, open_record
from tablecam.doors.hub.retention import pack
from tablecam.doors.hub.topics import FULL, SEALED, TOLD, Place, StreamTopic
from tablecam.game.log import InMemory
from tablecam.game.playthrough import autoplay
from tablecam.rules.system import System
from tools.bench.demo import resident_mb
from tools.bench.figure import BenchResult, Figure, Target
from tools.bench.hub_servers import AbsentServer, OwnBroker, own_broker, own_database
from tools.bench.hub_tables import places
from tools.bench.tablet_page import child
from tools.bench.umpire import begin_game

# how far a figure may be from what was planned
SLACK = 1.5


@dataclass(frozen=True)
class PlannedCrowd:
    """The planned cost of viewers over WebSockets, of 100 tables that send 3 kB four times a second.

    share: of a core that the broker uses. each_kb_per_s: what a viewer is sent. p50_ms: None where it was not noted.
    """

    viewers: int
    share: float
    memory_mb: float
    p50_ms: float | None
    p95_ms: float
    each_kb_per_s: float


PLANNED_CROWDS = (
    PlannedCrowd(500, 0.08, 15, 0.4, 2.9, 12.5),
    PlannedCrowd(2000, 0.25, 24, None, 3.8, 12.5),
)
# a second, by one archiver: batches of 20 to 100 lines, and single lines
PLANNED_BATCHES, PLANNED_SINGLE = 10_000.0, 3_200.0
# a full game: as text, in batches that are deflated or packed, as rows, and all that is archived of it
PLANNED_RAW_KB, PLANNED_PACKED_KB, PLANNED_ROWS_KB, PLANNED_ARCHIVED_KB = 383.0, 28.0, 800.0, 51.0


def figure(what: str, value: float, unit: str, planned: float | None, note: str = "", *, more: bool = False) -> Figure:
    """A figure beside what was planned, if that was. more: more is better."""
    if planned is None:
        return Figure(what, value, unit, note=note)
    target = Target(at_least=planned / SLACK) if more else Target(at_most=planned * SLACK)
    return Figure(what, value, unit, (("planned", planned),), target, note=note)


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
    debt.begin_connection(0.0)
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
        """The bytes to send now."""
        return ((self.key, batch) for batch in self.debt.due(now))

    def take_word(self, key: Key, have: Have, now: float) -> None:
        """The record's word."""
        if key == self.key:
            self.debt.take_word(have, now)

    def begin_connection(self, now: float) -> None:
        """The broker is there."""
        self.debt.begin_connection(now)

    def end_connection(self) -> None:
        """The broker is gone."""
        self.debt.end_connection()


def catching_up(url: str, broker: OwnBroker, lines: Sequence[str], count: int) -> Figure:
    """The time a table takes to send the lines it owes, from connecting to the record's receipt for the last."""
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
    """A game between the starter teams, its rules and its lines: whole, or its first answers."""
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
    deflated = {stream: sum(len(batch.encode()) for batch in _sent(lines)) for stream, lines in streams.items()}
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
    told = PublicLog(system)
    tells, sealer = told.grow(lines), Sealer(random.Random(1).randbytes(KEY_BYTES))
    seals = sealer.grow(lines, zip(told.numbers, tells, strict=True))
    return {FULL: lines, TOLD: tells, SEALED: [*seals, sealer.end()]}


def _sent(lines: Sequence[str]) -> list[Batch]:
    """The lines in full batches."""
    debt = Debt()
    debt.grow(lines, ended=True)
    debt.begin_connection(0.0)
    found = list(debt.due(1.0))
    while found[-1].end is None:
        debt.take_word(Have(found[-1].last, found[-1].sums[-1]), 1.0)
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


TABLES, WATCHED_S = 100, 15.0
# lines that a table owes that was offline, and lines that are kept in all to see how fast that is
OWED, KEPT = 10_000, 20_000


def hub(
    tables: int = TABLES,
    crowds: Sequence[PlannedCrowd] = PLANNED_CROWDS,
    watched_s: float = WATCHED_S,
    owed: int = OWED,
    kept: int = KEPT,
    answers: int | None = None,
) -> BenchResult:
    """crowds: of viewers, each with what the hub was designed with. owed, kept: lines. answers: of the game, or all."""
    figures: list[Figure] = []
    absent: list[str] = []

    def measured(part: Callable[[], Iterator[Figure]]) -> None:
        try:
            figures.extend(part())
        except AbsentServer as fault:
            absent.append(str(fault))

    for crowd in crowds:
        measured(lambda crowd=crowd: _crowd(tables, crowd, watched_s))  # type: ignore[misc]
    measured(lambda: _record(owed, kept, answers))
    title = f"{tables} tables at one broker, and lines into the record; targets are 1.5 times the planned figures"
    return BenchResult("hub", title, tuple(figures), "; ".join(dict.fromkeys(absent)))


def _record(owed: int, kept: int, answers: int | None) -> Iterator[Figure]:
    with own_database() as url:
        system, lines = played_game(answers)
        yield from kept_lines(url, lines, kept)
        yield from sizes(url, system, lines)
        with own_broker() as broker:
            yield catching_up(url, broker, lines, owed)


def _crowd(tables: int, crowd: PlannedCrowd, watched_s: float) -> Iterator[Figure]:
    """The broker's cost for a number of viewers of all tables, and the delay of what they receive."""
    viewers = str(crowd.viewers), str(tables)
    with (
        own_broker() as broker,
        _playing(broker, tables),
        child("hub_viewers", str(broker.websockets), *viewers) as viewing,
    ):
        # they are connected, and then what was retained has come
        _told(viewing)
        _told(viewing)
        before, began = _spent_s(broker), time.monotonic()
        time.sleep(watched_s)
        share = (_spent_s(broker) - before) / (time.monotonic() - began)
        held_mb = resident_mb(broker.process.pid)
        assert viewing.stdin is not None
        viewing.stdin.close()
        seen = _told(viewing)
    rate = f"{seen['messages_per_s']:.0f} messages a second; {broker.version}"
    named = f"{crowd.viewers} viewers: "
    yield figure(f"{named}broker's share of a core", share, "", crowd.share, rate)
    yield figure(f"{named}broker's memory", held_mb, " MB", crowd.memory_mb)
    yield figure(f"{named}from a table to a viewer, median", seen["p50_ms"], " ms", crowd.p50_ms)
    yield figure(f"{named}from a table to a viewer, 95 %", seen["p95_ms"], " ms", crowd.p95_ms)
    each_kb = seen["bytes_per_s"] / 1000 / crowd.viewers
    yield figure(f"{named}bytes a second for each", each_kb, " kB", crowd.each_kb_per_s)


@contextmanager
def _playing(broker: OwnBroker, count: int) -> Iterator[None]:
    """Tables that send, each with a credential of its own."""
    registrar, secrets = Registrar(broker.address("registrar")), [new_secret() for _ in range(count)]
    registrar.admit_all(dict(zip(places(count), secrets, strict=True)))
    with child("hub_tables", str(broker.port), str(count)) as tables:
        assert tables.stdin is not None
        tables.stdin.write("\n".join(secrets) + "\n")
        tables.stdin.flush()
        _told(tables)
        yield


def _told(process: "subprocess.Popen[str]") -> dict[str, float]:
    assert process.stdout is not None
    told: dict[str, float] = json.loads(process.stdout.readline())
    return told


def _spent_s(broker: OwnBroker) -> float:
    spent = broker.process.cpu_times()
    return float(spent.user + spent.system)
