"""The target question as it is advised on: the rows, their order, what is unsure, and that the ruling says the same."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_war.advice.questions import question_advice
from tablecam.rules.books.urban_war.advice.targets import sights
from tablecam.rules.books.urban_war.measurements import MeasuredTable
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.attack_events import Engaged
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.rules.books.urban_war.rules.state import Order, State
from tablecam.rules.books.urban_war.rules.target_priority import priority
from tablecam.rules.books.urban_war.rules.targeting import NOBODY, target_options
from tablecam.rules.books.views import AdviceRow, AdviceView, dump_view
from tablecam.rules.event import evolve
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot

RIFLE = {"name": "rifle", "short": {"to_hit": 1, "strength": 5}, "medium": {"strength": 5}}
CANNON = {"name": "cannon", "long": {"strength": 8}, "medium": {"strength": 8, "shots": 2}}
CARDS: dict[str, Any] = {"rifleman": {"weapons": [RIFLE]}, "gunner": {"weapons": [CANNON, RIFLE]}, "brute": {"W": 2}}
# Ann; Bob 9 in away, Cat 14 in behind a wall that hides her, Dan 20 in, Eve 39 in
FIELD = """model ann red 25.4mm at 5,10
model bob blue 25.4mm at 15,10
model cat blue 25.4mm at 5,25
model dan blue 25.4mm at 26,10.9
model eve blue 25.4mm at 45,20
terrain wall solid 0 to 3 at 2,20 8,20 8,21 2,21
"""


def state_of(snapshot: Snapshot, *events: Any, cards: Mapping[str, str] | None = None, **rules: Any) -> State:
    sides: dict[str, list[Any]] = {"red": [], "blue": []}
    for placed in snapshot.models:
        card = (cards or {}).get(placed.model.id, "rifleman")
        sides[placed.model.side].append({"id": placed.model.id, "card": card})
    state = new_game({"cards": CARDS, "sides": sides, "deployed": True, "doubts_wait": True, **rules})
    for event in events:
        state = evolve(state, event)
    return state


def ask_of(snapshot: Snapshot, state: State, shooter: str = "ann") -> dict[str, Any]:
    """The question as the rules would ask it from there."""
    found = sights(MeasuredTable(snapshot, state), shooter)
    assert found
    options = target_options(state, shooter, found.views, priority(state, shooter, found.views))
    topic = codes.SHOOT_TARGET(shooter)._asdict()
    ask = Choose(seat=state[shooter].side, options=(*options, Option(NOBODY)), **topic)
    return json.loads(json.dumps(ask.record()))  # as it comes from a log


def advised(text: str, *events: Any, cards: Mapping[str, str] | None = None, **rules: Any) -> AdviceView:
    snapshot = parse(text)
    state = state_of(snapshot, *events, cards=cards, **rules)
    names = BOOKS.usual.phrases.build_names(state, {model: model.capitalize() for model in state.fighters})
    found = question_advice(snapshot, state, ask_of(snapshot, state), names)
    assert found
    return found


def row_of(view: AdviceView, target: str) -> AdviceRow:
    return next(row for row in view.rows if row.option == target)


def fact(row: AdviceRow, key: str) -> str:
    return next((str(found.text) for found in row.facts if found.key == key), "")


def unsure(row: AdviceRow, key: str) -> str:
    return next((str(found.unsure) for found in row.facts if found.key == key), "")


def odds(row: AdviceRow) -> dict[str, int]:
    return {str(one.label): one.per_cent for one in row.odds}


def wandering(text: str, sigma_in: float) -> str:
    """The same with an error on every model."""
    lines = text.splitlines()
    return "".join(f"{line} sigma {sigma_in}\n" if line.startswith("model") else f"{line}\n" for line in lines)


def test_the_priority_target_comes_first_then_the_others_by_distance_and_closed_ones_last() -> None:
    view = advised(FIELD)
    assert [(row.target, row.style, bool(row.closed)) for row in view.rows] == [
        ("bob", "first", False),
        ("dan", "checked", False),
        ("cat", "too_far", True),
        ("eve", "too_far", True),
    ]
    assert row_of(view, "bob").mark == "★"
    assert str(row_of(view, "bob").text) == "9.0 in: the nearest in sight"


def test_a_row_has_range_sight_both_ways_cover_the_number_to_hit_and_the_chances() -> None:
    bob, dan = (row_of(advised(FIELD, cards={"dan": "brute"}), target) for target in ("bob", "dan"))
    assert fact(bob, "range") == "9.0 in, short"
    assert fact(bob, "sight") == "you see 100\u00a0% of them, they see 100\u00a0% of you"
    assert fact(bob, "cover") == "none"
    assert fact(bob, "need") == "5+"
    assert odds(bob) == {"hit": 60, "wound": 36, "remove": 36}
    assert fact(dan, "check")
    # one bullet cannot take two wounds; a check comes before all of it
    assert odds(dan)["remove"] == 0
    assert odds(dan)["hit"] < 50
    assert next(iter(odds(dan))) == "check"


def test_a_line_goes_to_every_target_that_can_be_shot_at_and_to_no_other() -> None:
    lines = {row.target: row.line for row in advised(FIELD).rows}
    assert lines == {"bob": ((5, 10), (15, 10)), "dan": ((5, 10), (26, 10.9)), "cat": None, "eve": None}


def test_a_closed_target_says_why_in_six_words_and_whether_it_comes_first_all_the_same() -> None:
    view = advised(FIELD)
    closed = {row.target: str(row.closed) for row in view.rows if row.closed}
    assert closed == {"cat": "not seen: less than 25\u00a0%", "eve": "no weapon reaches extreme"}
    assert all(len(text.split()) <= 6 for text in closed.values())
    # Eve alone in sight is the nearest in sight, though no weapon reaches her
    alone = "".join(line + "\n" for line in FIELD.splitlines() if "bob" not in line and "dan" not in line)
    view = advised(alone)
    assert str(row_of(view, "eve").badge) == "★ the priority target all the same"
    assert str(row_of(view, "cat").badge) == ""


def test_the_reason_names_who_is_nearer_and_does_not_count() -> None:
    unseen = FIELD.replace("at 15,10", "at 35,12")
    assert str(row_of(advised(unseen), "dan").text) == "20.0 in: the nearest in sight; Cat is nearer, but unseen"
    both = FIELD.replace("at 15,10", "at 4,26")
    assert str(row_of(advised(both), "dan").text) == "20.0 in: the nearest in sight; Bob and Cat are nearer, but unseen"
    fighting = FIELD + "model amy red 25.4mm at 15,9\n"
    view = advised(fighting, Engaged(model="amy", enemies=("bob",)))
    assert str(row_of(view, "dan").text) == (
        "20.0 in: the nearest in sight; nearer, but unseen: Cat; nearer, but in close combat: Bob"
    )


def test_a_range_at_the_end_of_a_band_says_which_answer_follows_from_which() -> None:
    near = wandering(FIELD.replace("at 15,10", "at 18.01,10"), 0.05)
    bob = row_of(advised(near), "bob")
    assert unsure(bob, "range") == "short if at most 12 in: hits on 5+, else hits on 6+"
    assert unsure(row_of(advised(FIELD), "bob"), "range") == ""
    # in games from before, the players have settled it by then
    assert unsure(row_of(advised(near, doubts_wait=False), "bob"), "range") == ""


def test_nearest_of_two_within_the_error_says_that_no_check_is_needed_if_it_is_nearer() -> None:
    two = wandering(
        "model ann red 25.4mm at 5,10\nmodel bob blue 25.4mm at 15,10\nmodel cat blue 25.4mm at 5,20.02\n", 0.05
    )
    view = advised(two)
    assert unsure(row_of(view, "bob"), "check") == "no check if nearer than Cat"
    assert unsure(row_of(view, "cat"), "check") == "no check if nearer than Bob"


def test_a_warning_stands_where_one_side_alone_could_shoot() -> None:
    # a rifle does not reach as far as a cannon
    far = "model ann red 25.4mm at 5,10\nmodel bob blue 25.4mm at 36,10\n"
    assert fact(row_of(advised(far, cards={"ann": "gunner"}), "bob"), "one-sided") == "They could not shoot at you"
    assert fact(row_of(advised(far, cards={"ann": "gunner", "bob": "gunner"}), "bob"), "one-sided") == ""


def test_with_several_weapons_the_best_comes_first_and_the_others_are_named() -> None:
    middle = "model ann red 25.4mm at 5,10\nmodel bob blue 25.4mm at 25,10\n"
    bob = row_of(advised(middle, cards={"ann": "gunner"}), "bob")
    assert list(odds(bob)) == ["hit", "wound", "remove", "remove with rifle"]
    assert odds(bob)["remove"] > odds(bob)["remove with rifle"]


def test_rows_say_the_same_whatever_the_hidden_orders_are() -> None:
    snapshot = parse(FIELD)
    told = []
    for order in (Order.OVERWATCH, Order.SNAP_FIRE):
        state = state_of(snapshot)
        for model in state.fighters:
            state = replace(state, fighters={**state.fighters, model: replace(state[model], order=order)})
        names = BOOKS.usual.phrases.build_names(state, {})
        told.append(json.dumps(dump_view(question_advice(snapshot, state, ask_of(snapshot, state), names))))
    assert told[0] == told[1]


def test_other_questions_and_models_that_are_not_seen_need_no_advice() -> None:
    snapshot = parse(FIELD)
    state = state_of(snapshot)
    names = BOOKS.usual.phrases.build_names(state, {})
    assert question_advice(snapshot, state, {"kind": "Roll", "action": "hit", "subject": ["ann", "bob"]}, names) is None
    gone = replace(snapshot, models=tuple(placed for placed in snapshot.models if placed.model.id != "ann"))
    assert question_advice(gone, state, ask_of(snapshot, state), names) is None


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_every_option_has_its_row_and_every_open_one_its_chances(seat: str) -> None:
    snapshot = parse(FIELD)
    state = state_of(snapshot)
    shooter = "ann" if seat == "red" else "bob"
    ask = ask_of(snapshot, state, shooter)
    view = question_advice(snapshot, state, ask, BOOKS.usual.phrases.build_names(state, {}))
    assert view
    assert {row.option for row in view.rows} == {option["id"] for option in ask["options"]} - {NOBODY}
    for row in view.rows:
        closed = next(option for option in ask["options"] if option["id"] == row.option).get("why_not")
        assert bool(row.closed) == bool(closed)
        assert bool(row.odds) != bool(closed)
