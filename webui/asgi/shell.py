"""The application that the server runs: each request is answered by Flask in a thread, once it has come whole.

A view may answer with a stream; the event loop then delivers it, and the thread is free.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask

from tablecam.errors import TablecamError
from webui.asgi import wsgi
from webui.asgi.delivery import Delivery, Send
from webui.asgi.wsgi import Scope, WsgiAnswer
from webui.stream import HAND_OVER, HandOver

log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
# threads for answers, and for what streams need
THREADS, MAKERS = 16, 4
# how long a request may take to come whole, after its header
BODY_S = 10.0
# no text: these headers
PLAIN = [(b"content-type", b"text/plain"), (b"connection", b"close")]
# no text: for programs; what a page sends and Flask answers is said in the reader's language
FAULT = WsgiAnswer(500, PLAIN, b"The server has a fault: its log says which.")
# no text: the same
TOO_LARGE = WsgiAnswer(413, PLAIN, b"The request is too large.")


class Gone(Exception):
    """The client has gone before its request had come."""


class TooLarge(Exception):
    """The body of a request is larger than any page sends."""


class Shell:
    """The ASGI application over a Flask application. most_bytes: of a request's body."""

    def __init__(self, app: Flask, most_bytes: int) -> None:
        self._app = app
        self._most_bytes = most_bytes
        self._threads = ThreadPoolExecutor(THREADS, "answers")
        self._makers = ThreadPoolExecutor(MAKERS, "texts")
        self.delivery = Delivery(self._makers)

    def end(self) -> None:
        """Ends all streams; what is being answered is answered."""
        self.delivery.end()

    def close(self) -> None:
        """Lets the threads go, each once it has answered."""
        for threads in (self._threads, self._makers):
            threads.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Called by the server, once a request."""
        client = scope["state"]["connection"]
        try:
            async with asyncio.timeout(BODY_S):
                body = await whole_body(receive, self._most_bytes)
        except (Gone, TimeoutError):
            client.transport.abort()
            return
        except TooLarge:
            await send_answer(TOO_LARGE, send)
            return
        hand_over = HandOver()
        try:
            answer = await self._answer(scope, body, hand_over)
            # a head has no body, so there is nothing to follow
            if hand_over.follower is None or scope["method"] == "HEAD":
                await send_answer(answer, send)
            else:
                await self._stream(answer, hand_over, client, send)
        finally:
            hand_over.ended()

    async def _answer(self, scope: Scope, body: bytes, hand_over: HandOver) -> WsgiAnswer:
        environ = wsgi.environ_of(scope, body, scope["client"][0])
        environ[HAND_OVER] = hand_over
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, wsgi.ask, self._app, environ)
        except Exception:
            log.exception("%s %s could not be answered", scope["method"], scope["path"])
            return FAULT

    async def _stream(self, answer: WsgiAnswer, hand_over: HandOver, client: Any, send: Send) -> None:
        assert hand_over.follower is not None
        headers = [(name, value) for name, value in answer.headers if name != b"content-length"]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        try:
            await self.delivery.deliver(hand_over.follower, hand_over.padding, client, send)
        except TablecamError as refused:
            log.warning("a stream ends, and its page opens it again: %s", refused)
        except Exception:
            log.exception("a stream ends, and its page opens it again")
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def whole_body(receive: Receive, most_bytes: int) -> bytes:
    """The body of a request. Gone where the client has gone before it came whole; TooLarge."""
    pieces: list[bytes] = []
    came = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        pieces.append(message.get("body", b""))
        came += len(pieces[-1])
        if came > most_bytes:
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
