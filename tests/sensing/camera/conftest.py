"""Small pictures that tell which one they are, and a network camera that streams them."""

import http.server
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

SIZE = (160, 96)


def drawn(number: int, size: tuple[int, int] = SIZE) -> np.ndarray:
    """A BGR picture, its brightness 6 x number + 40 with a little noise of its own."""
    noise = np.random.default_rng(number).integers(-4, 5, (size[1], size[0], 3))
    return np.clip(40 + 6 * number + noise, 0, 255).astype(np.uint8)


def number_in(grey: np.ndarray) -> int:
    """Which picture this is, after any coding."""
    return round((float(grey.mean()) - 40) / 6)


def jpeg_of(number: int, size: tuple[int, int] = SIZE) -> bytes:
    """The picture as a JPEG."""
    return bytes(cv2.imencode(".jpg", drawn(number, size))[1])


@dataclass(frozen=True)
class Pictures:
    """What the tests of this folder draw with."""

    drawn: Callable[..., np.ndarray] = drawn
    jpeg: Callable[..., bytes] = jpeg_of
    number_in: Callable[[np.ndarray], int] = number_in
    size: tuple[int, int] = SIZE


@pytest.fixture(autouse=True)
def own_controls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What one test left of a camera is nothing to the next."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="session")
def pictures() -> Pictures:
    return Pictures()


class Broadcast:
    """A camera that streams Motion-JPEG over HTTP, as network cameras do, and can go away and come back."""

    def __init__(self, pictures):
        self.pictures = pictures
        self.port = 0
        self.torn: set[int] = set()
        self.frozen_at: int | None = None
        self.sent = 0
        self.off = threading.Event()
        self.server: http.server.ThreadingHTTPServer | None = None

    @property
    def url(self):
        return f"http://player:secret@127.0.0.1:{self.port}/video"

    def start(self):
        broadcast = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
                self.end_headers()
                try:
                    while not broadcast.off.wait(0.02):
                        self.wfile.write(broadcast.part())
                except OSError:
                    return

        self.off.clear()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def part(self):
        number = self.sent if self.frozen_at is None else self.frozen_at
        data = self.pictures.jpeg(number % 30)
        if self.sent in self.torn:
            data = data[: len(data) // 2]
        self.sent += 1
        head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
        return head.encode() + data + b"\r\n"

    def stop(self):
        self.off.set()
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


@pytest.fixture
def broadcast(pictures):
    it = Broadcast(pictures)
    it.start()
    yield it
    it.stop()
