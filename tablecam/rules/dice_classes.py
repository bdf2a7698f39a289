"""The outcomes of dice in classes that the rules cannot tell apart: each with an answer and its chance.

    list_classes(Roll(check=check, count=2, ..))     two fail, one passes, two pass: (((1, 1), Fraction(..)), ..)

The dice of a `Check` count by how many pass, those of a `Ladder` by their hits, those of a `Duel` by the side that
wins, a pool by its faces, and a draw by its items. A check of a class of its own, and dice without a check, have a
class for every throw, since nobody knows what a rule makes of them.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial
from typing import Any, TypeVar

from tablecam.rules.ask import Ask, Roll
from tablecam.rules.check import Check, Duel, Ladder, Natural
from tablecam.rules.dice import Die
from tablecam.rules.odds import successes, sum_dice
from tablecam.rules.piles import Draw
from tablecam.rules.pool import PoolDie, Throw, Thrown

T = TypeVar("T", bound=Hashable)
Faces = tuple[int, ...]
Classes = Sequence[tuple[Any, Fraction]]


def list_classes(question: Ask[Any]) -> Classes | None:
    """The answers that stand for all others, each with its chance; None for a question that people answer."""
    if isinstance(question, Roll):
        return _list_roll_classes(question)
    if isinstance(question, Throw):
        return _list_throw_classes(question)
    return _list_draw_classes(question) if isinstance(question, Draw) else None


def list_duel_classes(duel: Duel) -> Classes:
    """Both faces of a duel, rolled again until no tie requires it; ValueError if every throw is such a tie."""
    pairs = [pair for pair in product(duel.die.faces, repeat=2) if not duel.again(*pair)]
    if not pairs:
        raise ValueError(f"{duel.name} is rolled again without end")  # no text: for programmers
    return _group(pairs, (lambda pair: duel.winner(*pair)) if type(duel) is Duel else (lambda pair: pair))


def _group(throws: Sequence[T], name: Callable[[T], Hashable]) -> Classes:
    """Equally likely throws by the name of their class; the first of a class stands for all."""
    classes: dict[Hashable, tuple[T, int]] = {}
    for throw in throws:
        first, count = classes.get(name(throw), (throw, 0))
        classes[name(throw)] = (first, count + 1)
    return [(first, Fraction(count, len(throws))) for first, count in classes.values()]


def _list_roll_classes(roll: Roll) -> Classes:
    check = roll.check
    # a check may be rolled several times at once
    rolls = roll.count // check.dice if isinstance(check, Check | Ladder) else 1
    if type(check) is Check and rolls:
        return _list_check_classes(check, rolls)
    if type(check) is Ladder and rolls:
        return _repeat(_group(_list_throws(check.die, check.dice), check.hits), rolls)
    return _group(_list_throws(roll.die, roll.count), lambda faces: faces)


def _list_check_classes(check: Check, rolls: int) -> Classes:
    """How many of several rolls pass."""
    return _list_pass_classes(check.die, check.dice, check.target - check.modifier, check.naturals, rolls)


@lru_cache(maxsize=1024)
def _list_pass_classes(die: Die, dice: int, needed: int, naturals: tuple[Natural, ...], rolls: int) -> Classes:
    """How many of several rolls pass whose dice alone must reach a number: many checks share it."""
    check = Check(name="", target=needed, naturals=naturals, die=die, dice=dice)
    sample = {check.passes(faces): faces for faces in _list_sample_throws(die, dice)}
    return [
        (sample.get(True, ()) * passed + sample.get(False, ()) * (rolls - passed), chance)
        for passed, chance in successes(rolls, check.odds).chances.items()
    ]


@lru_cache(maxsize=64)
def _list_sample_throws(die: Die, dice: int) -> Sequence[Faces]:
    """A throw for every sum of the dice."""
    return [
        next(faces for faces in _list_throws(die, dice) if sum(faces) == total) for total in sum_dice(dice, die).chances
    ]


@lru_cache(maxsize=64)
def _list_throws(die: Die, dice: int) -> Sequence[Faces]:
    return list(product(die.faces, repeat=dice))


def _repeat(classes: Classes, rolls: int) -> Classes:
    """The classes of several independent rolls; their order does not count."""
    return [
        (
            sum((classes[index][0] for index in chosen), ()),
            _count_orders(chosen) * _multiply(classes[index][1] for index in chosen),
        )
        for chosen in combinations_with_replacement(range(len(classes)), rolls)
    ]


def _count_orders(chosen: Sequence[Hashable]) -> int:
    """The number of different orders of these."""
    orders = factorial(len(chosen))
    for same in Counter(chosen).values():
        orders //= factorial(same)
    return orders


def _multiply(chances: Iterable[Fraction]) -> Fraction:
    result = Fraction(1)
    for chance in chances:
        result *= chance
    return result


def _list_throw_classes(throw: Throw) -> Classes:
    """The faces of a pool; the order of equal dice does not count."""
    kinds = [_repeat(_list_die_classes(dice.die), dice.count) for dice in throw.pool.dice]
    return [
        (Thrown(throw.pool, sum((labels for labels, _chance in chosen), ())), _multiply(it[1] for it in chosen))
        for chosen in product(*kinds)
    ]


def _list_die_classes(die: PoolDie) -> Classes:
    return [((face.label,), Fraction(times, len(die.faces))) for face, times in die.kinds.items()]


def _list_draw_classes(draw: Draw) -> Classes:
    """The items that may come as the seat that draws knows it, without their order."""
    ways = comb(sum(draw.items.values()), draw.count)
    return [(items, Fraction(count, ways)) for items, count in _choose_items(list(draw.items.items()), draw.count)]


def _choose_items(items: Sequence[tuple[str, int]], count: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every choice of so many items, with the number of ways that lead to it."""
    if not items:
        yield from [((), 1)] if not count else []
        return
    (item, held), *rest = items
    for taken in range(min(held, count) + 1):
        for others, ways in _choose_items(rest, count - taken):
            yield ((item,) * taken + others, comb(held, taken) * ways)
