"""A table that sags: what its models' tags show of it, all together."""

import math

import numpy as np
import pytest

from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.sag import LevelTag, bowl, measure_depth

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


def test_the_depth_of_the_middle_is_measured_with_its_sigma() -> None:
    found = measure_depth(tags(8 / 25.4), SIZE, flat=False)
    assert found is not None
    assert found.depth_in == pytest.approx(8 / 25.4, abs=2.5 * found.sigma_in)
    assert found.sigma_in < 0.06


def test_tags_that_agree_with_a_bowl_better_than_they_claim_tell_its_depth_better() -> None:
    as_claimed, better = (measure_depth(tags(0.1, seed=7, noise=noise), SIZE, flat=False) for noise in (1.0, 0.3))
    assert as_claimed is not None
    assert better is not None
    assert better.sigma_in < 0.75 * as_claimed.sigma_in
    assert better.depth_in == pytest.approx(0.1, abs=3 * better.sigma_in)


def test_few_tags_tell_nothing() -> None:
    assert measure_depth(tags(0.3, count=5), SIZE, flat=False) is None
    assert measure_depth([], SIZE, flat=True) is None


def test_a_bowl_is_level_at_the_edge_and_steepest_there() -> None:
    assert bowl(24, 24, SIZE) == (1.0, 0.0, 0.0)
    step = 1e-4
    for x, y in [(5.0, 20.0), (40.0, 31.0)]:
        deep, across, along = bowl(x, y, SIZE)
        assert across == pytest.approx((bowl(x + step, y, SIZE)[0] - deep) / step, abs=1e-4)
        assert along == pytest.approx((bowl(x, y + step, SIZE)[0] - deep) / step, abs=1e-4)
