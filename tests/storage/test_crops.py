"""Pictures beside the answers: what is cut out, what is kept, and that nothing else ever notices."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.sensing.vision.frame import Frame
from tablecam.storage.crops import WHOLE_TABLE, WIDEST_PX, Crops, cut
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.snapshot import Snapshot


@dataclass(frozen=True)
class Looked:
    """As much of a view as is cut up."""

    snapshot: Snapshot | None
    camera: Camera | None
    frame: Frame | None


def camera() -> Camera:
    """60 in above the middle of the table, looking straight down; 20 px an inch on the table."""
    lens = Intrinsics(1920, 1080, np.array([[1200.0, 0, 959.5], [0, 1200.0, 539.5], [0, 0, 1]]), np.zeros(5))
    down = np.diag([1.0, -1.0, -1.0])
    return Camera(lens, Pose(down, -down @ np.array([24.0, 24.0, 60.0])))


def placed(model: str, x: float, y: float, z: float = 0.0) -> Placed:
    return Placed(Miniature(model, model, "red", 1, 16.0, (0.0, 0.0), 1.2, Circle(25.4), 1.25), x, y, z, 0.0)


def looked(*models: Placed, size: tuple[int, int] = (1920, 1080)) -> Looked:
    """Noise, so that the pictures have some weight, with a white square where a model at the middle stands."""
    image = np.random.default_rng(1).integers(0, 90, (size[1], size[0], 3)).astype(np.uint8)
    middle = (slice(size[1] // 2 - 6, size[1] // 2 + 6), slice(size[0] // 2 - 6, size[0] // 2 + 6))
    image[middle] = 255
    return Looked(Snapshot(1.0, models), camera(), Frame(image, 1.0))


def picture(jpeg: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)


def kept(crops: Crops, *commands: tuple[int, int, str]) -> None:
    """Each game, line and model in turn, and all of it written."""
    for game, line, model in commands:
        crops.keep(game, line, looked(placed(model, 24, 24)), [model])
        crops.close()


def test_a_model_is_cut_out_with_an_inch_around_its_base() -> None:
    ((model, jpeg),) = cut(looked(placed("ida", 24, 24)), ["ida"])
    found = picture(jpeg)
    # a base of one inch, an inch on either side, 20 px an inch; the figure rises towards the lens
    assert model == "ida"
    assert all(60 <= side <= 66 for side in found.shape)
    assert found[found.shape[0] // 2, found.shape[1] // 2] > 240


def test_a_model_on_a_roof_is_cut_out_where_the_camera_sees_it() -> None:
    image = np.zeros((1080, 1920, 3), np.uint8)
    model = placed("ida", 36.0, 24.0, 10.0)
    u, v = camera().project(np.array([36.0, 24.0, 10.0]))
    cv2.circle(image, (round(u), round(v)), 9, (255, 255, 255), -1)
    ((_, jpeg),) = cut(Looked(Snapshot(1.0, (model,)), camera(), Frame(image, 1.0)), ["ida"])
    assert (picture(jpeg) > 200).sum() == pytest.approx(np.pi * 81, rel=0.1)


@pytest.mark.slow
def test_a_frame_of_another_size_than_the_calibration_is_cut_in_its_own_pixels() -> None:
    ((_, jpeg),) = cut(looked(placed("ida", 24, 24), size=(960, 540)), ["ida"])
    assert all(30 <= side <= 34 for side in picture(jpeg).shape)
    ((_, large),) = cut(looked(placed("ida", 24, 24, 40.0), size=(3840, 2160)), ["ida"])
    assert max(picture(large).shape) == WIDEST_PX


def test_models_that_are_nowhere_or_off_the_picture_are_left_out() -> None:
    view = looked(placed("ida", 24, 24), placed("far", 400, 24))
    assert [model for model, _ in cut(view, ["ida", "far", "nobody", "ida"])] == ["ida"]
    for nothing in (Looked(None, camera(), view.frame), Looked(view.snapshot, None, view.frame)):
        assert cut(nothing, ["ida"]) == []
    assert cut(Looked(view.snapshot, camera(), None), ["ida"]) == []


def test_what_is_kept_is_found_again_by_game_line_and_model(tmp_path: Path) -> None:
    with Crops(tmp_path / "crops") as crops:
        crops.keep(7, 41, looked(placed("ida", 24, 24), placed("moss", 20, 20)), ("ida", "moss"))
        crops.close()
        assert sorted(crops.models(7, 41)) == ["ida", "moss"]
        assert crops.models(7, 40) == crops.models(8, 41) == ()
        assert picture(crops.jpeg(7, 41, "ida")).shape[0] > 50
        assert crops.jpeg(7, 41, "nobody") is None
        assert crops.lines(7) == {41}


@pytest.mark.slow
def test_the_oldest_go_first_by_count_and_by_bytes(tmp_path: Path) -> None:
    by_count = Crops(tmp_path / "a", most=2)
    kept(by_count, (1, 1, "ida"), (1, 2, "ida"), (1, 3, "ida"))
    assert by_count.lines(1) == {2, 3}
    size = len(by_count.jpeg(1, 3, "ida"))
    by_bytes = Crops(tmp_path / "b", most_bytes=2 * size + size // 2)
    kept(by_bytes, (1, 1, "ida"), (1, 2, "ida"), (1, 3, "ida"))
    assert by_bytes.lines(1) == {2, 3}
    assert len(list((tmp_path / "b").iterdir())) == 2


@pytest.mark.slow
def test_a_restart_finds_what_was_kept_in_its_order_and_leaves_other_files_alone(tmp_path: Path) -> None:
    kept(Crops(tmp_path), (1, 1, "ida"), (1, 2, "../ida of 5%"))
    for name, age in (("1-1-ida.jpg", 5), (next(path.name for path in tmp_path.glob("1-2-*")), 9)):
        os.utime(tmp_path / name, (1e9 - age, 1e9 - age))
    (tmp_path / "holiday.jpg").write_bytes(b"mine")
    again = Crops(tmp_path, most=2)
    assert again.models(1, 2) == ("../ida of 5%",)
    kept(again, (1, 3, "ida"))
    assert again.lines(1) == {1, 3}
    assert (tmp_path / "holiday.jpg").read_bytes() == b"mine"


def test_pictures_older_than_the_game_are_of_another_game(tmp_path: Path) -> None:
    crops = Crops(tmp_path)
    kept(crops, (1, 1, "ida"))
    os.utime(tmp_path / "1-1-ida.jpg", (1e9, 1e9))
    assert crops.models(1, 1, since=1e9 - 1) == ("ida",)
    assert crops.models(1, 1, since=1e9 + 1) == ()


def test_a_disk_that_takes_nothing_costs_the_picture_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "crops").write_text("a file where the folder should be")
    crops = Crops(tmp_path / "crops")
    kept(crops, (1, 1, "ida"))
    assert crops.models(1, 1) == ()
    (tmp_path / "crops").unlink()
    kept(crops, (1, 2, "ida"))
    assert crops.models(1, 2) == ("ida",)


def test_a_picture_that_somebody_deleted_is_not_there(tmp_path: Path) -> None:
    crops = Crops(tmp_path)
    kept(crops, (1, 1, "ida"))
    (tmp_path / "1-1-ida.jpg").unlink()
    assert crops.jpeg(1, 1, "ida") is None
    assert crops.models(1, 1) == ()


def test_the_table_is_photographed_when_it_has_changed_and_found_by_its_line(tmp_path: Path) -> None:
    table = np.full((960, 1440, 3), 90, np.uint8)
    crops = Crops(tmp_path, photograph=lambda _view: table.copy())
    kept(crops, (7, 1, "ida"), (7, 2, "ida"))
    table[100:120, 300:320] = 250
    kept(crops, (7, 3, "ida"), (8, 3, "ida"))
    assert crops.photographs(7) == (1, 3)
    assert crops.photographs(8) == (3,)
    assert crops.models(7, 3) == ("ida",)
    assert picture(crops.jpeg(7, 3, WHOLE_TABLE)).shape == (640, 960)
    assert Crops(tmp_path).photographs(7) == (1, 3)
    assert crops.photographs(7, since=time.time() + 60) == ()


def test_a_table_that_nobody_can_photograph_costs_no_crop(tmp_path: Path) -> None:
    crops = Crops(tmp_path, photograph=lambda _view: None)
    kept(crops, (7, 1, "ida"))
    assert crops.photographs(7) == ()
    assert crops.models(7, 1) == ("ida",)


def test_the_picture_of_a_roll_is_kept_beside_its_answer_and_is_no_model(tmp_path) -> None:
    with Crops(tmp_path) as crops:
        crops.keep_roll(7, 41, b"a roll")
    with Crops(tmp_path) as crops:
        assert crops.roll_jpeg(7, 41) == b"a roll"
        assert (crops.models(7, 41), crops.photographs(7)) == ((), ())
        # of an earlier game of that number in another database
        assert crops.roll_jpeg(7, 41, since=time.time() + 60) is None
        assert crops.roll_jpeg(7, 42) is None


def test_pictures_of_rolls_count_for_the_size_of_the_folder(tmp_path) -> None:
    with Crops(tmp_path, most_bytes=25) as crops:
        for line in (1, 2, 3):
            crops.keep_roll(7, line, b"0123456789")
    assert crops.lines(7) == {2, 3}
