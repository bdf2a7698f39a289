"""Facts: measured values with their sigma, and yes or no in the end."""

import pytest

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.event import PositionsAccepted
from tablecam.rules.facts import Contact, Fact, Halted, Move, Ranges, Settle, Sight
from tablecam.rules.play import Answer, Play, Waiting

RANGES = Ranges(model="ann", others=("bob", "cat"), limits=(12.0, 24.0))
MOVE = Move(model="ann", allowance_in=8.0)


def alone(question, *answers):
    """What a procedure gets that asks this one question."""
    return Play(None, lambda state, event: state, answers).ask(question)


def test_a_range_far_from_every_limit_needs_nobody() -> None:
    ranges = alone(RANGES, {"bob": [11.0, 0.1], "cat": 24.0})
    assert ranges["bob"].is_at_most(12.0)
    assert ranges["cat"].is_at_most(24.0)
    assert ranges["cat"].more_than(12.0)


@pytest.mark.parametrize("said", [True, False])
def test_a_range_too_close_to_call_is_what_the_players_say(said: bool) -> None:
    ranges = alone(RANGES, {"bob": [12.05, 0.1], "cat": 30.0}, said)
    assert ranges["bob"].is_at_most(12.0) is said
    assert ranges["bob"].value == 12.05


def test_the_players_are_asked_with_the_measured_value_before_them() -> None:
    play = Play(None, lambda state, event: state, [{"bob": [12.05, 0.1], "cat": [24.0, 0.1]}])
    with pytest.raises(Waiting):
        play.ask(RANGES)
    (question,) = play.questions
    assert question == Settle(
        about="ann to bob", action="range", subject=("ann", "bob"), value=12.05, sigma=0.1, limit=12.0
    )  # fmt: skip
    assert question.seat is None
    assert str(question) == "ann to bob: measured 12.05 ± 0.10, at most 12?"


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"bob": 1.0}, "must name bob and cat"),
        ({"bob": 1.0, "cat": "near"}, "the range from ann to cat is a number and its sigma, not near"),
        ({"bob": 1.0, "cat": -1.0}, "the range from ann to cat"),
        ({"bob": 1.0, "cat": [1.0, float("nan")]}, "the range from ann to cat"),
        ({"bob": True, "cat": 1.0}, "the range from ann to bob"),
        ([1.0, 2.0], "must name bob and cat"),
    ],
)
def test_ranges_that_are_none_are_refused(raw, sentence: str) -> None:
    with pytest.raises(IllegalAnswer, match=sentence):
        RANGES.parse_json(raw)


def test_a_move_beyond_its_allowance_is_refused() -> None:
    with pytest.raises(IllegalAnswer, match=r"ann moved 8.50 in, but may move only 8 in"):
        MOVE.parse_json(8.5)
    with pytest.raises(IllegalAnswer, match=r"ann moved 8.04 in, but may move only 8 in"):
        MOVE.parse_json(8.04)


def test_a_move_too_close_to_call_is_made_again_where_the_players_say_that_it_was_too_far() -> None:
    assert alone(MOVE, [8.05, 0.1], True).length_in == 8.05
    assert alone(MOVE, [8.05, 0.1], False, 7.5).length_in == 7.5


def test_a_move_made_again_among_others_is_asked_for_by_itself() -> None:
    other = Move(model="bob", allowance_in=4.0)
    play = Play(None, lambda state, event: state, [[8.05, 0.1], [3.0, 0.1], False, 7.5])
    assert [way.length_in for way in play.together(MOVE, other)] == [7.5, 3.0]


def test_only_those_who_know_of_a_measurement_are_asked_to_settle_it() -> None:
    hidden = Ranges(model="ann", others=("bob",), limits=(12.0,), seen_by=("blue",))
    (question,) = hidden.list_doubts(hidden.parse_json({"bob": [12.0, 0.1]}))
    assert not question.is_visible("red")
    touching = Contact(model="ann", others=("bob",), seen_by=("blue",))
    (question,) = touching.list_doubts(touching.parse_json({"bob": "too close"}))
    assert not question.is_visible("red")


def test_a_move_may_say_where_it_ended() -> None:
    assert MOVE.parse_json({"length_in": 3, "sigma_in": 0.1, "end": [10, 20]}).end == (10.0, 20.0, 0.0)
    assert MOVE.parse_json(MOVE.parse_text("3~0.1 at 10,20,3")).end == (10.0, 20.0, 3.0)
    assert MOVE.parse_json({"length_in": 3, "end": None}).end is None
    with pytest.raises(IllegalAnswer, match=r"a position must be \[x, y\]"):
        MOVE.parse_json({"length_in": 3, "end": ["here"]})


def test_halting_and_moving_are_different_questions() -> None:
    assert Halted(model="ann", allowance_in=8.0).record() != MOVE.record()


def test_contact_too_close_to_call_is_what_the_players_say() -> None:
    contact = Contact(model="ann", others=("bob", "cat", "dan"))
    raw = {"cat": "yes", "bob": "too close"}
    assert alone(contact, raw, True).touching == ("bob", "cat")
    assert alone(contact, raw, False).touching == ("cat",)
    assert alone(contact, []).touching == ()


@pytest.mark.parametrize("raw", [{"eve": "yes"}, {"bob": "maybe"}, 7])
def test_contacts_that_are_none_are_refused(raw) -> None:
    with pytest.raises(IllegalAnswer, match=r"contacts? of ann"):
        Contact(model="ann", others=("bob",)).parse_json(raw)


