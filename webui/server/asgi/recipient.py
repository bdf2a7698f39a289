"""One client of a stream: what it lacks is made and sent."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Protocol

from webui.server.packing import STREAM_HEAD, packed_piece
from webui.server.stream import RETRY, Follower, HandOver, Share, encoded, filling, packed

Send = Callable[[dict[str, Any]], Awaitable[None]]
# how long a client may take in nothing
STALLED_S = 10.0
# what was made is kept for those who need it a moment later: a few languages and roles of a few versions
KEPT = 48


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


@dataclass(eq=False)
class Recipient:
    """A client, what it follows, and how it is sent to."""

    hand_over: HandOver
    client: Client
    send: Send
    made: Made

    def __post_init__(self) -> None:
        assert self.hand_over.follower is not None
        self.follower: Follower = self.hand_over.follower
        self._added = filling(self.hand_over.padding).encode()
        self._encoded = packed if self.hand_over.packed else encoded
        # since when it has taken in nothing
        self._waits_since: float | None = None

    @property
    def done(self) -> bool:
        """Whether the client has gone, or there is nothing more to follow."""
        return self.client.gone or self.follower.over

    async def begin(self) -> None:
        """Sends how soon the client opens the stream again if it breaks."""
        retry = RETRY.encode()
        await self.write(STREAM_HEAD + packed_piece(retry) if self.hand_over.packed else retry)

    async def tell(self) -> bool:
        """Sends what is new; False where the client may not follow it any more."""
        made = [await self.made.result(share) for share in self.follower.needs(time.monotonic())]
        pieces = [self._encoded(event) + self._added for event in self.follower.events(time.monotonic(), made)]
        if not pieces:
            return True
        if not self.hand_over.counts():
            return False
        await self.write(pieces[0] if len(pieces) == 1 else b"".join(pieces))
        return True

    async def taken_in(self) -> None:
        """Returns once the client has taken in what was sent, at once for most. Stalled."""
        if not self.client.flow.write_paused:
            return
        try:
            async with asyncio.timeout(STALLED_S):
                await self.client.flow.drain()
        except TimeoutError as waited:
            raise Stalled from waited

    def lags(self) -> bool:
        """Whether the client has not taken in yet what was sent. Stalled."""
        if not self.client.flow.write_paused:
            self._waits_since = None
            return False
        now = time.monotonic()
        if self._waits_since is None:
            self._waits_since = now
        if now - self._waits_since > STALLED_S:
            raise Stalled
        return True

    async def write(self, body: bytes) -> None:
        """Sends a piece of the stream."""
        await self.send({"type": "http.response.body", "body": body, "more_body": True})
