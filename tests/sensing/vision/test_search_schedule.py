"""When the search by rings has its turn: soon for a tag that is newly missing, seldom for one that stays away."""

from itertools import pairwise

import pytest

from tablecam.sensing.camera.synthetic.scene import lens, overhead
from tablecam.sensing.vision.places import (
    AROUND_PX,
    GONE_FRAMES,
    LIFTED_FRAMES,
    NEVER,
    PIECES,
    Places,
    SearchSchedule,
    select_sought,
)
from tablecam.table.geometry.projection import Camera

PUT_DOWN = (10, 20, 200, 220)
NEWLY, GONE = LIFTED_FRAMES + 1, GONE_FRAMES + 1
PLENTY = 40 * PIECES**2


class Table:
    """Places of which some are unread."""

    def __init__(self, unread: list[tuple[int, int, int, int]]) -> None:
        self.left = unread

    def unread(self, known_px):
        return self.left.pop(0) if self.left else None

    def piece(self, number: int, pieces: int) -> tuple[int, int, int, int]:
        return number % pieces**2, 0, 0, 0


def turns(rounds: SearchSchedule, table: Table, missed: dict[int, float], frames: int) -> dict[int, tuple]:
    """What is searched in which of so many frames."""
    found = {frame: rounds.next(table, []) if rounds.due(missed) else None for frame in range(frames)}
    return {frame: turn for frame, turn in found.items() if turn is not None}


@pytest.fixture
def rounds() -> SearchSchedule:
    return SearchSchedule()


def test_nothing_is_searched_while_nothing_is_missing(rounds) -> None:
    assert turns(rounds, Table([PUT_DOWN]), {}, 50) == {}


def test_a_tag_just_under_a_finger_is_not_sought(rounds) -> None:
    missed = {3: LIFTED_FRAMES}
    assert select_sought(missed) == set()
    assert turns(rounds, Table([PUT_DOWN]), missed, 50) == {}


def test_a_tag_newly_missing_is_sought_at_once_where_something_was_put_down_and_nowhere_else(rounds) -> None:
    found = turns(rounds, Table([PUT_DOWN, PUT_DOWN]), {3: NEWLY}, 50)
    assert list(found.values()) == [PUT_DOWN, PUT_DOWN]
    assert max(found) <= 4


def test_a_tag_that_is_gone_is_sought_over_the_whole_table_once_soon_and_then_ever_more_rarely(rounds) -> None:
    found = turns(rounds, Table([]), {3: GONE}, PLENTY)
    hurried = [turn for frame, turn in found.items() if frame < 6 * PIECES**2]
    assert {box[0] for box in hurried} == set(range(PIECES**2))
    frames = sorted(found)
    rests = [late - early for early, late in pairwise(frames)]
    assert rests == sorted(rests)


def test_a_hand_over_the_empty_place_of_a_lost_tag_starts_no_new_round(rounds) -> None:
    turns(rounds, Table([]), {3: GONE}, 200)
    turns(rounds, Table([]), {3: 0}, 20)
    assert len(turns(rounds, Table([]), {3: GONE}, 60)) <= 60 / 12


def test_a_tag_found_and_gone_once_more_has_a_round_of_its_own(rounds) -> None:
    turns(rounds, Table([]), {3: GONE}, 2000)
    turns(rounds, Table([]), {}, 20)
    assert len(turns(rounds, Table([]), {3: GONE}, 6 * PIECES**2)) >= PIECES**2


def test_a_new_table_is_gone_over_at_once_for_tags_never_seen(rounds) -> None:
    found = turns(rounds, Table([]), {3: NEVER, 4: NEVER}, PIECES**2)
    assert [box[0] for box in found.values()] == list(range(PIECES**2))


def test_where_something_was_put_down_comes_before_the_next_piece(rounds) -> None:
    turns(rounds, Table([]), {3: GONE}, 200)
    found = turns(rounds, Table([PUT_DOWN]), {3: GONE}, 60)
    assert next(iter(found.values())) == PUT_DOWN


def test_what_is_put_down_is_searched_for_a_tag_never_seen_when_its_turn_comes(rounds) -> None:
    turns(rounds, Table([]), {3: NEVER}, PLENTY)
    found = turns(rounds, Table([PUT_DOWN, PUT_DOWN]), {3: NEVER}, 250)
    assert list(found.values())[:2] == [PUT_DOWN, PUT_DOWN]
    assert min(later - sooner for sooner, later in pairwise(found)) > 60


def test_the_pieces_cover_the_table_and_overlap_where_they_meet() -> None:
    places = Places(Camera(lens(1280, 720), overhead()), (720, 1280), (24.0, 24.0))
    left, top, right, bottom = places.table
    assert left > AROUND_PX
    pieces = [places.piece(number, 2) for number in range(4)]
    columns = [
        (left - AROUND_PX, (left + right) // 2 + AROUND_PX),
        ((left + right) // 2 - AROUND_PX, right + AROUND_PX),
    ]
    assert [(piece[0], piece[2]) for piece in pieces] == columns * 2
    assert (pieces[0][1], pieces[3][3]) == (max(top - AROUND_PX, 0), bottom + AROUND_PX)
