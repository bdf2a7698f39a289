"""Spots on a tag: which pixels belong to one, and from which share of the tag on they are left out."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from test_fit import beside

from tablecam.sensing.vision.fit import LEAST_OFF, LEAST_SPOT, clear_part, fit_tag, spots
from tablecam.sensing.vision.patch import make_state

SHAPES = st.tuples(st.integers(1, 12), st.integers(1, 12))


@given(SHAPES.flatmap(lambda shape: arrays.arrays(np.uint8, shape, elements=st.integers(0, 1))))
def test_pixels_that_touch_are_a_spot_from_three_on(off: np.ndarray) -> None:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(off)
    large = stats[:, cv2.CC_STAT_AREA] >= LEAST_SPOT
    large[0] = False
    assert np.array_equal(spots(off), large[labels])


@pytest.mark.slow
def test_a_spot_is_left_out_with_what_surrounds_it_but_specks_are_not(studio) -> None:
    one, camera, ideal = studio.tag()
    fit = fit_tag(studio.noisy(ideal, 2.0, 1), camera, one.tag, one.edge_in, beside(one))
    count, state = len(fit.pixels.values), make_state(fit.pose, fit.optics, fit.light)
    from_centre = np.hypot(*(fit.pixels.places_in - [[fit.pose.x_in], [fit.pose.y_in]]))

    def without(share: float) -> int:
        """How many pixels are left where the middle of the tag disagrees, so large a share of it."""
        agrees = from_centre > np.quantile(from_centre, share)
        clear = clear_part(fit.pixels, agrees, state)
        return count if clear is None else len(clear.values)

    assert without(0.8 * LEAST_OFF) == count
    assert without(2 * LEAST_OFF) < count * (1 - 3 * LEAST_OFF)
    assert without(0.4) == count
