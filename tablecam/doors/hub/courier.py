"""Send a table's owed lines to the hub, in the background; the table works without it, and without a network."""

import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tablecam.doors.hub.broadcast import FEATURED_GAP_S, GAP_S, Broadcast, TableShow, large_on
from tablecam.doors.hub.bus import BrokerAddress, Bus, BusListener, BusMessage, LastWill
from tablecam.doors.hub.message import BadMessage, HeardEvent, read_have
from tablecam.doors.hub.outbox import GameOutbox, Outbox, Say
from tablecam.doors.hub.settings import HubLink
from tablecam.doors.hub.topics import Place, StreamTopic, get_event_topic, get_wall_topic, stream_topic
from tablecam.rules.system import System
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import GameStore

log = logging.getLogger(__name__)

# how often to check the table's games, and how soon to send again at the earliest
LOOKS_S = 0.5
# lines that were just written are behind as well; no need to report those
LATE_S = 5.0
OFFLINE = json.dumps({"online": False}).encode()


@dataclass(frozen=True)
class HubState:
    """A table's connection to its hub. behind: the lines that the record lacks; late: some, for a while now.

    why: the error, if there is one.
    """

    connected: bool = False
    behind: int = 0
    late: bool = False
    why: str = ""


@dataclass(frozen=True)
class ShowPlan:
    """A table's public view. delayed: a delayer shows it later; featured: updated four times a second."""

    show: TableShow
    delayed: bool = False
    featured: bool = False


class Courier:
    """One table's connection. state: the present one; any thread may read it. shown: the public view, if any."""

    def __init__(self, place: Place, broker: BrokerAddress, outbox: Outbox, shown: ShowPlan | None = None) -> None:
        self.state = HubState()
        self._place = place
        self._outbox = outbox
        self._news: queue.SimpleQueue[Callable[[float], None]] = queue.SimpleQueue()
        self._is_connected = False
        self._why = ""
        # the round of the hall's event; any thread may read it
        self.event = HeardEvent()
        self._show = shown.show if shown else None
        self._event, self._wall = get_event_topic(place.hall), get_wall_topic(place.hall)
        listener = BusListener(
            (place.words,), self._on_up, self._on_down, self._on_message, self._on_refused, (self._event, self._wall)
        )
        will = LastWill(place.status, OFFLINE)
        self._bus = Bus(broker, listener, client_id=place.user, will=will)
        self._broadcast = self._make_broadcast(shown) if shown else None

    def _make_broadcast(self, shown: ShowPlan) -> Broadcast:
        def publish(topic: str, payload: bytes) -> None:
            self._bus.publish(topic, payload, retain=True, qos=0)

        kind, gap_s = "in" if shown.delayed else "pub", FEATURED_GAP_S if shown.featured else GAP_S
        return Broadcast(self._place, shown.show, publish, kind=kind, gap_s=gap_s)

    @property
    def gap_s(self) -> float | None:
        """The time between two updates of the table's view; None if it shows nothing."""
        return self._broadcast.gap_s if self._broadcast else None

    @contextmanager
    def running(self) -> Iterator["Courier"]:
        """Work inside the block."""
        stopped = threading.Event()
        thread = threading.Thread(target=self._run_loop, args=(stopped,), name="hub", daemon=True)
        with self._bus, self._broadcast.running() if self._broadcast else nullcontext():
            thread.start()
            try:
                yield self
            finally:
                stopped.set()
                self._news.put(lambda _now: None)
                thread.join()
                # the broker sends the last will only for a client that is gone without a word
                self._bus.publish(self._place.status, OFFLINE, retain=True)

    def _run_loop(self, over: threading.Event) -> None:
        looks_at, complete_at = 0.0, time.monotonic()
        while not over.is_set():
            # refresh first: a word on lines that the table has not read yet would look like a fork
            if time.monotonic() >= looks_at:
                self._refresh_outbox()
                looks_at = time.monotonic() + LOOKS_S
            self._take_news()
            now = time.monotonic()
            for (game, stream), batch in self._outbox.due(now):
                self._bus.publish(StreamTopic(self._place, game, stream).to_topic("in"), batch.encode())
            behind = self._outbox.behind
            complete_at = complete_at if behind else now
            self.state = HubState(self._is_connected, behind, now - complete_at > LATE_S, self._why)

    def _take_news(self) -> None:
        """Wait for news, and take in all of it."""
        try:
            self._news.get(timeout=LOOKS_S)(time.monotonic())
            while True:
                self._news.get_nowait()(time.monotonic())
        except queue.Empty:
            return

    def _refresh_outbox(self) -> None:
        try:
            self._outbox.refresh()
        except DatabaseFault as fault:
            # the table itself reports it clearly
            log.info("%s", fault)

    # in the bus's thread: only queue the news

    def _on_up(self) -> None:
        def note_up(now: float) -> None:
            self._is_connected, self._why = True, ""
            self._outbox.begin_connection(now)

        since = datetime.now(UTC).isoformat(timespec="seconds")
        self._bus.publish(self._place.status, json.dumps({"online": True, "since": since}).encode(), retain=True)
        self._news.put(note_up)
        if self._broadcast:
            self._broadcast.begin_connection()

    def _on_down(self, why: str) -> None:
        def note_down(_now: float) -> None:
            self._is_connected, self._why = False, why
            self._outbox.end_connection()

        self._news.put(note_down)
        if self._broadcast:
            self._broadcast.end_connection()

    def _on_refused(self, why: str) -> None:
        def note_refusal(_now: float) -> None:
            self._why = why

        self._news.put(note_refusal)

    def _on_message(self, message: BusMessage) -> None:
        if message.topic == self._event:
            text = message.payload.decode(errors="replace")
            self.event = self.event.then(text, None if message.retained else time.time())
            if self._show:
                self._show.hear(self.event)
            return
        if message.topic == self._wall:
            if self._broadcast:
                self._broadcast.chosen = large_on(message.payload) == self._place.table
            return
        about = stream_topic(message.topic, "have")
        try:
            if about is not None and message.payload:
                have = read_have(message.payload)
                self._news.put(lambda now: self._outbox.take_word((about.game, about.stream), have, now))
        except BadMessage as fault:
            log.warning("the hub said what cannot be read: %s", fault)


@contextmanager
def to_hub(
    link: HubLink | None,
    store: GameStore,
    rules: Callable[[str], System[Any]],
    say: Say,
    show: TableShow | None = None,
) -> Iterator[Courier | None]:
    """Send the games of a store inside the block; does nothing without a hub. rules: by a rulebook's name.

    show: the table's public view; None: only whether it is there.
    """
    if link is None:
        yield None
        return
    plan = ShowPlan(show, link.delayed, link.featured) if show else None
    with Courier(link.place, link.broker, GameOutbox(store, rules, say), plan).running() as courier:
        yield courier
