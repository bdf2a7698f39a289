"""The tablet for its players: its delay, its response times, its download size, and the effect of a crowd.

Server, browser and the synthetic camera share one machine and one clock; a real tablet has its own processor, and a
real camera draws nothing.
"""

import gzip
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import psutil

from tools.bench.demo import resident_mb
from tools.bench.figure import BenchResult, Figure, Target
from tools.bench.tablet_page import (
    SETTLED,
    Server,
    browser,
    child,
    heap_mb,
    moves_drawn,
    opened,
    paint_ms,
    post,
    server,
    tap_on_a_die,
    tap_on_a_model,
    why_not,
)
from webui.server.page import BUILT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAYS_SO = "[data-banner=offline]"
# how long the server is away: a page whose attempts fail retries ever more rarely, unless its retry is reset
AWAY_S = 3.0


class Cut(NamedTuple):
    """Milliseconds from the server's end to the banner, and from its return to the banner's disappearance."""

    said_ms: float
    back_ms: float


def measure_cuts(chromium: "Browser", repeats: int) -> tuple[list[Cut], list[Cut]]:
    """Kills and restarts the server of an open page, then silences it, `repeats` times each.

    The system closes the connections of a dead program; a machine without power sends nothing at all.
    """
    with demo() as server, opened(chromium, server.address) as page:
        page.wait_for_function(SETTLED)
        killed = [_cut(page, server.kill, server.start) for _ in range(repeats)]
        return killed, [_cut(page, server.fall_silent, server.speak) for _ in range(repeats)]


def _cut(page: "Page", away: Callable[[], None], back: Callable[[], None]) -> Cut:
    away()
    cut = time.monotonic()
    page.wait_for_selector(SAYS_SO)
    noticed = time.monotonic()
    time.sleep(AWAY_S)
    back()
    there = time.monotonic()
    page.wait_for_selector(SAYS_SO, state="detached")
    return Cut(1000 * (noticed - cut), 1000 * (time.monotonic() - there))


class Demo:
    """`tablecam demo`, at the same port every time it starts."""

    def __init__(self, folder: str) -> None:
        self._folder, self._port = folder, "0"
        self.start()

    def start(self) -> None:
        """Starts it; returns when it listens."""
        at = ["--no-browser", "--table", self._folder, "--port", self._port]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tablecam", "demo", *at], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[4]
        self._port = self.address.rpartition(":")[2]

    def kill(self) -> None:
        """Kills it."""
        self._process.kill()
        self._process.wait()

    def fall_silent(self) -> None:
        """Stops it: its connections stay open, and nothing comes over them."""
        psutil.Process(self._process.pid).suspend()

    def speak(self) -> None:
        """Continues it."""
        psutil.Process(self._process.pid).resume()


@contextmanager
def demo() -> Iterator[Demo]:
    """A running demo."""
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder:
        running = Demo(folder)
        try:
            yield running
        finally:
            running.kill()


# the stages of a frame; `begun` is when a synthetic camera began to draw it
STATIONS = ("begun", "came", "read", "heard", "drawn")
LEGS = ("drawing it", "reading it", "sending it", "showing it")


def late_ms(moves: Sequence[Mapping[str, Any]], since: str, until: str = "drawn") -> list[float]:
    """Milliseconds from one stage to another, for frames that reached both."""
    times = ((move[since], move[until]) for move in moves)
    return [1000 * (there - here) for here, there in times if here is not None and there is not None]


def stage_medians(moves: Sequence[Mapping[str, Any]]) -> str:
    """The median of every stage, in words."""
    legs = ((leg, late_ms(moves, *ends)) for leg, *ends in zip(LEGS, STATIONS, STATIONS[1:], strict=False))
    return ", ".join(f"{leg} {np.median(took):.0f}" for leg, took in legs if took)


def median_ms(what: str, took: Sequence[float], at_most: float | None = None, note: str = "") -> Figure:
    """A median in milliseconds with its quartiles; the note begins with the 95 % quantile."""
    target = None if at_most is None else Target(at_most=at_most)
    if not took:
        return Figure(what, float("nan"), " ms", (), target, note=note)
    low, median, high, nearly_all = (float(quantile) for quantile in np.quantile(took, (0.25, 0.5, 0.75, 0.95)))
    note_text = f"95 % within {nearly_all:.0f} ms" + (f"; {note}" if note else "")
    return Figure(what, median, " ms", (), target, len(took), (low, high), note_text)


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """The ratio of two medians; NaN if one is missing."""
    return float(np.median(one) / np.median(other)) if one and other else float("nan")


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
        with spectators(served, streams) as came:
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
def spectators(served: Server, count: int) -> Iterator[list[float]]:
    """So many spectators on the stream inside the block; afterwards the bytes a second of each."""
    with crowd_at(served.port, count, served.spectator) as came:
        yield came


