"""The delayer: shows what tables show, some time later. There is one, at the hub; tables write to nobody else.

The delay is what the organiser of a hall says on the wall's topic, else what the program was started with. What a table
has shown last is retained by the broker under `in/`, so that a delayer that was started again begins with that.
"""

import json
import logging
import queue
import threading
import time
import zlib
from collections import deque

from tablecam.doors.hub.bus import BrokerAddress, Bus, BusListener, BusMessage
from tablecam.doors.hub.topics import ALL_HELD_BACK, ALL_WALLS, hall_of_wall, held_back

log = logging.getLogger(__name__)

# how often it is looked what is due
LOOKS_S = 0.1
# an hour: more is no broadcast any more
LONGEST_S = 3600.0
# of each part of a table: more came than anybody sends in that time
MOST_WAITING = 20_000


class Held:
    """What waits, part by part, deflated: a hall that is shown an hour late has much to wait.

    No clock and no network: `now` is seconds on a clock that does not go back.
    """

    def __init__(self, delay_s: float) -> None:
        self._usual_s = delay_s
        self._by_hall: dict[str, float] = {}
        self._waiting: dict[str, deque[tuple[float, bytes]]] = {}
        self._halls: dict[str, str] = {}

    def delay_of(self, hall: str) -> float:
        """How much later a hall is shown, in seconds."""
        return self._by_hall.get(hall, self._usual_s)

    def delay(self, hall: str, seconds: float | None) -> None:
        """A hall is shown so much later from now on, also what waits already. None: as usual."""
        if seconds is None:
            self._by_hall.pop(hall, None)
        else:
            self._by_hall[hall] = min(max(0.0, seconds), LONGEST_S)

    def take(self, topic: str, payload: bytes, now: float) -> None:
        """A part of a table, of any topic under `in/`; others count for nothing."""
        found = held_back(topic)
        if found is None:
            return
        place, name = found
        shown = place.part(name)
        self._halls[shown] = place.hall
        self._waiting.setdefault(shown, deque(maxlen=MOST_WAITING)).append((now, zlib.compress(payload, 1)))

    def due(self, now: float) -> list[tuple[str, bytes]]:
        """What is to be shown by now: of each part the newest, for the one before it was never seen."""
        shown = []
        for topic, waiting in self._waiting.items():
            newest, until = None, now - self.delay_of(self._halls[topic])
            while waiting and waiting[0][0] <= until:
                newest = waiting.popleft()[1]
            if newest is not None:
                shown.append((topic, zlib.decompress(newest)))
        return shown


class Delayer:
    """Runs until it is told to stop. delay_s: where the organiser of a hall has said nothing."""

    def __init__(self, broker: BrokerAddress, delay_s: float) -> None:
        self._held = Held(delay_s)
        self._came: queue.SimpleQueue[BusMessage] = queue.SimpleQueue()
        listener = BusListener((ALL_HELD_BACK, ALL_WALLS), self._up, self._down, self._came.put, self._refused)
        # one name: of two delayers the broker puts the first out
        self._bus = Bus(broker, listener, client_id="delayer")

    def run(self, stop: threading.Event) -> None:
        """Shows what is due until `stop` is set."""
        with self._bus:
            while not stop.wait(LOOKS_S):
                self._take_in()
                for topic, payload in self._held.due(time.monotonic()):
                    self._bus.publish(topic, payload, retain=True, qos=0)

    def _take_in(self) -> None:
        while not self._came.empty():
            message = self._came.get()
            hall = hall_of_wall(message.topic)
            if hall is None:
                self._held.take(message.topic, message.payload, time.monotonic())
            else:
                self._held.delay(hall, delay_said(message.payload))

    def _up(self) -> None:
        log.info("connected to the broker")

    def _down(self, why: str) -> None:
        log.warning("no connection to the broker (%s); it is tried again", why)

    def _refused(self, why: str) -> None:
        log.error("the broker does not let this delayer work: %s", why)


def delay_said(payload: bytes) -> float | None:
    """The delay that a hall's wall names; None where it names none."""
    try:
        said = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    seconds = said.get("delay_s") if isinstance(said, dict) else None
    return float(seconds) if isinstance(seconds, int | float) and seconds > 0 else None
