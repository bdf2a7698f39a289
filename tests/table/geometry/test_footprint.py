"""Outlines of bases and the gaps between them, against shapely, against a general optimiser and against themselves."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from shapely import Point

from tablecam.table.geometry.footprint import Footprint, Gaps, gaps

# the optimiser takes its time on a busy machine, and time is not what is tested here
unhurried = settings(deadline=None, max_examples=60)

places = st.floats(-4, 4)
angles = st.floats(-math.pi, math.pi)
halves = st.floats(0.3, 3.4)
circles = st.builds(lambda x, y, turn, r: Footprint(x, y, turn, r, r), places, places, angles, halves)
ovals = st.builds(Footprint, places, places, angles, halves, halves)
rectangles = st.builds(Footprint, places, places, angles, halves, halves, st.just(True))
footprints = st.one_of(circles, ovals, rectangles)


def gap(first: Footprint, second: Footprint) -> Gaps:
    """The gap between two outlines, as the only row of a `Gaps`."""
    return gaps([first, second], np.array([0]), np.array([1]))


def separation(a, b):
    return float(gap(a, b).gap_in[0])


def moved(footprint, turn, x, y):
    """The footprint turned about the origin, then shifted."""
    cos, sin = math.cos(turn), math.sin(turn)
    at = cos * footprint.x_in - sin * footprint.y_in + x, sin * footprint.x_in + cos * footprint.y_in + y
    return Footprint(*at, footprint.heading_rad + turn, footprint.half_x_in, footprint.half_y_in, footprint.cornered)


def boundary(footprint, turn):
    """A point on an oval outline, by the angle of its parametric form."""
    sin, cos = math.sin(footprint.heading_rad), math.cos(footprint.heading_rad)
    x, y = footprint.half_x_in * math.cos(turn), footprint.half_y_in * math.sin(turn)
    return np.array([footprint.x_in + x * sin + y * cos, footprint.y_in - x * cos + y * sin])


def distance_by_optimiser(a, b):
    """Least distance between two oval outlines, from every pair of 24 starts each that looks promising."""
    turns = np.arange(24) * math.pi / 12
    starts = sorted((np.linalg.norm(boundary(a, s) - boundary(b, t)), s, t) for s in turns for t in turns)[:4]
    found = [
        minimize(
            lambda at: float(np.sum((boundary(a, at[0]) - boundary(b, at[1])) ** 2)),
            start[1:],
            method="BFGS",
            options={"gtol": 1e-12},
        ).fun
        for start in starts
    ]
    return math.sqrt(min(found))


def test_two_circles_lie_apart_by_the_distance_of_their_centres_less_their_radii():
    found = gap(Footprint(0, 0, 0, 1, 1), Footprint(3, 4, 2, 0.5, 0.5))
    assert found.gap_in == pytest.approx([3.5])
    assert found.normal == pytest.approx(np.array([[0.6, 0.8]]))
    assert found.nearest == pytest.approx(np.array([[[0.6, 0.8], [2.7, 3.6]]]))


def test_circles_in_one_another_overlap_by_the_push_that_would_part_them():
    assert separation(Footprint(0, 0, 0, 1, 1), Footprint(0.5, 0, 0, 1, 1)) == pytest.approx(-1.5)
    assert separation(Footprint(2, 2, 0, 1, 1), Footprint(2, 2, 0, 0.5, 0.5)) == pytest.approx(-1.5)


def test_length_runs_along_the_heading():
    oval = Footprint(0, 0, math.pi / 2, 0.5, 2)
    assert oval.extent_in(math.pi / 2) == pytest.approx(2)
    assert oval.extent_in(0) == pytest.approx(0.5)
    assert oval.outline().bounds == pytest.approx((-0.5, -2, 0.5, 2))
    assert Footprint(1, 1, 0, 0.5, 2, True).outline().bounds == pytest.approx((-1, 0.5, 3, 1.5))


def test_two_squares_face_to_face_meet_halfway_along_the_shared_side():
    found = gap(Footprint(0, 0, 0, 1, 1, True), Footprint(3, 1, 0, 1, 1, True))
    assert found.gap_in == pytest.approx([1])
    assert found.nearest == pytest.approx(np.array([[[1, 0.5], [2, 0.5]]]))


def test_a_circle_off_a_corner_is_measured_to_the_corner():
    found = gap(Footprint(0, 0, 0, 1, 1, True), Footprint(4, 5, 0, 1, 1))
    assert found.gap_in == pytest.approx([4])
    assert found.nearest == pytest.approx(np.array([[[1, 1], [3.4, 4.2]]]))


def test_nothing_to_compare_gives_no_rows():
    assert gaps([], np.array([], int), np.array([], int)).nearest.shape == (0, 2, 2)


def test_a_row_does_not_depend_on_its_neighbours():
    rng = np.random.default_rng(7)
    row = [
        Footprint(*rng.uniform(-9, 9, 2), rng.uniform(0, 6), *rng.uniform(0.3, 2, 2), bool(i % 2)) for i in range(40)
    ]
    together = gaps(row, np.arange(20), np.arange(20, 40))
    alone = [separation(a, b) for a, b in zip(row[:20], row[20:], strict=True)]
    assert together.gap_in == pytest.approx(alone, abs=1e-12)


@pytest.mark.slow
@unhurried
@given(a=rectangles, b=rectangles)
@example(a=Footprint(0, 0, 0, 1, 1, True), b=Footprint(2, 2, 0, 1, 1, True))
@example(a=Footprint(0, 0, 0, 3, 0.3, True), b=Footprint(0.605, 0, 0.001, 3, 0.3, True))
def test_rectangles_agree_with_shapely(a, b):
    assert max(0.0, separation(a, b)) == pytest.approx(a.outline().distance(b.outline()), abs=1e-9)


@pytest.mark.slow
@unhurried
@given(a=rectangles, b=circles)
def test_a_rectangle_and_a_circle_agree_with_shapely(a, b):
    centre = Point(b.x_in, b.y_in)
    assume(not a.outline().contains(centre))
    assert separation(a, b) == pytest.approx(a.outline().distance(centre) - b.half_x_in, abs=1e-9)


@pytest.mark.slow
@unhurried
@given(a=ovals, b=ovals)
@example(a=Footprint(0, 0, 0, 3.35, 2.07), b=Footprint(0.3, 6.2, 0.7, 3.35, 2.07))
@example(a=Footprint(0, 0, 0.3, 0.3, 3.4), b=Footprint(0.61, 0, 0.32, 0.3, 3.4))
def test_ovals_agree_with_a_general_optimiser(a, b):
    ours = separation(a, b)
    if a.outline(720).intersects(b.outline(720)):
        assert ours < 1e-4
    else:
        assert ours == pytest.approx(distance_by_optimiser(a, b), abs=1e-5)


@pytest.mark.slow
@unhurried
@given(a=footprints, b=footprints)
def test_any_two_outlines_agree_with_finely_drawn_ones(a, b):
    drawn = a.outline(2000).distance(b.outline(2000))
    # 2000 corners cut at most 1.2e-6 of a half length off each outline
    assert max(0.0, separation(a, b)) == pytest.approx(drawn, abs=2e-5)


@pytest.mark.slow
@unhurried
@given(a=footprints, b=footprints)
def test_it_is_as_far_there_as_back(a, b):
    there, back = gap(a, b), gap(b, a)
    assert there.gap_in == pytest.approx(back.gap_in, abs=1e-9)
    if there.gap_in[0] > 1e-3:
        assert there.normal == pytest.approx(-back.normal, abs=1e-5)


@pytest.mark.slow
@unhurried
@given(a=footprints, b=footprints, turn=angles, x=places, y=places)
def test_moving_the_table_under_both_changes_nothing(a, b, turn, x, y):
    before, after = separation(a, b), separation(moved(a, turn, x, y), moved(b, turn, x, y))
    assert max(before, 0) == pytest.approx(max(after, 0), abs=1e-9)


@pytest.mark.slow
@unhurried
@given(a=footprints, b=footprints, c=footprints)
def test_a_detour_over_a_third_base_is_never_shorter_by_more_than_that_base(a, b, c):
    direct = max(0.0, separation(a, b))
    assert direct <= max(0.0, separation(a, c)) + max(0.0, separation(c, b)) + 2 * c.reach_in + 1e-9


@pytest.mark.slow
@unhurried
@given(a=footprints, b=footprints)
def test_the_nearest_points_lie_on_the_outlines_and_span_the_gap(a, b):
    found = gap(a, b)
    assume(found.gap_in[0] > 1e-3)
    first, second = found.nearest[0]
    assert second - first == pytest.approx(found.gap_in[0] * found.normal[0], abs=1e-9)
    for footprint, point in ((a, first), (b, second)):
        assert footprint.outline(2000).boundary.distance(Point(point)) < 1e-4


@pytest.mark.slow
@unhurried
@given(a=footprints, b=footprints)
def test_pushing_overlapping_outlines_apart_by_the_overlap_makes_them_touch(a, b):
    found = gap(a, b)
    assume(found.gap_in[0] < -1e-3)
    push = -found.gap_in[0] * found.normal[0]
    parted = moved(b, 0, *push)
    assert separation(a, parted) == pytest.approx(0, abs=1e-9)
