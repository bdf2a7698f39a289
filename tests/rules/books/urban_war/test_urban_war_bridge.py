"""What stands on the table, as answers to the questions of Urban War, and what the umpire sees coming."""

from fractions import Fraction

import pytest

from tablecam.rules.ask import Confirm, IllegalAnswer
from tablecam.rules.books.urban_war.advice.options import prospects, reach, views
from tablecam.rules.books.urban_war.advice.overwatch import watchers
from tablecam.rules.books.urban_war.measurements import MeasuredTable, table_answer
from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.actions import action_question
from tablecam.rules.books.urban_war.rules.attack_events import Engaged, Removed
from tablecam.rules.books.urban_war.rules.facts import Deploy, Look, Touch, Under, find_cover, is_in_sight
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.rules.books.urban_war.rules.turn_events import EdgeChosen, OrdersGiven
from tablecam.rules.books.urban_war.table_facts import UrbanWarTableFacts
from tablecam.rules.event import evolve
from tablecam.rules.facts import Halted, Move, Ranges
from tablecam.sensing.tracking.odometer import Travel
from tablecam.table.notation import parse

RIFLE = {"name": "rifle", "short": {"to_hit": 1, "strength": 5}, "medium": {"strength": 5}}
CARDS = {"rifleman": {"weapons": [RIFLE]}}
ANN = "model ann red 25.4mm at 10,10{}\n"
BOB = "model bob blue 25.4mm at 20,10{}\n"
WALL = "terrain wall solid 0 to 1 at 15,5 15.5,5 15.5,15 15,15\n"


def table(text: str, *events, travelled=None, **rules) -> MeasuredTable:
    snapshot = parse(text)
    sides = {
        side: [{"id": each.model.id, "card": "rifleman"} for each in snapshot.models if each.model.side == side]
        for side in ("red", "blue")
    }
    state = new_game({"cards": CARDS, "sides": sides, "deployed": True, **rules})
    for event in events:
        state = evolve(state, event)
    return MeasuredTable(snapshot, state, travelled or {})


def plain(text: str) -> str:
    return text.format("", "")


def test_ranges_are_those_between_base_edges_with_their_error() -> None:
    found = table_answer(Ranges(model="ann", others=("bob",)), table(plain(ANN + BOB)))
    assert found == {"bob": pytest.approx([9.0, 0.0])}


def test_in_plan_height_does_not_count_as_a_house_rule() -> None:
    text = ANN.format("") + BOB.format(" z 12")
    ask = Ranges(model="ann", others=("bob",))
    assert table_answer(ask, table(text))["bob"][0] == pytest.approx(15.0)
    assert table_answer(ask, table(text, distance_mode="horizontal"))["bob"][0] == pytest.approx(9.0)


def test_a_model_that_nobody_sees_is_for_the_players_to_measure() -> None:
    assert table_answer(Ranges(model="ann", others=("zed",)), table(plain(ANN + BOB))) is None
    assert table_answer(Confirm(purpose="is it so"), table(plain(ANN + BOB))) is None


@pytest.mark.parametrize(("x", "touches"), [(11.0, True), (11.04, True), (11.2, False)])
def test_contact_is_within_the_houses_tolerance(x: float, touches: bool) -> None:
    text = ANN.format("") + f"model bob blue 25.4mm at {x},10\n"
    found = table_answer(Touch(model="ann", others=("bob",)), table(text))
    assert found == ({"bob": "yes"} if touches else {})


def test_a_template_lies_where_the_camera_does_not_know() -> None:
    assert table_answer(Under(model="ann", others=("bob",)), table(plain(ANN + BOB))) is None


def test_sight_and_cover_come_with_what_hides() -> None:
    ask = Look(viewer="ann", targets=("bob",))
    here = table(plain(ANN + BOB) + WALL)
    seen = ask.parse_json(table_answer(ask, here))["bob"]
    assert 0 < seen.visible < 1
    assert is_in_sight(seen, here.rules)
    assert find_cover(seen, here.rules) == "solid"


def test_a_model_that_has_been_removed_hides_nobody_although_it_still_stands_there() -> None:
    text = plain(ANN + BOB) + "model cat blue 25.4mm at 15,10\n"
    ask = Look(viewer="ann", targets=("bob",))
    assert table_answer(ask, table(text))["bob"]["visible"] == 0
    assert table_answer(ask, table(text, Removed(model="cat")))["bob"]["visible"] == pytest.approx(1)


def test_what_the_error_leaves_open_is_in_doubt() -> None:
    edge = "terrain wall solid 0 to 9 at 15,9.875 15.1,9.875 15.1,12 15,12\n"
    ask = Look(viewer="ann", targets=("bob",))
    sure = table_answer(ask, table(plain(ANN + BOB) + edge))
    assert "doubt" not in sure["bob"]
    unsure = table_answer(ask, table(ANN.format("") + BOB.format(" sigma 0.2") + edge))
    assert unsure["bob"]["doubt"] == ["sight"]
    assert [each.purpose for each in ask.list_doubts(ask.parse_json(unsure))] == ["ann sees enough of bob to shoot"]


def test_a_tracked_way_is_the_answer_to_a_move_and_what_nobody_touched_has_not_moved() -> None:
    here = table(plain(ANN + BOB), travelled={"ann": Travel(3.4, 3.1, 0.05)})
    assert table_answer(Move(model="ann", allowance_in=4.0), here) == {
        "length_in": 3.4, "sigma_in": 0.05, "end": [10.0, 10.0, 0.0],
    }  # fmt: skip
    assert table_answer(Halted(model="bob", allowance_in=4.0), here)["length_in"] == 0
    straight = table(plain(ANN + BOB), travelled={"ann": Travel(None, 3.1)}, move_measure="straight")
    assert table_answer(Move(model="ann", allowance_in=4.0), straight)["length_in"] == 3.1


