"""One client of a stream: makes what it lacks, and sends it."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Protocol

from webui.server.answer_cache import STREAM_HEAD, pack_piece
from webui.server.stream import RETRY, Follower, HandOver, Share, encode_event, filling, pack_event

Send = Callable[[dict[str, Any]], Awaitable[None]]
# how long a client may take in nothing
STALLED_S = 10.0
# results are kept for those who need them a moment later: a few languages and roles of a few versions
KEPT = 48


class ClientStalled(Exception):
    """A client takes in nothing."""


class Client(Protocol):
    """The connection of a client."""

    transport: asyncio.Transport
    flow: Any

    @property
    def gone(self) -> bool:
        """Whether the client has gone."""


class LatestResults:
    """The latest results for all who need the same, made in threads of its own. For the event loop's thread."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._made: OrderedDict[object, asyncio.Future[Any]] = OrderedDict()

    async def result(self, share: Share) -> Any:
        """The result of the share; made now if nobody has needed it before."""
        making = self._made.get(share.key)
        if making is None:
            making = asyncio.get_running_loop().run_in_executor(self._threads, share.make)
            self._made[share.key] = making
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        if not making.done():
            # a client that goes meanwhile does not cancel it for the rest
            await asyncio.wait((making,))
        if making.cancelled() or making.exception() is not None:
            # the next request tries again
            self._made.pop(share.key, None)
        return making.result()


@dataclass(eq=False)
class Recipient:
    """A client, what it follows, and the way to send to it."""

    hand_over: HandOver
    client: Client
    send: Send
    made: LatestResults

    def __post_init__(self) -> None:
        assert self.hand_over.follower is not None
        self.follower: Follower = self.hand_over.follower
        self._padding = filling(self.hand_over.padding).encode()
        self._encoded = pack_event if self.hand_over.packed else encode_event
        # since when the client has taken in nothing
        self._waits_since: float | None = None

    @property
    def done(self) -> bool:
        """Whether the client has gone, or there is nothing more to follow."""
        return self.client.gone or self.follower.over

    async def begin(self) -> None:
        """Sends the time after which the client opens the stream again if it breaks."""
        retry = RETRY.encode()
        await self.write(STREAM_HEAD + pack_piece(retry) if self.hand_over.packed else retry)

    async def tell(self) -> bool:
        """Sends the news; False where the client may not follow it any more."""
        results = [await self.made.result(share) for share in self.follower.needs(time.monotonic())]
        pieces = [self._encoded(event) + self._padding for event in self.follower.events(time.monotonic(), results)]
        if not pieces:
            return True
        if not self.hand_over.counts():
            return False
        await self.write(pieces[0] if len(pieces) == 1 else b"".join(pieces))
        return True

    async def drain(self) -> None:
        """Returns once the client has taken in all that was sent, at once for most. Raises Stalled."""
        if not self.client.flow.write_paused:
            return
        try:
            async with asyncio.timeout(STALLED_S):
                await self.client.flow.drain()
        except TimeoutError as timeout:
            raise ClientStalled from timeout

    def lags(self) -> bool:
        """Whether the client still has to take in some of what was sent. Raises Stalled."""
        if not self.client.flow.write_paused:
            self._waits_since = None
            return False
        time_s = time.monotonic()
        if self._waits_since is None:
            self._waits_since = time_s
        if time_s - self._waits_since > STALLED_S:
            raise ClientStalled
        return True

    async def write(self, body: bytes) -> None:
        """Sends a piece of the stream."""
        await self.send({"type": "http.response.body", "body": body, "more_body": True})
