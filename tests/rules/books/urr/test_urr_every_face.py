"""Every chance that Urr's advice tells against the rules themselves, played with every face of every die."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from every_face import Ended, every_face
from siege import (
    ARCHERS,
    INFANTRY,
    MILITIA,
    TWO_RAMPS,
    UNDEAD,
    after,
    fighting,
    setup,
    two_sections,
    units,
    wall,
)

from tablecam.rules.ask import Ask
from tablecam.rules.books.urr.rules.bombardment import hammer
from tablecam.rules.books.urr.rules.chances import (
    builder_ladder,
    compute_toll,
    hits_it_stands,
    round_odds,
    section_hits,
)
from tablecam.rules.books.urr.rules.combat_events import HitTaken, RoundBegan, StancesTaken, UnitRolled
from tablecam.rules.books.urr.rules.rulebook import URR_RULES, new_game, next_step
from tablecam.rules.books.urr.rules.siege_events import EngineShot
from tablecam.rules.books.urr.rules.state import CombatStage, UrrState
from tablecam.rules.books.urr.rules.strategic import shoot_builder
from tablecam.rules.books.urr.rules.week_events import RampPushed
from tablecam.rules.play import Play

FIGHTING = (CombatStage.RANGED, CombatStage.MELEE)
RED, BLUE = ("a1", "a2"), ("b1",)


def a_round(stances: dict[str, str], seen: list[Play[UrrState]]) -> Callable[[Play[UrrState]], None]:
    """From the stances to the last hit of the melee phase, step by step as the rulebook has it."""

    def procedure(game: Play[UrrState]) -> None:
        seen[:] = [game]
        game.tell(StancesTaken(stances=stances))
        while game.state.combat and game.state.combat.stage in FIGHTING:
            step = next_step(game.state)
            assert step
            step.procedure(game)

    return procedure


def most_left(seen: list[Play[UrrState]]) -> Callable[[Ask[Any]], Any]:
    """Hits are taken where most steps are left."""

    def answer(question: Ask[Any]) -> Any:
        (game,) = seen
        return max((each.id for each in question.options), key=lambda unit: hits_it_stands(game.state, unit))  # type: ignore[attr-defined]

    return answer


def before_stances(state: UrrState) -> UrrState:
    return after(state, RoundBegan(round=1))


CASES: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any], str]] = {
    "bows that kill before melee": (
        units(INFANTRY, *RED, steps=1), units(ARCHERS, "b1", ranged=8, steps=2), {}, "attack defend",
    ),
    "everybody may fall": (
        units(INFANTRY, "a1", steps=1), units(INFANTRY, "b1", steps=1, ranged=3), {}, "attack attack",
    ),
    "armour": (
        units(INFANTRY, "a1", armour="good"), units(INFANTRY, "b1", armour="good", steps=1), {}, "attack defend",
    ),
    "hits on the dead are wasted": (
        [*units(INFANTRY, "a1", steps=1), *units(INFANTRY, "a2")], units(ARCHERS, "b1", ranged=9),
        {"dead_units_take_hits": True}, "defend defend",
    ),
    "a storm of undead": (units(UNDEAD, "a1"), units(MILITIA, "b1", ranged=5), wall(2), "attack defend"),
    "who never shoots rolls": (
        units(INFANTRY, "a1", steps=1), units(INFANTRY, "b1"), {"ranged_zero": "roll"}, "attack defend",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.slow
def test_a_round_played_with_every_face_costs_both_sides_what_its_odds_say(case: str) -> None:
    mine, theirs, more, both = CASES[case]
    red, blue = ([unit["id"] for unit in side] for side in (mine, theirs))
    place = "storm" if "places" in more else "field"
    state = before_stances(fighting(setup(mine, theirs, **more), red, blue, place))
    stances = {**dict.fromkeys(red, both.split()[0]), **dict.fromkeys(blue, both.split()[1])}
    found = round_odds(state, stances)
    seen: list[Play[UrrState]] = []
    ended = every_face(
        state, URR_RULES.evolve, a_round(stances, seen), most_left(seen), void=lambda it: isinstance(it, UnitRolled)
    )
    assert state.combat
    sides = state.combat.sides
    tolls = ended.by(lambda game: tuple(compute_toll(found.begun, game.state, party) for party in sides))
    assert tolls == dict(found.tolls.chances)


def test_losses_of_earlier_rounds_are_remembered() -> None:
    """The same units fall at another moment, if one of them has been hit before."""
    state = before_stances(fighting(setup(units(INFANTRY, *RED, steps=2), units(INFANTRY, *BLUE)), RED, BLUE))
    stances = dict.fromkeys((*RED, *BLUE), "attack")
    out = [
        round_odds(now, stances).tolls.chance(lambda toll: toll[1].out > 0)
        for now in (state, after(state, HitTaken(unit="a1")))
    ]
    assert out[0] != out[1]


ENGINES: tuple[dict[str, Any], ...] = (
    {},
    {"engine_hits": "ladder"},
    {"engine_wall": True},
    {"engine_hits": "ladder", "engine_wall": True},
)


@pytest.mark.parametrize("rules", ENGINES)
@pytest.mark.parametrize("strength", [2, 3, 4])
def test_an_engine_played_with_every_face_hits_as_its_odds_say(rules: dict[str, Any], strength: int) -> None:
    engine = {"id": "t1", "base": 4, "dice": 2}
    state = new_game(
        setup(units(INFANTRY, "a1"), units(INFANTRY, "b1"), red={"engines": [engine]}, **wall(strength), **rules)
    )
    ended = every_face(state, URR_RULES.evolve, lambda game: hammer(game, state.engines["t1"], "gate"), nobody_asked)
    assert hits_told(ended) == dict(section_hits(state, state.engines["t1"], "gate").chances)


def hits_told(ended: Ended) -> dict[int, Fraction]:
    return ended.by(lambda game: next(event.hits for event in game.told if isinstance(event, EngineShot)))


def nobody_asked(question: Ask[Any]) -> Any:
    raise AssertionError(question)


@pytest.mark.parametrize("bow", ["", "excellent"])
def test_a_shot_at_a_builder_played_with_every_face_hits_as_its_odds_say(bow: str) -> None:
    said = setup(units(INFANTRY, "a1", steps=1), units(ARCHERS, "b1", bow=bow), **two_sections())
    state = after(new_game(said), *TWO_RAMPS, RampPushed(section="gate", builders=("a1",)))
    ended = every_face(state, URR_RULES.evolve, shoot_builder, lambda _question: "b1")
    out = ended.of(lambda game: not game.state["a1"].standing)
    assert out == builder_ladder(state, "b1", "a1").spread.chance(lambda hits: hits >= 1)


@pytest.mark.parametrize(("section", "strength"), [("gate", 1), ("kiln", 4)])
def test_ur_33_the_odds_of_a_shot_at_a_builder_have_the_strength_of_its_own_section(
    section: str, strength: int
) -> None:
    said = setup(units(INFANTRY, "a1"), units(ARCHERS, "b1", ranged=0), **two_sections())
    state = after(new_game(said), *TWO_RAMPS, RampPushed(section=section, builders=("a1",)))
    # strength and die make 6
    assert builder_ladder(state, "b1", "a1").spread.chance(bool) == Fraction(strength + 1, 6)
