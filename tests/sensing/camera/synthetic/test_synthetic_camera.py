import threading
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.recording import Video
from tablecam.sensing.camera.synthetic.board import board, charuco_view
from tablecam.sensing.camera.synthetic.camera import SyntheticCamera, frames, record, write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.scene import Carry, lens
from tablecam.sensing.camera.synthetic.script import Script
from tablecam.storage.table_folder import read_folder

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

SCENE = demo_scene(640, 360, company=make_company(BOOKS.usual))
SCRIPT = Script(SCENE, (Carry("lund", 0.1, ((23.0, 13.0),), 1.5),))


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_frame_shows_what_the_truth_says_of_its_time() -> None:
    clock = Clock()
    with SyntheticCamera(SCRIPT, fps=10, clock=clock) as camera:
        first = camera.read()
        clock.now += 2.0
        later = camera.read()
    assert first is not None
    assert later is not None
    assert (first.number, first.time) == (0, 0.0)
    assert (later.number, later.time) == (20, 2.0)
    assert camera.truth(later.time).moving == {"lund"}
    assert np.abs(first.image.astype(int) - later.image).max() > 60


def test_time_that_went_by_unread_or_undrawn_leaves_a_gap_in_the_numbers() -> None:
    clock = Clock()
    with SyntheticCamera(SCRIPT, fps=10, clock=clock) as camera:
        camera.read()
        clock.now += 0.55
        frame = camera.read()
    assert frame is not None
    assert frame.number == 5


def test_no_frame_comes_before_its_time() -> None:
    clock = Clock()
    got = []
    with SyntheticCamera(SCRIPT, fps=10, clock=clock) as camera:
        camera.read()
        reader = threading.Thread(target=lambda: got.append(camera.read()))
        reader.start()
        reader.join(0.1)
        assert got == []
    reader.join(5)
    assert got == [None]


def test_a_closed_camera_reads_none_and_its_thread_is_gone() -> None:
    camera = SyntheticCamera(SCRIPT, clock=Clock())
    camera.close()
    camera.close()
    assert camera.read() is None
    assert "synthetic camera" not in {thread.name for thread in threading.enumerate()}


def test_the_camera_without_a_script_draws_the_demo_in_the_size_asked_for() -> None:
    with SyntheticCamera(size=(640, 360)) as camera:
        frame = camera.read()
    assert camera.live
    assert frame is not None
    assert frame.size == (640, 360)
    assert len(camera.scene.spots) == 12


def test_a_recorded_script_is_read_back_frame_by_frame(tmp_path) -> None:
    path = tmp_path / "carry.avi"
    record(SCRIPT, path, seconds=1.0, fps=8)
    with Video(path) as video:
        taken = list(iter(video.read, None))
    drawn = list(frames(replace(SCRIPT, scene=SCENE), 1.0, 8))
    assert [frame.size for frame in taken] == [(640, 360)] * 8
    assert taken[3].time == pytest.approx(drawn[3].time, abs=1e-3)
    assert np.abs(taken[3].grey.astype(int) - drawn[3].grey).mean() < 8


def test_the_table_folder_says_what_the_scene_is(tmp_path) -> None:
    write_table_folder(SCENE, tmp_path / "table")
    folder = read_folder(tmp_path / "table")
    assert folder.table == SCENE.table
    assert folder.roster == SCENE.roster
    assert [feature.name for feature in folder.terrain.features] == [f.name for f in SCENE.terrain.features]
    assert all(
        a.polygon.symmetric_difference(b.polygon).area < 1e-3
        for a, b in zip(folder.terrain.features, SCENE.terrain.features, strict=True)
    )
    assert folder.intrinsics is not None
    assert np.allclose(folder.intrinsics.matrix, SCENE.camera.intrinsics.matrix)
    assert np.allclose(folder.intrinsics.distortion, SCENE.camera.intrinsics.distortion)


@pytest.mark.parametrize("number", [0, 5, 12])
def test_the_corners_of_a_board_are_found_where_they_really_are(number) -> None:
    intrinsics = lens(1280, 720)
    view = charuco_view(number, intrinsics)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(cv2.cvtColor(view.image, cv2.COLOR_BGR2GRAY))
    wrong = corners.reshape(-1, 2) - view.corners_px(intrinsics)[ids.ravel()]
    assert len(ids) > 40
    assert np.sqrt((wrong**2).mean()) < 0.12
