"""Blocks, weapons, and the turn: rows UO-001 to UO-024, one test each."""

from dataclasses import replace

import pytest
from quarter import (
    BARRICADE,
    CARRIER,
    CHIEF,
    CROWD,
    EXPLOSIVE,
    FILLED,
    LEADER,
    MILITIA,
    PEOPLE,
    RIFLES,
    ROCKETS,
    SAPPERS,
    SHIPPED,
    SNIPER,
    TANK,
    TRUCK,
    WRECK,
    Several,
    acting,
    asked,
    closed,
    initial,
    question,
    result_of,
    run,
    state,
    told,
)

from tablecam.rules.books.urban_operations.rules import aid, air_and_guns, impulses, losses, menu
from tablecam.rules.books.urban_operations.rules import initial as phase
from tablecam.rules.books.urban_operations.rules.fight_events import OslLost, TurnClosed
from tablecam.rules.books.urban_operations.rules.impulse_events import FirstSideChosen, ImpulseBegan, ImpulsePassed
from tablecam.rules.books.urban_operations.rules.initial_events import (
    Exploded,
    Hidden,
    PopulationMoved,
    StageReached,
    TokenPlaced,
    TokenTested,
    TurnOpened,
)
from tablecam.rules.books.urban_operations.rules.pieces import LEVELS, QUALITIES, SMOKE, WEIGHTS
from tablecam.rules.books.urban_operations.rules.request_events import (
    ActionCancelled,
    ActionModified,
    ActionRequested,
    ActionResolved,
    ActionUnavailable,
    BlocksSwapped,
    EventDrawn,
    EventPlayed,
)
from tablecam.rules.books.urban_operations.rules.rulebook import next_step
from tablecam.rules.books.urban_operations.rules.state import (
    FIRST_TURN,
    STAGES,
    InitialStage,
    Request,
    Token,
    TurnPhase,
)
from tablecam.rules.books.urban_operations.rules.weapons import band, choose_weapon, firepower, list_weapons_in_reach
from tablecam.rules.event import evolve


def test_uo_001_there_are_four_classes_and_three_of_them_are_vehicles() -> None:
    assert WEIGHTS == ("foot", "unarmoured", "armoured", "tank")
    assert [state()[each].card.foot for each in (RIFLES, TRUCK, CARRIER, TANK)] == [True, False, False, False]


def test_uo_002_elite_softens_veteran_is_neutral_recruit_worsens() -> None:
    assert QUALITIES == ("elite", "veteran", "recruit")
    assert [losses.rows(state(), state()[each]) for each in (CHIEF, RIFLES, MILITIA)] == [
        (True, False), (False, False), (False, True),
    ]  # fmt: skip


def test_uo_003_a_weapon_fires_at_its_classes_and_an_unknown_list_is_asked() -> None:
    fits, play = result_of(lambda game: aid.ask_membership(game, "weapon.first.targets", "tank"), state())
    assert (fits, asked(play)) == (False, [])
    said = {"aid": "yes"}
    fits, play = result_of(lambda game: aid.ask_membership(game, "weapon.first.targets", "tank"), state(SHIPPED), said)
    assert fits
    assert str(question(play, "aid").options[0].clause) == "UO Weaponry (UO-003)"


def test_uo_004_a_weapon_that_may_not_be_fired_from_inside_a_building_is_barred_there() -> None:
    for inside, weapon in ((True, "light"), (False, "heavy")):
        found, _play = result_of(
            lambda game: choose_weapon(game, SAPPERS, 5), state(), {"weapon": "heavy", "inside": inside}
        )
        assert found == weapon


def test_uo_005_firepower_goes_by_bands_of_5_ep_and_an_unknown_card_is_asked() -> None:
    of = state()
    card = of[RIFLES].card
    assert [band(of, card, ep) for ep in (0, 1, 5, 6, 10, 11, 16, 20, 21)] == [1, 1, 1, 2, 2, 3, 4, 4, 5]
    assert [list_weapons_in_reach(of, RIFLES, ep) for ep in (15, 16)] == [("light",), ()]
    assert result_of(lambda game: firepower(game, RIFLES, "light", 6), of)[0] == 3
    unknown = of.replace_block(RIFLES, card=replace(card, weapons={"light": replace(card.weapons["light"], fp=("?",))}))
    said = {"aid": "7"}
    found, play = result_of(lambda game: firepower(game, RIFLES, "light", 3), unknown, said)
    assert found == 7
    assert question(play, "aid").subject == ("unit.fp", "Rifles.light.1", RIFLES, "light")


