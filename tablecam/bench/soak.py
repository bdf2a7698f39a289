"""An evening at speed: thousands of answers, spectators who come and go, a running camera; nothing may grow.

The heap of the C library keeps what it once needed, so memory rises while the first long game is played and while the
first crowd comes, and is judged after that.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import psutil

from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.tablet_load import crowd
from tablecam.bench.tablet_page import Server, server
from webui.asgi.shell import GUESTS, MAKERS, SEATS

# eight hours of a table that gives an answer every three seconds
ANSWERS, STREAMS, VISITS = 10_000, 50, 20
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
    """What the server holds after a crowd has gone. files: open files and connections."""

    memory_mb: float
    threads: int
    files: int


def soak(answers: int = ANSWERS, visits: int = VISITS, streams: int = STREAMS) -> BenchResult:
    """Plays random games on one server with a running camera, while a crowd comes and goes that often."""
    samples, given, ended = [], 0, 0
    with server("1080p", "filmed") as served:
        look = _looking_at(served)
        served.tell("begin")
        quiet = look()
        for _ in range(visits):
            with crowd(served, streams):
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
