"""The delay of a camera: against truth, and over a real Motion-JPEG stream whose pictures are late by a known time."""

import http.server
import threading
import time

import cv2
import numpy as np
import pytest

from tablecam.camera.delay import FIELDS, BrightFields, Flash, delay_of
from tablecam.camera.device import stream
from tablecam.commands.doctor_delay import measured_delay

TURNS = np.cumsum(np.random.default_rng(2).uniform(0.35, 0.9, 16)) + 2.0
FLASHES = [Flash(float(time), number % 2 == 0) for number, time in enumerate(TURNS)]


def white_at(flashes, time: float) -> bool:
    before = [flash for flash in flashes if flash.time <= time]
    return bool(before) and before[-1].white


def looks(delay_s: float, fps: float = 30.0, lit: bool = True, seed: int = 4) -> list[BrightFields]:
    """Pictures in whose corner a screen stands, with noise and a lamp that flickers elsewhere."""
    random, seen = np.random.default_rng(seed), []
    for now in np.arange(1.0, 16.0, 1 / fps):
        fields = random.normal(80, 2, FIELDS[::-1])
        fields[10:, 20:] += 25 * np.sin(11 * now)
        if lit and white_at(FLASHES, now - delay_s):
            fields[2:5, 3:7] += 60
        seen.append(BrightFields(float(now), fields))
    return seen


@pytest.mark.parametrize("delay_s", [0.03, 0.4, 2.2])
@pytest.mark.parametrize("fps", [10.0, 30.0])
def test_the_delay_is_found_and_its_uncertainty_covers_it(delay_s, fps) -> None:
    found = delay_of(FLASHES, looks(delay_s, fps))
    assert found is not None
    assert found.sigma_s < 0.03
    assert abs(found.seconds - delay_s) < 3 * found.sigma_s + 0.005


def test_without_the_screen_in_sight_nothing_is_said() -> None:
    assert delay_of(FLASHES, looks(0.4, lit=False)) is None
    assert delay_of(FLASHES[:3], looks(0.4)) is None
    assert delay_of(FLASHES, []) is None


class LateCamera(http.server.BaseHTTPRequestHandler):
    """A phone that streams what it saw a while ago."""

    flashes: list[Flash] = []
    late_s = 0.6

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        random = np.random.default_rng(1)
        try:
            while True:
                picture = random.integers(60, 70, (96, 160), np.uint8)
                if white_at(list(self.flashes), time.monotonic() - self.late_s):
                    picture[20:60, 30:80] = 230
                data = bytes(cv2.imencode(".jpg", picture)[1])
                head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                self.wfile.write(head.encode() + data + b"\r\n")
                time.sleep(0.02)
        except OSError:
            return


@pytest.mark.slow
def test_a_streams_delay_is_measured_through_the_network() -> None:
    LateCamera.flashes = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), LateCamera)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

    def show(white: bool | None) -> None:
        LateCamera.flashes.append(Flash(time.monotonic(), white is True))

    try:
        source = stream(f"http://127.0.0.1:{server.server_port}/video")
        found = measured_delay(source, show, between_s=(0.15, 0.4), afterwards_s=1.5)
    finally:
        server.shutdown()
        server.server_close()
    assert found is not None
    # a busy machine makes it later, never earlier
    assert found.seconds > LateCamera.late_s - 0.1
