"""What the set-up's addresses answer, and to whom."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from tablecam.base.errors import CameraUnavailable
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.setup.lens_step import REPORT
from tablecam.storage.table_toml import CameraDelay, keep_delay
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies

# seconds of pictures or of whole games: the long round
pytestmark = pytest.mark.slow

NUMBERS = iter(range(10**9))
# a picture is drawn, searched and fitted on whatever machine this is
PATIENCE_S = 180.0


@pytest.fixture
def client(empty) -> FlaskClient:
    return empty.app.test_client()


def post(client: FlaskClient, path: str, **body: Any):
    return client.post(path, json={"id": f"{next(NUMBERS):024x}", **body}, headers={"X-Tablecam": "page"})


def told(client: FlaskClient, path: str, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The answer, once it says what is wanted."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        answer = client.get(path).json
        assert answer is not None
        if wanted(answer):
            return answer
        time.sleep(0.05)
    pytest.fail(f"{path} does not say what is wanted: {answer}")


def test_a_folder_without_a_file_has_all_steps_before_it(client: FlaskClient) -> None:
    steps = told(client, "/api/setup", lambda answer: answer["steps"][0]["state"] == "open")["steps"]
    assert [step["name"] for step in steps] == [
        "camera", "print", "lens", "place", "gauge", "terrain", "roster", "play",
    ]  # fmt: skip
    assert {step["state"] for step in steps} == {"open"}


def test_a_step_is_skipped_done_and_taken_up_again(client: FlaskClient) -> None:
    def state() -> str:
        return next(step["state"] for step in client.get("/api/setup").json["steps"] if step["name"] == "terrain")

    for mark, expected in (("skipped", "skipped"), ("done", "done"), (None, "open")):
        assert post(client, "/api/setup/mark", step="terrain", mark=mark).status_code == 200
        assert state() == expected
    assert post(client, "/api/setup/mark", step="dance", mark="done").status_code == 400
    assert post(client, "/api/setup/mark", step="print", mark="perhaps").status_code == 400


def test_the_whole_picture_comes_and_only_a_newer_one(client: FlaskClient, empty) -> None:
    told(client, "/api/setup", lambda answer: answer["steps"][0]["says"].startswith("The image is"))
    response = client.get("/api/setup/picture.jpg")
    picture = cv2.imdecode(np.frombuffer(response.data, np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (720, 1280, 3)
    again = client.get(f"/api/setup/picture.jpg?after={response.headers['X-Frame']}")
    assert int(again.headers["X-Frame"]) > int(response.headers["X-Frame"])
    assert client.get("/api/setup/picture.jpg?after=1000000").status_code == 204


def test_the_camera_step_says_how_sharp_bright_and_fine_the_picture_is(client: FlaskClient) -> None:
    answer = told(client, "/api/setup/camera", lambda answer: answer["picture"] and answer["cells"])
    assert answer["picture"] == {"width": 1920, "height": 1080}
    assert answer["current"] == "synthetic table"
    assert {answer[name]["verdict"] for name in ("focus", "exposure")} <= {"good", "fair"}
    assert 40 in answer["tags"]
    assert "px a cell" in answer["cells"][0]["says"]


def test_the_camera_step_says_how_late_the_pictures_are_once_that_is_kept(client: FlaskClient, empty) -> None:
    assert client.get("/api/setup/camera").json["delay"] == ""
    keep_delay(empty.folder, CameraDelay("synthetic table", 0.42, 0.03, "2026-03-14"))
    assert client.get("/api/setup/camera").json["delay"] == "Its images are 0.42 s late (± 0.03 s)."


def test_the_first_question_is_the_size_and_its_answer_is_kept_on_the_server(client: FlaskClient, empty) -> None:
    assert client.get("/api/setup").json["size_in"] == [48.0, 48.0]
    assert post(client, "/api/setup/size", width_in=72, depth_in=48).json["size_in"] == [72.0, 48.0]
    for wrong in ({"width_in": 4, "depth_in": 48}, {"width_in": 72}, {"width_in": "72", "depth_in": 48}):
        assert post(client, "/api/setup/size", **wrong).status_code == 400
    assert client.get("/api/setup").json["size_in"] == [72.0, 48.0]
    # a table that lies there knows better
    write_table_folder(empty.stage.scene, empty.folder)
    assert client.get("/api/setup").json["size_in"] == [48.0, 48.0]


@pytest.mark.parametrize("source", ["/etc/passwd", "/dev/video97", "file:///etc/passwd", "", "../x"])
def test_what_is_no_camera_is_refused_and_the_one_before_goes_on(client: FlaskClient, empty, source: str) -> None:
    response = post(client, "/api/setup/camera", source=source)
    assert response.status_code == 400
    assert "is neither a camera of this computer" in response.json["error"]["says"]
    assert str(empty.setup.camera.name) == "synthetic table"


def test_a_camera_that_does_not_open_leaves_the_one_before(client: FlaskClient, empty, monkeypatch) -> None:
    def refuse(source: str, size: object) -> None:
        raise CameraUnavailable(f"stream {source} does not open: check its address, and that the camera is on")

    monkeypatch.setattr(empty.setup, "cameras", replace(empty.setup.cameras, by_address=refuse))
    response = post(client, "/api/setup/camera", source="rtsp://10.1.1.1/a", size="4k")
    assert response.status_code == 400
    assert "does not open" in response.json["error"]["says"]
    told(client, "/api/setup/camera", lambda answer: answer["picture"])
    assert post(client, "/api/setup/camera", source="rtsp://10.1.1.1/a", size="8k").status_code == 400


def test_a_capture_is_begun_given_up_and_cannot_be_finished_empty(client: FlaskClient) -> None:
    assert client.get("/api/setup/lens").json["capture"] is None
    begun = post(client, "/api/setup/lens/start").json
    assert begun["capture"]["kept"] == 0
    refused = post(client, "/api/setup/lens/finish")
    assert refused.status_code == 400
    assert "0 views of the board are too few" in refused.json["error"]["says"]
    assert post(client, "/api/setup/lens/stop").json["capture"] is None


def test_a_capture_that_nobody_asked_for_does_not_begin_in_a_skipped_step(client: FlaskClient) -> None:
    post(client, "/api/setup/mark", step="lens", mark="skipped")
    assert post(client, "/api/setup/lens/start", by_itself=True).json["capture"] is None
    assert post(client, "/api/setup/lens/start").json["capture"]["kept"] == 0
    assert post(client, "/api/setup/lens/stop").json["capture"] is None
    post(client, "/api/setup/mark", step="lens", mark=None)


def test_a_board_that_is_held_still_is_taken_by_itself(client: FlaskClient, empty) -> None:
    post(client, "/api/setup/lens/start")
    empty.stage.show_chart(0)
    capture = told(client, "/api/setup/lens", lambda answer: answer["capture"]["kept"] == 1)["capture"]
    assert len(capture["cells"]) == 6
    assert len(capture["cells"][0]) == 8
    assert max(max(row) for row in capture["cells"]) == 1
    assert (empty.folder / "lens-views.json").exists()
    empty.stage.show_table()
    # a bad view is left out, also of what outlives a kill
    assert post(client, "/api/setup/lens/drop").json["capture"]["kept"] == 0
    assert not (empty.folder / "lens-views.json").exists()


def test_the_report_is_a_page_of_its_own_that_runs_nothing(client: FlaskClient, empty) -> None:
    assert client.get("/api/setup/lens/report.html").status_code == 404
    (empty.folder / REPORT).write_text("<!doctype html><h1>Camera calibration</h1>")
    response = client.get("/api/setup/lens/report.html")
    assert response.mimetype == "text/html"
    policy = response.headers["Content-Security-Policy"]
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy


def test_without_a_lens_the_table_and_the_card_say_what_comes_first(client: FlaskClient) -> None:
    for step in ("place", "gauge"):
        answer = told(client, f"/api/setup/{step}", lambda answer: answer["trouble"])
        assert "calibrate it first" in answer["trouble"]


def test_the_table_is_registered_turned_and_saved(client: FlaskClient, empty) -> None:
    write_table_folder(empty.stage.scene, empty.folder)
    before = (empty.folder / "table.toml").read_text()
    answer = told(client, "/api/setup/place", lambda answer: answer.get("area_px"))
    assert answer["finding"]["verdict"] == "good"
    assert answer["residual_in"] < 0.02
    assert len(answer["tags"]) == 8
    x_px, y_px = answer["area_px"][2]
    assert post(client, "/api/setup/place/origin", x_px=x_px, y_px=y_px).json["draft"]
    turned = told(client, "/api/setup/place", lambda answer: answer["area_px"] and answer["area_px"][0] != [0, 0])
    assert (empty.folder / "table.toml").read_text() == before
    told(client, "/api/setup/place", lambda now: np.allclose(now["area_px"][0], [x_px, y_px], atol=1))
    assert not post(client, "/api/setup/place/save").json["draft"]
    assert (empty.folder / "table.toml").read_text() != before
    assert turned["table"] == {"width_in": 48.0, "depth_in": 48.0}


def test_sizes_that_are_none_are_refused(client: FlaskClient, empty) -> None:
    write_table_folder(empty.stage.scene, empty.folder)
    told(client, "/api/setup/place", lambda answer: answer.get("area_px"))
    for size in ({"width_in": 4, "depth_in": 48}, {"width_in": "48", "depth_in": 48}, {"width_in": 48}):
        assert post(client, "/api/setup/place/size", **size).status_code == 400


@pytest.mark.parametrize("role", ["red", "blue", "spectator"])
def test_only_the_table_and_the_umpire_set_up(empty, role: str) -> None:
    access = replace(alone(("red", "blue")), host="0.0.0.0")
    client = create_app(Dependencies(empty.live, empty.setup, access=access, setup=empty.setup)).test_client()
    client.set_cookie(COOKIE, access.token(role))
    rules = [rule for rule in empty.app.url_map.iter_rules() if rule.rule.startswith("/api/setup")]
    assert len(rules) > 8
    for rule in rules:
        path = rule.rule.replace("<any(start, stop, finish, drop):command>", "start").replace(
            "<any(size, origin, lay, save, drop):command>", "save"
        )
        if "<" in path:
            continue
        answer = post(client, path) if "POST" in (rule.methods or ()) else client.get(path)
        assert answer.status_code == 403, path
