"""What two snapshots say about what has moved between them."""

import math
from dataclasses import replace

import pytest

from tablecam.table.measure.moves import find_shifts, shift
from tablecam.table.miniature import Circle, Ellipse, Miniature, Placed
from tablecam.table.snapshot import Snapshot


def stand(id, x, y, base=None, **pose):
    model = Miniature(id, id, "red", 1, 16.0, (0.0, -26.5), 1.2, base or Circle(25.4), 1.25)
    return Placed(model, x, y, pose.pop("z_in", 0.0), pose.pop("heading_rad", 0.0), **pose)


def scatter(sigma, turn=0.0):
    return ((sigma**2, 0.0, 0.0), (0.0, sigma**2, 0.0), (0.0, 0.0, turn**2))


def between(before, after):
    return find_shifts(Snapshot(0.0, tuple(before)), Snapshot(1.0, tuple(after)))


def test_a_model_that_stayed_has_not_moved():
    assert between([stand("ann", 3, 4)], [stand("ann", 3.02, 4)]) == ()


def test_a_model_that_went_is_told_with_both_places_and_the_straight_line():
    (found,) = between([stand("ann", 3, 4), stand("bob", 9, 9)], [stand("bob", 9, 9), stand("ann", 6, 8)])
    assert (found.model, found.start, found.end) == ("ann", (3, 4, 0), (6, 8, 0))
    assert found.measurement.value == pytest.approx(5)


def test_a_climb_counts_in_the_straight_line():
    (found,) = between([stand("ann", 3, 4)], [stand("ann", 7, 4, z_in=3.0)])
    assert found.straight_in == pytest.approx(5)


@pytest.mark.parametrize(("sigma", "seen"), [(0.005, True), (0.02, False)])
def test_a_nudge_is_seen_only_where_it_outdoes_the_noise(sigma, seen):
    before, after = stand("ann", 3, 4, covariance=scatter(sigma)), stand("ann", 3.1, 4, covariance=scatter(sigma))
    assert bool(between([before], [after])) is seen


def test_an_oval_knocked_askew_is_told_and_a_circle_is_not():
    oval = stand("oval", 3, 4, Ellipse(60, 35), heading_rad=math.pi - 0.1)
    ann = stand("ann", 9, 4)
    (found,) = between([oval, ann], [replace(oval, heading_rad=0.2 - math.pi), replace(ann, heading_rad=1.0)])
    assert found.model == "oval"
    assert found.turn_rad == pytest.approx(0.3)
    assert found.straight_in == 0


def test_models_in_only_one_snapshot_are_no_moves():
    assert between([stand("ann", 3, 4)], [stand("bob", 9, 4)]) == ()


def test_while_the_camera_is_not_trusted_nothing_has_moved():
    before = Snapshot(0.0, (stand("ann", 3, 4),))
    after = Snapshot(1.0, (stand("ann", 9, 4),), pose_untrusted=True)
    assert find_shifts(before, after) == ()


def test_the_sigma_is_that_of_both_ends_along_the_way():
    slim = ((0.03**2, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0))
    along = shift(stand("ann", 3, 4, covariance=slim), stand("ann", 8, 4, covariance=scatter(0.04)))
    assert along.sigma_in == pytest.approx(0.05)


def test_standing_still_has_the_sigma_of_the_worst_direction():
    slim = ((0.03**2, 0.0, 0.0), (0.0, 0.2**2, 0.0), (0.0, 0.0, 0.0))
    assert shift(stand("ann", 3, 4, covariance=slim), stand("ann", 3, 4)).sigma_in == pytest.approx(0.2)
