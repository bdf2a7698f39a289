"""`tablecam doctor`: each line good or what to do, and nobody's name in it."""

import json
import socket
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablecam.base.errors import CameraUnavailable
from tablecam.commands import doctor
from tablecam.commands.doctor import (
    CheckSubjects,
    Health,
    Symptom,
    cameras,
    clock,
    database,
    disk,
    libraries,
    port,
    public,
)
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

LATE = """[[delays]]
camera = "stream http://phone:8080/video"
seconds = 0.42
sigma_s = 0.03
measured = "2026-03-14"
"""
ABOUT = ("versions", "libraries", "cameras", "page", "games", "disk", "memory", "database", "port", "time")


@pytest.fixture(autouse=True)
def no_cameras(monkeypatch) -> None:
    """Whatever is plugged into the machine that runs the tests is left alone."""
    monkeypatch.setattr(doctor, "_list_cameras", tuple)


@pytest.fixture
def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_every_line_is_good_where_a_game_can_be_played(command, tmp_path: Path, free_port: int) -> None:
    said = command("doctor", "--db", tmp_path / "games.db", "--table", tmp_path, "--port", free_port)
    lines = said.out.splitlines()
    assert said.status == 0, said.out
    assert [line.split()[1] for line in lines] == [*ABOUT[:5], "table", *ABOUT[5:]]
    assert {line.split()[0] for line in lines} <= {"good", "look"}
    assert not list(tmp_path.iterdir())


def test_what_stops_a_game_is_status_1_and_its_line_says_what_to_do(command, tmp_path: Path, free_port: int) -> None:
    absent = tmp_path / "absent" / "games.db"
    said = command("doctor", "--json", "--db", absent, "--port", free_port)
    told = json.loads(said.out)
    assert (said.status, told["good"]) == (1, False)
    assert tuple(check["about"] for check in told["checks"]) == ABOUT
    (stops,) = [check["says"] for check in told["checks"] if check["state"] == "stops" and check["about"] == "games"]
    assert stops.endswith("cannot be written to (no such file or directory): choose another folder")


def test_a_report_has_nobodys_name(command, tmp_path: Path, monkeypatch, free_port: int) -> None:
    home = tmp_path / "ann_of_the_club"
    (home / "games").mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: home)
    said = command("doctor", "--json", "--db", home / "games" / "games.db", "--port", free_port)
    assert "ann_of_the_club" not in said.out
    assert "~/games can be written to" in said.out


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/home/ann/games can be", "~/games can be"),
        (r"C:\Users\Ann\games", r"~\games"),
        ("/Users/ann: no", "~: no"),
        ("/media/ann/STICK/x", "~/STICK/x"),
        ("/srv/games", "/srv/games"),
    ],
)
def test_other_peoples_folders_are_shortened_too(text: str, shown: str) -> None:
    assert public(text) == shown


def modes(source: str):
    if source == "/dev/video1":
        raise CameraUnavailable("camera /dev/video1 cannot be opened: close the program that uses it")
    yield from ("3840x2160 MJPG", "1920x1080 MJPG", "1920x1080 MJPG")


def test_each_camera_is_listed_with_its_modes() -> None:
    found = list(cameras(lambda: (("/dev/video0", "HD Cam"), ("/dev/video1", "Old Cam")), modes))
    assert found[0] == Symptom("cameras", Health.GOOD, "/dev/video0 HD Cam: 3840x2160 MJPG; 1920x1080 MJPG")
    # one is enough to play
    assert found[1].state is Health.LOOK
    assert "close the program" in found[1].says


def test_cameras_of_which_none_opens_stop_a_game() -> None:
    (found,) = cameras(lambda: (("/dev/video1", "Old Cam"),), modes)
    assert found.state is Health.STOPS


def test_no_camera_at_all_stops_nothing() -> None:
    assert [found.state for found in cameras()] == [Health.LOOK]


