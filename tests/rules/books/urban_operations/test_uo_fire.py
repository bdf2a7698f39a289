"""Fire and assault: rows UO-050 to UO-070, one test each."""

from dataclasses import replace
from typing import Any

import pytest
from quarter import (
    CARRIER,
    CHIEF,
    CROWD,
    EXPLOSIVE,
    FILLED,
    LEADER,
    MILITIA,
    RIFLES,
    ROCKETS,
    SAPPERS,
    SCOUTS,
    SHIPPED,
    TANK,
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

from tablecam.rules.books.urban_operations.rules import actions, impulses, losses, reactions
from tablecam.rules.books.urban_operations.rules.codes import Game
from tablecam.rules.books.urban_operations.rules.duel import ORDINARY, Row, outcome
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight, ladder
from tablecam.rules.books.urban_operations.rules.fight_events import (
    CoverGiven,
    EffectApplied,
    FireAnnounced,
    Fought,
    OslLost,
    PositionTaken,
    QualityRolled,
    Reacted,
    Withdrew,
)
from tablecam.rules.books.urban_operations.rules.impulse_events import NothingDone, Scouted
from tablecam.rules.books.urban_operations.rules.initial_events import Exploded, TokenPlaced, TokenRemoved
from tablecam.rules.books.urban_operations.rules.losses import lose
from tablecam.rules.books.urban_operations.rules.state import OperationsState, Token


def shot(of: OperationsState, block: str, target: str, kind: str = "fire", ep: int = 3, **said: Any) -> Game:
    """A fight with both dice low unless they are said."""
    given = {
        "duel": Several([[3], [1]]),
        "weapon": "light",
        **{key.replace("__", "."): value for key, value in said.items()},
    }
    return run(lambda game: fight(game, AttackPlan(block, target, kind, ep)), of, given)


def lost(play: Game) -> dict[str, int]:
    """OSL lost by block."""
    return {block: sum(each.osl for each in told(play, OslLost) if each.block == block) for block in
            dict.fromkeys(each.block for each in told(play, OslLost))}  # fmt: skip


def test_uo_050_a_fight_goes_in_the_order_of_the_aid() -> None:
    of = acting(state(), LEADER, "fire")
    said = {"target.fire": ROCKETS, "duel": Several([[3], [1]]), "supporting": RIFLES}
    play = run(lambda game: actions.fire(game, LEADER), of, said)
    order = ["target.fire", "ep", "sees", "withdraw", "cover", "supporting", "bonuses", "duel", "effect.fire"]
    assert [each for each in dict.fromkeys(asked(play)) if each in order] == order
    assert asked(play).index("effect.fire") > asked(play).index("duel")


def test_uo_051_a_target_may_withdraw_and_lose_2_1_or_0_osl_by_the_die() -> None:
    chances = [ladder(False).hits([face]) for face in range(10)]
    assert [2 - hits for hits in chances] == [2, 2, 1, 1, 1, 1, 1, 0, 0, 0]
    play = shot(state(), RIFLES, MILITIA, withdraw="withdraw", withdrawal=[1])
    assert told(play, Withdrew)[0].loss == 2
    assert lost(play) == {MILITIA: 2}
    assert not told(play, QualityRolled)
    assert question(play, "withdraw.mp").most == 2
    assert "effect.fire" in asked(play)
    assert question(shot(state(), RIFLES, TRUCK, withdraw="withdraw", withdrawal=[9]), "withdraw.mp").most == 4
    reacted = state().replace_block(MILITIA, reacted=True)
    assert closed(question(shot(reacted, RIFLES, MILITIA), "withdraw")) == {"withdraw"}


def test_uo_052_an_unsuitable_weapon_costs_2_osl_and_there_is_no_duel() -> None:
    play = shot(state(), MILITIA, TANK, quality=[9])
    assert lost(play) == {MILITIA: 2}
    assert told(play, Fought) == []
    assert "effect.fire" in asked(play)
    other = {**FILLED, "inadequate": {"side": "target"}}
    assert lost(shot(state(other), MILITIA, TANK)) == {TANK: 2}
    unknown = {**FILLED, "inadequate": SHIPPED["inadequate"]}
    play = shot(state(unknown), MILITIA, TANK, aid="target")
    assert play.state.ruled == {"inadequate.side": "target"}


@pytest.mark.parametrize(
    ("effect", "totals", "losers"),
    [("joins", (5, 6), {RIFLES}), ("takes", (5, 3), {SCOUTS}), ("fires", (5, 3), {ROCKETS})],
)
def test_uo_053_what_cover_fire_does_is_the_tables_word(effect: str, totals: tuple[int, int], losers: set[str]) -> None:
    of = state({**FILLED, "cover_fire": {"effect": "?"}})
    play = shot(of, RIFLES, ROCKETS, cover=SCOUTS, cover__near=True, aid=effect)
    assert told(play, CoverGiven)[0].effect == effect
    assert play.state[SCOUTS].reacted
    assert told(play, Fought)[0].totals == totals
    assert set(lost(play)) == losers
    assert question(play, "cover.near").subject == (SCOUTS, ROCKETS, "3")
    assert "cover" not in asked(shot(of, RIFLES, ROCKETS, "assault"))


def test_uo_054_the_higher_die_gets_the_total_of_its_row_the_lower_its_bonus() -> None:
    row = Row("R", 7, 8, bonus=1, total=2)
    rules = state().rules
    assert outcome((4, 4), (row, ORDINARY), (7, 5), rules).totals == (6, 4)
    assert outcome((4, 4), (row, row), (7, 8), rules).totals == (5, 6)
    assert outcome((4, 4), (row, ORDINARY), (7, 7), rules).totals == (5, 4)


def test_uo_055_an_ordinary_row_gives_1_to_the_higher_die() -> None:
    assert outcome((4, 4), (ORDINARY, ORDINARY), (6, 5), state().rules).totals == (5, 4)
    assert told(shot(state(), RIFLES, ROCKETS), Fought)[0].totals == (5, 3)


def test_uo_056_a_critical_row_is_that_of_weapon_and_target_and_lost_icons_are_asked() -> None:
    play = shot(state(), RIFLES, MILITIA, duel=Several([[9], [8]]), quality=[9])
    assert told(play, Fought)[0].rows == ("R2", "R1")
    assert lost(play) == {MILITIA: 2}
    unknown = {**FILLED, "critical": SHIPPED["critical"]}
    said = {"duel": Several([[8], [1]]), "aid.critical": "R3"}
    play = shot(state(unknown), RIFLES, ROCKETS, **{key.replace(".", "__"): value for key, value in said.items()})
    assert told(play, Fought)[0].rows == ("R3", "")
    assert {each.id for each in question(play, "aid.critical").options} == {
        f"{scope}{row}" for scope in ("", "now:") for row in ("R1", "R3", "R4", "R5", "none")
    }
    assert str(question(play, "aid.critical").options[0].clause) == "UO Randomness (UO-056)"
    assert play.state.ruled == {"critical:first.foot.8": "R3"}
    again = shot(play.state, RIFLES, ROCKETS, duel=Several([[8], [1]]))
    assert "aid.critical" not in asked(again)


def test_uo_057_a_leader_less_than_6_ep_away_adds_1() -> None:
    play = shot(state(), RIFLES, ROCKETS, bonuses=Several([["chain"], []]))
    assert told(play, Fought)[0].totals == (6, 3)
    alone = state().replace_block(LEADER, osl=0)
    assert "chain" not in {each.id for each in question(shot(alone, RIFLES, ROCKETS), "bonuses").options}


def test_uo_058_a_position_adds_1_once() -> None:
    play = shot(state(), RIFLES, ROCKETS, bonuses=Several([["opening", "fortified", "high", "sewers"], []]))
    assert told(play, Fought)[0].totals == (6, 3)


def test_uo_059_opportunity_fire_adds_2() -> None:
    play = shot(state(), RIFLES, ROCKETS, "opportunity")
    assert told(play, Fought)[0].totals == (7, 3)
    assert "UO-059" in str(question(play, "duel").check.sides[0].modifiers[-1].clause)


def test_uo_060_a_worn_block_has_1_less_at_the_osl_that_the_table_says() -> None:
    worn = state().replace_block(RIFLES, osl=1)
    assert told(shot(worn, RIFLES, ROCKETS), Fought)[0].totals == (4, 3)
    asking = replace(worn, aid={**FILLED, "osl": {"weak": "?"}})
    play = shot(asking, RIFLES, ROCKETS, aid="0")
    assert told(play, Fought)[0].totals == (5, 3)


def test_uo_061_the_lower_total_loses_1_osl_and_equals_1_each() -> None:
    assert lost(shot(state(), RIFLES, ROCKETS)) == {ROCKETS: 1}
    equal = shot(state(), RIFLES, SCOUTS, duel=Several([[1], [2]]), bonuses=Several([[], []]))
    assert told(equal, Fought)[0].totals == (4, 4)
    assert lost(equal) == {RIFLES: 1, SCOUTS: 1}


def test_uo_062_the_loser_of_an_assault_loses_2_and_withdraws() -> None:
    play = shot(state(), RIFLES, CHIEF, "assault", quality=[1])
    assert lost(play) == {CHIEF: 2}
    assert told(play, Withdrew) == [Withdrew(block=CHIEF, mp=2, forced=True)]
    caught = shot(state(), RIFLES, CHIEF, "assault", quality=[1], **{"way-out": False})
    assert not caught.state[CHIEF].alive
    dead = shot(state().replace_block(CHIEF, osl=2), RIFLES, CHIEF, "assault", quality=[1])
    assert not told(dead, Withdrew)
    equal = shot(state(), RIFLES, SCOUTS, "assault", duel=Several([[1], [2]]))
    assert (lost(equal), told(equal, Withdrew)) == ({RIFLES: 1, SCOUTS: 1}, [])


def test_uo_063_a_critical_overrides_the_totals_and_two_are_equality() -> None:
    deadly = Row("R", 9, 9, loses=True, extra=1)
    rules = state().rules
    assert outcome((1, 9), (deadly, ORDINARY), (9, 3), rules).loser == 1
    both = outcome((1, 9), (deadly, deadly), (9, 9), rules)
    assert (both.loser, both.extra, both.destroyed) == (None, (0, 0), (False, False))


def test_uo_064_the_weapons_effect_follows_every_fight() -> None:
    for said in ({}, {"withdraw": "withdraw", "withdrawal": [9]}):
        assert "effect.fire" in asked(shot(state(), RIFLES, ROCKETS, **said))


@pytest.mark.parametrize(("block", "face", "change"), [(CHIEF, 6, -1), (CHIEF, 5, 0), (MILITIA, 3, 1), (MILITIA, 4, 0)])
def test_uo_065_elite_loses_1_less_on_6_to_9_recruit_1_more_on_0_to_3(block: str, face: int, change: int) -> None:
    play = run(lambda game: lose(game, block, 1, "fire"), state(), {"quality": [face]})
    assert told(play, QualityRolled)[0].change == change
    assert lost(play).get(block, 0) == 1 + change
    assert not told(run(lambda game: lose(game, block, 0, "fire"), state()), QualityRolled)
    for cause in ("withdrawal", "event"):
        assert not told(run(lambda game, cause=cause: lose(game, block, 1, cause), state()), QualityRolled)


def test_uo_066_a_vehicle_leaves_a_wreck_and_an_assault_that_drives_off_takes_the_position() -> None:
    gone = run(lambda game: lose(game, TRUCK, 2, "fire"), state())
    buried = run(impulses.bury, gone.state)
    assert told(buried, TokenPlaced)[0].kind == "wreck"
    foot = run(lambda game: lose(game, ROCKETS, 2, "fire"), state())
    assert not told(run(impulses.bury, foot.state), TokenPlaced)
    assert told(shot(state(), RIFLES, CHIEF, "assault", quality=[1]), PositionTaken) == [PositionTaken(block=RIFLES)]
    assert not told(shot(state(), RIFLES, CHIEF, quality=[1]), PositionTaken)


def test_uo_067_a_reaction_is_withdrawal_or_opportunity_fire_with_free_scouting_once_a_turn() -> None:
    of = acting(state(), RIFLES, "none", "move", "move")
    assert SCOUTS in reactions.watchers(of, RIFLES, ())
    hold = run(lambda game: reactions.react(game, SCOUTS, RIFLES) and None, of, {"reaction": "hold", "scouts": True})
    assert told(hold, Scouted)
    assert not told(hold, Fought)
    assert SCOUTS not in reactions.watchers(hold.state, RIFLES, ())
    said = {"reaction": "fire", "scouts": False, "duel": Several([[3], [1]])}
    shoots = run(lambda game: reactions.react(game, SCOUTS, RIFLES) and None, of, said)
    assert told(shoots, FireAnnounced)[0].kind == "opportunity"
    leaves = run(
        lambda game: reactions.react(game, SCOUTS, RIFLES) and None, of, {"reaction": "withdraw", "withdrawal": [9]}
    )
    assert told(leaves, Reacted) == [Reacted(block=SCOUTS, to=RIFLES, kind="withdrawal")]


def test_uo_070_the_table_names_who_lies_in_the_area_and_the_aid_says_how_much_and_whose() -> None:
    play = shot(state(), RIFLES, ROCKETS, effect__fire=[SAPPERS, CROWD, EXPLOSIVE], test=[9])
    names = {each.id for each in question(play, "effect.fire").options}
    assert SAPPERS in names
    assert MILITIA not in names
    assert RIFLES not in names
    assert told(play, EffectApplied)[0].blocks == (SAPPERS,)
    assert [each.token for each in told(play, TokenRemoved)] == [CROWD]
    assert play.state.tokens[EXPLOSIVE].revealed
    said = {"effect__fire": [MILITIA], "aid": Several(["2", "everybody"]), "quality": [9]}
    unknown = {**FILLED, "weapons_effect": SHIPPED["weapons_effect"]}
    play = shot(state(unknown), RIFLES, ROCKETS, **said)
    assert told(play, EffectApplied)[0].osl == 2
    assert lost(play)[MILITIA] == 2
    assert play.state.ruled["weapons_effect.fire.osl"] == "2"


def test_a_chain_of_explosives_ends() -> None:
    of = state()
    of = replace(of, tokens={f"token-{n}": Token("explosive", n) for n in range(1, 6)})
    said = {"test": [0], "blast.explosion": Several([[f"token-{n}"] for n in range(2, 6)] + [[]])}
    play = run(lambda game: losses.test(game, "token-1"), of, said)
    assert len(told(play, Exploded)) == 5
    assert play.state.tokens == {}


def test_a_target_out_of_sight_is_let_go_and_another_named() -> None:
    of = acting(state(), RIFLES, "fire")
    said = {"target.fire": Several([MILITIA, ROCKETS]), "sees": Several([False, True]), "duel": Several([[3], [1]])}
    play = run(lambda game: actions.fire(game, RIFLES), of, said)
    assert told(play, FireAnnounced)[0].target == ROCKETS
    nobody = run(lambda game: actions.fire(game, RIFLES), of, {"target.fire": "nobody"})
    assert told(nobody, NothingDone)[0].why == "no-target"
    assert CARRIER in nobody.state.blocks
