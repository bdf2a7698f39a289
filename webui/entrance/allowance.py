"""The number of posts that each address may send: some at once, then a few at a time."""

import threading
import time
from collections.abc import Callable

from webui.server.networks import find_network


class Allowance:
    """The posts of each address. at_once: how many in a row. each_s: the seconds until one more. Any thread may ask."""

    def __init__(self, at_once: int, each_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._each_s, self._clock = at_once, each_s, clock
        self._lock = threading.Lock()
        # by address: when all its posts are paid for
        self._paid_until_s: dict[str, float] = {}

    def wait_s(self, address: str) -> float:
        """Counts one more post and gives 0; or counts nothing and gives the seconds that the address must wait."""
        with self._lock:
            time_s, network = self._clock(), find_network(address)
            self._paid_until_s = {
                other_network: paid for other_network, paid in self._paid_until_s.items() if paid > time_s
            }
            paid = self._paid_until_s.get(network, time_s) + self._each_s
            if (wait := paid - time_s - self._at_once * self._each_s) > 0:
                return wait
            self._paid_until_s[network] = paid
            return 0.0
