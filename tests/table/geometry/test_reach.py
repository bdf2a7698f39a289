"""Where a base can get to: the region holds exactly the places whose shortest way is within the allowance."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra
from shapely import affinity, box

from tablecam.table.geometry.grown_obstacles import Disc
from tablecam.table.geometry.paths import Path, find_overlap, shortest_path
from tablecam.table.geometry.reach import reach

TABLE = (0.0, 0.0, 24.0, 24.0)
RADIUS = 0.63
# The promise is 0.02 in; a place so near the edge may lie on either side of it.
EDGE_IN = 0.02


def length(start, goal, obstacles):
    found = shortest_path(start, goal, RADIUS, obstacles, TABLE, slack_in=0.0)
    return found.length_in if isinstance(found, Path) else math.inf


def scene(seed, count):
    """Boxes and bases strewn over the table, overlapping as they like, and a place where a base can stand."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(count):
        x, y, w, h, turn = rng.uniform([2, 2, 0.3, 0.3, 0], [22, 22, 5, 3, 180])
        if number % 2:
            found.append(affinity.rotate(box(x - w / 2, y - h / 2, x + w / 2, y + h / 2), turn))
        else:
            found.append(Disc(x, y, RADIUS))
    start = next(
        place for place in rng.uniform(1, 23, (999, 2)) if find_overlap(tuple(place), RADIUS, found, TABLE) is None
    )
    return found, tuple(start), rng


def test_nothing_in_the_way_leaves_a_disc():
    region = reach((12, 12), 5.0, RADIUS)
    assert region.area == pytest.approx(math.pi * 25, rel=2e-3)
    assert shapely.hausdorff_distance(region.exterior, shapely.Point(12, 12).buffer(5, quad_segs=90).exterior) < EDGE_IN


def test_the_edge_of_the_table_stops_the_base_not_its_centre():
    assert reach((2, 12), 5.0, RADIUS, bounds=TABLE).bounds[0] == pytest.approx(RADIUS, abs=1e-4)


def test_behind_a_corner_the_edge_is_an_involute():
    region = reach((0, 0), 10.0, 1.0, [box(4, -30, 6, 1)])
    # just past the far upper corner, straight down the wall's other side
    tangent, turn = 4.0, math.atan2(1, 4) + math.asin(1 / math.sqrt(17))
    left = 10 - tangent - turn - 2 - math.pi / 2
    down = shapely.LineString([(7.0, 1), (7.0, -20)]).intersection(region.buffer(1e-3))
    assert down.length == pytest.approx(left, abs=EDGE_IN)


@pytest.mark.parametrize("allowance", [0.0, -1.0])
def test_without_an_allowance_nothing_is_reached(allowance):
    assert reach((12, 12), allowance, RADIUS).is_empty


def test_who_is_stuck_reaches_nothing():
    assert reach((12, 12), 5.0, RADIUS, [box(11, 11, 13, 13)]).is_empty


