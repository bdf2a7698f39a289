"""The hub: a hall of tables and its viewers at a real broker, lines into a real PostgreSQL, and the size of a game.

Tables and viewers share the machine with the broker; in a hall they have processors of their own.

Of the broker's time with 2,000 viewers three fifths go into `poll` where it is mosquitto 2.0: before each message of a
table, libwebsockets asks about every viewer's connection. So its share grows with messages of tables times viewers.
mosquitto 2.1 has WebSockets of its own and asks about none. A delay of a millisecond is the time to write a message of
3 kB to the twenty viewers of one table, one after the other. The first mosquitto on the path is measured.
"""

import json
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tablecam.bench.demo import resident_mb
from tablecam.bench.figure import BenchResult, Figure
from tablecam.bench.hub_planned import PLANNED_CROWDS, PlannedCrowd, figure
from tablecam.bench.hub_record import catching_up, kept_lines, played_game, sizes
from tablecam.bench.hub_servers import AbsentServer, OwnBroker, own_broker, own_database
from tablecam.bench.hub_tables import places
from tablecam.bench.tablet_page import child
from tablecam.hub.broker_access import Registrar, new_secret

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
    """What so many viewers of all tables cost the broker, and how late they are told."""
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
