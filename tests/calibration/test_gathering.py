import itertools
from contextlib import AbstractContextManager

import cv2
import numpy as np
import pytest

from calibration.boards import charuco_board, parse_board
from calibration.command import gather
from tablecam.base.errors import BadFile, BadPicture
from tablecam.sensing.camera import latest_frame, source
from tablecam.sensing.vision.frame import Frame

BOARD = parse_board("charuco:6x5:30:22:DICT_5X5_100")


class Webcam(AbstractContextManager["Webcam"]):
    """A camera that shows a board held still in one place, then in another, and then is unplugged."""

    name, live = "camera webcam", True

    def __init__(self, places, looks=3):
        printed = charuco_board(BOARD, legacy=False).generateImage((260, 220), marginSize=10)
        desk = np.full((480, 640), 90, np.uint8)
        self.shown = []
        for x, y in places:
            desk[:] = 90
            desk[y : y + 220, x : x + 260] = printed
            self.shown += [desk.copy()] * looks
        self.count = 0
        self.stopped_at = len(self.shown)

    def read(self):
        if self.count >= self.stopped_at:
            return None
        self.count += 1
        noise = np.random.default_rng(self.count).integers(0, 3, (480, 640), np.uint8)
        return Frame(cv2.add(self.shown[self.count - 1], noise), self.count / 10, self.count - 1)

    def close(self):
        self.stopped_at = 0

    def __exit__(self, *_):
        self.close()


class InTurn(AbstractContextManager["InTurn"]):
    """Every frame in turn in place of the newest, so that the test depends on no clock."""

    def __init__(self, source):
        self.source, self.ended, self.trouble = source, False, None

    def wait(self, number):
        frame = self.source.read()
        self.ended = frame is None
        return frame

    def __exit__(self, *_):
        self.source.close()


@pytest.fixture
def watched(monkeypatch):
    def watch(camera):
        monkeypatch.setattr(source, "open_source", lambda text: camera)
        monkeypatch.setattr(latest_frame, "LatestFrame", InTurn)
        said = []
        return gather(["0"], BOARD, 60.0, said.append), said

    return watch


@pytest.mark.slow
def test_a_live_camera_gives_a_view_for_each_place_the_board_was_held_still_in(watched):
    gathered, said = watched(Webcam([(10, 10), (300, 40), (150, 230)]))
    assert len(gathered.views) == 3
    assert said[0].startswith("the board has only just appeared")
    assert [line[:12] for line in said if line.startswith("view")] == ["view 1 taken", "view 2 taken", "view 3 taken"]
    assert "still to be covered: top left" in said[1]


@pytest.mark.slow
def test_a_sentence_is_not_said_twice_running(watched):
    _, said = watched(Webcam([(10, 10)], looks=8))
    assert len(said) == 3
    assert all(a != b for a, b in itertools.pairwise(said))


@pytest.mark.slow
def test_stopping_a_live_camera_keeps_what_was_taken(watched):
    camera = Webcam([(10, 10), (300, 40), (150, 230)])
    read = camera.read

    def read_until_stopped():
        if camera.count == 5:
            raise KeyboardInterrupt
        return read()

    camera.read = read_until_stopped
    gathered, said = watched(camera)
    assert 1 <= len(gathered.views) <= 2
    assert said[-1] == "stopped; the views taken so far are used"


def test_a_folder_without_pictures_and_a_missing_one_are_refused(tmp_path):
    for missing in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(BadFile):
            gather([str(missing)], BOARD, 1.0, print)


@pytest.mark.slow
def test_views_of_different_sizes_are_refused(watched, tmp_path, monkeypatch):
    printed = charuco_board(BOARD, legacy=False).generateImage((260, 220), marginSize=10)
    cv2.imwrite(str(tmp_path / "a.png"), printed)
    cv2.imwrite(str(tmp_path / "b.png"), cv2.resize(printed, (390, 330)))
    with pytest.raises(BadPicture, match=r"b\.png is 390 x 330 pixels and a\.png is 260 x 220"):
        gather([str(tmp_path / "a.png"), str(tmp_path / "b.png")], BOARD, 1.0, print)
