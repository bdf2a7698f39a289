"""What a table shows to whoever looks, over the broker: its card, and the lines that its page tells a spectator.

All of it is retained: who comes later has it at once. What is lost is not sent again, since something newer follows.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.card import TableCard, card_text
from tablecam.doors.hub.heard_event import HeardEvent
from tablecam.doors.hub.topics import CARD, PARTS, Place

log = logging.getLogger(__name__)

# how often it is looked whether there is something new to show, usually and at a featured table
GAP_S, FEATURED_GAP_S = 1.0, 0.25
# a card that does not change is sent again, so that a wall knows the table's clock and that it lives
AGAIN_S = 30.0
# publish(topic, payload): to the broker, retained
Publish = Callable[[str, bytes], None]


def large_on(payload: bytes) -> str:
    """The id of the table that a hall's organiser has its walls show large; empty where they take turns."""
    try:
        said = json.loads(payload)
    except (ValueError, RecursionError):
        return ""
    large = said.get("large") if isinstance(said, dict) else ""
    return large if isinstance(large, str) else ""


class TableShow(Protocol):
    """What a table shows; one thread asks. Nothing of it may be more than a spectator knows."""

    def parts(self) -> Mapping[str, str]:
        """The text lines, by their names."""
        ...

    def card(self) -> TableCard:
        """The card."""
        ...

    def hear(self, event: HeardEvent) -> None:
        """Notes the round of the hall's event, from any thread."""
        ...


class Due:
    """What is to be sent: what has changed since it was sent on this connection. No clock and no network."""

    def __init__(self) -> None:
        self._sent: dict[str, object] = {}
        self._card_at = 0.0

    def forget(self) -> None:
        """Another connection: the broker may have lost everything."""
        self._sent.clear()

    def parts(self, parts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Names and lines of those that are new."""
        for name, text in parts.items():
            if name in PARTS and self._sent.get(name) != text:
                self._sent[name] = text
                yield name, text

    def card(self, card: TableCard, now: float, at: int) -> str | None:
        """The card, where it is new or has not been sent for long. at: now, in seconds since 1970."""
        if self._sent.get(CARD) == card and now < self._card_at + AGAIN_S:
            return None
        self._sent[CARD], self._card_at = card, now
        return card_text(card, at)


class Broadcast:
    """Shows a table while the broker is there. kind: "pub", or "in" where a delayer shows it later."""

    def __init__(
        self, place: Place, show: TableShow, publish: Publish, *, kind: str = "pub", gap_s: float = GAP_S
    ) -> None:
        self._place, self._show, self._publish = place, show, publish
        self._kind, self._gap_s = kind, gap_s
        self._due = Due()
        self._up = self._new = False
        self._over = threading.Event()
        # whether the hall's organiser has it shown large: then it is looked at as often as a featured one; any thread
        self.chosen = False

    @property
    def gap_s(self) -> float:
        """How often it is looked what is new."""
        return min(self._gap_s, FEATURED_GAP_S) if self.chosen else self._gap_s

    def up(self) -> None:
        """The broker is there. Any thread."""
        self._new = True
        self._up = True

    def away(self) -> None:
        """The broker is gone. Any thread."""
        self._up = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Shows inside the block."""
        thread = threading.Thread(target=self._run, name="hub broadcast", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _run(self) -> None:
        while not self._over.wait(self.gap_s):
            try:
                if self._up:
                    self._look()
                else:
                    # a game may begin and end without a network: its result is kept all the same
                    self._show.card()
            except TablecamError as fault:
                # the table itself says so, loudly
                log.info("%s", fault)

    def _look(self) -> None:
        if self._new:
            self._new = False
            self._due.forget()
        for name, text in self._due.parts(self._show.parts()):
            self._send(name, text)
        if card := self._due.card(self._show.card(), time.monotonic(), round(time.time())):
            self._send(CARD, card)

    def _send(self, name: str, text: str) -> None:
        self._publish(self._place.part(name, self._kind), text.encode())
