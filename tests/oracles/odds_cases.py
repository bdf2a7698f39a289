"""Random cases of everything that shows odds, the same for the same number, and their figures.

`tests/golden/odds/recorded.txt.gz` holds the figures of 2,000 cases, a case a line. They were recorded while a
separate, hand-written form computed them beside the rules; `python tests/oracles/odds_cases.py` records them again.
"""

import gzip
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

from odds_figures import FIGURES

RECORDED = Path(__file__).parent.parent / "golden" / "odds" / "recorded.txt.gz"
# how many cases of each kind are recorded
COUNTS = {
    "shot": 480, "fight": 320, "charge": 160, "choice": 60, "break-off": 250, "disruption": 200, "intercept": 120,
    "initiative": 40, "rally": 40, "round": 90, "section": 40, "duel": 110, "leaving": 10, "sequence": 80,
}  # fmt: skip


class Case(NamedTuple):
    """A kind of question and its number among those of its kind."""

    kind: str
    number: int

    @property
    def figures(self) -> Mapping[str, Fraction]:
        """The figures as the program has them now."""
        return FIGURES[self.kind](random.Random(f"{self.kind} {self.number}"))


def list_cases() -> Iterator[Case]:
    """Every recorded case."""
    for kind, count in COUNTS.items():
        yield from (Case(kind, number) for number in range(count))


@cache
def load_recorded() -> Mapping[Case, Mapping[str, Fraction]]:
    """The recorded figures by case."""
    recorded = {}
    for line in gzip.decompress(RECORDED.read_bytes()).decode().splitlines():
        kind, number, *figures = line.split()
        pairs = (figure.split("=") for figure in figures)
        recorded[Case(kind, int(number))] = {name: Fraction(value) for name, value in pairs}
    return recorded


def record() -> None:
    """Write the figures of all cases."""
    lines = [
        " ".join([case.kind, str(case.number), *(f"{name}={value}" for name, value in case.figures.items())])
        for case in list_cases()
    ]
    RECORDED.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


if __name__ == "__main__":
    record()