def test_uo_006_heights_are_those_of_the_aid() -> None:
    assert (LEVELS["trees"], LEVELS["buildings"], LEVELS["outer walls"], LEVELS["clear"], LEVELS["water"]) == (
        3, 2, 1, 0, -1,
    )  # fmt: skip


def test_uo_010_a_turn_is_initial_phase_impulses_final_phase() -> None:
    of = evolve(replace(state(), phase=TurnPhase.FINAL, impulse=""), TurnOpened(turn=2))
    assert (of.phase, of.stage) == (TurnPhase.INITIAL, STAGES[0])
    of = evolve(of, StageReached(stage="done"))
    assert of.phase is TurnPhase.IMPULSES
    of = evolve(of, TurnClosed(turn=2))
    assert of.phase is TurnPhase.FINAL
    assert evolve(of, TurnClosed(turn=3)).phase is TurnPhase.OVER


def test_uo_011_blocks_turn_back_unless_an_enemy_within_3_ep_sees_them() -> None:
    of = initial(InitialStage.HIDE).replace_block(RIFLES, revealed=True).replace_block(MILITIA, revealed=True)
    play = run(phase.hide, of, {"hide.seen": [MILITIA]})
    assert told(play, Hidden) == [Hidden(blocks=(RIFLES,))]
    assert question(play, "hide.seen").subject == ("3",)


def test_uo_012_revealed_population_moves_by_the_advanced_rules() -> None:
    assert phase.items(initial(InitialStage.POPULATION)) == (CROWD,)
    basic = state(scenario={"advanced": False})
    assert phase.items(initial(InitialStage.POPULATION, of=basic)) == ()
    assert (
        told(run(phase.move_population, initial(InitialStage.POPULATION), {"population": [2]}), PopulationMoved)[0].mp
        == 1
    )


@pytest.mark.parametrize(("face", "explodes"), [(0, True), (3, True), (4, False), (9, False)])
def test_uo_013_an_explosive_goes_off_on_0_to_3(face: int, explodes: bool) -> None:
    of = initial(InitialStage.TESTS)
    of = replace(of, tokens={EXPLOSIVE: Token("explosive", 1, revealed=True), WRECK: of.tokens[WRECK]})
    assert phase.items(of) == (EXPLOSIVE, WRECK)
    play = run(phase.test_token, of, {"test": [face], "blast.explosion": [MILITIA]})
    assert told(play, TokenTested)[0].explodes is explodes
    assert (EXPLOSIVE in play.state.tokens) is not explodes
    assert bool(told(play, OslLost)) is explodes
    wreck = replace(of, handled=(EXPLOSIVE,))
    assert WRECK in run(phase.test_token, wreck, {"test": [0]}).state.tokens


def test_uo_014_a_red_event_is_played_at_once_and_a_black_one_kept() -> None:
    of = initial(InitialStage.EVENTS, of=state(scenario={"events": "cards"}))
    play = run(phase.draw_event, of, {"event.title": "red", "event.losses": [RIFLES]})
    assert told(play, EventPlayed) == [EventPlayed(seat="red", blocks=(RIFLES,))]
    play = run(phase.draw_event, of, {"event.title": "black"})
    assert not told(play, EventPlayed)
    assert play.state.hands["red"] == 1
    later = replace(play.state, phase=TurnPhase.IMPULSES, active="red", impulse="")
    play = run(impulses.choose_impulse, later, {"impulse": "play a card", "event.losses": []})
    assert play.state.hands["red"] == 0
    table = initial(InitialStage.EVENTS, of=state(SHIPPED, scenario={"events": "table"}))
    said = {"event": [4], "aid": "losses", "event.losses": []}
    assert told(run(phase.draw_event, table, said), EventDrawn)[0].faces == (4,)


