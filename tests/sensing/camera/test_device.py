import re
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.base.system import MACOS, WINDOWS
from tablecam.sensing.camera.camera_list import Offer
from tablecam.sensing.camera.device import device, stream
from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.vision.frame import JpegFrame

YUYV = cv2.VideoWriter.fourcc(*"YUYV")
SIZES = [(640, 480), (1920, 1080), (3840, 2160)]


class Driver:
    """What OpenCV's V4L2 capture does, as far as it is asked here: one camera that gives JPEG, or only YUYV."""

    def __init__(self, pictures, jpeg=True, autofocus=0):
        self.pictures = pictures
        self.jpeg = jpeg
        self.autofocus = autofocus
        self.busy = False
        self.opened = 0
        self.released = 0
        self.next = []
        self.api = cv2.CAP_V4L2
        self.named = None

    def open(self, path, api):
        assert api == self.api
        self.named = path
        self.opened += 1
        self.values = {cv2.CAP_PROP_FOURCC: YUYV, cv2.CAP_PROP_CONVERT_RGB: 1, cv2.CAP_PROP_FPS: 30}
        self.asked = []
        return self

    def isOpened(self):  # noqa: N802
        return not self.busy

    def set(self, prop, value):
        self.asked.append(prop)
        if prop == cv2.CAP_PROP_FOURCC and not self.jpeg:
            return True
        if prop == cv2.CAP_PROP_AUTOFOCUS:
            return self.autofocus == value
        self.values[prop] = value
        return True

    def get(self, prop):
        width, height = self.size()
        known = {
            cv2.CAP_PROP_FRAME_WIDTH: width,
            cv2.CAP_PROP_FRAME_HEIGHT: height,
            cv2.CAP_PROP_AUTOFOCUS: self.autofocus,
            cv2.CAP_PROP_BACKEND: self.api,
        }
        return known.get(prop, self.values.get(prop, -1))

    def size(self):
        width = self.values.get(cv2.CAP_PROP_FRAME_WIDTH, 640)
        return min(SIZES, key=lambda size: abs(size[0] - width))

    def read(self):
        if self.next:
            data = self.next.pop(0)
            return (False, None) if data is None else (True, np.frombuffer(data, np.uint8)[None, :])
        if self.values[cv2.CAP_PROP_CONVERT_RGB] == 0:
            return True, np.frombuffer(self.pictures.jpeg(5), np.uint8)[None, :]
        return True, self.pictures.drawn(5)

    def release(self):
        self.released += 1


@pytest.fixture
def node(tmp_path):
    path = tmp_path / "video0"
    path.touch()
    return path


class KeepingDriver(Driver):
    """A camera that keeps its white balance whoever opens it."""

    white = 1.0

    def open(self, path, api):
        opened = super().open(path, api)
        self.values[cv2.CAP_PROP_AUTO_WB] = self.white
        return opened

    def set(self, prop, value):
        if prop == cv2.CAP_PROP_AUTO_WB:
            self.white = value
        return super().set(prop, value)


def test_what_a_killed_program_left_of_the_controls_is_set_back_by_the_next_that_ends(node, pictures):
    driver = KeepingDriver(pictures)
    killed = device(node, None, driver.open)
    assert driver.white == 0.0
    with device(node, None, driver.open):
        assert driver.white == 0.0
    assert driver.white == 1.0
    # kept until here, so that nothing was closed when it was collected
    assert killed.live


def test_the_largest_size_is_asked_for_in_motion_jpeg_with_the_focus_held(node, pictures):
    driver = Driver(pictures)
    with device(node, None, driver.open) as camera:
        assert camera.obtained == "3840x2160 MJPG at 30 frames a second, focus locked"
    assert driver.asked.index(cv2.CAP_PROP_FOURCC) < driver.asked.index(cv2.CAP_PROP_FRAME_WIDTH)
    assert driver.released == 1


def test_the_size_of_the_calibration_is_asked_for(node, pictures):
    camera = device(node, (1920, 1080), Driver(pictures).open)
    assert camera.obtained.startswith("1920x1080 MJPG")


@pytest.mark.parametrize(("state", "words"), [(1, "its autofocus cannot be switched off"), (-1, "no autofocus")])
def test_a_focus_that_is_not_held_is_said(node, pictures, state, words):
    assert device(node, None, Driver(pictures, autofocus=state).open).obtained.endswith(words)


