"""The pixels of one tag as they are predicted, and how they change."""

import numpy as np
import pytest

from tablecam.sensing.vision.family import Optics
from tablecam.sensing.vision.patch import BLUR, GAIN, SKEW, STATES, TagPose, make_state, patch

LIGHT = (150.0, 40.0, 12.0, -9.0, 30.0)


@pytest.mark.parametrize("number", range(STATES))
def test_the_derivatives_are_those_of_the_prediction(studio, number: int) -> None:
    one, camera, ideal = studio.tag()
    pose = TagPose(one.x_in + 0.01, one.y_in - 0.02, one.heading_rad + 0.1, 1.02)
    state = make_state(pose, Optics(0.8, 0.45), LIGHT)
    pixels = patch(ideal.astype(np.uint8), camera, one.tag, one.edge_in, pose).on_tag_only(state)
    drawn = pixels.draw_template(state)
    changes = pixels.mixing(state, drawn) @ pixels.parts(state, drawn)
    step = 1e-5 * (np.arange(STATES) == number)
    if number <= SKEW:
        ahead, behind = (pixels.compute_cells(state + sign * step) for sign in (1, -1))
        _, by_x, by_y, *_ = drawn.sample(*pixels.compute_cells(state))
        expected = state[GAIN] * (by_x * (ahead - behind)[0] + by_y * (ahead - behind)[1]) / 2e-5
    else:
        ahead, behind = (pixels.predict_pixels(state + sign * step, drawn) for sign in (1, -1))
        expected = (ahead - behind) / 2e-5
    assert changes[number] == pytest.approx(expected, rel=1e-4, abs=1e-4 * np.abs(expected).max())
    assert np.abs(expected).max() > (0.05 if number >= BLUR else 10)


def test_only_the_pixels_on_the_tag_are_left(studio) -> None:
    one, camera, ideal = studio.tag()
    pose = TagPose(one.x_in, one.y_in, one.heading_rad)
    state = make_state(pose, Optics())
    pixels = patch(ideal.astype(np.uint8), camera, one.tag, one.edge_in, pose)
    on_tag = pixels.on_tag_only(state)
    assert np.abs(on_tag.compute_cells(state)).max() < 4.55 < np.abs(pixels.compute_cells(state)).max()
    cells = len(on_tag.values) / (one.edge_in / 8 * on_tag.local.px_per_in) ** 2
    assert cells == pytest.approx(9.1**2, rel=0.02)
    assert (on_tag.values == ideal.astype(np.uint8).ravel()[on_tag.index]).all()
