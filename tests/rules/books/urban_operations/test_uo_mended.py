"""Faults of the rules that were found at the table, each held by a test named after its row."""

from dataclasses import replace
from typing import Any

import pytest
from quarter import (
    CHIEF,
    CROWD,
    LEADER,
    MARKSMAN,
    MILITIA,
    RIFLES,
    ROCKETS,
    TANK,
    Several,
    acting,
    asked,
    closed,
    initial,
    question,
    run,
    state,
    told,
)

from tablecam.rules.ask import Choose, IllegalAnswer
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK
from tablecam.rules.books.urban_operations.rules import actions, impulses, reactions
from tablecam.rules.books.urban_operations.rules import initial as phase
from tablecam.rules.books.urban_operations.rules.codes import Game
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight
from tablecam.rules.books.urban_operations.rules.fight_chances import best_weapon
from tablecam.rules.books.urban_operations.rules.fight_events import (
    FireAnnounced,
    Fought,
    OslLost,
    PositionTaken,
    Reacted,
    ShockRolled,
    Withdrew,
)
from tablecam.rules.books.urban_operations.rules.impulse_events import BlockActivated, NothingDone
from tablecam.rules.books.urban_operations.rules.initial_events import PopulationMoved, TokenRemoved
from tablecam.rules.books.urban_operations.rules.rulebook import next_step
from tablecam.rules.books.urban_operations.rules.state import InitialStage, OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import band, choose_weapon, list_weapons_in_reach, reach
from tablecam.rules.event import Event, evolve
from tablecam.rules.play import QuestionEntry


def shot(of: OperationsState, target: str, kind: str, **said: Any) -> Game:
    """Red's rifles fight; both dice are low."""
    given = {"duel": Several([[3], [1]]), **{key.replace("__", "."): value for key, value in said.items()}}
    return run(lambda game: fight(game, AttackPlan(RIFLES, target, kind, 3)), of, given)


def sentences(play: Game) -> list[str]:
    """What happened, in the players' words."""
    names = URBAN_OPERATIONS_BOOK.phrases.build_names(play.state, {})
    told_events = (URBAN_OPERATIONS_BOOK.phrases.describe_event(event, names) for event in play.told)
    return [f"{told.who} {told.does}" for told in told_events]


def night(least_ep: int) -> OperationsState:
    """A night in which the heavy weapons of the tank have a minimum range."""
    of = state(scenario={"night": True})
    card = of[TANK].card
    weapons = {**card.weapons, "heavy": replace(card.weapons["heavy"], least_ep=least_ep)}
    return of.replace_block(TANK, card=replace(card, weapons=weapons))


def test_uo_051_a_block_that_withdraws_by_0_mp_stays_and_fights() -> None:
    play = shot(state(), ROCKETS, "fire", withdraw="withdraw", withdraw__mp=0)
    assert told(play, Fought)
    assert told(play, Withdrew) == told(play, Reacted) == []
    assert told(play, NothingDone)[0].why == "stays"
    assert not play.state[ROCKETS].reacted
    leaves = shot(state(), ROCKETS, "fire", withdraw="withdraw", withdraw__mp=1, withdrawal=[9])
    assert told(leaves, Fought) == []
    assert told(leaves, Withdrew)[0].mp == 1


def test_uo_066_a_position_that_is_still_held_is_not_taken() -> None:
    stays = shot(state(), MARKSMAN, "assault", withdraw="withdraw", withdraw__mp=0, duel=Several([[1], [9]]))
    assert told(stays, Fought)
    assert told(stays, PositionTaken) == []
    leaves = shot(state(), MARKSMAN, "assault", withdraw="withdraw", withdraw__mp=2, withdrawal=[9])
    assert told(leaves, PositionTaken) == [PositionTaken(block=RIFLES)]


def test_uo_062_a_block_that_is_driven_off_goes_at_least_1_mp() -> None:
    play = shot(state(), CHIEF, "assault", quality=[1])
    assert (question(play, "withdraw.mp").least, told(play, PositionTaken)) == (1, [PositionTaken(block=RIFLES)])
    with pytest.raises(IllegalAnswer):
        shot(state(), CHIEF, "assault", quality=[1], withdraw__mp=0)


def test_uo_067_a_reaction_of_0_mp_costs_no_reaction() -> None:
    of = acting(state(), RIFLES, "none", "move", "move")
    said = {"reaction": "withdraw", "withdraw.mp": 0}
    play = run(lambda game: reactions.react(game, ROCKETS, RIFLES) and None, of, said)
    assert told(play, Reacted) == []
    assert ROCKETS in reactions.watchers(play.state, RIFLES, ())


def test_uo_083_a_weapon_with_a_minimum_range_keeps_bands_of_5_ep_at_night() -> None:
    of = night(least_ep=6)
    card = of[TANK].card
    assert [band(of, card, ep, "light") for ep in (4, 5, 8, 9)] == [1, 2, 2, 3]
    assert [band(of, card, ep, "heavy") for ep in (5, 6, 10, 11, 20)] == [1, 2, 2, 3, 4]
    assert reach(of, TANK) == 20
    assert [list_weapons_in_reach(of, TANK, ep) for ep in (5, 6, 8, 9, 20, 21)] == [
        ("light",), ("light", "heavy"), ("light", "heavy"), ("heavy",), ("heavy",), (),
    ]  # fmt: skip
    assert best_weapon(of, TANK, 9) == "heavy"
    announced = run(
        lambda game: fight(game, AttackPlan(TANK, ROCKETS, "fire", 9)), of, {"duel": Several([[3], [1]])}
    )  # fmt: skip
    assert told(announced, FireAnnounced)[0].band == 2


