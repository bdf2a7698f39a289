"""Count what the dice of a game did, beside their expectation.

Every roll against a number is in the log with its exact odds, so shots, hits, damage, saves and command checks of any
rulebook are counted the same way. Luck is outcome less expectation.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tablecam.game.log import AnswerLine, GameLog
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import read_check, read_die, read_ladder


class TriedRoll(NamedTuple):
    """One roll against a number, a ladder or another die, or a pool of dice.

    scored: 1 if it passed, the hits on a ladder or of a pool, 1 for the winner of a duel. chances: of scoring
    0, 1, 2 ..
    """

    seat: str
    name: str
    scored: int
    chances: tuple[Fraction, ...]

    @property
    def passed(self) -> bool:
        """Whether it scored at all."""
        return self.scored > 0

    @property
    def expected(self) -> Fraction:
        """The average score."""
        return sum((score * chance for score, chance in enumerate(self.chances)), Fraction(0))


class LoggedRoll(NamedTuple):
    """A roll with its place in the log. ask: its question; side: 0, or 1 for the second side of a duel."""

    number: int
    ask: Json
    side: int
    rolled: TriedRoll


@dataclass(frozen=True)
class Luck:
    """All rolls of a kind by one seat. name: that of the check, "all" for all of them together.

    passed: how many passed; of rolls on a ladder, how many hits there were. most: the highest possible number.
    expected: the sum of the odds. so_good, so_bad: the chance of at least, and of at most, this many passes; floats,
    since the fractions of a whole evening have hundreds of digits.
    """

    seat: str
    name: str
    rolled: int
    passed: int
    expected: Fraction
    so_good: float
    so_bad: float
    most: int = 0

    @property
    def luck(self) -> Fraction:
        """The number of passes above expectation, below zero for fewer."""
        return self.passed - self.expected

    def __str__(self) -> str:
        """One line for the command line: `to hit: 7 of 20, 5.4 expected, luck +1.6 (so good in 30 % of games)`."""
        word, chance = ("good", self.so_good) if self.luck >= 0 else ("bad", self.so_bad)
        rolls_text = f"of {self.rolled}" if self.most in (0, self.rolled) else f"in {self.rolled} rolls"  # no text
        passes_text = f"{self.passed} {rolls_text}, {float(self.expected):.1f} expected"  # no text
        # no text
        return f"{self.name}: {passes_text}, luck {float(self.luck):+.1f} (so {word} in {100 * chance:.0f} % of games)"


def luck(log: GameLog) -> tuple[Luck, ...]:
    """All rolls together and then each kind of check, by seat, in the order in which they first came up."""
    rolls = list(iterate_tried_rolls(log))
    totals: list[Luck] = []
    for seat in log.header.seats:
        seat_rolls = [roll for roll in rolls if roll.seat == seat]
        kinds = dict.fromkeys(roll.name for roll in seat_rolls)
        totals += [_sum_rolls(seat, "all", seat_rolls)] if seat_rolls else []
        totals += [_sum_rolls(seat, name, [roll for roll in seat_rolls if roll.name == name]) for name in kinds]
    return tuple(totals)


def iterate_tried_rolls(log: GameLog) -> Iterator[TriedRoll]:
    """Every roll against something that counts, in order."""
    return (logged.rolled for logged in iterate_logged_rolls(log))


def iterate_logged_rolls(log: GameLog) -> Iterator[LoggedRoll]:
    """Every roll that counts, each with its line; several dice for several rolls are as many rolls.

    The two dice of a duel count when both have fallen.
    """
    waiting: list[_DuelDie] = []
    for number in log.live:
        line = log[number]
        if not isinstance(line, AnswerLine):
            continue
        ask = log.question(number)
        if rolled := _find_pool(ask, line.answer, line.by):
            yield LoggedRoll(number, ask, 0, rolled)
        check = ask.get("check")
        if ask.get("kind") != "Roll" or not check:
            continue
        seat = ask.get("seat") or line.by
        if "sides" in check:
            for side, rolled in enumerate(_resolve_duel(_DuelDie(ask, seat, line.answer), waiting)):
                yield LoggedRoll(number, ask, side, rolled)
        else:
            for rolled in _split_rolls(seat, ask, line.answer):
                yield LoggedRoll(number, ask, 0, rolled)


def _find_pool(ask: Json, labels: Json, by: str) -> TriedRoll | None:
    """A pool as one roll, by the symbol that it wants; None for a pool of which dice may be thrown again."""
    pool = ask.get("pool") if ask.get("kind") == "Throw" else None
    if pool is None or "reroll" in pool or ask.get("again"):
        return None
    symbols = {face["label"]: face["symbols"] for kind in pool["dice"] for face in kind["faces"]}
    scored = sum(symbols[label].count(pool["wants"]) for label in labels)
    return TriedRoll(ask.get("seat") or by, pool["name"], scored, tuple(map(Fraction, pool["chances"][pool["wants"]])))


def _split_rolls(seat: str, ask: Json, faces: Json) -> Iterator[TriedRoll]:
    """The rolls of a check or a ladder; the chances are those of the log, not computed again."""
    record, die = ask["check"], ask["die"]
    if "steps" in record:
        ladder = read_ladder(record, read_die(die))
        dice, score = ladder.dice, ladder.hits
        chances = tuple(map(Fraction, record["chances"]))
    else:
        check = read_check(record, read_die(die))
        dice, score = check.dice, check.passes
        chances = (1 - Fraction(record["odds"]), Fraction(record["odds"]))
    for start in range(0, len(faces), dice):
        yield TriedRoll(seat, record["name"], int(score(faces[start : start + dice])), chances)


class _DuelDie(NamedTuple):
    """One die of a duel: its question, and how it fell."""

    ask: Json
    seat: str
    faces: Json

    @property
    def side(self) -> int:
        """The side that rolled it, 0 or 1."""
        return int(self.seat == self.ask["check"]["sides"][1]["seat"])


def _resolve_duel(die: _DuelDie, waiting: list[_DuelDie]) -> Iterator[TriedRoll]:
    """Both sides of a duel once the second die has fallen; a tie that is rolled again does not count."""
    check = die.ask["check"]
    opponent = next(
        (candidate for candidate in waiting if candidate.ask["check"] == check and candidate.side != die.side), None
    )
    if opponent is None:
        waiting.append(die)
        return
    waiting.remove(opponent)
    first_index, second_index = (
        rolled.faces[0] - rolled.ask["die"]["first"] for rolled in sorted((die, opponent), key=lambda d: d.side)
    )
    sign = check["outcomes"][first_index][second_index]
    for side, wins in enumerate("><"):
        odds = Fraction(check["chances"][side])
        if sign != "~":
            yield TriedRoll(check["sides"][side]["seat"], check["name"], int(sign == wins), (1 - odds, odds))


def _sum_rolls(seat: str, name: str, rolls: list[TriedRoll]) -> Luck:
    scored = sum(roll.scored for roll in rolls)
    chances = scores(roll.chances for roll in rolls)
    return Luck(
        seat=seat,
        name=name,
        rolled=len(rolls),
        passed=scored,
        expected=sum((roll.expected for roll in rolls), Fraction(0)),
        so_good=sum(chances[scored:]),
        so_bad=sum(chances[: scored + 1]),
        most=sum(len(roll.chances) - 1 for roll in rolls),
    )


def passes(odds: Iterable[Fraction]) -> list[float]:
    """The chance of exactly 0, 1, 2 .. passes when every roll has odds of its own."""
    return scores((1 - chance, chance) for chance in odds)


def scores(rolls: Iterable[Sequence[Fraction]]) -> list[float]:
    """The chance of exactly 0, 1, 2 .. in all when every roll has its own chances of scoring 0, 1, 2 .."""
    total = [1.0]
    for chances in rolls:
        combined = [0.0] * (len(total) + len(chances) - 1)
        for score, chance in enumerate(map(float, chances)):
            for score_before, likelihood in enumerate(total):
                combined[score_before + score] += likelihood * chance
        total = combined
    return total
