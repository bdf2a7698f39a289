"""Outlines of dice: each die once, without its shadow, apart from its neighbours."""

import cv2
import numpy as np
import pytest

from tablecam.sensing.dice.outlines import crosses_border, find_outlines

TRAY = (96, 120, 104)
LEFT, TOP = 100, 80


def make_tray(*squares: tuple[int, int], colour: tuple[int, int, int] = (240, 240, 240), side: int = 40) -> np.ndarray:
    """Return a tray of 320 by 240 pixels under a lamp at its left, with square dice at these corners."""
    image = np.full((240, 320, 3), TRAY, np.float32) * np.linspace(1.15, 0.85, 320)[None, :, None]
    for left, top in squares:
        image[top : top + side, left : left + side] = colour
    return image.astype(np.uint8)


def get_bounds(outline: np.ndarray) -> list[int]:
    return [*outline.min(axis=0), *outline.max(axis=0)]


@pytest.mark.parametrize("colour", [(240, 240, 240), (20, 20, 20), (40, 40, 200), (200, 60, 30)])
def test_a_die_of_any_colour_is_outlined(colour: tuple[int, int, int]) -> None:
    (outline,) = find_outlines(make_tray((LEFT, TOP), colour=colour))
    assert get_bounds(outline) == pytest.approx([LEFT, TOP, LEFT + 39, TOP + 39], abs=3)


def test_an_empty_tray_has_no_dice() -> None:
    assert find_outlines(make_tray()) == ()


def test_a_shadow_is_no_part_of_a_die() -> None:
    image = make_tray()
    image[TOP : TOP + 40, LEFT + 40 : LEFT + 60] = image[TOP : TOP + 40, LEFT + 40 : LEFT + 60] * 0.65
    image[TOP : TOP + 40, LEFT : LEFT + 40] = 240
    (outline,) = find_outlines(image)
    assert outline[:, 0].max() == pytest.approx(LEFT + 39, abs=4)


def test_dice_that_touch_at_a_corner_are_two() -> None:
    outlines = find_outlines(make_tray((LEFT, TOP), (LEFT + 38, TOP + 38), (220, 20)))
    assert len(outlines) == 3


def test_dice_come_from_top_to_bottom() -> None:
    outlines = find_outlines(make_tray((40, 150), (200, 30), (120, 90)))
    assert sorted(int(outline[:, 1].min()) for outline in outlines) == [int(o[:, 1].min()) for o in outlines]


def test_what_lies_beside_the_field_is_left_out() -> None:
    field = np.array([(10, 10), (190, 10), (190, 230), (10, 230)])
    (outline,) = find_outlines(make_tray((60, 100), (240, 100)), field)
    assert outline[:, 0].max() < 190
    assert not crosses_border(outline, field)


def test_a_die_across_the_border_of_the_field_is_noticed() -> None:
    field = np.array([(10, 10), (190, 10), (190, 230), (10, 230)])
    (outline,) = find_outlines(make_tray((170, 100)), field)
    assert crosses_border(outline, field)


def test_crumbs_are_no_dice() -> None:
    image = make_tray((LEFT, TOP))
    cv2.circle(image, (250, 60), 4, (250, 250, 250), cv2.FILLED)
    assert len(find_outlines(image)) == 1
