"""The advanced rules: rows UO-090 to UO-104, one test each."""

from dataclasses import replace

import pytest
from quarter import (
    AP_MINE,
    CARRIER,
    CHIEF,
    FILLED,
    LEADER,
    MARKSMAN,
    MILITIA,
    RIFLES,
    ROCKETS,
    SAPPERS,
    SHIPPED,
    SNIPER,
    TANK,
    TRUCK,
    TUNNEL,
    Several,
    acting,
    asked,
    initial,
    question,
    run,
    setup,
    state,
    told,
)

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urban_operations.rules import actions, air_and_guns, impulses, menu, reactions
from tablecam.rules.books.urban_operations.rules.codes import Game
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, chain, fight, ladder, withdraw
from tablecam.rules.books.urban_operations.rules.fight_events import Fought, LeaderLost, OslGained, OslLost, Withdrew
from tablecam.rules.books.urban_operations.rules.impulse_events import (
    AlsoActivated,
    ImpulseChanged,
    Mounted,
    PairEnded,
    PairFormed,
    TunnelClosed,
)
from tablecam.rules.books.urban_operations.rules.initial_events import SetUp, TokenPlaced, TokenRemoved, TokenRevealed
from tablecam.rules.books.urban_operations.rules.menu import limit
from tablecam.rules.books.urban_operations.rules.movement import allowance, may_go_unseen, touch
from tablecam.rules.books.urban_operations.rules.request_events import Collapsed
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS, get_visible_state, next_step, set_up
from tablecam.rules.books.urban_operations.rules.state import InitialStage, OperationsState, Request, Token, TurnPhase
from tablecam.rules.event import evolve

LOW = Several([[3], [1]])


def shot(of: OperationsState, block: str, target: str, kind: str = "fire", ep: int = 3, **said: object) -> Game:
    """A fight with both dice low unless they are said."""
    given = {"duel": LOW, **{key.replace("__", "."): value for key, value in said.items()}}
    return run(lambda game: fight(game, AttackPlan(block, target, kind, ep)), of, given)


def test_uo_090_a_second_block_that_sees_the_target_adds_2() -> None:
    of = acting(state(), RIFLES, "fire")
    play = shot(of, RIFLES, ROCKETS, supporting=LEADER)
    assert told(play, Fought)[0].totals == (7, 3)
    assert told(play, AlsoActivated)[0].block == LEADER
    assert play.state.used == 2
    assert told(shot(of, RIFLES, ROCKETS, supporting=LEADER, sees=False), Fought)[0].totals == (5, 3)
    basic = acting(state(scenario={"advanced": False}), RIFLES, "fire")
    assert "supporting" not in asked(shot(basic, RIFLES, ROCKETS))


def test_uo_091_suppressing_fire_adds_1_wins_on_7_to_9_and_costs_no_osl() -> None:
    of = acting(state(), RIFLES, "suppress")
    said = {"target.suppress": ROCKETS, "duel": Several([[7], [9]])}
    play = run(lambda game: actions.suppress(game, RIFLES), of, said)
    fought = told(play, Fought)[0]
    assert (fought.rows[0], fought.loser) == ("suppress", ROCKETS)
    assert told(play, OslLost) == []
    assert play.state[ROCKETS].reacted
    assert told(shot(of, RIFLES, ROCKETS, "suppress"), Fought)[0].totals == (6, 3)
    acted = of.acting
    assert acted
    moved = replace(of, acting=replace(acted, moved=True))
    plain = run(lambda game: actions.suppress(game, RIFLES), moved, {"target.suppress": ROCKETS, "duel": LOW})
    assert told(plain, Fought)[0].kind == "fire"


def test_uo_092_only_vehicles_that_share_their_hex_with_nobody_are_offered() -> None:
    now = state()
    friends = [friend for friend in menu.partners(now, RIFLES) if not now[friend].card.foot]
    assert TANK in friends
    assert menu.vehicles(now, RIFLES) == tuple(friends)
    friends.remove(TANK)
    assert menu.vehicles(evolve(now, PairFormed(block=RIFLES, vehicle=TANK)), RIFLES) == tuple(friends)


def test_uo_092_a_block_on_foot_shares_the_hex_of_a_vehicle_and_both_are_activated() -> None:
    of = acting(state(), RIFLES, "pair")
    play = run(lambda game: actions.pair(game, RIFLES), of, {"vehicle": TANK})
    assert told(play, PairFormed)
    assert (play.state[RIFLES].pair, play.state[TANK].pair) == (TANK, RIFLES)
    assert play.state[TANK].activated
    assert allowance(play.state[TANK], True, False) == 6
    idle = play.state.all_changed(activated=False)
    limited = {each.id for each in menu.options(replace(idle, acting=None), TANK) if each.open}
    assert limited == {"none", "fire"}
    both = run(impulses.activate, replace(idle, acting=None), {"activate": TANK, "action": "none", "how": "move"})
    assert told(both, AlsoActivated)[0].block == RIFLES
    alone = run(impulses.move, both.state, {"leaves-pair": True, "mp": 3})
    assert told(alone, PairEnded)
    lost = evolve(idle, OslLost(block=TANK, osl=3))
    assert run(impulses.bury, lost).state[RIFLES].pair == ""


