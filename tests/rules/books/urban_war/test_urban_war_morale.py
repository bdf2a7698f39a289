"""Command checks, panic, rally, shock, the Commander: from plain data."""

import pytest
from skirmish import names, play, state

from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.action_events import (
    Activated,
    FollowUpBegan,
    FollowUpDeclared,
    Moved,
    Panicked,
    Shocked,
)
from tablecam.rules.books.urban_war.rules.attack_events import Disengaged, Engaged, Removed, Wounded
from tablecam.rules.books.urban_war.rules.cards import Band, Shot
from tablecam.rules.books.urban_war.rules.morale import casualty, command_check, find_auras, panic, rally
from tablecam.rules.books.urban_war.rules.shooting import shoot
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven


def test_two_dice_with_cd_and_cal_make_fifteen() -> None:
    now = state("ann:trooper/1")
    assert command_check(play(now, [5, 5]), "ann", "rally")
    assert not command_check(play(now, [4, 5]), "ann", "rally")


def test_five_or_less_on_the_dice_fails_whatever_is_added_and_nothing_passes_by_itself() -> None:
    now = state("ann:veteran/2")
    check = checks.command(now, now["ann"], "rally", [])
    assert check.lowest_pass == 7
    sure = checks.command(now, now["ann"], "rally", [checks.Modifier(20, "luck")])
    assert not sure.passes((1, 4))
    assert sure.passes((1, 5))
    hopeless = checks.command(now, now["ann"], "rally", [checks.Modifier(-20, "despair")])
    assert not hopeless.passes((10, 10))


def test_the_commander_inspires_friends_within_nine_inches_but_not_itself() -> None:
    now = state("vale* ann abe", "bob")
    found = find_auras(play(now, {"ann": 9.0, "abe": 9.1}), ("vale", "ann", "abe"))
    assert list(found) == ["ann"]
    assert found["ann"][0].amount == 1


@pytest.mark.parametrize("gone", [Removed(model="vale"), Panicked(model="vale")])
def test_a_dead_or_panicked_commander_inspires_nobody(gone) -> None:
    assert find_auras(play(state("vale* ann", "bob", gone)), ("ann",)) == {}


def test_friends_within_nine_inches_of_where_the_casualty_stood_check_for_panic() -> None:
    game = play(state("ann abe al", "bob"), {"abe": 9.0, "al": 9.1}, [2, 3])
    casualty(game, "ann")
    assert names(game) == ["Removed", "CommandChecked", "Panicked"]
    assert game.state["abe"].panicked


def test_friends_in_contact_with_an_enemy_do_not_check_for_a_lost_friend() -> None:
    game = play(state("ann abe", "bob", Engaged(model="abe", enemies=("bob",))), {"abe": 3.0})
    casualty(game, "ann")
    assert names(game) == ["Removed"]


def test_the_place_of_a_casualty_is_remembered() -> None:
    now = state("ann", "bob", Moved(model="ann", length_in=1.0, kind="move", end=(3.0, 4.0, 0.0)))
    game = play(now)
    casualty(game, "ann")
    assert game.state["ann"].place == (3.0, 4.0, 0.0)
    assert game.told == (Removed(model="ann", end=(3.0, 4.0, 0.0)),)


def test_who_is_panicked_does_not_check_again_unless_the_house_says_so() -> None:
    panicked = Panicked(model="ann")
    game = play(state("ann", "bob", panicked))
    panic(game, ("ann",), "again")
    assert game.told == ()
    twice = play(state("ann", "bob", panicked, duplicate_panic=True), [1, 1])
    panic(twice, ("ann",), "again")
    assert names(twice) == ["CommandChecked", "Panicked"]


def test_the_aura_is_read_once_for_all_checks_of_an_event_or_again_for_each_as_a_house_rule() -> None:
    once = play(state("vale* ann", "bob"), {"ann": 5}, [1, 1], [5, 5])
    panic(once, ("vale", "ann"), "a friend was lost")
    assert not once.state["ann"].panicked
    in_turn = play(state("vale* ann", "bob", panic_order="in turn"), [1, 1], [5, 5])
    panic(in_turn, ("vale", "ann"), "a friend was lost")
    assert in_turn.state["ann"].panicked


def test_a_rally_lifts_the_counter_but_not_the_restrictions_of_this_action() -> None:
    game = play(state("ann", "bob", Panicked(model="ann"), Activated(model="ann")), [9, 9])
    rally(game, "ann")
    assert not game.state["ann"].panicked
    assert game.state.suffers("ann")


