"""Streams delivered in the event loop: each client gets the newest, and each text is made and encoded once for all.

A client never gets more than it takes in: while a piece of the stream waits for it, nothing more is made for it, and
the server drops a client that takes in nothing for ten seconds. Each player has a task that news wakes; onlookers get
theirs in rounds.
"""

import time
from concurrent.futures import Executor

from webui.server.asgi.recipient import Client, Made, Recipient, Send, Stalled
from webui.server.asgi.rounds import Rounds
from webui.server.news import Bell
from webui.server.stream import HandOver

# a stream checks at least this often whether the server ends, or its client has gone
LONGEST_REST_S = 0.5


class Delivery:
    """Delivers the streams of a server until they end."""

    def __init__(self, threads: Executor) -> None:
        self._made = Made(threads)
        self._rounds = Rounds()
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
        self._rounds.end()

    async def deliver(self, hand_over: HandOver, client: Client, send: Send) -> None:
        """Sends news until the client goes or may not follow it any more, the stream is over, or the server ends."""
        if self._ending:
            return
        self._clients.add(client)
        recipient = Recipient(hand_over, client, send, self._made)
        try:
            await recipient.begin()
            if (bell := recipient.follower.bell) is None:
                await self._rounds.follow(recipient)
            else:
                await self._follow_bell(recipient, bell)
        except Stalled:
            # closing would wait for what it never takes in
            client.transport.abort()
        finally:
            self._clients.discard(client)

    async def _follow_bell(self, recipient: Recipient, bell: Bell) -> None:
        while not (self._ending or recipient.done):
            await recipient.taken_in()
            # before the news is sent, so that nothing is missed
            ring = bell.next_ring()
            if not await recipient.tell():
                return
            await bell.wait(ring, min(LONGEST_REST_S, recipient.follower.rest(time.monotonic())))
