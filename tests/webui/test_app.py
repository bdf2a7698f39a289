import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from fake_table import ShownLive, camera, picture, position, roster
from flask import Flask
from flask.testing import FlaskClient

from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from webui import create_app
from webui.server.dependencies import Dependencies
from webui.server.events import Texts, follow
from webui.table.present import WAITING


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>the page</p>")
    (tmp_path / "assets" / "a.js").write_text("plain")
    (tmp_path / "assets" / "a.js.gz").write_bytes(b"packed")
    return tmp_path


def says(response) -> str:
    assert response.json is not None
    assert response.json["error"]["status"] == response.status_code
    return response.json["error"]["says"]


def parse(chunk: str) -> tuple[str, dict]:
    lines = dict(line.split(": ", 1) for line in chunk.strip().splitlines())
    return lines["event"], json.loads(lines["data"])


@pytest.mark.slow
def test_a_page_that_was_not_built_is_503_and_says_what_to_do(live: ShownLive, tmp_path: Path) -> None:
    response = create_app(Dependencies(live, roster, tmp_path)).test_client().get("/")
    assert response.status_code == 503
    assert "make page" in says(response)


def test_the_index_is_asked_for_anew_and_assets_are_kept_for_ever(live: ShownLive, built: Path) -> None:
    client = create_app(Dependencies(live, roster, built)).test_client()
    assert client.get("/").headers["Cache-Control"] == "no-cache"
    assert "immutable" in client.get("/static/app/assets/a.js").headers["Cache-Control"]


def test_a_browser_that_takes_gzip_gets_the_packed_script(live: ShownLive, built: Path) -> None:
    client = create_app(Dependencies(live, roster, built)).test_client()
    packed = client.get("/static/app/assets/a.js", headers={"Accept-Encoding": "gzip"})
    assert (packed.data, packed.headers["Content-Encoding"]) == (b"packed", "gzip")
    assert packed.mimetype == "text/javascript"
    plain = client.get("/static/app/assets/a.js")
    assert plain.data == b"plain"
    assert "Content-Encoding" not in plain.headers


def test_nothing_outside_the_built_page_is_served(live: ShownLive, built: Path) -> None:
    client = create_app(Dependencies(live, roster, built / "assets")).test_client()
    assert client.get("/static/app/assets/../index.html").status_code == 404
    assert client.get("/static/app/assets/..%2f..%2findex.html").status_code == 404


def test_every_refusal_has_one_shape(client: FlaskClient) -> None:
    assert client.get("/api/nothing").status_code == 404
    assert says(client.get("/api/nothing"))
    assert says(client.post("/api/ranges"))


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "192.168.1.7", "[fe80::1]:8000", "localhost:8000", "tablebox", "TableBox.local:8000", "pi.lan."],
)
def test_the_page_answers_to_addresses_and_names_at_home(client: FlaskClient, host: str) -> None:
    assert client.get("/api/ranges?model=ann", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "local.evil.com", "1.2.3"]
)
def test_a_name_that_a_stranger_may_own_is_refused(client: FlaskClient, host: str) -> None:
    response = client.get("/api/ranges?model=ann", headers={"Host": host})
    assert response.status_code == 421
    assert host.partition(":")[0] in says(response)


def test_every_answer_keeps_the_page_to_its_own_server(client: FlaskClient) -> None:
    policy = client.get("/api/ranges?model=ann").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "http" not in policy


def test_ranges_of_a_model_are_those_of_the_newest_view(
    client: FlaskClient, live: ShownLive, view: PublishedFrame
) -> None:
    before = client.get("/api/ranges?model=fox").json["ranges"]
    assert before[0]["id"] == "gus"
    here = position()
    alone = replace(here, models=tuple(placed for placed in here.models if placed.model.id != "gus"))
    live.show(replace(view, number=2, snapshot=alone))
    assert "gus" not in {one["id"] for one in client.get("/api/ranges?model=fox").json["ranges"]}


def test_ranges_from_a_model_that_is_not_there_are_refused_by_name(client: FlaskClient) -> None:
    response = client.get("/api/ranges?model=ida")
    assert response.status_code == 404
    assert "ida" in says(response)


def test_ranges_need_a_model_and_a_picture(client: FlaskClient, live: ShownLive) -> None:
    assert client.get("/api/ranges").status_code == 400
    live.show(PublishedFrame(number=3))
    response = client.get("/api/ranges?model=ann")
    assert (response.status_code, says(response)) == (503, str(WAITING))


def test_sight_comes_with_the_ranges(client: FlaskClient) -> None:
    found = {one["id"]: one["sight"] for one in client.get("/api/ranges?model=ann").json["ranges"]}
    assert found["cal"]["answer"] == "seen"
    assert found["fox"]["share"] < 1
    assert "courtyard wall" in {each["name"] for each in found["fox"]["hiding"]}