def test_a_picture_of_a_camera_stays_the_jpeg_it_sent_until_it_is_looked_at(node, pictures):
    camera = device(node, None, Driver(pictures).open, clock=lambda: 12.5)
    frame = camera.read()
    assert isinstance(frame, JpegFrame)
    assert frame.jpeg == pictures.jpeg(5)
    assert (frame.size, frame.time, frame.number) == (pictures.size, 12.5, 0)
    assert pictures.number_in(frame.grey) == 5


def test_a_camera_without_jpeg_gives_pictures_all_the_same(node, pictures):
    camera = device(node, None, Driver(pictures, jpeg=False).open)
    frame = camera.read()
    assert not isinstance(frame, JpegFrame)
    assert pictures.number_in(frame.grey) == 5


def test_a_camera_that_is_unplugged_is_told_and_comes_back(node, pictures):
    driver = Driver(pictures)
    camera = device(node, None, driver.open)
    camera.read()
    driver.next = [None]
    with pytest.raises(CameraUnavailable, match="video0 no longer sends images: check its cable"):
        camera.read()
    node.unlink()
    with pytest.raises(CameraUnavailable, match=r"there is no camera at .*video0"):
        camera.read()
    assert camera.obtained == "nothing"
    node.touch()
    assert pictures.number_in(camera.read().grey) == 5
    assert (driver.opened, driver.released) == (2, 1)


def test_frame_numbers_go_on_over_a_loss(node, pictures):
    driver = Driver(pictures)
    camera = device(node, None, driver.open)
    first = camera.read()
    driver.next = [None]
    with pytest.raises(CameraUnavailable):
        camera.read()
    assert camera.read().number > first.number + 1


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: b"\0" * 90])
def test_a_damaged_picture_of_a_camera_is_told_and_the_next_is_read(node, pictures, damage):
    driver = Driver(pictures)
    camera = device(node, None, driver.open)
    driver.next = [damage(pictures.jpeg(4))]
    with pytest.raises(BadPicture, match=r"a damaged image was skipped \(.*JPEG"):
        camera.read()
    assert pictures.number_in(camera.read().grey) == 5


def test_a_busy_camera_is_told(node, pictures):
    driver = Driver(pictures)
    driver.busy = True
    with pytest.raises(CameraUnavailable, match="cannot be opened: close the program that uses it"):
        device(node, None, driver.open)


