"""The delayer: it publishes the views of tables some time later. There is one, at the hub; its tables write only to it.

The organiser of a hall sets the delay on the wall's topic; otherwise the program's own delay applies. The broker
retains each table's last view under `in/`, so a restarted delayer begins with that.
"""

import json
import logging
import queue
import threading
import time
import zlib
from collections import deque

from tablecam.doors.hub.bus import BrokerAddress, Bus, BusListener, BusMessage
from tablecam.doors.hub.topics import ALL_HELD_BACK, ALL_WALLS, find_delayed_part, hall_of_wall

log = logging.getLogger(__name__)

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
