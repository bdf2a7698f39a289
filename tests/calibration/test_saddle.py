import cv2
import numpy as np
import pytest

from calibration.finder import board_scale, fit_saddles

FINER = 8


def crossing(x, y, lean_deg=(12.0, 97.0), blur_px=0.6, noise=2.0, size=61):
    """A saddle at (x, y) in a grey picture: drawn FINER times as fine, blurred, and averaged down."""
    fine = (np.arange(size * FINER) + 0.5) / FINER - 0.5
    across, down = np.meshgrid(fine - x, fine - y)
    sides = [down * np.cos(a) - across * np.sin(a) for a in np.radians(lean_deg)]
    picture = np.where(sides[0] * sides[1] > 0, 200.0, 50.0)
    picture = cv2.GaussianBlur(picture, (0, 0), blur_px * FINER)
    picture = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
    picture += np.random.default_rng(1).normal(0, noise, picture.shape)
    return picture.clip(0, 255).astype(np.uint8)


def scale_of(lean_deg=(12.0, 97.0), square_px=40.0):
    a, b = np.radians(lean_deg)
    return square_px * np.array([[[np.cos(a), np.cos(b)], [np.sin(a), np.sin(b)]]])


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.25, -0.4), (0.5, 0.5), (-0.33, 0.17)])
@pytest.mark.parametrize("blur_px", [0.3, 0.8, 1.6])
def test_a_crossing_is_found_to_two_hundredths_of_a_pixel(shift, blur_px):
    true = np.array([30.0, 30.0]) + shift
    saddles = fit_saddles(crossing(*true, blur_px=blur_px), np.array([[30.6, 29.5]]), scale_of(), 1.0)
    assert saddles.sound[0]
    assert np.abs(saddles.px[0] - true).max() < 0.02


@pytest.mark.slow
def test_the_blur_is_told_in_pixels():
    soft = [fit_saddles(crossing(30, 30, blur_px=b), np.array([[30.0, 30]]), scale_of(), 1.0) for b in (0.6, 1.2, 2.4)]
    assert [float(s.softness_px[0]) for s in soft] == pytest.approx([0.66, 1.23, 2.41], rel=0.1)


def test_markers_beside_the_edges_do_not_pull_the_crossing():
    picture = crossing(30.2, 29.7)
    clean = fit_saddles(picture, np.array([[30.0, 30]]), scale_of(), 0.15).px[0]
    # a black marker begins 0.15 of a square from both edges, in the two white quadrants
    board = np.stack(np.meshgrid(np.arange(61) - 30.2, np.arange(61) - 29.7), axis=-1) @ np.linalg.inv(scale_of()[0]).T
    picture[(np.abs(board).min(axis=2) > 0.15) & (picture > 120)] = 50
    marked = fit_saddles(picture, np.array([[30.0, 30]]), scale_of(), 0.15).px[0]
    assert np.abs(marked - clean).max() < 0.01


def test_a_plain_field_and_the_corner_of_a_square_are_no_crossings():
    plain = fit_saddles(np.full((61, 61), 128, np.uint8), np.array([[30.0, 30]]), scale_of(), 1.0)
    assert not plain.sound[0]
    square = crossing(30, 30, (0.0, 90.0))
    square[:30] = 200
    square[:, :30] = 200
    assert fit_saddles(square, np.array([[30.0, 30]]), scale_of((0.0, 90.0)), 1.0).misfit[0] > 0.3


def test_a_crossing_at_the_picture_s_edge_is_left_alone():
    assert not fit_saddles(crossing(3, 30), np.array([[3.0, 30]]), scale_of(), 1.0).sound[0]


def test_the_scale_around_a_corner_is_what_its_neighbours_show():
    turn = np.array([[0.9, -0.2, 100.0], [0.3, 1.1, 50.0], [1e-4, -2e-4, 1.0]])
    grid = np.stack(np.meshgrid(np.arange(4), np.arange(3)), axis=-1).reshape(-1, 2) * 25.0
    seen = cv2.perspectiveTransform(grid[None], turn)[0]
    scale = board_scale(grid, seen, 25.0)[1]
    close = cv2.perspectiveTransform(np.array([[[25.0, 25], [25.25, 25], [25, 25.25]]]), turn)[0]
    assert scale[5] == pytest.approx(100 * (close[1:] - close[0]).T, rel=1e-3)