def test_uo_083_a_target_nearer_than_the_minimum_range_is_closed_for_the_weapon() -> None:
    of = night(least_ep=6)
    weapon: list[str] = []
    run(lambda game: weapon.append(choose_weapon(game, TANK, 5)), of)
    assert weapon[-1] == "light"
    card = of[TANK].card
    only = of.replace_block(TANK, card=replace(card, weapons={"heavy": card.weapons["heavy"]}))
    said = {"target.fire": Several([ROCKETS, "nobody"]), "ep": 5}
    play = run(lambda game: actions.fire(game, TANK), acting(only, TANK, "fire"), said)
    assert reasons_at(play, "target.fire", 1)[ROCKETS] == "too-near"
    assert "sees" not in asked(play)


@pytest.mark.parametrize(("face", "change", "says"), [(1, -2, "2 OSL less"), (8, 0, "nothing"), (9, 1, "1 OSL more")])
def test_uo_100_the_die_of_a_block_that_saw_its_leader_fall_is_told(face: int, change: int, says: str) -> None:
    said = {"leader.seen": [RIFLES], "leader-lost": [face]}
    play = run(impulses.bury, evolve(state(), OslLost(block=LEADER, osl=3)), said)
    assert told(play, ShockRolled) == [ShockRolled(block=RIFLES, faces=(face,), change=change)]
    line = next(line for line in sentences(play) if "fallen leader" in line)
    assert line.startswith(f"Rifles rolls {face} for its fallen leader")
    assert says in line


@pytest.mark.parametrize(
    ("face", "kind", "says"),
    [(0, TokenRemoved, "leaves the map"), (3, PopulationMoved, "goes 1 MP towards hex side 3"),
     (7, PopulationMoved, "stays"), (8, PopulationMoved, "goes 1 MP towards hex side 5")],
)  # fmt: skip
def test_uo_085_the_die_for_population_is_told(face: int, kind: type[Event], says: str) -> None:
    said = {"population": [face], "population.direction": "5"}
    play = run(phase.move_population, initial(InitialStage.POPULATION), said)
    assert told(play, kind)[0].faces == (face,)
    assert sentences(play) == [f"Token {CROWD.removeprefix('token-')} rolls {face} and {says}"]


def test_uo_031_the_second_of_two_that_support_is_activated_once() -> None:
    of = replace(state(), supporting=LEADER)
    play = run(impulses.activate, of, {"how": "before"})
    assert told(play, BlockActivated) == [BlockActivated(block=LEADER, seat="red", action="supported", how="before")]
    assert (play.state.used, play.state.supporting) == (1, "")


def test_uo_022_a_side_that_alone_has_impulses_left_passes_once() -> None:
    of = replace(state(), impulse="", active="red", played={"blue": ("C", "D")})
    play = run(impulses.choose_impulse, of, {"impulse": "pass"})
    step = next_step(play.state)
    assert step
    assert step.name == "end of turn 1"


def test_uo_022_a_side_that_is_passed_over_does_not_end_the_turn_of_the_other() -> None:
    of = replace(state(), impulse="", active="blue", played={"blue": ("C", "D")})
    step = next_step(of)
    assert step
    assert step.name == "impulse of red"


def test_uo_050_sight_is_not_asked_of_a_target_that_range_has_closed() -> None:
    said = {"target.fire": Several([MILITIA, ROCKETS]), "ep": Several([16, 3]), "duel": Several([[3], [1]])}
    play = run(lambda game: actions.fire(game, RIFLES), acting(state(), RIFLES, "fire"), said)
    assert [each.subject for each in questions(play, "sees")] == [(RIFLES, ROCKETS, "")]
    assert reasons_at(play, "target.fire", 1) == {MILITIA: "out-of-range", CROWD: "population"}
    assert told(play, FireAnnounced)[0].target == ROCKETS


def test_uo_050_a_target_out_of_sight_is_closed_with_its_reason() -> None:
    said = {"target.fire": Several([MILITIA, "nobody"]), "sees": False}
    play = run(lambda game: actions.fire(game, RIFLES), acting(state(), RIFLES, "fire"), said)
    assert closed(questions(play, "target.fire")[0]) == {CROWD}
    assert reasons_at(play, "target.fire", 1)[MILITIA] == "unseen"


def questions(play: Game, action: str) -> list[Any]:
    """All questions of an action."""
    return [each.question for each in play.tape if isinstance(each, QuestionEntry) and each.question.action == action]


def reasons_at(play: Game, action: str, number: int) -> dict[str, str]:
    """Why options of the question of that number are closed, by their ids."""
    choice = questions(play, action)[number]
    assert isinstance(choice, Choose)
    return {each.id: each.why_not.code for each in choice.options if each.why_not}  # type: ignore[union-attr]
