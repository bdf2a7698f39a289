"""Tells a table to an MQTT broker, for as long as it is watched; a broker that is away is tried again."""

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
        # a broker that comes back may have lost what it was told
        self._anew = threading.Event()
        will = LastWill(self.topics.of("availability"), OFFLINE)
        # two programs for one table do not put each other out
        client = f"{self.topics.device}_{uuid4().hex[:8]}"
        self.bus = Bus(target.broker, BusListener(up=self._anew.set), client_id=client, will=will)
        self._position: Json | None = None
        self._state: Json | None = None
        self._pulse_due = 0.0

    def tell(self, view: PublishedFrame, now: float) -> None:
        """What is new. now: seconds of a clock that does not go back."""
        if self._anew.is_set():
            self._anew.clear()
            self._position = self._state = None
            for topic, message in discovery_messages(self.topics, _version()).items():
                self._publish(topic, message, retain=True)
            self.bus.publish(self.topics.of("availability"), ONLINE, retain=True)
        position = self._positions(view)
        if not same_position(position, self._position):
            self._position = position
            self._publish(self.topics.of("position"), position, retain=True)
            self._publish(self.topics.of("frames"), frames_message(position, self.topics.name, time.time()))
        state = state_message(self._plays(), position["camera"])
        if state != self._state:
            self._state = state
            self._publish(self.topics.of("state"), state, retain=True)
        if now >= self._pulse_due:
            self._pulse_due = now + PULSE_S
            self._publish(self.topics.of("pulse"), pulse_message(view.snapshot))

    def end(self) -> None:
        """The broker tells the last will only of one that is gone without a word."""
        self.bus.publish(self.topics.of("availability"), OFFLINE, retain=True)

    def _publish(self, topic: str, message: Json, *, retain: bool = False) -> None:
        content = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
        self.bus.publish(topic, content, retain=retain, qos=1 if retain else 0)


@contextmanager
def telling(live: LiveLoop, target: MqttTarget | None, positions: Positions, plays: Plays) -> Iterator[None]:
    """Tells a table while the block runs, in a thread of its own."""
    if target is None:
        yield
        return
    door, over = MqttDoor(target, positions, plays), threading.Event()

    def run() -> None:
        while live.running and not over.wait(GAP_S):
            door.tell(live.view, time.monotonic())

    thread = threading.Thread(target=run, name="mqtt", daemon=True)
    with door.bus:
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
            door.end()


def _version() -> str:
    try:
        return version("tablecam")
    except PackageNotFoundError:
        return ""
