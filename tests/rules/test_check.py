"""Checks: what is needed, why, and what passes."""

import pytest

from tablecam.clause import Clause
from tablecam.rules.check import Check, Modifier, Natural
from tablecam.rules.dice import D6, D10, D10_FROM_0

MORALE = Clause("UW-QS", "Morale", "UW-100")
COMMAND = Check(
    name="command check",
    target=15,
    dice=2,
    modifiers=(Modifier(5, "CD"), Modifier(-2, "long range", Clause("UW-QS", "Overwatch"))),
    naturals=(Natural(2, 5, False, MORALE),),
)


def test_the_number_needed_is_the_lowest_sum_that_passes() -> None:
    assert COMMAND.needed == 12
    assert COMMAND.passes((6, 6))
    assert not COMMAND.passes((6, 5))


def test_natural_dice_decide_whatever_is_added() -> None:
    brave = Check(name="command", target=15, dice=2, modifiers=(Modifier(20, "hero"),), naturals=COMMAND.naturals)
    assert not brave.passes((4, 1))
    assert brave.passes((5, 1))
    assert brave.needed == 6


def test_a_natural_that_passes_makes_a_hopeless_roll_possible() -> None:
    shot = Check(name="to hit", target=10, modifiers=(Modifier(-5, "far"),), naturals=(Natural(10, 10, True),))
    assert shot.needed == 10
    assert Check(name="to hit", target=10, modifiers=(Modifier(-5, "far"),)).needed is None


def test_a_check_takes_as_many_dice_as_it_has() -> None:
    with pytest.raises(ValueError, match="takes 2 dice, not 1"):
        COMMAND.passes((9,))


def test_the_screen_is_told_the_number_the_odds_and_every_clause() -> None:
    record = COMMAND.record()
    assert (record["needed"], record["odds"]) == (12, "9/20")
    assert record["modifiers"][1] == {"amount": -2, "why": "long range", "clause": "UW-QS Overwatch"}
    assert record["naturals"] == [{"first": 2, "last": 5, "passes": False, "clause": "UW-QS Morale (UW-100)"}]


def test_a_check_reads_as_one_line() -> None:
    assert str(COMMAND) == "+5 CD, -2 long range, 15 or more: 12+ on 2d10 (9/20)"
    assert str(Check(name="to hit", target=11)) == "11 or more: cannot pass"


def test_the_two_ten_siders_have_other_faces() -> None:
    assert [*D10.faces] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert [*D10_FROM_0.faces] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [*D6.faces] == [1, 2, 3, 4, 5, 6]
