"""Movement and actions: rows UO-030 to UO-039, one test each."""

from dataclasses import replace
from typing import Any

import pytest
from quarter import (
    BARRICADE,
    CARRIER,
    CHIEF,
    CROWD,
    EXPLOSIVE,
    LEADER,
    MILITIA,
    RIFLES,
    ROCKETS,
    SAPPERS,
    SCOUTS,
    SHIPPED,
    SNIPER,
    TANK,
    TOXIC,
    TRUCK,
    Several,
    acting,
    asked,
    closed,
    question,
    run,
    state,
    told,
)

from tablecam.rules.books.urban_operations.rules import actions, impulses, menu, reactions
from tablecam.rules.books.urban_operations.rules.codes import Game
from tablecam.rules.books.urban_operations.rules.fight_events import EffectApplied, FireAnnounced, OslLost
from tablecam.rules.books.urban_operations.rules.impulse_events import (
    AlsoActivated,
    BlockActivated,
    BlockMoved,
    Dismounted,
    Mounted,
    NothingDone,
    Scouted,
    Supported,
)
from tablecam.rules.books.urban_operations.rules.initial_events import (
    PopulationMoved,
    Revealed,
    TokenPlaced,
    TokenRemoved,
    TokenRevealed,
)
from tablecam.rules.books.urban_operations.rules.losses import lose
from tablecam.rules.books.urban_operations.rules.movement import travel, whole_allowance
from tablecam.rules.books.urban_operations.rules.pieces import BREACH, SMOKE
from tablecam.rules.play import QuestionEntry


@pytest.mark.parametrize(
    ("block", "unseen", "acts", "mp"),
    [(RIFLES, True, False, 9), (RIFLES, False, False, 6), (RIFLES, True, True, 3), (TANK, True, False, 18),
     (TANK, False, False, 12), (TANK, False, True, 6)],
)  # fmt: skip
def test_uo_030_the_allowance_is_9_6_3_on_foot_and_18_12_6_in_vehicles(
    block: str, unseen: bool, acts: bool, mp: int
) -> None:
    most = []
    run(lambda game: most.append(whole_allowance(game, block, acts)), state(), {"unseen": unseen})
    assert most[-1] == mp


def test_uo_030_movement_and_action_come_in_any_order_and_a_vehicle_may_split_its_move() -> None:
    of = state()
    play = run(impulses.activate, of, {"activate": TANK, "action": "scout", "how": "split"})
    assert told(play, BlockActivated) == [BlockActivated(block=TANK, seat="red", action="scout", how="split")]
    assert closed(question(play, "how")) == set()
    foot = run(impulses.activate, of, {"activate": RIFLES, "action": "scout", "how": "after"})
    assert closed(question(foot, "how")) == {"split"}
    moved = run(impulses.move, play.state, {"mp": 2})
    assert moved.state.acting
    assert (moved.state.acting.stage, moved.state.acting.left) == ("action", 4)
    acted = run(impulses.act, moved.state, {"scout": []})
    again = run(impulses.move, acted.state, {"mp": 4})
    assert question(again, "mp").most == 4
    assert again.state.acting is None
    whole = run(impulses.act, foot.state, {"scout": []})
    assert whole.state.acting
    assert whole.state.acting.stage == "again"


def test_uo_031_support_gives_1_osl_to_one_of_two_adjacent_blocks_which_act_in_a_row() -> None:
    of = acting(state().replace_block(LEADER, osl=2), RIFLES, "support")
    play = run(lambda game: actions.support(game, RIFLES), of, {"support": LEADER, "support.gains": LEADER})
    assert told(play, Supported) == [Supported(block=LEADER, by=RIFLES, partner=LEADER, osl=1)]
    assert play.state[LEADER].osl == 3
    nxt = run(impulses.activate, replace(play.state, acting=None), {"how": "stand"})
    assert told(nxt, BlockActivated)[0].block == LEADER
    full = menu.options(state(), RIFLES)
    assert {each.id: each.why_not and each.why_not.code for each in full}["support"] == "full-strength"  # type: ignore[union-attr]
    far = run(lambda game: actions.support(game, RIFLES), of, {"support": LEADER, "adjacent": False})
    assert told(far, NothingDone)[0].why == "not-adjacent"


