"""Who goes first: as long as a player's command is being carried out, work in the background rests."""

import threading
from types import TracebackType


class Precedence:
    """Entered by every command, waited for by whoever works in the background. Any thread may do either."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._free = threading.Event()
        self._free.set()

    def __enter__(self) -> None:
        """A command is carried out from here on."""
        with self._lock:
            self._inside += 1
            self._free.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """It is done, or was refused."""
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._free.set()

    def wait(self, seconds: float) -> bool:
        """Waits until no command is being carried out, but no longer than that; whether none is."""
        return self._free.wait(seconds)
