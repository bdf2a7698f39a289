"""The kind of connections that this machine can read."""

import asyncio

from webui.server.asgi.connection import BoundedH11


def protocol() -> type[asyncio.Protocol]:
    """The kind of a server's connections: httptools where it is installed."""
    try:
        from webui.server.asgi.quick_connection import BoundedHttpTools
    except ImportError:
        return BoundedH11
    return BoundedHttpTools
