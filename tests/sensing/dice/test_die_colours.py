"""The names of colours of dice."""

import numpy as np
import pytest

from tablecam.sensing.dice.colours import name_colour

SQUARE = np.array([(10, 10), (70, 10), (70, 70), (10, 70)])


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ((235, 240, 240), "light"), ((25, 25, 28), "dark"), ((115, 112, 118), "grey"), ((30, 30, 200), "red"),
        ((190, 70, 30), "blue"), ((60, 150, 40), "green"), ((40, 210, 230), "yellow"), ((150, 40, 120), "violet"),
    ],
)  # fmt: skip
def test_a_die_has_the_name_of_its_colour(colour: tuple[int, int, int], name: str) -> None:
    assert name_colour(np.full((80, 80, 3), colour, np.uint8), SQUARE) == name


def test_pips_do_not_change_the_name() -> None:
    image = np.full((80, 80, 3), (30, 30, 200), np.uint8)
    image[20:35, 20:35] = image[45:60, 45:60] = 255
    assert name_colour(image, SQUARE) == "red"


def test_a_die_at_the_edge_of_the_image_has_a_name_too() -> None:
    assert name_colour(np.full((80, 80, 3), 245, np.uint8), SQUARE - 30) == "light"
