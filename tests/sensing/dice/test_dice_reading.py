"""The whole way from an image of a tray to the readings of its dice, with the network that comes with tablecam."""

import numpy as np
import pytest

from tablecam.sensing.dice.reading import AT_THE_BORDER, read_dice

FIELD = np.array([(20, 20), (220, 20), (220, 140), (20, 140)])


def make_tray(*places: tuple[int, int]) -> np.ndarray:
    """Return a green tray with white squares without any mark."""
    image = np.full((160, 240, 3), (70, 110, 60), np.uint8)
    for left, top in places:
        image[top : top + 36, left : left + 36] = 240
    return image


def test_an_empty_tray_has_no_readings() -> None:
    assert read_dice(make_tray()) == ()


def test_what_has_no_face_is_never_given_a_value() -> None:
    readings = read_dice(make_tray((40, 50), (140, 80)))
    assert [(reading.colour, reading.value) for reading in readings] == [("light", None)] * 2
    corners = [reading.outline_px.min(axis=0) for reading in readings]
    assert np.array(corners) == pytest.approx(np.array([(40, 50), (140, 80)]), abs=3)


def test_a_die_across_the_border_does_not_count() -> None:
    outside, inside = sorted(read_dice(make_tray((200, 50), (100, 80)), FIELD), key=lambda each: -each.outline_px.max())
    assert (outside.trouble, outside.value) == (AT_THE_BORDER, None)
    assert inside.trouble != AT_THE_BORDER
