"""Pages served for real, in this process, for as long as a test needs them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from webui.server.asgi.guest_limits import GuestLimits
from webui.server.server import bind

HERE = "127.0.0.1"
# all browsers of a test have the same address
ROOMY = GuestLimits(streams=1000, connections=1000)


@contextmanager
def served(app: Flask, port: int = 0, limits: GuestLimits = ROOMY) -> Iterator[str]:
    """The address of an app while it is served; afterwards its threads and connections are gone."""
    server = bind(app, HERE, port, limits)
    loop = threading.Thread(target=server.run, daemon=True)
    loop.start()
    try:
        yield f"http://{HERE}:{server.effective_port}"
    finally:
        server.close()
        loop.join(60)
        assert not loop.is_alive(), "the server does not end"
