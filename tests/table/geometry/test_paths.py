"""The shortest way of a base: by hand, by two independent bounds, and by the laws every length obeys."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import Polygon, affinity, box

from tablecam.table.geometry.grown_obstacles import Disc
from tablecam.table.geometry.paths import NoPath, Path, find_overlap, overlap, shortest_path, shortest_touch
from tests.oracles.paths import polygon_path, push_out, shape

TABLE = (0.0, 0.0, 24.0, 24.0)
RADIUS = 0.63


def length(start, goal, obstacles=(), radius=RADIUS, bounds=TABLE):
    """The length of the way; infinite where there is none."""
    found = shortest_path(start, goal, radius, obstacles, bounds, slack_in=0.0)
    return found.length_in if isinstance(found, Path) else math.inf


def moved(obstacle, matrix):
    """The obstacle under an affine map that keeps lengths."""
    placed = affinity.affine_transform(shape(obstacle), matrix)
    return Disc(placed.x, placed.y, obstacle.radius_in) if isinstance(obstacle, Disc) else placed


@st.composite
def obstacles(draw, least=1, most=4):
    """A few boxes at any turn and a few bases, in the middle of the table."""
    found = []
    for _ in range(draw(st.integers(least, most))):
        x, y = draw(st.floats(5, 19)), draw(st.floats(5, 19))
        if draw(st.booleans()):
            found.append(Disc(x, y, draw(st.sampled_from([0.5, 0.63, 1.0]))))
        else:
            w, h, turn = draw(st.floats(0.2, 6)), draw(st.floats(0.2, 4)), draw(st.floats(0, 180))
            found.append(affinity.rotate(box(x - w / 2, y - h / 2, x + w / 2, y + h / 2), turn))
    return found


places = st.tuples(st.floats(1, 23), st.floats(1, 23))


def free(place, hindrances):
    return find_overlap(place, RADIUS, hindrances, TABLE, 0.0) is None


def test_nothing_in_the_way_is_a_straight_line():
    assert shortest_path((1, 1), (4, 5), 0.5) == Path(((1, 1), (4, 5)), 5.0)


def test_round_a_base_the_way_is_two_tangents_and_an_arc():
    found = shortest_path((0, 0), (10, 0), 1.0, [Disc(5, 0, 1)])
    # tangents of sqrt(25 - 4) and twice the angle whose sine is 2/5, on a circle of two inches
    assert found.length_in == pytest.approx(2 * math.sqrt(21) + 4 * math.asin(0.4), abs=1e-12)


def test_past_a_corner_the_base_swings_round_it():
    found = shortest_path((0, 0), (10, 0), 1.0, [box(4, -9, 6, 1)])
    tangent = math.sqrt(16)
    turn = math.atan2(1, 4) + math.asin(1 / math.sqrt(17))
    assert found.length_in == pytest.approx(2 * (tangent + turn) + 2, abs=1e-12)


def test_the_drawn_points_keep_clear_and_are_as_long_as_the_way():
    walls = [box(4, -9, 6, 1), Disc(9, 2, 0.8)]
    found = shortest_path((0, 0), (14, 3), 1.0, walls)
    drawn = shapely.LineString(found.points)
    assert found.points[0] == (0, 0)
    assert found.points[-1] == (14, 3)
    assert drawn.length == pytest.approx(found.length_in, abs=1e-3)
    assert all(shape(wall).distance(drawn) > 1.0 + getattr(wall, "radius_in", 0) - 1e-3 for wall in walls)


def test_a_gap_as_wide_as_the_base_lets_it_through_and_a_narrower_one_does_not():
    def gap(width):
        return [box(4, 0, 6, 12 - width / 2), box(4, 12 + width / 2, 6, 24)]

    assert length((1, 12), (9, 12), gap(2 * RADIUS)) == pytest.approx(8)
    assert length((1, 12), (9, 12), gap(2 * RADIUS - 0.001)) == math.inf


@pytest.mark.parametrize("turn", np.linspace(0, 6, 9))
@pytest.mark.parametrize("rounding", [-1e-8, 0.0, 1e-8])
def test_a_way_bends_round_either_base_of_a_pair_just_so_far_apart_that_it_passes(turn, rounding):
    def at(x, y):
        return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)

    aside = 2 * RADIUS + rounding / 2
    pair = [Disc(*at(side * aside, 2.0), RADIUS) for side in (-1, 1)]
    found = length(at(-2.0, 0.0), at(2.0, 4.0), pair, bounds=None)
    # round the one on the left until the two touch, and round the other from there: half by half the same
    half = length((-2.0, 0.0), (0.0, 2.0), [Disc(-2 * RADIUS, 2.0, RADIUS)], bounds=None)
    assert found == pytest.approx(2 * half, abs=1e-6)


def test_a_courtyard_is_left_by_its_gate_only():
    yard = Polygon(box(6, 6, 18, 18).exterior.coords, [box(8, 8, 16, 16).exterior.coords])
    assert length((12, 12), (12, 21), [yard]) == math.inf
    gated = yard.difference(box(11, 6, 13, 8))
    assert length((12, 12), (12, 21), [gated]) > 20


def test_no_base_leaves_the_table_to_pass_a_wall():
    wall = box(11, 0.5, 13, 24)
    assert length((5, 12), (20, 12), [wall]) == math.inf
    assert length((5, 12), (20, 12), [wall], bounds=None) < math.inf


def test_touching_walls_are_one_wall():
    assert length((5, 12), (20, 12), [box(11, 0, 13, 12), box(11, 12, 13, 24)]) == math.inf


def test_a_base_in_contact_is_not_stuck():
    foe = Disc(12, 12, 0.63)
    beside = (12 - 2 * RADIUS, 12.0)
    assert length(beside, (5, 12), [foe]) == pytest.approx(beside[0] - 5)
    # straight through is barred: half way round it goes
    assert length(beside, (12 + 2 * RADIUS, 12), [foe]) == pytest.approx(math.pi * 2 * RADIUS)


def test_a_base_flush_with_a_wall_may_slide_along_it():
    assert length((5, 12 - RADIUS), (15, 12 - RADIUS), [box(2, 12, 20, 14)]) == pytest.approx(10)


@pytest.mark.parametrize("over", [0.0, 0.01, 0.049])
def test_a_base_measured_a_hair_over_a_wall_still_moves(over):
    found = shortest_path((5, 12 - RADIUS + over), (5, 8), RADIUS, [box(2, 12, 20, 14)])
    assert found.length_in == pytest.approx(4 - RADIUS + over)


def test_an_end_where_the_base_cannot_stand_is_named_with_how_deep():
    walls = [Disc(20, 20, 1), box(2, 12, 20, 14)]
    assert shortest_path((5, 13), (5, 8), 0.5, walls) == NoPath("start", 1, 1.5)
    assert shortest_path((5, 8), (20, 20.5), 0.5, walls) == NoPath("goal", 0, 1.0)
    assert shortest_path((5, 8), (0.2, 8), 0.5, walls, TABLE) == NoPath("goal", None, pytest.approx(0.3))


def test_the_overlap_with_a_solid_is_the_least_push_out_of_it():
    assert overlap(box(0, 0, 10, 4), (5, 1), 0.5) == pytest.approx(1.5)
    assert overlap(box(0, 0, 10, 4), (5, -2), 0.5) == pytest.approx(-1.5)
    assert overlap(Disc(0, 0, 1), (0, 1), 0.5) == pytest.approx(0.5)


@pytest.mark.slow
@settings(max_examples=40)
@given(obstacles(), places, places)
def test_the_length_lies_between_two_independent_bounds(hindrances, start, goal):
    assume(free(start, hindrances) and free(goal, hindrances))
    # polygons in and around the grown obstacles; ends nearer than that to an obstacle would be inside the outer ones
    assume(find_overlap(start, RADIUS + 0.02, hindrances, None, 0.0) is None)
    assume(find_overlap(goal, RADIUS + 0.02, hindrances, None, 0.0) is None)
    found = length(start, goal, hindrances, bounds=None)
    lower = polygon_path(start, goal, hindrances, RADIUS, 12, outside=False)
    upper = polygon_path(start, goal, hindrances, RADIUS, 12, outside=True)
    assert lower - 1e-6 <= found <= upper + 1e-6


@pytest.mark.slow
@settings(max_examples=60)
@given(obstacles(), places, places, places)
def test_lengths_obey_the_laws_of_distance(hindrances, a, b, c):
    assume(all(free(place, hindrances) for place in (a, b, c)))
    there = length(a, b, hindrances)
    assert there >= math.dist(a, b) - 1e-9
    assert length(b, a, hindrances) == pytest.approx(there, abs=1e-9)
    assert there <= length(a, c, hindrances) + length(c, b, hindrances) + 1e-6
    assert length(a, a, hindrances) == 0


@pytest.mark.slow
@settings(max_examples=60)
@given(obstacles(2), places, places)
def test_another_obstacle_never_makes_a_way_shorter(hindrances, a, b):
    assume(free(a, hindrances) and free(b, hindrances))
    assert length(a, b, hindrances[:-1]) <= length(a, b, hindrances) + 1e-6


@pytest.mark.slow
@settings(max_examples=60)
@given(obstacles(), places, places, st.floats(-math.pi, math.pi), st.booleans())
def test_turning_or_mirroring_everything_changes_no_length(hindrances, a, b, turn, mirrored):
    assume(free(a, hindrances) and free(b, hindrances))
    sin, cos, sign = math.sin(turn), math.cos(turn), -1 if mirrored else 1
    matrix = (cos, -sin * sign, sin, cos * sign, 3.0, -7.0)

    def image(place):
        return affinity.affine_transform(shapely.Point(place), matrix).coords[0]

    turned = [moved(each, matrix) for each in hindrances]
    before, after = length(a, b, hindrances, bounds=None), length(image(a), image(b), turned, bounds=None)
    assert after == pytest.approx(before, abs=1e-6)


def test_a_charge_ends_where_the_bases_touch():
    foe = Disc(12, 12, 0.5)
    found = shortest_touch((2, 12), foe, 0.5, bounds=TABLE)
    assert found.length_in == pytest.approx(9)
    assert found.points[-1] == pytest.approx((11, 12))


def test_a_charge_meets_the_side_of_a_square_base_squarely():
    found = shortest_touch((2, 12.2), box(11, 11, 13, 13), 0.5)
    assert found.length_in == pytest.approx(8.5)
    assert found.points[-1] == pytest.approx((10.5, 12.2))


def test_who_touches_already_has_no_way_to_go():
    assert shortest_touch((11, 12), Disc(12, 12, 0.5), 0.5).length_in == 0


def test_a_charge_is_barred_where_no_place_beside_the_target_is_free():
    walled = [box(8, 8, 16, 10), box(8, 14, 16, 16), box(8, 8, 10, 16), box(14, 8, 16, 16)]
    assert shortest_touch((2, 12), Disc(12, 12, 0.5), 0.5, walled) == NoPath()


@pytest.mark.slow
@settings(max_examples=15)
@given(obstacles(2, 4), places, st.data())
def test_a_charge_is_as_long_as_the_shortest_way_to_any_place_beside_the_target(hindrances, start, data):
    target, others = hindrances[0], hindrances[1:]
    assume(free(start, hindrances))
    own = target.radius_in if isinstance(target, Disc) else 0.0
    rim = shape(target).buffer(RADIUS + own + 1e-6, quad_segs=8).exterior.segmentize(0.8)
    spots = [tuple(place) for place in shapely.get_coordinates(rim)]
    ways = [length(start, spot, hindrances) for spot in spots if free(spot, others)]
    found = shortest_touch(start, target, RADIUS, others, TABLE, slack_in=0.0)
    best = min(ways, default=math.inf)
    if isinstance(found, NoPath):
        assert best == math.inf
    else:
        # no spot is nearer; the end itself may lie in a gap that is narrower than the spots are apart
        assert found.length_in - 2e-3 <= best
        end = found.points[-1]
        assert shape(target).distance(shapely.Point(end)) == pytest.approx(RADIUS + own, abs=2e-3)
        way = shortest_path(start, end, RADIUS, hindrances, TABLE, slack_in=2e-3)
        assert isinstance(way, Path)
        assert way.length_in == pytest.approx(found.length_in, abs=0.02)


@st.composite
def touching_starts(draw):
    """Obstacles, a place where the base touches one of them and stands clear of the rest, and the way into that one."""
    hindrances = draw(obstacles())
    rim = shape(hindrances[0]).buffer(RADIUS + getattr(hindrances[0], "radius_in", 0.0), quad_segs=64).exterior
    place = rim.interpolate(draw(st.floats(0, 1)), normalized=True)
    inward = np.array(shapely.shortest_line(place, shape(hindrances[0])).coords)
    inward = (inward[1] - inward[0]) / np.linalg.norm(inward[1] - inward[0])
    # chords of the rim lie a hair inside
    touching = np.array([place.x, place.y]) - 1e-4 * inward
    assume(free(tuple(touching), hindrances))
    return hindrances, touching, inward


@pytest.mark.slow
@settings(max_examples=60)
@given(touching_starts(), places, st.sampled_from([0.001, 0.01, 0.049]))
def test_a_base_a_hair_inside_an_obstacle_has_the_path_of_one_that_touches_but_for_that_hair(start, goal, depth):
    hindrances, touching, inward = start
    assume(free(goal, hindrances))
    inside, off = tuple(touching + depth * inward), tuple(touching - 0.001 * inward)
    lengths = []
    for place in (inside, tuple(touching), off):
        found = shortest_path(place, goal, RADIUS, hindrances, TABLE)
        lengths.append(found.length_in if isinstance(found, Path) else math.inf)
    if math.inf in lengths:
        assert lengths == [math.inf] * 3
        return
    assert abs(lengths[0] - lengths[1]) <= depth + 1e-6
    assert abs(lengths[1] - lengths[2]) <= 0.001 + 1e-6


@pytest.mark.slow
@settings(max_examples=40)
@given(touching_starts(), places, st.floats(0.0, 0.049))
def test_a_base_inside_an_obstacle_has_the_path_of_an_independent_search_from_where_it_comes_out(start, goal, depth):
    hindrances, touching, inward = start
    assume(find_overlap(goal, RADIUS + 0.02, hindrances, None, 0.0) is None)
    place = tuple(touching + depth * inward)
    out = push_out(place, hindrances, RADIUS + 0.02)
    assume(out is not None)
    found = shortest_path(place, goal, RADIUS, hindrances)
    length_in = found.length_in if isinstance(found, Path) else math.inf
    push_in = math.dist(place, out)
    upper = polygon_path(out, goal, hindrances, RADIUS, 12, outside=True)
    lower = polygon_path(out, goal, hindrances, RADIUS, 12, outside=False)
    assert lower - push_in - 1e-6 <= length_in <= upper + push_in + 1e-6


def test_a_base_a_hair_inside_a_wall_does_not_pass_a_gap_that_is_too_narrow_for_it():
    # the gap lies 4 in beside the base, in the wall that it stands .05 in inside
    radius = 16 / 25.4
    wall = shapely.union_all([box(0, 12, 11, 12.5), box(12.16, 12, 24, 12.5), box(0, 12, 1, 24)])
    found = shortest_path((7.0, 12 - radius + 0.05), (11.58, 18), radius, [wall], TABLE)
    assert found == NoPath()


def test_a_base_between_two_others_that_it_seems_to_overlap_leaves_to_either_side():
    pair = [Disc(12 - 2 * RADIUS + 0.01, 12, RADIUS), Disc(12 + 2 * RADIUS - 0.01, 12, RADIUS)]
    for goal in ((12, 6), (12, 18)):
        found = shortest_path((12, 12.005), goal, RADIUS, pair, TABLE)
        assert found.length_in == pytest.approx(6, abs=0.01)


def test_a_base_in_an_alley_that_seems_too_narrow_leaves_it_along_the_alley():
    alley = [box(4, 2, 8, 20), box(8 + 2 * RADIUS - 0.02, 2, 16, 20)]
    found = shortest_path((8 + RADIUS - 0.01, 14), (8 + RADIUS, 22.5), RADIUS, alley, TABLE)
    assert found.length_in == pytest.approx(8.5, abs=0.01)


def test_a_base_over_the_edge_comes_back_onto_the_table_at_once():
    # only its start is over the edge: the gap between the edge and the block stays too narrow
    block = box(12, 2 * RADIUS - 0.03, 14, 24)
    found = shortest_path((6, RADIUS - 0.04), (20, 6), RADIUS, [block], TABLE)
    assert found == NoPath()
    assert shortest_path((6, RADIUS - 0.04), (6, 6), RADIUS, [], TABLE).length_in == pytest.approx(6 - RADIUS + 0.04)


def test_a_charge_from_a_hair_inside_a_wall_leads_out_of_it_first():
    wall, foe = box(2, 12, 20, 14), Disc(15, 8, RADIUS)
    inside = shortest_touch((6, 12 - RADIUS + 0.03), foe, RADIUS, [wall], TABLE)
    touching = shortest_touch((6, 12 - RADIUS), foe, RADIUS, [wall], TABLE)
    assert touching.length_in - 0.03 <= inside.length_in <= touching.length_in + 0.03
    assert (inside.overlap_in, touching.overlap_in) == (pytest.approx(0.03), 0.0)
