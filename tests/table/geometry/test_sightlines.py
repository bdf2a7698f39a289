"""Shares worked out on paper: walls, windows, roofs, cylinders, and everything that only touches."""

import math

import numpy as np
import pytest
import shapely
from shapely import Polygon, box

from tablecam.table.geometry.footprint import Footprint, Prism, collect_parts, convex_pieces
from tablecam.table.geometry.sightlines import Hiders, Views, limits, lines_of_view, shares

# Unless told otherwise: an eye 1 in up at the origin looks along +x at a target 2 in wide and 2 in high, 10 in away.
EYE = (0.0, 0.0, 1.0)
TARGET = (10.0, 0.0)

ALL_BLOCK, NOBODY = np.ones((1, 1, 1), bool), np.array([-1])


def views(eye=EYE, target=TARGET, half_width=1.0, bottom=0.0, top=2.0) -> Views:
    eyes, targets = np.array([eye], float).T, np.array([target], float).T
    return Views(np.vstack([eyes, [[half_width]], [[bottom]], [[top]], lines_of_view(eyes, targets)]))


def hiders(*prisms: Prism, models=()) -> Hiders:
    return Hiders(collect_parts(prisms), len(prisms), np.array(models, float).reshape(-1, 9).T, ALL_BLOCK)


def seen(prisms, models=(), **look):
    return shares(views(**look), hiders(*prisms, models=models), NOBODY, NOBODY)


def visible(*prisms, **look) -> float:
    return float(1 - seen(prisms, **look).hidden[0])


def wall(left: float, right: float, near=5.0, far=5.5, bottom=0.0, top=9.0) -> Prism:
    return Prism(box(near, left, far, right), bottom, top)


def test_offsets_from_the_eye_are_turned_ahead_and_to_the_left():
    plan = np.array([[3.0, -4.0, 0.0], [4.0, 3.0, 5.0]])
    turned = views(target=(6.0, 8.0)).turn_offsets(plan)
    assert turned == pytest.approx(np.array([[5.0, 0.0, 4.0], [0.0, 5.0, 3.0]]))


def test_an_empty_table_hides_nothing():
    assert visible() == 1


def test_a_wall_over_half_the_width_hides_half():
    assert visible(wall(0, 3)) == pytest.approx(0.5, abs=1e-12)


def test_a_wall_over_all_of_it_hides_all_of_it_exactly():
    assert visible(wall(-3, 3)) == 0.0


def test_two_walls_with_a_slit_leave_the_slit():
    # the slit's far corners, at 5.5 of 10 in, are what limits it
    assert visible(wall(0.05, 3), wall(-3, -0.05)) == pytest.approx(0.1 / 5.5 * 10 / 2, abs=1e-12)


def test_a_wall_below_the_eye_hides_what_its_far_top_edge_hides():
    hidden = 1 - 0.4 * 10 / 5.5
    assert visible(wall(-3, 3, top=0.6)) == pytest.approx(1 - hidden / 2, abs=1e-12)


def test_a_wall_above_the_eye_hides_all_under_its_near_top_edge():
    assert visible(wall(-3, 3, top=1.2)) == pytest.approx(1 - (1 + 0.2 * 10 / 5) / 2, abs=1e-12)


def test_a_lintel_over_the_eye_hides_from_its_far_lower_edge_up():
    assert visible(wall(-3, 3, bottom=1.2)) == pytest.approx((1 + 0.2 * 10 / 5.5) / 2, abs=1e-12)


def test_a_roof_seen_from_under_hides_between_its_far_and_its_near_edge():
    roof = wall(-9, 9, near=2, far=8, bottom=1.5, top=1.6)
    # its underside from 8 in off, its top from 2 in off: all that is over 0.5 * 10 / 8
    assert visible(roof) == pytest.approx((1 + 0.5 * 10 / 8) / 2, abs=1e-12)


def test_a_window_shows_what_its_frame_leaves():
    frame = [wall(-3, -0.2), wall(0.2, 3), wall(-0.2, 0.2, top=0.8), wall(-0.2, 0.2, bottom=1.1)]
    width, height = 0.4 / 5.5 * 10, (0.2 + 0.1) / 5.5 * 10
    assert visible(*frame) == pytest.approx(width * height / 4, abs=1e-12)


def test_a_turned_wall_is_higher_where_it_is_nearer():
    # its near side runs from (4, 2) to (6, -2): s = 5 - v / 2, so q = 2 + u / 10; nothing else is higher
    turned = Prism(Polygon([(4, 2), (6, -2), (6.1, -2), (4.1, 2)]), 0, 1.2)
    assert visible(turned) == pytest.approx(1 - (1 + 0.2 * 2) / 2, abs=1e-12)
    left_half = Prism(Polygon([(4, 2), (5, 0), (5.1, 0), (4.1, 2)]), 0, 1.2)
    assert 1 - visible(left_half) == pytest.approx((1 + 0.2 * (2 + 0.05)) / 4, abs=1e-12)


