"""One measured figure beside its peers and its target, as a line for a person and as JSON."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

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
    """For JSON, which has no NaN: a value that could not be measured is null."""
    return float(f"{value:.{DIGITS + 1}g}") if math.isfinite(value) else None