def test_a_way_with_gaps_is_for_the_players_to_measure() -> None:
    here = table(plain(ANN + BOB), travelled={"ann": Travel(None, 3.1)})
    assert table_answer(Move(model="ann", allowance_in=4.0), here) is None


@pytest.mark.parametrize(("measure", "fits"), [("whole", False), ("nearest", True)])
def test_the_whole_base_stands_in_the_strip_or_some_of_it_as_a_house_rule(measure: str, fits: bool) -> None:
    text = "model ann red 25.4mm at 5.8,20\nmodel bob blue 25.4mm at 40,20\n"
    here = table(text, EdgeChosen(by="red", edge="left"), deployment_measure=measure)
    ask = Deploy(model="ann", allowance_in=6.0)
    answer = table_answer(ask, here)
    if fits:
        assert ask.parse_json(answer).length_in == pytest.approx(5.3)
        return
    with pytest.raises(IllegalAnswer, match="UW-116"):
        ask.parse_json(answer)


def test_the_far_side_measures_from_its_own_edge() -> None:
    text = "model ann red 25.4mm at 5,20\nmodel bob blue 25.4mm at 44,20\n"
    here = table(text, EdgeChosen(by="red", edge="left"))
    assert table_answer(Deploy(model="bob", allowance_in=6.0), here)["length_in"] == pytest.approx(4.5)


def test_every_shot_that_is_open_comes_with_its_exact_odds_and_the_priority_target_with_its_reason() -> None:
    here = table(plain(ANN + BOB) + "model cat blue 25.4mm at 10,30\n")
    first, shots = prospects(here, "ann")
    assert str(first.why) == "bob at 9 in, the nearest in sight"
    assert [(each.target, each.priority) for each in shots] == [("bob", True), ("cat", False)]
    # 5+ to hit, 5+ to wound; at medium range 6+, and a command check of 11+ first
    assert shots[0].kills == Fraction(6, 10) * Fraction(6, 10)
    assert shots[1].kills == Fraction(11, 20) * Fraction(5, 10) * Fraction(6, 10)
    assert views(here, "ann")["cat"].band.value == "medium"


@pytest.mark.slow
def test_the_first_point_of_a_way_that_overwatch_sees_is_found_for_shot_and_charge() -> None:
    hide = "terrain wall solid 0 to 9 at 15,9 15.5,9 15.5,30 15,30\n"
    here = table(
        plain(ANN + BOB) + hide, OrdersGiven(seat="blue", orders={"bob": "overwatch"}), Activated(model="ann")
    )  # fmt: skip
    found = watchers(here, "ann", [(10, 10), (10, 4)])
    assert [each.kind for each in found] == ["shot"]
    assert 0 < found[0].along_in < 6
    nearer = watchers(here, "ann", [(10, 10), (10, 4), (14, 4)])
    assert [each.kind for each in nearer] == ["shot", "charge"]
    nobody = table(plain(ANN + BOB), OrdersGiven(seat="blue", orders={"bob": "snap-fire"}), Activated(model="ann"))
    assert watchers(nobody, "ann", [(10, 10), (10, 4)]) == ()


def test_a_model_is_displaced_that_moved_although_nobody_asked_what_it_does_or_how_it_moves() -> None:
    here, facts = table(plain(ANN + BOB), Activated(model="ann")), UrbanWarTableFacts()
    after = parse("model ann red 25.4mm at 12,10\nmodel bob blue 25.4mm at 20.5,10\n")
    asked = action_question(here.state, "ann")
    (displaced,) = facts.find_displaced(here.snapshot, after, here.state, [facts.find_moving_model(asked)])
    assert (displaced.model, displaced.start, displaced.by_in) == ("bob", (20, 10, 0), 0.5)
    both = facts.find_displaced(here.snapshot, after, here.state, [])
    assert {moved.model for moved in both} == {"ann", "bob"}


def test_reach_goes_round_what_stands_in_the_way_and_tells_the_length_of_every_charge() -> None:
    open_ground = reach(table(plain(ANN + BOB)), "ann")
    assert open_ground.allowances == {"move": 4.0, "rush": 8.0}
    assert open_ground.charges["bob"].length.value == pytest.approx(9.0)
    walled = reach(table(plain(ANN + BOB) + WALL), "ann")
    assert walled.charges["bob"].length.value > 10
    assert walled.regions["rush"].area < open_ground.regions["rush"].area


def test_a_model_in_contact_can_only_break_off() -> None:
    text = "model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 11,10\n"
    here = table(text, Engaged(model="ann", enemies=("bob",)))
    found = reach(here, "ann")
    assert found.allowances == {"break off": 4.0}
    assert found.charges == {}


def test_cover_is_measured_along_the_line_of_view_as_a_house_rule() -> None:
    """A wall that begins beside the shooter and bends across the view five inches on."""
    ask = Look(viewer="ann", targets=("bob",))
    bent = "terrain wall solid 0 to 1 at 10,10.8 15,10.8 15,5 15.5,5 15.5,11 10,11\n"
    by_piece, along = (table(plain(ANN + BOB) + bent, **rules) for rules in ({}, {"cover_distance": "line"}))
    near, far = (ask.parse_json(table_answer(ask, each))["bob"] for each in (by_piece, along))
    assert near.visible == far.visible
    assert near.obstructions[0].distance_in == pytest.approx(0.3)
    assert far.obstructions[0].distance_in == pytest.approx(4.5, abs=0.01)
    assert find_cover(near, by_piece.rules) == ""
    assert find_cover(far, along.rules) == "solid"
