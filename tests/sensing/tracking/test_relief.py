"""Ground that is not flat, and readings noisier or better than they claim: what all tags together show of both."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.relief import Relief, relief, same_relief
from tablecam.sensing.tracking.sag import LevelTag

SIZE = (48.0, 48.0)
EYE = np.array([24.0, 24.0, 60.0])
SIGMAS = np.array([0.001, 0.001, 0.003, 0.002, 0.0026, 0.0026])
TAG_IN = 0.05


AROUND = [(x, y) for x in (-1.4, 24.0, 49.4) for y in (-1.4, 24.0, 49.4) if (x, y) != (24.0, 24.0)]
Ground = Callable[[float, float], float]
STEP = 1e-3


def sagging(mm: float, deepest: tuple[float, float] = (24.0, 24.0)) -> Ground:
    """A sine that is level at the edge, warped so that it is deepest there."""
    bends = [math.log(0.5) / math.log(at / 48) for at in deepest]

    def height(x: float, y: float) -> float:
        across, along = (math.sin(math.pi * (at / 48) ** bend) for at, bend in zip((x, y), bends, strict=True))
        return -mm / 25.4 * across * along

    return height


def in_waves(mm: float, length: float = 16.0) -> Ground:
    return lambda x, y: mm / 50.8 * math.sin(2 * math.pi * x / length) * math.cos(2 * math.pi * y / length)


def flat(_x: float, _y: float) -> float:
    return 0.0


def tags(ground: Ground, noise: float = 1.0, seed: int = 4, count: int = 30, share: float = 1.0) -> list[LevelTag]:
    """Tags that lie on the ground, all printed at this share; noise: of the readings, in the sigmas that they claim."""
    random = np.random.default_rng(seed)
    return [tag(*random.uniform(2, 46, 2), ground, share, noise * random.normal(0, SIGMAS)) for _ in range(count)]


def tag(base_x: float, base_y: float, ground: Ground, share: float, off: np.ndarray, arm: complex = 0.0) -> LevelTag:
    """arm: the way from the base, which lies on the ground, to its tag."""
    across = ground(base_x + STEP, base_y) - ground(base_x - STEP, base_y)
    along = ground(base_x, base_y + STEP) - ground(base_x, base_y - STEP)
    lean = -complex(across, along) / (2 * STEP)
    z = TAG_IN + ground(base_x, base_y) - (arm * lean.conjugate()).real
    x, y = base_x + arm.real, base_y + arm.imag
    tilt = complex(x - EYE[0], y - EYE[1]) / (EYE[2] - z)
    seen = complex(*EYE[:2]) + tilt * EYE[2]
    size = EYE[2] / (EYE[2] - z) * (1 - (tilt * lean.conjugate()).real / 2) * share
    shear = -tilt * lean / 2
    state = np.array([seen.real, seen.imag, 0.3, size, shear.real, shear.imag]) + off
    *four, real, imaginary = (float(number) for number in state)
    return LevelTag(
        Observation(1, *four, np.diag(SIGMAS**2), EYE, shear=complex(real, imaginary)), TAG_IN, (arm.real, arm.imag)
    )


def found_in(told: list[LevelTag]) -> Relief:
    return relief(told, SIZE, AROUND)


def heights_off(found: Relief, ground: Ground) -> np.ndarray:
    """How far off the heights are all over the table, in their sigmas."""
    assert found.shape is not None
    places = [(x, y) for x in range(4, 48, 5) for y in range(4, 48, 5)]
    off = [found.shape.height_in(x, y) - ground(x, y) for x, y in places]
    return np.array(off) / [found.shape.height_sigma_in(x, y) for x, y in places]


@pytest.mark.parametrize("deepest", [(24.0, 24.0), (16.0, 30.0)])
def test_a_deep_sag_is_measured_wherever_it_is_deepest(deepest) -> None:
    ground = sagging(8, deepest)
    found = found_in(tags(ground, noise=0.5))
    assert found.sags
    assert np.mean(np.abs(heights_off(found, ground)) < 2) > 0.9
    assert found.shape is not None
    # a model left of the hollow leans to the right, down the slope
    assert found.shape.lean(5, 27).real > 0.005


def test_a_table_that_rises_is_measured() -> None:
    found = found_in(tags(sagging(-8)))
    assert found.shape is not None
    assert found.shape.height_in(24, 24) > 0.2


@pytest.mark.parametrize("mm", [2.0, 5.0])
def test_a_mat_in_waves_is_within_its_uncertainty(mm) -> None:
    found = [found_in(tags(in_waves(mm), noise=0.3, seed=seed)) for seed in range(4)]
    assert all(each.waves > 0.5 and not each.sags for each in found)
    off = np.concatenate([heights_off(each, in_waves(mm)) for each in found])
    assert np.mean(np.abs(off) < 2) > 0.85


def on_arms(ground: Ground, seed: int) -> list[LevelTag]:
    """Models all over the ground, each with its tag on an arm of an inch."""
    random = np.random.default_rng(seed)
    places, turns = random.uniform(2, 46, (28, 2)), random.uniform(0, math.tau, 28)
    return [
        tag(*place, ground, 1.0, 0.25 * random.normal(0, SIGMAS), complex(math.cos(turn), math.sin(turn)))
        for place, turn in zip(places, turns, strict=True)
    ]


@pytest.mark.parametrize(("mm", "length"), [(2.0, 8.0), (4.0, 8.0)])
def test_waves_shorter_than_the_way_between_models_are_in_the_uncertainty_under_each(mm, length) -> None:
    ground = in_waves(mm, length)
    off = []
    for seed in range(6):
        told = on_arms(ground, seed)
        found = found_in(told)
        assert found.shape is not None
        for x, y in [each.base_in for each in told]:
            off.append((found.shape.height_in(x, y) - ground(x, y)) / found.shape.height_sigma_in(x, y))
    assert np.mean(np.abs(off) < 2) > 0.9


@pytest.mark.parametrize("noise", [0.3, 1.0])
def test_flat_tables_stay_flat(noise) -> None:
    found = [found_in(tags(flat, noise, seed)) for seed in range(12)]
    assert not any(each.sags for each in found)
    doubts = [float(each.shape.looked_at[1].max()) if each.shape is not None else 0.0 for each in found]
    assert np.median(doubts) < 0.01


@pytest.mark.parametrize("noise", [0.3, 1.0, 1.8])
def test_the_noise_that_is_there_is_measured(noise) -> None:
    found = [found_in(tags(flat, noise, seed)).noise for seed in range(6)]
    assert np.median(found) == pytest.approx(noise, rel=0.25)


def test_tags_that_are_all_too_small_are_no_sag() -> None:
    found = found_in(tags(flat, share=0.995))
    assert not found.sags


def test_models_that_lean_each_on_its_own_bend_no_ground() -> None:
    random = np.random.default_rng(3)
    told = tags(flat, noise=0.3)
    leans = 0.05 * (random.normal(size=len(told)) + 1j * random.normal(size=len(told)))
    aslant = [
        LevelTag(leaning(each.reading, complex(lean)), each.height_in) for each, lean in zip(told, leans, strict=True)
    ]
    found = found_in(aslant)
    assert found.own_leans > 0.9


def leaning(reading: Observation, lean: complex) -> Observation:
    tilt = complex(reading.x_in - EYE[0], reading.y_in - EYE[1]) / EYE[2]
    scale = reading.scale * (1 - (tilt * lean.conjugate()).real / 2)
    return replace(reading, scale=scale, shear=reading.shear - tilt * lean / 2)


def test_few_tags_tell_nothing() -> None:
    assert found_in(tags(sagging(8), count=5)) == Relief()
    assert found_in([]) == Relief()


def test_reliefs_that_place_models_alike_are_one() -> None:
    once, again, other = (found_in(tags(sagging(mm), 0.3, count=count)) for mm, count in ((8, 30), (8, 29), (6, 30)))
    assert same_relief(once, again)
    assert not same_relief(once, other)
    assert not same_relief(once, Relief())
    assert not same_relief(Relief(noise=0.5), Relief())


def test_cameras_that_agree_show_that_there_is_little_noise_whatever_the_ground_is() -> None:
    told = tags(flat, noise=0.6)
    # of five figures each
    agreeing = [replace(each, reading=replace(each.reading, agreement=(5 * 0.25**2, 5))) for each in told]
    assert found_in(agreeing).noise < 0.75 * found_in(told).noise
    contradicting = [replace(each, reading=replace(each.reading, agreement=(5.0, 5))) for each in told]
    assert found_in(contradicting).noise > 1.2 * found_in(told).noise
