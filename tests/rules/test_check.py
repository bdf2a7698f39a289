"""Checks: what is needed, why, and what passes."""

from fractions import Fraction
from itertools import product

import pytest

from tablecam.base.clause import Clause
from tablecam.rules.check import Check, Duel, DuelSide, Ladder, Modifier, Natural
from tablecam.rules.dice import D6, D10, D10_FROM_0, D20

MORALE = Clause("UW-QS", "Morale", "UW-100")
COMMAND = Check(
    name="command check",
    target=15,
    dice=2,
    modifiers=(Modifier(5, "CD"), Modifier(-2, "long range", Clause("UW-QS", "Overwatch"))),
    naturals=(Natural(2, 5, False, MORALE),),
)


def test_the_number_needed_is_the_lowest_sum_that_passes() -> None:
    assert COMMAND.lowest_pass == 12
    assert COMMAND.passes((6, 6))
    assert not COMMAND.passes((6, 5))


def test_natural_dice_decide_whatever_is_added() -> None:
    brave = Check(name="command", target=15, dice=2, modifiers=(Modifier(20, "hero"),), naturals=COMMAND.naturals)
    assert not brave.passes((4, 1))
    assert brave.passes((5, 1))
    assert brave.lowest_pass == 6


def test_a_natural_that_passes_makes_a_hopeless_roll_possible() -> None:
    shot = Check(name="to hit", target=10, modifiers=(Modifier(-5, "far"),), naturals=(Natural(10, 10, True),))
    assert shot.lowest_pass == 10
    assert Check(name="to hit", target=10, modifiers=(Modifier(-5, "far"),)).lowest_pass is None


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


ARCHERS = Ladder(name="shooting", steps=(6, 10, 14), modifiers=(Modifier(4, "archers"), Modifier(2, "wall")), die=D6)


def test_a_ladder_counts_a_hit_for_each_step_that_is_reached() -> None:
    assert [ARCHERS.hits((face,)) for face in D6.faces] == [1, 1, 1, 2, 2, 2]
    assert ARCHERS.needs == (1, 4, None)
    assert ARCHERS.chances == (0, Fraction(1, 2), Fraction(1, 2), 0)
    assert str(ARCHERS) == "+4 archers, +2 wall, 6/10/14: 1 hit 1/2, 2 hits 1/2 on d6"
    with pytest.raises(ValueError, match="takes 1 dice, not 2"):
        ARCHERS.hits((1, 2))


@pytest.mark.parametrize("die", [D6, D10, D10_FROM_0, D20])
@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize("added", [-3, 0, 5])
def test_the_chances_of_a_ladder_are_those_of_counting_all_dice(die, dice: int, added: int) -> None:
    ladder = Ladder(name="hits", steps=(6, 10, 14), modifiers=(Modifier(added, "x"),), die=die, dice=dice)
    rolls = [ladder.hits(faces) for faces in product(die.faces, repeat=dice)]
    assert list(ladder.chances) == [Fraction(rolls.count(hits), len(rolls)) for hits in range(4)]
    assert ladder.odds == 1 - ladder.chances[0]
    assert ladder.spread.mean() == Fraction(sum(rolls), len(rolls))


def test_the_record_of_a_ladder_has_everything_worked_out() -> None:
    assert ARCHERS.record() == {
        "name": "shooting", "steps": [6, 10, 14], "clause": None, "needs": [1, 4, None],
        "modifiers": [{"amount": 4, "why": "archers"}, {"amount": 2, "why": "wall"}],
        "chances": ["0", "1/2", "1/2", "0"], "odds": "1",
    }  # fmt: skip


def duel(ties="neither", die=D10_FROM_0) -> Duel:
    return Duel(name="fire", sides=(DuelSide("red", (Modifier(2, "cover"),)), DuelSide("blue")), ties=ties, die=die)


@pytest.mark.parametrize("die", [D6, D10_FROM_0, D20])
@pytest.mark.parametrize("ties", ["neither", "first", "second", "again"])
def test_the_odds_of_a_duel_are_those_of_counting_all_pairs(die, ties: str) -> None:
    pairs = [(one + 2, two) for one, two in product(die.faces, repeat=2)]
    won, lost = sum(one > two for one, two in pairs), sum(one < two for one, two in pairs)
    tied = len(pairs) - won - lost
    wanted = {
        "neither": (won, lost, tied), "first": (won + tied, lost, 0), "second": (won, lost + tied, 0),
        "again": (won, lost, 0),
    }[ties]  # fmt: skip
    assert duel(ties, die).odds == tuple(Fraction(each, sum(wanted)) for each in wanted)


def test_who_wins_a_duel() -> None:
    assert [duel().winner(*faces) for faces in ((0, 1), (0, 2), (0, 3))] == [0, None, 1]
    assert duel("second").winner(0, 2) == 1
    assert duel("again").again(0, 2)
    assert not duel().again(0, 2)


def test_the_record_of_a_duel_has_the_chances_and_every_outcome() -> None:
    record = duel(die=D6).record()
    assert record["sides"] == [{"seat": "red", "modifiers": [{"amount": 2, "why": "cover"}]},
                               {"seat": "blue", "modifiers": []}]  # fmt: skip
    assert record["outcomes"] == [">>=<<<", ">>>=<<", ">>>>=<", ">>>>>=", ">>>>>>", ">>>>>>"]
    assert record["chances"] == ["13/18", "1/6", "1/9"]
    assert str(duel(die=D6)) == "red +2 cover, blue +0: red 13/18, blue 1/6, tie 1/9 on d6"


class Fire(Duel):
    """The lower die wins."""

    def find_leader(self, first: int, second: int) -> int | None:
        return None if first == second else int(first > second)


def test_a_book_may_read_the_dice_of_a_duel_otherwise() -> None:
    odd = Fire(name="odd", sides=(DuelSide("red"), DuelSide("blue")), die=D6)
    assert odd.winner(1, 6) == 0
    assert odd.record()["outcomes"][0] == "=>>>>>"
