"""Every example runs as a program of its own, and says something that a person understands."""

import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from rosbags.highlevel import AnyReader
from rosbags.typesys import Stores, get_typestore
from services import free_port, mosquitto

from tests.doors.api.conftest import EXAMPLES

pytestmark = pytest.mark.slow
SAYS = {
    "follow_live.py": [" stands at (", " moved to ("],
    "make_a_season.py": ["evening 1: Evening 1, 8 players", "evening 8: Evening 8", "games.db has a season"],
    "follow_by_mqtt.py": [
        "Home Assistant finds Table drawn with Game",
        "no game is played",
        " m",
        " models stand on the table; the camera is good",
        "frame drawn/",
    ],
    "frames_into_a_bag.py": [" frames; drawn/", " at x 0."],
    "list_for_home_assistant.py": [
        "binary_sensor Table drawn: Game is off (online)",
        "sensor Table drawn: Turn is - (online)",
        "Camera good is o",
    ],
    "listen_to_tuio.py": ["tag ", " of the table"],
    "overlay_over_a_picture.py": ["stream.png: the overlay covers ", "% of the camera's picture"],
    "photo_to_ranges.py": ["12 models found", "Constable Ida", "moss to shale: 18.1", "within 20 in: yes"],
    "play_a_game.py": ["Red rolls 9 and Blue rolls 4", "End of the game", "made again: True"],
    "positions_of_a_recording.py": ["12 models stand on the table; the camera is good", "swift at "],
    "read_a_log.py": ["urban-war, red against blue, finished", "red rolled", "End of the game"],
    "scene_for_foundry.py": ["scene.json: ", " tokens on 4800 x 4800 pixels"],
    "sight_between_two_models.py": ["ida sees 39% of gruff", "container hides 61%"],
    "terrain_as_a_map.py": ["48 x 48 squares", "13 in objects_line_of_sight", "read back: 13 features"],
    "track_a_video.py": ["Watch Captain Brandt: appeared", "in straight"],
}

# the rest starts brokers, browsers and cameras, or takes longer to say the same
QUICK = ("play_a_game.py", "sight_between_two_models.py")


def with_a_broker() -> list[str]:
    """What the example is told that starts a broker: a port that is free, and the program."""
    return ["", str(free_port()), mosquitto()]


def with_a_browser() -> list[str]:
    """Where it saves the picture, and the browser's program."""
    program = which("chromium-headless-shell") or which("chromium")
    assert program, "no browser: `sh tools/system.sh test` installs chromium-headless-shell"
    return ["stream.png", program]


def bag_of_ros(folder: Path) -> None:
    """What a program of ROS reads in the bag: models in metres, within the table's frame."""
    with AnyReader([folder / "bag"], default_typestore=get_typestore(Stores.ROS2_HUMBLE)) as bag:
        told = [bag.deserialize(data, each.msgtype) for each, _, data in bag.messages() if each.topic == "/tf"]
    frames = [frame for message in told for frame in message.transforms]
    assert len(told) == 2
    assert {frame.header.frame_id for frame in frames} == {"drawn"}
    assert all(
        0 < frame.transform.translation.x < 1.22 and 0 < frame.transform.translation.y < 1.22 for frame in frames
    )
    assert all(
        frame.transform.rotation.z**2 + frame.transform.rotation.w**2 == pytest.approx(1, abs=1e-5) for frame in frames
    )


# what an example is told beside its name
TOLD = {
    "follow_by_mqtt.py": with_a_broker,
    "frames_into_a_bag.py": lambda: ["bag", *with_a_broker()],
    "list_for_home_assistant.py": with_a_broker,
    "overlay_over_a_picture.py": with_a_browser,
}
# who reads what an example has left in a folder
LEFT = {"frames_into_a_bag.py": bag_of_ros}


def test_each_example_is_small_and_is_run() -> None:
    programs = sorted(EXAMPLES.glob("*.py"))
    assert [path.name for path in programs] == sorted(SAYS)
    assert [path.name for path in programs if len(path.read_text().splitlines()) >= 60] == []
    assert all(path.stat().st_size < 400_000 for path in EXAMPLES.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in SAYS]
)
def test_it_runs_from_anywhere(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / name), *TOLD.get(name, list)()]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert said.returncode == 0, said.stderr
    assert [words for words in SAYS[name] if words not in said.stdout] == [], said.stdout
    LEFT.get(name, Path)(tmp_path)
