from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.at_table import OverheadSetting
from calibration.bundle import NAMES, first_guess, fit_board_pose, fit_lens, rms
from calibration.intrinsics import MODELS, estimate_lens
from calibration.judgement import judge
from calibration.views import ACROSS, DOWN, VIEWS_A_CELL, Coverage
from tablecam.base.errors import NotCalibratable

# seconds of pictures: the long round
pytestmark = pytest.mark.slow

PLAIN = np.array([700.0, 700.0, 640.0, 360.0, -0.1, 0.02, 0.0, 0.0, 0.0])


def fitted(views, free=NAMES):
    return fit_lens(views, free, *first_guess(views))


def test_perfect_corners_give_the_lens_to_the_last_digit(studio):
    made = studio(noise_px=0.0)
    fit = fitted(made.views(12))
    assert fit.lens == pytest.approx(made.lens, rel=1e-5, abs=1e-6)
    assert fit.rms_px < 1e-4


def test_what_is_not_free_stays_at_nought_and_has_no_uncertainty(studio):
    fit = fitted(studio().views(8), MODELS[0].free)
    assert np.array_equal(fit.lens[6:], np.zeros(3))
    assert np.array_equal(fit.covariance[6:], np.zeros((3, 9)))
    assert fit.covariance[0, 0] > 0


@pytest.mark.slow
def test_the_covariance_is_as_large_as_the_errors_are(studio):
    # over many draws of noise the squared errors in sigmas average one
    errors = []
    for seed in range(12):
        made = studio(lens=PLAIN, seed=seed, noise_px=0.2)
        fit = fitted(made.views(12), MODELS[0].free)
        spread = fit.covariance[:6, :6]
        errors.append((fit.lens - PLAIN)[:6] @ np.linalg.solve(spread, (fit.lens - PLAIN)[:6]))
    assert 0.6 < np.mean(errors) / 6 < 1.7


def test_a_few_wild_corners_do_not_move_the_lens(studio):
    views = studio().views(12)
    clean = fitted(views)
    for place in (1, 4, 7):
        px = views[place].corners_px.copy()
        px[:3] += (6.0, -4.0)
        views[place] = replace(views[place], corners_px=px)
    wild = fitted(views)
    assert np.abs(wild.lens[:4] - clean.lens[:4]).max() < 0.5
    assert np.abs(wild.lens[:2] / clean.lens[:2] - 1).max() < 5e-4


def test_the_pose_of_a_view_that_was_left_out_fits_it(studio):
    views = studio(noise_px=0.05).views(12)
    fit = fitted(views)
    pose, left = fit_board_pose(views[3], fit.lens, fit.poses[3])
    assert rms(left) == pytest.approx(0.05 * np.sqrt(2), rel=0.4)
    assert pose.tvec == pytest.approx(fit.poses[3].tvec, abs=1.0)


def test_the_whole_model_is_taken_where_the_views_cover_the_picture(studio):
    made = studio(noise_px=0.02)
    lens = estimate_lens(made.views(24))
    assert lens.model == "k1, k2, p1, p2, k3"
    assert lens.fit.lens[:2] == pytest.approx(made.lens[:2], rel=5e-4)
    assert lens.focal_sigma < 5e-4


def test_a_lens_without_a_shifted_middle_keeps_the_small_model(studio):
    lens = estimate_lens(studio(lens=PLAIN, noise_px=0.1).views(24))
    assert lens.model == "k1, k2"
    assert [step.taken for step in lens.steps] == [True, False, False]
    assert "not enough" in str(lens.steps[1].why) or "worse" in str(lens.steps[1].why)


def test_k3_is_not_even_tried_where_the_corners_of_the_picture_were_not_seen(studio):
    lens = estimate_lens(studio(where=(0.3, 0.3, 0.7, 0.7)).views(20))
    last = lens.steps[-1]
    assert not last.taken
    assert np.isnan(last.left_out_px)
    assert "needs" in str(last.why)