@contextmanager
def crowd_at(port: int, count: int, token: str = "", addresses: int = 1) -> Iterator[list[float]]:
    """The same on any server's stream. token: the spectators' cookie. addresses: the number of those that they have."""
    came: list[float] = []
    with child("tablet_crowd", str(port), str(count), token, str(addresses)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        yield came
        process.stdin.close()
        came += json.loads(process.stdout.readline())["bytes_per_s"]


def quiet_bytes_per_s(served: Server, seconds: float) -> float:
    """The bytes a second of a spectator's stream of a table at rest."""
    with spectators(served, 1) as came:
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
    with spectators(served, streams):
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


MANIFEST = "manifest.json"
# the entry module of every address, and the page module of the table
DOOR, TABLE = "index.html", "src/table/page.tsx"

Chunks = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Weight:
    """Packed bytes. at_once: of script before the table shows; later: of script that a game may load."""

    at_once: int
    later: int
    styles: int

    @property
    def script(self) -> int:
        """All script that an evening at the table may need."""
        return self.at_once + self.later


def weight(built: Path) -> Weight:
    """The sizes of the page in a folder built by vite."""
    chunks: Chunks = json.loads((built / MANIFEST).read_text(encoding="utf-8"))
    at_once = needed(chunks, DOOR) | needed(chunks, TABLE)
    all_ = at_once | later(chunks, at_once)
    styles = {style for name in all_ for style in chunks[name].get("css", ())}
    return Weight(
        sum(packed(built / chunks[name]["file"]) for name in at_once),
        sum(packed(built / chunks[name]["file"]) for name in all_ - at_once),
        sum(packed(built / style) for style in styles),
    )


def needed(chunks: Chunks, name: str) -> set[str]:
    """The chunk and all its static imports."""
    found, waiting = set[str](), [name]
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += chunks[one].get("imports", ())
    return found


def later(chunks: Chunks, at_once: set[str]) -> set[str]:
    """The chunks that the table's chunks load on demand; other pages of the entry do not belong to the table."""
    found, waiting = set[str](), list(at_once - {DOOR})
    while waiting:
        for name in chunks[waiting.pop()].get("dynamicImports", ()):
            first_time = needed(chunks, name) - found - at_once
            found |= first_time
            waiting += first_time
    return found


def packed(path: Path) -> int:
    """Bytes of a file as sent: compressed if that makes it smaller."""
    beside = path.with_name(f"{path.name}.gz")
    return (
        beside.stat().st_size if beside.is_file() else min(path.stat().st_size, len(gzip.compress(path.read_bytes())))
    )


# the targets of docs/ and the requirements
FRESH_MS, ANSWERED_MS, CONFIRMED_MS, PAINTED_MS, SCRIPT_KB = 250.0, 100.0, 300.0, 1500.0, 200.0
SAID_MS, BACK_MS = 3000.0, 2000.0
# the effect of a crowd on the players stays within the noise of a busy machine
NO_MORE_THAN = 1.25
# runs without and with a crowd, and answers in each: a median of fewer follows other load on the machine
TURNS, ANSWERED = 4, 30
# a game of two hours has between 700 and this many answers
TWO_HOURS = 2400
# a game's log stays in memory, for every role, until the next begins: some 10 MB for a whole one; nothing else may grow
MOST_SERVER_MB, MOST_PAGE_MB = 20.0, 4.0
SLOWER = 4
STREAMS = 50
CAMERAS = (("4k", "drawn"), ("4k", "filmed"))
TAPPED = ("lund", "gruff", "brandt", "mother", "ida", "moss")
# how long hands move models before measuring starts
SETTLING_S = 2.0
POLLED_HZ = 15
# the size of the whole state, summed over the events of the stream
TOLD = "() => ['ground', 'table', 'news', 'game'].reduce((all, name) => all + (bench.told[name] ?? 0), 0)"


def tablet(
    seconds: float = 10.0,
    repeats: int = 18,
    streams: int = STREAMS,
    answers: int = 2 * TWO_HOURS,
    cameras: Sequence[tuple[str, str]] = CAMERAS,
) -> BenchResult:
    """seconds: of moves measured for each camera. repeats: of taps. answers: of the random games. cameras: besides
    one of 1080p that draws as it goes."""
    figures = list(_weights())
    missing = why_not()
    if not missing:
        with browser() as chromium:
            for size, how in cameras:
                with server(size, how) as served, opened(chromium, served.address) as page:
                    figures += _fresh(page, served, f"{size}, {how}", seconds)
            with server("1080p", "drawn") as served:
                figures += _at_1080p(chromium, served, seconds, repeats)
                figures += _under_load(chromium, served, seconds, streams, answers)
            figures += _outage_figures(chromium, max(1, repeats // 6))
    return BenchResult("tablet", "the page in a real browser on the machine that serves it", tuple(figures), missing)


def _weights() -> Iterator[Figure]:
    if not (BUILT / MANIFEST).is_file():
        return
    found = weight(BUILT)
    note = f"{found.at_once / 1000:.0f} kB of it before the table shows; styles {found.styles / 1000:.0f} kB"
    yield Figure(
        "script of table and game, packed", found.script / 1000, " kB", (), Target(at_most=SCRIPT_KB), note=note
    )


def _fresh(page: "Page", served: Server, what: str, seconds: float) -> Iterator[Figure]:
    """The delay of the page while two models are carried."""
    page.wait_for_function(SETTLED)
    served.tell("carry")
    time.sleep(SETTLING_S)
    moves = moves_drawn(page, served, seconds)
    yield median_ms(f"{what}: camera frame to tablet", late_ms(moves, "came"), FRESH_MS, stage_medians(moves))
    if whole := late_ms(moves, "begun"):
        yield median_ms(f"{what}: the same from before it was drawn", whole, FRESH_MS)


def _at_1080p(chromium: "Browser", served: Server, seconds: float, repeats: int) -> Iterator[Figure]:
    with opened(chromium, served.address) as page:
        page.wait_for_function(SETTLED)
        time.sleep(SETTLING_S)
        models = [tap_on_a_model(page, TAPPED[number % len(TAPPED)]) for number in range(repeats)]
        yield median_ms("a tap on a model to its ranges", models, ANSWERED_MS)
        served.tell("begin")
        dice = [tap_on_a_die(page, served.tell("to a roll"), 7) for _ in range(repeats)]
        yield median_ms("a tap on a die to the page's answer", [seen for seen, _ in dice], ANSWERED_MS)
        yield median_ms("a tap on a die to what came of it", [confirmed for _, confirmed in dice], CONFIRMED_MS)
    paints = [paint_ms(chromium, served.address, SLOWER) for _ in range(max(1, repeats // 3))]
    yield median_ms(f"an address to the board, {SLOWER} times slower", paints, PAINTED_MS)
    with opened(chromium, served.address) as page:
        yield from _fresh(page, served, "1080p, drawn", seconds)


def _under_load(chromium: "Browser", served: Server, seconds: float, streams: int, answers: int) -> Iterator[Figure]:
    with opened(chromium, served.address) as page:
        page.wait_for_function(SETTLED)
        alone, crowded = measure_burdens(page, served, streams, TURNS, seconds / TURNS, min(ANSWERED, answers // 10))
        yield _times_more(f"frame to tablet with {streams} spectators", crowded.late_ms, alone.late_ms)
        yield _times_more(f"an answer with {streams} spectators", crowded.posts_ms, alone.posts_ms)
        yield Figure("threads of the server", crowded.threads, note=f"{alone.threads} without them")
        more = crowded.memory_mb - alone.memory_mb
        yield Figure(f"memory for {streams} spectators", more, " MB", note=f"{crowded.memory_mb:.0f} MB in all")
        yield _bytes("a table with moves", sum(crowded.bytes_per_s) / len(crowded.bytes_per_s), page)
        served.tell("rest")
        time.sleep(SETTLING_S)
        yield _bytes("a table at rest", quiet_bytes_per_s(served, seconds / 2), page)
        yield from _grown(measure_growth(page, served, streams, answers))


def _outage_figures(chromium: "Browser", repeats: int) -> Iterator[Figure]:
    """The effect on players of a power cut, or of a sleeping radio."""
    for server_is, found in zip(("killed", "silent"), measure_cuts(chromium, repeats), strict=True):
        yield median_ms(
            f"a server that is {server_is}, to the page's saying so", [outage.said_ms for outage in found], SAID_MS
        )
        yield median_ms("its being there again to the page's going on", [outage.back_ms for outage in found], BACK_MS)


def _times_more(what: str, with_them: list[float], without: list[float]) -> Figure:
    note = f"{median_ms('', without).value:.0f} ms without them, {median_ms('', with_them).value:.0f} ms with them"
    return Figure(what, ratio(with_them, without), "x", (), Target(at_most=NO_MORE_THAN), len(with_them), note=note)


def _bytes(what: str, per_s: float, page: "Page") -> Figure:
    """The traffic of a spectator's stream, compared with polling."""
    polled = 60 * POLLED_HZ * page.evaluate(TOLD) / 1000
    return Figure(
        f"{what}, a stream", 60 * per_s / 1000, " kB a minute", ((f"asked for {POLLED_HZ} times a second", polled),)
    )


def _grown(found: Growth) -> Iterator[Figure]:
    """Growth over the second half of the answers: loading, caching and queueing at the beginning is no leak."""
    for what, mb, most in (("server", found.server_mb, MOST_SERVER_MB), ("page", found.page_mb, MOST_PAGE_MB)):
        name = f"memory of the {what}, {found.answers} answers as --auto gives them: second half"
        ended = f"{found.ended} games came to their end, a two-hour one has at most {TWO_HOURS} answers"
        note = f"{ended}; MB after each tenth: {' '.join(f'{each:.0f}' for each in mb)}"
        more = mb[-1] - mb[len(mb) // 2 - 1]
        yield Figure(name, more, " MB", (), Target(at_most=most), note=note)
