"""A real RTSP stream, from a camera of our own in the test: pictures, its loss, and its delay."""

import time

import cv2
import numpy as np
import pytest

from tablecam.base.errors import CameraUnavailable
from tablecam.commands.doctor import measure_delay
from tablecam.sensing.camera.delay import Flash
from tablecam.sensing.camera.device import stream
from tests.sensing.camera.rtsp_server import RtspCamera

pytestmark = pytest.mark.slow


def jpeg(bright: int) -> bytes:
    picture = np.full((96, 160, 3), 60, np.uint8)
    picture[20:60, 30:80] = bright
    return bytes(cv2.imencode(".jpg", picture)[1])


def drain(source) -> None:
    for _ in range(1000):
        source.read()


def test_rtsp_gives_its_pictures_and_its_loss_is_told() -> None:
    camera = RtspCamera(lambda: jpeg(200))
    with stream(camera.url) as source:
        frame = source.read()
        assert frame.size == (160, 96)
        assert abs(float(frame.grey[30:50, 40:70].mean()) - 200) < 6
        assert camera.asked[-1] == "PLAY"
        camera.stop()
        with pytest.raises(CameraUnavailable, match="no longer sends images"):
            drain(source)


@pytest.mark.slow
def test_the_delay_of_rtsp_is_measured() -> None:
    late_s, flashes = 0.5, []

    def picture() -> bytes:
        before = [flash for flash in list(flashes) if flash.time <= time.monotonic() - late_s]
        return jpeg(230 if before and before[-1].white else 90)

    camera = RtspCamera(picture)
    try:
        found = measure_delay(
            stream(camera.url),
            lambda white: flashes.append(Flash(time.monotonic(), white is True)),
            between_s=(0.15, 0.4),
            afterwards_s=2.0,
        )
    finally:
        camera.stop()
    assert found is not None
    assert found.seconds > late_s - 0.1
