"""Ways of models on a snapshot: what hinders, how long, how sure."""

import math

import pytest
import shapely
from shapely import box

from tablecam.table.geometry.grown_obstacles import Disc
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.measure.paths import (
    GOAL_BLOCKED,
    NO_WAY_THROUGH,
    START_BLOCKED,
    Hindrance,
    ShortestPath,
    compute_reach_region,
    explain_blocked_place,
    find_path,
    models_in_the_way,
    obstacle,
    path_to_touch,
    terrain_in_the_way,
)
from tablecam.table.miniature import Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature, Terrain


def stand(id, x, y, base=None, **pose):
    model = Miniature(id, id, "red", 1, 16.0, (0.0, -26.5), 1.2, base or Circle(25.4), 1.25)
    return Placed(model, x, y, pose.pop("z_in", 0.0), pose.pop("heading_rad", 0.0), **pose)


def prism(name, polygon, bottom=0.0, top=3.0, material="solid"):
    return Feature(name, material, bottom, top, False, polygon)


def scatter(sigma):
    return ((sigma**2, 0.0, 0.0), (0.0, sigma**2, 0.0), (0.0, 0.0, 0.0))


WALL = prism("wall", box(9, 0, 10, 20))
TABLE = Terrain(
    (
        WALL,
        prism("kerb", box(2, 2, 3, 3), top=0.4),
        prism("crates", box(4, 4, 5, 5), top=1, material="flimsy"),
        prism("bridge", box(20, 0, 22, 30), bottom=2, top=2.5),
        prism("roof", box(30, 30, 40, 40), bottom=2, top=3),
        prism("parapet", box(30, 30, 40, 30.2), bottom=3, top=3.5),
    )
)


def names(found):
    return {each.name for each in found}


def test_what_is_low_flat_or_overhead_is_left_out_as_the_rulebook_wishes():
    table = Snapshot(0.0, (stand("ann", 15, 5),), TABLE)
    assert names(terrain_in_the_way(table, "ann")) == {"wall", "kerb", "crates"}
    assert names(terrain_in_the_way(table, "ann", over_in=0.5)) == {"wall", "crates"}
    assert names(terrain_in_the_way(table, "ann", only_solid=True)) == {"wall", "kerb"}


def test_on_a_roof_the_parapet_hinders_and_the_roof_does_not():
    table = Snapshot(0.0, (stand("ann", 35, 35, z_in=3.0),), TABLE)
    assert names(terrain_in_the_way(table, "ann")) == {"parapet"}


def test_models_on_other_floors_and_those_excepted_are_no_hindrance():
    models = (stand("ann", 15, 5), stand("bob", 17, 5), stand("cat", 17, 8, z_in=3.0), stand("dan", 15, 9))
    table = Snapshot(0.0, models)
    assert names(models_in_the_way(table, "ann")) == {"bob", "dan"}
    assert names(models_in_the_way(table, "ann", but={"bob"})) == {"dan"}


def test_a_round_base_is_a_disc_and_a_square_one_its_corners():
    assert obstacle(stand("ann", 3, 4).footprint) == Disc(3, 4, 0.5)
    square = obstacle(stand("ann", 3, 4, Rectangle(50.8, 25.4), heading_rad=math.pi / 2).footprint)
    assert shapely.equals(square, box(2.5, 3, 3.5, 5))


def test_an_oval_is_true_to_two_thousandths():
    placed = stand("ann", 3, 4, Ellipse(60, 35))
    fine = placed.footprint.outline(720)
    assert shapely.hausdorff_distance(obstacle(placed.footprint).exterior, fine.exterior, 0.1) < 0.002
    assert obstacle(placed.footprint).length == pytest.approx(fine.length, abs=2e-3)


def test_a_way_round_a_wall_is_longer_than_the_straight_line_and_keeps_on_the_table():
    table = Snapshot(0.0, (stand("ann", 5, 5),), TABLE, 30.0, 30.0)
    way = find_path(table, "ann", (15, 5), terrain_in_the_way(table, "ann", over_in=1))
    assert way.length.value > 2 * 15
    assert max(y for _, y in way.points) == pytest.approx(20.5)
    assert way.at_most(40) is Verdict.YES
    assert way.at_most(30) is Verdict.NO


