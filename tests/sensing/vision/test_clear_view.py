"""Whether a still image shows a hand: an arm from the edge, a hand alone, a model that was moved, and noise."""

import numpy as np
import pytest

from tablecam.sensing.vision.clear_view import LASTING_FRAMES, ClearView

SIZE, TAG_PX = (540, 960), 20.0
MAT = np.random.default_rng(1).integers(60, 120, SIZE).astype(np.uint8)


def with_noise(image: np.ndarray, seed: int) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 2, SIZE)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def with_patch(left: int, top: int, right: int, bottom: int, image: np.ndarray = MAT) -> np.ndarray:
    changed = image.copy()
    changed[top:bottom, left:right] = 220
    return changed


@pytest.fixture
def view() -> ClearView:
    """A view that has seen an empty table for a while."""
    view = ClearView()
    for seed in range(LASTING_FRAMES + 2):
        view.update(with_noise(MAT, seed), TAG_PX)
    return view


def see(view: ClearView, image: np.ndarray, frames: int = 3) -> list[bool]:
    return [view.update(with_noise(image, 100 + seed), TAG_PX) for seed in range(frames)]


def test_a_table_at_rest_is_clear_once_it_is_known(view: ClearView) -> None:
    assert see(view, MAT) == [True, True, True]
    assert not any(see(ClearView(), MAT))


def test_a_model_put_elsewhere_is_no_hand(view: ClearView) -> None:
    assert see(view, with_patch(400, 300, 450, 350)) == [False, True, True]


def test_an_arm_that_rests_over_the_table_is_a_hand_and_its_leaving_is_a_movement(view: ClearView) -> None:
    assert not any(see(view, with_patch(400, 300, 440, SIZE[0])))
    assert see(view, MAT) == [False, True, True]


def test_a_hand_without_an_arm_is_a_hand_by_its_size(view: ClearView) -> None:
    assert not any(see(view, with_patch(400, 200, 520, 320)))


def test_what_rests_long_enough_belongs_to_the_table(view: ClearView) -> None:
    arm = with_patch(400, 300, 440, SIZE[0])
    assert see(view, arm, LASTING_FRAMES + 2)[-1]
    # in doubt not clear: what was taken for the table is gone
    assert not any(see(view, MAT))


def test_another_size_of_image_begins_again(view: ClearView) -> None:
    assert not view.update(np.ascontiguousarray(MAT[:270, :480]), TAG_PX)
