"""The hex grid against brute force: the nearest middle, steps counted one by one, and edges within an error."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon

from tablecam.table.miniature import Placed
from tablecam.table.notation import parse, write
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import Hex, HexGrid

REACH = 9
# the hexes that share a side with (0, 0), as they are drawn: above, below, and two on either side
SIDES = ((0, 1), (0, -1), (1, 0), (1, -1), (-1, 0), (-1, 1))
NEAR = [(q, r) for q in range(-REACH, REACH + 1) for r in range(-13, 14)]
sizes = st.floats(0.5, 5.0)
lengths = st.floats(-5.0, 5.0)
steps = st.integers(-6, 6)
hexes = st.builds(Hex, steps, steps)


def corners(middle: tuple[float, float], size: float) -> list[tuple[float, float]]:
    """Of a hex whose sides face up and down, around its middle."""
    far = size / math.sqrt(3)
    return [
        (middle[0] + far * math.cos(math.radians(60 * n)), middle[1] + far * math.sin(math.radians(60 * n)))
        for n in range(6)
    ]


def middle_by_hand(q: int, r: int, size: float, origin: tuple[float, float]) -> tuple[float, float]:
    """Column after column to the right, half a hex up each."""
    return origin[0] + q * size * math.cos(math.radians(30)), origin[1] + q * size * math.sin(
        math.radians(30)
    ) + r * size


@pytest.mark.slow
@given(sizes, st.tuples(lengths, lengths), lengths, lengths)
def test_a_place_lies_in_the_hex_whose_middle_is_nearest(
    size: float, origin: tuple[float, float], x: float, y: float
) -> None:
    grid = HexGrid(size, origin)
    # given in hexes, so that the brute force need not look far
    place = origin[0] + x * size, origin[1] + y * size
    apart = {at: math.dist(middle_by_hand(*at, size, origin), place) for at in NEAR}
    found = grid.get_hex(*place)
    assert apart[found] <= min(apart.values()) + 1e-9
    assert grid.middle(found) == pytest.approx(middle_by_hand(*found, size, origin), abs=1e-9)


def walked(start: tuple[int, int], most: int) -> dict[tuple[int, int], int]:
    """Steps over sides from a hex to every other one, found by walking."""
    found, edge = {start: 0}, [start]
    for far in range(1, most + 1):
        edge = [
            there
            for there in dict.fromkeys((q + dq, r + dr) for q, r in edge for dq, dr in SIDES)
            if there not in found
        ]
        found |= dict.fromkeys(edge, far)
    return found


WALKED = walked((0, 0), 24)


@given(hexes, hexes)
def test_a_distance_is_the_fewest_steps(one: Hex, other: Hex) -> None:
    assert one.distance(other) == WALKED[other.q - one.q, other.r - one.r]


@given(hexes, st.integers(0, 5))
def test_those_within_some_steps_are_all_that_a_walk_reaches(one: Hex, far: int) -> None:
    found = list(one.list_neighbourhood(far))
    assert len(found) == len(set(found))
    assert set(found) == {(one.q + q, one.r + r) for (q, r), steps in WALKED.items() if steps <= far}


@pytest.mark.slow
@settings(deadline=None)
@given(st.floats(0.5, 3.0), lengths, lengths, st.floats(0.0, 1.5))
def test_a_place_may_lie_in_every_hex_that_two_sigma_of_it_reach(size: float, x: float, y: float, sigma: float) -> None:
    grid, place = HexGrid(size), Point(x * size, y * size)
    found = grid.find_hexes(place.x, place.y, sigma * size)
    apart = {at: Polygon(corners(middle_by_hand(*at, size, (0.0, 0.0)), size)).distance(place) / size for at in NEAR}
    assert found[0] == grid.get_hex(place.x, place.y)
    assert len(found) == len(set(found))
    assert {at for at, far in apart.items() if far < 2 * sigma - 1e-9} <= set(found)
    assert max(apart[hex] for hex in found) < 2 * sigma + 1e-9


def at(x: float, y: float, sigma: float = 0.01) -> Snapshot:
    return parse(f"grid hex 2 at 24,24\nmodel ann red 30mm at {x},{y} sigma {sigma}")


def test_a_snapshot_hands_the_hex_of_a_model_and_two_near_an_edge() -> None:
    assert at(24, 24).hexes("ann") == ((0, 0),)
    assert at(24, 24.9).hexes("ann") == ((0, 0),)
    assert at(24, 24.985).hexes("ann") == ((0, 0), (0, 1))
    assert at(24, 25.015).hexes("ann") == ((0, 1), (0, 0))
    assert len(at(24 + 2 / math.sqrt(3), 24).hexes("ann")) == 3


def test_a_table_without_a_grid_has_no_hexes() -> None:
    snapshot = parse("model ann red 30mm at 24,24")
    assert isinstance(snapshot.model("ann"), Placed)
    assert (snapshot.grid, snapshot.hexes("ann")) == (None, ())


def test_a_position_keeps_its_grid() -> None:
    snapshot = Snapshot(0.0, (), grid=HexGrid(1.25, (-3.5, 12.0)))
    assert parse(write(snapshot)) == snapshot