def test_a_cylinder_hides_between_its_tangents():
    half_angle = math.asin(0.3 / 5)
    assert visible(Prism(Footprint(5, 0, 0, 0.3, 0.3), 0, 9)) == pytest.approx(1 - 10 * math.tan(half_angle), abs=1e-12)


def test_a_low_cylinder_seen_from_above_hides_its_far_rim():
    disc = Prism(Footprint(5, 0, 0, 0.5, 0.5), 0, 0.5)
    u = np.linspace(-1, 1, 400_001)[1::2]
    towards = 50.0
    under = towards**2 - (25 - 0.25) * (100 + u**2)
    q = np.where(under > 0, (towards - np.sqrt(np.maximum(under, 0))) / (25 - 0.25), 0)
    hidden = np.where(under > 0, np.clip(1 - 0.5 * q, 0, 2), 0).mean() / 2
    assert 1 - visible(disc) == pytest.approx(hidden, abs=1e-7)


def test_an_oval_is_as_wide_as_it_looks():
    # heading along the line of view it is 0.4 in wide, across it 0.8
    along, across = (Prism(Footprint(5, 0, turn, 0.2, 0.4), 0, 9) for turn in (0.0, math.pi / 2))
    assert 1 - visible(along) == pytest.approx(10 * 0.2 / math.sqrt(25 - 0.4**2), abs=1e-12)
    assert 1 - visible(across) == pytest.approx(10 * 0.4 / math.sqrt(25 - 0.2**2), abs=1e-12)


def test_a_rectangular_base_is_a_box():
    turned = Prism(Footprint(5.25, 0, math.pi / 2, 0.25, 0.4, True), 0, 9)
    assert visible(turned) == pytest.approx(visible(wall(-0.4, 0.4)), abs=1e-12)


@pytest.mark.parametrize(
    "prism",
    [
        wall(-3, 3, near=-2, far=0),
        wall(-3, 3, near=10, far=12),
        wall(0.5, 3, near=-1, far=0.1),
        wall(1, 3, near=9, far=10),
        wall(-3, 3, near=9, far=10, bottom=2, top=3),
        Prism(Footprint(-0.5, 0, 0, 0.5, 0.5), 0, 9),
        Prism(Footprint(10, 1.5, 0, 0.5, 0.5), 2.0, 9),
        Prism(Footprint(11, 0, 0, 1, 1), 0, 9),
    ],
)
def test_what_only_touches_or_lies_beyond_hides_nothing(prism):
    assert visible(prism) == 1


@pytest.mark.parametrize("off", [-1e-14, 0.0, 1e-14])
def test_what_rounding_makes_of_touching_changes_nothing(off):
    assert visible(wall(-3, 3, near=10 + off, far=12)) == 1
    assert visible(wall(-3, 3, near=-2, far=off)) == 1
    assert visible(Prism(box(-1, -9, 6, 9), 0, 1 + off)) == pytest.approx(0.5, abs=1e-9)
    assert visible(Prism(Footprint(-0.5 + off, 0, 0, 0.5, 0.5), 0, 9)) == 1


def test_an_eye_strictly_inside_sees_nothing():
    assert visible(Prism(box(-1, -1, 1, 1), 0, 2)) == 0
    assert visible(Prism(Footprint(0.1, 0.1, 0, 0.5, 0.5), 0, 2)) == 0
    assert visible(Prism(Footprint(0.1, 0.1, 0.3, 0.5, 0.8, True), 0, 2)) == 0


def test_an_eye_above_the_block_it_stands_on_looks_over_its_edge():
    # on a roof 0.4 in under the eye that ends 2 in off
    assert visible(Prism(box(-1, -1, 2, 1), 0, 0.6)) == 1.0
    assert visible(Prism(box(-1, -9, 6, 9), 0, 0.6)) == pytest.approx(1 - (1 - 0.4 * 10 / 6) / 2, abs=1e-12)


def test_an_eye_at_the_height_of_an_edge_sees_all_above_it():
    assert visible(Prism(box(-1, -9, 6, 9), 0, 1.0)) == pytest.approx(0.5, abs=1e-12)
    assert visible(Prism(box(-1, -9, 6, 9), 1.0, 3.0)) == pytest.approx(0.5, abs=1e-12)
    assert visible(wall(-3, 3, top=1.0)) == pytest.approx(0.5, abs=1e-12)


def test_an_eye_on_a_wall_sees_only_outwards():
    assert visible(Prism(box(-2, -2, 0, 2), 0, 3)) == 1
    assert visible(Prism(box(0, -2, 2, 2), 0, 3)) == 0
    # along the wall's face: the half on the wall's side is hidden
    assert visible(Prism(box(-2, 0, 20, 2), 0, 3)) == pytest.approx(0.5, abs=1e-9)


def test_a_target_half_inside_a_block_is_half_hidden():
    assert visible(Prism(box(9, 0, 11, 5), 0, 3)) == pytest.approx(0.5, abs=1e-12)
    assert visible(Prism(Footprint(10, 0, 0, 0.5, 0.5), 0, 9)) == pytest.approx(
        1 - 10 * math.tan(math.asin(0.05)), abs=1e-12
    )


