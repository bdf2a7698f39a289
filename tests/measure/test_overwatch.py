"""Where on a model's way a watcher first sees it near enough."""

import math
from dataclasses import dataclass

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import box

from tablecam.measure.overwatch import FOUND_IN, WatchLimits, first_seen
from tablecam.table.base import Circle
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Sighting:
    visible: float


def stand(id, x, y, side="red"):
    return Placed(Miniature(id, id, side, 1, 16.0, (0.0, -26.5), 1.2, Circle(25.4), 1.25), x, y, 0.0, 0.0)


TABLE = Snapshot(0.0, (stand("ann", 0, 10), stand("bob", 10, 0, "blue"), stand("cat", 30, 30)))


def everything(snapshot, viewer, target):
    return Sighting(1.0)


def past(*walls):
    """Sight as points have it: seen where the line between the centres meets no wall."""

    def sight(snapshot, viewer, target):
        ends = [(each.x_in, each.y_in) for each in (snapshot.model(viewer), snapshot.model(target))]
        return Sighting(0.0 if any(wall.intersects(shapely.LineString(ends)) for wall in walls) else 1.0)

    return sight


def test_seen_from_the_start_is_found_at_the_start():
    found = first_seen(TABLE, [(0, 10), (20, 10)], "ann", "bob", everything)
    assert (found.along_in, found.x_in, found.y_in, found.z_in) == (0.0, 0, 10, 0)


def test_never_seen_is_none():
    assert first_seen(TABLE, [(0, 10), (20, 10)], "ann", "bob", past(box(-50, 4, 50, 5))) is None


def test_the_edge_of_a_wall_is_found_to_a_hundredth():
    # from bob at (10, 0) the end of the wall at (8, 5) hides what lies left of x = 6 at y = 10
    found = first_seen(TABLE, [(0, 10), (20, 10)], "ann", "bob", past(box(-50, 4, 8, 5)))
    assert 6 <= found.x_in <= 6 + FOUND_IN
    assert found.along_in == pytest.approx(found.x_in)
    assert found.sighting == Sighting(1.0)


@given(st.floats(2, 18), st.floats(0.06, 2))
def test_a_window_wider_than_a_step_is_never_missed(at, width):
    def sight(snapshot, viewer, target):
        return Sighting(float(at <= snapshot.model(target).x_in <= at + width))

    found = first_seen(TABLE, [(0, 10), (20, 10)], "ann", "bob", sight)
    assert at <= found.x_in <= at + FOUND_IN + 1e-9


def test_range_is_between_base_edges_and_settled_before_sight_is_asked():
    asked = []

    def sight(snapshot, viewer, target):
        asked.append((viewer, target, snapshot.model(target).x_in))
        return Sighting(1.0)

    found = first_seen(TABLE, [(0, 10), (20, 10)], "ann", "bob", sight, WatchLimits(range_in=10.0))
    # centres 11 in apart
    assert found.x_in == pytest.approx(10 - math.sqrt(21), abs=FOUND_IN)
    assert found.range.range_in <= 10
    assert {pair[:2] for pair in asked} == {("bob", "ann")}
    assert min(x for *_, x in asked) > 5


def test_a_share_below_the_least_is_not_enough():
    def rising(snapshot, viewer, target):
        return Sighting(snapshot.model(target).x_in / 20)

    found = first_seen(TABLE, [(0, 10), (20, 10)], "ann", "bob", rising, WatchLimits(least_visible=0.25))
    assert found.x_in == pytest.approx(5, abs=FOUND_IN)


def test_nothing_visible_is_never_enough():
    assert (
        first_seen(TABLE, [(0, 10), (9, 10)], "ann", "bob", lambda *_: Sighting(0.0), WatchLimits(least_visible=0))
        is None
    )


def test_along_a_bent_way_the_length_so_far_is_told_and_climbs_are_followed():
    def above(snapshot, viewer, target):
        return Sighting(float(snapshot.model(target).z_in >= 1.5))

    found = first_seen(TABLE, [(0, 10, 0), (3, 14, 0), (3, 20, 3)], "ann", "bob", above)
    assert found.along_in == pytest.approx(5 + 3, abs=FOUND_IN)
    assert (found.x_in, found.y_in, found.z_in) == pytest.approx((3, 17, 1.5), abs=FOUND_IN)


def test_a_lift_straight_up_counts_for_nothing_in_plan():
    def above(snapshot, viewer, target):
        return Sighting(float(snapshot.model(target).z_in >= 1))

    found = first_seen(TABLE, [(0, 10, 0), (0, 10, 3), (5, 10, 3)], "ann", "bob", above)
    assert (found.along_in, found.z_in) == (0, pytest.approx(1, abs=FOUND_IN))


def test_seen_on_the_ground_before_it_climbs_is_found_on_the_ground():
    def below(snapshot, viewer, target):
        return Sighting(float(snapshot.model(target).z_in == 0))

    assert first_seen(TABLE, [(0, 10, 0), (0, 10, 3)], "ann", "bob", below).z_in == 0


def test_the_others_stand_where_they_stood():
    def sight(snapshot, viewer, target):
        assert (snapshot.model("cat").x_in, snapshot.model("bob").x_in) == (30, 10)
        return Sighting(1.0)

    assert first_seen(TABLE, [(0, 10)], "ann", "bob", sight) is not None


def test_a_way_without_points_is_misuse():
    with pytest.raises(ValueError, match="at least one point"):
        first_seen(TABLE, [], "ann", "bob", everything)
