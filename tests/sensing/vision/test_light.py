"""Whether a picture shows anything: judged by its white and its black, however few their pixels are."""

import numpy as np
import pytest

from tablecam.sensing.vision.light import COVERED, LOOKS_EVERY_S, TOO_DARK, LightWatch, unlit

LIT = np.full((1080, 1920), 40, np.uint8)
# the white of four reference tags of 38 px, half of each, in the corners
for row, column in ((60, 400), (60, 1480), (980, 400), (980, 1480)):
    LIT[row : row + 38, column : column + 19] = 200
NIGHT = np.full((1080, 1920), 4, np.uint8)


def test_a_black_mat_with_nothing_but_reference_tags_is_lit() -> None:
    assert unlit(LIT) is None


def test_tags_of_which_the_white_is_nearly_black_are_in_the_dark() -> None:
    assert unlit((LIT * 0.1).astype(np.uint8)) is TOO_DARK


@pytest.mark.parametrize("level", [40, 128, 250])
def test_a_picture_of_one_grey_is_covered(level: int) -> None:
    assert unlit(np.full((2160, 3840), level, np.uint8)) is COVERED


def test_a_picture_of_a_few_pixels_is_judged_as_well() -> None:
    assert unlit(np.array([[0, 255]], np.uint8)) is None


def test_a_film_is_looked_at_now_and_then_and_again_when_its_time_goes_back() -> None:
    light = LightWatch()
    assert light.trouble(LIT, 10.0) is None
    assert light.trouble(NIGHT, 10.0 + LOOKS_EVERY_S / 2) is None
    assert light.trouble(NIGHT, 10.0 + LOOKS_EVERY_S) is TOO_DARK
    assert light.trouble(LIT, 10.0 + 1.5 * LOOKS_EVERY_S) is TOO_DARK
    assert light.trouble(LIT, 0.0) is None
