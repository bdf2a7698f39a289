from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask, jsonify
from flask.testing import FlaskClient
from werkzeug.exceptions import Forbidden

from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Roster
from webui import create_app
from webui.entrance import access
from webui.entrance.access import COOKIE, KEPT_S, SEAT, Access, Seat, alone, only, who
from webui.entrance.devices import EXPIRED, LEFT, MOST_ENDED, Devices
from webui.server.dependencies import Dependencies


@pytest.fixture
def home() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def open_to_all(home: Access) -> Access:
    return replace(home, host="0.0.0.0")


def client(of: Access) -> FlaskClient:
    app = Flask("roles")
    app.extensions["access"] = of

    @app.get("/who")
    def role():
        return jsonify(role=who())

    @app.get("/only")
    def table_only():
        only("table", "umpire")
        return jsonify(done=True)

    return app.test_client()


def role_of(browser: FlaskClient, host: str = "localhost") -> str:
    response = browser.get("/who", headers={"Host": host})
    assert response.json is not None
    return response.json["role"]


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST."])
def test_every_browser_of_this_machine_is_the_table_where_nobody_else_gets_in(home: Access, host: str) -> None:
    assert role_of(client(home), host) == "table"


def test_a_proxy_that_hands_on_another_name_makes_nobody_the_table(home: Access) -> None:
    assert role_of(client(home), "table.local") == "spectator"


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "192.168.1.7:8000"])
def test_on_a_network_whoever_has_no_token_looks_on_even_from_this_machine(open_to_all: Access, host: str) -> None:
    assert role_of(client(open_to_all), host) == "spectator"


def test_behind_a_proxy_this_machines_address_counts_for_nothing(home: Access) -> None:
    assert role_of(client(replace(home, address="https://table.local"))) == "spectator"


@pytest.mark.parametrize("role", alone(("red", "blue")).roles)
def test_a_token_gives_its_role(open_to_all: Access, role: str) -> None:
    browser = client(open_to_all)
    browser.set_cookie(COOKIE, open_to_all.token(role))
    assert role_of(browser) == role


def test_a_browser_of_this_machine_can_take_a_seat_too(home: Access) -> None:
    browser = client(home)
    browser.set_cookie(COOKIE, home.token("blue"))
    assert role_of(browser) == "blue"


def test_two_devices_of_one_seat_have_names_of_their_own(home: Access) -> None:
    first, second = (home.seat(home.token("red"), "") for _ in range(2))
    assert first.role == second.role == "red"
    assert first.device != second.device


def test_a_token_signed_with_another_key_counts_as_none(open_to_all: Access) -> None:
    assert open_to_all.seat(alone(("red", "blue")).token("table"), "localhost").role == "spectator"


def test_a_token_says_since_when_and_counts_for_a_season(open_to_all: Access) -> None:
    clock = [1_000_000.0]
    there = replace(open_to_all, devices=Devices(clock=lambda: clock[0]))
    token = there.token("red")
    assert there.seat(token, "").issued == 1_000_000
    clock[0] += KEPT_S - 60
    assert there.seat(token, "").role == "red"
    clock[0] += 61
    assert there.seat(token, "") == Seat("spectator", ended=EXPIRED)


def test_a_token_of_an_earlier_version_counts_until_its_device_leaves_or_a_season_is_over(open_to_all: Access) -> None:
    clock = [1_000_000.0]
    there = replace(open_to_all, devices=Devices(clock=lambda: clock[0]))
    early, other = (there._signer.dumps(["red", name]) for name in ("0123456789abcdef", "fedcba9876543210"))
    assert there.seat(early, "") == Seat("red", "0123456789abcdef")
    (device,) = there.devices.list_devices().values()
    assert (device.since, device.early) == (1_000_000.0, True)
    there.devices.end("0123456789abcdef", LEFT)
    for _ in range(MOST_ENDED + 1):
        there.devices.end(there.seat(there.token("red"), "").device, LEFT)
    assert there.seat(early, "").ended == LEFT
    clock[0] += KEPT_S + 1
    assert there.seat(other, "").ended == EXPIRED


