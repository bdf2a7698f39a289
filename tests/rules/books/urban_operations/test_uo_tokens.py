"""Tokens, night, contact and snipers: rows UO-071 to UO-087, one test each."""

from dataclasses import replace

import pytest
from quarter import (
    AP_MINE,
    BARRICADE,
    CARRIER,
    CROWD,
    EXPLOSIVE,
    FILLED,
    LOW_COVER,
    MILITIA,
    MINE,
    PEOPLE,
    RIFLES,
    ROCKETS,
    SAPPERS,
    SCOUTS,
    SNIPER,
    TANK,
    TOXIC,
    TRUCK,
    TUNNEL,
    WRECK,
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

from tablecam.rules.books.urban_operations.rules import actions, air_and_guns, losses, reactions
from tablecam.rules.books.urban_operations.rules import initial as phase
from tablecam.rules.books.urban_operations.rules.codes import Game
from tablecam.rules.books.urban_operations.rules.duel import FireShot, find
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight
from tablecam.rules.books.urban_operations.rules.fight_events import EffectApplied, Fought, OslLost
from tablecam.rules.books.urban_operations.rules.impulse_events import NothingDone
from tablecam.rules.books.urban_operations.rules.initial_events import (
    Exploded,
    PopulationMoved,
    Revealed,
    TokenPlaced,
    TokenRemoved,
    TokenRevealed,
    TokenTested,
)
from tablecam.rules.books.urban_operations.rules.movement import contacts, list_hidden_enemies, touch, touchable
from tablecam.rules.books.urban_operations.rules.pieces import LEVELS, PERMANENT
from tablecam.rules.books.urban_operations.rules.rulebook import get_visible_state
from tablecam.rules.books.urban_operations.rules.state import InitialStage, OperationsState, Request, Token
from tablecam.rules.books.urban_operations.rules.weapons import band, scouts


def touched(block: str, token: str, of: OperationsState | None = None, **said: object) -> Game:
    """A block runs into a token."""
    given = {key.replace("__", "."): value for key, value in said.items()}
    return run(lambda game: touch(game, block, token), of or state(), given)


def test_uo_071_an_explosive_is_tested_when_it_comes_to_light() -> None:
    play = touched(RIFLES, EXPLOSIVE, test=[2], blast__explosion=[RIFLES])
    assert [type(each) for each in play.told][:3] == [TokenRevealed, TokenTested, Exploded]
    assert told(play, OslLost)[0].block == RIFLES
    assert EXPLOSIVE not in play.state.tokens
    kinds = question(run(lambda game: actions.place_token(game, SAPPERS), state(), {"place": "explosive"}), "place")
    assert "explosive" in {each.id for each in kinds.options}


def test_uo_072_a_wreck_is_never_removed() -> None:
    assert "wreck" in PERMANENT
    assert WRECK not in actions.removable(state())
    assert LEVELS["wreck"] == 2


def test_uo_073_a_barricade_is_placed_and_removed_by_engineers() -> None:
    play = run(lambda game: actions.place_token(game, SAPPERS), state(), {"place": "barricade"})
    assert told(play, TokenPlaced)[0].revealed
    assert BARRICADE in actions.removable(state())


@pytest.mark.parametrize(("block", "goes_off"), [(TANK, True), (CARRIER, True), (RIFLES, False)])
def test_uo_074_only_vehicles_set_off_an_anti_tank_mine(block: str, goes_off: bool) -> None:
    play = touched(block, MINE, blast__mine=[block])
    assert bool(told(play, TokenRemoved)) is goes_off
    assert [each.osl for each in told(play, OslLost)] == ([2] if goes_off else [])


def test_uo_075_a_toxic_cloud_costs_1_osl_at_contact() -> None:
    play = touched(RIFLES, TOXIC)
    assert told(play, OslLost) == [OslLost(block=RIFLES, osl=1, cause="toxic")]
    assert TOXIC in play.state.tokens


def test_uo_076_population_flees_is_moved_by_the_opponent_and_is_never_a_target() -> None:
    fresh = touched(RIFLES, PEOPLE, population__flees=3)
    assert told(fresh, PopulationMoved)[0].mp == 3
    known = touched(RIFLES, CROWD, population__moved=2)
    assert told(known, PopulationMoved)[0].by == "blue"
    of = acting(state(), RIFLES, "fire")
    play = run(lambda game: actions.fire(game, RIFLES), of, {"target.fire": "nobody"})
    assert closed(question(play, "target.fire")) == {CROWD}
    assert CROWD not in run(lambda game: losses.strike_token(game, CROWD), state()).state.tokens


def test_uo_077_low_cover_can_be_crossed_and_does_nothing() -> None:
    assert LEVELS["low cover"] == 1
    play = touched(RIFLES, LOW_COVER)
    assert [type(each) for each in play.told] == [TokenRevealed]


def test_uo_078_a_breach_is_permanent() -> None:
    of = state()
    of = replace(of, tokens={**of.tokens, "token-11": Token("breach", 11, "red", True, shown_as="breach")})
    assert "token-11" not in actions.removable(of)


@pytest.mark.parametrize(("face", "hit"), [(0, False), (7, False), (8, True)])
def test_uo_079_a_fortification_stops_an_effect_on_0_to_7(face: int, hit: bool) -> None:
    of = state()
    of = replace(of, tokens={**of.tokens, "token-11": Token("fortification", 11, "", True)})
    said = {"fortified": [RIFLES], "fortification": [face]}
    play = run(lambda game: losses.apply(game, "fire", 1, (RIFLES, SAPPERS)), of, said)
    assert {each.block for each in told(play, OslLost)} == ({RIFLES, SAPPERS} if hit else {SAPPERS})
    assert told(play, EffectApplied)[0].shielded == (() if hit else (RIFLES,))


def test_uo_080_smoke_from_a_3d_action_costs_1_osl_and_lies_until_the_end_of_the_turn() -> None:
    of = initial(InitialStage.RESOLVE, requests=(Request("a", "red", "smoke", 2),))
    play = run(air_and_guns.resolve, of, {"3d.under": [ROCKETS]})
    assert told(play, OslLost)[0].osl == 1
    assert told(play, TokenPlaced)[0].kind == "smoke"
    assert LEVELS["smoke"] == 2


def test_uo_081_a_tunnel_entrance_is_shown_and_not_removed_by_hand() -> None:
    assert TUNNEL not in actions.removable(state())
    assert get_visible_state(state(), "red")["tokens"][TUNNEL]["kind"] == "tunnel"


def test_uo_082_a_back_blast_costs_1_osl_within_2_ep_of_the_shooter() -> None:
    said = {"duel": Several([[3], [1]]), "blast.backblast": [SCOUTS], "weapon": "heavy"}
    play = run(lambda game: fight(game, AttackPlan(ROCKETS, TANK, "fire", 3)), state(), said)
    assert OslLost(block=SCOUTS, osl=1, cause="backblast") in told(play, OslLost)
    light = run(lambda game: fight(game, AttackPlan(RIFLES, ROCKETS, "fire", 3)), state(), said)
    assert "blast.backblast" not in asked(light)


def test_uo_083_bands_shrink_at_night_to_4_or_3_ep() -> None:
    night = state(scenario={"night": True})
    assert [band(night, night[RIFLES].card, ep) for ep in (4, 5, 8, 9)] == [1, 2, 2, 3]
    assert [band(night, night[MILITIA].card, ep) for ep in (3, 4, 6, 7)] == [1, 2, 2, 3]


def test_uo_084_scouting_is_5_or_3_ep_at_night_and_10_or_5_for_scouts() -> None:
    night = state(scenario={"night": True})
    assert [scouts(of, of[block].card) for of in (state(), night) for block in (RIFLES, MILITIA)] == [
        (5, 10), (5, 10), (5, 10), (3, 5),
    ]  # fmt: skip
    play = run(lambda game: reactions.scout(game, MILITIA), night, {"scout": []})
    assert question(play, "scout").subject == (MILITIA, "3")


@pytest.mark.parametrize(("face", "mp", "direction"), [(1, 1, 1), (4, 1, 4), (6, 1, 6), (7, 0, 0)])
def test_uo_085_population_goes_by_the_die(face: int, mp: int, direction: int) -> None:
    play = run(phase.move_population, initial(InitialStage.POPULATION), {"population": [face]})
    moved = told(play, PopulationMoved)[0]
    assert (moved.mp, moved.direction) == (mp, direction)
    gone = run(phase.move_population, initial(InitialStage.POPULATION), {"population": [0]})
    assert CROWD not in gone.state.tokens
    for choice, side in ((8, "red"), (9, "blue")):
        said = {"population": [choice], "population.direction": "3"}
        assert told(run(phase.move_population, initial(InitialStage.POPULATION), said), PopulationMoved)[0].by == side


def test_uo_086_contact_is_3_ep_or_the_same_room_or_a_token_touched() -> None:
    play = run(lambda game: contacts(game, RIFLES), state(), {"contacts": [MILITIA]})
    assert question(play, "contacts").subject == (RIFLES, "3")
    assert set(told(play, Revealed)[0].blocks) == {RIFLES, MILITIA}
    both = play.state
    assert MILITIA not in list_hidden_enemies(both, RIFLES)
    assert TRUCK in list_hidden_enemies(both, RIFLES)


def test_uo_087_a_sniper_fires_at_its_classes_kills_beyond_10_ep_and_wears_nobody_below_a_limit() -> None:
    said = {"duel": Several([[3], [9]])}
    no_reply = run(lambda game: fight(game, AttackPlan(SNIPER, ROCKETS, "fire", 3)), state(), said)
    assert told(no_reply, Fought)[0].totals == (2, 1)
    assert told(no_reply, OslLost) == [OslLost(block=ROCKETS, osl=1, cause="fire")]
    worn = run(
        lambda game: fight(game, AttackPlan(SNIPER, ROCKETS, "fire", 3)), state().replace_block(ROCKETS, osl=1), said
    )
    assert told(worn, OslLost) == []
    barred = run(lambda game: fight(game, AttackPlan(SNIPER, TANK, "fire", 3)), state(), said)
    assert told(barred, NothingDone)[0].why == "not-for-snipers"
    far = run(lambda game: fight(game, AttackPlan(SNIPER, ROCKETS, "fire", 11)), state(), {"duel": Several([[7], [9]])})
    assert told(far, Fought)[0].rows[0] == "R7"
    assert not far.state[ROCKETS].alive
    assert find(FILLED, FireShot("fire", "first", "foot", True, 10), 7).row.id == "R1"
    replies = run(
        lambda game: fight(game, AttackPlan(SNIPER, TRUCK, "fire", 3)), state(), {"duel": Several([[1], [3]])}
    )
    assert told(replies, OslLost)[0].block == SNIPER


def test_an_antipersonnel_mine_is_not_a_mine_for_the_tank() -> None:
    assert AP_MINE in touched(TANK, AP_MINE).state.tokens


def test_a_contact_is_with_hidden_tokens_and_with_those_that_act_again() -> None:
    tokens = {
        "hidden": Token("wreck", 1),
        "known": Token("wreck", 2, revealed=True),
        "mine": Token("mine", 3, revealed=True),
    }
    assert touchable(replace(state(), tokens=tokens)) == ("hidden", "mine")
