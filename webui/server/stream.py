"""What all streams of server-sent events share: the follower, the response, the events, and the padding for proxies.

A view decides who may follow what, and answers with a follower. Where a server runs that delivers streams, it takes the
follower over: no thread waits for a client. Anywhere else, as under Flask's test client, the response is a generator.
"""

import random
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from flask import Response, request

from webui.server import crowds
from webui.server.news import Bell
from webui.server.packing import STREAM_HEAD, mark_packed, packed_piece, takes_packed
from webui.server.query import integer

# the page takes a silence of about two of these for a lost connection
PULSE_S = 1.0
RETRY = "retry: 1000\n\n"
# more than any proxy buffers before it passes data on
MOST_PADDING = 1 << 16
# Soon enough for who has nothing to decide; fifty of them then take less of the server than four who play.
ONLOOKERS_GAP_S = 1 / 4
# where a server that delivers streams puts its `HandOver` in the environment of a request
HAND_OVER = "tablecam.hand_over"


class StreamEvent(NamedTuple):
    """One event of a stream. text: one line. mark: its id, which a browser repeats when it reconnects."""

    name: str
    text: str
    mark: str


@dataclass(frozen=True)
class Share:
    """What is made once for all who need the same. key: what it is, of which version. make: may take its time."""

    key: tuple[Hashable, ...]
    make: Callable[[], Any]


class Follower(Protocol):
    """One client, and what it has been sent. Only `Share.make` may take its time."""

    @property
    def bell(self) -> Bell | None:
        """What wakes it; None for who looks at his own pace, and is woken by nothing."""

    @property
    def over(self) -> bool:
        """Whether there will be nothing more to follow."""

    def rest(self, now: float) -> float:
        """How many seconds it has nothing to do, unless it is woken."""

    def needs(self, now: float) -> Sequence[Share]:
        """What has to be made before it can be told what is new; nothing where nothing is."""

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        """What it lacks, by what was made of its needs; a pulse each second."""

    def wait(self, now: float) -> None:
        """Rests in this thread, where no loop wakes it."""


class Pace:
    """When an onlooker looks: at times of its own, however late it was, or a crowd would fall into step."""

    def __init__(self, gap_s: float) -> None:
        self._gap_s = gap_s
        self._phase_s = random.uniform(0, gap_s)

    def rest(self, now: float) -> float:
        """How many seconds until it looks next."""
        return self._gap_s - (now - self._phase_s) % self._gap_s


@dataclass
class HandOver:
    """How a view hands a stream over to the server.

    admit: whether there is room for it. packed: whether the client takes it packed. counts: whether the client may
    still follow it. ended: is called when it has gone.
    """

    admit: Callable[[], bool] = lambda: True
    follower: Follower | None = None
    padding: int = 0
    packed: bool = False
    counts: Callable[[], bool] = lambda: True
    ended: Callable[[], None] = lambda: None


@lru_cache(maxsize=128)
def encoded(event: StreamEvent) -> bytes:
    """The event as it is sent, encoded once for all who get the same."""
    return event_text(*event).encode()


@lru_cache(maxsize=64)
def packed(event: StreamEvent) -> bytes:
    """The event as it is sent to clients that take it packed, packed once for all of them."""
    return packed_piece(encoded(event))


def event_text(name: str, text: str, mark: str) -> str:
    """One event of a stream; text must be one line. mark: its id, which a browser repeats when it reconnects."""
    return f"id: {mark}\nevent: {name}\ndata: {text}\n\n"  # no text: the format of streams


def lines(follower: Follower) -> Iterator[str]:
    """The text of a stream, made in this thread, until there is nothing more to follow."""
    yield RETRY
    while not follower.over:
        now = time.monotonic()
        made = [share.make() for share in follower.needs(now)]
        for event in follower.events(time.monotonic(), made):
            yield event_text(*event)
        follower.wait(time.monotonic())


def answered(follower: Follower, packs: bool = False) -> Response:
    """The stream as a response, padded after each event as the request wants it: `?pad=8192`.

    packs: packed where the client takes it, unless it is padded: a filling that is packed would fill nothing.
    """
    padding = _padding()
    packs = packs and not padding and takes_packed()
    hand_over: HandOver | None = request.environ.get(HAND_OVER)
    if hand_over is None:
        text = padded(lines(follower), padding)
        response = Response(_packed_pieces(text) if packs else text, mimetype="text/event-stream")
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


def padded(stream: Iterator[str], letters: int) -> Iterator[str]:
    """The stream with so many bytes of comment after each event: they fill the buffer of a proxy."""
    added = filling(letters)
    for text in stream:
        yield text + added


def _packed_pieces(stream: Iterator[str]) -> Iterator[bytes]:
    yield STREAM_HEAD
    for text in stream:
        yield packed_piece(text.encode())


def filling(letters: int) -> str:
    """A comment of so many letters."""
    return f":{'.' * letters}\n\n" if letters else ""


def _padding() -> int:
    """The padding that the request wants after each event. Aborts with 400 for anything but a number."""
    return max(0, min(integer("pad", 0), MOST_PADDING))
