"""The common parts of all streams of server-sent events: the follower, the response, the events, and the padding for
proxies.

A view decides which client may follow what, and answers with a follower. A server that delivers streams takes the
follower over: no thread waits for a client. Anywhere else, as under Flask's test client, the response is a generator.
"""

import asyncio
import random
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from flask import Response, request

from webui.server import crowds
from webui.server.answer_cache import STREAM_HEAD, mark_packed, pack_piece, takes_packed
from webui.server.request_values import integer


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


# the page takes a silence of about two of these for a lost connection
PULSE_S = 1.0
RETRY = "retry: 1000\n\n"
# more than any proxy buffers before it passes data on
MOST_PADDING = 1 << 16
# Soon enough for onlookers; fifty of them then take less of the server than four players.
ONLOOKERS_GAP_S = 1 / 4
# in the environment of a request: the `HandOver` of a server that delivers streams
HAND_OVER = "tablecam.hand_over"


class StreamEvent(NamedTuple):
    """One event of a stream. text: one line. mark: its id, which a browser repeats when it reconnects."""

    name: str
    text: str
    mark: str


@dataclass(frozen=True)
class Share:
    """A result made once for all followers that need the same. key: its kind and version. make: may take its time."""

    key: tuple[Hashable, ...]
    make: Callable[[], Any]


class Follower(Protocol):
    """One client, and what it has been sent. Only `Share.make` may take its time."""

    @property
    def bell(self) -> Bell | None:
        """The bell that wakes it; None for an onlooker, who looks at its own pace."""

    @property
    def over(self) -> bool:
        """Whether there will be nothing more to follow."""

    def rest(self, now: float) -> float:
        """The seconds for which it has nothing to do, unless it is woken."""

    def needs(self, now: float) -> Sequence[Share]:
        """The shares to make before it can get its news; empty where there is no news."""

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        """The events that it lacks, from the shares made for its needs; a pulse each second."""

    def wait(self, now: float) -> None:
        """Rests in this thread, where no loop wakes it."""


class Pace:
    """The times at which an onlooker looks: its own, however late it was, or a crowd would fall into step."""

    def __init__(self, gap_s: float) -> None:
        self._gap_s = gap_s
        self._phase_s = random.uniform(0, gap_s)

    def rest(self, now: float) -> float:
        """The seconds until it looks next."""
        return self._gap_s - (now - self._phase_s) % self._gap_s


@dataclass
class HandOver:
    """A view's hand-over of a stream to the server.

    admit: whether there is room for it. packed: whether the client takes it packed. counts: whether the client may
    still follow it. ended: called when the client has gone.
    """

    admit: Callable[[], bool] = lambda: True
    follower: Follower | None = None
    padding: int = 0
    packed: bool = False
    counts: Callable[[], bool] = lambda: True
    ended: Callable[[], None] = lambda: None


@lru_cache(maxsize=128)
def encode_event(event: StreamEvent) -> bytes:
    """The event as it is sent, encoded once for all clients that get the same."""
    return event_text(*event).encode()


@lru_cache(maxsize=64)
def pack_event(event: StreamEvent) -> bytes:
    """The event as it is sent to clients that take it packed, packed once for all of them."""
    return pack_piece(encode_event(event))


def event_text(name: str, text: str, mark: str) -> str:
    """One event of a stream; text must be one line. mark: its id, which a browser repeats when it reconnects."""
    return f"id: {mark}\nevent: {name}\ndata: {text}\n\n"  # no text: the format of streams


def lines(follower: Follower) -> Iterator[str]:
    """The text of a stream, made in this thread, until there is nothing more to follow."""
    yield RETRY
    while not follower.over:
        time_s = time.monotonic()
        results = [share.make() for share in follower.needs(time_s)]
        for event in follower.events(time.monotonic(), results):
            yield event_text(*event)
        follower.wait(time.monotonic())


def make_response(follower: Follower, packs: bool = False) -> Response:
    """The stream as a response, padded after each event as the request wants it: `?pad=8192`.

    packs: packed where the client takes it, unless it is padded: a packed filling would fill nothing.
    """
    padding = _read_padding()
    packs = packs and not padding and takes_packed()
    hand_over: HandOver | None = request.environ.get(HAND_OVER)
    if hand_over is None:
        text = pad_stream(lines(follower), padding)
        response = Response(_pack_pieces(text) if packs else text, mimetype="text/event-stream")
    else:
        if not hand_over.admit():
            crowds.refuse_stream()
        hand_over.follower, hand_over.padding, hand_over.packed = follower, padding, packs
        response = Response(mimetype="text/event-stream")
    if packs:
        mark_packed(response)
    response.headers["Cache-Control"] = "no-store"
    # proxies would buffer it otherwise
    response.headers["X-Accel-Buffering"] = "no"
    return response


def pad_stream(stream: Iterator[str], letters: int) -> Iterator[str]:
    """The stream with that many bytes of comment after each event: they fill the buffer of a proxy."""
    added = filling(letters)
    for text in stream:
        yield text + added


def _pack_pieces(stream: Iterator[str]) -> Iterator[bytes]:
    yield STREAM_HEAD
    for text in stream:
        yield pack_piece(text.encode())


def filling(letters: int) -> str:
    """A comment of that many letters."""
    return f":{'.' * letters}\n\n" if letters else ""


def _read_padding() -> int:
    """The padding that the request wants after each event. Aborts with 400 for anything but a number."""
    return max(0, min(integer("pad", 0), MOST_PADDING))
