"""One measured figure beside its peers and its target, as a line for a person and as JSON."""

import math
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeVar

import numpy as np
import psutil

from tablecam.base.system import processor

DIGITS = 4


@dataclass(frozen=True)
class Target:
    """A limit that a figure has to keep; one of the two is None."""

    at_least: float | None = None
    at_most: float | None = None

    def reached(self, value: float) -> bool:
        """Whether the value keeps the limit; an unmeasured value does not."""
        if self.at_least is not None and not value >= self.at_least:
            return False
        return self.at_most is None or value <= self.at_most

    def __str__(self) -> str:
        limits = ((self.at_least, "at least"), (self.at_most, "at most"))
        return " and ".join(f"{word} {limit:g}" for limit, word in limits if limit is not None)


@dataclass(frozen=True)
class Figure:
    """One measured figure.

    unit: "" for a share or a count, "x" for how many times cheaper or larger. peers: name -> the same figure of theirs.
    spread: quartiles (or least and most) of the value over the repetitions. note: what a reader needs to judge it.
    """

    what: str
    value: float
    unit: str = ""
    peers: tuple[tuple[str, float], ...] = ()
    target: Target | None = None
    repetitions: int = 1
    spread: tuple[float, float] | None = None
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None without a target."""
        return None if self.target is None else self.target.reached(self.value)

    def to_json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "what": self.what,
            "value": rounded(self.value),
            "unit": self.unit,
            "peers": {name: rounded(value) for name, value in self.peers},
            "target": None if self.target is None else str(self.target),
            "reached": self.reached,
            "repetitions": self.repetitions,
            "spread": None if self.spread is None else [rounded(end) for end in self.spread],
            "note": self.note,
        }

    def line(self, width: int) -> str:
        """One line for a person; `width` columns for its name."""
        text = f"{self.what:<{width}}  {self._with_unit(self.value)}"
        if self.spread is not None:
            text += f" ({significant(self.spread[0])} to {significant(self.spread[1])}, {self.repetitions} times)"
        text += "".join(f" | {name} {self._with_unit(value)}" for name, value in self.peers)
        if self.target is not None:
            text += f" | target {self.target}: {'reached' if self.reached else 'NOT REACHED'}"
        return text + (f" | {self.note}" if self.note else "")

    def _with_unit(self, value: float) -> str:
        return significant(value) + ("" if math.isnan(value) else self.unit)


@dataclass(frozen=True)
class BenchResult:
    """The result of one part of the bench. skipped: why all or some of it was not measured."""

    part: str
    title: str
    figures: tuple[Figure, ...] = field(default=())
    skipped: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        figures = [figure.to_json() for figure in self.figures]
        return {"part": self.part, "title": self.title, "skipped": self.skipped, "figures": figures}

    def text(self) -> str:
        """A paragraph for a person."""
        width = max((len(figure.what) for figure in self.figures), default=0)
        lines = [f"{self.part}: {self.title}", *(f"  {figure.line(width)}" for figure in self.figures)]
        return "\n".join(lines + ([f"  skipped: {self.skipped}"] if self.skipped else []))


def not_reached(results: Sequence[BenchResult]) -> int:
    """The number of figures that miss their target."""
    return sum(figure.reached is False for result in results for figure in result.figures)


def significant(value: float) -> str:
    """A number with its significant digits."""
    if math.isnan(value):
        return "none"
    return f"{value:.{DIGITS}g}" if abs(value) < 1000 else f"{value:.0f}"


def rounded(value: float) -> float | None:
    """The figure for JSON, which has no NaN: a value that could not be measured is null."""
    return float(f"{value:.{DIGITS + 1}g}") if math.isfinite(value) else None


PACKAGES = ("tablecam", "numpy", "opencv-python", "pupil-apriltags", "shapely")


def machine() -> dict[str, Any]:
    """Processor, cores, load, memory, system and versions."""
    return {
        "processor": processor(),
        "cores": _cores(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "system": platform.platform(),
        "python": sys.version.split()[0],
        "versions": {name: _version(name) for name in PACKAGES},
    }


def in_words(facts: dict[str, Any]) -> str:
    """One paragraph for a person."""
    load = "" if facts["load"] is None else f", load {facts['load'][0]:g} when the run began"
    versions = ", ".join(f"{name} {number}" for name, number in facts["versions"].items())
    return f"{facts['processor']}, {facts['cores']} cores{load}; Python {facts['python']}, {versions}"


def _cores() -> int | None:
    """The processors that this program may use, where the system can hold it to some."""
    process = psutil.Process()
    return len(process.cpu_affinity()) if hasattr(process, "cpu_affinity") else os.cpu_count()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


# The time of calls, and comparisons of times.
#
# Times are compared by processor time of the whole process with all threads: other programs on the machine hardly
# change it, and work spread over more cores does not look cheaper.

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
