"""Readings of cameras that do not look at the same time."""

import numpy as np
import pytest

from tablecam.sensing.tracking.alignment import RecentReadings, common_time
from tablecam.sensing.tracking.observation import Observation

EYE = np.array([24.0, 24.0, 58.0])


def at(x: float, **how) -> Observation:
    return Observation(3, x, 10.0, 0.2, 1.02, np.diag([0.003, 0.003, 0.004, 0.0025]) ** 2, EYE, **how)


def read(*looks: tuple[float, float]) -> RecentReadings:
    recent = RecentReadings()
    for time, x in looks:
        recent.add(time, [at(x)])
    return recent


def test_a_tag_that_moves_is_between_the_two_pictures_at_a_moment_between_them() -> None:
    recent = read((1.0, 10.0), (1.1, 11.0))
    (there,) = recent.get_readings(1.04)
    assert there.x_in == pytest.approx(10.4)
    # it need not have gone straight, nor at one pace
    assert 0.05 < np.sqrt(there.covariance[0, 0]) < 0.3


def test_a_tag_at_rest_is_where_it_was_read_last() -> None:
    assert read((1.0, 10.0), (1.1, 10.001)).get_readings(1.04)[0].x_in == 10.001


def test_a_tag_that_only_the_next_picture_shows_is_nowhere_before_it() -> None:
    recent = RecentReadings()
    recent.add(1.0, [], hidden=frozenset({3}))
    recent.add(1.1, [at(11.0)])
    assert recent.get_readings(1.04) == []
    assert recent.get_readings(1.1)[0].x_in == 11.0


def test_a_picture_that_is_too_old_says_nothing() -> None:
    recent = read((1.0, 10.0))
    assert recent.get_readings(1.1)
    assert recent.get_readings(2.0) == []
    recent.forget()
    assert recent.get_readings(1.1) == []


def test_the_common_moment_is_that_of_the_camera_that_looked_first_but_nobody_waits_for_a_silent_one() -> None:
    assert common_time([5.00, 5.03]) == 5.00
    assert common_time([5.00, 3.0]) == 5.00


def test_a_camera_that_is_late_is_read_together_with_what_a_quick_one_saw_then() -> None:
    quick = read(*((1.0 + 0.1 * step, 10.0 + step) for step in range(8)))
    # the latest picture of the late camera, which came with the quick one's last, shows what was half a second before
    moment = common_time([1.7, 1.7], [0.0, 0.55])
    assert moment == pytest.approx(1.15)
    (there,) = quick.get_readings(moment)
    assert there.x_in == pytest.approx(11.5)


def test_what_is_too_old_for_the_latest_camera_is_not_kept() -> None:
    recent = read(*((float(second), 10.0) for second in range(60)))
    assert len(recent._looks) < 10


def test_what_hides_a_tag_is_that_of_the_moment() -> None:
    recent = RecentReadings()
    recent.add(1.0, [at(10.0)])
    recent.add(1.1, [], hidden=frozenset({3}))
    recent.add(1.2, [], gone=frozenset({3}))
    assert (recent.get_hidden_tags(1.05), recent.get_gone_tags(1.05)) == ({3}, frozenset())
    assert (recent.get_hidden_tags(1.2), recent.get_gone_tags(1.2)) == (frozenset(), {3})
