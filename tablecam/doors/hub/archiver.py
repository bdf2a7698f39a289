"""The archiver: from the broker into the record, any number of them at once (a shared subscription).

It commits, says how far the record is, and only then acknowledges to the broker.
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
from tablecam.doors.hub.keeping import forget, pack
from tablecam.doors.hub.message import BadMessage, Have, read_batch
from tablecam.doors.hub.places import names_of
from tablecam.doors.hub.record import GameRecord, Parcel, PutAside, is_away
from tablecam.doors.hub.topics import NAMES, SHARED_BATCHES, Place, StreamTopic, stream_topic
from tablecam.storage.database_fault import DatabaseFault

log = logging.getLogger(__name__)

# messages are collected for so long, or until there are so many
COLLECTS_S, MOST_MESSAGES = 0.05, 200
# how soon it hears that it is to end; how long it rests while the database is away
HEARS_S, RESTS_S = 0.5, 1.0
# how often closed games are packed, and how long their logs are kept
TIDIES_S = 60.0
KEEPS = timedelta(days=730)


class Archiver:
    """Runs until it is told to stop. taken: how many messages it has kept and acknowledged.

    keeps: how long the logs of closed games are kept.
    """

    def __init__(self, record: GameRecord, broker: BrokerAddress, keeps: timedelta = KEEPS) -> None:
        self.record = record
        self.taken = 0
        self._keeps = keeps
        self._came: queue.SimpleQueue[BusMessage] = queue.SimpleQueue()
        # the tables that were named, each with the connection on which that was
        self._named: dict[Place, int] = {}
        listener = BusListener((SHARED_BATCHES,), self._up, self._down, self._came.put, self._refused)
        self._bus = Bus(broker, listener, client_id=f"archiver-{uuid4().hex[:12]}", manual=True)

    def run(self, stop: threading.Event) -> None:
        """Archives until `stop` is set."""
        tidies_at = time.monotonic() + TIDIES_S
        with self._bus:
            self._say_all()
            while not stop.is_set():
                if messages := self._collected():
                    self._archive(messages, stop)
                elif time.monotonic() >= tidies_at:
                    tidies_at = time.monotonic() + TIDIES_S
                    self._tidy()

    def _collected(self) -> list[BusMessage]:
        messages: list[BusMessage] = []
        until, wait = 0.0, HEARS_S
        while len(messages) < MOST_MESSAGES and wait > 0:
            try:
                messages.append(self._came.get(timeout=wait))
            except queue.Empty:
                break
            until = until or time.monotonic() + COLLECTS_S
            wait = until - time.monotonic()
        return messages

    def _archive(self, messages: Sequence[BusMessage], stop: threading.Event) -> None:
        # what came on a connection that is gone comes again, to whoever is there
        messages = [message for message in messages if message.connection == self._bus.connection]
        while not stop.is_set():
            try:
                haves = self._taken(messages)
                break
            except DatabaseFault as fault:
                log.warning("%s; it is tried again", fault)
                stop.wait(RESTS_S)
        else:
            return
        self._say(haves)
        self._name(about.place for about in haves)
        for message in messages:
            self._bus.acknowledge(message)
        self.taken += len(messages)

    def _taken(self, messages: Sequence[BusMessage]) -> dict[StreamTopic, Have]:
        """What the record says then; DatabaseFault where it is away."""
        parcels, aside = sorted_out(messages)
        try:
            haves, foreign = self.record.take(parcels)
        except DatabaseFault as fault:
            if is_away(fault):
                raise
            if len(messages) == 1:
                haves, foreign = {}, [PutAside(messages[0].topic, str(fault), messages[0].payload)]
            else:
                # one of them is what the database never takes; the others must not suffer for it
                apart = [self._taken([message]) for message in messages]
                return {about: have for haves in apart for about, have in haves.items()}
        self.record.put_aside([*aside, *foreign])
        return haves

    def _say(self, haves: dict[StreamTopic, Have]) -> None:
        for about, have in haves.items():
            self._bus.publish(about.named("have"), have.encoded(), retain=True)

    def _name(self, heard: Iterable[Place]) -> None:
        """Tells what people call tables, once a connection: a broker that has crashed may have lost what it had."""
        connection = self._bus.connection
        new = {place for place in heard if self._named.get(place) != connection}
        if not new:
            return
        try:
            found = names_of(self.record, new)
        except DatabaseFault as fault:
            log.warning("%s", fault)
            return
        for place, names in found.items():
            self._bus.publish(place.part(NAMES), names_message(*names), retain=True)
        self._named |= dict.fromkeys(new, connection)

    def _tidy(self) -> None:
        """Closed games are packed; nobody needs to be told any more how far their record is."""
        try:
            for about in pack(self.record):
                self._bus.publish(about.named("have"), b"", retain=True)
            forget(self.record, self._keeps)
        except DatabaseFault as fault:
            log.warning("%s", fault)

    def _say_all(self) -> None:
        """A record that was restored from a backup has less than it had said."""
        try:
            self._say(self.record.open_heads())
        except DatabaseFault as fault:
            log.warning("%s", fault)

    def _up(self) -> None:
        log.info("connected to the broker")

    def _down(self, why: str) -> None:
        log.warning("no connection to the broker (%s); it is tried again", why)

    def _refused(self, why: str) -> None:
        log.error("the broker does not let this archiver work: %s", why)


def sorted_out(messages: Sequence[BusMessage]) -> tuple[list[Parcel], list[PutAside]]:
    """What has the form, and what has not."""
    parcels, aside = [], []
    for message in messages:
        about = stream_topic(message.topic, "in")
        try:
            if about is None:
                raise BadMessage("no stream has that topic")
            parcels.append(Parcel(about, read_batch(message.payload)))
        except BadMessage as fault:
            aside.append(PutAside(message.topic, str(fault), message.payload))
    return parcels, aside
