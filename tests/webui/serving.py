"""Pages served for real, in this process, for as long as a test needs them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from flask import Flask

from webui.server import bind

HERE = "127.0.0.1"


@contextmanager
def served(app: Flask, port: int = 0) -> Iterator[str]:
    """The address of an app while it is served; afterwards its threads and connections are gone.

    Each server has threads for a whole club: what hundreds of tests leave open, a small machine cannot bear.
    """
    server = bind(app, HERE, port)
    loop = threading.Thread(target=server.run, daemon=True)
    loop.start()
    try:
        yield f"http://{HERE}:{server.effective_port}"
    finally:
        # in the server's own loop, which ends when nothing is open any more; somebody else's pull may be there first
        with suppress(OSError):
            server.trigger.pull_trigger(lambda: _close(server))
        loop.join(60)
        server.task_dispatcher.set_thread_count(0)
        assert not loop.is_alive(), "the server does not end"


def _close(server: Any) -> None:
    for channel in list(server.active_channels.values()):
        channel.handle_close()
    server.close()
