"""Precedence for commands: while a player's command runs, work in the background rests."""

import threading
from types import TracebackType


class Precedence:
    """A block that every command enters, and that background work waits for. Any thread may do either."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._free = threading.Event()
        self._free.set()

    def __enter__(self) -> None:
        """Start a command."""
        with self._lock:
            self._inside += 1
            self._free.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End a command, done or refused."""
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._free.set()

    def wait(self, seconds: float) -> bool:
        """Wait until no command runs, at most `seconds`; returns whether none runs."""
        return self._free.wait(seconds)
