"""Close combat from plain data: who fights, who strikes first, hits, damage, who has lost; breaking off."""

import pytest
from skirmish import names, play, state

from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.action_events import Activated, Panicked, Shocked
from tablecam.rules.books.urban_war.rules.actions import act, begin_fight, break_off, charge
from tablecam.rules.books.urban_war.rules.attack_events import (
    Attacked,
    Charged,
    CombatDecided,
    Engaged,
    FoughtBack,
    ShieldAimed,
    Struck,
)
from tablecam.rules.books.urban_war.rules.close_combat import BARE_HANDS, fight, fights_back, first_strike
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven
from tablecam.rules.play import Waiting

CONTACT = Engaged(model="ann", enemies=("bob",))


def touching(*events, red: str = "ann", blue: str = "bob", **rules):
    return state(red, blue, CONTACT, *events, **rules)


def test_equal_first_strike_strikes_at_once_and_both_may_die() -> None:
    game = play(touching(), [6], [6], [6], [6])
    fight(game, "ann", "bob")
    assert [each.striker for each in game.told if isinstance(each, Struck)] == ["ann", "bob"]
    assert not game.state["ann"].alive
    assert not game.state["bob"].alive


def test_whoever_is_killed_first_does_not_strike() -> None:
    game = play(touching(Charged(models=("ann",))), [5], [5])
    fight(game, "ann", "bob")
    assert [each.striker for each in game.told if isinstance(each, Struck)] == ["ann"]


def test_first_strike_counts_the_weapon_and_three_for_charging_but_calibre_only_once() -> None:
    now = touching(Charged(models=("ann",)), red="ann:veteran/2")
    blade = now["ann"].profile.weapons[1]
    assert first_strike(now, "ann", blade) == 6 + 1 + 3


def test_a_charge_adds_one_to_hit_and_to_damage() -> None:
    now = touching(Charged(models=("ann",)))
    figures = now["ann"].profile.weapons[0].contact
    assert checks.blow(now, now["ann"], now["bob"], figures).lowest_pass == 5
    assert checks.blow_damage(now, now["ann"], now["bob"], figures).lowest_pass == 5
    assert checks.blow(now, now["bob"], now["ann"], figures).lowest_pass == 6


def test_a_weapon_that_adds_adds_to_the_models_own_strength_and_its_blows_multiply() -> None:
    now = touching(red="ann:veteran/2")
    game = play(now, "blade", [1, 1], [1])
    fight(game, "ann", "bob")
    assert next(each for each in game.told if isinstance(each, Struck)).faces == (1, 1)
    blade = now["ann"].profile.weapons[1].contact
    assert checks.blow_damage(now, now["ann"], now["bob"], blade).lowest_pass == 5
    models_own = touching(red="ann:veteran/2", cc_strength="model")
    assert checks.blow_damage(models_own, models_own["ann"], models_own["bob"], blade).lowest_pass == 6


def test_without_a_weapon_for_it_a_model_uses_its_bare_hands() -> None:
    cards = {"monk": {"ST": 5}}
    sides = {"red": [{"id": "ann", "card": "monk"}], "blue": [{"id": "bob", "card": "monk"}]}
    game = play(new_game({"cards": cards, "sides": sides, "deployed": True}), [6], [5], [1])
    fight(game, "ann", "bob")
    assert next(each for each in game.told if isinstance(each, Struck)).weapon == BARE_HANDS.name
    assert not game.state["bob"].alive


def test_the_weapons_modifier_may_be_ignored_as_a_house_rule() -> None:
    for counts, modifier in ((True, 1), (False, 0)):
        now = touching(red="ann:veteran/2", cc_weapon_modifier=counts)
        blade = now["ann"].profile.weapons[1].contact
        assert checks.blow(now, now["ann"], now["bob"], blade).modifier == modifier


