"""The application that the server runs: Flask answers each request in a thread, once it has arrived completely.

A view may answer with a stream; the event loop then delivers it, and the thread is free.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

from flask import Flask

from tablecam.base.errors import TablecamError
from webui.server import crowds
from webui.server.asgi import wsgi
from webui.server.asgi.connection import Guests, OpenConnection, client_address, on_this_machine
from webui.server.asgi.guest_limits import GuestLimits
from webui.server.asgi.recipient import Client, ClientStalled, LatestResults, Recipient, Send
from webui.server.asgi.wsgi import Scope, WsgiAnswer
from webui.server.hosts import find_network
from webui.server.stream import HAND_OVER, ONLOOKERS_GAP_S, Bell, HandOver

# Onlookers get their news in rounds: all whose turn it is, one after the other, by one task.
#
# A task for each of a thousand streams would have the loop switch thousands of times a second, and all who wait for
# the same text would wake together: an answer would wait behind them.

# this many rounds begin within the time after which an onlooker looks again
ROUNDS = 10
# a large crowd looks less often: all of it together takes no more of the server than this many looks a second
MOST_LOOKS = 2000
# the page takes two seconds without a word for a lost connection
LONGEST_GAP_S = 0.75
# this many get their news before the loop checks for other work
AT_A_TIME = 4


class Rounds:
    """The onlookers of a server. For the event loop's thread."""

    def __init__(self) -> None:
        # by the kind of follower: an event's locked database holds up nobody who watches a table
        self._rounds: dict[type, list[_Round]] = {}

    @property
    def gap_s(self) -> float:
        """The seconds that an onlooker rests between two looks."""
        recipients = sum(len(round_) for rounds in self._rounds.values() for round_ in rounds)
        return min(max(ONLOOKERS_GAP_S, recipients / MOST_LOOKS), LONGEST_GAP_S)

    async def follow(self, recipient: Recipient) -> None:
        """Sends news to the recipient until it is done or may not follow any more. Raises Stalled."""
        if await recipient.tell():
            followed = type(recipient.follower)
            if followed not in self._rounds:
                self._rounds[followed] = [_Round(self, number / ROUNDS) for number in range(ROUNDS)]
            await min(self._rounds[followed], key=len).hold(recipient)

    def end(self) -> None:
        """Lets all recipients go."""
        for rounds in self._rounds.values():
            for round_ in rounds:
                round_.end()


class _Round:
    """The recipients that look at the same time. phase: of the round, as a share of the gap."""

    def __init__(self, rounds: Rounds, phase: float) -> None:
        self._rounds, self._phase = rounds, phase
        self._endings: dict[Recipient, asyncio.Future[None]] = {}
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._endings)

    async def hold(self, recipient: Recipient) -> None:
        ending = asyncio.get_running_loop().create_future()
        self._endings[recipient] = ending
        if self._task is None:
            self._task = asyncio.create_task(self._go_round())
        try:
            await ending
        finally:
            self._endings.pop(recipient, None)

    def end(self) -> None:
        for ending in self._endings.values():
            if not ending.done():
                ending.set_result(None)

    async def _go_round(self) -> None:
        try:
            while self._endings:
                gap_s = self._rounds.gap_s
                await asyncio.sleep(gap_s - (time.monotonic() - self._phase * gap_s) % gap_s)
                for number, (recipient, ending) in enumerate(list(self._endings.items())):
                    if number % AT_A_TIME == AT_A_TIME - 1:
                        await asyncio.sleep(0)
                    if not ending.done():
                        await self._tell_recipient(recipient, ending)
        finally:
            self._task = None
            self.end()

    async def _tell_recipient(self, recipient: Recipient, over: "asyncio.Future[None]") -> None:
        try:
            if recipient.done or not (recipient.lags() or await recipient.tell()):
                over.set_result(None)
        except Exception as fault:  # noqa: BLE001 this one's stream ends with it, and the others' go on
            # it may have ended in the meantime
            with suppress(asyncio.InvalidStateError):
                over.set_exception(fault)


