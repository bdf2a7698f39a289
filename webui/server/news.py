"""The bell that wakes tasks in the server's loop: any thread rings it, and a ring costs that thread nothing."""

import asyncio
from contextlib import suppress


class Bell:
    """Rung by any thread, heard in one event loop.

    heard = bell.next_ring()     # first, so that nothing is missed
    ...                          # look whether there is anything new
    await bell.wait(heard, 0.5)
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._next: asyncio.Future[None] | None = None
        self._pending = False

    def ring(self) -> None:
        """Wakes all who wait; many rings before the loop turns wake them once."""
        if self._loop is None or self._pending:
            return
        self._pending = True
        # nobody waits in a closed loop
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._wake_all)

    def next_ring(self) -> "asyncio.Future[None]":
        """A future that is done when the bell rings next. For the event loop's thread."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop or self._next is None:
            self._loop, self._next, self._pending = loop, loop.create_future(), False
        return self._next

    async def wait(self, ring: "asyncio.Future[None]", seconds: float) -> None:
        """Returns at that ring, or after that many seconds."""
        await asyncio.wait((ring,), timeout=seconds)

    def _wake_all(self) -> None:
        self._pending = False
        if self._next is not None and not self._next.done():
            self._next.set_result(None)
        self._next = None
