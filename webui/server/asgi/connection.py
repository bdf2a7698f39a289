"""The limits of connections: headers of bounded size within seconds, and a bounded number for guests.

A device that falls asleep in the middle of a request, or means harm, holds a connection for no longer than that.
"""

import asyncio
import ipaddress
import socket
import threading
from collections import Counter
from typing import Any, Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from webui.server.asgi.guest_limits import USUAL, GuestLimits
from webui.server.asgi.wsgi import Scope
from webui.server.hosts import find_network

# the bytes of a request's header; no browser sends a quarter of it
MOST_HEADER = 32 * 1024
HEADER_S = 5.0
# The buffer of the system for a client: a client that does not read is noticed once it is full.
SEND_BUFFER = 64 * 1024
TOO_LARGE = (
    # no text: for programs, a browser never gets it
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain\r\ncontent-length: 24\r\n"
    b"connection: close\r\n\r\nThe header is too large."
)


class BoundedConnection(asyncio.Protocol):
    """A connection with a deadline for each header; mixed into the server's own."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    flow: Any
    cycle: Any
    app_state: dict[str, Any]
    # uvicorn's, with our shell in it
    config: Any
    _deadline: asyncio.TimerHandle | None = None
    _header_bytes = 0
    # whether part of a header has come behind a complete request
    begun = False

    @property
    def busy(self) -> bool:
        """Whether a request that has arrived completely is being answered."""
        return self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body

    @property
    def gone(self) -> bool:
        """Whether the client has gone."""
        return self.transport.is_closing()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected: its first header is due."""
        # the request finds its connection in it
        self.app_state = {**self.app_state, "connection": self}
        super().connection_made(transport)
        if (raw_socket := transport.get_extra_info("socket")) is not None:
            raw_socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self.config.app.came(self, str((transport.get_extra_info("peername") or ("",))[0]))
        self._start_deadline()

    def drop(self) -> None:
        """Ends the connection at once."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Takes more bytes of a request."""
        earlier_cycle, body = self.cycle, self.cycle is not None and self.cycle.more_body
        super().data_received(data)
        if body or self.cycle is not earlier_cycle:
            # a complete header, or more of a body, which has a deadline of its own
            self._stop_deadline()
            self._header_bytes = 0
            if self.begun:
                self._start_deadline()
        else:
            self._header_bytes += len(data)
            if self._header_bytes > MOST_HEADER:
                self.transport.write(TOO_LARGE)
                self.transport.close()
            self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone: nothing more is due."""
        self._stop_deadline()
        self.config.app.went(self)
        super().connection_lost(exc)

    def _start_deadline(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_S, self.transport.abort)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class BoundedH11(BoundedConnection, H11Protocol):
    """A connection read by h11, for machines without httptools."""


def protocol() -> type[asyncio.Protocol]:
    """The kind of a server's connections: httptools where it is installed."""
    try:
        from webui.server.asgi.connection import BoundedHttpTools
    except ImportError:
        return BoundedH11
    return BoundedHttpTools


class BoundedHttpTools(BoundedConnection, HttpToolsProtocol):
    """A connection read by httptools."""

    def on_message_begin(self) -> None:
        """The parser has met the beginning of a request."""
        self.begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The parser has read a complete header."""
        self.begun = False
        super().on_headers_complete()


# The connections and streams of guests, who have no seat: bounded by address, so that a seat always finds room.
#
# A connection is a guest's until a request with a seat's cookie comes over it. Where an address has too many, the
# oldest idle one ends, and never the newest: so a player behind the same address gets in at once.

# the header in which a proxy names its client
FORWARDED = b"x-forwarded-for"


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
