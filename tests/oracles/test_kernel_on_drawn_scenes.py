"""The kernel against exact projection by shapely, on crowded scenes that are the same in every run.

The random tables of `test_our_sight.py` hide much at once and leave many views clear; here low and narrow things stand
between the two models, so that shadows lie over one another and end within the target.
"""

import math

import numpy as np
import pytest

from tests.oracles import projection
from tests.oracles.random_scenes import place_feature, place_model, question
from tests.oracles.scene import Scene
from tests.oracles.test_oracles_agree import agree
from tests.oracles.test_our_sight import ours

# corners of an oval: few, so that a scene takes milliseconds; `slack` knows how far off they are
CORNERS = 512
SHAPES = ("circle", "ellipse", "rectangle")


def draw_scene(seed: int, features: int, others: int) -> Scene:
    """A viewer at the left, a target at the right, and small things of every kind in the corridor between them."""
    chance = np.random.default_rng(seed)

    def model(id: str, side: str, x_in: float, size_in: float):
        placed = (x_in, chance.uniform(10, 14), chance.choice([0.0, 0.0, 0.7]), chance.uniform(-3, 3))
        height_in, shape = chance.uniform(0.5, 1.1), SHAPES[int(chance.integers(3))]
        return place_model(id, side, (*placed, height_in), tuple(chance.uniform(0.3, size_in, 2)), shape)

    def feature(number: int):
        shape = ("block", "block", "ring", "star")[number % 4]
        placed = (chance.uniform(6, 20), chance.uniform(10.5, 13.5), chance.uniform(0, math.pi))
        levels = (chance.choice([0.0, 0.0, 0.6]), chance.uniform(0.15, 0.9))
        return place_feature(f"feature {number}", shape, placed, tuple(chance.uniform(0.15, 1.2, 2)), levels)

    ends = [model("viewer", "red", chance.uniform(2, 5), 0.7), model("target", "blue", chance.uniform(21, 24), 1.6)]
    standing = [model(f"other {number}", "blue", chance.uniform(6, 20), 0.5) for number in range(others)]
    return Scene((*ends, *standing), tuple(map(feature, range(features))))


@pytest.mark.parametrize(("features", "others"), [(6, 0), (0, 6), (5, 5), (12, 4)])
def test_crowded_scenes_hide_what_projection_hides(features: int, others: int) -> None:
    for seed in range(8):
        scene = draw_scene(seed, features, others)
        agree(ours(scene), projection.sighting(scene, question(scene), CORNERS))
