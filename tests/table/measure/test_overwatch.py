"""Where on a model's way a watcher first sees it near enough."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecam.table.measure.overwatch import FOUND_IN, Walk, WatchedWalk, WatchTerms
from tablecam.table.measure.ranges import measure_range
from tablecam.table.measure.sight import Eye, sighting
from tablecam.table.measure.sighting import NOTHING, scene
from tablecam.table.miniature import Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot, with_moved


def stand(id, x, y, side="red", base=None, turn=0.0):
    return Placed(Miniature(id, id, side, 1, 16.0, (0.0, -26.5), 1.2, base or Circle(25.4), 1.25), x, y, 0.0, turn)


ANN = stand("ann", 0, 10)
TABLE = Snapshot(0.0, (ANN, stand("bob", 10, 0, "blue"), stand("cat", 30, 30)))
EAST = Walk.along([(0, 10), (20, 10)], ANN)


def anywhere(ranges):
    return np.ones(len(ranges), bool)


def first(walk, holds):
    """Where a condition of the base's centre, of x, y and z, first holds."""
    return walk.first(lambda run_in: np.array([holds(*walk.places(run_in))]))[0]


def test_seen_from_the_start_is_found_at_the_start():
    assert first(EAST, lambda x, y, z: x >= 0) == 0
    assert EAST.place_mover(0.0) == ANN


def test_never_seen_is_none():
    assert first(EAST, lambda x, y, z: x > 20) is None


@pytest.mark.slow
@given(st.floats(2, 18), st.floats(0.06, 2))
def test_a_window_wider_than_a_step_is_never_missed(at, width):
    found = first(EAST, lambda x, y, z: (at <= x) & (x <= at + width))
    assert at <= found <= at + FOUND_IN + 1e-9


def test_each_condition_has_its_own_first_point():
    found = EAST.first(lambda run_in: np.array([run_in >= 3, run_in >= 99, run_in >= 7.5]))
    assert found == [pytest.approx(3, abs=FOUND_IN), None, pytest.approx(7.5, abs=FOUND_IN)]


def test_along_a_bent_way_the_length_so_far_is_told_and_climbs_are_followed():
    walk = Walk.along([(0, 10, 0), (3, 14, 0), (3, 20, 3)], ANN)
    found = first(walk, lambda x, y, z: z >= 1.5)
    assert walk.length_in(found) == pytest.approx(5 + 3, abs=FOUND_IN)
    there = walk.place_mover(found)
    assert (there.x_in, there.y_in, there.z_in) == pytest.approx((3, 17, 1.5), abs=FOUND_IN)


def test_a_lift_straight_up_counts_for_nothing_in_plan():
    walk = Walk.along([(0, 10, 0), (0, 10, 3), (5, 10, 3)], ANN)
    found = first(walk, lambda x, y, z: z >= 1)
    assert (walk.length_in(found), walk.place_mover(found).z_in) == (0, pytest.approx(1, abs=FOUND_IN))


def test_seen_on_the_ground_before_it_climbs_is_found_on_the_ground():
    walk = Walk.along([(0, 10, 0), (0, 10, 3)], ANN)
    assert walk.place_mover(first(walk, lambda x, y, z: z == 0)).z_in == 0


def test_a_way_without_points_is_misuse():
    with pytest.raises(ValueError, match="at least one point"):
        Walk.along([], ANN)


def test_the_range_is_between_base_edges_and_comes_before_sight():
    # centres 11 in apart
    (found,) = WatchedWalk(scene(TABLE), EAST, "bob").first([WatchTerms(lambda ranges: ranges <= 10.0)])
    assert found == pytest.approx(10 - math.sqrt(21), abs=FOUND_IN)
    assert WatchedWalk(scene(TABLE), EAST, "bob").first([WatchTerms(lambda ranges: ranges <= 5.0)]) == [None]


def test_the_edge_of_a_wall_is_found_to_a_hundredth():
    # from bob at (10, 0) the end of the wall at (8, 5) hides what lies left of x = 6 at y = 10, half of ann at x = 6
    wall = parse("terrain wall solid 0 to 9 at -50,4 8,4 8,5 -50,5").terrain
    watched = WatchedWalk(scene(replace(TABLE, terrain=wall)), EAST, "bob")
    found = watched.first([WatchTerms(anywhere, 0.5), WatchTerms(anywhere, 2.0), WatchTerms(anywhere, 0.0)])
    assert found[0] == pytest.approx(6, abs=0.05)
    assert found[1] is None
    assert found[2] < found[0]