def test_few_views_keep_the_small_model_and_say_why(studio):
    lens = estimate_lens(studio().views(5))
    assert lens.model == "k1, k2"
    assert str(lens.steps[1].why) == "5 views are too few for k1, k2, p1, p2; 8 are needed"
    assert lens.halves == ()


@pytest.mark.slow
def test_the_halves_tell_the_focal_length_s_uncertainty(studio):
    sigmas, errors = [], []
    for seed in range(6):
        made = studio(lens=PLAIN, seed=seed, noise_px=0.3)
        lens = estimate_lens(made.views(12))
        sigmas.append(lens.focal_sigma)
        errors.append(lens.fit.focal_px / 700 - 1)
    assert 0.5 < np.sqrt(np.mean(np.square(errors)) / np.mean(np.square(sigmas))) < 2.0


def test_boards_square_to_the_camera_leave_the_focal_length_uncertain(studio):
    tilted = estimate_lens(studio(noise_px=0.1).views(14)).focal_sigma
    flat = estimate_lens(studio(noise_px=0.1, tilt_deg=4.0).views(14)).focal_sigma
    assert flat > 4 * tilted


def test_a_view_whose_corners_are_elsewhere_is_left_out_by_name(studio):
    views = studio().views(12)
    bent = views[5].points_mm * np.array([[0.01, 0.0]]) * np.sin(views[5].points_mm[:, 1:] / 40)
    views[5] = replace(views[5], corners_px=views[5].corners_px + bent * 4)
    lens = estimate_lens(views)
    assert [left.name for left in lens.out] == ["v05"]
    assert "px off; those of the other views" in str(lens.out[0].reason)
    assert len(lens.views) == 11


def test_two_views_are_refused(studio):
    with pytest.raises(NotCalibratable, match="2 views of the board are too few"):
        estimate_lens(studio().views(2))


@pytest.mark.parametrize("seed", range(4))
def test_corners_that_mean_nothing_are_refused_one_way_or_the_other(studio, seed):
    draw = np.random.default_rng(seed)
    shapes = [lambda px: draw.uniform(0, 700, px.shape), lambda px: px[:, :1] * [1.0, 0.5], lambda px: px * 0 + 300.0]
    views = [replace(view, corners_px=shapes[seed % 3](view.corners_px)) for view in studio().views(8)]
    try:
        judgement = judge(estimate_lens(views), OverheadSetting())
    except NotCalibratable:
        return
    assert not judgement.go


def test_the_aspect_is_found_with_its_uncertainty(studio):
    stretched = PLAIN.copy()
    stretched[1] = 735.0
    lens = estimate_lens(studio(lens=stretched).views(15))
    assert lens.aspect == pytest.approx(700 / 735, abs=4 * lens.aspect_sigma)
    assert lens.aspect_sigma < 1e-3


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@given(focal=st.floats(500, 1500), bend=st.floats(-0.3, 0.1), seed=st.integers(0, 1000))
def test_any_plain_lens_is_found_from_fifteen_views(studio, focal, bend, seed):
    true = np.array([focal, focal * 1.002, 630.0, 350.0, bend, 0.0, 0.0, 0.0, 0.0])
    lens = estimate_lens(studio(lens=true, seed=seed).views(15))
    assert lens.fit.focal_px == pytest.approx(focal * 1.001, rel=max(6 * lens.focal_sigma, 1e-4))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_a_lens_model_is_allowed_from_exactly_the_views_and_corners_that_it_needs(model) -> None:
    counts = np.full((DOWN, ACROSS), VIEWS_A_CELL)
    assert model.refusal(model.views, Coverage(counts)) is None
    assert model.refusal(model.views - 1, Coverage(counts)) is not None
    counts[: DOWN // 3, : ACROSS // 3] = 0
    assert (model.refusal(model.views, Coverage(counts)) is None) == (model.corners < 4)
