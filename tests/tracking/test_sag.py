"""A table that sags: what its models' tags show of it, all together."""

import math

import numpy as np
import pytest

from tablecam.tracking.observation import Observation
from tablecam.tracking.sag import LevelTag, TableShape, bowl, measured_depth, same_shape, table_shape

SIZE = (48.0, 48.0)
EYE = np.array([24.0, 24.0, 60.0])
SIGMAS = np.array([0.001, 0.001, 0.003, 0.002, 0.0026, 0.0026])
TAG_IN = 0.05


def tags(depth_in: float, count: int = 30, share: float = 1.0, seed: int = 4, noise: float = 1.0) -> list[LevelTag]:
    """Tags all over a table that sags like a sine, each flat on it, all of them printed at this share.

    noise: of the readings, in the sigmas that they claim.
    """
    random = np.random.default_rng(seed)
    return [tag(*random.uniform(2, 46, 2), depth_in, share, noise * random.normal(0, SIGMAS)) for _ in range(count)]


def tag(x: float, y: float, depth_in: float, share: float, off: np.ndarray) -> LevelTag:
    across, along = (math.sin(math.pi * at / 48) for at in (x, y))
    z = TAG_IN - depth_in * across * along
    turn = math.pi / 48 * depth_in
    lean = turn * complex(math.cos(math.pi * x / 48) * along, math.cos(math.pi * y / 48) * across)
    tilt = complex(x - EYE[0], y - EYE[1]) / (EYE[2] - z)
    ground = complex(*EYE[:2]) + tilt * EYE[2]
    size = EYE[2] / (EYE[2] - z) * (1 - (tilt * lean.conjugate()).real / 2) * share
    shear = -tilt * lean / 2
    state = np.array([ground.real, ground.imag, 0.3, size, shear.real, shear.imag]) + off
    *four, real, imaginary = (float(number) for number in state)
    return LevelTag(Observation(1, *four, np.diag(SIGMAS**2), EYE, shear=complex(real, imaginary)), TAG_IN)


def test_a_deep_sag_is_measured_and_told() -> None:
    found = table_shape(tags(8 / 25.4), SIZE)
    assert found is not None
    assert found.likely > 0.99
    assert found.depth_in == pytest.approx(8 / 25.4, abs=2.5 * found.sigma_in)
    assert found.sigma_in < 0.06
    assert found.height_in(24, 24) == pytest.approx(-found.depth_in)
    assert found.height_in(0, 24) == found.height_in(24, 49) == 0
    # a model left of the middle leans to the right, down the slope
    assert found.lean(10, 24).real > 0.005 > abs(found.lean(10, 24).imag)
    assert str(found.says).startswith("the table sags by about ")


def test_flat_tables_stay_flat() -> None:
    for seed in range(20):
        found = table_shape(tags(0.0, seed=seed), SIZE)
        assert found is None or (found.says is None and abs(found.depth_in) < 2 * found.sigma_in)


def test_a_sag_that_cannot_be_told_from_flat_is_within_its_uncertainty() -> None:
    found = [table_shape(tags(3 / 25.4, seed=seed), SIZE) for seed in range(20)]
    covered = [shape is not None and abs(shape.depth_in - 3 / 25.4) < 2.5 * shape.sigma_in for shape in found]
    assert sum(covered) >= 17


def test_a_table_that_rises_in_its_middle_is_told_as_that() -> None:
    found = table_shape(tags(-8 / 25.4), SIZE)
    assert found is not None
    assert found.height_in(24, 24) > 0.2
    assert str(found.says).startswith("the table rises by about ")


def test_tags_that_agree_with_a_bowl_better_than_they_claim_tell_its_depth_better() -> None:
    as_claimed, better = (measured_depth(tags(0.1, seed=7, noise=noise), SIZE) for noise in (1.0, 0.3))
    assert as_claimed is not None
    assert better is not None
    assert better.sigma_in < 0.75 * as_claimed.sigma_in
    assert better.depth_in == pytest.approx(0.1, abs=3 * better.sigma_in)


def test_tags_that_are_all_too_small_are_no_sag() -> None:
    found = table_shape(tags(0.0, share=0.995), SIZE)
    assert found is None or found.says is None


def test_few_tags_and_tags_whose_shape_is_unknown_tell_nothing() -> None:
    assert table_shape(tags(0.3, count=5), SIZE) is None
    assert table_shape([], SIZE) is None


def test_a_bowl_is_level_at_the_edge_and_steepest_there() -> None:
    assert bowl(24, 24, SIZE) == (1.0, 0.0, 0.0)
    step = 1e-4
    for x, y in [(5.0, 20.0), (40.0, 31.0)]:
        deep, across, along = bowl(x, y, SIZE)
        assert across == pytest.approx((bowl(x + step, y, SIZE)[0] - deep) / step, abs=1e-4)
        assert along == pytest.approx((bowl(x, y + step, SIZE)[0] - deep) / step, abs=1e-4)


def test_shapes_that_place_models_alike_are_one() -> None:
    shape = TableShape(SIZE, 0.2, 0.04, 0.9, 0.22)
    assert same_shape(shape, TableShape(SIZE, 0.205, 0.04, 0.8, 0.25))
    assert not same_shape(shape, TableShape(SIZE, 0.3, 0.04, 0.9, 0.22))
    assert same_shape(None, None)
    assert not same_shape(shape, None)
