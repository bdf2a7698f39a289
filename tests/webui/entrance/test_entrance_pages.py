import re
from dataclasses import replace

import cv2
import numpy as np
import pytest
from entrance_client import bare_app, new_id, says, send
from flask import Response
from flask.testing import FlaskClient

from webui.entrance.access import Access, alone
from webui.entrance.rate_limit import FIRST_WAIT_S, FREE


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def access() -> Access:
    return Access(alone(("red", "blue")).keys, usual=("red", "blue"), host="0.0.0.0")


@pytest.fixture
def client(access: Access, clock: Clock) -> FlaskClient:
    return bare_app(access, clock=clock).test_client()


def me(client: FlaskClient) -> dict:
    response = client.get("/api/me")
    assert response.json is not None
    return response.json


def test_whoever_comes_looks_on_and_learns_no_code(client: FlaskClient) -> None:
    found = me(client)
    assert (found["role"], found["may"], found["codes"]) == ("spectator", ["see"], [])


@pytest.mark.parametrize("role", ["table", "red", "blue", "umpire"])
def test_the_right_code_gives_the_role_and_it_stays(client: FlaskClient, access: Access, role: str) -> None:
    response = send(client, "/api/join", {"code": access.keys.codes[role]})
    assert response.json is not None
    assert response.json["role"] == role
    assert me(client)["role"] == role
    codes = {each["role"]: each["code"] for each in me(client)["codes"]}
    assert codes == (access.keys.codes if role in {"table", "umpire"} else {})


