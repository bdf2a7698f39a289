"""A capture from its beginning to a camera.yaml, over a restart in between."""

import json

import numpy as np
import pytest

from calibration.boards import DEFAULT_BOARD
from tablecam.base.errors import NotCalibratable
from tablecam.sensing.camera.synthetic.board import HOLDS, charuco_view
from tablecam.sensing.camera.synthetic.scene import lens
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.lens_step import NAME, LensStep, read_views
from tablecam.storage.camera_yaml import read_camera

# seconds of pictures: the long round
pytestmark = pytest.mark.slow

LENS = lens(1280, 720)


def held(step: LensStep, numbers: range) -> None:
    for number in numbers:
        picture = charuco_view(number, LENS).image
        for later in (0.0, 0.25):
            step.look(Frame(picture, 10.0 * number + later, number))


@pytest.mark.long
def test_a_capture_goes_on_after_a_restart_and_ends_in_a_lens_that_is_true(tmp_path) -> None:
    written: list[str] = []
    first = LensStep(tmp_path, lambda: written.append("camera.yaml"))
    first.start()
    held(first, range(9))
    assert first.last is not None
    again = LensStep(tmp_path, lambda: written.append("camera.yaml"))
    assert again.begun
    held(again, range(9, len(HOLDS)))
    assert again.last is not None
    assert again.last.kept > first.last.kept
    report = again.finish()
    assert report.judgement.go
    assert written == ["camera.yaml"]
    assert read_camera(tmp_path / "camera.yaml").matrix[0, 0] == pytest.approx(LENS.matrix[0, 0], rel=0.003)
    assert "<h1>Camera calibration</h1>" in (tmp_path / "lens-report.html").read_text()
    assert not again.begun
    assert not (tmp_path / NAME).exists()


def test_too_few_views_write_no_lens_and_say_why(tmp_path) -> None:
    step = LensStep(tmp_path, lambda: None)
    step.start()
    held(step, range(3))
    with pytest.raises(NotCalibratable, match="no go, nothing is written: only 3 views count"):
        step.finish()
    assert not (tmp_path / "camera.yaml").exists()
    assert step.begun


def test_a_capture_that_is_given_up_leaves_nothing(tmp_path) -> None:
    step = LensStep(tmp_path, lambda: None)
    step.start()
    held(step, range(1))
    assert (tmp_path / NAME).exists()
    step.stop()
    assert not step.begun
    assert step.look(Frame(np.zeros((720, 1280), np.uint8), 0.0)) is None
    with pytest.raises(NotCalibratable, match="no capture is under way"):
        step.finish()


@pytest.mark.parametrize(
    "spoilt",
    ["", "[]", '{"board": "charuco:4x4:10:7:DICT_4X4_50", "views": []}', '{"board": 1, "views": 2}'],
    ids=["empty", "a list", "another board", "nonsense"],
)
def test_a_spoilt_file_of_views_counts_as_none(tmp_path, spoilt: str) -> None:
    (tmp_path / NAME).write_text(spoilt)
    assert read_views(tmp_path, DEFAULT_BOARD) == ()


def test_a_corner_that_the_board_has_not_counts_as_a_spoilt_file(tmp_path) -> None:
    view = {"name": "a", "size": [10, 10], "softness_px": 1.0, "ids": [7000], "corners_px": [[1.0, 2.0]]}
    (tmp_path / NAME).write_text(json.dumps({"board": str(DEFAULT_BOARD), "views": [view]}))
    assert read_views(tmp_path, DEFAULT_BOARD) == ()
