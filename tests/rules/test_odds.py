"""Exact chances beside counting every way that the dice can fall."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecam.rules.check import Check, Modifier, Natural
from tablecam.rules.dice import D6, D10, D10_FROM_0, Die
from tablecam.rules.odds import Distribution, roll_one, successes, sum_dice


def counted(die: Die, dice: int, wanted) -> Fraction:
    rolls = list(itertools.product(die.faces, repeat=dice))
    return Fraction(sum(bool(wanted(roll)) for roll in rolls), len(rolls))


@pytest.mark.slow
@given(die=st.sampled_from([D6, D10, D10_FROM_0]), dice=st.integers(1, 3), limit=st.integers(-1, 31))
def test_a_sum_of_dice_is_as_likely_as_counting_says(die: Die, dice: int, limit: int) -> None:
    assert sum_dice(dice, die).chance(lambda n: n >= limit) == counted(die, dice, lambda roll: sum(roll) >= limit)


@pytest.mark.slow
@given(
    target=st.integers(2, 20),
    modifier=st.integers(-6, 10),
    naturals=st.lists(st.tuples(st.integers(1, 20), st.integers(1, 20), st.booleans()), max_size=2),
    dice=st.integers(1, 2),
)
def test_the_odds_of_a_check_are_those_of_all_dice_that_pass_it(target, modifier, naturals, dice) -> None:
    rules = tuple(Natural(*each) for each in naturals)
    check = Check(name="any", target=target, modifiers=(Modifier(modifier, "any"),), naturals=rules, dice=dice)
    assert check.odds == counted(D10, dice, check.passes)


@pytest.mark.slow
def test_a_whole_attack_is_as_likely_as_counting_its_dice_says() -> None:
    """Two shots to hit on 6+, armour saves on 8+, one wound on 4+ of a six-sider."""
    hit, armour, wound = Fraction(5, 10), Fraction(3, 10), Fraction(3, 6)
    wounds = successes(2, hit).then(lambda n: successes(n, 1 - armour)).then(lambda n: successes(n, wound))

    def hurt(roll: tuple[int, ...]) -> int:
        return sum(roll[i] >= 6 and roll[i + 1] < 8 and roll[i + 2] >= 4 for i in (0, 3))

    faces = itertools.product(D10.faces, D10.faces, D6.faces, D10.faces, D10.faces, D6.faces)
    tally = dict.fromkeys(range(3), 0)
    for roll in faces:
        tally[hurt(roll)] += 1
    assert wounds.chances == {n: Fraction(count, sum(tally.values())) for n, count in tally.items()}


def test_the_average_of_two_ten_siders_is_eleven() -> None:
    assert sum_dice(2, D10).mean() == 11
    assert roll_one(D10_FROM_0).mean() == Fraction(9, 2)


def test_dice_read_otherwise_keep_their_chances() -> None:
    assert roll_one(D6).map(lambda face: face > 4).chances == {False: Fraction(2, 3), True: Fraction(1, 3)}


def test_chances_that_do_not_add_up_are_no_distribution() -> None:
    with pytest.raises(ValueError, match="add up to 1/2"):
        Distribution({1: Fraction(1, 2)})
