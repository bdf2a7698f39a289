"""Overwatch from plain data: who may break in, what it costs, and what becomes of the action."""

import pytest
from skirmish import names, play, state, worded

from tablecam.rules.books.urban_war.rules.action_events import (
    ActionHalted,
    Activated,
    CommandChecked,
    FollowUpBegan,
    FollowUpDeclared,
    Panicked,
    Shocked,
)
from tablecam.rules.books.urban_war.rules.actions import act
from tablecam.rules.books.urban_war.rules.attack_events import Attacked, Charged, Engaged
from tablecam.rules.books.urban_war.rules.codes import reason, row
from tablecam.rules.books.urban_war.rules.facts import Reaction
from tablecam.rules.books.urban_war.rules.overwatch import going, offer, react
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven, ReactionAttempted, ReactionVoid
from tablecam.rules.play import instead

BOTH = OrdersGiven(seat="blue", orders={"bob": "overwatch", "cat": "overwatch"})


def watched(*events, red: str = "ann", blue: str = "bob cat", **rules):
    """Ann acts; Bob and Cat wait."""
    return state(red, blue, BOTH, Activated(model=red.partition(":")[0]), *events, **rules)


def options(now) -> dict[str, str]:
    found = offer(now)
    return {each.id: str(each.why_not) for each in found.options} if found else {}


def test_everybody_on_overwatch_may_break_in_and_the_offer_is_the_seats_alone() -> None:
    found = offer(watched())
    assert found is not None
    assert found.seen_by == ("blue",)
    assert list(options(watched())) == ["bob shot", "bob charge", "cat shot", "cat charge"]


def test_snap_fire_models_break_into_nothing() -> None:
    snap = OrdersGiven(seat="blue", orders={"bob": "snap-fire", "cat": "snap-fire"})
    assert offer(state("ann", "bob cat", snap, Activated(model="ann"))) is None


def test_nobody_may_break_into_an_action_twice_pass_or_fail() -> None:
    now = watched(ReactionAttempted(model="bob", target="ann", kind="shot"))
    assert offer(now) is None
    assert now["bob"].activated


def test_only_a_success_counts_as_a_house_rule() -> None:
    now = watched(ReactionAttempted(model="bob", target="ann", kind="shot"), attempts_per_action="success")
    assert list(options(now)) == ["cat shot", "cat charge"]


@pytest.mark.parametrize(("inches", "needed"), [(12, 11), (24, 12), (36, 13)])
def test_the_check_for_a_disruption_shot_is_harder_by_one_for_every_band(inches: float, needed: int) -> None:
    game = play(watched(blue="bob:gunner cat"), {"ann": inches}, {"cat": 9}, {"ann": 1}, [2, 3])
    react(game, Reaction("bob", "shot"))
    check = next(each for each in game.told if isinstance(each, CommandChecked))
    assert check.total == 5 + 4 - (needed - 11)
    assert names(game) == ["ReactionAnnounced", "ReactionAttempted", "CommandChecked"]


def test_a_disruption_shot_takes_no_target_check_and_no_penalty_for_moving_and_the_action_goes_on() -> None:
    game = play(watched(), {"ann": 10}, {"cat": 9}, {"ann": 1}, [6, 6], [4])
    react(game, Reaction("bob", "shot"))
    assert names(game)[-2:] == ["TargetNamed", "ShotFired"]
    assert going(game.state)


def test_a_shot_that_kills_ends_the_action() -> None:
    game = play(watched(), "rush", instead("bob shot"), 3.0, {"ann": 10}, {"cat": 9}, {"ann": 1}, [6, 6], [9], [9])
    act(game, "ann")
    assert names(game)[-2:] == ["Removed", "ActionEnded"]


def test_who_does_not_see_or_reach_rolls_nothing_and_waits_on() -> None:
    for facts, why in (
        ([{"ann": 10}, {"cat": 9}, {"ann": 0.1}], "bob does not see ann"),
        ([{"ann": 40}, {"cat": 9}, {"ann": 1}], "ann is out of the range of bob"),
    ):
        game = play(watched(), *facts)
        react(game, Reaction("bob", "shot"))
        assert worded(game.told[-1]) == ReactionVoid(model="bob", kind="shot", why=why)
        assert game.state["bob"].waits
        assert options(game.state)["bob shot"] == why


def test_the_mover_is_halted_where_the_table_has_it_and_goes_on_with_the_rest() -> None:
    game = play(watched(), "rush", instead("bob shot"), 5.0, {"ann": 10}, {"cat": 9}, {"ann": 1}, [1, 2], 3.0, "end")
    act(game, "ann")
    assert [each.length_in for each in game.told if each.record()["name"] == "Moved"] == [5.0, 3.0]


def test_an_intercept_makes_both_charge_and_ends_the_action() -> None:
    game = play(watched(), {"ann": 8}, {"cat": 9}, {"ann": 1}, [6, 6], 8.0, ["ann"], [1], [1])
    react(game, Reaction("bob", "charge"))
    assert Charged(models=("bob", "ann")) in game.told
    assert Attacked(attacker="bob", defender="ann", fights_back=True) in game.told
    assert ActionHalted(model="ann", why=reason("intercepted", model="bob"), intercepted=True) in game.told
    assert not going(game.state)


