"""Places that look other than before, where no tag was read: each is tried twice, then it is how the table looks."""

import numpy as np
import pytest

from tablecam.sensing.vision.places import TRIES, WINDOW_CELLS, SuspectedRegions

SHAPE = (60, 80)
MAT, MODEL = 100, 180
ALL_REST = np.ones(SHAPE, bool)


def mat() -> np.ndarray:
    return np.full(SHAPE, MAT, np.int16)


def with_model(*places: tuple[int, int], side: int = 4) -> np.ndarray:
    look = mat()
    for row, column in places:
        look[row : row + side, column : column + side] = MODEL
    return look


def around(row: int, column: int, side: int = 4) -> tuple[slice, slice]:
    return slice(row, row + side), slice(column, column + side)


@pytest.fixture
def unread() -> SuspectedRegions:
    return SuspectedRegions(mat())


def test_what_looks_as_before_is_not_searched(unread) -> None:
    noise = np.random.default_rng(1).integers(-9, 10, SHAPE).astype(np.int16)
    assert unread.window(mat() + noise, ALL_REST, []) is None


def test_what_came_to_rest_is_tried_twice_and_then_taken_for_the_table(unread) -> None:
    look = with_model((20, 30))
    assert [unread.window(look, ALL_REST, []) for _ in range(TRIES + 1)] == [
        (around(20, 30), 0),
        (around(20, 30), 1),
        None,
    ]
    # and what is taken away from there is new
    assert unread.window(mat(), ALL_REST, []) == (around(20, 30), 0)


def test_what_does_not_rest_waits(unread) -> None:
    look = with_model((20, 30))
    assert unread.window(look, ~ALL_REST, []) is None
    assert unread.window(look, ALL_REST, []) == (around(20, 30), 0)


def test_what_moved_in_between_is_tried_anew(unread) -> None:
    look, moving = with_model((20, 30)), np.zeros(SHAPE, bool)
    unread.window(look, ALL_REST, [])
    moving[around(20, 30)] = True
    unread.reset_tries(moving)
    assert unread.window(look, ALL_REST, []) == (around(20, 30), 0)


def test_where_no_tag_is_or_was_comes_first(unread) -> None:
    look = with_model((4, 4), (20, 30), (40, 10))
    known = [np.array([5.5, 5.2]), np.array([41.0, 12.9])]
    tried = [unread.window(look, ALL_REST, known) for _ in range(4)]
    assert tried == [(around(20, 30), 0), (around(4, 4), 0), (around(40, 10), 0), (around(20, 30), 1)]


def test_a_speck_is_no_model(unread) -> None:
    look = mat()
    look[30, 40:42] = MODEL
    assert unread.window(look, ALL_REST, []) is None


def test_something_large_is_searched_window_by_window_until_all_of_it_was(unread) -> None:
    look, seen = mat(), np.zeros(SHAPE, int)
    arm = np.s_[10:58, 25:70]
    look[arm] = MODEL
    while (found := unread.window(look, ALL_REST, [])) is not None:
        window, _ = found
        assert max(side.stop - side.start for side in window) <= WINDOW_CELLS
        seen[window] += 1
    assert (seen[arm] >= TRIES).all()
