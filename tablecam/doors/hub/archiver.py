"""The archiver: it moves messages from the broker into the record; several may run at once (a shared subscription).

It commits, reports how far the record is, and only then acknowledges to the broker.
"""

import logging
import queue
import threading
import time
from collections.abc import Iterable, Sequence
from datetime import timedelta
from uuid import uuid4

from tablecam.doors.hub.broker_access import names_message
from tablecam.doors.hub.bus import BrokerAddress, Bus, BusListener, BusMessage
from tablecam.doors.hub.message import BadMessage, Have, read_batch
from tablecam.doors.hub.record import GameRecord, Parcel, PutAside, find_names, is_temporary
from tablecam.doors.hub.retention import forget, pack
from tablecam.doors.hub.topics import NAMES, SHARED_BATCHES, Place, StreamTopic, stream_topic
from tablecam.storage.database_fault import DatabaseFault

log = logging.getLogger(__name__)

# messages are collected for this time, or up to this number
COLLECTS_S, MOST_MESSAGES = 0.05, 200
# how soon it notices that it should end; how long it rests while the database is away
HEARS_S, RESTS_S = 0.5, 1.0
# how often closed games are packed, and how long their logs are kept
TIDIES_S = 60.0
KEEPS = timedelta(days=730)


class Archiver:
    """An archiver that runs until it is stopped. taken: how many messages it has kept and acknowledged.

    keeps: how long the logs of closed games are kept.
    """

    def __init__(self, record: GameRecord, broker: BrokerAddress, keeps: timedelta = KEEPS) -> None:
        self.record = record
        self.taken = 0
        self._keeps = keeps
        self._incoming: queue.SimpleQueue[BusMessage] = queue.SimpleQueue()
        # the tables whose names were published, each with the connection of that time
        self._named_places: dict[Place, int] = {}
        listener = BusListener(
            (SHARED_BATCHES,), self._on_up, self._on_down, self._incoming.put, self._on_refused, as_published=True
        )
        self._bus = Bus(broker, listener, client_id=f"archiver-{uuid4().hex[:12]}", manual=True)

    def run(self, stop: threading.Event) -> None:
        """Archive until `stop` is set."""
        tidies_at = time.monotonic() + TIDIES_S
        with self._bus:
            self._publish_all_words()
            while not stop.is_set():
                if messages := self._collect_messages():
                    self._archive_messages(messages, stop)
                elif time.monotonic() >= tidies_at:
                    tidies_at = time.monotonic() + TIDIES_S
                    self._tidy_record()

    def _collect_messages(self) -> list[BusMessage]:
        messages: list[BusMessage] = []
        until, wait = 0.0, HEARS_S
        while len(messages) < MOST_MESSAGES and wait > 0:
            try:
                messages.append(self._incoming.get(timeout=wait))
            except queue.Empty:
                break
            until = until or time.monotonic() + COLLECTS_S
            wait = until - time.monotonic()
        return messages

    def _archive_messages(self, messages: Sequence[BusMessage], stop: threading.Event) -> None:
        # messages of a lost connection come again, to any archiver
        messages = [message for message in messages if message.connection == self._bus.connection]
        while not stop.is_set():
            try:
                words = self._store_messages(messages)
                break
            except DatabaseFault as fault:
                log.warning("%s; it is tried again", fault)
                stop.wait(RESTS_S)
        else:
            return
        self._publish_words(words)
        self._publish_names(about.place for about in words)
        for message in messages:
            if message.retained and message.payload:
                # no batch is to be retained: a table could fill the broker with them
                self._bus.publish(message.topic, b"", retain=True)
            self._bus.acknowledge(message)
        self.taken += len(messages)

    def _store_messages(self, messages: Sequence[BusMessage]) -> dict[StreamTopic, Have]:
        """Store messages; the record's words to publish. DatabaseFault if the database is away."""
        parcels, aside = sort_messages(messages)
        try:
            haves, foreign = self.record.take(parcels)
        except DatabaseFault as fault:
            if is_temporary(fault):
                raise
            if len(messages) == 1:
                haves, foreign = {}, [PutAside(messages[0].topic, str(fault), messages[0].payload)]
            else:
                # the database never takes one of them; the others must not suffer for it
                single_haves = [self._store_messages([message]) for message in messages]
                return {about: have for haves in single_haves for about, have in haves.items()}
        self.record.put_aside([*aside, *foreign])
        return haves

    def _publish_words(self, haves: dict[StreamTopic, Have]) -> None:
        for about, have in haves.items():
            self._bus.publish(about.to_topic("have"), have.encode(), retain=True)

    def _publish_names(self, heard: Iterable[Place]) -> None:
        """Publish the names of tables, once a connection: a broker that has crashed may have lost them."""
        connection = self._bus.connection
        new = {place for place in heard if self._named_places.get(place) != connection}
        if not new:
            return
        try:
            all_names = find_names(self.record, new)
        except DatabaseFault as fault:
            log.warning("%s", fault)
            return
        for place, names in all_names.items():
            self._bus.publish(place.part(NAMES), names_message(*names), retain=True)
        self._named_places |= dict.fromkeys(new, connection)

    def _tidy_record(self) -> None:
        """Pack closed games, and drop their retained words, which nobody needs any more."""
        try:
            for about in pack(self.record):
                self._bus.publish(about.to_topic("have"), b"", retain=True)
            forget(self.record, self._keeps)
        except DatabaseFault as fault:
            log.warning("%s", fault)

    def _publish_all_words(self) -> None:
        """Publish every word again: a record restored from a backup has less than its last words."""
        try:
            self._publish_words(self.record.open_heads())
        except DatabaseFault as fault:
            log.warning("%s", fault)

    def _on_up(self) -> None:
        log.info("connected to the broker")

    def _on_down(self, why: str) -> None:
        log.warning("no connection to the broker (%s); it is tried again", why)

    def _on_refused(self, why: str) -> None:
        log.error("the broker does not let this archiver work: %s", why)


def sort_messages(messages: Sequence[BusMessage]) -> tuple[list[Parcel], list[PutAside]]:
    """Messages of the right form, and the others."""
    parcels, rejected = [], []
    for message in messages:
        if message.retained and not message.payload:
            # the word of an archiver that has cleared one
            continue
        about = stream_topic(message.topic, "in")
        try:
            if about is None:
                raise BadMessage("no stream has that topic")
            parcels.append(Parcel(about, read_batch(message.payload)))
        except BadMessage as fault:
            rejected.append(PutAside(message.topic, str(fault), message.payload))
    return parcels, rejected
