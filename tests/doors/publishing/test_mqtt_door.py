"""What a table tells an MQTT broker: by the contract, as Home Assistant documents it, and over a real mosquitto."""

import json
import math
import time
from dataclasses import replace

import click
import pytest
from contract import FOLDER, SCHEMA, closed, hold
from couriers import Client, until
from fake_table import position
from jsonschema import Draft202012Validator

from tablecam.commands.options import mqtt_option
from tablecam.doors.hub.bus import BrokerAddress
from tablecam.doors.publishing.live_message import position_message
from tablecam.doors.publishing.mqtt_door import (
    DoorTopics,
    MqttDoor,
    MqttTarget,
    PlayState,
    discovery_messages,
    frames_message,
    mqtt_target,
    state_message,
)
from tablecam.live.live_loop import PublishedFrame

TOPICS = DoorTopics("drawn")
PLAYS = PlayState(True, "Red", "Turn 2", "2026-03-01T20:00:00+01:00")
FRAMES = Draft202012Validator(closed(SCHEMA | {"oneOf": [{"$ref": "#/$defs/frames"}]}))


def test_the_state_keeps_to_the_schema() -> None:
    assert hold(state_message(PLAYS, "good"))["camera_good"] is True
    nothing = hold(state_message(PlayState(False), "waiting"))
    assert (nothing["game"], nothing["turn"], nothing["begun"], nothing["camera_good"]) == (False, None, None, False)


def test_frames_are_metres_and_turn_about_the_upright() -> None:
    message = position_message(position())
    frames = frames_message(message, "drawn", 1_775_242_800.25)
    FRAMES.validate(frames)
    eve = next(each for each in frames["transforms"] if each["child_frame_id"] == "drawn/eve")
    assert eve["header"] == {"stamp": {"sec": 1_775_242_800, "nanosec": 250_000_000}, "frame_id": "drawn"}
    assert eve["transform"]["translation"] == {"x": 0.8636, "y": 0.8509, "z": 0.127}
    turned = eve["transform"]["rotation"]
    assert 2 * math.atan2(turned["z"], turned["w"]) == pytest.approx(-1.57, abs=1e-4)
    states = {model["id"]: model["state"] for model in message["models"]}
    told = {each["child_frame_id"].removeprefix("drawn/") for each in frames["transforms"]}
    assert told == {id for id, state in states.items() if state not in ("lost", "tentative")} != set(states)


def test_home_assistant_is_told_a_device_of_four_things_that_the_state_has() -> None:
    said = discovery_messages(TOPICS, "1.0")
    assert next(iter(said)) == "homeassistant/binary_sensor/tablecam_drawn/game/config"
    state = state_message(PLAYS, "good")
    for topic, part in said.items():
        key = part["value_template"].removeprefix("{{ value_json.").removesuffix(" }}").removesuffix(" or '-'")
        assert key in state
        assert f"/{key}/" in topic
        assert part["device"]["identifiers"] == ["tablecam_drawn"]
        assert (part["state_topic"], part["availability_topic"]) == (
            TOPICS.get_topic("state"),
            TOPICS.get_topic("availability"),
        )
    assert len({part["unique_id"] for part in said.values()}) == len(said) == 4


def test_every_topic_is_in_the_asyncapi_file() -> None:
    channels = json.loads((FOLDER / "asyncapi.json").read_text())["channels"].values()
    addresses = {channel["address"].replace("{name}", "drawn") for channel in channels}
    assert {TOPICS.get_topic(kind) for kind in ("position", "pulse", "state", "frames")} <= addresses


def test_a_broker_and_a_name_are_read_from_an_address() -> None:
    target = mqtt_target("mqtts://house:a%2Fb@ha.local/club-2")
    assert (target.name, target.broker.host, target.broker.port, target.broker.secret) == (
        "club-2", "ha.local", 8883, "a/b",
    )  # fmt: skip
    assert mqtt_target("mqtt://127.0.0.1").name == "table"


@pytest.mark.parametrize("url", ["ha.local", "mqtt://ha.local/a/b", "mqtt://ha.local/+", "http://x"])
def test_what_is_no_address_is_refused_at_the_command_line(url: str) -> None:
    command = mqtt_option(click.command()(lambda **_given: None))
    with pytest.raises(click.BadParameter):
        command.make_context("play", ["--mqtt", url])


@pytest.mark.slow
def test_a_broker_hears_what_is_new_and_that_the_table_is_gone(open_broker: BrokerAddress) -> None:
    view = PublishedFrame(1, snapshot=position())
    states = [PLAYS]
    ear = Client(open_broker, ("tablecam/#", "homeassistant/#"))
    door = MqttDoor(MqttTarget(open_broker, "drawn"), lambda seen: position_message(seen.snapshot), lambda: states[0])

    def heard(kind: str) -> list[dict]:
        return [json.loads(payload) for topic, payload in ear.heard if topic == TOPICS.get_topic(kind)]

    with ear.bus:
        assert ear.is_up.wait(60)
        with door.bus:
            until(door._reconnected.is_set)
            for _ in range(3):
                door.tell(view, time.monotonic())
            states[0] = replace(PLAYS, turn="Blue")
            door.tell(view, time.monotonic() + 2)
            until(lambda: len(heard("state")) == 2 and len(heard("pulse")) == 2)
            door.end()
            until(lambda: (TOPICS.get_topic("availability"), b"offline") in ear.heard)
    assert [state["turn"] for state in heard("state")] == ["Red", "Blue"]
    assert [hold(message) for message in heard("position")] == [position_message(position())]
    assert len(heard("frames")) == 1
    found = [topic for topic, _ in ear.heard if topic.startswith("homeassistant/")]
    assert found == list(discovery_messages(TOPICS, ""))
    late = Client(open_broker, ("tablecam/#",), "late")
    with late.bus:
        until(lambda: len(late.heard) == 3)
    assert {topic for topic, _ in late.heard} == {
        TOPICS.get_topic(kind) for kind in ("position", "state", "availability")
    }


@pytest.mark.slow
def test_a_table_that_is_gone_without_a_word_is_told_offline(open_broker: BrokerAddress) -> None:
    ear = Client(open_broker, (TOPICS.get_topic("availability"),))
    door = MqttDoor(MqttTarget(open_broker, "drawn"), lambda seen: position_message(seen.snapshot), lambda: PLAYS)
    with ear.bus, door.bus:
        assert ear.is_up.wait(60)
        until(door._reconnected.is_set)
        door.tell(PublishedFrame(1, snapshot=position()), time.monotonic())
        until(lambda: bool(ear.heard))
        door.bus._client.socket().close()
        until(lambda: (TOPICS.get_topic("availability"), b"offline") in ear.heard)
