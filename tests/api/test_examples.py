"""Every example runs as a program of its own, and says something that a person understands."""

import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from services import free_port, mosquitto

from tests.api.conftest import EXAMPLES

pytestmark = pytest.mark.slow
SAYS = {
    "follow_live.py": [" stands at (", " moved to ("],
    "make_a_season.py": ["evening 1: Evening 1, 8 players", "evening 8: Evening 8", "games.db has a season"],
    "follow_by_mqtt.py": [
        "Home Assistant finds Table drawn with game, turn, clock, camera",
        "no game is played",
        " m",
        " models stand on the table; the camera is good",
        "frame drawn/",
    ],
    "listen_to_tuio.py": ["tag ", " of the table"],
    "overlay_over_a_picture.py": ["stream.png: the overlay covers ", "% of the camera's picture"],
    "photo_to_ranges.py": ["12 models found", "Constable Ida", "moss to shale: 18.1", "within 20 in: yes"],
    "play_a_game.py": ["Red rolls 9 and Blue rolls 4", "End of the game", "made again: True"],
    "positions_of_a_recording.py": ["12 models stand on the table; the camera is good", "swift at "],
    "read_a_log.py": ["urban-war, red against blue, finished", "red rolled", "End of the game"],
    "sight_between_two_models.py": ["ida sees 39% of gruff", "container hides 61%"],
    "terrain_as_a_map.py": ["48 x 48 squares", "13 in objects_line_of_sight", "read back: 13 features"],
    "track_a_video.py": ["Watch Captain Brandt: appeared", "in straight"],
}


def with_a_broker() -> list[str]:
    """What the example is told that starts a broker: a port that is free, and the program."""
    return ["", str(free_port()), mosquitto()]


def with_a_browser() -> list[str]:
    """Where it saves the picture, and the browser's program."""
    program = which("chromium-headless-shell") or which("chromium")
    assert program, "no browser: `sh tools/system.sh test` installs chromium-headless-shell"
    return ["stream.png", program]


# what an example is told beside its name
TOLD = {"follow_by_mqtt.py": with_a_broker, "overlay_over_a_picture.py": with_a_browser}


def test_each_example_is_small_and_is_run() -> None:
    programs = sorted(EXAMPLES.glob("*.py"))
    assert [path.name for path in programs] == sorted(SAYS)
    assert [path.name for path in programs if len(path.read_text().splitlines()) >= 60] == []
    assert all(path.stat().st_size < 400_000 for path in EXAMPLES.rglob("*") if path.is_file())


@pytest.mark.parametrize("name", SAYS)
def test_it_runs_from_anywhere(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / name), *TOLD.get(name, list)()]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert said.returncode == 0, said.stderr
    assert [words for words in SAYS[name] if words not in said.stdout] == [], said.stdout
