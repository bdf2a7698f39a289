"""A network cable between a table and its broker that somebody pulls."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Cable:
    """Passes on what goes to a port of this machine, while it is plugged in. port: its own end."""

    def __init__(self, to: int) -> None:
        self._to, self._plugged = to, True
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]

    def pull(self) -> None:
        """What is connected is gone without a word, and nothing gets through."""
        self._plugged = False
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()

    def plug_in(self) -> None:
        self._plugged = True

    @contextmanager
    def running(self) -> Iterator["Cable"]:
        threading.Thread(target=self._accept, daemon=True).start()
        try:
            yield self
        finally:
            self._listening.close()
            self.pull()

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listening.accept()
            except OSError:
                return
            if not self._plugged:
                here.close()
                continue
            there = socket.create_connection(("127.0.0.1", self._to))
            self._open += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while piece := one.recv(65536):
            other.sendall(piece)
    for each in (one, other):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