def test_high_morale_is_free_at_once() -> None:
    game = play(state("al:shield", "bob", Panicked(model="al"), Activated(model="al")), [9, 9])
    rally(game, "al")
    assert not game.state.suffers("al")


def test_a_follow_up_begins_with_another_rally_and_without_the_flags_of_the_first_action() -> None:
    events = (Panicked(model="ann"), Activated(model="ann"), FollowUpDeclared(model="ann"), FollowUpBegan(model="ann"))
    now = state("ann:veteran/2", "bob", *events)
    assert now["ann"].restricted
    game = play(now, [9, 9])
    rally(game, "ann")
    assert not game.state["ann"].panicked
    assert now.action.moved_in == 0


def test_panic_that_comes_later_counts_at_once_or_only_at_activation_as_a_house_rule() -> None:
    assert state("ann", "bob", Panicked(model="ann")).suffers("ann")
    assert not state("ann", "bob", Panicked(model="ann"), panicked_state="activation").suffers("ann")


def hit(now, *answers):
    game = play(now, *answers)
    shoot(game, "bob", "ann", game.state["bob"].profile.weapons[0], Shot(Band.SHORT))
    return game


def test_a_shot_that_hits_and_does_not_kill_shocks_in_the_reference_profile() -> None:
    game = hit(state("ann", "bob", profile="reference"), [9], [1], [2, 3])
    assert game.state["ann"].shocked


def test_without_the_switch_there_is_no_shock() -> None:
    assert names(hit(state(), [9], [1])) == ["TargetNamed", "ShotFired", "DamageRolled"]


def test_who_is_shocked_is_not_shocked_again() -> None:
    game = hit(state("ann", "bob", Shocked(model="ann"), shock=True), [9], [1])
    assert "CommandChecked" not in names(game)


def test_both_counters_go_when_a_shocked_model_is_activated() -> None:
    orders = OrdersGiven(seat="red", orders={"ann": "snap-fire"})
    now = state("ann", "bob", orders, Shocked(model="ann"), Activated(model="ann"))
    assert not now["ann"].shocked
    assert now.action.shocked


def test_half_of_its_wounds_gone_is_a_check_once_for_models_with_more_than_one_wound() -> None:
    game = hit(state("ann:veteran/2", "bob"), [9], [9], [2, 2])
    assert names(game)[-3:] == ["HalfWoundsSeen", "CommandChecked", "Panicked"]


@pytest.mark.parametrize(("rule", "checks_now"), [("at most", True), ("exactly", False)])
def test_fewer_than_half_counts_too_unless_the_house_says_exactly(rule: str, checks_now: bool) -> None:
    now = state("ann:brute", "gus:gunner", Wounded(model="ann", wounds=1), half_wounds=rule)
    game = play(now, [1, 1, 9], [1], [9], *([[9, 9]] if checks_now else []))
    shoot(game, "gus", "ann", now["gus"].profile.weapons[0], Shot(Band.SHORT))
    assert ("HalfWoundsSeen" in names(game)) is checks_now


def test_half_wounds_in_contact_is_no_check() -> None:
    game = hit(state("ann:veteran/2", "bob cat", Engaged(model="ann", enemies=("cat",))), [9], [9])
    assert "CommandChecked" not in names(game)


@pytest.mark.parametrize("rule", ["at most", "exactly"])
@pytest.mark.parametrize(("dice", "ends"), [([[2]], "ShotFired"), ([[9], [1]], "DamageRolled")])
def test_half_wounds_reached_in_contact_brings_no_check_with_a_later_shot_that_does_not_wound(dice, ends, rule) -> None:
    """A miss, or a hit without a wound, made a model check for what it had lost in a close combat."""
    fought = (Engaged(model="ann", enemies=("cat",)), Wounded(model="ann"), Disengaged(model="ann", enemies=("cat",)))
    game = hit(state("ann:veteran/2", "bob cat", *fought, half_wounds=rule), *dice)
    assert names(game)[-1] == ends


def test_a_wound_beyond_the_half_that_was_reached_in_contact_brings_no_check_either() -> None:
    fought = (
        Engaged(model="ann", enemies=("bob",)),
        Wounded(model="ann", wounds=2),
        Disengaged(model="ann", enemies=("bob",)),
    )
    now = state("ann:giant", "gus:gunner bob", *fought)
    game = play(now, [1, 1, 9], [9])
    shoot(game, "gus", "ann", now["gus"].profile.weapons[0], Shot(Band.SHORT))
    assert game.state["ann"].wounds == 1
    assert names(game)[-1] == "Wounded"
