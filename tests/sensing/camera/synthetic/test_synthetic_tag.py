import math

import cv2
import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.demo import demo_table
from tablecam.sensing.camera.synthetic.scene import TagPlace, lens, overhead, reference_tags
from tablecam.sensing.camera.synthetic.tag import DrawnPatch, tag_patch
from tablecam.sensing.vision.family import CELLS, bitmap
from tablecam.table.geometry.projection import Camera
from tools.bench.ideal_tags import BLACK, GROUND, WHITE, ideal_picture, noisy

FINE = 16


def brute_force(camera: Camera, place: TagPlace, blur_px: float, patch: DrawnPatch) -> np.ndarray:
    """White share of each pixel of the patch, by asking the camera model itself where each of 256 samples lies."""
    beyond = 4
    height, width = (side + 2 * beyond for side in patch.white.shape)
    columns = (np.arange(width * FINE) + 0.5) / FINE - 0.5 + patch.left - beyond
    rows = (np.arange(height * FINE) + 0.5) / FINE - 0.5 + patch.top - beyond
    away = camera.back_project(np.stack(np.meshgrid(columns, rows), -1), place.z_in) - (place.x_in, place.y_in)
    cos, sin = math.cos(place.heading_rad), math.sin(place.heading_rad)
    cell = place.size_in / 8
    column = np.floor(away @ (sin, -cos) / cell + CELLS / 2).astype(int)
    row = np.floor(CELLS / 2 - away @ (cos, sin) / cell).astype(int)
    on_tag = (column >= 0) & (column < CELLS) & (row >= 0) & (row < CELLS)
    cells = bitmap(place.tag)[np.clip(row, 0, CELLS - 1), np.clip(column, 0, CELLS - 1)]
    samples = cv2.GaussianBlur(np.where(on_tag, cells, 0).astype(np.float32), (0, 0), blur_px * FINE)
    pixels = samples.reshape(height, FINE, width, FINE).mean(axis=(1, 3))
    return pixels[beyond:-beyond, beyond:-beyond]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "place"),
    [
        ((3840, 2160), TagPlace(7, 16 / 25.4, 2.0, 3.0, 0.05, 0.3)),
        ((3840, 2160), TagPlace(11, 16 / 25.4, 46.0, 46.0, 3.5, 2.1)),
        ((1920, 1080), TagPlace(35, 19.2 / 25.4, 24.3, 23.1, 1.5, -1.2)),
        ((1920, 1080), TagPlace(42, 40 / 25.4, 49.4, -1.4, 0.0, math.pi / 2)),
    ],
)
def test_a_drawn_tag_is_what_the_camera_model_says_to_a_thousandth_of_a_pixel(size, place) -> None:
    camera = Camera(lens(*size), overhead())
    patch = tag_patch(camera, place, 0.6)
    wanted = brute_force(camera, place, 0.6, patch)
    wrong = patch.white - wanted
    down, across = np.gradient(wanted)
    assert abs((wrong * across).sum() / (across**2).sum()) < 0.001
    assert abs((wrong * down).sum() / (down**2).sum()) < 0.001
    assert np.abs(wrong).max() < 0.01


def test_the_corners_of_the_black_square_come_in_the_order_of_a_detection() -> None:
    upright = TagPlace(0, 1.0, 10.0, 10.0, 0.0, math.pi / 2)
    assert np.allclose(upright.square()[:, :2], [[9.5, 9.5], [10.5, 9.5], [10.5, 10.5], [9.5, 10.5]])


def test_the_tables_own_tags_have_their_top_towards_the_far_edge() -> None:
    camera = Camera(lens(1920, 1080), overhead())
    place = reference_tags(demo_table())[0]
    patch = tag_patch(camera, place, 0.0)
    seen = cv2.resize(patch.white, (CELLS * 3, CELLS * 3), interpolation=cv2.INTER_AREA)
    likeness = {
        turn: float((np.kron(np.rot90(bitmap(place.tag), turn), np.ones((3, 3))) * seen).sum()) for turn in range(4)
    }
    assert max(likeness, key=lambda turn: likeness[turn]) == 0


def test_a_bench_picture_has_the_levels_and_the_noise_that_were_asked_for() -> None:
    camera = Camera(lens(640, 360), overhead())
    place = TagPlace(3, 12.0, 24.0, 24.0, 0.0, 1.0)
    ideal = ideal_picture(camera, [place], 0.7, fineness=4)
    middle = np.round(camera.project(place.point(np.array([[-5.25, -5.25]])))[0]).astype(int)
    assert ideal[0, 0] == GROUND
    assert abs(ideal[middle[1], middle[0]] - BLACK) < 0.5
    assert abs(ideal.max() - WHITE) < 1.0
    first, second = noisy(ideal, 3.0, seed=1), noisy(ideal, 3.0, seed=2)
    spread = (first.astype(float) - second).std() / math.sqrt(2)
    assert abs(spread - math.sqrt(9 + 1 / 12)) < 0.05
