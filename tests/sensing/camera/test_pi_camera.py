"""Cameras by libcamera: on a fake with Picamera2's documented calls, and the sentence where there is no Picamera2."""

import sys
import types

import cv2
import numpy as np
import pytest

from tablecam.base.errors import BadFile, CameraUnavailable
from tablecam.sensing.camera.pi_camera import WARM_UP_FRAMES, PiCamera
from tablecam.sensing.camera.source import open_source

MODES = [{"size": (2028, 1520), "fps": 40.0}, {"size": (4056, 3040), "fps": 10.0}]
PICTURE = cv2.GaussianBlur(np.random.default_rng(3).integers(0, 255, (96, 160, 3), np.uint8), (9, 9), 3)


class Request:
    """One picture of the fake."""

    def __init__(self, device):
        self.device = device

    def make_array(self, name):
        assert name == "main"
        return cv2.cvtColor(PICTURE, cv2.COLOR_BGR2YUV_I420)

    def get_metadata(self):
        return {"SensorTimestamp": 99_870_000_000, "ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8)}

    def release(self):
        self.device.out -= 1


class Picamera2:
    """The documented calls of picamera2.Picamera2 that are used, and nothing else."""

    last = None

    def __init__(self, camera_num):
        if camera_num > 0:
            raise IndexError("list index out of range")
        self.sensor_modes = MODES
        self.camera_controls = dict.fromkeys(("AeEnable", "AwbEnable", *("ExposureTime", "AnalogueGain")), (0, 1, 0))
        self.log, self.out, self.torn = [], 0, False
        Picamera2.last = self

    def create_video_configuration(self, main, buffer_count):
        return {"main": main, "buffer_count": buffer_count}

    def configure(self, config):
        self.log.append(("configure", config["main"]["size"], config["main"]["format"]))

    def start(self):
        self.log.append("start")

    def capture_request(self):
        if self.torn:
            raise RuntimeError("camera front-end has timed out")
        self.out += 1
        assert self.out == 1, "a request was not released"
        return Request(self)

    def set_controls(self, controls):
        self.log.append(("set", controls))

    def stop(self):
        self.log.append("stop")

    def close(self):
        self.log.append("close")


@pytest.fixture
def library(monkeypatch):
    fake = types.ModuleType("picamera2")
    fake.Picamera2 = Picamera2
    monkeypatch.setitem(sys.modules, "picamera2", fake)


def test_pictures_come_with_the_time_they_were_taken(library) -> None:
    with PiCamera(0, (160, 96), clock=lambda: 100.0) as camera:
        frame = camera.read()
        assert (frame.time, frame.number, frame.size) == (pytest.approx(99.87), 0, (160, 96))
        assert camera.obtained == "160x96 YUV420, 0.13 s late"
        assert np.abs(frame.grey.astype(int) - cv2.cvtColor(PICTURE, cv2.COLOR_BGR2GRAY)).mean() < 12
        assert frame.image.shape == (96, 160, 3)
        assert np.abs(frame.image.astype(int) - PICTURE).mean() < 12
    assert Picamera2.last.log == [("configure", (160, 96), "YUV420"), "start", "stop", "close"]


def test_what_the_camera_found_is_locked_as_far_as_it_has_it(library) -> None:
    with PiCamera(0, (160, 96)) as camera:
        for _ in range(WARM_UP_FRAMES):
            camera.read()
        assert [str(says) for says in camera.controls] == ["libcamera 0: locked: ExposureTime, AnalogueGain"]
    assert Picamera2.last.log[2] == (
        "set",
        {"AeEnable": False, "AwbEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.0},
    )


def test_the_size_is_chosen_from_what_the_sensor_offers(library) -> None:
    with open_source("libcamera"):
        assert Picamera2.last.log[0] == ("configure", (3840, 2160), "YUV420")


def test_a_lost_camera_is_told_and_opened_again(library) -> None:
    with PiCamera(0, (160, 96)) as camera:
        Picamera2.last.torn = True
        with pytest.raises(CameraUnavailable, match="libcamera 0 no longer sends images"):
            camera.read()
        assert camera.obtained == "nothing"
        assert camera.read().size == (160, 96)


def test_without_picamera2_one_sentence_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraUnavailable, match="sudo apt install python3-picamera2"):
        open_source("libcamera:0")


def test_a_camera_that_is_not_there_and_one_without_a_number(library) -> None:
    with pytest.raises(CameraUnavailable, match="libcamera has no camera 1"):
        open_source("libcamera:1")
    with pytest.raises(BadFile, match="say libcamera:0"):
        open_source("libcamera:front")