def test_the_cookie_is_for_no_script_and_no_other_site(client: FlaskClient, access: Access) -> None:
    cookie = send(client, "/api/join", {"code": access.keys.codes["red"]}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Max-Age" in cookie
    assert "Secure" not in cookie


def test_behind_https_the_cookie_goes_by_https_only(access: Access) -> None:
    behind = Access(access.keys, usual=("red", "blue"), address="https://table.local")
    cookie = send(bare_app(behind).test_client(), "/api/join", {"code": access.keys.owner}).headers["Set-Cookie"]
    assert "Secure" in cookie


def test_a_seat_may_be_left_again(client: FlaskClient, access: Access) -> None:
    send(client, "/api/join", {"code": access.keys.codes["red"]})
    response = send(client, "/api/leave")
    assert response.json == {"role": "spectator", "called": "a spectator"}
    assert me(client)["role"] == "spectator"


def test_a_second_device_takes_the_same_seat(access: Access, clock: Clock) -> None:
    app = bare_app(access, clock=clock)
    for device in (app.test_client(), app.test_client()):
        send(device, "/api/join", {"code": access.keys.codes["blue"]})
        assert me(device)["role"] == "blue"


def test_a_device_that_joins_again_keeps_its_name(client: FlaskClient, access: Access) -> None:
    send(client, "/api/join", {"code": access.keys.codes["red"]})
    assert "Set-Cookie" not in send(client, "/api/join", {"code": access.keys.codes["red"]}).headers


def test_a_join_that_was_not_heard_is_answered_again_with_its_cookie(client: FlaskClient, access: Access) -> None:
    body = {"code": access.keys.codes["red"], "id": new_id()}
    first = send(client, "/api/join", body)
    client.delete_cookie("tablecam_seat")
    assert send(client, "/api/join", body).headers["Set-Cookie"] == first.headers["Set-Cookie"]


def test_a_wrong_code_is_said_and_changes_nothing(client: FlaskClient) -> None:
    response = send(client, "/api/join", {"code": "AAAAA"})
    assert response.status_code == 403
    assert "not right" in says(response)
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize("code", [None, "", "  ", 12345, ["CDFHJ"], {"a": 1}, "C" * 65])
def test_what_is_no_code_is_refused_and_counts_as_no_try(client: FlaskClient, code: object) -> None:
    for _ in range(FREE + 1):
        assert send(client, "/api/join", {"code": code}).status_code == 400


def test_too_many_wrong_codes_wait_even_with_the_right_one(client: FlaskClient, access: Access, clock: Clock) -> None:
    for _ in range(FREE):
        assert send(client, "/api/join", {"code": "AAAAA"}).status_code == 403
    clock.now = 2.5
    right = {"code": access.keys.codes["red"]}
    response = send(client, "/api/join", right)
    assert response.status_code == 429
    assert "13 s" in says(response)
    clock.now = FIRST_WAIT_S
    assert send(client, "/api/join", right).status_code == 200


def test_a_guesser_keeps_nobody_at_another_address_out(access: Access, clock: Clock) -> None:
    app = bare_app(access, clock=clock)
    guesser, player = app.test_client(), app.test_client()
    for _ in range(FREE + 40):
        assert send(guesser, "/api/join", {"code": "AAAAA"}).status_code in {403, 429}
    player.environ_base["REMOTE_ADDR"] = "10.0.0.8"
    assert send(player, "/api/join", {"code": access.keys.codes["red"]}).status_code == 200


def test_behind_a_proxy_each_guesser_has_the_address_that_the_proxy_names(access: Access, clock: Clock) -> None:
    behind = Access(access.keys, usual=("red", "blue"), address="https://table.local")
    client = bare_app(behind, clock=clock).test_client()
    right, named = {"code": access.keys.codes["red"]}, "1.2.3.4, 10.0.0.66"
    for number in range(FREE):
        # what the guesser itself writes comes before what the proxy adds
        send(client, "/api/join", {"code": "AAAAA"}, X_Forwarded_For=f"1.2.3.{number}, 10.0.0.66")
    assert send(client, "/api/join", right, X_Forwarded_For=named).status_code == 429
    assert send(client, "/api/join", right, X_Forwarded_For="10.0.0.8").status_code == 200


def test_without_a_proxy_nobody_chooses_an_address(client: FlaskClient, clock: Clock) -> None:
    for number in range(FREE):
        send(client, "/api/join", {"code": "AAAAA"}, X_Forwarded_For=f"1.2.3.{number}")
    assert send(client, "/api/join", {"code": "AAAAA"}, X_Forwarded_For="5.6.7.8").status_code == 429


def test_a_stream_that_is_followed_counts_its_device_once(access: Access) -> None:
    app = bare_app(access)
    app.add_url_rule("/stream", "stream", lambda: Response(iter(["x"]), mimetype="text/event-stream"))
    device, other = app.test_client(), app.test_client()
    send(device, "/api/join", {"code": access.keys.codes["red"]})
    streams = [device.get("/stream"), device.get("/stream"), other.get("/stream")]
    assert me(other)["joined"] == dict.fromkeys(access.roles, 0) | {"red": 1, "spectator": 1}
    for stream in streams:
        stream.close()
    assert me(other)["joined"] == dict.fromkeys(access.roles, 0)


def test_the_qr_code_leads_to_the_join_page(access: Access) -> None:
    behind = bare_app(Access(access.keys, usual=("red", "blue"), address="https://table.local")).test_client()
    response = behind.get("/api/qr.svg?path=/join/CDFHJ")
    assert response.mimetype == "image/svg+xml"
    assert read(response.text) == "https://table.local/join/CDFHJ"


def test_the_qr_code_names_the_address_in_the_network(access: Access) -> None:
    client = bare_app(Access(access.keys, usual=("red", "blue"), host="192.168.1.7")).test_client()
    svg = client.get("/api/qr.svg", environ_overrides={"SERVER_PORT": "8000"}).text
    assert read(svg) == "http://192.168.1.7:8000/join"


@pytest.mark.parametrize(
    "path", ["join", "", "https://evil.example", "/a b", "/<script>", "/" + "x" * 201, "/é", "/a\n"]
)
def test_a_qr_code_of_anything_but_our_page_is_refused(client: FlaskClient, path: str) -> None:
    assert client.get("/api/qr.svg", query_string={"path": path}).status_code == 400


def test_where_nobody_else_gets_in_there_is_no_qr_code_but_a_reason() -> None:
    client = bare_app(alone(("red", "blue"))).test_client()
    response = client.get("/api/qr.svg")
    assert response.status_code == 404
    assert "--host 0.0.0.0" in says(response)
    assert client.get("/api/me").json["addresses"] == []


def read(svg: str) -> str:
    """What a camera reads off the drawing: rows of strokes, each M or m, then h and m by turns."""
    size = int(svg.split('viewBox="0 0 ')[1].split(maxsplit=1)[0])
    cells = np.full((size, size), 255, np.uint8)
    strokes = svg.split('class="qrline"')[1].split('d="')[1].split('"', maxsplit=1)[0]
    x, y = 0.0, 0.0
    for kind, numbers in stroke_parts(strokes):
        if kind == "M":
            x, y = numbers
        elif kind == "m":
            x, y = x + numbers[0], y + numbers[1]
        else:
            cells[int(y), int(x) : int(x + numbers[0])] = 0
            x += numbers[0]
    picture = cv2.resize(cells, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    # the plain detector misses one code in a hundred
    return cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0]


def stroke_parts(strokes: str):
    for kind, numbers in re.findall(r"([Mmh])([^Mmh]*)", strokes):
        yield kind, [float(number) for number in re.findall(r"-?[\d.]+", numbers)]


def test_the_seats_and_their_codes_come_in_order(client: FlaskClient, access: Access) -> None:
    assert [(seat["number"], seat["name"]) for seat in me(client)["seats"]] == [(0, "Red"), (1, "Blue")]
    send(client, "/api/join", {"code": access.keys.codes["table"]})
    assert [each["role"] for each in me(client)["codes"]] == ["red", "blue", "umpire", "table"]


def test_a_device_joins_a_seat_of_the_game_in_progress(access: Access) -> None:
    there = replace(access, playing=lambda: ("near", "far"))
    client = bare_app(there).test_client()
    send(client, "/api/join", {"code": access.keys.codes["umpire"]})
    told = me(client)
    assert told["seats"] == [{"id": "near", "name": "Near", "number": 0}, {"id": "far", "name": "Far", "number": 1}]
    assert [(each["role"], each["name"]) for each in told["codes"][:2]] == [("near", "Near"), ("far", "Far")]
    response = send(client, "/api/join", {"code": told["codes"][1]["code"]})
    assert response.json == {"role": "far", "called": "Far’s seat"}
    assert me(client)["may"] == ["see", "answer far", "undo"]
    assert send(client, "/api/join", {"code": access.keys.codes["red"]}).status_code == 403
