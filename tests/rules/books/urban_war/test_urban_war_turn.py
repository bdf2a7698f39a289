"""The turn, from the empty table to the last model: phases, orders, initiative, alternation, follow-ups, the end."""

from typing import Any

import pytest
from skirmish import begun, names, play, setup, state, worded

from tablecam.game.playthrough import do_typed
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urban_war.force_files import build_game_setup
from tablecam.rules.books.urban_war.rules import turn
from tablecam.rules.books.urban_war.rules.action_events import (
    ActionEnded,
    ActionHalted,
    Activated,
    Moved,
    Panicked,
    Shocked,
)
from tablecam.rules.books.urban_war.rules.actions import act, end_question, legal_actions, no_follow_up, portal_reach
from tablecam.rules.books.urban_war.rules.attack_events import Engaged, Removed, Wounded
from tablecam.rules.books.urban_war.rules.overwatch import has_active_moved
from tablecam.rules.books.urban_war.rules.rulebook import EVENTS, URBAN_WAR, next_step, remarks
from tablecam.rules.books.urban_war.rules.shooting import is_evaded
from tablecam.rules.books.urban_war.rules.state import Order, Phase, State
from tablecam.rules.books.urban_war.rules.turn_events import (
    EdgeChosen,
    GameEnded,
    MarkerPlaced,
    OrdersGiven,
    ReactionVoid,
    RolledOff,
    StarterChosen,
    TurnBegan,
    TurnEnded,
)
from tablecam.rules.books.urban_war.wording.names import build_names as named
from tablecam.rules.books.urban_war.wording.questions import describe_question, spell_question
from tablecam.rules.event import decode, evolve, find_clause
from tablecam.rules.play import Waiting, instead

ALL_SNAP = (
    OrdersGiven(seat="red", orders={"ann": "snap-fire", "abe": "snap-fire"}),
    OrdersGiven(seat="blue", orders={"bob": "snap-fire"}),
)


def why_not(now, model: str) -> dict[str, str]:
    return {each.id: str(each.why_not) for each in legal_actions(now, model)}


def test_the_marker_phase_takes_off_all_counters_but_panic_and_shock() -> None:
    orders = OrdersGiven(seat="red", orders={"ann": "overwatch"})
    now = state("ann", "bob", orders, Panicked(model="ann"), Shocked(model="bob"), MarkerPlaced(marker="portal"))
    after = play(now)
    turn.markers(after)
    assert after.state["ann"].order is Order.NONE
    assert after.state["ann"].panicked
    assert after.state["bob"].shocked
    assert after.state.markers == ()


def test_a_model_with_overwatch_and_shock_loses_both() -> None:
    orders = OrdersGiven(seat="red", orders={"ann": "overwatch"})
    assert not state("ann", "bob", orders, Shocked(model="ann"), TurnBegan(turn=2))["ann"].shocked


def test_models_in_contact_get_snap_fire_face_up_and_are_not_asked_about() -> None:
    game = play(
        state("ann abe", "bob", TurnBegan(turn=1), Engaged(model="ann", enemies=("bob",))), {"abe": "overwatch"}
    )
    turn.orders(game)
    assert game.state["ann"].order is Order.SNAP_FIRE
    assert game.state["ann"].shown
    assert not game.state["abe"].shown
    assert game.state.phase is Phase.INITIATIVE


def test_orders_may_be_laid_down_in_turn_as_a_house_rule() -> None:
    now = state("ann abe", "bob", TurnBegan(turn=1), simultaneous_orders=False)
    game = play(now, {"ann": "overwatch"}, {"bob": "snap-fire"}, {"abe": "snap-fire"})
    turn.orders(game)
    assert game.state.phase is Phase.INITIATIVE
    assert game.state["abe"].order is Order.SNAP_FIRE


def test_half_given_orders_go_on_where_they_were_dropped() -> None:
    now = state("ann", "bob", TurnBegan(turn=1), OrdersGiven(seat="red", orders={"ann": "overwatch"}))
    game = play(now, {"bob": "overwatch"})
    turn.orders(game)
    assert names(game) == ["OrdersGiven"]


