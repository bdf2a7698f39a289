"""A wire between a browser and the server that keeps all that comes over it, and that can hold it back."""

import socket
import threading
import time
from contextlib import suppress

from demo_process import HERE

PIECE = 65536


class Wire:
    """Listens on a port of its own, and hands everything on to the server's.

    hold: so many bytes of an answer are gathered before they are handed on, or what came within hold_s, whichever is
    first: what a proxy that buffers does.
    """

    def __init__(self, server_port: int, hold: int = 0, hold_s: float = 60.0) -> None:
        self._to, self._hold, self._hold_s = server_port, hold, hold_s
        self._kept = bytearray()
        self._lock = threading.Lock()
        self._listener = socket.create_server((HERE, 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where a browser opens the page through this wire."""
        return f"http://{HERE}:{self.port}"

    @property
    def heard(self) -> str:
        """All that the server has sent so far."""
        with self._lock:
            return self._kept.decode("utf-8", "replace")

    def forget(self) -> None:
        """Begins to listen anew."""
        with self._lock:
            self._kept.clear()

    def close(self) -> None:
        """Takes no more browsers."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection((HERE, self._to), timeout=5)
            except OSError:
                browser.close()
                continue
            server.settimeout(None)
            for pump in (self._asked, self._answered):
                threading.Thread(target=pump, args=(browser, server), daemon=True).start()

    def _asked(self, browser: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while piece := browser.recv(PIECE):
                server.sendall(piece)
        _end(browser, server)

    def _answered(self, browser: socket.socket, server: socket.socket) -> None:
        held, since = bytearray(), time.monotonic()
        with suppress(OSError):
            while piece := server.recv(PIECE):
                with self._lock:
                    self._kept += piece
                held += piece
                if len(held) >= self._hold or time.monotonic() - since > self._hold_s or _whole(held):
                    browser.sendall(held)
                    held, since = bytearray(), time.monotonic()
            browser.sendall(held)
        _end(browser, server)


def _whole(held: bytearray) -> bool:
    """Whether that is a whole answer of a length that was told: no proxy waits for more of one."""
    head, found, body = held.partition(b"\r\n\r\n")
    if not found:
        return False
    lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(lengths) and len(body) >= int(lengths[0])


def _end(*ends: socket.socket) -> None:
    for each in ends:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
            each.close()