def test_uo_032_engineers_place_and_remove_tokens_and_removing_gives_2_mp() -> None:
    of = acting(state(), SAPPERS, "place")
    play = run(lambda game: actions.place_token(game, SAPPERS), of, {"place": "mine"})
    assert told(play, TokenPlaced) == [
        TokenPlaced(token="token-11", kind="mine", seat="red", revealed=False, by=SAPPERS)
    ]  # fmt: skip
    play = run(lambda game: actions.destroy_token(game, SAPPERS), of, {"destroy": BARRICADE, "free-mp": 2})
    assert told(play, TokenRemoved)[0].token == BARRICADE
    assert told(play, BlockMoved)[0].mp == 2
    play = run(lambda game: actions.place_token(game, RIFLES), of)
    assert told(play, NothingDone)[0].why == "not-this-unit"
    said = {"aid": "yes", "place": "barricade"}
    play = run(lambda game: actions.place_token(game, RIFLES), state(SHIPPED), said)
    assert play.state.ruled == {"engineer.units:rifles": "yes"}


def test_uo_033_mounting_spends_two_activations_and_passengers_share_losses_of_exposed_carriers() -> None:
    of = acting(state(), RIFLES, "mount")
    play = run(lambda game: actions.mount(game, RIFLES), of, {"carrier": CARRIER, "place-aboard": "inside"})
    assert told(play, Mounted)[0].carrier == CARRIER
    assert told(play, AlsoActivated)[0].block == CARRIER
    assert RIFLES not in play.state.on_map("red")
    second = acting(play.state.replace_block(CARRIER, activated=False), SAPPERS, "mount")
    assert menu.carriers(second, SAPPERS) == (TANK,)
    inside = play.state.replace_block(RIFLES, activated=False).replace_block(CARRIER, activated=False)
    got_off = run(
        lambda game: actions.dismount(game, CARRIER), acting(inside, CARRIER, "dismount"), {"passenger": RIFLES}
    )
    assert told(got_off, Dismounted)[0].block == RIFLES
    safe = run(lambda game: lose(game, CARRIER, 1, "fire"), inside)
    assert {each.block for each in told(safe, OslLost)} == {CARRIER}
    exposed = state().replace_block(MILITIA, aboard=TRUCK)
    assert {each.block for each in told(run(lambda game: lose(game, TRUCK, 1, "fire"), exposed), OslLost)} == {
        TRUCK, MILITIA,
    }  # fmt: skip


def test_uo_034_an_ordinary_block_scouts_5_ep_and_scouts_10() -> None:
    play = run(lambda game: reactions.scout(game, RIFLES), state(), {"scout": [MILITIA, EXPLOSIVE], "test": [9]})
    assert question(play, "scout").subject == (RIFLES, "5")
    assert told(play, Scouted)[0].targets == (MILITIA, EXPLOSIVE)
    assert play.state[MILITIA].revealed
    assert play.state.tokens[EXPLOSIVE].revealed
    play = run(lambda game: reactions.scout(game, SCOUTS), state(), {"scout": []})
    assert question(play, "scout").subject == (SCOUTS, "10")


def test_uo_035_population_beside_the_block_goes_up_to_6_mp_away() -> None:
    play = run(lambda game: actions.scatter(game, RIFLES), state(), {"scatter": [CROWD], "scatter.mp": 6})
    assert told(play, PopulationMoved) == [PopulationMoved(token=CROWD, mp=6, why="scattered")]
    assert question(play, "scatter.mp").most == 6


def test_uo_036_a_breach_at_contact_is_within_2_ep_and_the_block_goes_2_mp_away_first() -> None:
    said = {"breach.near": True, "breach.away": 2, "effect.breach": [MILITIA], "quality": [9]}
    play = run(lambda game: actions.breach_at_contact(game, SAPPERS), state(), said)
    assert question(play, "breach.near").subject == (SAPPERS, "2")
    assert told(play, TokenPlaced)[0].kind == BREACH
    assert told(play, EffectApplied)[0].blocks == (MILITIA,)
    assert told(run(lambda game: actions.breach_at_contact(game, RIFLES), state()), NothingDone)


def test_uo_037_a_breach_from_afar_is_at_least_2_ep_away() -> None:
    play = run(lambda game: actions.breach_afar(game, TANK), state(), {"breach.afar": True})
    assert question(play, "breach.afar").subject == (TANK, "2", "20")
    assert told(play, TokenPlaced)[0].kind == BREACH
    assert told(run(lambda game: actions.breach_afar(game, TANK), state(), {"breach.afar": False}), NothingDone)