def test_a_lost_commander_costs_one_on_initiative_and_ties_are_compared_after_it() -> None:
    lost = (TurnBegan(turn=2), Removed(model="vale"))
    game = play(state("vale* ann", "bob*", *lost), [5], [5], "first")
    turn.initiative(game)
    assert game.told == (
        RolledOff(purpose="initiative", faces={"red": 5, "blue": 5}, winner="blue", modifiers={"red": -1}),
        StarterChosen(first="blue"),
    )
    again = play(state("vale* ann", "bob*", *lost), [5], [4], [7], [1], "second")
    turn.initiative(again)
    assert again.told[-1] == StarterChosen(first="blue")


@pytest.mark.parametrize(("gone", "lost"), [(Removed(model="vale"), "dead"), (Panicked(model="vale"), "panicked")])
def test_the_penalty_of_a_lost_commander_is_said_in_the_question_and_in_the_event(gone, lost) -> None:
    game = play(state("vale* ann", "bob*", TurnBegan(turn=2), gone))
    with pytest.raises(Waiting):
        turn.initiative(game)
    red, blue = game.questions
    assert str(red) == f"initiative, d10, -1 vale, the Commander, is {lost}"
    assert "modifiers" not in blue.record()
    known = named(game.state)
    assert describe_question(red.record(), known) == f"Red rolls for initiative, -1: Vale, the Commander, is {lost}"
    assert spell_question(red.record(), known)["modifiers"][0]["why"] == f"Vale, the Commander, is {lost}"
    event = RolledOff(purpose="initiative", faces={"red": 5, "blue": 5}, winner="blue", modifiers={"red": -1})
    said = event.sentence(known).does
    assert said == "Red rolls 5 − 1 for the Commander = 4 and Blue rolls 5 for initiative: Blue wins"


@pytest.mark.parametrize(("kind", "clause"), [("shot", "UW-055"), ("charge", "UW-057")])
def test_a_void_reaction_rests_on_what_its_kind_needs(kind: str, clause: str) -> None:
    event = ReactionVoid(model="bob", kind=kind, why="bob does not see ann")
    assert clause in find_clause(EVENTS, event.record())


def test_a_roll_off_without_modifiers_is_written_as_before_there_were_some() -> None:
    old = {"name": "RolledOff", "purpose": "initiative", "faces": {"red": 5, "blue": 6}, "winner": "blue"}
    assert decode(EVENTS, old).record() == old
    changed = {**old, "modifiers": {"red": -1}}
    assert decode(EVENTS, changed).record() == changed


def test_the_roll_for_the_first_turn_replaces_initiative_in_it_or_does_not_as_a_house_rule() -> None:
    begun_by_blue = (StarterChosen(first="blue", game=True), TurnBegan(turn=1))
    game = play(state("ann", "bob", *begun_by_blue))
    turn.initiative(game)
    assert game.told == (StarterChosen(first="blue"),)
    both = play(state("ann", "bob", *begun_by_blue, first_turn_roll="both"), [9], [2], "first")
    turn.initiative(both)
    assert both.told[-1] == StarterChosen(first="red")


def test_sides_alternate_and_one_that_has_run_out_is_left_out() -> None:
    now = state("ann abe", "bob", TurnBegan(turn=1), *ALL_SNAP, StarterChosen(first="red"))
    order = []
    while side := turn.to_activate(now):
        order.append(side)
        model = now.ready(side)[0]
        now = URBAN_WAR.evolve(URBAN_WAR.evolve(now, Activated(model=model)), ActionEnded(model=model))
    assert order == ["red", "blue", "red"]
    assert next_step(now).name == "end of turn 1"


def test_a_model_acts_once_and_its_counter_comes_off() -> None:
    now = state("ann abe", "bob", TurnBegan(turn=1), *ALL_SNAP, StarterChosen(first="red"), Activated(model="ann"))
    assert now["ann"].activated
    assert now["ann"].order is Order.NONE
    assert now.ready("red") == ("abe",)


def test_only_its_own_side_sees_who_could_be_activated() -> None:
    game = begun(setup("ann abe", "bob"))
    for typed in ("red assign *=snap-fire", "blue assign *=overwatch", "red roll 9", "blue roll 1", "choose first"):
        do_typed(game, typed)
    assert game.waiting_for("blue") == ()
    assert [each.ask.purpose for each in game.waiting_for("red")] == ["activate"]


