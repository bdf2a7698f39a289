"""What the addresses of terrain, models and sheets answer, over a drawn table that stands still."""

import base64
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from whole import Whole, whole

from webui.entrance.access import COOKIE

# seconds of pictures or of whole games: the long round
pytestmark = pytest.mark.slow

NUMBERS = iter(range(10**9))
PATIENCE_S = 180.0


def post(client: FlaskClient, path: str, **body: Any):
    return client.post(path, json={"id": f"{next(NUMBERS):024x}", **body}, headers={"X-Tablecam": "page"})


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Whole]:
    made = whole(tmp_path)
    yield made
    made.parts.live.stop()


@pytest.fixture
def client(still: Whole) -> FlaskClient:
    return still.app.test_client()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "table"


def test_terrain_is_saved_and_answered(client: FlaskClient, folder: Path) -> None:
    told = client.get("/api/setup/terrain").json
    assert (told["width_in"], told["depth_in"], told["fault"]) == (48.0, 48.0, "")
    fewer = told["features"][:3]
    saved = post(client, "/api/setup/terrain/save", features=fewer, stamp=told["stamp"])
    assert saved.json["features"] == fewer
    assert saved.json["stamp"] != told["stamp"]
    assert len(json.loads((folder / "terrain.geojson").read_text())["features"]) == 3


def test_a_fault_is_told_beside_the_feature_and_is_not_saved(client: FlaskClient, folder: Path) -> None:
    told = client.get("/api/setup/terrain").json
    before = (folder / "terrain.geojson").read_bytes()
    told["features"][1]["properties"]["z_top_in"] = -2
    checked = post(client, "/api/setup/terrain/check", features=told["features"]).json
    assert [len(each) > 0 for each in checked["faults"]].index(True) == 1
    assert not checked["sound"]
    refused = post(client, "/api/setup/terrain/save", features=told["features"], stamp=told["stamp"])
    assert refused.status_code == 400
    assert "z_top_in" in refused.json["error"]["says"]
    assert (folder / "terrain.geojson").read_bytes() == before


def test_geojson_and_universal_vtt_go_out_and_come_in(client: FlaskClient) -> None:
    features = client.get("/api/setup/terrain").json["features"]
    geojson = client.get("/api/setup/terrain/export/terrain.geojson")
    assert "attachment" in geojson.headers["Content-Disposition"]
    back = post(client, "/api/setup/terrain/import", name="terrain.geojson", text=geojson.text).json
    assert back["features"] == features
    vtt = json.loads(client.get("/api/setup/terrain/export/terrain.uvtt?at_in=0.5").data)
    del vtt["image"]
    back = post(client, "/api/setup/terrain/import", name="club.dd2vtt", text=json.dumps(vtt), height_in=2.5).json
    assert len(back["features"]) == len(features)
    assert {each["properties"]["z_top_in"] for each in back["features"]} == {2.5}


def test_a_file_that_is_too_large_is_refused(client: FlaskClient) -> None:
    refused = post(client, "/api/setup/terrain/import", name="a.geojson", text="x" * 3_000_000)
    assert refused.status_code == 413


def test_sheets_are_pdf_and_wrong_ones_are_told_in_a_sentence(client: FlaskClient) -> None:
    names = [each["name"] for each in client.get("/api/setup/print").json["sheets"]]
    assert names == ["board", "reference", "gauge", "models", "trays"]
    for name in names:
        assert client.get(f"/api/setup/print/letter/{name}.pdf?mm=20").data.startswith(b"%PDF")
    refused = client.get("/api/setup/print/a4/none.pdf")
    assert refused.status_code == 400
    assert "choose" in refused.json["error"]["says"]


@pytest.mark.parametrize("role", ["red", "blue", "spectator"])
def test_none_of_it_is_for_players_and_those_who_look_on(still: Whole, role: str) -> None:
    client = still.app.test_client()
    client.set_cookie(COOKIE, still.access.token(role))
    rules = [rule for rule in still.app.url_map.iter_rules() if rule.rule.startswith("/api/setup/")]
    assert len(rules) > 20
    for path in (
        "terrain",
        "roster",
        "print",
        "terrain/ground.jpg",
        "terrain/export/terrain.uvtt",
        "print/a4/models.pdf",
    ):
        assert client.get(f"/api/setup/{path}").status_code == 403, path
    for path in (
        "terrain/save",
        "terrain/check",
        "terrain/import",
        "terrain/wear",
        "roster/assign",
        "roster/force",
        "roster/import",
    ):
        assert post(client, f"/api/setup/{path}").status_code == 403, path