def test_the_reasons_of_a_pair_are_given(client: FlaskClient) -> None:
    found = client.get("/api/why?viewer=ann&target=fox").json
    assert (found["viewer"], found["target"]) == ("ann", "fox")
    assert found["sentences"][0].startswith("Sergeant Ann sees")
    assert found["wedge"]


def test_reasons_need_two_models_that_stand_there(client: FlaskClient) -> None:
    assert client.get("/api/why?viewer=ann").status_code == 400
    assert client.get("/api/why?viewer=ann&target=ann").status_code == 400
    assert "ida" in says(client.get("/api/why?viewer=ann&target=ida"))


def test_reach_is_a_region_around_the_model_that_terrain_cuts_into(client: FlaskClient) -> None:
    far, near = (client.get(f"/api/reach?model=fox&inches={inches}").json["rings"] for inches in (6, 1))
    xs, ys = zip(*near[0], strict=True)
    assert min(xs) < 36 < max(xs)
    assert min(ys) < 12 < max(ys)
    # fox stands in a walled yard
    assert min(x for x, _ in far[0]) > 32


@pytest.mark.parametrize("inches", ["", "0", "-3", "25", "nan", "many"])
def test_a_reach_of_no_sense_is_refused(client: FlaskClient, inches: str) -> None:
    assert client.get(f"/api/reach?model=ann&inches={inches}").status_code == 400


def test_a_tape_lies_between_models_and_places(client: FlaskClient) -> None:
    told = client.get("/api/tape?from=ann&to=10,20").json
    assert (told["from"], told["to"]) == ("ann", "10,20")
    assert told["range_in"] == pytest.approx(10 - 16 / 25.4, abs=1e-3)
    assert client.get("/api/tape?from=1,1&to=4,5").json["range_in"] == pytest.approx(5.0)
    between = client.get("/api/ranges?model=ann").json["ranges"]
    fox = next(one["range_in"] for one in between if one["id"] == "fox")
    assert client.get("/api/tape?from=ann&to=fox").json["range_in"] == fox


@pytest.mark.parametrize("to", ["", "ann", "1,2,3", "a,b", "nan,3", "900,3"])
def test_a_tape_of_no_sense_is_refused(client: FlaskClient, to: str) -> None:
    response = client.get(f"/api/tape?from=ann&to={to}")
    assert response.status_code == 400
    assert says(response)


def test_the_picture_is_a_jpeg_of_the_table_with_its_view_number(client: FlaskClient, live: ShownLive) -> None:
    live.show(PublishedFrame(4, position(), camera(), picture()))
    response = client.get("/api/picture.jpg")
    image = cv2.imdecode(np.frombuffer(response.data, np.uint8), cv2.IMREAD_COLOR)
    assert response.headers["X-View"] == "4"
    assert max(image.shape[:2]) <= 1280


def test_without_a_picture_the_reason_is_given(client: FlaskClient) -> None:
    assert client.get("/api/picture.jpg").status_code == 503


def test_a_new_client_gets_the_whole_state_and_a_pulse(live: ShownLive) -> None:
    stream = follow(live, Texts(roster, BOOKS))
    assert next(stream).startswith("retry: 1000")
    told = dict(parse(next(stream)) for _ in range(4))
    assert list(told) == ["ground", "table", "news", "pulse"]
    assert len(told["table"]["models"]) == len(position().models)


def test_only_what_changed_is_sent_again(live: ShownLive, view: PublishedFrame, pose_untrusted: PublishedFrame) -> None:
    stream = follow(live, Texts(roster, BOOKS))
    for _ in range(5):
        next(stream)
    live.show(pose_untrusted)
    name, told = parse(next(stream))
    assert (name, told["camera"]["state"]) == ("table", "held_back")


def test_a_quiet_table_still_has_a_pulse(live: ShownLive) -> None:
    stream = follow(live, Texts(roster, BOOKS), pulse_s=0.01)
    for _ in range(5):
        next(stream)
    assert parse(next(stream))[0] == "pulse"


def test_a_client_that_was_slow_gets_the_newest_state_only(
    live: ShownLive, view: PublishedFrame, pose_untrusted: PublishedFrame
) -> None:
    stream = follow(live, Texts(roster, BOOKS))
    for _ in range(5):
        next(stream)
    live.show(pose_untrusted)
    live.show(replace(view, number=3, trouble="the cable is out"))
    assert parse(next(stream))[1]["camera"]["says"] == "The cable is out"


def test_the_stream_ends_when_the_table_does(live: ShownLive) -> None:
    stream = follow(live, Texts(roster, BOOKS))
    for _ in range(5):
        next(stream)
    live.stop()
    assert list(stream) == []
