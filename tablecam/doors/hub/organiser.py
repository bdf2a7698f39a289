"""The organiser's connection: tells the tables of a hall what is played, and hears their results.

What is told is retained, so that a table knows it without the organiser's program. Results are retained too: those that
came while the program did not run come when it does.
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
from tablecam.doors.hub.topics import NAMES, RESULTS, event_of, results_of, shown_part
from tablecam.storage.database_fault import DatabaseFault

log = logging.getLogger(__name__)

# how often it is looked whether something else is played, and how soon a result is taken at the latest
LOOKS_S = 1.0
Say = Callable[[str], None]


class HallEvents(Protocol):
    """The events of an organiser; one thread asks."""

    def told(self) -> str:
        """What the tables are told, empty for nothing. DatabaseFault."""
        ...

    def take(self, table: str, result: Any) -> None:
        """Takes a result; often the same. table: what people call it. TablecamError says why it is not taken."""
        ...


class Organiser:
    """The connection of a hall's organiser. say: is told, once each, why a result is not taken."""

    def __init__(self, link: DeskLink, events: HallEvents, say: Say) -> None:
        self._hall, self._events, self._say = link.hall, events, say
        self._told: str | None = None
        self._names: dict[str, str] = {}
        self._results: dict[str, list[Any]] = {}
        self._refused: set[str] = set()
        self._up, self._over = threading.Event(), threading.Event()
        self._came: queue.SimpleQueue[BusMessage] = queue.SimpleQueue()
        listener = BusListener(results_of(self._hall), self._up.set, self._down, self._came.put, self._down)
        self._bus = Bus(link.broker, listener, client_id=f"organiser-{uuid4().hex[:12]}")

    @contextmanager
    def running(self) -> Iterator[None]:
        """Works inside the block."""
        thread = threading.Thread(target=self._run, name="hub organiser", daemon=True)
        with self._bus:
            thread.start()
            try:
                yield
            finally:
                self._over.set()
                thread.join()

    def _run(self) -> None:
        while not self._over.wait(LOOKS_S):
            self._hear()
            try:
                self._tell()
                self._take()
            except DatabaseFault as fault:
                # the program itself says so, loudly; nothing is forgotten meanwhile
                log.info("%s", fault)

    def _hear(self) -> None:
        until = time.monotonic() + LOOKS_S
        while not self._came.empty() and time.monotonic() < until:
            message = self._came.get()
            part = shown_part(message.topic)
            said = _plain(message.payload)
            if part is None or not isinstance(said, dict):
                continue
            place, name = part
            if name == NAMES:
                self._names[place.table] = str(said.get("table", ""))
            elif name == RESULTS and isinstance(said.get("list"), list):
                self._results[place.table] = said["list"]

    def _tell(self) -> None:
        """Again on each connection: the broker may have lost it."""
        if self._up.is_set():
            self._up.clear()
            self._told = None
        text = self._events.told()
        if text != self._told:
            self._told = text
            self._bus.publish(event_of(self._hall), text.encode(), retain=True)

    def _take(self) -> None:
        """All that tables show, the earliest first: what did not fit the event before may fit it now."""
        for table, results in self._results.items():
            name = self._names.get(table) or table
            for result in reversed(results):
                told = result.get("of") if isinstance(result, dict) else None
                if told is None:
                    continue
                try:
                    self._events.take(name, told)
                except DatabaseFault:
                    raise
                except TablecamError as fault:
                    self._refuse(f"the result of {name} is not taken: {fault}")

    def _refuse(self, sentence: str) -> None:
        if sentence not in self._refused:
            self._refused.add(sentence)
            self._say(sentence)

    def _down(self, why: str) -> None:
        log.warning("no connection to the hub (%s); it is tried again", why)


def _plain(payload: bytes) -> Any:
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return None


@contextmanager
def organised(link: DeskLink | None, events: HallEvents, say: Say) -> Iterator[None]:
    """Inside the block the tables of a hall know the events, and their results come; nothing where there is no hub."""
    if link is None:
        yield
        return
    with Organiser(link, events, say).running():
        yield
