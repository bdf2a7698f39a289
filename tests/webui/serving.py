"""Pages served for real, in this process, for as long as a test needs them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from flask import Flask

from tablecam.base.errors import TablecamError
from webui.server.asgi.guest_limits import GuestLimits
from webui.server.server import Listener, bind

HERE = "127.0.0.1"
# all browsers of a test have the same address
ROOMY = GuestLimits(streams=1000, connections=1000)
# ports of servers that ended, for the next ones: to a browser that comes back, the page's scripts are known
_ports: list[int] = []
_origins: set[str] = set()


@contextmanager
def served(app: Flask, port: int = 0, limits: GuestLimits = ROOMY) -> Iterator[str]:
    """The address of an app while it is served; afterwards its threads and connections are gone."""
    server = _bind(app, port, limits)
    address = f"http://{HERE}:{server.effective_port}"
    _origins.add(address)
    loop = threading.Thread(target=server.run, daemon=True)
    loop.start()
    try:
        yield address
    finally:
        server.close()
        loop.join(60)
        assert not loop.is_alive(), "the server does not end"
        if not port:
            _ports.append(server.effective_port)


def list_origins() -> list[str]:
    """The addresses that were served so far."""
    return sorted(_origins)


def _bind(app: Flask, port: int, limits: GuestLimits) -> Listener:
    """A server on that port; where it is 0, on one that was used before if it is still free."""
    while not port and _ports:
        with suppress(TablecamError):
            return bind(app, HERE, _ports.pop(), limits)
    return bind(app, HERE, port, limits)