def test_uo_038_a_building_is_assaulted_near_a_leader_and_vehicles_cause_no_weapons_effect() -> None:
    of = acting(state(), RIFLES, "assault")
    said = {"target.assault": MILITIA, "in-building": True, "led": True, "duel": Several([[2], [1]])}
    play = run(lambda game: actions.assault(game, RIFLES), of, said)
    assert told(play, FireAnnounced)
    assert "effect.assault" in asked(play)
    alone = run(lambda game: actions.assault(game, RIFLES), of, said | {"led": False})
    assert told(alone, NothingDone)[0].why == "no-leader"
    exempt = run(
        lambda game: actions.assault(game, SAPPERS), acting(state(), SAPPERS, "assault"), said | {"led": False}
    )
    assert told(exempt, FireAnnounced)
    said |= {"in-building": False}
    vehicle = run(lambda game: actions.assault(game, TANK), acting(state(), TANK, "assault"), said)
    assert "effect.assault" not in asked(vehicle)


def test_uo_039_some_units_have_smoke_grenades_within_3_ep() -> None:
    play = run(lambda game: actions.smoke(game, RIFLES), state(), {"smoke.near": True})
    assert told(play, TokenPlaced)[0].kind == SMOKE
    assert question(play, "smoke.near").subject == (RIFLES, "3")
    assert told(run(lambda game: actions.smoke(game, TANK), state()), NothingDone)[0].why == "not-this-unit"


def test_a_mover_is_stopped_by_a_reaction_and_goes_on_with_what_is_left() -> None:
    of = acting(state(), RIFLES, "none", "move", "move")
    said = {"react": SCOUTS, "reaction": "hold", "mp.halted": 2, "scouts": True, "mp": 4}
    play = run(lambda game: travel(game, RIFLES, 6) and None, of, said)
    assert [each.mp for each in told(play, BlockMoved)] == [2, 4]
    assert question(play, "mp.halted").most == 6
    assert told(play, Scouted)[0].targets == (RIFLES,)
    assert play.state[SCOUTS].reacted
    unseen = run(lambda game: travel(game, RIFLES, 6) and None, of, said | {"sees": False})
    assert not unseen.state[SCOUTS].reacted


def test_an_action_of_a_block_that_stays_put_may_be_reacted_to() -> None:
    of = acting(state(), RIFLES, "scout")
    calm = run(impulses.act, of, {"scout": [MILITIA]})
    assert asked(calm)[:2] == ["acts", "react"]
    assert question(calm, "react").seat == "blue"
    assert [each.block for each in told(calm, Scouted)] == [RIFLES]
    # one who breaks in and holds fire scouts first, and does not break in again
    broken = run(impulses.act, of, {"react": SCOUTS, "reaction": "hold", "scouts": True, "scout": [MILITIA]})
    assert [each.block for each in told(broken, Scouted)] == [SCOUTS, RIFLES]
    assert broken.state[SCOUTS].reacted
    assert SCOUTS not in {each.id for each in offers(broken)[-1].options}


def test_a_block_that_a_reaction_kills_acts_no_more() -> None:
    of = acting(state().replace_block(RIFLES, osl=1), RIFLES, "scout")
    said = {"react": CHIEF, "reaction": "fire", "scouts": True, "duel": Several([[0], [6]]), "quality": [0]}
    play = run(impulses.act, of, said)
    assert [each.block for each in told(play, Scouted)] == [CHIEF]
    assert not play.state[RIFLES].alive
    assert play.state.acting is None or play.state.acting.stage != "action"


@pytest.mark.parametrize(("action", "how"), [("none", "stand"), ("scout", "before"), ("fire", "stand")])
def test_what_is_reacted_to_elsewhere_is_not_offered_twice(action: str, how: str) -> None:
    said = {"scout": [], "target.fire": "nobody"}
    assert "acts" not in asked(run(impulses.act, acting(state(), RIFLES, action, how), said))


def test_where_all_enemies_have_reacted_nobody_is_asked() -> None:
    of = acting(state(), RIFLES, "scout")
    for enemy in of.enemies(RIFLES):
        of = of.replace_block(enemy, reacted=True)
    assert "acts" not in asked(run(impulses.act, of, {"scout": []}))


def offers(play: Game) -> list[Any]:
    """Every offer to react."""
    return [
        entry.question for entry in play.tape if isinstance(entry, QuestionEntry) and entry.question.action == "react"
    ]


def test_a_token_in_the_path_comes_to_light_at_contact() -> None:
    of = acting(state(), RIFLES, "none", "move", "move")
    play = run(lambda game: travel(game, RIFLES, 6) and None, of, {"mp": 3, "contacts": [MILITIA, TOXIC]})
    assert told(play, TokenRevealed)[0].kind == "toxic"
    assert set(told(play, Revealed)[0].blocks) == {RIFLES, MILITIA}
    assert told(play, OslLost)[0].cause == "toxic"
    assert SNIPER in play.state.blocks
    assert ROCKETS in play.state.blocks
