"""The web server: uvicorn with our own shell around Flask, in a thread of its own, and its banner at the terminal."""

import errno
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO

import segno
import uvicorn
from flask import Flask

from tablecam.base.errors import TablecamError
from tablecam.base.system import raise_descriptors
from webui.entrance.access import Access
from webui.server import hosts
from webui.server.asgi.connection import MOST_HEADER, protocol
from webui.server.asgi.guest_limits import USUAL, GuestLimits
from webui.server.asgi.shell import Shell

USUAL_PORT = 8000
# more than any page sends, and less than a disk holds; the app itself is stricter
MOST_BYTES = 64 * 1024 * 1024
# a page asks again within that time, on the connection that it has
KEPT_ALIVE_S = 60
# requests that are being answered when the server ends may take this long
ENDING_S = 1
# how long to wait for the end of a server
PATIENCE_S = 1.8
# descriptors that seats, the camera and the database have open besides
RESERVED = 256
# An answer waits no longer than this for a thread that computes, a few times over; Python's usual 5 ms add up.
SWITCH_S = 0.0004


class Listener:
    """A server that listens; `run()` serves until `close()`, which any thread may call."""

    def __init__(self, app: Flask, listening: socket.socket, limits: GuestLimits) -> None:
        self.effective_port = int(listening.getsockname()[1])
        self._listening = listening
        self._shell = Shell(app, MOST_BYTES, limit_to_descriptors(limits))
        config = uvicorn.Config(
            self._shell,
            loop="asyncio",
            http=protocol(),
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="critical",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=KEPT_ALIVE_S,
            timeout_graceful_shutdown=ENDING_S,
            h11_max_incomplete_event_size=MOST_HEADER,
        )
        self._server = _Server(config, self._shell)

    def run(self) -> None:
        """Serves until it is closed."""
        sys.setswitchinterval(SWITCH_S)
        self._server.run(sockets=[self._listening])
        self._shell.close()

    def close(self) -> None:
        """Ends all streams and connections soon, and `run()`."""
        self._server.should_exit = True
        if not self._server.started:
            self._listening.close()
            self._shell.close()

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Serves inside the block, in a thread of its own."""
        thread = threading.Thread(target=self.run, name="web", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self.close()
            thread.join(PATIENCE_S)


class _Server(uvicorn.Server):
    """Ends the streams before it waits for what is being answered."""

    def __init__(self, config: uvicorn.Config, shell: Shell) -> None:
        super().__init__(config)
        self._shell = shell

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the streams, then the server."""
        self._shell.end()
        await super().shutdown(sockets)


def limit_to_descriptors(limits: GuestLimits) -> GuestLimits:
    """The limits, lowered to the number of connections that the system lets this program have open."""
    most_descriptors = raise_descriptors() - RESERVED
    return replace(
        limits,
        all_streams=max(1, min(limits.all_streams, most_descriptors // 2)),
        all_connections=max(1, min(limits.all_connections, most_descriptors)),
    )


def bind(app: Flask, host: str, port: int | None, limits: GuestLimits = USUAL) -> Listener:
    """A server that listens on the port, by default 8000 or a free one. limits: of guests.

    TablecamError where the requested port is taken or the address is not this machine's.
    """
    try:
        return _open_listener(app, host, USUAL_PORT if port is None else port, limits)
    except OSError as failure:
        port_taken = failure.errno == errno.EADDRINUSE
        if port_taken and port is None:
            return _open_listener(app, host, 0, limits)
        # Python adds the address in brackets, which the sentence already has
        why_not = str(failure.strerror).partition(" (")[0]
        reason = "another program has it: leave --port out and a free one is taken" if port_taken else why_not
        raise TablecamError(f"cannot listen on {host}, port {port or USUAL_PORT}: {reason}") from failure


def _open_listener(app: Flask, host: str, port: int, limits: GuestLimits) -> Listener:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return Listener(app, socket.create_server((host, port), family=family), limits)


def owners_address(access: Access, port: int) -> str:
    """The URL at which this machine's own browser becomes the table."""
    own_url, *_ = hosts.all_urls(access.host, port)
    return own_url if access.alone else f"{own_url}/join/{access.keys.owner}"


def lines(access: Access, port: int, wanted: int | None) -> list[str]:
    """The lines to print. wanted: the requested port; None for the usual one."""
    banner = []
    if wanted is None and port != USUAL_PORT:
        banner.append(f"Port {USUAL_PORT} is taken by another program, so another one is used.")
    banner.append(f"The table is at {owners_address(access, port)}  (Ctrl-C ends it)")
    if not access.alone:
        banner += _make_invitation(access, port)
    return banner


def _make_invitation(access: Access, port: int) -> list[str]:
    codes = ", ".join(f"{role} {code}" for role, code in access.codes.items())
    return [
        *(f"On a tablet in the same network: {address}/join" for address in access.addresses(port)),
        f"Codes to join with: {codes}; a device without a code can only watch.",
    ]


def picture(access: Access, port: int) -> str:
    """The URL that makes a tablet the table, as a QR code in text; "" where no other device can connect."""
    urls = access.addresses(port)
    if access.alone or not urls or not sys.stdout.isatty():
        return ""
    output = StringIO()
    segno.make_qr(f"{urls[0]}/join/{access.codes['table']}").terminal(output, compact=True, border=2)
    return output.getvalue()
