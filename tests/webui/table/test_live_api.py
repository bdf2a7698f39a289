"""/api/v1: what other programs are told, by the contract that is served beside it, and never more than a spectator."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from contract import contract, hold
from fake_table import ShownLive, placed, position, roster
from flask import Flask
from hosting import watched
from serving import served

from tablecam.doors.publishing.live_message import CONTRACT
from tablecam.live.live_loop import PublishedFrame
from tablecam.storage.uvtt import Walls, read_uvtt
from tablecam.table.miniature import Roster
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies


def messages(stream: Iterator[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of each event and its message."""
    for part in stream:
        lines = dict(line.split(": ", 1) for line in text(part).splitlines() if ": " in line)
        if "event" in lines:
            yield lines["event"], hold(json.loads(lines["data"]))


def text(part: Any) -> str:
    return part.decode() if isinstance(part, bytes) else part


def test_the_stream_begins_with_the_position_and_has_a_pulse(app: Flask) -> None:
    with app.test_client().get("/api/v1/live", buffered=False) as response:
        assert response.mimetype == "text/event-stream"
        told = list(islice(messages(response.response), 2))
    assert [name for name, _ in told] == ["position", "pulse"]
    assert all(message["kind"] == name for name, message in told)
    assert [model["id"] for model in told[0][1]["models"]] == [one.model.id for one in position().models]


def test_a_position_is_told_when_it_has_changed_and_not_when_time_has_passed(app: Flask, live: ShownLive) -> None:
    with app.test_client().get("/api/v1/live", buffered=False) as response:
        told = messages(response.response)
        assert next(told)[0] == "position"
        live.show(PublishedFrame(2, replace(position(), time=13.0)))
        later = next(told)
        while later[0] == "pulse" and later[1]["time_s"] != 13.0:
            later = next(told)
        assert later[0] == "pulse"
        moved = replace(position(), models=(placed("ann", 20.0, 10.0, 0.0),))
        live.show(PublishedFrame(3, moved))
        while later[0] == "pulse":
            later = next(told)
    (model,) = later[1]["models"]
    assert (model["id"], model["x_in"]) == ("ann", 20.0)


@pytest.mark.slow
def test_it_is_served_to_pages_of_other_sites(app: Flask) -> None:
    with served(app) as address, urlopen(f"{address}/api/v1/live", timeout=30) as stream:
        assert stream.headers["Access-Control-Allow-Origin"] == "*"
        event = b"".join(iter(stream.readline, b"\n")) + b"".join(iter(stream.readline, b"\n"))
    assert b"event: position" in event


def test_position_range_and_sight_answer_by_the_contract(app: Flask) -> None:
    client = app.test_client()
    assert hold(client.get("/api/v1/position").json)["kind"] == "position"
    far = hold(client.get("/api/v1/range?a=ann&b=fox").json)
    assert (far["a"], far["b"], far["kind"]) == ("ann", "fox", "range")
    assert hold(client.get("/api/v1/sight?viewer=ann&target=fox").json)["kind"] == "sight"


def test_all_ranges_and_all_sights_come_in_one_answer_equal_to_those_one_by_one(app: Flask) -> None:
    client = app.test_client()
    ids = [one.model.id for one in position().models]
    ranges = hold(client.get("/api/v1/ranges").json)
    assert len(ranges["pairs"]) == len(ids) * (len(ids) - 1) // 2
    pair = ranges["pairs"][0]
    alone = client.get(f"/api/v1/range?a={pair['a']}&b={pair['b']}").json
    assert pair == {key: alone[key] for key in pair}
    sights, with_friends = (
        hold(client.get(f"/api/v1/sights?friends={friends}").json)["pairs"] for friends in ("false", "true")
    )
    assert len(with_friends) == len(ids) * (len(ids) - 1)
    sides = {one.model.id: one.model.side for one in position().models}
    assert sights == [pair for pair in with_friends if sides[pair["viewer"]] != sides[pair["target"]]]
    alone = client.get(f"/api/v1/sight?viewer={sights[0]['viewer']}&target={sights[0]['target']}").json
    assert sights[0] == {key: alone[key] for key in sights[0]}