@pytest.mark.parametrize("at", [0, 5, 20, -1])
def test_a_token_with_one_letter_changed_counts_as_none(open_to_all: Access, at: int) -> None:
    letters = list(open_to_all.token("red"))
    letters[at] = "A" if letters[at] != "A" else "Q"
    assert open_to_all.seat("".join(letters), "localhost").device == ""


@pytest.mark.parametrize("token", ["", ".", "red", "é" * 40, "a.b.c", "W10.x"])
def test_a_token_that_is_none_is_no_fault(open_to_all: Access, token: str) -> None:
    assert open_to_all.seat(token, "localhost").role == "spectator"


@pytest.mark.parametrize(
    "payload", ["red", ["red"], ["owner", "1"], {"role": "red"}, [1, 2], None, [["red"], "x"], ["red", 1]]
)
def test_what_was_signed_but_is_no_seat_counts_as_none(open_to_all: Access, payload: object) -> None:
    token = open_to_all._signer.dumps(payload)
    assert open_to_all.seat(token, "localhost").role == "spectator"


def test_only_the_roles_named_get_through_and_the_others_are_told_who_may(open_to_all: Access) -> None:
    browser = client(open_to_all)
    browser.set_cookie(COOKIE, open_to_all.token("umpire"))
    assert browser.get("/only").status_code == 200
    browser.set_cookie(COOKIE, open_to_all.token("red"))
    response = browser.get("/only")
    assert response.status_code == 403
    assert "the table’s own screen or the umpire" in response.text
    assert "this device is Red’s seat" in response.text


def test_a_role_that_there_is_not_is_a_mistake_of_ours(home: Access) -> None:
    app = Flask("roles")
    app.extensions["access"] = home
    with app.test_request_context(), pytest.raises(ValueError, match="green"):
        only("green")


def test_every_role_is_called_something_and_may_do_something(home: Access) -> None:
    app = Flask("roles")
    app.extensions["access"] = home
    with app.test_request_context():
        assert len({str(access.role_name(role)) for role in home.roles}) == len(home.roles) == 5
        assert [role for role in home.roles if "codes" in access.rights(role)] == ["table", "umpire"]
        assert access.rights("table")[:3] == ("see", "answer red", "answer blue")
        assert access.rights("red") == ("see", "answer red", "undo")


def test_the_seats_of_the_game_in_progress_are_roles_while_it_lasts(open_to_all: Access) -> None:
    seats: list[str] = ["near", "far"]
    there = replace(open_to_all, playing=lambda: seats)
    browser = client(there)
    browser.set_cookie(COOKIE, there.token("far"))
    assert role_of(browser) == "far"
    assert there.role(there.codes["far"]) == "far"
    seats.clear()
    assert role_of(browser) == "spectator"
    assert there.roles == ("table", "red", "blue", "umpire", "spectator")


def test_a_seat_that_the_game_does_not_have_looks_on_and_keeps_its_role(open_to_all: Access) -> None:
    there = replace(open_to_all, playing=lambda: ("near", "far"))
    app = client(there).application
    with app.test_request_context(headers={"Cookie": f"{COOKIE}={there.token('red')}"}):
        assert (who(), access.rights("red"), access.rights("near")) == ("red", ("see",), ("see", "answer near", "undo"))
        with pytest.raises(Forbidden, match="Near’s seat or Far’s seat"):
            only(SEAT)
    with app.test_request_context(headers={"Cookie": f"{COOKIE}={there.token('near')}"}):
        only(SEAT)


def test_the_app_takes_its_seats_from_the_game_that_its_host_plays(tmp_path: Path) -> None:
    host = GameHost(GameStore(open_database(str(tmp_path / "games.db"))), GameSetups(BOOKS), dict)
    demo = host.setups.books.usual.demo()
    app = create_app(Dependencies(None, Roster, host=host))
    told = app.extensions["access"]
    assert (host.seats(), told.playing(), told.seats) == ((), (), ("red", "blue"))
    host.begin({"forces": dict(demo.forces)})
    assert told.playing() == host.seats() == ("red", "blue")
    host.close()
    assert told.playing() == ()
