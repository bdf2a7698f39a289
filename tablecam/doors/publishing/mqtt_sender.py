"""Send a table to an MQTT broker, as long as it is watched; retry a broker that is away."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from uuid import uuid4

from tablecam.doors.hub.bus import Bus, BusListener, LastWill
from tablecam.doors.publishing.live_message import Json, pulse_message, same_position
from tablecam.doors.publishing.mqtt_door import (
    OFFLINE,
    ONLINE,
    DoorTopics,
    PlayState,
    discovery_messages,
    frames_message,
    state_message,
)
from tablecam.doors.publishing.mqtt_target import MqttTarget
from tablecam.live.live_loop import LiveLoop, PublishedFrame

# a position four times a second at most, a pulse each second
GAP_S, PULSE_S = 0.25, 1.0

Positions = Callable[[PublishedFrame], Json]
Plays = Callable[[], PlayState]


class MqttDoor:
    """One table at one broker. positions: as a spectator may know them; plays: the game. One thread calls `tell`."""

    def __init__(self, target: MqttTarget, positions: Positions, plays: Plays) -> None:
        self.topics = DoorTopics(target.name)
        self._positions, self._plays = positions, plays
        # a broker that comes back may have lost its messages
        self._reconnected = threading.Event()
        will = LastWill(self.topics.get_topic("availability"), OFFLINE)
        # a unique id: two programs for one table do not disconnect each other
        client = f"{self.topics.device}_{uuid4().hex[:8]}"
        self.bus = Bus(target.broker, BusListener(up=self._reconnected.set), client_id=client, will=will)
        self._position: Json | None = None
        self._state: Json | None = None
        self._pulse_due = 0.0

    def tell(self, view: PublishedFrame, now: float) -> None:
        """Publish everything new. now: seconds of a clock that does not go back."""
        if self._reconnected.is_set():
            self._reconnected.clear()
            self._position = self._state = None
            for topic, message in discovery_messages(self.topics, _program_version()).items():
                self._publish_json(topic, message, retain=True)
            self.bus.publish(self.topics.get_topic("availability"), ONLINE, retain=True)
        position = self._positions(view)
        if not same_position(position, self._position):
            self._position = position
            self._publish_json(self.topics.get_topic("position"), position, retain=True)
            self._publish_json(self.topics.get_topic("frames"), frames_message(position, self.topics.name, time.time()))
        state = state_message(self._plays(), position["camera"])
        if state != self._state:
            self._state = state
            self._publish_json(self.topics.get_topic("state"), state, retain=True)
        if now >= self._pulse_due:
            self._pulse_due = now + PULSE_S
            self._publish_json(self.topics.get_topic("pulse"), pulse_message(view.snapshot))

    def end(self) -> None:
        """Publish the end: the broker sends the last will only for a client that is gone without a word."""
        self.bus.publish(self.topics.get_topic("availability"), OFFLINE, retain=True)

    def _publish_json(self, topic: str, message: Json, *, retain: bool = False) -> None:
        content = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
        self.bus.publish(topic, content, retain=retain, qos=1 if retain else 0)


@contextmanager
def telling(live: LiveLoop, target: MqttTarget | None, positions: Positions, plays: Plays) -> Iterator[None]:
    """Publish a table while the block runs, in a thread of its own."""
    if target is None:
        yield
        return
    door, stopped = MqttDoor(target, positions, plays), threading.Event()

    def run() -> None:
        while live.running and not stopped.wait(GAP_S):
            door.tell(live.view, time.monotonic())

    thread = threading.Thread(target=run, name="mqtt", daemon=True)
    with door.bus:
        thread.start()
        try:
            yield
        finally:
            stopped.set()
            thread.join()
            door.end()


def _program_version() -> str:
    try:
        return version("tablecam")
    except PackageNotFoundError:
        return ""