def test_a_camera_that_one_may_not_use_is_told_with_the_group_to_join(node, pictures, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(
        CameraUnavailable, match=r"you do not have permission to use camera .*: run `sudo usermod -aG video \$USER`"
    ):
        device(node, None, Driver(pictures).open)


@pytest.fixture
def listed(monkeypatch):
    """The sources of the cameras that the system lists."""
    sources = ["0", "1"]
    monkeypatch.setattr(
        "tablecam.sensing.camera.device.list_cameras", lambda driver: tuple(Offer(source, "Cam") for source in sources)
    )
    return sources


@pytest.mark.parametrize("system", [WINDOWS, MACOS])
def test_elsewhere_a_camera_is_opened_by_its_number_and_gives_whole_pictures(listed, pictures, system):
    driver = Driver(pictures)
    driver.api = system.api
    with device(1, None, driver.open, driver=system) as camera:
        frame = camera.read()
        assert camera.obtained.startswith("3840x2160 MJPG")
    assert driver.named == 1
    assert not isinstance(frame, JpegFrame)
    assert pictures.number_in(frame.grey) == 5
    assert cv2.CAP_PROP_CONVERT_RGB not in driver.asked


class StubbornDriver(Driver):
    """One that goes back to its smallest size if it is asked for one that it does not have."""

    has = ((640, 480), (2592, 1944), (1920, 1080))
    tried = ()

    def set(self, prop, value):
        if prop == cv2.CAP_PROP_FRAME_HEIGHT:
            self.tried = (*self.tried, (self.values[cv2.CAP_PROP_FRAME_WIDTH], value))
        return super().set(prop, value)

    def size(self):
        return self.tried[-1] if self.tried and self.tried[-1] in self.has else (640, 480)


@pytest.mark.parametrize("system", [WINDOWS, MACOS])
def test_elsewhere_sizes_are_tried_until_no_larger_one_is_left(listed, pictures, system):
    driver = StubbornDriver(pictures)
    driver.api = system.api
    assert device(1, None, driver.open, driver=system).obtained.startswith("2592x1944 MJPG")
    assert driver.tried[-3:] == ((3840, 2160), (3264, 2448), (2592, 1944))


def test_a_camera_that_forgets_what_it_agreed_to_is_asked_again(listed, pictures):
    class Forgetful(StubbornDriver):
        """What it is asked for last counts, and it answers the first question with the largest that it has."""

        def size(self):
            return (2592, 1944) if len(self.tried) == 1 else super().size()

    driver = Forgetful(pictures)
    driver.api, driver.has = WINDOWS.api, ((640, 480), (2592, 1944))
    assert device(1, None, driver.open, driver=WINDOWS).obtained.startswith("2592x1944")
    assert driver.tried[-1] == (2592, 1944)


def test_elsewhere_a_number_that_no_camera_has_is_told_before_it_is_opened(listed, pictures):
    driver = Driver(pictures)
    driver.api = WINDOWS.api
    with pytest.raises(CameraUnavailable, match="camera 7 is not connected: plug it in"):
        device(7, None, driver.open, driver=WINDOWS)
    assert driver.opened == 0
    # a system that lists nothing may not have been asked rightly
    listed.clear()
    assert device(7, None, driver.open, driver=WINDOWS).read().number == 0


def test_elsewhere_a_camera_that_does_not_open_is_told_with_the_privacy_settings(listed, pictures):
    driver = Driver(pictures)
    driver.api, driver.busy = MACOS.api, True
    with pytest.raises(CameraUnavailable, match=r"camera 0 cannot be opened: .* privacy settings"):
        device(0, None, driver.open, driver=MACOS)


@pytest.mark.slow
def test_a_camera_that_is_absent_at_first_is_waited_for_and_read_when_it_is_there(node, pictures):
    driver = Driver(pictures)
    node.unlink()
    with LatestFrame(device(node, None, driver.open, later=True)) as newest:
        assert newest.wait(timeout=0.1) is None
        assert str(newest.trouble).startswith(f"there is no camera at {node}: plug it in")
        node.touch()
        frame = newest.wait(timeout=60)
        assert frame is not None
        assert newest.trouble is None


def test_a_stream_that_is_absent_at_first_is_opened_by_the_first_read(broadcast, pictures):
    broadcast.stop()
    with stream(broadcast.url, later=True) as camera:
        with pytest.raises(CameraUnavailable, match="does not open"):
            camera.read()
        broadcast.start()
        assert camera.read().size == pictures.size


def test_a_stream_gives_its_pictures_as_they_were_sent(broadcast, pictures):
    with stream(broadcast.url) as camera:
        assert camera.obtained.startswith("160x96 MJPG at ")
        assert "focus" not in camera.obtained
        assert str(camera.name) == f"stream http://127.0.0.1:{broadcast.port}/video"
        got = [camera.read() for _ in range(4)]
    assert [frame.number for frame in got] == [0, 1, 2, 3]
    assert [pictures.number_in(frame.grey) for frame in got] == [0, 1, 2, 3]
    assert got[0].jpeg == pictures.jpeg(0)
    assert all(later.time > sooner.time for sooner, later in pairwise(got))


def test_a_torn_picture_of_a_stream_is_told_and_the_next_is_read(broadcast, pictures):
    broadcast.torn = {2}
    with stream(broadcast.url) as camera:
        assert [pictures.number_in(camera.read().grey) for _ in range(2)] == [0, 1]
        with pytest.raises(BadPicture, match=r"a damaged image was skipped \(the JPEG breaks off"):
            camera.read()
        assert pictures.number_in(camera.read().grey) == 3


def test_a_stream_that_ends_is_told_and_comes_back(broadcast, pictures):
    with stream(broadcast.url) as camera:
        camera.read()
        broadcast.stop()
        with pytest.raises(CameraUnavailable, match="no longer sends images"):
            list(iter(camera.read, None))
        with pytest.raises(
            CameraUnavailable, match=re.escape(f"stream http://127.0.0.1:{broadcast.port}/video does not open")
        ):
            camera.read()
        broadcast.start()
        assert camera.read().size == pictures.size


def test_an_address_that_serves_no_video_is_told(broadcast, monkeypatch):
    monkeypatch.setattr(broadcast, "part", lambda: b"<html>this is a page</html>" * 200)
    broadcast.off.set()
    with pytest.raises(CameraUnavailable, match="does not open"):
        stream(broadcast.url)
