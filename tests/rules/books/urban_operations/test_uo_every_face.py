"""The chances of whole fights against the rules themselves, played with every face of every die."""

from dataclasses import replace
from typing import Any

import pytest
from every_face import every_face
from quarter import CHIEF, FILLED, MARKSMAN, MILITIA, QUIET, RIFLES, ROCKETS, SCOUTS, SNIPER, TANK, TRUCK, state

from tablecam.rules.ask import Ask
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight, withdraw
from tablecam.rules.books.urban_operations.rules.fight_chances import best_weapon, fight_odds, leaving_odds
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.event import evolve

# kind, who fires, at whom, how far away
FIGHTS = (
    ("fire", RIFLES, MILITIA, 3),
    ("suppress", RIFLES, MILITIA, 3),
    ("assault", RIFLES, CHIEF, 1),
    ("fire", SNIPER, MILITIA, 12),
    ("fire", TANK, TRUCK, 8),
    ("opportunity", ROCKETS, TANK, 3),
)


def quiet(now: OperationsState, ep: int) -> Any:
    """Of a quiet table; each side takes its best weapon, and nothing that is asked adds anything."""

    def answer(question: Ask[Any]) -> Any:
        if question.action == "weapon":
            return best_weapon(now, question.subject[0], ep)
        return QUIET[question.action]

    return answer


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "block", "target", "ep"), FIGHTS)
def test_a_whole_fight_played_with_every_face_costs_what_its_odds_say(
    kind: str, block: str, target: str, ep: int
) -> None:
    now = state()
    found = fight_odds(now, block, target, kind, ep)
    plan = AttackPlan(block, target, kind, ep)
    if found is None:
        pytest.fail(f"no odds of {plan}")
    ended = every_face(now, evolve, lambda game: fight(game, plan), quiet(now, ep))
    lost = ended.by(lambda game: tuple(now[each].osl - game.state[each].osl for each in (block, target)))
    assert lost == dict(found.losses.chances)


@pytest.mark.slow
def test_who_is_worn_down_fights_worse_and_is_gone_sooner() -> None:
    now = state().replace_block(MILITIA, osl=1)
    found = fight_odds(now, RIFLES, MILITIA, "fire", 3)
    assert found
    ended = every_face(now, evolve, lambda game: fight(game, AttackPlan(RIFLES, MILITIA, "fire", 3)), quiet(now, 3))
    assert ended.of(lambda game: not game.state[MILITIA].alive) == found.losses.chance(lambda it: it[1] >= 1)


def test_leaving_played_with_every_face_costs_what_its_odds_say() -> None:
    for osl in (1, 2, 3):
        now = state().replace_block(MILITIA, osl=osl)
        ended = every_face(now, evolve, lambda game: withdraw(game, MILITIA, RIFLES), quiet(now, 3))
        assert ended.of(lambda game: not game.state[MILITIA].alive) == leaving_odds(now, MILITIA).chance(
            lambda lost, osl=osl: lost >= osl
        )


def test_what_the_aid_does_not_say_has_no_odds() -> None:
    now = state()
    card = replace(now[RIFLES].card, weapons={"light": replace(now[RIFLES].card.weapons["light"], fp=("?", 3))})
    assert fight_odds(now.replace_block(RIFLES, card=card), RIFLES, MILITIA, "fire", 3) is None
    assert fight_odds(state(aid={**FILLED, "sniper": {}}), SNIPER, MILITIA, "fire", 12) is None
    assert fight_odds(now, SCOUTS, RIFLES, "fire", 19) is None
    assert fight_odds(now, MARKSMAN, ROCKETS, "fire", 9) is not None
