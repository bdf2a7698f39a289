"""Onlookers get their news in rounds: all whose turn it is, one after the other, by one task.

A task for each of a thousand streams would have the loop switch thousands of times a second, and all who wait for the
same text would wake together: an answer would wait behind them.
"""

import asyncio
import time
from contextlib import suppress

from webui.server.asgi.recipient import Recipient
from webui.server.stream import ONLOOKERS_GAP_S

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
