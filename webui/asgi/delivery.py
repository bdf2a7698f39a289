"""Streams delivered in the event loop: each client gets the newest, and each text is made and encoded once for all.

A client is never sent more than it takes in: while a piece of the stream waits for it, nothing more is made for it, and
one that takes in nothing for ten seconds is let go.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import Any, Protocol

from webui.stream import RETRY, Follower, HandOver, Share, encoded, filling

log = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]
# how long a client may take in nothing
STALLED_S = 10.0
# what was made is kept for those who need it a moment later: a few languages and roles of a few versions
KEPT = 48
# a stream looks at least so often whether the server ends, or its client has gone
LONGEST_REST_S = 0.5


class Stalled(Exception):
    """A client takes in nothing."""


class Client(Protocol):
    """The connection of a client."""

    transport: asyncio.Transport
    flow: Any

    @property
    def gone(self) -> bool:
        """Whether the client has gone."""


class Made:
    """What was made lately for all who need the same, in threads of its own. For the event loop's thread."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._made: OrderedDict[object, asyncio.Future[Any]] = OrderedDict()

    async def result(self, share: Share) -> Any:
        """What the share makes; made now if nobody has needed it before."""
        making = self._made.get(share.key)
        if making is None:
            making = asyncio.get_running_loop().run_in_executor(self._threads, share.make)
            self._made[share.key] = making
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        if not making.done():
            # whoever goes meanwhile takes nothing from the others
            await asyncio.wait((making,))
        if making.cancelled() or making.exception() is not None:
            # the next one tries again
            self._made.pop(share.key, None)
        return making.result()


class Delivery:
    """Delivers the streams of a server until they end."""

    def __init__(self, threads: Executor) -> None:
        self._made = Made(threads)
        self._ending = False
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

    async def deliver(self, hand_over: HandOver, client: Client, send: Send) -> None:
        """Sends what is new until the client goes or may not follow it any more, it is over, or the server ends."""
        self._clients.add(client)
        try:
            await _send(send, RETRY.encode())
            await self._follow(hand_over, client, send)
        except Stalled:
            # closing would wait for what it never takes in
            client.transport.abort()
        finally:
            self._clients.discard(client)

    async def _follow(self, hand_over: HandOver, client: Client, send: Send) -> None:
        follower, added = hand_over.follower, filling(hand_over.padding).encode()
        assert follower is not None
        while not (self._ending or client.gone or follower.over):
            await taken_in(client)
            ring = follower.bell.next_ring() if follower.bell else None
            made = [await self._made.result(share) for share in follower.needs(time.monotonic())]
            pieces = [encoded(event) + added for event in follower.events(time.monotonic(), made)]
            if pieces and not hand_over.counts():
                return
            if pieces:
                await _send(send, pieces[0] if len(pieces) == 1 else b"".join(pieces))
            await self._rest(follower, ring)

    async def _rest(self, follower: Follower, ring: "asyncio.Future[None] | None") -> None:
        seconds = min(LONGEST_REST_S, follower.rest(time.monotonic()))
        if ring is None or follower.bell is None:
            await asyncio.sleep(seconds)
        else:
            await follower.bell.wait(ring, seconds)


async def taken_in(client: Client) -> None:
    """Returns once the client has taken in what was sent, at once for most. Stalled."""
    if not client.flow.write_paused:
        return
    try:
        async with asyncio.timeout(STALLED_S):
            await client.flow.drain()
    except TimeoutError as waited:
        raise Stalled from waited


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})
