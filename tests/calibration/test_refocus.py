"""A lens whose focal length is another than when it was calibrated."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.refocus import LEAST_TAGS, reference_corners_in, refocus
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.table.geometry.projection import Camera, Intrinsics

SCENE = demo_scene(3840, 2160, models=1)
SMALL = demo_scene(1920, 1080, models=1)
TAGS = SCENE.table.reference_tags
NOISE_PX = 0.02


def longer(lens: Intrinsics, share: float) -> Intrinsics:
    matrix = lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= 1 + share
    return replace(lens, matrix=matrix)


def seen(share: float, seed: int = 1, scene: Scene = SCENE, noise_px: float = NOISE_PX) -> dict[int, np.ndarray]:
    """The corners of all reference tags through a lens that is longer by this share."""
    random = np.random.default_rng(seed)
    camera = Camera(longer(scene.camera.intrinsics, share), scene.camera.pose)
    return {tag.id: camera.project(reference_corners_in(tag)) + random.normal(0, noise_px, (4, 2)) for tag in TAGS}


@pytest.mark.parametrize("share", [-0.01, 0.003, 0.01])
def test_a_changed_focal_length_is_found_to_a_thousandth(share: float) -> None:
    found = refocus(SCENE.camera, TAGS, seen(share))
    assert found is not None
    assert found.share == pytest.approx(share, abs=2 * found.sigma)
    assert found.sigma < 0.0015
    lens = found.adjust_lens(SCENE.camera.intrinsics)
    assert lens.matrix[0, 0] / SCENE.camera.intrinsics.matrix[0, 0] == pytest.approx(1 + found.share)
    assert lens.focal_sigma == found.sigma


def test_three_thousandths_are_found_in_a_small_picture_too() -> None:
    found = [refocus(SMALL.camera, TAGS, seen(0.003, seed, SMALL, noise_px=0.01)) for seed in range(10)]
    shares = [each.share for each in found if each is not None]
    assert len(shares) == 10
    assert shares == pytest.approx([0.003] * 10, abs=0.001)


@pytest.mark.parametrize("noise_px", [0.01, 0.03, 0.1])
def test_a_lens_that_has_not_changed_stays_as_it_is_in_a_small_picture(noise_px: float) -> None:
    assert [refocus(SMALL.camera, TAGS, seen(0.0, seed, SMALL, noise_px)) for seed in range(20)] == [None] * 20


def test_a_lens_as_it_was_calibrated_stays_as_it_is() -> None:
    assert [refocus(SCENE.camera, TAGS, seen(0.0, seed)) for seed in range(20)] == [None] * 20


def test_tags_that_lie_elsewhere_are_not_blamed_on_the_lens() -> None:
    corners = seen(0.0)
    corners[TAGS[2].id] = corners[TAGS[2].id] + [4.0, -3.0]
    assert refocus(SCENE.camera, TAGS, corners) is None


def test_a_few_tags_cannot_tell() -> None:
    assert refocus(SCENE.camera, TAGS[: LEAST_TAGS - 1], seen(0.01)) is None