def test_a_model_strikes_back_at_its_first_attacker_of_the_turn_alone() -> None:
    now = state("ann abe", "bob", Attacked(attacker="ann", defender="bob", fights_back=True))
    assert fights_back(now, "bob", "ann")
    assert not fights_back(now, "bob", "abe")


def test_once_a_turn_only_is_a_house_rule() -> None:
    now = state("ann", "bob", FoughtBack(model="bob", enemy="ann"), fight_back_same_enemy=False)
    assert not fights_back(now, "bob", "ann")


def test_a_shocked_model_does_not_strike_back() -> None:
    assert not fights_back(state("ann", "bob", Shocked(model="bob")), "bob", "ann")


def test_who_took_more_hits_has_lost_even_without_a_wound_and_checks() -> None:
    game = play(touching(), [6], [1], [1], [2, 3])
    fight(game, "ann", "bob")
    assert CombatDecided(loser="bob", hits={"ann": 1, "bob": 0}) in game.told
    assert game.state["bob"].panicked


def test_equal_hits_decide_nothing() -> None:
    game = play(touching(), [6], [1], [6], [1])
    fight(game, "ann", "bob")
    assert CombatDecided(loser="", hits={"ann": 1, "bob": 1}) in game.told


@pytest.mark.parametrize(("counts", "loser"), [(False, ""), (True, "bob")])
def test_hits_that_armour_stops_do_not_decide_unless_the_house_says_so(counts: bool, loser: str) -> None:
    check = [[9, 9]] if counts else []
    game = play(touching(blue="bob:brute", armoured_hits_count=counts), [1, 1], [6], [10], *check)
    fight(game, "ann", "bob")
    assert next(each for each in game.told if isinstance(each, CombatDecided)).loser == loser


def test_a_defender_on_overwatch_has_had_its_turn_once_it_has_struck_back() -> None:
    orders = OrdersGiven(seat="blue", orders={"bob": "overwatch"})
    game = play(touching(orders), [1], [1])
    fight(game, "ann", "bob")
    assert game.state["bob"].activated
    kept = play(touching(OrdersGiven(seat="blue", orders={"bob": "snap-fire"})), [1], [1])
    fight(kept, "ann", "bob")
    assert kept.state["bob"].waits


def test_a_battleshield_helps_against_the_first_enemy_in_contact_only() -> None:
    now = state("ann:shield", "bob cat", Engaged(model="ann", enemies=("bob", "cat")))
    figures = now["bob"].profile.weapons[0].contact
    assert checks.blow_damage(now, now["bob"], now["ann"], figures).lowest_pass == 7
    assert checks.blow_damage(now, now["cat"], now["ann"], figures).lowest_pass == 6


def test_when_the_first_enemy_breaks_off_the_shield_may_be_held_against_another() -> None:
    now = state("ann:shield", "bob cat", Engaged(model="ann", enemies=("bob", "cat")), Activated(model="bob"))
    game = play(now, [9, 9], "rifle", [1], "cat", 4.0)
    break_off(game, "bob")
    assert ShieldAimed(model="ann", enemy="cat") in game.told
    assert game.state["ann"].shield_vs == "cat"


def test_a_panicked_model_hits_less_well() -> None:
    now = touching(Panicked(model="ann"))
    assert checks.blow(now, now["ann"], now["bob"], now["ann"].profile.weapons[0].contact).lowest_pass == 8


def test_breaking_off_lets_every_enemy_in_contact_strike_once_before_the_move() -> None:
    now = state("ann:veteran/2", "bob cat", Engaged(model="ann", enemies=("bob", "cat")), Activated(model="ann"))
    game = play(now, [9, 9], [1], [1], 5.0)
    break_off(game, "ann")
    assert [each.striker for each in game.told if isinstance(each, Struck)] == ["bob", "cat"]
    assert names(game)[-2:] == ["Disengaged", "Moved"]
    assert game.state["ann"].contacts == ()


