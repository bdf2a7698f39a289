"""A table in a Home Assistant that runs: found by itself, with its states, and away when the program has ended."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from couriers import until
from fake_table import position

from tablecam.doors.hub.bus import BrokerAddress
from tablecam.doors.publishing.live_message import position_message
from tablecam.doors.publishing.mqtt_door import MqttDoor, MqttTarget, PlayState
from tablecam.live.live_loop import PublishedFrame

pytestmark = pytest.mark.long

PROGRAM = Path(__file__).with_name("home_assistant.py")
PYTHON = Path(sys.prefix) / "home-assistant" / "bin" / "python"


@pytest.fixture
def home(open_broker: BrokerAddress, tmp_path: Path) -> Iterator[Iterator[dict[str, Any]]]:
    """What a Home Assistant shows of the table, each time that it shows something else."""
    if not PYTHON.is_file():
        pytest.skip("no Home Assistant on this machine: `make test-long` installs one into an environment of its own")
    command = [PYTHON, PROGRAM, tmp_path, str(open_broker.port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout
        yield map(json.loads, running.stdout)
        running.kill()


def test_home_assistant_finds_a_table_shows_its_states_and_that_it_is_away(
    open_broker: BrokerAddress, home: Iterator[dict[str, Any]]
) -> None:
    view, plays = (
        PublishedFrame(1, snapshot=position()),
        [PlayState(True, "Red", "Turn 2", "2026-03-01T20:00:00+01:00")],
    )
    door = MqttDoor(MqttTarget(open_broker, "drawn"), lambda seen: position_message(seen.snapshot), lambda: plays[0])

    def shown(*states: str) -> dict[str, Any]:
        """What is shown when Game, Turn, Clock and Camera good have these states."""
        names = [f"Table drawn {name}" for name in ("Game", "Turn", "Clock", "Camera good")]
        wanted = dict(zip(names, states, strict=True))
        return next(said for said in home if dict(said["entities"].values()) == wanted)

    with door.bus:
        until(door._reconnected.is_set)
        door.tell(view, time.monotonic())
        found = shown("on", "Red", "2026-03-01T19:00:00+00:00", "on")
        assert found["devices"] == [["Table drawn", "tablecam"]]
        assert {id.split(".")[0] for id in found["entities"]} == {"sensor", "binary_sensor"}
        plays[0] = replace(plays[0], game=False, turn="", begun=None)
        door.tell(view, time.monotonic())
        shown("off", "-", "unknown", "on")
        door.end()
        shown(*["unavailable"] * 4)
