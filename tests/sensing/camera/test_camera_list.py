from dataclasses import dataclass

import cv2
import pytest

from tablecam.base.system import LINUX, MACOS, WINDOWS, camera_driver
from tablecam.sensing.camera.camera_list import Offer, list_cameras


@dataclass
class Listed:
    index: int
    name: str
    path: str | None = None


def answering(api, *devices):
    """The library's list, asked for the driver that a camera is opened with."""

    def enumerated(asked):
        assert asked == api
        return list(devices)

    return enumerated


def test_on_linux_cameras_are_listed_by_their_paths_in_order():
    found = answering(
        cv2.CAP_V4L2, Listed(10, "Document Cam", "/dev/video10"), Listed(2, "HD Cam", "/dev/video2"),
    )  # fmt: skip
    assert list_cameras(LINUX, found) == (Offer("/dev/video2", "HD Cam"), Offer("/dev/video10", "Document Cam"))


@pytest.mark.parametrize("system", [WINDOWS, MACOS])
def test_elsewhere_cameras_are_listed_by_the_numbers_that_open_them(system):
    found = answering(system.api, Listed(0, "HD Cam", r"\\?\usb#vid_046d"), Listed(1, ""))
    offers = [(offer.source, str(offer.name)) for offer in list_cameras(system, found)]
    assert offers == [("0", "HD Cam"), ("1", "camera 1")]


@pytest.mark.parametrize("fault", [ImportError, OSError, NotImplementedError])
def test_a_system_that_does_not_say_lists_none(fault):
    def refuse(api):
        raise fault

    assert list_cameras(MACOS, refuse) == ()


def test_the_list_of_this_machine_can_be_had():
    assert all(offer.source and offer.name for offer in list_cameras())


@pytest.mark.parametrize(
    ("system", "driver"),
    [("linux", LINUX), ("linux2", LINUX), ("win32", WINDOWS), ("darwin", MACOS), ("freebsd14", LINUX)],
)
def test_each_system_has_its_driver(system, driver):
    assert camera_driver(system) is driver


def test_a_text_names_a_device_as_its_system_calls_them():
    assert str(LINUX.device("0")) == "/dev/video0"
    assert str(LINUX.device("/dev/v4l/by-id/cam")) == "/dev/v4l/by-id/cam"
    assert (WINDOWS.device("1"), MACOS.device("0")) == (1, 0)
    for text in ("film.avi", "table/0", "../dev/video0"):
        assert [driver.device(text) for driver in (LINUX, WINDOWS, MACOS)] == [None, None, None]
    assert WINDOWS.device("/dev/video0") is None