def test_every_closed_action_says_why() -> None:
    assert why_not(state(), "ann") == {
        "rush": "", "move+shoot": "", "charge": "", "fight": "ann is in contact with nobody",
        "break off": "ann is in contact with nobody", "nothing": "",
    }  # fmt: skip
    touching = why_not(state("ann", "bob", Engaged(model="ann", enemies=("bob",))), "ann")
    assert [name for name, why in touching.items() if not why] == ["fight", "break off"]
    assert why_not(state("ann", "bob", Panicked(model="ann")), "ann")["charge"] == "ann is panicked and may not charge"


def test_a_shocked_model_may_only_move_or_do_nothing() -> None:
    now = state("ann", "bob", Shocked(model="ann"), profile="reference")
    assert [name for name, why in why_not(now, "ann").items() if not why] == ["nothing", "move"]
    fighting = state("ann", "bob", Shocked(model="ann"), Engaged(model="ann", enemies=("bob",)), shock=True)
    assert [name for name, why in why_not(fighting, "ann").items() if not why] == ["fight"]


def test_uw_112_a_shock_in_the_middle_of_an_action_restricts_the_next_activation_and_not_this_one() -> None:
    acting = state("ann:trooper/1", "bob", Activated(model="ann"), shock=True)
    shocked = evolve(acting, Shocked(model="ann"))
    assert legal_actions(shocked, "ann") == legal_actions(acting, "ann")
    for event in (ActionEnded(model="ann"), TurnBegan(turn=2), Activated(model="ann")):
        shocked = evolve(shocked, event)
    assert [name for name, why in why_not(shocked, "ann").items() if not why] == ["nothing", "move"]
    assert not shocked["ann"].shocked


def test_uw_112_a_disruption_shot_that_shocks_leaves_the_action_as_it_was_and_no_follow_up() -> None:
    watching = OrdersGiven(seat="blue", orders={"bob": "overwatch"})
    now = state("ann:veteran/2", "bob", watching, Activated(model="ann"), shock=True)
    # Bob breaks in: range, sight, check, to hit, damage, and Ann fails her shock test; then she rushes all the same
    answers = [instead("bob shot"), {"ann": 10}, {"ann": 1}, [9, 9], [9], [1], [1, 1], "rush", 4.0, "end"]
    game = play(now, *answers)
    act(game, "ann")
    assert [event.model for event in game.told if isinstance(event, Shocked)] == ["ann"]
    assert [event.length_in for event in game.told if isinstance(event, Moved)] == [4.0]
    follow_up = end_question(evolve(now, Shocked(model="ann")), "ann").options[1]
    assert (follow_up.id, str(follow_up.why_not)) == ("follow-up", "ann is shocked and makes no follow-up action")


def test_allowances_are_those_of_the_card() -> None:
    profile = state("ann:veteran/2")["ann"].profile
    assert (profile.MV, profile.charge_in, profile.break_off_in) == (4, 10, 6)


def test_what_is_less_than_noise_is_no_move() -> None:
    for inches, expected in ((0.25, False), (0.26, True)):
        went = Moved(model="ann", length_in=inches, kind="move")
        assert has_active_moved(state("ann", "bob", Activated(model="ann"), went)) is expected


def test_the_shot_may_come_first_as_a_house_rule_and_then_costs_nothing_for_moving() -> None:
    now = state("ann", "bob", Activated(model="ann"), move_before_shot=False)
    game = play(now, "shoot+move", {"bob": 5}, {"bob": 1}, "bob", [4], 4.0)
    act(game, "ann")
    assert names(game) == ["ActionChosen", "TargetNamed", "ShotFired", "Moved", "ActionEnded"]


def test_a_rush_may_end_in_contact_as_a_house_rule() -> None:
    game = play(state("ann", "bob", Activated(model="ann"), rush_into_contact=True), "rush", 8.0, ["bob"])
    act(game, "ann")
    assert game.state["ann"].contacts == ("bob",)


def test_one_follow_up_for_every_point_of_calibre() -> None:
    now = state("ann:trooper/1", "bob", Activated(model="ann"))
    game = play(now, "nothing", "follow-up")
    act(game, "ann")
    assert game.state.following == "ann"
    assert game.state["ann"].followups_used == 1
    spent = play(game.state, "nothing")
    turn.follow_up(spent)
    assert names(spent) == ["FollowUpBegan", "ActionChosen", "ActionEnded"]


