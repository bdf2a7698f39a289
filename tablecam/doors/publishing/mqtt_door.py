"""What a table tells the MQTT broker of a house: its models, its state, itself to Home Assistant, and frames for ROS.

tablecam/NAME/position       as `/api/v1/live` tells it, retained; `pulse` each second beside it
tablecam/NAME/state          {"v":1,"kind":"state","game":true,"turn":"..",..}, retained
tablecam/NAME/frames         {"transforms":[...]}, a `tf2_msgs/TFMessage` as JSON
tablecam/NAME/availability   online, or offline by the last will, retained
homeassistant/KIND/tablecam_NAME/KEY/config      what Home Assistant finds it by, retained
"""

import math
import re
from dataclasses import dataclass

from tablecam.base.units import to_mm
from tablecam.doors.publishing.live_message import GOOD, VERSION, Json

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
ONLINE, OFFLINE = b"online", b"offline"
# a model that was not seen for long stands nowhere
NOWHERE = ("lost", "tentative")  # no text: states of a model
# what a template makes of a JSON truth
# nobody's turn: a null would be shown as a word by some versions
WHOSE_TURN = "{{ value_json.turn or '-' }}"  # no text: a template
SWITCHED = {"payload_on": "True", "payload_off": "False"}
DIAGNOSED = {"entity_category": "diagnostic", **SWITCHED}


@dataclass(frozen=True)
class DoorTopics:
    """The topics of a table of a name."""

    name: str

    def of(self, kind: str) -> str:
        """kind: position, pulse, state, frames or availability."""
        return f"tablecam/{self.name}/{kind}"

    @property
    def device(self) -> str:
        """Of Home Assistant's id of it, too."""
        return f"tablecam_{self.name}"

    def discovery(self, platform: str, key: str) -> str:
        """Where Home Assistant of any version looks for what a device shows, each by itself."""
        return f"homeassistant/{platform}/{self.device}/{key}/config"


@dataclass(frozen=True)
class PlayState:
    """A game for somebody who does not look at it. game: whether one is played; turn: the side that is to act.

    title: of the turn; begun: as ISO 8601.
    """

    game: bool
    turn: str = ""
    title: str = ""
    begun: str | None = None


def state_message(state: PlayState, camera: str) -> Json:
    """camera: as a position has it."""
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
    """Where each model stands, in metres from the near left corner of the table. now_s: since 1970.

    table: the name of the table's frame; a model's is that, a stroke and its id.
    """
    whole = math.floor(now_s)
    stamp = {"sec": whole, "nanosec": int((now_s - whole) * 1e9)}
    header = {"stamp": stamp, "frame_id": table}
    standing = (model for model in position["models"] if model["state"] not in NOWHERE)
    return {"transforms": [_transform(model, header) for model in standing]}


def discovery_messages(topics: DoorTopics, version: str) -> dict[str, Json]:
    """The table as a device of Home Assistant, with four things to see, by topic. version: of this program."""
    # no text: whose language it would be is not known; people name devices and entities there themselves
    named = {"name": f"Table {topics.name}", "manufacturer": "tablecam", "sw_version": version}
    device = {
        "device": {"identifiers": [topics.device], **named},
        "origin": {"name": "tablecam", "sw_version": version},
        "state_topic": topics.of("state"),
        "availability_topic": topics.of("availability"),
    }
    shown = (
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
        for platform, key, look in shown
    }


def _transform(model: Json, header: Json) -> Json:
    x, y, z = (round(to_mm(model[axis]) / 1000, 5) for axis in ("x_in", "y_in", "z_in"))
    half = model["heading_rad"] / 2
    return {
        "header": header,
        "child_frame_id": f"{header['frame_id']}/{model['id']}",
        "transform": {
            "translation": {"x": x, "y": y, "z": z},
            "rotation": {"x": 0.0, "y": 0.0, "z": round(math.sin(half), 6), "w": round(math.cos(half), 6)},
        },
    }
