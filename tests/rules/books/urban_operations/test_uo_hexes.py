"""Urban Operations over a hex grid: what the camera answers by itself, and what it leaves to the players."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quarter import CHIEF, RIFLES, state

from tablecam.rules.ask import Ask, Confirm
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK as BOOK
from tablecam.rules.books.urban_operations.rules.codes import counting, topic
from tablecam.rules.books.urban_operations.table_facts import ANSWERS
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import Hex, HexGrid

GRID = HexGrid(2.0, (24.0, 24.0))
STATE = state()
steps = st.integers(-5, 5)


def over_hexes(
    one: tuple[int, int], two: tuple[int, int], up: float = 0.0, grid: str = "grid hex 2 at 24,24"
) -> Snapshot:
    """Two blocks in the middle of hexes, the second one so much further up."""
    (x, y), (u, v) = GRID.middle(Hex(*one)), GRID.middle(Hex(*two))
    return parse(
        f"{grid}\nmodel {RIFLES} red rect 30x20mm at {x},{y} sigma 0.02\n"
        f"model {CHIEF} blue rect 30x20mm at {u},{v + up} sigma 0.02"
    )


def confirm(action: str, *limits: object) -> Ask[bool]:
    return Confirm(**topic(action, RIFLES, CHIEF, *limits)._asdict())


EP = counting("ep", 20, RIFLES, CHIEF, number=50)


def said(ask: Ask[Any], snapshot: Snapshot) -> Any:
    """The answer that the table gives by itself; None where it leaves the question to the players."""
    found = BOOK.facts.measure_answer(ask, STATE, TableNow(snapshot, {}), BOOK.phrases.build_names(STATE, {}))
    return found.raw if found and found.sure and BOOK.facts.by_itself(ask) else None


@pytest.mark.slow
@given(steps, steps, steps, steps)
def test_the_table_counts_the_hexes_between_two_blocks(q: int, r: int, u: int, v: int) -> None:
    found = said(EP, over_hexes((q, r), (u, v)))
    assert found == Hex(q, r).distance(Hex(u, v))
    assert EP.parse_json(found) == found


@pytest.mark.parametrize(("up", "ep"), [(0.0, 3), (0.9, 3), (0.97, None), (1.03, None), (1.1, 4)])
def test_near_an_edge_the_players_are_asked_how_far_it_is(up: float, ep: int | None) -> None:
    assert said(EP, over_hexes((0, 0), (0, 3), up)) == ep


def test_an_edge_that_changes_no_answer_is_no_reason_to_ask() -> None:
    # either of the hexes that the second block may stand in is 3 away
    grid = HexGrid(2.0, (24.0, 24.0))
    (x, y), (u, v) = grid.middle(Hex(3, -1)), grid.middle(Hex(3, -2))
    snapshot = parse(
        f"grid hex 2 at 24,24\nmodel {RIFLES} red 20mm at 24,24 sigma 0.02\n"
        f"model {CHIEF} blue 20mm at {(x + u) / 2},{(y + v) / 2} sigma 0.02"
    )
    assert len(snapshot.hexes(CHIEF)) == 2
    assert said(EP, snapshot) == 3


@pytest.mark.parametrize(
    ("action", "limits", "answers"),
    [
        # by the number of EP; None: the players say
        ("adjacent", (), {0: None, 1: True, 2: False}),
        ("in-range", (4,), {0: True, 4: True, 5: False}),
        ("cover.near", (3,), {3: True, 4: False}),
        ("sees", (4,), {4: None, 5: False}),
        ("sees", ("",), {1: None, 9: None}),
        ("scouts", (5,), {5: None, 6: False}),
        ("counter-sniper", (3, 6), {2: False, 3: None, 6: None, 7: False}),
    ],
)
def test_what_distance_alone_decides_is_not_asked(
    action: str, limits: tuple[object, ...], answers: dict[int, bool | None]
) -> None:
    assert action in ANSWERS
    ask = confirm(action, *limits)
    assert {ep: said(ask, over_hexes((0, 0), (0, ep))) for ep in answers} == answers


def test_limits_near_an_edge_are_asked_and_beyond_doubt_are_not() -> None:
    edge = over_hexes((0, 0), (0, 4), up=1.0)
    assert said(confirm("in-range", 4), edge) is None
    assert said(confirm("in-range", 5), edge) is True
    assert said(confirm("in-range", 3), edge) is False
    assert said(confirm("adjacent"), over_hexes((0, 0), (0, 0), up=1.0)) is None


def test_without_a_grid_everything_is_asked() -> None:
    bare = over_hexes((0, 0), (0, 3), grid="")
    assert said(EP, bare) is None
    assert [said(confirm(action, *limits), bare) for action, limits in (("adjacent", ()), ("in-range", (4,)))] == [
        None,
        None,
    ]


def test_who_is_aboard_or_not_on_the_table_is_asked_about() -> None:
    snapshot = over_hexes((0, 0), (0, 3))
    riding = STATE.replace_block(CHIEF, aboard="block-10")
    names = BOOK.phrases.build_names(STATE, {})
    assert BOOK.facts.measure_answer(EP, riding, TableNow(snapshot, {}), names) is None
    assert said(EP, replace(snapshot, models=snapshot.models[:1])) is None


def test_a_distance_beyond_the_question_and_a_table_in_trouble_leave_it_to_the_players() -> None:
    assert said(counting("ep", 2, RIFLES, CHIEF, number=50), over_hexes((0, 0), (0, 3))) is None
    assert said(EP, replace(over_hexes((0, 0), (0, 3)), pose_untrusted=True)) is None


def test_a_distance_beyond_the_limit_of_its_question_is_one_more_than_the_limit() -> None:
    limited = counting("ep", 16, RIFLES, CHIEF, 15, number=50)
    assert [said(limited, over_hexes((0, 0), (0, ep))) for ep in (3, 15, 16, 19)] == [3, 15, 16, 16]


def test_other_questions_are_none_of_the_tables() -> None:
    snapshot = over_hexes((0, 0), (0, 1))
    asks = (confirm("unseen"), counting("mp", 6, RIFLES), confirm("led", 6))
    assert [said(ask, snapshot) for ask in asks] == [None, None, None]
    assert not any(BOOK.facts.by_itself(ask) for ask in asks)


def test_an_answer_of_the_table_is_said_in_words() -> None:
    seen, names = TableNow(over_hexes((0, 0), (0, 1)), {}), BOOK.phrases.build_names(STATE, {})
    words = [
        BOOK.facts.measure_answer(ask, STATE, seen, names) for ask in (EP, confirm("adjacent"), confirm("in-range", 0))
    ]
    assert [str(found.says) for found in words if found] == ["1 EP", "yes", "no"]


def test_blocks_may_be_moved_without_anybody_wondering() -> None:
    before, after = over_hexes((0, 0), (0, 1)), over_hexes((0, 0), (2, 1))
    assert BOOK.facts.find_displaced(before, after, STATE, []) == ()


def test_a_name_that_is_a_number_gives_way_to_the_card_and_any_other_stays() -> None:
    names = BOOK.phrases.build_names(STATE, {RIFLES: "No. 1", CHIEF: "Old Marrek"})
    assert (names(RIFLES), names(CHIEF)) == ("Rifles", "Old Marrek")
