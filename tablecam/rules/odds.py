"""Exact chances: distributions with fractions, put together as the book puts its rolls together. No simulation.

hits = successes(3, to_hit.odds)
wounds = hits.then(lambda n: successes(n, 1 - armour.odds)).then(lambda n: successes(2 * n, damage.odds))
wounds.chance(lambda n: n >= 2)
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, Generic, TypeVar

from tablecam.rules.dice import Die

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

ONE = Fraction(1)


@dataclass(frozen=True)
class Distribution(Generic[T]):
    """What may come out, and how likely each is; the chances add up to one exactly."""

    chances: Mapping[T, Fraction]

    def __post_init__(self) -> None:
        if sum(self.chances.values()) != 1:
            raise ValueError(f"the chances add up to {sum(self.chances.values())}, not to one")

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """How likely it is that what comes out is wanted."""
        return sum((chance for value, chance in self.chances.items() if wanted(value)), Fraction(0))

    def map(self, change: Callable[[T], U]) -> "Distribution[U]":
        """The same dice read otherwise."""
        return _gathered((change(value), chance) for value, chance in self.chances.items())

    def then(self, follow: Callable[[T], "Distribution[U]"]) -> "Distribution[U]":
        """What comes out when a further roll depends on this one."""
        return _gathered(
            (after, chance * further)
            for value, chance in self.chances.items()
            for after, further in follow(value).chances.items()
        )

    def mean(self: "Distribution[Any]") -> Fraction:
        """The average, of numbers."""
        return sum((value * chance for value, chance in self.chances.items()), Fraction(0))


def certainly(value: T) -> Distribution[T]:
    """What is not left to chance."""
    return Distribution({value: ONE})


def roll_one(die: Die) -> Distribution[int]:
    """One die."""
    return Distribution({face: Fraction(1, len(die.faces)) for face in die.faces})


@lru_cache(maxsize=64)
def sum_of(count: int, die: Die) -> Distribution[int]:
    """So many dice added up."""
    return certainly(0) if count == 0 else added(sum_of(count - 1, die), roll_one(die))


def added(a: Distribution[int], b: Distribution[int]) -> Distribution[int]:
    """The sum of two that know nothing of each other."""
    return a.then(lambda x: b.map(lambda y: x + y))


@lru_cache(maxsize=1024)
def successes(tries: int, odds: Fraction) -> Distribution[int]:
    """How many of so many rolls pass, each with the same odds."""
    chances = {n: comb(tries, n) * odds**n * (1 - odds) ** (tries - n) for n in range(tries + 1)}
    return Distribution({n: chance for n, chance in chances.items() if chance})


def in_tries(odds: Fraction, tries: int) -> Fraction:
    """The chance to pass at least once where a check is made again after a failure, up to so many tries in all."""
    return 1 - (1 - odds) ** tries


def side_by_side(a: Distribution[T], b: Distribution[U]) -> Distribution[tuple[T, U]]:
    """Both at once, where neither knows of the other."""
    return a.then(lambda one: b.map(lambda two: (one, two)))


def either(odds: Fraction, passed: Distribution[T], failed: Distribution[T]) -> Distribution[T]:
    """What follows a check: one thing if it passes, another if it fails."""
    return successes(1, odds).then(lambda n: passed if n else failed)


def _gathered(pairs: Iterable[tuple[T, Fraction]]) -> Distribution[T]:
    chances: dict[T, Fraction] = {}
    for value, chance in pairs:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return Distribution(chances)
