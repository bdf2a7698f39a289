"""The page under load: fifty spectators on their streams, and whole random games while it is open."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import psutil

from tablecam.bench.demo import resident_mb
from tablecam.bench.tablet_page import Server, child, heap_mb, moves_drawn, post
from tablecam.bench.tablet_times import late_ms

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANSWER = "/api/game/answer"
# players read before they answer: by then every device has the question
THINKS_S = 0.3
TENTHS = 10


@dataclass
class Burden:
    """Delays for a player. late_ms: of frames to the tablet; posts_ms: of answers; threads, memory: of the server."""

    late_ms: list[float] = field(default_factory=list)
    posts_ms: list[float] = field(default_factory=list)
    threads: int = 0
    memory_mb: float = 0.0
    bytes_per_s: list[float] = field(default_factory=list)


def measure_burdens(
    page: "Page", served: Server, streams: int, turns: int, seconds: float, answers: int
) -> tuple[Burden, Burden]:
    """Without and with spectators, alternating, so that other load on the machine affects both."""
    alone, crowded = Burden(), Burden()
    for _ in range(turns):
        _bear(alone, page, served, seconds, answers)
        with crowd(served, streams) as came:
            _bear(crowded, page, served, seconds, answers)
        crowded.bytes_per_s += came
    return alone, crowded


def _bear(burden: Burden, page: "Page", served: Server, seconds: float, answers: int) -> None:
    burden.late_ms += late_ms(moves_drawn(page, served, seconds), "came")
    for _ in range(answers):
        key = served.tell("to a roll")
        time.sleep(THINKS_S)
        status, took = post(page, ANSWER, key=key, app_dice=True)
        assert status == 200, f"an answer was refused with {status}"
        burden.posts_ms.append(took)
    burden.threads = threads_of(served.pid)
    burden.memory_mb = resident_mb(served.pid)


@contextmanager
def crowd(served: Server, count: int) -> Iterator[list[float]]:
    """So many spectators on the stream inside the block; afterwards the bytes a second of each."""
    with crowd_at(served.port, count, served.spectator) as came:
        yield came


@contextmanager
def crowd_at(port: int, count: int, token: str = "") -> Iterator[list[float]]:
    """The same on any server's stream. token: the spectators' cookie."""
    came: list[float] = []
    with child("tablet_crowd", str(port), str(count), token) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        yield came
        process.stdin.close()
        came += json.loads(process.stdout.readline())["bytes_per_s"]


def quiet_bytes_per_s(served: Server, seconds: float) -> float:
    """The bytes a second of a spectator's stream of a table at rest."""
    with crowd(served, 1) as came:
        time.sleep(seconds)
    return came[0]


@dataclass(frozen=True)
class Growth:
    """Megabytes after each tenth of the answers. ended: how many games were finished."""

    answers: int
    ended: int
    server_mb: tuple[float, ...]
    page_mb: tuple[float, ...]


def measure_growth(page: "Page", served: Server, streams: int, answers: int) -> Growth:
    """Random games, one after another, as fast as the page can follow, with open streams, on one server."""
    server, script, given, ended = [], [], 0, 0
    with crowd(served, streams):
        served.tell("begin")
        for _ in range(TENTHS):
            done = served.tell("games", count=answers // TENTHS)
            given, ended = given + done["answers"], ended + done["ended"]
            server.append(resident_mb(served.pid))
            script.append(heap_mb(page))
    return Growth(given, ended, tuple(server), tuple(script))


def threads_of(process: int) -> int:
    """How many threads a process has; 0 if the system does not report it."""
    try:
        return psutil.Process(process).num_threads()
    except psutil.Error:
        return 0
