"""A connection read by httptools, a parser in C; needs a wheel for the machine."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from webui.server.asgi.connection import Bounded


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
