from dataclasses import replace

import numpy as np
import pytest

from calibration.at_table import OverheadSetting, disagreement, halves_at_table, noise_at_table
from calibration.bundle import NAMES, first_guess, fit_lens, make_intrinsics
from calibration.intrinsics import estimate_lens

SIZE = (1280, 720)
PLAIN = np.array([700.0, 700.0, 639.5, 359.5, 0.0, 0.0, 0.0, 0.0, 0.0])


def lens(**changes):
    names = ["fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3"]
    values = PLAIN.copy()
    for name, value in changes.items():
        values[names.index(name)] = value
    return make_intrinsics(values, SIZE)


def test_a_lens_does_not_disagree_with_itself():
    error = disagreement(lens(k1=-0.1), [lens(k1=-0.1)], OverheadSetting())
    assert error.worst_place_in < 1e-6
    assert error.distances == pytest.approx({12.0: 0, 24.0: 0, 48.0: 0}, abs=1e-6)


def test_a_wrong_focal_length_is_taken_up_by_the_camera_s_height():
    # looking straight down on a plane the two cannot be told apart, and need not be
    error = disagreement(lens(), [lens(fx=714.0, fy=714.0)], OverheadSetting())
    assert error.worst_place_in < 1e-4


def test_pixels_taken_for_square_that_are_not_show_up_between_the_ways_across_the_table():
    # 1 % between width and height, of which the camera's height takes the mean: 0.5 % is left each way
    error = disagreement(lens(), [lens(fx=707.0)], OverheadSetting())
    assert error.distances[24.0] == pytest.approx(0.085, rel=0.2)


def test_distortion_left_out_is_seen_in_inches_and_most_in_long_distances():
    error = disagreement(lens(k1=-0.05), [lens()], OverheadSetting())
    assert 0.05 < error.distances[12.0] < error.distances[24.0]
    assert error.places.shape == (13, 13)


def test_a_table_that_is_larger_than_the_picture_counts_as_far_as_it_is_seen():
    error = disagreement(lens(), [lens(k1=0.01)], OverheadSetting(height_in=20.0))
    width, depth = error.seen_in
    assert width == pytest.approx(2 * 20 * 639.5 / 700, rel=0.03)
    assert depth == pytest.approx(2 * 20 * 359.5 / 700, rel=0.03)
    assert set(error.distances) == {12.0, 24.0}


@pytest.mark.slow
def test_the_error_foretold_from_noise_is_the_error_that_is_made(studio):
    foretold, made = [], []
    for seed in range(8):
        camera = studio(seed=seed, noise_px=0.2)
        views = camera.views(12)
        found = fit_lens(views, NAMES, *first_guess(views))
        foretold.append(noise_at_table(found, OverheadSetting()).distances[24.0])
        true = make_intrinsics(camera.lens, camera.size)
        made.append(disagreement(true, [found.intrinsics()], OverheadSetting()).distances[24.0])
    ratio = np.sqrt(np.mean(np.square(made)) / np.mean(np.square(foretold)))
    assert 0.5 < ratio < 2.0


@pytest.mark.slow
def test_halves_that_disagree_raise_the_error_above_what_noise_foretells(studio):
    # a board that is bent the same way in each view: small residuals, and a lens that depends on the views
    views = []
    for view in studio(noise_px=0.02).views(16):
        x, y = (view.points_mm / (270.0, 180.0)).T
        bow = 1.5 * (x * (1 - x) + y * (1 - y))[:, None] * np.sign(view.corners_px - view.corners_px.mean(axis=0))
        views.append(replace(view, corners_px=view.corners_px + 0.3 * bow))
    found = estimate_lens(views)
    assert (
        halves_at_table(found.halves, OverheadSetting()).distances[24.0]
        > 1.2 * noise_at_table(found.fit, OverheadSetting()).distances[24.0]
    )
