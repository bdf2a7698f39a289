"""The moments of a game: who took the lead for good, and which dice fell against the odds."""

from fractions import Fraction
from typing import Any

import pytest

from tablecam.game.dice_statistics import LoggedRoll, TriedRoll
from tablecam.game.replay.highlights import Loss, find_best_roll, find_turning_point, find_worst_roll

SIDES = {"ida": "red", "moss": "red", "lund": "red", "pit": "blue", "gruff": "blue"}


def losses(*models: str) -> list[Loss]:
    return [Loss(10 * number, frozenset({model})) for number, model in enumerate(models, 1)]


@pytest.mark.parametrize(
    ("fell", "winner", "line"),
    [
        (("ida", "pit", "moss"), "blue", 30),
        (("ida", "moss", "pit"), "blue", 10),
        (("pit", "ida", "moss", "gruff"), "red", None),
        (("ida",), "red", None),
        ((), "red", None),
    ],
)
def test_the_turning_point_is_the_loss_that_gave_the_winner_the_lead_for_good(
    fell: tuple[str, ...], winner: str, line: int | None
) -> None:
    point = find_turning_point(losses(*fell), SIDES, winner)
    assert (point.number if point else None) == line


def rolled(number: int, scored: int, *chances: Any) -> LoggedRoll:
    return LoggedRoll(number, {}, 0, TriedRoll("red", "to hit", scored, tuple(map(Fraction, chances))))


def test_the_best_roll_scores_against_the_longest_odds_and_the_worst_misses_at_the_shortest() -> None:
    rolls = [
        rolled(1, 1, "1/2", "1/2"),
        rolled(2, 1, "5/6", "1/6"),
        rolled(3, 2, "1/4", "1/2", "1/4"),
        rolled(4, 0, "1/3", "2/3"),
        rolled(5, 0, "5/6", "1/6"),
    ]
    best, worst = find_best_roll(rolls), find_worst_roll(rolls)
    assert best
    assert (best.number, best.chance) == (2, Fraction(1, 6))
    assert worst
    assert (worst.number, worst.chance) == (4, Fraction(1, 3))
    assert find_best_roll(rolls[3:]) is None
    assert find_worst_roll(rolls[:3]) is None
