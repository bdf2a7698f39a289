"""The part of the table that a camera sees, against every point of the table looked up in its picture."""

from dataclasses import replace

import numpy as np
import pytest
from shapely import points

from tablecam.sensing.camera.synthetic.camera import choose_camera
from tablecam.setup.layout import compute_visible_part, share, together
from tablecam.table.geometry.projection import Camera, Pose

SIZE_IN = (48.0, 48.0)


def looked_up(camera: Camera, step_in: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Points of the table, (n, 2), and whether each is in the picture."""
    at = np.stack(np.meshgrid(*[np.arange(step_in / 2, side, step_in) for side in SIZE_IN]), -1).reshape(-1, 2)
    px = camera.project(np.column_stack([at, np.zeros(len(at))]))
    lens = camera.intrinsics
    return at, (px > -0.5).all(axis=1) & (px[:, 0] < lens.width - 0.5) & (px[:, 1] < lens.height - 0.5)


@pytest.fixture
def narrow(scene) -> Camera:
    """A camera of a cropped mode: the middle of the picture of the drawn one."""
    whole = scene.camera
    lens, left, top = whole.intrinsics, 700, 400
    return replace(whole.crop(left, top), intrinsics=replace(
        whole.crop(left, top).intrinsics, width=lens.width - 2 * left, height=lens.height - 2 * top
    ))  # fmt: skip


def test_a_cropped_picture_sees_what_lies_in_it(narrow) -> None:
    part = compute_visible_part(narrow, SIZE_IN)
    at, inside = looked_up(narrow)
    assert 0.05 < inside.mean() < 0.6
    assert share(part, SIZE_IN) == pytest.approx(inside.mean(), abs=0.02)
    agree = part.contains(points(at)) == inside
    assert agree.mean() > 0.99


def test_two_cameras_overlap_where_both_see_the_table(scene, narrow) -> None:
    second = choose_camera(scene, 1).camera
    whole, part = compute_visible_part(second, SIZE_IN), compute_visible_part(narrow, SIZE_IN)
    both = together([whole, part], SIZE_IN)
    assert both.any == pytest.approx(1.0, abs=0.01)
    assert both.overlap == pytest.approx(share(part, SIZE_IN), abs=0.01)
    assert together([whole], SIZE_IN).overlap == 0


def test_a_camera_that_sees_the_horizon_sees_the_table_up_to_it(scene) -> None:
    # from the near edge, 30 in up, level
    look = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    level = Camera(scene.camera.intrinsics, Pose(look, -look @ np.array([24.0, -10.0, 30.0])))
    _at, inside = looked_up(level)
    assert share(compute_visible_part(level, SIZE_IN), SIZE_IN) == pytest.approx(inside.mean(), abs=0.02)
