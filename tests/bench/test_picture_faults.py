"""What light, sensor and encoder do to a picture: that each fault does what it is named for."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.vision.frame import Frame
from tools.bench.faults import (
    banded,
    coarsely_coloured,
    colourless,
    filmed,
    overexposed,
    sharpened,
    vignetted,
)
from tools.bench.tables import KnownTable, folder_of, last_of_film

pytestmark = pytest.mark.long

SIZE = (320, 180)


@pytest.fixture(scope="module")
def plain() -> KnownTable:
    """A grey picture with a brighter, reddish square in it."""
    picture = np.full((*SIZE[::-1], 3), 90, np.uint8)
    picture[60:120, 130:190] = (120, 130, 190)
    return KnownTable("plain", folder_of(demo_scene(*SIZE, models=1)), Frame(picture, 0.0), {}, {})


def spoilt(spoil, known: KnownTable) -> np.ndarray:
    return spoil(known, np.random.default_rng(5)).frame.image


def test_over_exposure_makes_white_what_was_bright_and_keeps_the_rest(plain) -> None:
    image = spoilt(overexposed(2.0), plain)
    assert image[90, 160].max() == 255
    assert image[10, 10] == pytest.approx(90 * 2 ** (2 / 2.2), abs=1)


def test_a_vignette_darkens_corners_and_not_the_middle(plain) -> None:
    image = spoilt(vignetted(0.7), plain)
    assert image[90, 160] == pytest.approx(plain.frame.image[90, 160], abs=1)
    assert image[0, 0] == pytest.approx(90 * 0.3 ** (1 / 2.2), abs=2)


def test_bands_run_along_the_rows(plain) -> None:
    image = spoilt(banded(0.3), plain)
    assert np.ptp(image[:, 5, 0].astype(int)) > 15
    assert np.ptp(image[7, :100, 0].astype(int)) == 0


def test_colours_go_or_become_coarse_while_brightness_stays(plain) -> None:
    grey = plain.frame.grey
    assert np.array_equal(spoilt(colourless, plain), grey)
    coarse = spoilt(coarsely_coloured, plain)
    assert cv2.cvtColor(coarse, cv2.COLOR_BGR2GRAY) == pytest.approx(grey, abs=8)
    assert not np.array_equal(coarse, plain.frame.image)


def test_sharpening_puts_a_halo_at_an_edge(plain) -> None:
    image = spoilt(sharpened(1.5), plain)
    assert image[90, 129, 0] < 80
    assert image[90, 160, 0] == 120


def test_a_narrow_stream_loses_what_a_wide_one_keeps(plain) -> None:
    cells = np.random.default_rng(1).integers(20, 235, (SIZE[1] // 4, SIZE[0] // 4, 1)).repeat(3, axis=2)
    fine = np.kron(cells, np.ones((4, 4, 1))).astype(np.uint8)
    narrow, wide = (np.abs(last_of_film([fine] * 10, mbit).astype(int) - fine).mean() for mbit in (0.1, 30.0))
    assert narrow > 2 * wide
    assert spoilt(filmed(3.0), replace(plain, frame=Frame(fine, 0.0))).shape == fine.shape