def test_uo_093_what_firing_costs_a_pair_is_the_tables_word() -> None:
    paired = evolve(state(), PairFormed(block=RIFLES, vehicle=TANK))
    assert OslLost(block=RIFLES, osl=1, cause="pair") in told(shot(paired, TANK, ROCKETS, weapon="light"), OslLost)
    unknown = replace(paired, aid={**FILLED, "pair": SHIPPED["pair"]})
    play = shot(unknown, TANK, ROCKETS, weapon="light", aid="none")
    assert play.state.ruled == {"pair.losses": "none"}
    assert not [each for each in told(play, OslLost) if each.cause == "pair"]


def test_uo_094_a_friendly_sniper_answers_a_sniper_and_has_2_more_if_it_was_hidden() -> None:
    said = {"cover": MARKSMAN, "counter-sniper": True, "ep": 12}
    play = run(lambda game: fight(game, AttackPlan(SNIPER, MILITIA, "fire", 3)), state(),
               {"duel": LOW, "quality": [9], **said})  # fmt: skip
    assert question(play, "counter-sniper").subject == (MARKSMAN, SNIPER, "11", "20")
    assert told(play, Fought)[0].totals[1] == 3 + 2
    known = state().replace_block(MARKSMAN, revealed=True)
    play = run(lambda game: fight(game, AttackPlan(SNIPER, MILITIA, "fire", 3)), known,
               {"duel": LOW, "quality": [9], **said})  # fmt: skip
    assert told(play, Fought)[0].totals[1] == 3


def test_uo_095_an_ambush_on_a_vehicle_has_firepower_5_at_any_range_without_cover_fire() -> None:
    assert told(shot(state(), ROCKETS, TANK, ep=11), Fought)[0].totals[0] == 5 + 1
    assert told(shot(state(), ROCKETS, RIFLES, ep=3), Fought)[0].totals[0] == 3 + 1
    covered = shot(state(), ROCKETS, TANK, ep=11, cover=RIFLES, cover__near=True)
    assert told(covered, Fought)[0].totals[0] == 1 + 1


def test_uo_096_riders_suffer_from_heavy_weapons_and_are_seen() -> None:
    of = acting(state(), RIFLES, "mount")
    play = run(lambda game: actions.mount(game, RIFLES), of, {"carrier": CARRIER, "place-aboard": "outside"})
    assert told(play, Mounted)[0].riding
    riding = play.state
    assert not may_go_unseen(riding, CARRIER)
    heavy = shot(riding, ROCKETS, CARRIER, weapon="heavy")
    assert {each.block for each in told(heavy, OslLost)} == {CARRIER, RIFLES}
    light = shot(riding, TRUCK, CARRIER)
    assert RIFLES not in {each.block for each in told(light, OslLost)}


def test_uo_097_crossing_an_outer_wall_gives_3_for_opportunity_and_1_off_the_withdrawal() -> None:
    play = run(
        lambda game: fight(game, AttackPlan(RIFLES, ROCKETS, "opportunity", 3, wall=True)), state(), {"duel": LOW}
    )
    assert told(play, Fought)[0].totals == (8, 3)
    assert "UO-097" in str(question(play, "duel").check.sides[0].modifiers[-1].clause)
    assert [2 - ladder(True).hits([face]) for face in range(10)] == [2, 2, 2, 1, 1, 1, 1, 1, 0, 0]
    said = {"wall": True, "withdrawal": [2]}
    assert told(run(lambda game: withdraw(game, RIFLES, MILITIA), state(), said), Withdrew)[0].loss == 2


def test_uo_098_a_block_goes_to_another_impulse_without_fire() -> None:
    of = acting(state(), RIFLES, "impulse")
    play = run(lambda game: actions.change_impulse(game, RIFLES), of, {"new-impulse": "B"})
    assert told(play, ImpulseChanged)[0].impulse == "B"
    assert "target.fire" not in asked(play)
    assert "impulse" not in {each.id for each in menu.options(state(scenario={"advanced": False}), RIFLES)}


