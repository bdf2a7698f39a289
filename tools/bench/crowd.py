"""A crowd that looks on: a thousand open streams, costly questions of guests, and the end of a server with all of them.

Server, crowd and player share one machine; a crowd's devices have processors of their own.
"""

import json
import secrets
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import psutil

from tools.bench.demo import resident_mb
from tools.bench.figure import BenchResult, Figure, Target
from tools.bench.tablet import ANSWER, THINKS_S, crowd_at, spectators
from tools.bench.tablet_crowd import find_addresses
from tools.bench.tablet_page import Server, child, server
from webui.server.asgi.shell import GUESTS, MAKERS, SEATS

STREAMS = 1000
# a crowd of visitors, each address within the usual limits of a server
ADDRESSES = find_addresses(60)
ASKED_AT_ONCE = 8
# runs without and with a crowd, and answers in each: a median of fewer follows other load on the machine
TURNS, ANSWERED = 4, 30
# the first answers load what all others use
FIRST = 5
MEDIAN_X, NEARLY_ALL_X, STREAM_KB, STOP_S = 1.3, 2.0, 150.0, 2.0
PATIENCE_S = 60.0
# a question about some fourteen files, which the server reads again only where one has changed
SETUPS = "/api/game/setups"
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


@dataclass
class Times:
    """Milliseconds of answers without and with a burden."""

    alone: list[float] = field(default_factory=list)
    burdened: list[float] = field(default_factory=list)

    def ratio(self, share: float) -> float:
        """The quantile with the burden over that without it."""
        return float(np.quantile(self.burdened, share) / np.quantile(self.alone, share))

    def note(self, share: float) -> str:
        """Both quantiles in words."""
        one, other = (np.quantile(times, share) for times in (self.alone, self.burdened))
        return f"{one:.0f} ms without them, {other:.0f} ms with them"


def crowd(streams: int = STREAMS, turns: int = TURNS, answers: int = ANSWERED) -> BenchResult:
    """streams: of spectators. answers: in each of the turns."""
    with server("1080p", "drawn") as served:
        served.tell("begin")
        served.tell("carry")
        player = Player(served)
        player.answers(FIRST)
        figures = [
            *_streams(served, player, streams, turns, answers),
            *_tables(served, player, streams, turns, answers),
        ]
        figures += _questions(served, player, turns, answers)
    figures += _end(streams)
    return BenchResult("crowd", "a crowd of spectators, beside a player who answers", tuple(figures))


class Player:
    """Answers from the shared tablet, over one connection."""

    def __init__(self, served: Server) -> None:
        self._served = served
        self._connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)

    def answers(self, count: int) -> list[float]:
        """Gives that number of answers; the milliseconds that each took."""
        return [self._answer() for _ in range(count)]

    def setups(self, count: int) -> list[float]:
        """Asks for the choices of a new game that number of times; the milliseconds that each took.

        Python that computes for long waits at the interpreter's lock for the loop that serves the streams, again and
        again; an answer, which mostly waits for the disk, does once or twice. Reading all files at each request took
        17 ms in Python, and four to five times as long beside the streams.
        """
        return [self._measure("GET", SETUPS) for _ in range(count)]

    def _answer(self) -> float:
        key = self._served.tell("to a roll")
        time.sleep(THINKS_S)
        body = json.dumps({"id": secrets.token_hex(12), "key": key, "app_dice": True})
        return self._measure("POST", ANSWER, body, {"Content-Type": "application/json", "X-Tablecam": "page"})

    def _measure(
        self, method: str, path: str, body: str | None = None, headers: Mapping[str, str] = NO_HEADERS
    ) -> float:
        began = time.perf_counter()
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        answer.read()
        took = 1000 * (time.perf_counter() - began)
        assert answer.status == 200, f"{path} was refused with {answer.status}"
        return took


def _streams(served: Server, player: Player, streams: int, turns: int, answers: int) -> Iterator[Figure]:
    times, setups, grown = Times(), Times(), []
    served.tell("encoded")
    for _ in range(turns):
        times.alone += player.answers(answers)
        setups.alone += player.setups(answers)
        before = _held_mb(served)
        with crowd_at(served.port, streams, served.spectator, ADDRESSES):
            times.burdened += player.answers(answers)
            setups.burdened += player.setups(answers)
            grown.append(_held_mb(served) - before)
    encoded = served.tell("encoded")
    count = len(times.burdened)
    crowd_in_words = f"{streams} streams from {ADDRESSES} addresses"
    yield _x(f"an answer with {crowd_in_words}, median", times, 0.5, MEDIAN_X)
    yield _x(f"an answer with {crowd_in_words}, 95 %", times, 0.95, NEARLY_ALL_X)
    yield _x(f"the choices of a new game with {crowd_in_words}, median", setups, 0.5, NEARLY_ALL_X)
    # the crowd that took most
    kb = 1024 * max(grown) / streams
    yield Figure("memory a stream", kb, " kB", (), Target(at_most=STREAM_KB), count)
    note = f"{encoded['sent']} events sent, of {encoded['different']} different ones"
    yield Figure("times each text is encoded", encoded["times"], "", (), Target(at_most=1), note=note)


def _tables(served: Server, player: Player, streams: int, turns: int, answers: int) -> Iterator[Figure]:
    """The same crowd without a cookie: on a server of this machine alone, each of them is the table itself."""
    times, setups = Times(), Times()
    for _ in range(turns):
        times.alone += player.answers(answers)
        setups.alone += player.setups(answers)
        with crowd_at(served.port, streams, addresses=ADDRESSES):
            times.burdened += player.answers(answers)
            setups.burdened += player.setups(answers)
    yield _x(f"an answer with {streams} streams of the table, median", times, 0.5, NEARLY_ALL_X)
    yield _x(f"the choices of a new game with {streams} streams of the table, median", setups, 0.5, NEARLY_ALL_X)


