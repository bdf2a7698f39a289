"""The limits of a connection: a header of bounded size within seconds, or the connection ends.

A device that falls asleep in the middle of a request, or means harm, holds a connection for no longer than that.
"""

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

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
