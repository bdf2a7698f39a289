"""The application that the server runs: Flask answers each request in a thread, once it has arrived completely.

A view may answer with a stream; the event loop then delivers it, and the thread is free.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from flask import Flask

from tablecam.base.errors import TablecamError
from webui.server import crowds
from webui.server.asgi import wsgi
from webui.server.asgi.delivery import Delivery
from webui.server.asgi.guests import GuestLimits, Guests, OpenConnection, client_address, on_this_machine
from webui.server.asgi.recipient import Send
from webui.server.asgi.wsgi import Scope, WsgiAnswer
from webui.server.networks import network_of
from webui.server.stream import HAND_OVER, HandOver

log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Ask = Callable[[Flask, wsgi.Environ], WsgiAnswer]
# threads for answers to seats, for answers to guests, and for the texts of streams
SEATS, GUESTS, MAKERS = 16, 8, 4
# guests send little: a join code, a result
MOST_GUESTS_BYTES = 1024 * 1024
# one thread answers the costly questions of guests; no more than this many queue for it
MOST_COSTLY = 24
# the longest rest after one of them
LONGEST_REST_S = 0.5
# how long a request may take to arrive completely, after its header
BODY_S = 10.0
# no text: these headers
PLAIN = [(b"content-type", b"text/plain"), (b"connection", b"close")]
# no text: for programs; Flask answers pages, in the reader's language
FAULT = WsgiAnswer(500, PLAIN, b"The server has a fault: its log says which.")
# no text: the same
TOO_LARGE = WsgiAnswer(413, PLAIN, b"The request is too large.")


class Incoming(NamedTuple):
    """A request. address: of the client. seat: whether a seat sent it."""

    scope: Scope
    address: str
    seat: bool


class Gone(Exception):
    """The client has gone before its request was complete."""


class TooLarge(Exception):
    """The body of a request is larger than any page sends."""


class Shell:
    """The ASGI application over a Flask application. most_bytes: of a request's body. limits: of guests."""

    def __init__(self, app: Flask, most_bytes: int, limits: GuestLimits) -> None:
        self._app = app
        self._most_bytes = most_bytes
        self._has_seat = crowds.seats_of(app)
        access = app.extensions.get("access")
        self._proxied = access is not None and access.address is not None
        self.guests = Guests(limits)
        self._for_seats = ThreadPoolExecutor(SEATS, "seats")
        self._for_guests = ThreadPoolExecutor(GUESTS, "guests")
        self._for_costly = ThreadPoolExecutor(1, "costly")
        self._rests_until = 0.0
        self._costly_paths = crowds.costly_paths(app)
        self._costly = 0
        self._makers = ThreadPoolExecutor(MAKERS, "texts")
        self.delivery = Delivery(self._makers)

    def end(self) -> None:
        """Ends all streams; requests that are being answered get their answers."""
        self.delivery.end()

    def close(self) -> None:
        """Lets the threads go, each once it has answered."""
        for threads in (self._for_seats, self._for_guests, self._for_costly, self._makers):
            threads.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Called by the server, once a request."""
        client = scope["state"]["connection"]
        incoming = Incoming(scope, client_address(scope, self._proxied), self._is_seat(scope))
        if incoming.seat:
            self.guests.went(client)
        try:
            async with asyncio.timeout(BODY_S):
                body = await whole_body(receive, self._most_bytes if incoming.seat else MOST_GUESTS_BYTES)
        except (Gone, TimeoutError):
            client.transport.abort()
            return
        except TooLarge:
            await send_answer(TOO_LARGE, send)
            return
        await self._send_response(incoming, body, client, send)

    def came(self, connection: OpenConnection, peer: str) -> None:
        """Counts a new connection. The connections of a proxy on this machine are not its clients'."""
        if not (self._proxied and on_this_machine(peer)):
            self.guests.came(connection, network_of(peer))

    def went(self, connection: OpenConnection) -> None:
        """Forgets a connection whose client has gone."""
        self.guests.went(connection)

    async def _send_response(self, asked: "Incoming", body: bytes, client: Any, send: Send) -> None:
        admitted_addresses: list[str] = []

        def admit() -> bool:
            if asked.seat:
                return True
            if not self.guests.admit(asked.address):
                return False
            admitted_addresses.append(asked.address)
            return True

        hand_over = HandOver(admit)
        try:
            answer = await self._make_answer(asked, body, hand_over)
            # a head has no body, so there is nothing to follow
            if hand_over.follower is None or asked.scope["method"] == "HEAD":
                await send_answer(answer, send)
            else:
                await self._send_stream(answer, hand_over, client, send)
        finally:
            hand_over.ended()
            for address in admitted_addresses:
                self.guests.left(address)

    async def _make_answer(self, asked: "Incoming", body: bytes, hand_over: HandOver) -> WsgiAnswer:
        scope = asked.scope
        environ = wsgi.environ_of(scope, body, scope["client"][0])
        environ[HAND_OVER] = hand_over
        if asked.seat:
            return await self._ask_in_thread(self._for_seats, environ)
        environ[crowds.GUEST] = asked.address
        environ[crowds.CROWD] = self.guests.crowd(asked.address)
        if scope["path"] not in self._costly_paths:
            return await self._ask_in_thread(self._for_guests, environ)
        if self._costly >= MOST_COSTLY:
            # it is refused in a sentence
            environ[crowds.CROWD] = True
            return await self._ask_in_thread(self._for_guests, environ)
        self._costly += 1
        try:
            return await self._ask_in_thread(self._for_costly, environ, self._ask_at_leisure)
        finally:
            self._costly -= 1

    def _ask_at_leisure(self, app: Flask, environ: wsgi.Environ) -> WsgiAnswer:
        """The answer to a costly question: its thread rests as long as it works, to leave half the time to seats."""
        time.sleep(max(0.0, self._rests_until - time.monotonic()))
        began = time.monotonic()
        try:
            return wsgi.ask(app, environ)
        finally:
            end_s = time.monotonic()
            self._rests_until = end_s + min(end_s - began, LONGEST_REST_S)

    async def _ask_in_thread(
        self, threads: ThreadPoolExecutor, environ: wsgi.Environ, ask: Ask = wsgi.ask
    ) -> WsgiAnswer:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, ask, self._app, environ)
        except Exception:
            log.exception("%s %s could not be answered", environ["REQUEST_METHOD"], environ["PATH_INFO"])
            return FAULT

    def _is_seat(self, scope: Scope) -> bool:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"cookie", b"host")}
        return self._has_seat(headers.get(b"cookie", ""), headers.get(b"host", ""))

    async def _send_stream(self, answer: WsgiAnswer, hand_over: HandOver, client: Any, send: Send) -> None:
        assert hand_over.follower is not None
        headers = [(name, value) for name, value in answer.headers if name != b"content-length"]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        try:
            await self.delivery.deliver(hand_over, client, send)
        except TablecamError as refusal:
            log.warning("a stream ends, and its page opens it again: %s", refusal)
        except Exception:
            log.exception("a stream ends, and its page opens it again")
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def whole_body(receive: Receive, most_bytes: int) -> bytes:
    """The body of a request. Raises Gone where the client has gone before it was complete; TooLarge."""
    pieces: list[bytes] = []
    received_bytes = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        pieces.append(message.get("body", b""))
        received_bytes += len(pieces[-1])
        if received_bytes > most_bytes:
            raise TooLarge
        if not message.get("more_body", False):
            return b"".join(pieces)


async def send_answer(answer: WsgiAnswer, send: Send) -> None:
    """Sends an answer as it is."""
    headers = answer.headers
    if not any(name == b"content-length" for name, _value in headers) and answer.status not in (204, 304):
        headers = [*headers, (b"content-length", str(len(answer.body)).encode())]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})
