"""Amounts in a data book: a number, or a sum of numbers and of names from cards: `7 - aim`, `target.guard + 1`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Of = Literal["actor", "target"]

WHOLE = re.compile(r"\d{1,4}")
TERM = re.compile(r"\s*([+-]?)\s*(target\.)?(\d{1,4}|[a-z][a-z0-9_]*)\s*")
# the same for a schema: any sum of numbers and names
PATTERN = r"^\s*-?\s*((target\.)?[a-z][a-z0-9_]*|\d{1,4})(\s*[+-]\s*((target\.)?[a-z][a-z0-9_]*|\d{1,4}))*\s*$"


@dataclass(frozen=True)
class Term:
    """A part of a sum. name: of a number on a card, empty for a plain number. of: the model whose card it is on."""

    sign: int
    number: int = 0
    name: str = ""
    of: Of = "actor"


@dataclass(frozen=True)
class Amount:
    """A sum of terms."""

    terms: tuple[Term, ...] = ()

    @classmethod
    def plain(cls, number: int) -> "Amount":
        """The amount of a plain number."""
        return cls((Term(1 if number >= 0 else -1, abs(number)),))

    @property
    def named(self) -> tuple[Term, ...]:
        """The terms that are read from cards."""
        return tuple(term for term in self.terms if term.name)

    @property
    def constant(self) -> int:
        """The sum of the plain numbers."""
        return sum(term.sign * term.number for term in self.terms if not term.name)


def parse_amount(text: str) -> Amount | None:
    """The amount that a text stands for; None if it is none."""
    if not re.fullmatch(PATTERN, text):
        return None
    return Amount(tuple(_read_terms(text)))


def _read_terms(text: str) -> Iterator[Term]:
    for sign, target, word in TERM.findall(text):
        factor = -1 if sign == "-" else 1
        of: Of = "target" if target else "actor"
        yield Term(factor, int(word)) if WHOLE.fullmatch(word) else Term(factor, 0, word, of)