def test_a_wall_from_edge_to_edge_leaves_no_way():
    table = Snapshot(0.0, (stand("ann", 5, 5),), Terrain((WALL,)), 30.0, 20.5)
    way = find_path(table, "ann", (15, 5), terrain_in_the_way(table, "ann"))
    assert (way.length, way.reason, way.code) == (None, "there is no path through for ann", NO_WAY_THROUGH)
    assert way.at_most(1000) is Verdict.NO


def test_who_would_stand_over_another_is_told_over_whom():
    table = Snapshot(0.0, (stand("ann", 5, 5), stand("bob", 12, 5)))
    way = find_path(table, "ann", (11.5, 5), models_in_the_way(table, "ann"))
    assert way.reason == "ann would stand 0.50 in over bob"
    assert way.code == GOAL_BLOCKED
    off = find_path(table, "ann", (48, 5), ())
    assert off.reason == "ann would stand 0.50 in over the edge of the table"
    assert off.code == GOAL_BLOCKED
    outside = Snapshot(0.0, (stand("ann", 0, 5),))
    assert find_path(outside, "ann", (9, 5), ()).reason == "ann stands 0.50 in over the edge of the table"


def test_who_is_stuck_at_the_start_can_still_be_asked_where_it_would_stand():
    table = Snapshot(0.0, (stand("ann", 5, 5), stand("bob", 5.5, 5), stand("cat", 12, 5)))
    ways = models_in_the_way(table, "ann")
    way = find_path(table, "ann", (11.5, 5), ways)
    assert (way.reason, way.code) == ("ann stands 0.50 in over bob", START_BLOCKED)
    assert explain_blocked_place(table, "ann", (11.5, 5), ways) == "ann would stand 0.50 in over cat"
    assert explain_blocked_place(table, "ann", (20, 5), ways) == ""


def test_the_sigma_is_that_of_the_start_along_its_first_leg():
    slim = ((0.03**2, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0))
    table = Snapshot(0.0, (stand("ann", 5, 5, covariance=slim),), scale_sigma=0.004)
    way = find_path(table, "ann", (15, 5), ())
    assert way.length.sigma == pytest.approx(math.hypot(0.03, 0.04))


def test_an_allowance_within_the_doubt_is_too_close():
    table = Snapshot(0.0, (stand("ann", 5, 5, covariance=scatter(0.05)),))
    assert find_path(table, "ann", (15, 5), ()).at_most(9.95) is Verdict.TOO_CLOSE


def test_a_charge_counts_the_doubt_of_both_and_ends_at_the_base():
    models = (stand("ann", 5, 5, covariance=scatter(0.03)), stand("bob", 15, 5, covariance=scatter(0.04)))
    table = Snapshot(0.0, models)
    way = path_to_touch(table, "ann", "bob", models_in_the_way(table, "ann"))
    assert way.length.value == pytest.approx(9)
    assert way.length.sigma == pytest.approx(0.05)


def test_a_charge_past_a_third_model_goes_round_it():
    table = Snapshot(0.0, (stand("ann", 5, 5), stand("bob", 15, 5), stand("cat", 10, 5)))
    way = path_to_touch(table, "ann", "bob", models_in_the_way(table, "ann"))
    assert 9 < way.length.value < 9.3


def test_a_base_that_is_not_round_has_a_way_between_two_lengths():
    oval = stand("ann", 5, 5, Ellipse(60, 35))
    table = Snapshot(0.0, (oval,), Terrain((prism("block", box(9, 3, 11, 7)),)))
    way = find_path(table, "ann", (15, 5), terrain_in_the_way(table, "ann"))
    assert way.least.value < way.length.value
    middle = (way.least.value + way.length.value) / 2
    assert way.at_most(middle) is Verdict.TOO_CLOSE
    assert way.at_most(way.length.value + 0.1) is Verdict.YES
    assert way.at_most(way.least.value - 0.1) is Verdict.NO