def test_a_library_that_cannot_be_loaded_is_told_with_what_to_install(monkeypatch) -> None:
    def load(name: str) -> None:
        if name == "cv2":
            raise ImportError("libGL.so.1: cannot open shared object file")

    monkeypatch.setattr(doctor.importlib, "import_module", load)
    stops, others = libraries()
    assert stops.state is Health.STOPS
    assert stops.says.startswith("opencv-python cannot be loaded: libGL.so.1")
    assert "sudo apt-get install libgl1" in stops.says
    assert "opencv-python" not in others.says


def test_two_opencvs_are_told(monkeypatch) -> None:
    class Distribution:
        def __init__(self, name: str) -> None:
            self.metadata = {"Name": name}

    monkeypatch.setattr(
        doctor, "distributions", lambda: map(Distribution, ["opencv-python", "numpy", "opencv-python-headless"])
    )
    stops = [found for found in libraries() if found.state is Health.STOPS]
    assert [found.says.startswith("opencv-python and opencv-python-headless overwrite") for found in stops] == [True]


def test_a_page_that_was_not_built_stops_a_game(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr("webui.server.page.BUILT", tmp_path)
    assert doctor.page().state is Health.STOPS
    assert "make page" in doctor.page().says


def test_a_database_is_read_and_left_alone(tmp_path: Path) -> None:
    where = tmp_path / "games.db"
    with GameStore(open_database(str(where))).new() as kept:
        kept.append(['{"game":"duel"}'])
    assert database(str(where)) == Symptom("database", Health.GOOD, "games.db is sound and has 1 game")
    assert database(f"sqlite:///{where}").state is Health.GOOD


def test_a_damaged_database_stops_a_game(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("no database")
    found = database(str(tmp_path / "games.db"))
    assert found.state is Health.STOPS
    assert "tablecam salvage" in found.says
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE cats (name TEXT)")
    assert database(str(tmp_path / "other.db")).state is Health.STOPS


@pytest.mark.parametrize(
    "url", ["postgresql+psycopg://annabel:sesame@127.0.0.1:9/club", "oracle9://annabel:sesame@club/x"]
)
def test_a_database_server_that_does_not_answer_is_told_without_its_address(url: str) -> None:
    found = database(url)
    assert found.state is Health.STOPS
    assert not any(word in found.says for word in ("annabel", "sesame", "club", "127.0.0.1"))


def test_a_port_that_is_taken_stops_only_who_asked_for_it(monkeypatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        assert port("127.0.0.1", number).state is Health.STOPS
        monkeypatch.setattr("webui.server.server.USUAL_PORT", number)
        assert port("127.0.0.1", None).state is Health.LOOK


def test_a_disk_that_is_nearly_full_stops_a_game(monkeypatch) -> None:
    for free_mb, state in ((50, Health.STOPS), (500, Health.LOOK), (5000, Health.GOOD)):
        usage = type("usage", (), {"free": free_mb * 1_000_000})
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path, usage=usage: usage)
        assert disk(Path()).state is state


def test_a_clock_that_was_never_set_is_told() -> None:
    assert clock(datetime(1970, 1, 1, 0, 3, tzinfo=UTC)).state is Health.LOOK
    assert clock(datetime(2027, 1, 1, tzinfo=UTC)).state is Health.GOOD


def test_a_fault_of_one_check_takes_no_other_with_it(monkeypatch) -> None:
    def refuse() -> None:
        raise ImportError("cv2")

    monkeypatch.setattr(doctor, "_list_cameras", refuse)
    assert [check.about for check in doctor.checks(CheckSubjects("games.db"))][:3] == [
        "versions",
        "libraries",
        "cameras",
    ]


def test_the_delays_of_the_tables_cameras_are_told(tmp_path: Path) -> None:
    assert not list(doctor.delays(tmp_path))
    (tmp_path / "delays.toml").write_text(LATE)
    (one,) = doctor.delays(tmp_path)
    assert one.state is Health.GOOD
    assert one.says.startswith("stream http://phone:8080/video: its images are 0.42 s late (± 0.03 s)")
    (tmp_path / "delays.toml").write_text(LATE.replace("0.42", '"late"'))
    (fault,) = doctor.delays(tmp_path)
    assert fault.state is Health.STOPS
