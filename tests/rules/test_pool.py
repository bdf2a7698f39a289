"""Pools of dice: faces with symbols, mixed kinds, dice thrown again, and the exact spread of results."""

from fractions import Fraction
from itertools import product

import pytest

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.dice import D6
from tablecam.rules.play import Play, Waiting
from tablecam.rules.pool import Pool, PoolDice, PoolFace, Reroll, RerollRule, Throw, Thrown, number_die, symbol_die

GUN = symbol_die("gun", "-", "-", "hit", "hit", "hit+hit", "hit+jam")
LUCKY = number_die(D6, {5: "hit", 6: "hit+hit"})
DICE = (PoolDice(GUN, 2), PoolDice(LUCKY))


def make_pool(reroll: RerollRule | None = None) -> Pool:
    return Pool(name="fire", dice=DICE, reroll=reroll)


def play_throw(pool: Pool, *answers: list[str]) -> Thrown:
    return Play(None, lambda state, _event: state, answers=answers).throw("red", "fire", pool)


def test_symbols_of_mixed_dice_are_counted_face_by_face() -> None:
    thrown = play_throw(make_pool(), ["hit+hit", "hit+jam", "6"])
    assert (thrown.count(), thrown.count("hit"), thrown.count("jam")) == (5, 5, 1)
    assert LUCKY.find_face("4") == PoolFace("4")


@pytest.mark.parametrize(
    ("labels", "code"),
    [(["hit", "-"], "dice-count"), (["hit", "-", "7"], "no-such-symbols"), (["5", "-", "5"], "no-such-symbols")],
)
def test_faces_that_the_dice_do_not_have_are_refused(labels: list[str], code: str) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        Throw(purpose="fire", pool=make_pool()).parse_json(labels)
    assert refused.value.code == code


def test_typed_faces_are_read() -> None:
    throw = Throw(purpose="fire", pool=make_pool())
    assert throw.parse_json(throw.parse_text("hit+jam -, 6")).labels == ("hit+jam", "-", "6")


def count_cases(rule: RerollRule | None, symbol: str) -> dict[int, Fraction]:
    """The spread by trying every face of every die twice, as the rule of the book reads: the gun is the better die."""
    counts: dict[int, int] = {}
    kinds = (GUN, GUN, LUCKY)
    for first in product(*(die.faces for die in kinds)):
        for second in product(*(die.faces for die in kinds)):
            most = 0 if rule is None else 3 if rule.most is None else rule.most
            failed = [at for at, face in enumerate(first) if "hit" not in face.symbols][:most]
            shown = [second[at] if at in failed else first[at] for at in range(3)]
            total = sum(face.symbols.count(symbol) for face in shown)
            counts[total] = counts.get(total, 0) + 1
    return {total: Fraction(count, 6**6) for total, count in counts.items()}


@pytest.mark.parametrize("rule", [None, RerollRule(), RerollRule(most=1)])
def test_the_spread_is_that_of_every_face_of_every_die(rule: RerollRule | None) -> None:
    pool = make_pool(rule)
    assert pool.spread("hit").chances == count_cases(rule, "hit")
    assert pool.spread("jam").chances == count_cases(rule, "jam")


def test_several_symbols_of_one_throw_have_a_spread_together() -> None:
    together = make_pool().spread_together("hit", "jam")
    # a jam comes with a hit on the same face
    assert together.chance(lambda counts: counts[1] > counts[0]) == 0
    assert together.map(lambda counts: counts[1]) == make_pool().spread("jam")


def test_the_seat_throws_some_failed_dice_again() -> None:
    pool = make_pool(RerollRule(most=1))
    game = Play(None, lambda state, _event: state, answers=[["-", "hit", "2"]])
    with pytest.raises(Waiting):
        game.throw("red", "fire", pool)
    (question,) = game.questions
    assert isinstance(question, Reroll)
    assert ([option.id for option in question.options], question.limit) == (["1", "3"], 1)
    assert play_throw(pool, ["-", "hit", "2"], ["3"], ["6"]).labels == ("-", "hit", "6")
    assert play_throw(pool, ["-", "hit", "2"], []).labels == ("-", "hit", "2")


def test_a_forced_throw_takes_the_best_dice_without_asking() -> None:
    pool = make_pool(RerollRule(most=1, forced=True))
    assert play_throw(pool, ["hit", "-", "2"], ["hit+hit"]).labels == ("hit", "hit+hit", "2")
    assert play_throw(pool, ["hit", "hit", "5"]).labels == ("hit", "hit", "5")


def test_the_question_has_each_face_and_the_chances_of_each_symbol() -> None:
    pool = Throw(purpose="fire", pool=make_pool()).record()["pool"]
    assert pool["dice"][0]["faces"][0] == {"label": "-", "symbols": [], "times": 2}
    assert [sum(map(Fraction, chances)) for chances in pool["chances"].values()] == [1, 1]
    assert pool["chances"]["jam"][2] == "1/36"