def _held_mb(served: Server) -> float:
    """The memory that the server uses, without what it only keeps from before (tens of megabytes)."""
    served.tell("trim")
    return resident_mb(served.pid)


def _questions(served: Server, player: Player, turns: int, answers: int) -> Iterator[Figure]:
    times = Times()
    for _ in range(turns):
        times.alone += player.answers(answers)
        with child("crowd_questions", str(served.port), str(ASKED_AT_ONCE), served.spectator):
            times.burdened += player.answers(answers)
    yield _x(f"an answer with {ASKED_AT_ONCE} costly questions at a time", times, 0.5, MEDIAN_X)


def _x(what: str, times: Times, share: float, most: float) -> Figure:
    count = len(times.burdened)
    return Figure(what, times.ratio(share), "x", (), Target(at_most=most), count, note=times.note(share))


def _end(streams: int) -> Iterator[Figure]:
    """The time a server takes to end with all streams open, and whether it ends well."""
    took, statuses = [], []
    for told in (signal.SIGTERM, signal.SIGINT):
        with _demo(streams) as (process, port), crowd_at(port, streams):
            process.send_signal(told)
            began = time.monotonic()
            statuses.append(process.wait(PATIENCE_S))
            took.append(time.monotonic() - began)
    note = "told by SIGTERM and SIGINT: " + " and ".join(f"{each:.2f} s" for each in took)
    yield Figure(
        f"the end of `demo` with {streams} streams open", max(took), " s", (), Target(at_most=STOP_S), note=note
    )
    yield Figure("its exit status", statistics.fmean(map(abs, statuses)), "", (), Target(at_most=0), len(statuses))


@contextmanager
def _demo(streams: int) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """`tablecam demo` and its port."""
    limits = ["--guest-streams", str(max(1, streams)), "--guest-connections", str(max(1, streams))]
    command = [sys.executable, "-u", "-m", "tablecam", "demo", "--no-browser", "--port", "0", *limits]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = next(word for line in process.stdout for word in line.split() if word.startswith("http://"))
        yield process, int(address.rstrip("/").rpartition(":")[2])
    finally:
        process.kill()
        process.wait()


# An evening at speed: thousands of answers, spectators who come and go, a running camera; nothing may grow.
#
# The heap of the C library keeps what it once needed, so memory rises while the first long game is played and while
# the first crowd comes, and is judged after that.

# eight hours of a table that gives an answer every three seconds
ANSWERS, SPECTATORS, VISITS = 10_000, 50, 20
# memory is judged from this share of the evening on
SETTLED_SHARE = 0.4
# what the rest of the evening may add: a game in progress holds its log and its pictures of what everyone may see
MOST_GROWTH_MB = 30.0
# the server's pools of threads fill as they are needed, and no further
POOLED_THREADS = SEATS + GUESTS + MAKERS + 1
# how long a server may take to notice that a crowd has gone
GONE_S = 30.0
LOOK_EVERY_S = 0.5


class Sample(NamedTuple):
    """The server's resources after a crowd has gone. files: open files and connections."""

    memory_mb: float
    threads: int
    files: int


def soak(answers: int = ANSWERS, visits: int = VISITS, streams: int = SPECTATORS) -> BenchResult:
    """Plays random games on one server with a running camera, while a crowd comes and goes that often."""
    samples, given, ended = [], 0, 0
    with server("1080p", "filmed") as served:
        look = _looking_at(served)
        served.tell("begin")
        quiet = look()
        for _ in range(visits):
            with spectators(served, streams):
                done = served.tell("games", count=answers // visits)
            given, ended = given + done["answers"], ended + done["ended"]
            samples.append(_once_alone(look, quiet.files))
    note = f"{given} answers, {ended} games ended, {visits} crowds of {streams}"
    return BenchResult("soak", "an evening at speed", tuple(judge(quiet, samples, note)))


def _looking_at(served: Server) -> Callable[[], Sample]:
    """A function that asks the system what the server's process holds."""
    process = psutil.Process(served.pid)

    def look() -> Sample:
        # Windows counts handles
        files = process.num_fds() if hasattr(process, "num_fds") else process.num_handles()
        return Sample(process.memory_info().rss / 2**20, process.num_threads(), files)

    return look


def _once_alone(look: Callable[[], Sample], files: int) -> Sample:
    """The sample once the connections of the crowd are closed, or cannot be waited for any longer."""
    until = time.monotonic() + GONE_S
    while (sample := look()).files > files and time.monotonic() < until:
        time.sleep(LOOK_EVERY_S)
    return sample


def judge(quiet: Sample, samples: Sequence[Sample], note: str) -> Iterator[Figure]:
    """The figures of an evening. quiet: before the first crowd; samples: after each."""
    settled = samples[int(SETTLED_SHARE * len(samples)) :]
    memory = [sample.memory_mb for sample in settled]
    rise = f"{quiet.memory_mb:.0f} MB at first, {memory[0]:.0f} when settled, {memory[-1]:.0f} at the end; {note}"
    yield Figure("memory grows over the settled part by", memory[-1] - memory[0], " MB", (),
                 Target(at_most=MOST_GROWTH_MB), len(settled), (min(memory), max(memory)), rise)  # fmt: skip
    most = max(sample.threads for sample in settled)
    threads = most - settled[0].threads
    yield Figure("threads more than when settled", threads, "", (), Target(at_most=POOLED_THREADS), len(settled),
                 note=f"{most} at most")  # fmt: skip
    files = samples[-1].files - quiet.files
    yield Figure("open files and connections more than at first", files, "", (), Target(at_most=2), len(samples),
                 note=f"{quiet.files} at first")  # fmt: skip
