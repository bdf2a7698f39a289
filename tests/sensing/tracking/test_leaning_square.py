"""Leans and prints as several cameras see them, against chance that is known."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.tracking.fusion import (
    FREE_SIZE,
    Fusion,
    SquareQuestion,
    fuse_readings,
    predict_figures,
    squares,
)
from tablecam.sensing.tracking.observation import Average, Observation, with_floor
from tablecam.sensing.tracking.pairing import PairedTags
from tablecam.sensing.tracking.relief import relief
from tablecam.sensing.tracking.sag import LevelTag, bowl, measure_depth
from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.table.miniature import Roster

EYES = (np.array([24.0, 24.0, 58.0]), np.array([2.0, 24.0, 60.0]))
SIGMAS = np.array([0.002, 0.002, 0.003, 0.0025, 0.0027, 0.0027])
LEAN = complex(math.radians(3.0), math.radians(-2.0))
STATE = np.array([38.0, 11.0, 0.7, 0.6, LEAN.real, LEAN.imag, 1.0])


def seen(eye: np.ndarray, state: np.ndarray = STATE, off: np.ndarray | float = 0.0) -> Observation:
    """What an eye reads; off: (6,) in sigmas."""
    x, y, heading, scale, across, along = predict_figures(eye, state) + SIGMAS * off
    return Observation(7, x, y, heading, scale, np.diag(SIGMAS**2), eye, shear=complex(across, along))


def test_exact_readings_tell_place_height_lean_and_print_exactly() -> None:
    state = STATE.copy()
    state[6] = 1.03
    (found,) = squares([SquareQuestion([seen(eye, state) for eye in EYES], FREE_SIZE)])
    np.testing.assert_allclose(found.state, state, atol=1e-4)
    one = fuse_readings([seen(eye, state) for eye in EYES], EYES[0])
    assert one.tells_lean
    assert one.height_in == pytest.approx(0.6, abs=1e-3)
    assert one.heading_rad == pytest.approx(0.7, abs=1e-4)
    assert abs(one.shear - LEAN) < 1e-4
    assert one.printed == (pytest.approx(1.03, abs=1e-4), pytest.approx(0.0025, abs=0.0005))


def test_the_errors_are_as_large_as_the_covariance_says_and_less_than_those_of_one_camera() -> None:
    random = np.random.default_rng(3)
    surprises, leans, sizes = [], [], []
    for _ in range(200):
        (found,) = squares([SquareQuestion([seen(eye, off=random.normal(size=6)) for eye in EYES], FREE_SIZE)])
        off = found.state - STATE
        surprises.append(off @ np.linalg.solve(found.covariance, off))
        leans.append(off[4:6])
        sizes.append(off[6])
    # Birge's ratio makes some of the covariances larger
    assert 5.0 < np.mean(surprises) < 7.5
    # the shape that one camera sees is half of its tilt times the lean
    tilts = [abs(complex(*(STATE[:2] - eye[:2]))) / eye[2] for eye in EYES]
    alone = min(2 * SIGMAS[4] / tilt for tilt in tilts)
    assert np.std(leans) < alone
    assert np.std(sizes) < SIGMAS[3]


def test_eyes_that_are_close_together_tell_a_height_by_the_size_of_the_tag() -> None:
    near = np.array([24.5, 24.0, 58.0])
    one = fuse_readings([seen(EYES[0]), seen(near)], EYES[0])
    assert one.printed is None
    assert one.height_sigma_in <= seen(near).height_sigma_in


def test_models_that_lean_are_no_cameras_that_see_them_apart() -> None:
    def told_apart(lean_deg: float, aside_in: float) -> float | None:
        states = [np.array([x, 12.0, 0.7, 0.6, math.radians(lean_deg), 0.0, 1.0]) for x in (6.0, 14.0, 36.0, 44.0)]
        seen_by = [[replace(seen(eye, state), tag=tag) for tag, state in enumerate(states)] for eye in EYES]
        seen_by[1] = [replace(reading, y_in=reading.y_in + aside_in) for reading in seen_by[1]]
        fusion = Fusion(EYES[0])
        fusion.fuse_cameras(dict(enumerate(seen_by)))
        return fusion.apart_in

    assert told_apart(8.0, 0.0) is None
    assert told_apart(0.0, 0.0) is None
    assert told_apart(0.0, 0.5) == pytest.approx(0.5, abs=0.1)


def test_how_much_cameras_contradict_each_other_stays_with_what_they_tell() -> None:
    random = np.random.default_rng(5)
    told = [fuse_readings([seen(eye, off=0.4 * random.normal(size=6)) for eye in EYES], EYES[0]) for _ in range(60)]
    squares, figures = zip(*(one.agreement for one in told), strict=True)
    # of twelve figures, seven are asked for
    assert set(figures) == {5}
    assert math.sqrt(sum(squares) / sum(figures)) == pytest.approx(0.4, abs=0.05)
    alone = seen(EYES[0])
    assert alone.agreement is None
    assert Average.from_reading(told[0]).including(alone, 100).mean.agreement == told[0].agreement


def test_a_shape_that_was_not_measured_leaves_the_lean_untold() -> None:
    flat = replace(seen(EYES[1]), covariance=np.diag(SIGMAS[:4] ** 2))
    assert not fuse_readings([seen(EYES[0]), flat], EYES[0]).tells_lean
    assert not fuse_readings([seen(EYES[1])], EYES[0]).tells_lean


def test_a_mean_keeps_the_lean_that_several_cameras_tell_while_one_of_them_sees_nothing() -> None:
    told, alone = fuse_readings([seen(eye) for eye in EYES], EYES[0]), seen(EYES[0])
    for readings in ([told, alone, told], [alone, told, told]):
        mean = Average.from_reading(readings[0])
        for reading in readings[1:]:
            mean = mean.including(reading, 100)
        assert mean.mean.tells_lean
        assert abs(mean.mean.shear - LEAN) < 1e-3
        assert mean.mean.printed == told.printed
        assert math.hypot(mean.mean.x_in - told.x_in, mean.mean.y_in - told.y_in) < 1e-3


def test_averaging_leaves_of_a_lean_what_each_camera_cannot_tell_better() -> None:
    told = fuse_readings([seen(eye) for eye in EYES], EYES[0])
    sharp = replace(told, covariance=told.covariance / 1e4)
    settings = TrackerSettings()
    floored = with_floor(sharp, settings).covariance
    assert floored.shape == (6, 6)
    tilt = abs(complex(*(STATE[:2] - EYES[1][:2]))) / EYES[1][2]
    best = 2 * settings.bias_floor_shape / tilt
    assert best / 2 < math.sqrt(floored[4, 4]) < best


def test_a_table_that_sags_is_found_from_tags_of_which_several_cameras_tell_the_lean() -> None:
    deep_in, size_in = 0.3, (48.0, 48.0)
    told = []
    for x, y in [(x, y) for x in (8.0, 18.0, 30.0, 40.0) for y in (10.0, 22.0, 37.0)]:
        depth, across, along = bowl(x, y, size_in)
        state = np.array([x, y, 0.3, 0.05 - deep_in * depth, deep_in * across, deep_in * along, 1.0])
        told.append(LevelTag(fuse_readings([seen(eye, state) for eye in EYES], EYES[0]), 0.05))
    depth = measure_depth(told, size_in, flat=False)
    assert depth is not None
    assert depth.depth_in == pytest.approx(deep_in, abs=0.02)
    shape = relief(told, size_in, ()).shape
    assert shape is not None
    assert shape.height_in(24, 24) == pytest.approx(-deep_in, abs=0.04)
    assert shape.lean(10, 24).real > 0.01


def test_two_tags_of_one_tray_are_put_together_as_level_ones(props) -> None:
    model = replace(props.ann, second_tag=8, tag=7)
    told = fuse_readings([seen(eye) for eye in EYES], EYES[0])
    alone = PairedTags(Roster((model,)), 0.3).join_pairs({7: told})[7]
    assert not alone.tells_lean
    assert not alone.shaped
    assert alone.printed == told.printed
    assert (alone.x_in, alone.y_in) == (told.x_in, told.y_in)
