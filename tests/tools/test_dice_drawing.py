"""Drawn dice are dice: flat, opposite faces in line, and the truth about each is where it was drawn."""

import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.die_solids import (
    Solid,
    lay,
    make_cube,
    make_octahedron,
    make_trapezohedron,
    project,
)
from tablecam.sensing.dice.outlines import find_outlines
from tools.dice.draw import PIPS, TEN, TEN_ORDER, draw_roll, make_design

SOLIDS = {"cube": make_cube, "trapezohedron": make_trapezohedron, "octahedron": make_octahedron}


@pytest.mark.parametrize("solid", [make() for make in SOLIDS.values()], ids=SOLIDS)
def test_each_face_is_flat_and_has_the_others_on_one_side(solid: Solid) -> None:
    for face, loop in enumerate(solid.faces):
        heights = (solid.corners - solid.centre(face)) @ solid.normal(face)
        assert np.allclose(heights[list(loop)], 0, atol=1e-9)
        assert heights.max() < 1e-9


def test_opposite_faces_of_a_ten_sided_die_are_parallel_and_add_up_to_nine() -> None:
    solid = make_trapezohedron()
    for face in range(5):
        assert np.allclose(solid.normal(face), -solid.normal(face + 5))
        assert TEN_ORDER[face] + TEN_ORDER[face + 5] == 9


def test_a_die_lies_with_its_face_up_and_a_cocked_one_does_not() -> None:
    solid = make_cube()
    assert (lay(solid, 2, yaw=1.0) @ solid.normal(2))[2] == pytest.approx(1)
    assert (lay(solid, 2, yaw=1.0, tilt=0.5) @ solid.normal(2))[2] == pytest.approx(np.cos(0.5))


def test_what_is_higher_is_drawn_farther_from_the_middle_of_the_image() -> None:
    low, high = project(np.array([(1.0, 0, 0), (1.0, 0, 2)]), np.array([-3.0, 0, 10]), 20)
    assert high[0] > low[0] == pytest.approx(20)


def test_the_same_number_is_the_same_die() -> None:
    first, second, other = make_design(5, PIPS), make_design(5, PIPS), make_design(8, PIPS)
    assert first.body.tolist() == second.body.tolist() != other.body.tolist()


def test_the_dice_of_a_roll_lie_where_the_truth_says() -> None:
    designs = [make_design(number, shape) for number, shape in ((2, PIPS), (5, TEN), (11, PIPS))]
    image, dice = draw_roll(np.random.default_rng(1), designs, (480, 360), 50)
    middles = sorted(tuple((outline.max(axis=0) + outline.min(axis=0)) / 2) for outline in find_outlines(image))
    assert np.array(middles) == pytest.approx(np.array(sorted(tuple(die.centre_px) for die in dice)), abs=8)
