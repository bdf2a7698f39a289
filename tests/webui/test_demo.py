"""`tablecam demo` as somebody at the page meets it: directed by hand, and from an empty folder."""

import itertools
import json
import math
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import cv2
import pytest

# whole programs
pytestmark = pytest.mark.slow

IDS = itertools.count()
Json = dict[str, Any]


@contextmanager
def demo(*options: str) -> Iterator[str]:
    """The page's address; in a process of its own, for signals belong to the main thread."""
    command = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0", "--seconds", "120", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).resolve().parents[2])
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[4]
    finally:
        process.terminate()
        assert process.wait(timeout=120) == 0


def direct(address: str, **body: object) -> Json:
    return post(address, "/api/stage", **body)


def post(address: str, path: str, **body: object) -> Json:
    data = json.dumps({"id": f"{next(IDS):024x}", **body}).encode()
    headers = {"Content-Type": "application/json", "X-Tablecam": "page"}
    with urlopen(Request(f"{address}{path}", data, headers), timeout=120) as answer:
        return json.load(answer)


def table_when(address: str, so: Callable[[Json], bool]) -> Json:
    """The first table told by the stream that is so."""
    with urlopen(f"{address}/api/events", timeout=120) as stream:
        told = (json.loads(line[5:]) for line in stream if line.startswith(b"data:"))
        return next(data for data in told if "camera" in data and so(data))


def stands(name: str, x_in: float, y_in: float) -> Callable[[Json], bool]:
    def so(table: Json) -> bool:
        (model,) = [each for each in table["models"] if each["id"] == name]
        return model["state"] == "settled" and math.dist((model["x_in"], model["y_in"]), (x_in, y_in)) < 0.02

    return so


@pytest.mark.long
def test_deployed_forces_stand_still_in_their_strips_and_go_where_they_are_put() -> None:
    with demo("--models", "deployed") as address:
        table = table_when(address, lambda table: len(table["models"]) == 12)
        assert all(each["y_in"] < 6 if each["side"] == "red" else each["y_in"] > 42 for each in table["models"])
        told = direct(address, do="carry", model="brandt", x_in=22.0, y_in=13.0, at_once=True)
        assert told["hands"] is False
        table_when(address, stands("brandt", 22.0, 13.0))


@pytest.mark.long
def test_from_scratch_there_is_a_picture_and_a_sentence_about_what_is_to_be_made() -> None:
    with demo("--from-scratch") as address:
        table = table_when(address, lambda table: table["picture"] is not None)
        assert table["camera"]["state"] == "waiting"
        assert table["camera"]["says"].startswith("This table is not set up yet")
        assert table["camera"]["to_set_up"]
        assert table["models"] == []
        direct(address, do="show_chart", pose=0)
        with urlopen(f"{address}/api/picture.jpg", timeout=120) as picture:
            assert picture.read(2) == b"\xff\xd8"


@pytest.mark.long
def test_a_camera_that_is_lost_is_told_and_comes_back() -> None:
    with demo("--models", "boxed") as address:
        table_when(address, lambda table: table["camera"]["state"] == "good")
        direct(address, do="lose_camera")
        table_when(address, lambda table: table["camera"]["state"] == "trouble")
        direct(address, do="return_camera")
        table_when(address, lambda table: table["camera"]["state"] == "good")


@pytest.mark.long
def test_a_table_in_the_dark_is_told_and_no_model_is_lost() -> None:
    with demo() as address:
        table = table_when(address, lambda table: table["camera"]["state"] == "good" and len(table["models"]) == 12)
        stood = {each["id"] for each in table["models"]}
        direct(address, do="light", share=0)
        dark = table_when(address, lambda table: table["camera"]["state"] == "held_back")
        assert "too dark to see the tags" in dark["camera"]["says"]
        direct(address, do="light", share=1)
        lit = table_when(address, lambda table: table["camera"]["state"] == "good")
        assert {each["id"] for each in dark["models"]} == {each["id"] for each in lit["models"]} == stood


@pytest.mark.long
def test_frames_of_a_game_are_kept_in_the_tables_folder_until_that_is_switched_off(tmp_path: Path) -> None:
    def kept_frames() -> Json:
        with urlopen(f"{address}/api/game/frames", timeout=120) as answer:
            return json.load(answer)

    def wait_until(so: Callable[[Json], bool]) -> None:
        pause = threading.Event()
        while not so(kept_frames()):
            pause.wait(0.2)

    with demo("--models", "deployed", "--table", str(tmp_path)) as address:
        table_when(address, lambda table: len(table["models"]) == 12)
        post(address, "/api/game/new", forces={"red": "harbour-watch", "blue": "tunnel-kin"})
        post(address, "/api/game/frames", on=True)
        wait_until(lambda kept: kept["frames"] >= 1)
        direct(address, do="carry", model="brandt", x_in=22.0, y_in=13.0)
        wait_until(lambda kept: kept["frames"] > 3)
        folder = tmp_path / kept_frames()["folder"]
        assert folder.name == "games.db.frames"
        shot = cv2.imread(str(min(folder.glob("*.jpg"))))
        assert max(shot.shape) == 960
        assert shot.std() > 10
        post(address, "/api/game/frames", on=False)
        wait_until(lambda kept: kept["frames"] == 0)
        assert list(folder.iterdir()) == []