def test_an_intercept_has_no_penalty_for_range_but_a_reach() -> None:
    game = play(watched(), {"ann": 8.1})
    react(game, Reaction("bob", "charge"))
    assert worded(game.told[-1]) == ReactionVoid(
        model="bob", kind="charge", why="ann is 8.1 in away, but bob charges 8 in"
    )


def test_what_is_off_the_ground_cannot_be_intercepted() -> None:
    game = play(watched(red="ann:jumper"), {"ann": 5}, {"cat": 9}, {"ann": 1}, True)
    react(game, Reaction("bob", "charge"))
    assert worded(game.told[-1]) == ReactionVoid(model="bob", kind="charge", why="ann is off the ground")


def test_once_the_mover_touches_somebody_only_those_may_intercept_and_nobody_shoots() -> None:
    found = options(watched(Engaged(model="ann", enemies=("cat",))))
    assert found["cat charge"] == ""
    assert "only models that touch it" in found["bob charge"]
    assert found["bob shot"] == "ann is in close combat"
    assert options(watched(Engaged(model="ann", enemies=("cat",)), interrupt_engaged=True))["bob shot"] == ""


def test_in_contact_nobody_breaks_in_as_a_house_rule() -> None:
    now = watched(Engaged(model="ann", enemies=("cat",)), overwatch_in_contact="none")
    assert offer(now) is None or options(now)["cat charge"]


def test_an_intercept_in_contact_needs_no_move() -> None:
    game = play(watched(Engaged(model="ann", enemies=("cat",))), [6, 6], [1], [1])
    react(game, Reaction("cat", "charge"))
    assert "Moved" not in names(game)
    assert "Attacked" in names(game)


def test_a_panicked_model_rallies_first_may_not_charge_and_shoots_worse() -> None:
    now = watched(Panicked(model="bob"))
    assert options(now)["bob charge"] == "bob is panicked and may not charge"
    game = play(now, {"ann": 10}, {"cat": 9}, {"ann": 1}, [6, 6], [6, 6], [6])
    react(game, Reaction("bob", "shot"))
    assert names(game)[2:5] == ["CommandChecked", "Rallied", "CommandChecked"]
    assert game.told[-1].hits == 0
    assert options(watched(Panicked(model="bob"), panicked_reaction="none"))["bob shot"] == "bob is panicked"


def test_high_morale_that_rallies_may_intercept() -> None:
    blue = "bob:shield cat"
    now = watched(Panicked(model="bob"), blue=blue)
    assert options(now)["bob charge"] == ""
    game = play(now, {"ann": 5}, {"cat": 9}, {"ann": 1}, [6, 6], [6, 6], 5.0, ["ann"], "rifle", [1], [1])
    react(game, Reaction("bob", "charge"))
    assert "Attacked" in names(game)


def test_high_morale_that_does_not_rally_rolls_no_intercept_check_and_that_is_told() -> None:
    now = watched(Panicked(model="bob"), blue="bob:shield cat")
    game = play(now, {"ann": 5}, {"cat": 9}, {"ann": 1}, [2, 2])
    react(game, Reaction("bob", "charge"))
    assert names(game) == ["ReactionAnnounced", "ReactionAttempted", "CommandChecked", "ReactionVoid"]
    assert worded(game.told[-1]) == ReactionVoid(model="bob", kind="charge", why="bob is panicked and may not charge")
    assert game.questions == ()
    assert not game.state["bob"].waits
    assert offer(game.state) is None


def test_a_void_reaction_that_an_umpire_tells_without_a_reason_closes_the_option_too() -> None:
    found = options(watched(ReactionVoid(model="bob", kind="shot", why="")))
    assert (found["bob shot"], found["cat shot"]) == ("bob cannot", "")


def test_the_option_rests_on_the_clause_of_the_kind_of_reaction() -> None:
    found = offer(watched(*(ReactionVoid(model="bob", kind=kind, why="no") for kind in ("shot", "charge"))))
    assert [str(each.clause) for each in found.options[:2]] == [str(row(55)), str(row(57))]


def test_a_shocked_model_on_overwatch_breaks_into_nothing() -> None:
    assert "may only evade" in options(watched(Shocked(model="bob")))["bob shot"]


def test_an_intercept_that_falls_short_leaves_the_action_going() -> None:
    game = play(watched(), {"ann": 8}, {"cat": 9}, {"ann": 1}, [6, 6], 8.0, [])
    react(game, Reaction("bob", "charge"))
    assert names(game)[-1] == "InterceptFellShort"
    assert going(game.state)


def test_a_follow_up_is_an_action_that_may_be_broken_into_again() -> None:
    tried = ReactionAttempted(model="bob", target="ann", kind="shot")
    now = watched(tried, FollowUpDeclared(model="ann"), FollowUpBegan(model="ann"))
    assert list(options(now)) == ["cat shot", "cat charge"]