def told(client: FlaskClient, path: str, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The answer, once it says what is wanted."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        answer = client.get(path).json
        if wanted(answer):
            return answer
        time.sleep(0.05)
    pytest.fail(f"{path} does not say what is wanted: {answer}")


def test_a_model_is_put_down_and_its_card_tapped(furnished) -> None:
    client, stage = furnished.app.test_client(), furnished.stage
    chosen = post(client, "/api/setup/roster/forces", red="harbour-watch", blue="tunnel_kin")
    assert len(chosen.json["cards"]) == 12
    stage.put_model("ida", (20.0, 10.0), 1.5)
    (tag,) = told(client, "/api/setup/roster", lambda answer: answer["tags"])["tags"]
    assert (tag["x_in"], tag["y_in"]) == pytest.approx((20.0, 8.9), abs=0.5)
    assert tag["printed_mm"] == 24.0
    given = {"model": "ida", "tag": tag["tag"], "base": "28.5", "tag_mm": 24, "height_in": 1.25}
    assert post(client, "/api/setup/roster/assign", **given).status_code == 200
    answer = told(client, "/api/setup/roster", lambda answer: any(card["there"] for card in answer["cards"]))
    assert answer["tags"] == []
    placed = furnished.live.view.snapshot.model("ida")
    assert (placed.x_in, placed.y_in) == pytest.approx((20.0, 10.0), abs=0.02)
    twice = post(client, "/api/setup/roster/assign", **(given | {"model": "lund"}))
    assert twice.status_code == 400
    assert "belongs to Constable Ida" in twice.json["error"]["says"]


def test_the_ground_is_a_picture_of_the_table_from_above(furnished) -> None:
    client = furnished.app.test_client()
    told(client, "/api/setup/terrain", lambda answer: answer["camera"])
    response = client.get("/api/setup/terrain/ground.jpg?z=3")
    picture = cv2.imdecode(np.frombuffer(response.data, np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (1080, 1080, 3)
    assert int(response.headers["X-View"]) > 0
    assert client.get("/api/setup/terrain/ground.jpg?z=99").status_code == 400


def test_a_piece_on_the_table_is_carried_by_the_tag_that_lies_on_it(furnished) -> None:
    client, stage = furnished.app.test_client(), furnished.stage
    drawn = client.get("/api/setup/terrain").json
    stage.put_model("ida", (13.6, 34.0), 1.5, 3.5)
    (tag,) = told(client, "/api/setup/terrain", lambda answer: answer["tags"])["tags"]
    named = {"features": drawn["features"], "stamp": drawn["stamp"], "piece": "chapel"}
    worn = post(client, "/api/setup/terrain/wear", tag=tag["tag"], **named)
    assert worn.status_code == 200, worn.json
    (piece,) = worn.json["pieces"]
    assert piece["tag"] == tag["tag"]
    assert "chapel" not in [each["properties"]["name"] for each in worn.json["features"]]
    # seen by its own tag, it stands where it was drawn
    told(client, "/api/setup/terrain", lambda answer: answer["pieces"][0]["seen"])
    standing = [each for each in furnished.live.view.snapshot.terrain.features if each.piece == "chapel"]
    true = next(each for each in furnished.stage.scene.terrain.features if each.name == "chapel")
    assert standing[0].polygon.hausdorff_distance(true.polygon) < 0.1
    fast = post(client, "/api/setup/terrain/fast", piece="chapel")
    assert fast.json["pieces"] == []
    assert "chapel body" in [each["properties"]["name"] for each in fast.json["features"]]


def test_a_tag_that_is_not_in_sight_is_not_given_to_a_piece(furnished) -> None:
    client = furnished.app.test_client()
    drawn = client.get("/api/setup/terrain").json
    named = {"features": drawn["features"], "stamp": drawn["stamp"], "piece": "chapel"}
    refused = post(client, "/api/setup/terrain/wear", tag=333, **named)
    assert refused.status_code == 400
    assert "not in sight" in refused.json["error"]["says"]


def test_a_roster_is_asked_about_kept_and_reported(client: FlaskClient, folder: Path) -> None:
    content = base64.b64encode(b"Gulls\n\n2x Constable\n4x Gull\nTotal: 3 pts\n").decode()
    asked = post(client, "/api/setup/roster/import", name="gulls.txt", content=content).json
    assert (asked["force"], [(model["name"], model["count"]) for model in asked["unknown"]]) == ("", [("Gull", 4)])
    kept = post(client, "/api/setup/roster/import", name="gulls.txt", content=content, answers={"Gull": "Constable"})
    assert (kept.json["force"], kept.json["unknown"]) == ("gulls", [])
    assert "line 5 was not understood: Total: 3 pts" in kept.json["report"]
    assert (folder / "forces" / "gulls.toml").exists()
    assert "gulls" in {force["name"] for force in client.get("/api/setup/roster").json["forces"]}
    again = post(client, "/api/setup/roster/import", name="gulls.txt", content=content)
    assert again.json["error"]["code"] == "already-there"


@pytest.mark.parametrize("wrong", [{"content": "?"}, {"content": "eA==", "answers": []}, {"content": ""}])
def test_a_roster_that_is_none_is_refused(client: FlaskClient, wrong: dict[str, Any]) -> None:
    assert post(client, "/api/setup/roster/import", name="x.ros", **wrong).status_code == 400


def test_a_geojson_of_any_origin_comes_in_with_unit_and_scale(client: FlaskClient) -> None:
    ring = [[100, 100], [300, 100], [300, 200], [100, 100]]
    value = {"type": "MultiPoint", "coordinates": [[1, 1]]}
    collection = {"type": "GeometryCollection", "geometries": [{"type": "Polygon", "coordinates": [ring]}, value]}
    told = post(
        client, "/api/setup/terrain/import", name="plan.json", text=json.dumps(collection),
        height_in=2.0, unit="px", scale=10, down=True,
    ).json  # fmt: skip
    assert [each["properties"]["name"] for each in told["features"]] == ["feature 1"]
    assert told["losses"] == ["feature 1 was left out, or a part of it: GeometryCollection is no area or line"]
    refused = post(client, "/api/setup/terrain/import", name="plan.json", text="{}", height_in=2.0, unit="mm", scale=0)
    assert refused.status_code == 400
