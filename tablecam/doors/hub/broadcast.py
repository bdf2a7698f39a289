"""A table's public view over the broker: its card, and the text lines that its page shows a spectator.

The broker retains all of it, so a late reader has it at once. Lost messages are not sent again: newer ones follow.
"""

import json
import logging
import queue
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.bus import BrokerAddress, Bus, BusListener, BusMessage
from tablecam.doors.hub.message import HeardEvent, TableCard, card_text
from tablecam.doors.hub.topics import ALL_HELD_BACK, ALL_WALLS, CARD, PARTS, Place, find_delayed_part, hall_of_wall

log = logging.getLogger(__name__)

# how often to check for something new to show, usually and at a featured table
GAP_S, FEATURED_GAP_S = 1.0, 0.25
# a card that does not change is sent again, so that a wall knows the table's clock and that it lives
AGAIN_S = 30.0
# publish(topic, payload): to the broker, retained
Publish = Callable[[str, bytes], None]


def large_on(payload: bytes) -> str:
    """The id of the table that a hall's organiser shows large on its walls; empty if the tables take turns."""
    try:
        message = json.loads(payload)
    except (ValueError, RecursionError):
        return ""
    large = message.get("large") if isinstance(message, dict) else ""
    return large if isinstance(large, str) else ""


class TableShow(Protocol):
    """A table's public view; one thread asks. It may contain only facts that a spectator knows."""

    def parts(self) -> Mapping[str, str]:
        """The text lines, by their names."""
        ...

    def card(self) -> TableCard:
        """The card."""
        ...

    def hear(self, event: HeardEvent) -> None:
        """Take in the round of the hall's event, from any thread."""
        ...


