"""Exact chances: distributions of fractions. No simulation; whole procedures: `tablecam/rules/outlook.py`.

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
    """The possible outcomes, each with its chance; the chances add up to exactly one."""

    chances: Mapping[T, Fraction]

    def __post_init__(self) -> None:
        if sum(self.chances.values()) != 1:
            raise ValueError(f"the chances add up to {sum(self.chances.values())}, not to one")

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """The chance of an outcome that is wanted."""
        return sum((chance for value, chance in self.chances.items() if wanted(value)), Fraction(0))

    def map(self, change: Callable[[T], U]) -> "Distribution[U]":
        """The distribution of a function of the outcome."""
        return add_up_chances((change(value), chance) for value, chance in self.chances.items())

    def then(self, follow: Callable[[T], "Distribution[U]"]) -> "Distribution[U]":
        """The distribution when a further roll depends on this outcome."""
        return add_up_chances(
            (outcome, chance * follow_chance)
            for value, chance in self.chances.items()
            for outcome, follow_chance in follow(value).chances.items()
        )

    def mean(self: "Distribution[Any]") -> Fraction:
        """The average of numbers."""
        return sum((value * chance for value, chance in self.chances.items()), Fraction(0))


def certainly(value: T) -> Distribution[T]:
    """A distribution with a single outcome."""
    return Distribution({value: ONE})


def roll_one(die: Die) -> Distribution[int]:
    """The distribution of one die."""
    return Distribution({face: Fraction(1, len(die.faces)) for face in die.faces})


@lru_cache(maxsize=64)
def sum_dice(count: int, die: Die) -> Distribution[int]:
    """The distribution of the sum of `count` dice."""
    return certainly(0) if count == 0 else add_distributions(sum_dice(count - 1, die), roll_one(die))


def add_distributions(a: Distribution[int], b: Distribution[int]) -> Distribution[int]:
    """The sum of two independent distributions."""
    return a.then(lambda x: b.map(lambda y: x + y))


@lru_cache(maxsize=1024)
def successes(tries: int, odds: Fraction) -> Distribution[int]:
    """The number of rolls out of `tries` that pass, each with the same odds."""
    chances = {n: comb(tries, n) * odds**n * (1 - odds) ** (tries - n) for n in range(tries + 1)}
    return Distribution({n: chance for n, chance in chances.items() if chance})


def add_up_chances(pairs: Iterable[tuple[T, Fraction]]) -> Distribution[T]:
    """The distribution of outcomes with their chances; an outcome may come several times."""
    chances: dict[T, Fraction] = {}
    for value, chance in pairs:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return Distribution(chances)