def test_whom_it_fights_is_asked_only_where_there_is_a_choice_or_somebody_may_break_in() -> None:
    one = touching(Activated(model="ann"), blue="bob cat")
    assert begin_fight(play(one, [1], [1]), "ann")
    both = Engaged(model="ann", enemies=("bob", "cat"))
    waits = OrdersGiven(seat="blue", orders={"cat": "overwatch"})
    for asked in (
        state("ann", "bob cat", both, Activated(model="ann")),
        touching(waits, Activated(model="ann"), blue="bob cat"),
    ):
        with pytest.raises(Waiting):
            begin_fight(play(asked), "ann")
        game = play(asked, "bob", [1], [1])
        assert begin_fight(game, "ann")
        assert names(game)[:1] == ["Attacked"]


def test_one_striker_of_the_other_sides_choice_is_a_house_rule() -> None:
    both = Engaged(model="ann", enemies=("bob", "cat"))
    now = state("ann:veteran/2", "bob cat", both, Activated(model="ann"), breakoff_strikers="one")
    game = play(now, [9, 9], "cat", [1], 5.0)
    break_off(game, "ann")
    assert [each.striker for each in game.told if isinstance(each, Struck)] == ["cat"]


def test_who_fails_to_break_off_must_fight() -> None:
    game = play(touching(Activated(model="ann")), [2, 3], [1], [1])
    break_off(game, "ann")
    assert names(game) == ["CommandChecked", "Attacked", "Struck", "Struck", "FoughtBack", "CombatDecided"]


def test_who_is_hit_while_breaking_off_checks_for_panic_unless_the_house_says_not() -> None:
    for panics, answers in ((True, [[9, 9], [6], [1], [1, 1], 4.0]), (False, [[9, 9], [6], [1], 4.0])):
        game = play(touching(Activated(model="ann"), breakoff_panic=panics), *answers)
        break_off(game, "ann")
        assert game.state["ann"].panicked is panics


def test_a_charge_ends_in_contact_and_the_fight_is_part_of_it() -> None:
    game = play(
        state("ann", "bob cat", Activated(model="ann")),
        {"bob": 7, "cat": 9},
        "bob",
        7.5,
        ["bob"],
        [5],
        [5],
        {"cat": 12},
    )
    charge(game, "ann")
    assert names(game)[:3] == ["Moved", "Engaged", "Charged"]
    assert not game.state["bob"].alive


def test_the_player_may_think_again_about_a_charge() -> None:
    now = state("ann", "bob", Activated(model="ann"))
    game = play(now, "charge", {"bob": 30}, "another action", "nothing")
    act(game, "ann")
    assert names(game) == ["ActionChosen", "ActionChosen", "ActionEnded"]


def test_a_charge_that_falls_short_is_a_rush_as_a_house_rule() -> None:
    now = state("ann", "bob", Activated(model="ann"), failed_charge="rush")
    game = play(now, {"bob": 7}, "bob", 7.0, [])
    charge(game, "ann")
    assert names(game) == ["Moved"]


@pytest.mark.parametrize("failed_charge", ["refused", "rush"])
def test_uw_038_a_battleshield_is_held_against_the_enemy_that_was_charged(failed_charge: str) -> None:
    now = state("ann:shield", "bob cat", Activated(model="ann"), failed_charge=failed_charge)
    game = play(now, {"bob": 7, "cat": 7}, "cat", 7.5, ["bob", "cat"])
    with pytest.raises(Waiting):
        charge(game, "ann")
    assert game.state["ann"].contacts == ("cat", "bob")
    assert game.state["ann"].shield_vs == "cat"


def test_a_charge_may_need_sight_as_a_house_rule() -> None:
    now = state("ann", "bob", Activated(model="ann"), charge_requires_los=True)
    game = play(now, {"bob": 7}, {"bob": 7}, {"bob": 0}, "another action")
    assert charge(game, "ann") is False