class Due:
    """Messages to send: everything that has changed since it was sent on this connection. No clock and no network."""

    def __init__(self) -> None:
        self._sent: dict[str, object] = {}
        self._card_at = 0.0

    def forget(self) -> None:
        """Start a new connection: the broker may have lost everything."""
        self._sent.clear()

    def parts(self, parts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Names and lines of the parts that are new."""
        for name, text in parts.items():
            if name in PARTS and self._sent.get(name) != text:
                self._sent[name] = text
                yield name, text

    def card(self, card: TableCard, now: float, at: int) -> str | None:
        """The card, if it is new or was not sent for long. at: now, in seconds since 1970."""
        if self._sent.get(CARD) == card and now < self._card_at + AGAIN_S:
            return None
        self._sent[CARD], self._card_at = card, now
        return card_text(card, at)


class Broadcast:
    """A sender of a table's view while the broker is there. kind: "pub", or "in" if a delayer shows it later."""

    def __init__(
        self, place: Place, show: TableShow, publish: Publish, *, kind: str = "pub", gap_s: float = GAP_S
    ) -> None:
        self._place, self._show, self._publish = place, show, publish
        self._kind, self._gap_s = kind, gap_s
        self._due = Due()
        self._up = self._reconnected = False
        self._stopped = threading.Event()
        # whether the hall's organiser shows it large: then it is checked as often as a featured one; any thread
        self.chosen = False

    @property
    def gap_s(self) -> float:
        """The time between two checks for something new."""
        return min(self._gap_s, FEATURED_GAP_S) if self.chosen else self._gap_s

    def begin_connection(self) -> None:
        """Note that the broker is there. Any thread."""
        self._reconnected = True
        self._up = True

    def end_connection(self) -> None:
        """Note that the broker is gone. Any thread."""
        self._up = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Send the view inside the block."""
        thread = threading.Thread(target=self._run_loop, name="hub broadcast", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            thread.join()

    def _run_loop(self) -> None:
        while not self._stopped.wait(self.gap_s):
            try:
                if self._up:
                    self._send_news()
                else:
                    # a game may begin and end without a network: the card still has to note its result
                    self._show.card()
            except TablecamError as fault:
                # the table itself reports it clearly
                log.info("%s", fault)

    def _send_news(self) -> None:
        if self._reconnected:
            self._reconnected = False
            self._due.forget()
        for name, text in self._due.parts(self._show.parts()):
            self._send_part(name, text)
        if card := self._due.card(self._show.card(), time.monotonic(), round(time.time())):
            self._send_part(CARD, card)

    def _send_part(self, name: str, text: str) -> None:
        self._publish(self._place.part(name, self._kind), text.encode())


# The delayer: it publishes the views of tables some time later. There is one, at the hub; its tables write only to it.
#
# The organiser of a hall sets the delay on the wall's topic; otherwise the program's own delay applies. The broker
# retains each table's last view under `in/`, so a restarted delayer begins with that.

# how often to check for due messages
LOOKS_S = 0.1
# an hour: a longer delay is no broadcast any more
LONGEST_S = 3600.0
# for each part of a table: more than anybody sends in that time
MOST_WAITING = 20_000


class WaitingParts:
    """Messages that wait, part by part, deflated: a hall with an hour's delay has many.

    No clock and no network: `now` is seconds on a clock that does not go back.
    """

    def __init__(self, delay_s: float) -> None:
        self._usual_s = delay_s
        self._by_hall: dict[str, float] = {}
        self._waiting: dict[str, deque[tuple[float, bytes]]] = {}
        self._halls: dict[str, str] = {}

    def get_delay(self, hall: str) -> float:
        """A hall's delay, in seconds."""
        return self._by_hall.get(hall, self._usual_s)

    def delay(self, hall: str, seconds: float | None) -> None:
        """Set a hall's delay, also for messages that wait already. None: the usual one."""
        if seconds is None:
            self._by_hall.pop(hall, None)
        else:
            self._by_hall[hall] = min(max(0.0, seconds), LONGEST_S)

    def take(self, topic: str, payload: bytes, now: float) -> None:
        """Keep a part of a table, of a topic under `in/`; ignore other topics."""
        place_and_name = find_delayed_part(topic)
        if place_and_name is None:
            return
        place, name = place_and_name
        shown_topic = place.part(name)
        self._halls[shown_topic] = place.hall
        self._waiting.setdefault(shown_topic, deque(maxlen=MOST_WAITING)).append((now, zlib.compress(payload, 1)))

    def due(self, now: float) -> list[tuple[str, bytes]]:
        """The parts to show by now: of each the newest, for nobody saw the one before it."""
        due_parts = []
        for topic, waiting in self._waiting.items():
            newest, until = None, now - self.get_delay(self._halls[topic])
            while waiting and waiting[0][0] <= until:
                newest = waiting.popleft()[1]
            if newest is not None:
                due_parts.append((topic, zlib.decompress(newest)))
        return due_parts


class Delayer:
    """A delayer that runs until it is stopped. delay_s: used if a hall's organiser has set none."""

    def __init__(self, broker: BrokerAddress, delay_s: float) -> None:
        self._held = WaitingParts(delay_s)
        self._incoming: queue.SimpleQueue[BusMessage] = queue.SimpleQueue()
        listener = BusListener(
            (ALL_HELD_BACK, ALL_WALLS), self._on_up, self._on_down, self._incoming.put, self._on_refused
        )
        # one name: of two delayers the broker disconnects the first
        self._bus = Bus(broker, listener, client_id="delayer")

    def run(self, stop: threading.Event) -> None:
        """Publish due messages until `stop` is set."""
        with self._bus:
            while not stop.wait(LOOKS_S):
                self._take_messages()
                for topic, payload in self._held.due(time.monotonic()):
                    self._bus.publish(topic, payload, retain=True, qos=0)

    def _take_messages(self) -> None:
        while not self._incoming.empty():
            message = self._incoming.get()
            hall = hall_of_wall(message.topic)
            if hall is None:
                self._held.take(message.topic, message.payload, time.monotonic())
            else:
                self._held.delay(hall, delay_said(message.payload))

    def _on_up(self) -> None:
        log.info("connected to the broker")

    def _on_down(self, why: str) -> None:
        log.warning("no connection to the broker (%s); it is tried again", why)

    def _on_refused(self, why: str) -> None:
        log.error("the broker does not let this delayer work: %s", why)


def delay_said(payload: bytes) -> float | None:
    """The delay that a hall's wall names; None if it names none."""
    try:
        message = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    seconds = message.get("delay_s") if isinstance(message, dict) else None
    return float(seconds) if isinstance(seconds, int | float) and seconds > 0 else None