def test_uo_015_last_turns_actions_are_resolved_and_a_fortification_saves_1_osl() -> None:
    request = Request("3d-1-1", "red", "helicopter", 2)
    of = initial(InitialStage.RESOLVE, requests=(request,))
    of = replace(of, tokens={**of.tokens, "token-9": Token("fortification", 9, revealed=True)})
    said = {"3d.intercept": "no", "3d.under": [ROCKETS, TRUCK], "fortified": [TRUCK]}
    play = run(air_and_guns.resolve, of, said)
    assert {each.block: each.osl for each in told(play, OslLost)} == {ROCKETS: 2, TRUCK: 1}
    assert play.state.requests == ()


def test_uo_016_one_request_a_block_within_its_reach_and_its_uses() -> None:
    of = initial(InitialStage.REQUEST)
    assert air_and_guns.observers(of, "red") == (LEADER,)
    said = {"3d.by": LEADER, "3d.kind": "mortar", "3d.near": True, "3d.code": "T+1"}
    play = run(air_and_guns.requests, of, said)
    assert told(play, ActionRequested)[0].turn == 3
    assert question(play, "3d.near").subject == (LEADER, "mortar", "15")
    assert {each.id for each in question(play, "3d.kind").options} == {"mortar", "smoke"}
    assert air_and_guns.observers(play.state, "red") == ()
    assert {each.id for each in air_and_guns.kinds(of, LEADER) if each.open} == {"mortar", "smoke"}
    later = replace(play.state, asked_by=())
    assert {each.id for each in air_and_guns.kinds(later, LEADER) if not each.open} == {"mortar"}
    assert air_and_guns.REACHES["jfo"] == 20


def test_uo_017_a_code_is_this_turn_next_turn_or_not_available_and_an_interception_counts_both() -> None:
    of = initial(
        InitialStage.REQUEST, of=state().replace_block(LEADER, card=replace(state()[LEADER].card, observer="jfo"))
    )
    said = {"3d.by": LEADER, "3d.kind": "helicopter", "3d.near": True, "3d.code": "I"}
    play = run(air_and_guns.requests, of, said)
    assert told(play, ActionUnavailable)
    assert play.state.spent == {}
    said |= {"3d.code": Several(["T", "T"]), "3d.intercept": "yes"}
    play = run(air_and_guns.requests, of, said)
    assert play.state.spent == {"red helicopter": 1, "blue interception": 1}
    assert not told(play, ActionResolved)
    said |= {"3d.code": Several(["T", "I"]), "3d.under": []}
    play = run(air_and_guns.requests, of, said)
    assert play.state.spent == {"red helicopter": 1}
    assert told(play, ActionResolved)


def test_uo_018_ground_actions_are_never_modified_and_air_actions_always_cancelled() -> None:
    ground = initial(InitialStage.ADJUST, requests=(Request("a", "red", "mortar", 2),))
    play = run(air_and_guns.adjust, ground, {"3d.adjust": "cancel"})
    assert closed(question(play, "3d.adjust")) == {"modify"}
    assert told(play, ActionCancelled)
    never = {**FILLED, "3d": {**FILLED["3d"], "conditions": {"cancel_if": False, "modify_if": False}}}
    play = run(air_and_guns.adjust, replace(ground, aid=never), {"3d.adjust": "cancel"})
    assert not told(play, ActionCancelled)
    air = initial(InitialStage.ADJUST, requests=(Request("a", "red", "helicopter", 2),), aid=never)
    assert told(run(air_and_guns.adjust, air, {"3d.adjust": "cancel"}), ActionCancelled)
    assert not told(run(air_and_guns.adjust, air, {"3d.adjust": "modify"}), ActionModified)
    allowed = replace(air, aid=FILLED)
    assert told(run(air_and_guns.adjust, allowed, {"3d.adjust": "modify"}), ActionModified)


def test_uo_019_the_question_names_every_block_and_token_that_an_action_may_hit() -> None:
    of = initial(InitialStage.RESOLVE, requests=(Request("a", "red", "mortar", 2),))
    play = run(air_and_guns.resolve, of, {"3d.under": [CROWD]})
    assert {each.id for each in question(play, "3d.under").options} == {*of.everywhere(), *of.tokens}
    assert question(play, "3d.under").clause.row == "UO-019"
    assert CROWD not in play.state.tokens


