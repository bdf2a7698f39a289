import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecam.sensing.tracking.changes import Point, TrackPath
from tablecam.sensing.tracking.settings import TrackerSettings

SETTINGS = TrackerSettings()


def way(*steps: tuple[float, float, float], z_end: float = 0.0) -> TrackPath:
    """A way from steps of (time, x, y)."""
    points = [Point(time, x_in, y_in, 0.0, 0.002) for time, x_in, y_in in steps]
    gone = TrackPath.starting(points[0])
    for point in points[1:]:
        gone = gone.add_point(point, SETTINGS)
    return gone.ending(Point(steps[-1][0] + 0.5, steps[-1][1], steps[-1][2], z_end))


def test_a_way_round_a_corner_is_longer_than_the_straight_line() -> None:
    out = [(step / 20, step * 0.5, 0.0) for step in range(13)]
    across = [(0.6 + step / 20, 6.0, step * 0.5) for step in range(1, 17)]
    gone = way(*out, *across)
    assert gone.path_in == pytest.approx(14.0)
    assert gone.straight_in == pytest.approx(10.0)


def test_a_corner_that_was_not_seen_has_no_length() -> None:
    gone = way((0.0, 0, 0), (0.1, 1, 0), (1.0, 2, 2), (1.1, 2, 3))
    assert gone.gaps == 1
    assert gone.path_in is None
    assert [point.gap for point in gone.points] == [False, False, True, False]


def test_a_short_step_that_was_not_seen_leaves_a_length_that_is_less_sure() -> None:
    seen = [(step / 20, step * 0.5, 0.0) for step in range(21)]
    gone = way(*seen, (1.4, 11.0, 0.0), *((1.4 + step / 20, 11.0 + step * 0.5, 0.0) for step in range(1, 5)))
    assert gone.gaps == 1
    assert gone.path_in == pytest.approx(13.0)
    # a hand of six inches a second could have gone 2.4 in
    assert gone.unseen_in == pytest.approx(0.25 * 1.2)
    assert way(*seen).unseen_in == 0.0


def test_a_bend_within_the_noise_of_its_point_makes_the_length_less_sure() -> None:
    points = [Point(step / 20, step * 0.5, 0.02 * (step % 2), 0.0, 0.02) for step in range(9)]
    noisy = TrackPath(tuple(points), points[-1])
    assert noisy.path_in == pytest.approx(4.0, abs=2 * noisy.unseen_in)
    assert 0.0 < noisy.unseen_in < 0.02


def test_a_jump_too_far_for_one_frame_is_a_gap_however_short_the_time() -> None:
    assert way((0.0, 0, 0), (0.05, 4, 0)).gaps == 1


def test_a_model_seen_again_where_it_vanished_waited_there() -> None:
    gone = way((0.0, 0, 0), (0.1, 1, 0), (5.0, 1.1, 0), (5.1, 2, 0))
    assert gone.gaps == 0
    assert gone.path_in == pytest.approx(2.0)


def test_a_gap_within_the_band_is_not_forgotten() -> None:
    start = TrackPath.starting(Point(0.0, 0, 0, 0))
    blurred = start.add_point(Point(1.0, 0.5, 0, 0, sigma_in=0.3), SETTINGS)
    assert len(blurred.points) == 1
    assert blurred.add_point(Point(1.1, 1.2, 0, 0), SETTINGS).gaps == 1
    assert blurred.ending(Point(1.5, 0.5, 0, 0)).path_in is None


def test_a_picture_that_stayed_the_same_leaves_no_gap() -> None:
    gone = TrackPath.starting(Point(0.0, 0, 0, 0)).waiting(2.0).add_point(Point(2.1, 1.0, 0, 0), SETTINGS)
    assert gone.gaps == 0


def test_what_a_model_climbed_counts_once() -> None:
    assert way((0.0, 0, 0), (0.1, 2, 0), (0.2, 4, 0), z_end=3.0).path_in == pytest.approx(5.0)


def test_a_circle_is_measured_within_one_per_cent() -> None:
    steps = [(step / 20, math.cos(step / 20), math.sin(step / 20)) for step in range(127)]
    assert way(*steps).path_in == pytest.approx(6.3, rel=0.01)


@pytest.mark.slow
@given(st.lists(st.tuples(st.floats(-0.01, 0.01), st.floats(-0.01, 0.01)), min_size=1, max_size=60))
def test_noise_at_rest_adds_no_path(jitters) -> None:
    gone = way((0.0, 0, 0), *((1 + i / 20, x_in, y_in) for i, (x_in, y_in) in enumerate(jitters)))
    assert gone.path_in == pytest.approx(gone.straight_in, abs=1e-9)


@pytest.mark.slow
@given(st.lists(st.tuples(st.floats(0, 48), st.floats(0, 48)), min_size=2, max_size=20), st.floats(0, 4))
def test_no_path_is_shorter_than_the_straight_line(places, z_end) -> None:
    gone = way(*((i / 20, x_in, y_in) for i, (x_in, y_in) in enumerate(places)), z_end=z_end)
    assert gone.path_in is None or gone.path_in >= gone.straight_in - 1e-9