def test_a_courtyard_hides_by_its_walls_only():
    court = box(3, -4, 8, 4).difference(box(3.5, -3.5, 7.5, 3.5))
    assert visible(Prism(court, 0, 9)) == 0
    # over the near wall and down on the far one
    assert 1 - visible(Prism(court, 0, 0.5)) == pytest.approx((1 - 0.5 * 10 / 8) / 2, abs=1e-12)


def test_a_viewer_in_a_courtyard_is_not_inside_its_walls():
    court = box(-2, -2, 2, 2).difference(box(-1, -1, 1, 1))
    assert visible(Prism(court, 0, 0.9)) == pytest.approx(1 - (1 - 0.1 * 10 / 2) / 2, abs=1e-12)
    assert visible(Prism(court, 0, 3)) == 0


def test_a_gap_in_a_wall_is_seen_through():
    gate = box(-2, -2, 2, 2).difference(box(-1, -1, 1, 1)).difference(box(0, -0.1, 3, 0.1))
    assert visible(Prism(gate, 0, 9)) == pytest.approx(0.2 / 2 * 10 / 2, abs=1e-12)


def test_a_notched_wall_is_one_obstruction_of_several_parts():
    fork = Polygon([(4, -2), (6, -2), (6, 2), (4, 2), (4, 0.2), (5.5, 0.2), (5.5, -0.2), (4, -0.2)])
    found = seen([Prism(fork, 0, 0.5)])
    # its far edge, at 6 in, rules everywhere
    assert found.owner.tolist() == [0]
    assert found.alone[0] == pytest.approx((1 - 0.5 * 10 / 6) / 2, abs=1e-12)


def test_a_stack_hides_once_what_both_hide():
    low, high = wall(-3, 3, top=0.9), wall(-3, 3, top=1.2)
    found = seen([low, high])
    assert found.hidden[0] == pytest.approx(found.alone[1], abs=1e-12)
    assert found.alone[0] == pytest.approx((1 - 0.1 * 10 / 5.5) / 2, abs=1e-12)


def test_what_terrain_hides_is_counted_by_itself():
    # a base as wide as a wall, which looks along +y
    right = (5.25, -1.5, 0.0, 1.0, 0.0, 0.25, 1.5, 1.0, 9.0)
    found = seen([wall(0, 3)], [right])
    assert (found.hidden_by_terrain[0], found.hidden[0]) == (pytest.approx(0.5), 1.0)
    found = seen([wall(2, 3)], [right])
    assert (found.hidden_by_terrain[0], found.hidden[0]) == (0, pytest.approx(0.5))
    assert found.owner.tolist() == [1]


def test_crossing_shadows_are_counted_once():
    # a wall over the left half and a low one over the lower 1/4: 1/2 + 1/8
    left, low = wall(0, 3), wall(-3, 3, top=1 - 0.5 * 0.55)
    assert visible(left, low) == pytest.approx(1 - 0.5 - 0.125, abs=1e-12)


def test_an_eye_straight_above_sees_past_what_is_beside():
    view = {"eye": (10.0, 0.0, 8.0)}
    assert visible(**view) == 1
    assert visible(Prism(box(9, -2, 11, 2), 4, 5), **view) == 0
    assert visible(Prism(box(12, -2, 14, 2), 0, 5), **view) == 1


def test_convex_pieces_fill_what_they_are_made_of():
    star = Polygon(
        [(math.cos(k) * r, math.sin(k) * r) for k, r in zip(np.arange(10) * math.pi / 5, [3, 1] * 5, strict=True)]
    )
    ring = box(0, 0, 5, 5).difference(box(1, 1, 4, 4))
    for shape in (star, ring, box(0, 0, 1, 1)):
        pieces = convex_pieces(shape)
        assert sum(piece.area for piece in pieces) == pytest.approx(shape.area)
        assert shapely.union_all(pieces).symmetric_difference(shape).area == pytest.approx(0, abs=1e-12)
        assert all(piece.convex_hull.area == pytest.approx(piece.area) for piece in pieces)
    assert len(convex_pieces(box(0, 0, 1, 1))) == 1
    assert len(convex_pieces(ring)) <= 4


@pytest.mark.parametrize(
    ("bottom", "top", "levels"),
    [
        # from the ground to over the target's head, and just so high
        (0.0, 9.0, {-1.0, 1.0}),
        (0.0, 2.0, {-1.0, 1.0}),
        # its top is lower than the target's but over the eye: a round rim
        (0.0, 1.1, {-1.0}),
    ],
)
def test_a_round_prism_is_limited_by_its_rim_only_within_the_targets_height(bottom, top, levels):
    post = Prism(Footprint(5, 0, 0, 0.3, 0.3), bottom, top)
    found = limits(views(), hiders(post), -1, -1)
    bent = found["curve"][:, 2] != 0
    assert set(found["mean"][~bent].tolist()) == levels
    assert found["inside"].astype(bool).tolist() == bent.tolist()
    assert bent.any() == (levels == {-1.0})