def test_after_an_intercept_there_is_no_follow_up_as_a_house_rule() -> None:
    caught = (Activated(model="ann"), ActionHalted(model="ann", why="caught", intercepted=True))
    assert no_follow_up(state("ann:trooper/1", "bob", *caught), "ann") is None
    house = state("ann:trooper/1", "bob", *caught, intercepted_followup=False)
    assert str(no_follow_up(house, "ann")) == "ann was intercepted"


def test_terrain_is_placed_in_turn() -> None:
    now = state("ann", "bob", deployed=False, terrain=["ruin", "wall"])
    game = play(now, "wall", "ruin")
    turn.place_terrain(game)
    turn.place_terrain(game)
    assert [each.by for each in game.told] == ["red", "blue"]
    assert game.state.phase is Phase.SIDES


def test_who_did_not_choose_the_side_says_who_deploys_first() -> None:
    game = play(state("ann", "bob", EdgeChosen(by="red", edge="left"), deployed=False), "red")
    turn.order_deployment(game)
    assert game.state.edges == {"red": "left", "blue": "right"}
    assert game.state.next_side == "red"


def test_models_deploy_one_at_a_time_within_six_inches_on_the_ground() -> None:
    now = state("ann", "bob", EdgeChosen(by="red", edge="left"), deployed=False)
    game = play(now, "red", "ann", 6.0, "bob", {"length_in": 2, "end": [1, 1, 0]})
    turn.order_deployment(game)
    turn.deploy(game)
    turn.deploy(game)
    assert game.state.phase is Phase.START
    for wrong in (6.2, {"length_in": 2, "end": [1, 1, 3.0]}):
        with pytest.raises(IllegalAnswer, match="UW-116"):
            turn.Deploy(model="ann", allowance_in=turn.STRIP_IN).parse_json(wrong)


def test_the_side_that_has_destroyed_the_other_has_won() -> None:
    game = play(state("ann", "bob", Removed(model="bob")))
    assert next_step(game.state).name == "end of the game"
    turn.end(game)
    assert tuple(map(worded, game.told)) == (GameEnded(winner="red", why="blue is destroyed"),)
    assert next_step(game.state) is None


@pytest.mark.parametrize(("rule", "word"), [("draw", "a draw"), ("both lose", "both have lost")])
def test_both_destroyed_is_a_draw_or_a_loss_for_both(rule: str, word: str) -> None:
    game = play(state("ann", "bob", Removed(model="bob"), Removed(model="ann"), mutual_destruction=rule))
    turn.end(game)
    assert str(game.told[0].why).endswith(word)


def test_half_of_its_models_lost_a_side_is_asked_whether_it_withdraws() -> None:
    half = (TurnBegan(turn=1), Removed(model="ann"), TurnEnded(turn=1))
    now = state("ann abe", "bob", *half, tournament=True)
    assert next_step(now).name == "strategic withdrawal of red"
    game = play(now, True)
    turn.withdrawal(game)
    turn.end(game)
    assert worded(game.told[-1]) == GameEnded(winner="blue", why="red withdraws")
    assert next_step(state("ann abe", "bob", *half)).name == "marker phase of turn 2"


def test_uw_034_a_portal_reaches_further_for_every_point_of_calibre() -> None:
    now = state("phi:phazon/2", "bob")
    assert portal_reach(now, "phi", has_moved=True) == 10
    assert portal_reach(state("phi:phazon/2", "bob", profile="reference"), "phi", has_moved=True) == 8
    assert portal_reach(state("phi:phazon/2", "bob", profile="reference"), "phi", has_moved=False) == 10
    with pytest.raises(IllegalAnswer, match="UW-034"):
        portal_reach(state(), "ann", has_moved=False)


def phazon_acting(**rules: Any) -> State:
    return state("phi:phazon/2 abe al", "bob", Activated(model="phi"), portals=True, **rules)


@pytest.mark.parametrize(("rules", "went_in", "reach"), [
    ({}, 4.0, 10), ({"profile": "reference"}, 4.0, 8), ({"profile": "reference"}, 0.0, 10),
])  # fmt: skip
def test_uw_034_a_portal_is_opened_at_the_end_of_an_action_within_its_reach(
    rules: dict[str, Any], went_in: float, reach: int
) -> None:
    far = {"abe": reach, "al": reach + 0.1}
    game = play(phazon_acting(**rules), "rush", went_in, "portal", far, "abe", "portal", far)
    with pytest.raises(Waiting):
        act(game, "phi")
    assert tuple(map(str, game.state.markers)) == ("portal to abe",)
    (question,) = game.questions
    why = {option.id: str(option.why_not) for option in question.options}
    assert why == {
        "abe": "there is a portal to abe already",
        "al": f"al is {reach + 0.1:.1f} in away, but the portal reaches {reach} in", "nobody": "",
    }  # fmt: skip
    assert evolve(game.state, TurnBegan(turn=2)).markers == ()


