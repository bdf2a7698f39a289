"""The organiser's connection: it publishes a hall's event to its tables, and receives their results.

The broker retains the event, so that tables know it without the organiser's program. It retains results too: those sent
while the program did not run arrive when it starts.
"""

import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol
from uuid import uuid4

from tablecam.base.errors import TablecamError
from tablecam.doors.hub.bus import Bus, BusListener, BusMessage
from tablecam.doors.hub.settings import DeskLink
from tablecam.doors.hub.topics import NAMES, RESULTS, find_shown_part, get_event_topic, get_result_topics
from tablecam.storage.database_fault import DatabaseFault

log = logging.getLogger(__name__)

# how often to check for a change of the event, and how soon a result is taken at the latest
LOOKS_S = 1.0
Say = Callable[[str], None]


class HallEvents(Protocol):
    """The events of an organiser; one thread asks."""

    def compose_message(self) -> str:
        """The text for the tables, empty for none. DatabaseFault."""
        ...

    def take(self, table: str, result: Any) -> None:
        """Take a result; the same one often comes again. table: its name. TablecamError says why it is refused."""
        ...


class Organiser:
    """The connection of a hall's organiser. say: is called once for each reason why a result is refused.

    make_bus: connects it to the broker.
    """

    def __init__(self, link: DeskLink, events: HallEvents, say: Say, make_bus: Callable[..., Bus] = Bus) -> None:
        self._hall, self._events, self._say = link.hall, events, say
        self._last_text: str | None = None
        self._names: dict[str, str] = {}
        # of each table, what it shows; the tables whose results are to be taken; and those of them that did not fit
        self._results: dict[str, list[Any]] = {}
        self._changed: set[str] = set()
        self._refused: set[str] = set()
        # the results that were taken, by their table
        self._taken: dict[str, list[Any]] = {}
        self._refusals: set[str] = set()
        self._connected, self._stopped = threading.Event(), threading.Event()
        self._incoming: queue.SimpleQueue[BusMessage] = queue.SimpleQueue()
        listener = BusListener(
            get_result_topics(self._hall), self._connected.set, self._on_down, self._incoming.put, self._on_down
        )
        self._bus = make_bus(link.broker, listener, client_id=f"organiser-{uuid4().hex[:12]}")

    @contextmanager
    def running(self) -> Iterator[None]:
        """Work inside the block."""
        thread = threading.Thread(target=self._run_loop, name="hub organiser", daemon=True)
        with self._bus:
            thread.start()
            try:
                yield
            finally:
                self._stopped.set()
                thread.join()

    def _run_loop(self) -> None:
        while not self._stopped.wait(LOOKS_S):
            self.step()

    def step(self) -> None:
        """Take in what has come, publish the event if it has changed, and take results that are new or may now fit."""
        self._receive_messages()
        try:
            self._publish_event()
            self._take_results()
        except DatabaseFault as fault:
            # the program itself reports it clearly; nothing is lost meanwhile
            log.info("%s", fault)

    def _receive_messages(self) -> None:
        until = time.monotonic() + LOOKS_S
        while not self._incoming.empty() and time.monotonic() < until:
            message = self._incoming.get()
            topic_part = find_shown_part(message.topic)
            message_body = _parse_json(message.payload)
            if topic_part is None or not isinstance(message_body, dict):
                continue
            place, name = topic_part
            if name == NAMES:
                self._names[place.table] = str(message_body.get("table", ""))
            elif name == RESULTS and isinstance(message_body.get("list"), list):
                self._results[place.table] = message_body["list"]
                self._changed.add(place.table)

    def _publish_event(self) -> None:
        """Publish the event if it has changed, and again on each connection: the broker may have lost it."""
        if self._connected.is_set():
            self._connected.clear()
            self._last_text = None
        text = self._events.compose_message()
        if text != self._last_text:
            self._last_text = text
            # a result that did not fit before may fit now
            self._changed |= self._refused
            self._bus.publish(get_event_topic(self._hall), text.encode(), retain=True)

    def _take_results(self) -> None:
        """Take the results of tables that show something new, the earliest first."""
        for table in sorted(self._changed):
            self._take_results_of(table)
            self._changed.discard(table)

    def _take_results_of(self, table: str) -> None:
        name, taken = self._names.get(table) or table, self._taken.get(table, [])
        outcomes = [result.get("of") for result in reversed(self._results[table]) if isinstance(result, dict)]
        self._refused.discard(table)
        # only what is still shown can be shown again
        self._taken[table] = [outcome for outcome in taken if outcome in outcomes]
        for outcome in outcomes:
            if outcome is None or outcome in self._taken[table]:
                continue
            try:
                self._events.take(name, outcome)
                self._taken[table].append(outcome)
            except DatabaseFault:
                raise
            except TablecamError as fault:
                self._refused.add(table)
                self._report_refusal(f"the result of {name} is not taken: {fault}")

    def _report_refusal(self, sentence: str) -> None:
        if sentence not in self._refusals:
            self._refusals.add(sentence)
            self._say(sentence)

    def _on_down(self, why: str) -> None:
        log.warning("no connection to the hub (%s); it is tried again", why)


def _parse_json(payload: bytes) -> Any:
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return None


@contextmanager
def connect_organiser(link: DeskLink | None, events: HallEvents, say: Say) -> Iterator[None]:
    """Connect a hall's tables with the events inside the block; does nothing without a hub."""
    if link is None:
        yield
        return
    with Organiser(link, events, say).running():
        yield
