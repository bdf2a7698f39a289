"""The floor of a model, put right by a person."""

import pytest
from fake_table import ShownLive, roster
from flask import Flask
from flask.testing import FlaskClient

from webui import create_app
from webui.server.dependencies import Dependencies

OURS = {"X-Tablecam": "page"}


@pytest.fixture
def said() -> list[tuple[str, str | None]]:
    return []


@pytest.fixture
def client(live: ShownLive, said: list[tuple[str, str | None]]) -> FlaskClient:
    def stand_on(model: str, surface: str | None) -> None:
        if model == "cal":
            raise ValueError("no model 'cal' is at rest on the table")
        said.append((model, surface))

    return create_app(Dependencies(live, roster, stand_on=stand_on)).test_client()


def post(client: FlaskClient, body: dict, number: int = 1):
    return client.post("/api/model/floor", json=body | {"id": f"{number:024x}"}, headers=OURS)


def test_the_floors_about_a_model_are_offered_the_table_first(client: FlaskClient) -> None:
    told = client.get("/api/model/floors?model=bea").json
    assert told["stands_on"] == "house"
    assert told["floors"] == [{"name": "table", "z_in": 0.0}, {"name": "house", "z_in": 3.0}]


def test_a_floor_is_named_by_its_height(client: FlaskClient, said: list) -> None:
    assert post(client, {"model": "bea", "z_in": 0}).status_code == 200
    assert post(client, {"model": "bea", "z_in": 3.0}, 2).status_code == 200
    assert said == [("bea", "table"), ("bea", "house")]


def test_null_lets_the_camera_read_again(client: FlaskClient, said: list) -> None:
    assert post(client, {"model": "bea", "z_in": None}).status_code == 200
    assert said == [("bea", None)]


def test_a_height_where_there_is_no_floor_is_refused_with_those_there_are(client: FlaskClient, said: list) -> None:
    refused = post(client, {"model": "bea", "z_in": 5.0})
    assert refused.status_code == 409
    assert "choose one of 0 and 3" in refused.json["error"]["says"]
    assert said == []


@pytest.mark.parametrize("z_in", ["three", True, [3]])
def test_a_height_that_is_no_number_is_refused(client: FlaskClient, said: list, z_in: object) -> None:
    assert post(client, {"model": "bea", "z_in": z_in}).status_code == 400
    assert said == []


def test_a_model_in_a_hand_is_refused_in_a_sentence(client: FlaskClient) -> None:
    refused = post(client, {"model": "cal", "z_in": 0})
    assert refused.status_code == 409
    assert refused.json["error"]["says"].startswith("No model 'cal' is at rest")


@pytest.mark.slow
@pytest.mark.parametrize(("model", "status"), [("zoe", 404), (None, 400), (7, 400)])
def test_a_model_that_is_not_there_is_refused(client: FlaskClient, model: object, status: int) -> None:
    assert post(client, {"model": model, "z_in": 0}).status_code == status


@pytest.mark.slow
def test_where_nobody_can_say_so_the_route_is_not_there(app: Flask) -> None:
    assert post(app.test_client(), {"model": "bea", "z_in": 0}).status_code == 404
