"""What the dice of a game did, beside what was to be expected of them.

Every roll against a number is in the log with its exact odds, so shots, hits, damage, saves and command checks of any
rulebook are counted the same way. Luck is outcome less expectation.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tablecam.game.log import AnswerLine, GameLog
from tablecam.rules.check import Check, Modifier, Natural
from tablecam.rules.dice import Die
from tablecam.rules.plain import Json


class Tried(NamedTuple):
    """One roll against a number."""

    seat: str
    name: str
    passed: bool
    odds: Fraction


@dataclass(frozen=True)
class Luck:
    """All rolls of a kind by one seat. name: that of the check, "all" for all of them together.

    expected: the sum of the odds. so_good, so_bad: the chance of at least, and of at most, as many passes as there
    were; floats, since the fractions of a whole evening have hundreds of digits.
    """

    seat: str
    name: str
    rolled: int
    passed: int
    expected: Fraction
    so_good: float
    so_bad: float

    @property
    def luck(self) -> Fraction:
        """How many passes more than expected, below zero for fewer."""
        return self.passed - self.expected

    def __str__(self) -> str:
        """One line for the command line: `to hit: 7 of 20, 5.4 expected, luck +1.6 (so good in 30 % of games)`."""
        word, chance = ("good", self.so_good) if self.luck >= 0 else ("bad", self.so_bad)
        counted = f"{self.passed} of {self.rolled}, {float(self.expected):.1f} expected"  # no text
        # no text
        return f"{self.name}: {counted}, luck {float(self.luck):+.1f} (so {word} in {100 * chance:.0f} % of games)"


def luck(log: GameLog) -> tuple[Luck, ...]:
    """By seat, all rolls together and then every kind of check, in the order in which they first came up."""
    rolls = list(tried(log))
    found: list[Luck] = []
    for seat in log.header.seats:
        own = [each for each in rolls if each.seat == seat]
        kinds = dict.fromkeys(each.name for each in own)
        found += [_summed(seat, "all", own)] if own else []
        found += [_summed(seat, name, [each for each in own if each.name == name]) for name in kinds]
    return tuple(found)


def tried(log: GameLog) -> Iterator[Tried]:
    """Every roll against a number that counts, in order; several dice for several rolls are as many."""
    for number in log.live:
        line = log[number]
        if not isinstance(line, AnswerLine):
            continue
        ask = log.question(number)
        said = ask.get("check")
        if ask.get("kind") == "Roll" and said:
            check = check_of(said, ask["die"])
            yield from _each(ask.get("seat") or line.by, check, Fraction(said["odds"]), line.answer)


def check_of(record: Json, die: Json) -> Check:
    """A check back from what the log has of it: enough to judge by, without its clauses."""
    return Check(
        name=record["name"],
        target=record["target"],
        modifiers=tuple(Modifier(each["amount"], each["why"]) for each in record["modifiers"]),
        naturals=tuple(Natural(each["first"], each["last"], each["passes"]) for each in record["naturals"]),
        die=Die(die["name"], die["first"], die["last"]),
        dice=record.get("dice", 1),
    )


def _each(seat: str, check: Check, odds: Fraction, faces: Json) -> Iterator[Tried]:
    for first in range(0, len(faces), check.dice):
        yield Tried(seat, check.name, check.passes(faces[first : first + check.dice]), odds)


def _summed(seat: str, name: str, rolls: list[Tried]) -> Luck:
    passed = sum(each.passed for each in rolls)
    chances = passes(each.odds for each in rolls)
    return Luck(
        seat=seat,
        name=name,
        rolled=len(rolls),
        passed=passed,
        expected=sum((each.odds for each in rolls), Fraction(0)),
        so_good=sum(chances[passed:]),
        so_bad=sum(chances[: passed + 1]),
    )


def passes(odds: Iterable[Fraction]) -> list[float]:
    """The chance of exactly 0, 1, 2 .. passes when every roll has odds of its own."""
    chances = [1.0]
    for each in map(float, odds):
        failed = [chance * (1 - each) for chance in chances] + [0.0]
        succeeded = [0.0] + [chance * each for chance in chances]
        chances = [a + b for a, b in zip(failed, succeeded, strict=True)]
    return chances
