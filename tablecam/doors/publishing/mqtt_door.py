"""A table's messages to the MQTT broker of a house: models, state, Home Assistant discovery, and frames for ROS.

tablecam/NAME/position       as in `/api/v1/live`, retained; `pulse` each second beside it
tablecam/NAME/state          {"v":1,"kind":"state","game":true,"turn":"..",..}, retained
tablecam/NAME/frames         {"transforms":[...]}, a `tf2_msgs/TFMessage` as JSON
tablecam/NAME/availability   online, or offline by the last will, retained
homeassistant/KIND/tablecam_NAME/KEY/config      for Home Assistant's discovery, retained
"""

import math
import re
from dataclasses import dataclass

from tablecam.base.units import to_mm
from tablecam.doors.publishing.live_message import GOOD, VERSION, Json

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
