"""The delay of a camera: against truth, and over a real Motion-JPEG stream whose pictures are late by a known time."""

import http.server
import threading
import time

import cv2
import numpy as np
import pytest

from tablecam.base.i18n import to_english
from tablecam.commands.doctor import keep_measured, measure_delay
from tablecam.commands.live_cameras import open_cameras
from tablecam.sensing.camera.delay import FIELDS, BrightFields, Flash, find_delay
from tablecam.sensing.camera.device import stream
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.vision.frame import SharedMoment
from tablecam.storage.table_toml import read_delays
from tablecam.table.geometry.projection import Intrinsics

LENS = Intrinsics(160, 96, np.array([[100.0, 0, 80], [0, 100, 48], [0, 0, 1]]), np.zeros(5))

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
    found = find_delay(FLASHES, looks(delay_s, fps))
    assert found is not None
    assert found.sigma_s < 0.03
    assert abs(found.seconds - delay_s) < 3 * found.sigma_s + 0.005


def test_without_the_screen_in_sight_nothing_is_said() -> None:
    assert find_delay(FLASHES, looks(0.4, lit=False)) is None
    assert find_delay(FLASHES[:3], looks(0.4)) is None
    assert find_delay(FLASHES, []) is None


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
def test_a_streams_delay_is_measured_through_the_network_and_kept_for_the_table(tmp_path) -> None:
    LateCamera.flashes = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), LateCamera)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

    def show(white: bool | None) -> None:
        LateCamera.flashes.append(Flash(time.monotonic(), white is True))

    try:
        address = f"http://127.0.0.1:{server.server_port}/video"
        found = measure_delay(stream(address), show, between_s=(0.15, 0.4), afterwards_s=1.5)
        assert found is not None
        keep_measured(to_english(stream(address, later=True).name), found, tmp_path)
        cameras = open_cameras([address, address], [LENS, LENS], read_delays(tmp_path))
        with HotSwap(cameras.first) as swap, cameras.running(swap) as frames:
            moment = frames.wait(timeout=20)
    finally:
        server.shutdown()
        server.server_close()
    # a busy machine makes it later, never earlier
    assert found.seconds > LateCamera.late_s - 0.1
    # who plays with that camera knows it
    assert isinstance(moment, SharedMoment)
    assert moment.late_s == {0: pytest.approx(found.seconds, abs=1e-3), 1: pytest.approx(found.seconds, abs=1e-3)}
