"""`tablecam track`: what happened, a line an event, in step with what was drawn; damaged frames are survived."""

import json
import math
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.commands.conftest import CORNER, END, NUDGED_AT

KEYS = ["time", "event", "model", "from", "to", "path_in", "straight_in", "gaps"]
EVENTS = {"appeared", "moving", "moved", "occluded", "lost", "camera_moved", "camera_locked"}


def events(said) -> list[dict]:
    return [json.loads(line) for line in said.out.splitlines()]


def of(told: list[dict], *names: str) -> list[dict]:
    return [each for each in told if each["event"] in names]


@pytest.mark.slow
def test_a_table_at_rest_is_locked_and_every_model_appears(drawn, command, shots: Path) -> None:
    said = command("track", shots, "--table", drawn.folder, "--json")
    assert (said.status, said.err) == (0, "")
    told = events(said)
    assert all(list(each) == KEYS for each in told)
    assert [each["event"] for each in told] == ["camera_locked"] + ["appeared"] * 8
    for each in of(told, "appeared"):
        spot = drawn.scene.spots[each["model"]]
        assert math.dist(each["to"], (spot.x_in, spot.y_in, spot.z_in)) < 0.02


@pytest.mark.slow
def test_people_get_a_line_an_event(drawn, command, shots: Path) -> None:
    lines = command("track", shots, "--table", drawn.folder).out.splitlines()
    assert len(lines) == 9
    assert "camera locked" in lines[0]
    assert any("brandt" in line and "9.20, 6.40, 0.00" in line for line in lines)


@pytest.mark.slow
def test_a_damaged_and_an_odd_frame_are_told_and_survived(drawn, command, shots: Path) -> None:
    (shots / "2.jpg").write_bytes(drawn.photo.read_bytes()[:50_000])
    cv2.imwrite(str(shots / "4.jpg"), np.full((480, 640), 90, np.uint8))
    said = command("track", shots, "--table", drawn.folder, "--json")
    assert said.status == 0
    assert len(of(events(said), "appeared")) == 8
    told = said.err.splitlines()
    assert len(told) == 2
    assert "2.jpg" in told[0]
    assert "640x480" in told[1]


@pytest.mark.slow
def test_a_missing_recording_is_refused(drawn, command) -> None:
    said = command("track", "nowhere.avi", "--table", drawn.folder)
    assert (said.status, said.out) == (1, "")
    assert "nowhere.avi" in said.sentence


@pytest.mark.slow
def test_a_recording_in_another_size_than_the_calibration_is_refused(drawn, command, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.full((480, 640), 90, np.uint8))
    said = command("track", tmp_path, "--table", drawn.folder)
    assert (said.status, said.out) == (1, "")
    assert "640x480" in said.sentence


@pytest.mark.slow
@pytest.mark.parametrize(("right", "why"), [(150, "reference tags"), (90, "something covers the camera")])
def test_a_recording_that_shows_no_table_is_refused_at_its_end(
    drawn, command, tmp_path: Path, right: int, why: str
) -> None:
    picture = np.full((1080, 1920), 90, np.uint8)
    picture[:, 960:] = right
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    said = command("track", tmp_path, "--table", drawn.folder)
    assert (said.status, said.out) == (1, "")
    assert why in said.sentence


@pytest.mark.slow
def test_a_recording_of_which_nothing_can_be_read_is_refused(drawn, command, tmp_path: Path) -> None:
    (tmp_path / "0.jpg").write_bytes(drawn.photo.read_bytes()[:50_000])
    said = command("track", tmp_path, "--table", drawn.folder)
    assert (said.status, said.out) == (1, "")
    assert "no frame of it can be read" in said.err.splitlines()[-1]


@pytest.fixture(scope="module")
def told(drawn, evening, tmp_path_factory) -> list[dict]:
    from click.testing import CliRunner

    from tablecam.commands.track import track

    done = CliRunner().invoke(track, [str(evening), "--table", str(drawn.folder), "--json"])
    assert (done.exit_code, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.long
def test_every_line_keeps_to_the_contract_and_time_runs_on(told) -> None:
    assert all(list(each) == KEYS and each["event"] in EVENTS for each in told)
    assert all(before["time"] <= after["time"] for before, after in pairwise(told))
    assert all((each["model"] is None) == each["event"].startswith("camera") for each in told)


@pytest.mark.slow
def test_one_model_has_moved_and_its_way_is_that_round_the_corner(drawn, told) -> None:
    (moved,) = of(told, "moved")
    start = drawn.scene.spots["ida"]
    assert moved["model"] == "ida"
    assert math.dist(moved["from"], (start.x_in, start.y_in, 0)) < 0.02
    assert math.dist(moved["to"], (*END, 0)) < 0.02
    assert moved["straight_in"] == pytest.approx(math.dist((start.x_in, start.y_in), END), abs=0.02)
    along = math.dist((start.x_in, start.y_in), CORNER) + math.dist(CORNER, END)
    # a path with gaps must say so instead of cutting the corner
    assert (moved["path_in"] is None) == (moved["gaps"] > 0)
    if moved["path_in"] is not None:
        assert moved["path_in"] == pytest.approx(along, rel=0.05)


@pytest.mark.slow
def test_nobody_else_has_moved_or_is_lost(told) -> None:
    assert {each["model"] for each in of(told, "moving", "moved")} == {"ida"}
    assert of(told, "lost") == []
    assert len({each["model"] for each in of(told, "appeared")}) == 8


@pytest.mark.slow
def test_the_nudge_is_noticed_within_a_second_and_the_camera_locked_again(told) -> None:
    assert [each["event"] for each in of(told, "camera_moved", "camera_locked")] == [
        "camera_locked",
        "camera_moved",
        "camera_locked",
    ]
    noticed, locked = of(told, "camera_moved", "camera_locked")[1:]
    assert NUDGED_AT <= noticed["time"] + 1e-3 <= NUDGED_AT + 1.0
    assert locked["time"] <= NUDGED_AT + 1.5
    # held back in between, and nobody moves by the nudge
    assert [each for each in told if each["time"] > noticed["time"] and each["model"] is not None] == []
