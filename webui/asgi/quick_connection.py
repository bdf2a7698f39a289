"""A connection read by httptools, a parser in C; needs a wheel for the machine."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from webui.asgi.connection import Bounded


class BoundedHttpTools(Bounded, HttpToolsProtocol):
    """A connection read by httptools."""
