"""The connections and streams of guests, who have no seat: bounded by address, so that a seat always finds room.

A connection is a guest's until a request with a seat's cookie comes over it. Where an address has too many, the oldest
idle one ends, and never the newest: so a player behind the same address gets in at once.
"""

import ipaddress
import threading
from collections import Counter
from dataclasses import dataclass
from typing import Protocol

from webui.server.asgi.wsgi import Scope
from webui.server.networks import find_network

# the header in which a proxy names its client
FORWARDED = b"x-forwarded-for"


@dataclass(frozen=True)
class GuestLimits:
    """streams, connections: of guests, from one address. all_streams, all_connections: of all guests."""

    streams: int = 20
    connections: int = 60
    all_streams: int = 2000
    all_connections: int = 4000


USUAL = GuestLimits()


class OpenConnection(Protocol):
    """A connection, as far as guests are concerned."""

    @property
    def busy(self) -> bool:
        """Whether a request that has arrived completely is being answered."""

    def drop(self) -> None:
        """Ends it at once."""


class Guests:
    """The open connections and streams of guests. Connections are for the event loop's thread, streams for any."""

    def __init__(self, limits: GuestLimits = USUAL) -> None:
        self.limits = limits
        self._lock = threading.Lock()
        self._streams: Counter[str] = Counter()
        # in order of arrival
        self._addresses: dict[OpenConnection, str] = {}
        self._by_address: dict[str, dict[OpenConnection, None]] = {}

    def came(self, connection: OpenConnection, address: str) -> None:
        """Counts a new connection, of which nothing more is known."""
        ours = self._by_address.setdefault(address, {})
        self._addresses[connection] = address
        ours[connection] = None
        if len(ours) > self.limits.connections:
            self._drop_oldest_idle(ours, connection)
        if len(self._addresses) > self.limits.all_connections:
            self._drop_oldest_idle(self._addresses, connection)

    def went(self, connection: OpenConnection) -> None:
        """Forgets a connection that has ended, or that a seat's request came over."""
        address = self._addresses.pop(connection, None)
        if address is None:
            return
        ours = self._by_address[address]
        ours.pop(connection, None)
        if not ours:
            del self._by_address[address]

    def crowd(self, address: str) -> bool:
        """Whether guests of this address have more connections open than they may."""
        return len(self._by_address.get(address, ())) > self.limits.connections

    def admit(self, address: str) -> bool:
        """Counts one more stream of a guest; False where there is no room for it."""
        with self._lock:
            full = self._streams[address] >= self.limits.streams
            if full or self._streams.total() >= self.limits.all_streams:
                return False
            self._streams[address] += 1
            return True

    def left(self, address: str) -> None:
        """Forgets a stream of a guest that has ended."""
        with self._lock:
            self._streams[address] -= 1
            if self._streams[address] <= 0:
                del self._streams[address]

    def _drop_oldest_idle(
        self, some: dict[OpenConnection, None] | dict[OpenConnection, str], newest: OpenConnection
    ) -> None:
        """Ends the oldest of these connections that is idle."""
        idle = next((connection for connection in some if connection is not newest and not connection.busy), None)
        if idle is not None:
            self.went(idle)
            idle.drop()


def client_address(scope: Scope, proxied: bool) -> str:
    """The address of a request. proxied: whether a proxy on this machine speaks for its clients."""
    peer = str((scope.get("client") or ("",))[0])
    if proxied and on_this_machine(peer):
        forwarded = [value for name, value in scope["headers"] if name == FORWARDED]
        if forwarded:
            # the client itself wrote the entries before it
            return find_network(forwarded[-1].decode("latin-1").rpartition(",")[2].strip())
    return find_network(peer)


def on_this_machine(address: str) -> bool:
    """Whether the address is a loopback address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