def test_a_sighting_carries_what_hides_the_target() -> None:
    wall = {"name": "wall", "kind": "terrain", "distance_in": 3.0, "hidden": 0.4, "material": "solid"}
    raw = {"bob": {"visible": 0.6, "visible_past_terrain": 0.6, "obstructions": [wall]}, "cat": 0.0}
    seen = alone(Sight(viewer="ann", targets=("bob", "cat")), raw)
    assert seen["bob"].obstructions[0].material == "solid"
    assert seen["cat"].visible == 0.0


@pytest.mark.parametrize("raw", [{"bob": 1.5}, {"bob": {"seen": 1}}, {"bob": {"visible": "all"}}, {}])
def test_sightings_that_are_none_are_refused(raw) -> None:
    with pytest.raises(IllegalAnswer):
        Sight(viewer="ann", targets=("bob",)).parse_json(raw)


@pytest.mark.parametrize(
    ("question", "text", "raw"),
    [
        (RANGES, "bob=12.3~0.05 cat=4", {"bob": [12.3, 0.05], "cat": 4.0}),
        (MOVE, "7.9", {"length_in": 7.9}),
        (Contact(model="ann", others=("bob", "cat")), "bob cat=?", {"bob": "yes", "cat": "too close"}),
        (Contact(model="ann", others=("bob",)), "none", {}),
        (Sight(viewer="ann", targets=("bob",)), "bob=0.8", {"bob": 0.8}),
        (Sight(viewer="ann", targets=("bob",)), '{"bob": 1}', {"bob": 1}),
    ],
)
def test_what_a_player_types_becomes_json(question, text: str, raw) -> None:
    assert question.parse_text(text) == raw


def test_a_word_is_no_number() -> None:
    with pytest.raises(IllegalAnswer, match="'near' is not a number"):
        RANGES.parse_text("bob=near cat=4")


def test_a_limit_that_nobody_settled_is_held_against_the_value() -> None:
    assert Fact(12.0, 0.1).is_at_most(12.0)
    assert not Fact(12.01, 0.1).is_at_most(12.0)


@pytest.mark.parametrize("raw", [{"bob": [1.0, 3.5], "cat": 1.0}, {"bob": 10**400, "cat": 1.0}])
def test_what_is_known_to_no_better_than_some_inches_or_beyond_all_measure_is_refused(raw) -> None:
    with pytest.raises(IllegalAnswer, match="the range from ann to bob"):
        RANGES.parse_json(raw)


def test_a_sigma_of_an_inch_is_still_one() -> None:
    assert RANGES.parse_json({"bob": [1.0, 1.0], "cat": 1.0})["bob"].sigma == 1.0


@pytest.mark.parametrize("end", [[1.0, 2.0, -0.5], [1.0, 2.0, float("nan")], [float("inf"), 2.0], [10**400, 1]])
def test_a_place_below_the_table_or_nowhere_is_refused(end) -> None:
    with pytest.raises(IllegalAnswer, match="a position must be"):
        MOVE.parse_json({"length_in": 1.0, "end": end})


def test_a_place_that_misses_the_table_by_rounding_stands() -> None:
    assert MOVE.parse_json({"length_in": 1.0, "end": [1.0, 2.0, -1e-12]}).end == (1.0, 2.0, -1e-12)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("distance_in", -1.0, "the distance to wall must be a number of inches, 0 or more, not -1"),
        ("distance_in", float("nan"), "the distance to wall must be a number"),
        ("hidden", 1.5, "the share that wall hides must be between 0 and 1, not 1.5"),
        ("hidden", -0.1, "the share that wall hides must be"),
        ("hidden", 10**400, "hidden: .* is not a float"),
    ],
)
def test_an_obstruction_that_cannot_be_is_refused(field: str, value: float, sentence: str) -> None:
    wall = {"name": "wall", "kind": "terrain", "distance_in": 3.0, "hidden": 0.4, "material": "solid", field: value}
    with pytest.raises(IllegalAnswer, match=sentence):
        Sight(viewer="ann", targets=("bob",)).parse_json({"bob": {"visible": 0.6, "obstructions": [wall]}})


@pytest.mark.parametrize("raw", [[["bob"]], [{}], [1]])
def test_contacts_that_are_not_names_are_refused(raw) -> None:
    with pytest.raises(IllegalAnswer, match="can name bob"):
        Contact(model="ann", others=("bob",)).parse_json(raw)


HERE, THERE = (1.0, 2.0, 0.0), (30.0, 2.0, 0.0)
CARRIED_OFF = Answer(None, event=PositionsAccepted(at={"ann": THERE}, moved_in={"ann": 29.0}))
DOUBTFUL = {"length_in": 8.05, "sigma_in": 0.1, "end": HERE}


def test_a_path_ends_where_the_sides_accepted_the_model_before_its_length_was_settled() -> None:
    path = alone(MOVE, DOUBTFUL, CARRIED_OFF, True)
    assert (path.end, path.length_in) == (THERE, 8.05)


def test_a_path_measured_after_an_acceptance_ends_where_it_was_measured() -> None:
    assert alone(MOVE, CARRIED_OFF, DOUBTFUL, True).end == HERE


def test_of_paths_asked_together_the_one_whose_model_was_accepted_elsewhere_ends_there() -> None:
    other = Move(model="bob", allowance_in=8.0)
    game = Play(None, lambda state, event: state, [{"length_in": 5.0, "end": HERE}, CARRIED_OFF, {"length_in": 1.0}])
    ann, bob = game.together(MOVE, other)
    assert (ann.end, bob.end) == (THERE, None)