def test_where_only_the_narrow_side_fits_the_answer_is_left_to_the_players():
    oval = stand("ann", 5, 10, Ellipse(60, 35))
    gate = Terrain((prism("south", box(9, 0, 11, 9)), prism("north", box(9, 11, 11, 20))))
    table = Snapshot(0.0, (oval,), gate, 30.0, 20.0)
    way = find_path(table, "ann", (15, 10), terrain_in_the_way(table, "ann"))
    assert (way.length, way.least.value) == (None, pytest.approx(10))
    assert way.at_most(12) is Verdict.TOO_CLOSE
    assert way.at_most(9) is Verdict.NO


def test_an_oval_side_on_to_a_wall_is_not_stuck():
    oval = stand("ann", 8.3, 5, Ellipse(60, 35), heading_rad=math.pi / 2)
    table = Snapshot(0.0, (oval,), Terrain((WALL,)))
    assert find_path(table, "ann", (3, 5), terrain_in_the_way(table, "ann")).length.value == pytest.approx(5.3)


def test_the_reach_is_that_of_the_disc_that_holds_the_base():
    table = Snapshot(0.0, (stand("ann", 6, 5),), Terrain((WALL,)))
    region = compute_reach_region(table, "ann", 4.0, terrain_in_the_way(table, "ann"))
    assert region.bounds[2] == pytest.approx(8.5, abs=0.01)
    assert region.bounds[0] == pytest.approx(2, abs=0.01)


def test_a_model_that_is_not_there_is_a_key_error():
    with pytest.raises(KeyError):
        find_path(Snapshot(0.0, ()), "ann", (1, 1), ())


def test_a_way_nobody_has_is_no():
    assert ShortestPath("ann", reason="walled in").at_most(99) is Verdict.NO
    assert ShortestPath("ann", length=Measurement(5), least=Measurement(5)).at_most(5) is Verdict.YES


def test_a_long_base_beside_a_wall_gets_no_certain_path_through_a_gap_it_may_not_fit():
    # 90 mm do not fit a gap of 2.5 in, 52 mm do; the room's open end is farther away
    parts = (box(9, 4, 10, 14), box(9, 16.5, 10, 24), box(9, 23, 15, 24), box(14, 4, 15, 24))
    rooms = Terrain((prism("room", shapely.union_all(parts)),))
    oval = stand("ann", 9 - 26 / 25.4, 10, Ellipse(90, 52), heading_rad=math.pi / 2)
    table = Snapshot(0.0, (oval,), rooms)
    way = find_path(table, "ann", (12, 15.25), terrain_in_the_way(table, "ann"))
    assert 8 < way.least.value < 9
    assert way.length.value > 18
    assert way.at_most(10) is Verdict.TOO_CLOSE
    assert way.at_most(way.length.value + 0.1) is Verdict.YES


def test_how_far_the_start_is_moved_out_of_a_wall_counts_in_the_sigma():
    for over in (0.0, 0.04):
        table = Snapshot(0.0, (stand("ann", 8.5 + over, 5),), Terrain((WALL,)))
        way = find_path(table, "ann", (3, 5), terrain_in_the_way(table, "ann"))
        assert way.length == Measurement(pytest.approx(5.5 + over), pytest.approx(over))


def test_the_excess_of_the_disc_over_a_narrow_side_is_no_error_of_the_place():
    oval = stand("ann", 9 - 17.5 / 25.4, 5, Ellipse(60, 35), heading_rad=math.pi / 2)
    table = Snapshot(0.0, (oval,), Terrain((WALL,)))
    assert find_path(table, "ann", (3, 5), terrain_in_the_way(table, "ann")).length.sigma == pytest.approx(0, abs=1e-9)


def test_the_error_of_a_piece_counts_only_where_the_path_bends_around_it():
    table = Snapshot(0.0, (stand("ann", 5, 6),))
    wall = Hindrance("wall", "terrain", box(10, 0, 11, 12), 0.1)
    far = Hindrance("far", "terrain", box(40, 40, 42, 42), 5.0)
    alone, both = (find_path(table, "ann", (16, 6), pieces).length for pieces in ((wall,), (far, wall)))
    assert alone.sigma > 0.01
    assert both.sigma == pytest.approx(alone.sigma)
