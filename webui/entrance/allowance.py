"""How much each address may post: so much at once, and then a little at a time."""

import threading
import time
from collections.abc import Callable

from webui.server.networks import network_of


class Allowance:
    """at_once: so many in a row. each_s: after so many seconds there is one more. Any thread may ask."""

    def __init__(self, at_once: int, each_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._each_s, self._clock = at_once, each_s, clock
        self._lock = threading.Lock()
        # when all that was posted is paid for, by address
        self._paid: dict[str, float] = {}

    def wait_s(self, address: str) -> float:
        """Counts one more, and gives 0; or how long the address must wait, and counts nothing."""
        with self._lock:
            now, network = self._clock(), network_of(address)
            self._paid = {other: paid for other, paid in self._paid.items() if paid > now}
            paid = self._paid.get(network, now) + self._each_s
            if (wait := paid - now - self._at_once * self._each_s) > 0:
                return wait
            self._paid[network] = paid
            return 0.0