# Streams delivered in the event loop: each client gets the newest, and each text is made and encoded once for all.
#
# A client never gets more than it takes in: while a piece of the stream waits for it, nothing more is made for it, and
# the server drops a client that takes in nothing for ten seconds. Each player has a task that news wakes; onlookers,
# and a crowd of players, get theirs in rounds.

# a stream checks at least this often whether the server ends, or its client has gone
LONGEST_REST_S = 0.5
# more players than this look in rounds too: on a server of one machine alone, every stream is the table's
MOST_WOKEN = 64


class Delivery:
    """Delivers the streams of a server until they end."""

    def __init__(self, threads: Executor) -> None:
        self._made = LatestResults(threads)
        self._rounds = Rounds()
        self._ending = False
        self._woken = 0
        self._clients: set[Client] = set()

    @property
    def number(self) -> int:
        """How many streams are open."""
        return len(self._clients)

    def end(self) -> None:
        """Ends all streams at once: a page that follows one opens it again by itself."""
        self._ending = True
        for client in self._clients:
            client.transport.abort()
        self._rounds.end()

    async def deliver(self, hand_over: HandOver, client: Client, send: Send) -> None:
        """Sends news until the client goes or may not follow it any more, the stream is over, or the server ends."""
        if self._ending:
            return
        self._clients.add(client)
        recipient = Recipient(hand_over, client, send, self._made)
        try:
            await recipient.begin()
            bell = recipient.follower.bell
            if bell is None or self._woken >= MOST_WOKEN:
                await self._rounds.follow(recipient)
            else:
                await self._follow_bell(recipient, bell)
        except ClientStalled:
            # closing would wait for what it never takes in
            client.transport.abort()
        finally:
            self._clients.discard(client)

    async def _follow_bell(self, recipient: Recipient, bell: Bell) -> None:
        self._woken += 1
        try:
            while not (self._ending or recipient.done):
                await recipient.drain()
                # before the news is sent, so that nothing is missed
                ring = bell.next_ring()
                if not await recipient.tell():
                    return
                await bell.wait(ring, min(LONGEST_REST_S, recipient.follower.rest(time.monotonic())))
        finally:
            self._woken -= 1


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
LONGEST_COSTLY_REST_S = 0.5
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


class ClientGone(Exception):
    """The client has gone before its request was complete."""


class TooLarge(Exception):
    """The body of a request is larger than any page sends."""


class Shell:
    """The ASGI application over a Flask application. most_bytes: of a request's body. limits: of guests."""

    def __init__(self, app: Flask, most_bytes: int, limits: GuestLimits) -> None:
        self._app = app
        self._most_bytes = most_bytes
        self._has_seat = crowds.make_seat_test(app)
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
        except (ClientGone, TimeoutError):
            client.transport.abort()
            return
        except TooLarge:
            await send_answer(TOO_LARGE, send)
            return
        await self._send_response(incoming, body, client, send)

    def came(self, connection: OpenConnection, peer: str) -> None:
        """Counts a new connection. The connections of a proxy on this machine are not its clients'."""
        if not (self._proxied and on_this_machine(peer)):
            self.guests.came(connection, find_network(peer))

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
        environ = wsgi.build_environ(scope, body, scope["client"][0])
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
            self._rests_until = end_s + min(end_s - began, LONGEST_COSTLY_REST_S)

    async def _ask_in_thread(
        self, threads: ThreadPoolExecutor, environ: wsgi.Environ, ask: Ask = wsgi.ask
    ) -> WsgiAnswer:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, ask, self._app, environ)
        except Exception:
            log.exception("%s %s could not be answered", environ["REQUEST_METHOD"], environ["PATH_INFO"])
            return FAULT

    def _is_seat(self, scope: Scope) -> bool:
        headers = {
            name: value.decode("latin-1")
            for name, value in scope["headers"]
            if name in (b"cookie", b"host") and wsgi.is_readable(name, value)
        }
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
            raise ClientGone
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