def test_uo_020_blocks_are_exchanged_between_impulses() -> None:
    of = initial(InitialStage.ORDER)
    play = run(phase.swap_blocks, of, {"swap": "swap", "swap.one": RIFLES, "swap.two": SNIPER})
    assert told(play, BlocksSwapped) == [BlocksSwapped(seat="red", blocks=(RIFLES, SNIPER))]
    assert (play.state[RIFLES].impulse, play.state[SNIPER].impulse) == ("B", "A")
    assert run(phase.swap_blocks, of, {"swap": "keep"}).state.handled == ("red",)


def test_uo_021_the_winner_of_the_initiative_may_start_or_not_and_turn_1_is_short() -> None:
    of = initial(InitialStage.INITIATIVE)
    assert told(run(phase.initiative, of, {"starts": "second"}), FirstSideChosen) == [FirstSideChosen(first="blue")]
    rolled = initial(InitialStage.INITIATIVE, of=state(scenario={"initiative": "roll"}))
    said = {"initiative": Several([[3], [3], [2], [8]]), "starts": "first"}
    assert told(run(phase.initiative, rolled, said), FirstSideChosen) == [FirstSideChosen(first="blue")]
    turns = initial(InitialStage.INITIATIVE, of=state(scenario={"initiative": "alternate"}))
    assert told(run(phase.initiative, turns, {"starts": "first"}), FirstSideChosen) == [FirstSideChosen(first="blue")]
    assert FIRST_TURN == (InitialStage.EVENTS, InitialStage.REQUEST, InitialStage.INITIATIVE, InitialStage.DONE)


def test_uo_022_impulses_alternate_each_once_and_two_passes_end_them() -> None:
    of = replace(state(), impulse="", played={"red": ("A",)}, active="red")
    play = run(impulses.choose_impulse, of, {"impulse": "pass"})
    assert {each.id for each in question(play, "impulse").options} == {"B", "pass"}
    assert (play.state.active, impulses.is_finished(play.state)) == ("blue", False)
    assert impulses.is_finished(run(impulses.choose_impulse, play.state, {"impulse": "pass"}).state)
    played = run(impulses.choose_impulse, play.state, {"impulse": "C"}).state
    assert played.passes == 0
    assert impulses.to_play(replace(of, played={"red": ("A", "B")})) == "blue"
    assert impulses.is_finished(replace(of, played={"red": ("A", "B"), "blue": ("C", "D")}))
    assert told(play, ImpulsePassed)


def test_uo_023_3_blocks_without_the_leader_5_with_it_7_with_the_commander_too() -> None:
    of = state()
    assert menu.limit(of, "red") == 5
    assert menu.limit(of.replace_block(LEADER, osl=0), "red") == 3
    commander = replace(of[RIFLES].card, leader="commander")
    assert menu.limit(of.replace_block(RIFLES, card=commander), "red") == 7
    assert menu.limit(of.replace_block(RIFLES, card=commander).replace_block(LEADER, osl=0), "red") == 3
    unknown = {**FILLED, "blocks": {"seven_condition": {"value": "?"}}}
    asking = replace(of.replace_block(RIFLES, card=commander), aid=unknown, impulse="")
    play = run(impulses.choose_impulse, asking, {"impulse": "A", "aid": "commander"})
    assert told(play, ImpulseBegan)[0].limit == 7
    used = replace(of, used=5)
    assert menu.ready(used) == ()


def test_uo_024_markers_and_smoke_come_off_and_all_else_stays() -> None:
    of = acting(state(), RIFLES, "none").replace_block(MILITIA, reacted=True)
    of = evolve(of, TokenPlaced(token="token-11", kind=SMOKE))
    of = evolve(of, TurnClosed(turn=1))
    assert not any(block.activated or block.reacted for block in of.blocks.values())
    assert SMOKE not in {token.kind for token in of.tokens.values()}
    assert BARRICADE in of.tokens
    step = next_step(of)
    assert step
    assert step.name == "turn 2"


def test_a_block_that_is_gone_is_seen_to_before_anything_else() -> None:
    of = evolve(state(), OslLost(block=TRUCK, osl=2))
    step = next_step(of)
    assert step
    play = run(step.procedure, of)
    assert step.procedure is impulses.bury
    assert told(play, TokenPlaced)[0].kind == "wreck"
    assert asked(play) == []
    assert impulses.NONE == "none"
    assert told(play, Exploded) == []
    assert PEOPLE in play.state.tokens
