"""Odds against the enumeration of all dice, exactly."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from every_face import every_face
from quarter import CHIEF, FILLED, MILITIA, QUIET, RIFLES, Several, question, run, state, told

from tablecam.rules.ask import Ask
from tablecam.rules.books.urban_operations.rules.duel import (
    FACES,
    FireDuel,
    FireShot,
    list_expected_rows,
    outcome,
)
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight, ladder
from tablecam.rules.books.urban_operations.rules.fight_events import Fought, QualityRolled
from tablecam.rules.books.urban_operations.rules.losses import HOLDS, PIERCES, SOFTENS, STAYS
from tablecam.rules.books.urban_operations.rules.state import OperationsRules
from tablecam.rules.check import DuelSide, Modifier
from tablecam.rules.dice import D10_FROM_0
from tablecam.rules.event import evolve

SHOTS = (
    (FireShot("fire", "first", "foot"), FireShot("reply", "first", "foot")),
    (FireShot("fire", "third", "armoured"), FireShot("reply", "second", "foot")),
    (FireShot("suppress", "first", "foot"), FireShot("reply", "first", "foot")),
    (FireShot("assault", "first", "foot"), FireShot("assault", "first", "foot")),
    (FireShot("fire", "first", "foot", True, 12), FireShot("reply", "first", "foot")),
)


@pytest.mark.parametrize("shots", SHOTS)
@pytest.mark.parametrize("firepower", [(4, 4), (6, 3), (2, 5)])
@pytest.mark.parametrize(
    "rules", [OperationsRules(), OperationsRules(uo_duel_tie="both", uo_losing_die_critical="ignore")]
)
def test_the_odds_of_a_fight_are_those_of_all_hundred_throws(
    shots: tuple[FireShot, FireShot], firepower: tuple[int, int], rules: OperationsRules
) -> None:
    rows = (list_expected_rows(FILLED, shots[0]), list_expected_rows(FILLED, shots[1]))
    sides = (DuelSide("red", (Modifier(firepower[0], "fp"),)), DuelSide("blue", (Modifier(firepower[1], "fp"),)))
    check = FireDuel(name="fight", sides=sides, die=D10_FROM_0, rows=rows, rules=rules)
    losers = [
        outcome(firepower, (rows[0][one], rows[1][two]), (one, two), rules).loser for one, two in product(FACES, FACES)
    ]
    assert check.odds == (
        Fraction(losers.count(1), 100), Fraction(losers.count(0), 100), Fraction(losers.count(None), 100),
    )  # fmt: skip


@pytest.mark.slow
def test_the_odds_on_the_dice_pad_are_those_of_what_the_rules_then_do() -> None:
    losers = []
    for one, two in product(FACES, FACES):
        said = {"duel": Several([[one], [two]]), "quality": [5]}
        play = run(lambda game: fight(game, AttackPlan(RIFLES, MILITIA, "fire", 3)), state(), said)
        losers.append(told(play, Fought)[0].loser)
    check = question(play, "duel").check
    assert check.odds == tuple(Fraction(losers.count(who), 100) for who in (MILITIA, RIFLES, "both"))


def quiet(question: Ask[Any]) -> Any:
    """Of a quiet table; whom nobody is asked about does nothing."""
    return QUIET[question.action]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "block", "target"), [("fire", RIFLES, MILITIA), ("assault", RIFLES, CHIEF)])
def test_a_whole_fight_played_with_every_face_has_the_odds_of_its_duel(kind: str, block: str, target: str) -> None:
    """With the dice for quality: a recruit loses 1 OSL more on 0-3, the elite 1 less on 6-9."""
    begun = state()
    ended = every_face(begun, evolve, lambda game: fight(game, AttackPlan(block, target, kind, 3)), quiet)
    fought = ended.by(lambda game: told(game, Fought)[0].loser)
    check = next(question(game, "duel").check for game, _weight in ended.plays)
    assert tuple(fought.get(who, 0) for who in (target, block, "both")) == check.odds
    rolled = ended.of(lambda game: any(event.block == target for event in told(game, QualityRolled)))
    changed = ended.of(lambda game: any(event.change for event in told(game, QualityRolled)))
    assert changed == rolled * Fraction(4, 10)
    assert rolled > 0


@pytest.mark.parametrize(
    ("check", "passing"),
    [(SOFTENS, range(6, 10)), (HOLDS, range(4, 10)), (STAYS, range(4, 10)), (PIERCES, range(8, 10))],
)
def test_single_dice(check: object, passing: range) -> None:
    assert [face for face in FACES if check.passes([face])] == list(passing)  # type: ignore[attr-defined]
    assert check.odds == Fraction(len(passing), 10)  # type: ignore[attr-defined]


@pytest.mark.parametrize("wall", [False, True])
def test_the_chances_of_a_withdrawal(wall: bool) -> None:
    hits = [ladder(wall).hits([face]) for face in FACES]
    assert ladder(wall).chances == tuple(Fraction(hits.count(saved), 10) for saved in range(3))