def test_in_contact_with_a_wall_the_whole_near_side_is_reached():
    region = reach((12, 12 - RADIUS), 4.0, RADIUS, [box(0, 12, 24, 14)], TABLE)
    assert region.area == pytest.approx(math.pi * 16 / 2, rel=2e-3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_the_region_holds_exactly_the_places_within_the_allowance(seed):
    obstacles, start, rng = scene(seed, 4 + seed)
    allowance = float(rng.uniform(3, 12))
    region = reach(start, allowance, RADIUS, obstacles, TABLE)
    for place in start + rng.uniform(-allowance, allowance, (40, 2)):
        spot = tuple(place)
        if (
            find_overlap(spot, RADIUS, obstacles, TABLE, 0.0) is None
            and region.boundary.distance(shapely.Point(spot)) > EDGE_IN
        ):
            assert region.covers(shapely.Point(spot)) == (length(start, spot, obstacles) <= allowance)


def grid_lengths(start, obstacles, step, allowance):
    """An independent length to every free place of a grid about the start: steps to 32 neighbours.

    At most 1.4 per cent too long for the directions it lacks, and never too short.
    """
    reach_ = math.ceil(allowance / step) + 1
    offsets = np.arange(-reach_, reach_ + 1) * step
    x, y = np.meshgrid(start[0] + offsets, start[1] + offsets)
    places = np.column_stack([x.ravel(), y.ravel()])
    forbidden = [
        shapely.Point(each.x_in, each.y_in).buffer(each.radius_in + RADIUS - 1e-6, quad_segs=32)
        if isinstance(each, Disc)
        else each.buffer(RADIUS - 1e-6, quad_segs=32)
        for each in obstacles
    ]
    blocked = shapely.union_all(forbidden)
    shapely.prepare(blocked)
    inside = ((places >= RADIUS) & (places <= 24 - RADIUS)).all(axis=1)
    free = inside & ~shapely.contains_xy(blocked, *places.T)
    steps = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if math.gcd(a, b) == 1 and (a, b) > (0, 0)]
    side = len(offsets)
    number = np.arange(side * side).reshape(side, side)
    begin, end = [], []
    for a, b in steps:
        rows = slice(max(-b, 0), side - max(b, 0))
        columns = slice(max(-a, 0), side - max(a, 0))
        first = number[rows, columns].ravel()
        second = first + b * side + a
        both = free[first] & free[second]
        begin.append(first[both])
        end.append(second[both])
    i, j = np.concatenate(begin), np.concatenate(end)
    lines = shapely.linestrings(np.stack([places[i], places[j]], axis=1))
    kept = ~shapely.intersects(blocked, lines)
    i, j = i[kept], j[kept]
    weights = np.linalg.norm(places[i] - places[j], axis=1)
    graph = coo_matrix((weights, (i, j)), shape=(side * side,) * 2).tocsr()
    return places, dijkstra(graph, directed=False, indices=side * side // 2, limit=1.1 * allowance)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_region_agrees_with_a_flood_over_a_grid(seed):
    obstacles, start, _ = scene(100 + seed, 8)
    allowance, step = 6.0, 0.15
    region = reach(start, allowance, RADIUS, obstacles, TABLE)
    places, lengths = grid_lengths(start, obstacles, step, allowance)
    # what the flood reaches is reached, for its ways are lawful ones
    assert shapely.covers(region.buffer(EDGE_IN), shapely.points(places[lengths <= allowance])).all()
    assert (lengths <= allowance).sum() > 500
    # and what it needs far more for is not; round corners its grid costs it a step or two
    far = np.isfinite(lengths) & (lengths > 1.015 * allowance + 2 * step)
    assert not shapely.covers(region.buffer(-EDGE_IN), shapely.points(places[far])).any()


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(200, 10_000), st.floats(2, 8), st.floats(-math.pi, math.pi), st.booleans())
# a block whose near face is lit by the last ray of the round and hidden from the first
@example(741, 4.0, 1.0, False)
# a gap between two blocks that lies whole between two neighbouring rays, each of which meets one of the blocks
@example(4003, 6.79166140919269, -0.7542083586455934, True)
# where the two differ by a sliver alone
@example(9554, 3.0, 1.1354959273037566, False)
def test_turning_or_mirroring_everything_turns_the_region(seed, allowance, turn, mirrored):
    obstacles, start, _ = scene(seed, 7)
    sin, cos, sign = math.sin(turn), math.cos(turn), -1 if mirrored else 1
    matrix = (cos, -sin * sign, sin, cos * sign, 1.0, 2.0)

    def image(each):
        if not isinstance(each, Disc):
            return affinity.affine_transform(each, matrix)
        place = affinity.affine_transform(shapely.Point(each.x_in, each.y_in), matrix)
        return Disc(place.x, place.y, each.radius_in)

    there = affinity.affine_transform(shapely.Point(start), matrix).coords[0]
    region = affinity.affine_transform(reach(start, allowance, RADIUS, obstacles), matrix)
    turned = reach(there, allowance, RADIUS, [image(each) for each in obstacles])
    apart = shapely.symmetric_difference(region, turned)
    # each of the two may be off by that much; of a sliver the library's buffer may leave crumbs of no area
    assert apart.buffer(-EDGE_IN).area < 1e-9


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(200, 10_000), st.floats(2, 6), st.floats(0.1, 3))
def test_more_inches_reach_more_and_more_obstacles_less(seed, allowance, more):
    obstacles, start, _ = scene(seed, 7)
    assume(find_overlap(start, RADIUS, obstacles, TABLE, 0.0) is None)
    region = reach(start, allowance, RADIUS, obstacles, TABLE)
    wider = reach(start, allowance + more, RADIUS, obstacles, TABLE)
    freer = reach(start, allowance, RADIUS, obstacles[1:], TABLE)
    assert wider.buffer(EDGE_IN).covers(region)
    assert freer.buffer(EDGE_IN).covers(region)


def test_in_contact_with_another_base_no_slit_is_left_along_the_tangent():
    foe = Disc(12, 12, RADIUS)
    region = reach((12, 12 + 2 * RADIUS), 4.0, RADIUS, [foe], TABLE)
    assert region.geom_type == "Polygon"
    assert len(region.interiors) <= 1
    grown = shapely.Point(12, 12).buffer(2 * RADIUS + EDGE_IN, quad_segs=64)
    upper = box(0, 12 + 2 * RADIUS - 0.5, 24, 24)
    whole = shapely.Point(12, 12 + 2 * RADIUS).buffer(4 - EDGE_IN).intersection(upper).difference(grown)
    # half an inch below the tangent the winding round the base costs less than a hundredth
    assert shapely.difference(whole, region).area < 1e-3


@pytest.mark.slow
def test_the_region_is_one_piece_however_the_rays_graze():
    for seed in range(300, 312):
        obstacles, start, _ = scene(seed, 12)
        assert reach(start, 8.0, RADIUS, obstacles, TABLE).geom_type == "Polygon"


@pytest.mark.parametrize(
    "turn", [0.75, *(pytest.param(turn, marks=pytest.mark.slow) for turn in np.linspace(0, 6, 9) if turn != 0.75)]
)
def test_what_lies_behind_a_gap_just_as_wide_as_the_base_is_reached_on_both_sides_of_it(turn):
    row = shapely.MultiPoint([(side * 2 * RADIUS, 2.0) for side in (-5, -3, -1, 1, 3, 5)])
    places = shapely.get_coordinates(affinity.rotate(row, turn, origin=(0, 0), use_radians=True))
    region = reach((0, 0), 6.0, RADIUS, [Disc(x, y, RADIUS) for x, y in places])
    wider = reach((0, 0), 6.0, RADIUS, [Disc(x, y, RADIUS) for x, y in places * 1.00001])
    assert shapely.symmetric_difference(region, wider).buffer(-EDGE_IN).area < 1e-9


def test_a_base_a_hair_inside_a_wall_reaches_nothing_behind_a_gap_too_narrow_for_it():
    wall = shapely.union_all([box(0, 12, 11, 12.5), box(12.24, 12, 24, 12.5), box(0, 12, 1, 24)])
    region = reach((9.0, 12 - 0.63 + 0.049), 8.0, 0.63, [wall], (0.0, 0.0, 24.0, 24.0))
    assert region.bounds[3] < 12
    assert region.area == pytest.approx(math.pi * 8**2 / 2, rel=0.05)
