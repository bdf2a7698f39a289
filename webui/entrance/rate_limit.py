"""How often somebody may guess a join code."""

import threading
from collections import deque
from collections.abc import Callable

# of 3.2 million codes four are right: at this rate, guessing takes some three weeks
EACH = 8
ALL = 30
WINDOW_S = 60.0


class RateLimit:
    """The wrong tries of the last minute; the limit bounds their number too."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: deque[tuple[float, str]] = deque()

    def wait_s(self, address: str) -> float:
        """How long an address must wait before its next try; 0 if not at all."""
        with self._lock:
            now = self._clock()
            while self._wrong and self._wrong[0][0] <= now - WINDOW_S:
                self._wrong.popleft()
            theirs = [at for at, who in self._wrong if who == address]
            times = theirs[:1] if len(theirs) >= EACH else []
            if len(self._wrong) >= ALL:
                times.append(self._wrong[0][0])
            return max((at + WINDOW_S - now for at in times), default=0.0)

    def wrong(self, address: str) -> None:
        """Records a wrong try from an address."""
        with self._lock:
            self._wrong.append((self._clock(), address))
