"""Limits by the address that a request comes from: on guesses of a join code, and on posts.

Each address has tries of its own. After some wrong ones it waits, and each further wrong one doubles the wait. Nothing
is counted over all addresses: that would let one guesser shut out a whole room. docs/security.md says how far guessing
gets.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from flask import request

from webui.entrance import access
from webui.server.hosts import find_network, is_this_machine

# wrong tries before the first wait: people misread codes, and mistype them
FREE = 5
FIRST_WAIT_S = 15.0
LONGEST_WAIT_S = 24 * 3600.0
# an address begins again after this long without a wrong try
FORGOTTEN_S = 7 * 24 * 3600.0
# this many addresses are remembered; one with more wrong tries is never forgotten for one with fewer
MOST = 4096


@dataclass
class Tries:
    """The wrong tries of one address. last: when the last one was."""

    wrong: int = 0
    last: float = 0.0

    @property
    def until(self) -> float:
        """The time of the next permitted try."""
        excess = self.wrong - FREE
        return self.last + (min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** min(excess, 32)) if excess >= 0 else 0.0)


class RateLimit:
    """The wrong tries of each address. Any thread may ask."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._tries: dict[str, Tries] = {}

    def wait_s(self, address: str) -> float:
        """The seconds that an address must wait before its next try; 0 if not at all."""
        with self._lock:
            time_s, tries = self._clock(), self._tries.get(find_network(address))
            if tries is None or time_s - tries.last >= FORGOTTEN_S:
                return 0.0
            return max(0.0, tries.until - time_s)

    def wrong(self, address: str) -> None:
        """Records a wrong try from an address."""
        with self._lock:
            time_s, network = self._clock(), find_network(address)
            tries = self._tries.get(network)
            if tries is None or time_s - tries.last >= FORGOTTEN_S:
                self._make_room(time_s)
                tries = self._tries[network] = Tries()
            tries.wrong += 1
            tries.last = time_s

    def _make_room(self, now: float) -> None:
        if len(self._tries) < MOST:
            return
        self._tries = {who: tries for who, tries in self._tries.items() if now - tries.last < FORGOTTEN_S}
        if len(self._tries) >= MOST:
            del self._tries[min(self._tries, key=lambda who: (self._tries[who].wrong, self._tries[who].last))]


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


def address_of_asker() -> str:
    """The address that the request comes from.

    Behind a proxy on this machine it is the last one in the header: the proxy itself has written that.
    """
    direct = str(request.remote_addr)
    if access.current().address is None or not is_this_machine(direct):
        return direct
    return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or direct
