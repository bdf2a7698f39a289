"""The drawn tag that the fit compares with the picture."""

import numpy as np
import pytest

from tablecam.sensing.vision.family import Optics, bitmap, template


def test_the_middle_of_each_cell_has_the_bitmaps_colour() -> None:
    drawn = template(42, 0.1, 1.0)
    middles = np.arange(10) - 4.5
    x, y = np.meshgrid(middles, -middles)
    grey = drawn.sample(x.ravel(), y.ravel())[0].reshape(10, 10)
    np.testing.assert_allclose(grey, bitmap(42), atol=0.02)


def test_an_edge_without_tone_lies_where_it_was_printed() -> None:
    x = np.linspace(-5.0, -3.0, 4001)
    grey = template(7, 0.3, 1.0).sample(x, np.zeros_like(x))[0]
    assert x[np.argmin(np.abs(grey - 0.5))] == pytest.approx(-4.0, abs=0.02)


def test_a_camera_that_bends_tones_shrinks_black() -> None:
    x = np.linspace(-5.0, -3.0, 4001)
    grey = template(7, 0.3, 0.4).sample(x, np.zeros_like(x))[0]
    assert -3.95 < x[np.argmin(np.abs(grey - 0.5))] < -3.5


@pytest.mark.parametrize("which", ["x", "y", "blur", "tone"])
def test_the_slopes_are_those_of_the_grey(which: str) -> None:
    random = np.random.default_rng(3)
    x, y = random.uniform(-4.4, 4.4, (2, 300))
    blur, tone, step = 0.3, 0.6, {"x": 0.02, "y": 0.02, "blur": 0.05, "tone": 0.1}[which]
    now = template(11, blur, tone).sample(x, y)
    if which in "xy":
        dx, dy = (step, 0.0) if which == "x" else (0.0, step)
        ahead, behind = (template(11, blur, tone).sample(x + s * dx, y + s * dy)[0] for s in (1, -1))
    elif which == "blur":
        ahead, behind = (template(11, blur + s * step, tone).sample(x, y)[0] for s in (1, -1))
    else:
        ahead, behind = (template(11, blur, tone + s * step).sample(x, y)[0] for s in (1, -1))
    slope = now[{"x": 1, "y": 2, "blur": 3, "tone": 4}[which]]
    measured = (ahead - behind) / (2 * step)
    assert np.corrcoef(slope, measured)[0, 1] > 0.99
    assert np.polyfit(measured, slope, 1)[0] == pytest.approx(1.0, abs=0.08)


def test_the_pixels_own_box_blurs_even_a_perfect_lens() -> None:
    assert Optics(blur_px=0.0).blur_cells(2.0) == pytest.approx(np.sqrt(1 / 12) / 2)
