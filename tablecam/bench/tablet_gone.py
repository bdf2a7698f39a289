"""How soon a page reports that its server is gone, and recovers when it is back: a power cut in a club room."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import psutil

from tablecam.bench.tablet_page import SETTLED, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAYS_SO = "[data-banner=offline]"
# how long the server is away: a page whose attempts fail retries ever more rarely, unless its retry is reset
AWAY_S = 3.0


class Cut(NamedTuple):
    """Milliseconds from the server's end to the banner, and from its return to the banner's disappearance."""

    said_ms: float
    back_ms: float


def measure_cuts(chromium: "Browser", repeats: int) -> tuple[list[Cut], list[Cut]]:
    """Kills and restarts the server of an open page, then silences it, `repeats` times each.

    The system closes the connections of a dead program; a machine without power sends nothing at all.
    """
    with demo() as server, opened(chromium, server.address) as page:
        page.wait_for_function(SETTLED)
        killed = [_cut(page, server.kill, server.start) for _ in range(repeats)]
        return killed, [_cut(page, server.fall_silent, server.speak) for _ in range(repeats)]


def _cut(page: "Page", away: Callable[[], None], back: Callable[[], None]) -> Cut:
    away()
    cut = time.monotonic()
    page.wait_for_selector(SAYS_SO)
    noticed = time.monotonic()
    time.sleep(AWAY_S)
    back()
    there = time.monotonic()
    page.wait_for_selector(SAYS_SO, state="detached")
    return Cut(1000 * (noticed - cut), 1000 * (time.monotonic() - there))


class Demo:
    """`tablecam demo`, at the same port every time it starts."""

    def __init__(self, folder: str) -> None:
        self._folder, self._port = folder, "0"
        self.start()

    def start(self) -> None:
        """Starts it; returns when it listens."""
        at = ["--no-browser", "--table", self._folder, "--port", self._port]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tablecam", "demo", *at], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[4]
        self._port = self.address.rpartition(":")[2]

    def kill(self) -> None:
        """Kills it."""
        self._process.kill()
        self._process.wait()

    def fall_silent(self) -> None:
        """Stops it: its connections stay open, and nothing comes over them."""
        psutil.Process(self._process.pid).suspend()

    def speak(self) -> None:
        """Continues it."""
        psutil.Process(self._process.pid).resume()


@contextmanager
def demo() -> Iterator[Demo]:
    """A running demo."""
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder:
        running = Demo(folder)
        try:
            yield running
        finally:
            running.kill()
