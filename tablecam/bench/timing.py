"""The time of calls, and comparisons of times.

Times are compared by processor time of the whole process with all threads: other programs on the machine hardly change
it, and work spread over more cores does not look cheaper.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")


@dataclass(frozen=True)
class Time:
    """Seconds of one call. cpu_s: of the processor, all threads together; wall_s: of wall-clock time."""

    cpu_s: float
    wall_s: float


def timed(call: Callable[..., T], *arguments: Any) -> tuple[T, Time]:
    """The result of a call, and its time."""
    cpu, wall = time.process_time(), time.perf_counter()
    answer = call(*arguments)
    return answer, Time(time.process_time() - cpu, time.perf_counter() - wall)


@dataclass(frozen=True)
class Comparison:
    """How many times cheaper one method is than a peer. quartiles: of theirs over the opposite ones of ours."""

    median: float
    quartiles: tuple[float, float]
    mean: float
    by_the_wall: float


def cheaper(ours: Sequence[Time], theirs: Sequence[Time]) -> Comparison:
    """Compares two rows of times."""
    mine, peer = (np.array([spent.cpu_s for spent in row]) for row in (ours, theirs))
    low, high = (np.quantile(row, [0.25, 0.75]) for row in (mine, peer))
    wall = np.median([spent.wall_s for spent in theirs]) / np.median([spent.wall_s for spent in ours])
    quartiles = float(high[0] / low[1]), float(high[1] / low[0])
    return Comparison(
        float(np.median(peer) / np.median(mine)), quartiles, float(peer.mean() / mine.mean()), float(wall)
    )
