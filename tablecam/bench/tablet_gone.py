"""How soon a page says that its server is gone, and goes on when it is there again: a power cut in a club room."""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tablecam.bench.tablet_page import SETTLED, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAYS_SO = "[data-banner=offline]"
# a page that has tried in vain tries again ever more rarely, if nobody sees to it
AWAY_S = 3.0


class Cut(NamedTuple):
    """Milliseconds from the server's end to the banner, and from its being there again to the banner's going."""

    said_ms: float
    back_ms: float


def cuts(chromium: "Browser", repeats: int) -> tuple[list[Cut], list[Cut]]:
    """So often the server of an open page is killed and started again at its address, and so often it falls silent.

    A dead program's connections are closed for it; of a machine without power nothing is heard any more.
    """
    with demo() as server, opened(chromium, server.address) as page:
        page.wait_for_function(SETTLED)
        killed = [_cut(page, server.kill, server.start) for _ in range(repeats)]
        return killed, [_cut(page, server.fall_silent, server.speak) for _ in range(repeats)]


def _cut(page: "Page", away: Callable[[], None], back: Callable[[], None]) -> Cut:
    away()
    gone = time.monotonic()
    page.wait_for_selector(SAYS_SO)
    said = time.monotonic()
    time.sleep(AWAY_S)
    back()
    there = time.monotonic()
    page.wait_for_selector(SAYS_SO, state="detached")
    return Cut(1000 * (said - gone), 1000 * (time.monotonic() - there))


class Demo:
    """`tablecam demo`, at the same port whenever it is started."""

    def __init__(self, folder: str) -> None:
        self._folder, self._port = folder, "0"
        self.start()

    def start(self) -> None:
        """Returns when it listens."""
        at = ["--no-browser", "--table", self._folder, "--port", self._port]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tablecam", "demo", *at], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[4]
        self._port = self.address.rpartition(":")[2]

    def kill(self) -> None:
        """Ends it at once."""
        self._process.kill()
        self._process.wait()

    def fall_silent(self) -> None:
        """Its connections stay open, and nothing comes over them."""
        self._process.send_signal(signal.SIGSTOP)

    def speak(self) -> None:
        """Goes on where it was."""
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def demo() -> Iterator[Demo]:
    """A demo that runs."""
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder:
        running = Demo(folder)
        try:
            yield running
        finally:
            running.kill()