def test_uo_099_without_its_leader_a_side_has_3_blocks_and_no_chain_by_the_basic_rule() -> None:
    of = evolve(state(uo_leader_lost="basic"), OslLost(block=LEADER, osl=3))
    play = run(impulses.bury, of)
    assert told(play, LeaderLost) == [LeaderLost(block=LEADER, seat="red", rule="basic")]
    assert limit(play.state, "red") == 3
    assert "leader.seen" not in asked(play)
    assert chain(play.state, "red") == ()
    other = play.state.replace_block(RIFLES, card=replace(play.state[RIFLES].card, leader="commander"))
    assert "chain" not in {each.id for each in question(shot(other, RIFLES, ROCKETS), "bonuses").options}


@pytest.mark.parametrize(
    ("quality", "blocks", "face", "change"),
    [("veteran", 3, 1, -2), ("veteran", 3, 7, -1), ("veteran", 3, 8, 0), ("veteran", 3, 9, 1), ("recruit", 2, 2, -2),
     ("recruit", 2, 8, -1), ("recruit", 2, 9, 0)],
)  # fmt: skip
def test_uo_100_the_leaders_quality_says_how_many_blocks_and_what_those_who_saw_it_suffer(
    quality: str, blocks: int, face: int, change: int
) -> None:
    of = state().replace_block(LEADER, card=replace(state()[LEADER].card, quality=quality))
    play = run(
        impulses.bury, evolve(of, OslLost(block=LEADER, osl=3)), {"leader.seen": [RIFLES], "leader-lost": [face]}
    )
    assert limit(play.state, "red") == blocks
    gained = sum(each.osl for each in told(play, OslGained)) - sum(each.osl for each in told(play, OslLost))
    assert gained == change


def test_uo_100_an_elite_leader_leaves_4_blocks_and_no_shock() -> None:
    play = run(impulses.bury, evolve(state(), OslLost(block=CHIEF, osl=3)))
    assert limit(play.state, "blue") == 4
    assert asked(play) == []


def test_uo_101_engineers_close_a_tunnel_and_destroy_the_block_below() -> None:
    of = acting(state(), SAPPERS, "tunnel")
    play = run(lambda game: actions.close_tunnel(game, SAPPERS), of, {"tunnel": TUNNEL, "tunnel.below": [MILITIA]})
    assert told(play, TunnelClosed)
    assert told(play, TokenPlaced)[0].kind == "barricade"
    assert not play.state[MILITIA].alive


def test_uo_102_an_antipersonnel_mine_is_scouted_as_an_explosive_and_costs_2_and_1_osl() -> None:
    seen = run(lambda game: reactions.discover(game, AP_MINE), state())
    assert told(seen, TokenRevealed)[0].kind == "explosive"
    assert get_visible_state(seen.state, "red")["tokens"][AP_MINE]["kind"] == "explosive"
    play = run(lambda game: touch(game, RIFLES, AP_MINE), state(), {"blast.mine-ap": [SAPPERS]})
    assert {each.block: each.osl for each in told(play, OslLost)} == {RIFLES: 2, SAPPERS: 1}
    assert AP_MINE not in play.state.tokens


@pytest.mark.parametrize(("first", "second", "leaves"), [(8, 0, ""), (9, 4, "barricade"), (9, 5, "fortification")])
def test_uo_103_a_building_falls_on_a_9_and_leaves_a_barricade_or_a_fortification(
    first: int, second: int, leaves: str
) -> None:
    of = initial(InitialStage.RESOLVE, requests=(Request("a", "red", "mortar", 2),))
    of = replace(of, tokens={**of.tokens, "token-11": Token("breach", 11, "", True)}, made=11)
    said = {"3d.under": [], "3d.building": True, "collapse": [first], "rubble": [second], "3d.inside": [MILITIA],
            "3d.breaches": ["token-11"]}  # fmt: skip
    play = run(air_and_guns.resolve, of, said)
    assert told(play, Collapsed)[0].leaves == leaves
    assert play.state[MILITIA].alive is (leaves == "")
    assert [each.kind for each in told(play, TokenPlaced)] == ([leaves] if leaves else [])
    assert bool(told(play, TokenRemoved)) is (leaves == "fortification")


def test_uo_104_the_scenario_is_laid_out_before_turn_1() -> None:
    of = URBAN_OPERATIONS.new_game(setup())
    assert of.phase is TurnPhase.SETUP
    play = run(set_up, of, {"set-up": Several([False, True])})
    assert told(play, SetUp)
    step = next_step(play.state)
    assert step
    assert step.name == "turn 1"
    with pytest.raises(IllegalAnswer, match="impulse"):
        URBAN_OPERATIONS.new_game(setup(scenario={"impulses": {"red": ["X"], "blue": ["C", "D"]}}))
    assert LEADER in of.blocks
