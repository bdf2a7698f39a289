"""The kind of connections that this machine can read."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from webui.server.asgi.connection import Bounded, BoundedH11


def protocol() -> type[asyncio.Protocol]:
    """The kind of a server's connections: httptools where it is installed."""
    try:
        from webui.server.asgi.protocols import BoundedHttpTools
    except ImportError:
        return BoundedH11
    return BoundedHttpTools


class BoundedHttpTools(Bounded, HttpToolsProtocol):
    """A connection read by httptools."""

    def on_message_begin(self) -> None:
        """The parser has met the beginning of a request."""
        self.begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The parser has read a complete header."""
        self.begun = False
        super().on_headers_complete()
