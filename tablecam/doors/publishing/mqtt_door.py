"""A table's messages to the MQTT broker of a house: models, state, Home Assistant discovery, and frames for ROS.

tablecam/NAME/position       as in `/api/v1/live`, retained; `pulse` each second beside it
tablecam/NAME/state          {"v":1,"kind":"state","game":true,"turn":"..",..}, retained
tablecam/NAME/frames         {"transforms":[...]}, a `tf2_msgs/TFMessage` as JSON
tablecam/NAME/availability   online, or offline by the last will, retained
homeassistant/KIND/tablecam_NAME/KEY/config      for Home Assistant's discovery, retained
"""

import json
import math
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import urlsplit
from uuid import uuid4

from tablecam.base.units import to_mm
from tablecam.doors.hub.bus import BadBroker, BrokerAddress, Bus, BusListener, LastWill
from tablecam.doors.publishing.live_message import GOOD, VERSION, Json, pulse_message, same_position
from tablecam.live.live_loop import LiveLoop, PublishedFrame

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
ONLINE, OFFLINE = b"online", b"offline"
# the states of a model that was not seen for long: it has no place
NOWHERE = ("lost", "tentative")  # no text: states of a model
# a template's words for JSON's true and false
# some versions show null as a word, so it becomes a stroke
WHOSE_TURN = "{{ value_json.turn or '-' }}"  # no text: a template
SWITCHED = {"payload_on": "True", "payload_off": "False"}
DIAGNOSED = {"entity_category": "diagnostic", **SWITCHED}


@dataclass(frozen=True)
class DoorTopics:
    """The topics of a named table."""

    name: str

    def get_topic(self, kind: str) -> str:
        """The topic of a kind: position, pulse, state, frames or availability."""
        return f"tablecam/{self.name}/{kind}"

    @property
    def device(self) -> str:
        """The device id, also in Home Assistant."""
        return f"tablecam_{self.name}"

    def discovery(self, platform: str, key: str) -> str:
        """The topic where any version of Home Assistant looks for one entity of a device."""
        return f"homeassistant/{platform}/{self.device}/{key}/config"


@dataclass(frozen=True)
class PlayState:
    """A game's state for programs that do not follow it. game: whether one is played; turn: the side that is to act.

    title: of the turn; begun: as ISO 8601.
    """

    game: bool
    turn: str = ""
    title: str = ""
    begun: str | None = None


def state_message(state: PlayState, camera: str) -> Json:
    """The message of a game's state. camera: as in a position."""
    return {
        "v": VERSION,
        "kind": "state",
        "game": state.game,
        "turn": state.turn or None,
        "title": state.title or None,
        "begun": state.begun,
        "camera": camera,
        "camera_good": camera == GOOD,
    }


def frames_message(position: Json, table: str, now_s: float) -> Json:
    """The place of each model, in metres from the near left corner of the table. now_s: since 1970.

    table: the name of the table's frame; a model's frame is that, a stroke and its id.
    """
    seconds = math.floor(now_s)
    stamp = {"sec": seconds, "nanosec": int((now_s - seconds) * 1e9)}
    header = {"stamp": stamp, "frame_id": table}
    standing = (model for model in position["models"] if model["state"] not in NOWHERE)
    return {"transforms": [_build_transform(model, header) for model in standing]}


def discovery_messages(topics: DoorTopics, version: str) -> dict[str, Json]:
    """The table as a Home Assistant device with four entities, by topic. version: of this program."""
    # no text: the reader's language is not known; people rename devices and entities there themselves
    description = {"name": f"Table {topics.name}", "manufacturer": "tablecam", "sw_version": version}
    device = {
        "device": {"identifiers": [topics.device], **description},
        "origin": {"name": "tablecam", "sw_version": version},
        "state_topic": topics.get_topic("state"),
        "availability_topic": topics.get_topic("availability"),
    }
    entities = (
        ("binary_sensor", "game", {"name": "Game", "device_class": "running", **SWITCHED}),
        ("sensor", "turn", {"name": "Turn", "icon": "mdi:account-clock", "value_template": WHOSE_TURN}),
        ("sensor", "begun", {"name": "Clock", "device_class": "timestamp"}),
        # no text
        ("binary_sensor", "camera_good", {"name": "Camera good", **DIAGNOSED}),
    )
    return {
        topics.discovery(platform, key): {
            "unique_id": f"{topics.device}_{key}",
            "value_template": f"{{{{ value_json.{key} }}}}",
            **look,
            **device,
        }
        for platform, key, look in entities
    }


def _build_transform(model: Json, header: Json) -> Json:
    x, y, z = (round(to_mm(model[axis]) / 1000, 5) for axis in ("x_in", "y_in", "z_in"))
    half_angle = model["heading_rad"] / 2
    return {
        "header": header,
        "child_frame_id": f"{header['frame_id']}/{model['id']}",
        "transform": {
            "translation": {"x": x, "y": y, "z": z},
            "rotation": {"x": 0.0, "y": 0.0, "z": round(math.sin(half_angle), 6), "w": round(math.cos(half_angle), 6)},
        },
    }


USUAL_NAME = "table"


@dataclass(frozen=True)
class MqttTarget:
    """A broker, and the table's name there."""

    broker: BrokerAddress
    name: str


def mqtt_target(url: str) -> MqttTarget:
    """The target of `mqtt://user:secret@host:port/NAME`. ValueError, a sentence, for anything else."""
    try:
        broker, path = BrokerAddress.from_url(url), urlsplit(url).path
    except BadBroker as wrong:
        raise ValueError(str(wrong)) from None
    name = path.strip("/") or USUAL_NAME
    if not NAME.fullmatch(name):
        raise ValueError(
            f"{name} is no name of a table at a broker: give letters, digits, - and _, as in mqtt://host/table1"
        )
    return MqttTarget(broker, name)


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