def test_what_hides_nobody_at_all_is_never_enough():
    wall = parse("terrain wall solid 0 to 9 at -50,4 50,4 50,5 -50,5").terrain
    assert WatchedWalk(scene(replace(TABLE, terrain=wall)), EAST, "bob").first([WatchTerms(anywhere, 0.0)]) == [None]


def test_a_model_that_is_not_on_the_table_watches_nothing():
    with pytest.raises(KeyError):
        WatchedWalk(scene(TABLE), EAST, "dan").first([WatchTerms(anywhere)])


TERRAIN = parse("""
terrain long solid 0 to 5 at 3,11.6 17,11.6 17,12 3,12
terrain short flimsy 0 to 1 at 11.8,3 12.2,3 12.2,9 11.8,9
terrain court solid 0 to 3 at 15,14 21,14 21,20 15,20 hole 15.3,14.3 20.7,14.3 20.7,19.7 15.3,19.7
terrain roof solid 1.4 to 1.6 standable at 2,2 6,2 6,6 2,6
""").terrain
BASES = (Circle(32), Ellipse(60, 35), Rectangle(50, 25))
places = st.tuples(st.floats(1, 23), st.floats(1, 23))
models = st.tuples(places, st.sampled_from(BASES), st.floats(-3, 3))
# a way of up to two inches, climbing or not
steps = st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.sampled_from([0.0, 0.0, 1.0]))


def one_step_after_the_other(snapshot, walk, watcher, watch, eye=Eye.CENTRE):
    """The same with a scene for each step, the last step halved: slow, and what the batch is held against."""

    def seen(run_in):
        there = with_moved(snapshot, walk.place_mover(run_in))
        if not watch.near(np.array([measure_range(there, watcher, "m0").range_in]))[0]:
            return False
        found = sighting(there, watcher, "m0", eye=eye, error=False)
        return found.visible >= max(watch.least_visible, NOTHING)

    before = 0.0
    for here in walk.stops().tolist():
        if seen(here):
            while here - before > FOUND_IN:
                middle = (before + here) / 2
                before, here = (before, middle) if seen(middle) else (middle, here)
            return here
        before = here
    return None


@pytest.mark.slow
@given(st.lists(models, min_size=4, max_size=4), st.lists(steps, min_size=1, max_size=2), st.floats(3, 24))
@settings(max_examples=10, deadline=None)
def test_one_batch_finds_what_step_after_step_finds(rows, way, reach):
    placed = [stand(f"m{n}", x, y, "red" if n else "blue", *rest) for n, ((x, y), *rest) in enumerate(rows)]
    snapshot = Snapshot(0.0, tuple(placed), TERRAIN)
    points = [(placed[0].x_in, placed[0].y_in, 0.0)]
    for dx, dy, z in way:
        points.append((points[-1][0] + dx, points[-1][1] + dy, z))
    walk = Walk.along(points, placed[0])
    watches = [
        WatchTerms(lambda ranges: ranges <= reach, 0.25),
        WatchTerms(lambda ranges: ranges > 2, 0.6),
    ]
    for watcher in ("m1", "m2"):
        found = WatchedWalk(scene(snapshot), walk, watcher).first(watches)
        slowly = [one_step_after_the_other(snapshot, walk, watcher, watch) for watch in watches]
        assert [at is None for at in found] == [at is None for at in slowly]
        assert [at for at in found if at is not None] == pytest.approx([at for at in slowly if at is not None])


@pytest.mark.slow
def test_an_eye_anywhere_over_the_base_sees_round_a_corner_sooner():
    wall = parse("terrain wall solid 0 to 9 at -50,4 8,4 8,5 -50,5").terrain
    snapshot = replace(TABLE, models=(replace(ANN, model=replace(ANN.model, id="m0")), *TABLE.models[1:]), terrain=wall)
    walk, watch = Walk.along([(5, 10), (6.2, 10)], snapshot.models[0]), WatchTerms(anywhere, 0.25)
    found = {eye: WatchedWalk(scene(snapshot), walk, "bob", eye).first([watch])[0] for eye in Eye}
    assert found[Eye.ANYWHERE] < found[Eye.CENTRE]
    for eye, at in found.items():
        assert at == pytest.approx(one_step_after_the_other(snapshot, walk, "bob", watch, eye))