def test_uw_034_a_portal_takes_neither_the_follow_up_nor_the_chance_to_break_in() -> None:
    watching = OrdersGiven(seat="blue", orders={"bob": "overwatch"})
    now = evolve(phazon_acting(), watching)
    game = play(now, "nothing", "portal", {"abe": 5, "al": 5}, "nobody", "follow-up")
    act(game, "phi")
    assert names(game) == ["ActionChosen", "FollowUpDeclared"]
    game = play(now, "nothing", "portal", {"abe": 5, "al": 5}, instead("bob shot"), {"phi": 10}, {"phi": 1},
                [9, 9], [9], [9], {"abe": 20, "al": 20})  # fmt: skip
    act(game, "phi")
    assert names(game)[-2:] == ["Removed", "ActionEnded"]
    assert game.state.markers == ()


def test_uw_034_only_models_with_a_warp_portal_are_asked_and_not_in_games_from_before() -> None:
    def options(now: State, model: str) -> list[str]:
        return [option.id for option in end_question(now, model).options]

    assert options(phazon_acting(), "phi") == ["end", "follow-up", "portal"]
    assert options(state("ann abe", "bob", Activated(model="ann"), portals=True), "ann") == ["end", "follow-up"]
    assert options(state("phi:phazon/2", "bob", Activated(model="phi"), portals=True), "phi") == ["end", "follow-up"]
    assert options(state("phi:phazon/2 abe", "bob", Activated(model="phi")), "phi") == ["end", "follow-up"]
    assert build_game_setup({}, None)["portals"] is True


def test_evading_takes_a_check_and_costs_the_turn_pass_or_fail() -> None:
    orders = OrdersGiven(seat="blue", orders={"bob": "snap-fire"})
    game = play(state("gil:grenadier", "bob", orders, evade=True), True, [9, 9], 4.0, False)
    assert is_evaded(game, "gil", "bob")
    assert game.state["bob"].activated
    failed = play(state("gil:grenadier", "bob", orders, evade=True), True, [2, 2])
    assert not is_evaded(failed, "gil", "bob")
    assert failed.state["bob"].activated


def test_a_setup_that_cannot_be_played_is_refused_with_a_sentence() -> None:
    with pytest.raises(IllegalAnswer, match="two models share an id"):
        state("ann", "ann")
    with pytest.raises(IllegalAnswer, match="which the setup lacks"):
        begun({"cards": {}, "sides": {"red": [{"id": "a", "card": "x"}], "blue": [{"id": "b", "card": "x"}]}})
    with pytest.raises(IllegalAnswer, match="CAL 3"):
        state("ann:trooper/3", "bob")
    with pytest.raises(IllegalAnswer, match="house rules"):
        state("ann", "bob", shok=True)
    with pytest.raises(IllegalAnswer, match="two sides"):
        begun({"cards": {}, "sides": {"red": []}})


def test_a_small_team_and_a_missing_commander_are_remarked_on_and_the_game_goes_on() -> None:
    assert len(remarks(state())) == 4
    assert (
        remarks(state(" ".join(f"a{n}" for n in range(6)) + " v*", " ".join(f"b{n}" for n in range(6)) + " w*")) == ()
    )


def test_points_add_up() -> None:
    assert state("ann:trooper/1", "bob")["ann"].profile.points == 3


def test_a_casualty_that_a_dropped_action_left_behind_is_removed_before_anything_else() -> None:
    now = state("ann abe", "bob", Wounded(model="ann"))
    assert next_step(now).name == "casualties: ann"
    game = play(now, {"abe": 20})
    next_step(now).procedure(game)
    assert game.state["ann"].removed


def test_an_action_that_was_broken_off_is_over_before_the_next_begins() -> None:
    now = state("ann abe", "bob", TurnBegan(turn=1), *ALL_SNAP, StarterChosen(first="red"), Activated(model="ann"))
    step = next_step(now)
    assert step.name == "end of the action of ann"
    game = play(now)
    step.procedure(game)
    assert next_step(game.state).name == "activation by blue"
