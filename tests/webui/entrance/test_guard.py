import pytest
from entrance_client import NETWORK, bare_app, new_id, says, send
from flask import jsonify
from flask.testing import FlaskClient

from webui.entrance.access import Access, alone
from webui.entrance.guard import MOST_BYTES, larger


@pytest.fixture
def client() -> FlaskClient:
    return bare_app(alone(("red", "blue"))).test_client()


def test_a_deed_of_our_page_is_done(client: FlaskClient) -> None:
    assert send(client, "/api/command").json == {"done": True}


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Tablecam": "elsewhere"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://localhost:9999"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost@evil.example"},
    ],
)
def test_a_page_from_elsewhere_does_nothing(client: FlaskClient, headers: dict) -> None:
    response = send(client, "/api/command", **headers)
    assert response.status_code == 403
    assert "Another site" in says(response)


def test_a_deed_needs_the_header_that_no_form_can_send(client: FlaskClient) -> None:
    assert client.post("/api/command", json={"id": new_id()}).status_code == 403


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_every_way_to_change_something_is_guarded(client: FlaskClient, method: str) -> None:
    assert getattr(client, method)("/api/command").status_code == 403


def test_what_only_looks_is_not_held_up(client: FlaskClient) -> None:
    assert client.get("/api/command", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://192.168.1.7:8000", "https://192.168.1.7:8000"])
def test_our_own_origin_is_ours_whoever_speaks_https_for_us(client: FlaskClient, origin: str) -> None:
    assert send(client, "/api/command", Host=NETWORK, Origin=origin, Sec_Fetch_Site="same-origin").status_code == 200


def test_behind_a_proxy_that_hides_the_name_its_own_address_is_ours() -> None:
    client = bare_app(
        Access(alone(("red", "blue")).keys, usual=("red", "blue"), address="https://table.club.example")
    ).test_client()
    assert send(client, "/api/command", Host="127.0.0.1:8000", Origin="https://table.club.example").status_code == 200
    assert (
        send(client, "/api/command", Host="table.club.example", Origin="https://table.club.example").status_code == 200
    )
    assert send(client, "/api/command", Host="other.club.example").status_code == 421


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"])
def test_a_body_that_says_it_is_no_json_is_415(client: FlaskClient, kind: str) -> None:
    response = client.post("/api/command", data="{}", content_type=kind, headers={"X-Tablecam": "page"})
    assert response.status_code == 415
    assert "application/json" in says(response)


@pytest.mark.parametrize("body", ["", "{", "[]", "3", "null", '"x"', "true", '{"id": NaN}', "[" * 50_000])
def test_a_body_that_is_no_object_is_400_with_a_sentence(client: FlaskClient, body: str) -> None:
    response = client.post("/api/command", data=body, content_type="application/json", headers={"X-Tablecam": "page"})
    assert response.status_code == 400
    assert says(response).endswith(".")


@pytest.mark.parametrize("id", [None, "", 5, "abc", "g" * 24, "A" * 24, "a" * 25, ["a" * 24], "a" * 24 + "\n"])
def test_a_deed_without_a_proper_id_is_400(client: FlaskClient, id: object) -> None:
    response = send(client, "/api/command", {"id": id})
    assert response.status_code == 400
    assert "24" in says(response)


def test_a_body_that_is_too_large_is_413(client: FlaskClient) -> None:
    assert send(client, "/api/command", {"text": "x" * (MOST_BYTES - 100)}).status_code == 200
    response = send(client, "/api/command", {"text": "x" * MOST_BYTES})
    assert response.status_code == 413
    assert "256 kB" in says(response)


def test_a_page_that_takes_files_has_a_bound_of_its_own() -> None:
    client = bare_app(alone(("red", "blue")), larger(4 * MOST_BYTES)(lambda: jsonify(done=True))).test_client()
    assert send(client, "/api/command", {"text": "x" * 3 * MOST_BYTES}).status_code == 200
    assert send(client, "/api/command", {"text": "x" * 4 * MOST_BYTES}).status_code == 413
    assert send(client, "/api/nothing", {"text": "x" * 3 * MOST_BYTES}).status_code == 413
