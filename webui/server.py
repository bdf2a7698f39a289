"""The web server: waitress with enough threads for every open stream."""

import errno
import socket
from typing import Any

import waitress
from flask import Flask

from tablecam.errors import TablecamError

USUAL_PORT = 8000
# each open page holds a thread and a connection for its stream; with the defaults of 4 and 100 a club event stalls
THREADS = 64
CONNECTIONS = 200
MOST_BYTES = 64 * 1024 * 1024
# a slow screen waits here and then gets the latest state; waitress would buffer 16 MB of old states for each
MOST_UNSENT = 256 * 1024


def bind(app: Flask, host: str, port: int | None) -> Any:
    """A waitress server that listens on the port, by default 8000 or a free one; `run()` serves for ever.

    TablecamError where the requested port is taken or the address is not this machine's.
    """
    try:
        return _listen(app, host, USUAL_PORT if port is None else port)
    except OSError as refused:
        taken = refused.errno == errno.EADDRINUSE
        if taken and port is None:
            return _listen(app, host, 0)
        # Python adds the address in brackets, which the sentence already has
        why_not = str(refused.strerror).partition(" (")[0]
        reason = "another program has it: leave --port out and a free one is taken" if taken else why_not
        raise TablecamError(f"cannot listen on {host}, port {port or USUAL_PORT}: {reason}") from refused


def _listen(app: Flask, host: str, port: int) -> Any:
    # bind first: waitress would leave all its threads behind if it failed
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return waitress.create_server(
        app,
        sockets=[socket.create_server((host, port), family=family)],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        ident=None,
        clear_untrusted_proxy_headers=True,
        # more than any page sends, and less than a disk holds; the app itself is stricter
        max_request_body_size=MOST_BYTES,
        outbuf_high_watermark=MOST_UNSENT,
    )
