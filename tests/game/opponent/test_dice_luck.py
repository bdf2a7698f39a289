"""The luck of the dice: zero on average for every roll, and a share of wins without it."""

import random

import pytest

from tablecam.game.opponent.dice_luck import measure_roll_luck, read_roll, remove_luck
from tablecam.rules.ask import Roll
from tablecam.rules.check import Check, Ladder, Modifier
from tablecam.rules.dice import D6

LADDER = Ladder(name="shooting", steps=(6, 10), die=D6, modifiers=(Modifier(4, "archers"),))
CHECK = Check(name="to hit", target=8, modifiers=(Modifier(2, "near"),), die=D6)
ROLLS = {
    "check": Roll(seat="red", purpose="to hit", die=D6, check=CHECK),
    "ladder": Roll(seat="red", purpose="to hit", die=D6, check=LADDER),
    "bare": Roll(seat="red", purpose="to hit", die=D6),
}


@pytest.mark.parametrize("roll", ROLLS.values(), ids=ROLLS)
def test_the_luck_of_a_roll_is_zero_on_average_and_follows_the_dice(roll: Roll) -> None:
    luck = [measure_roll_luck(roll, (face,)) for face in D6.faces]
    assert sum(luck) == pytest.approx(0)
    assert luck == sorted(luck)
    assert luck[0] < 0 < luck[-1]


def test_tries_of_a_check_are_judged_apart() -> None:
    twice = Roll(seat="red", purpose="to hit", die=D6, check=CHECK, count=2)
    assert measure_roll_luck(twice, (6, 1)) == pytest.approx(1 - 2 * float(CHECK.odds))


@pytest.mark.parametrize("roll", ROLLS.values(), ids=ROLLS)
def test_a_roll_of_a_log_has_the_same_luck(roll: Roll) -> None:
    assert measure_roll_luck(read_roll(roll.record()), (5,)) == pytest.approx(measure_roll_luck(roll, (5,)))


def test_games_won_by_the_dice_count_less() -> None:
    chance = random.Random(3)
    luck = [chance.gauss(0, 1) for _game in range(400)]
    scores = [float(0.2 + 0.8 * own + chance.gauss(0, 0.5) > 0) for own in luck]
    plain_error = (sum(scores) / 400 * (1 - sum(scores) / 400) / 400) ** 0.5
    mean, error = remove_luck(scores, [{"hit": own} for own in luck]) or (0.0, 1.0)
    assert error < 0.85 * plain_error
    assert mean == pytest.approx(sum(scores) / 400, abs=3 * plain_error)
    lucky_mean, _error = remove_luck(scores, [{"hit": own + 0.5} for own in luck]) or (1.0, 1.0)
    assert lucky_mean < mean - 0.05


def test_one_sided_games_have_no_share_at_average_dice() -> None:
    luck = [{"hit": number / 10} for number in range(100)]
    assert remove_luck([1.0] * 95 + [0.0] * 5, luck) is None
    assert remove_luck([0.0, 1.0] * 50, [{}] * 100) is None