def test_all_pairs_without_a_picture_or_with_a_wrong_flag_are_refused(app: Flask, live: ShownLive) -> None:
    client = app.test_client()
    assert client.get("/api/v1/sights?friends=yes").status_code == 400
    live.show(PublishedFrame(2))
    assert [client.get(f"/api/v1/{many}").status_code for many in ("ranges", "sights")] == [503, 503]


def test_the_terrain_is_a_universal_vtt_map_that_is_read_back(app: Flask, tmp_path: Path) -> None:
    answer = app.test_client().get("/api/v1/terrain.dd2vtt?grid_in=2")
    (tmp_path / "table.dd2vtt").write_bytes(answer.data)
    walls = read_uvtt(tmp_path / "table.dd2vtt", Walls(3.0, grid_in=2.0)).features
    house = next(feature.polygon for feature in position().terrain.features if feature.name == "house")
    assert any(feature.polygon.symmetric_difference(house).area < 1e-6 for feature in walls)
    assert len(app.test_client().get("/api/v1/terrain.dd2vtt?at_in=4.7").json["objects_line_of_sight"]) == 1


@pytest.mark.parametrize("asked", ["grid_in=0", "grid_in=nan", "at_in=99", "at_in=-1"])
def test_a_map_of_no_sense_is_refused(app: Flask, asked: str) -> None:
    refused = app.test_client().get(f"/api/v1/terrain.dd2vtt?{asked}")
    assert (refused.status_code, "must be from" in refused.json["error"]["says"]) == (400, True)


@pytest.mark.parametrize("path", ["range?a=ann", "range?a=ann&b=ann", "sight?viewer=ann", "sight?target=ann"])
def test_a_question_without_two_models_is_refused(app: Flask, path: str) -> None:
    refused = app.test_client().get(f"/api/v1/{path}")
    assert refused.status_code == 400
    assert "Name two different models" in refused.json["error"]["says"]


def test_a_model_that_is_not_there_and_a_table_without_picture_are_refused(app: Flask, live: ShownLive) -> None:
    client = app.test_client()
    assert client.get("/api/v1/range?a=ann&b=nobody").status_code == 404
    live.show(PublishedFrame(2))
    assert client.get("/api/v1/range?a=ann&b=fox").status_code == 503
    assert hold(client.get("/api/v1/position").json)["camera"] == "waiting"


def test_the_contract_is_served_and_lists_every_address(app: Flask) -> None:
    client = app.test_client()
    for name in CONTRACT:
        assert client.get(f"/api/v1/{name}").json == contract(name)
    rules = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/v1/")}
    assert {rule for rule in rules if "<" not in rule} == set(contract("openapi.json")["paths"])


def test_a_seat_is_told_what_a_spectator_is_told(tmp_path: Path) -> None:
    host, table, _follower = watched(tmp_path)
    access = alone(("red", "blue"))
    models = Roster(tuple(one.model for one in table.placed.values()))
    host.get_hidden_names = lambda role: {"ida": f"Somebody, for a {role}"}
    app = create_app(Dependencies(table, lambda: models, host=host, access=access))
    for role in ("spectator", "red", "table", "umpire"):
        client = app.test_client()
        client.set_cookie(COOKIE, access.token(role))
        told = client.get("/api/v1/position").json["models"]
        assert "Somebody, for a spectator" in {model["name"] for model in told}
    table.stop()
    host.close()


def test_the_door_is_part_of_a_table_alone() -> None:
    assert roster()
    rules = create_app(Dependencies(None, roster)).url_map.iter_rules()
    assert not [rule for rule in rules if rule.rule.startswith("/api/v1/")]
