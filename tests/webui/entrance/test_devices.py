"""Who has joined, until when: a token ends with its seat, for every copy of it and after a restart too."""

import json
import math
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from entrance_client import bare_app, says, send
from filelock import FileLock, Timeout
from flask import Flask, Response
from flask.testing import FlaskClient

from webui.entrance import devices
from webui.entrance.access import COOKIE, Access, alone
from webui.entrance.devices import AWAY, LEFT, MOST_EACH, MOST_ENDED, UNKNOWN, WRITTEN_S, Devices, UnwritableDevices

NOW = 1_000_000.0


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db.devices"


@pytest.fixture
def access(file: Path) -> Access:
    return replace(alone(("red", "blue")), host="0.0.0.0", devices=Devices(file))


@pytest.fixture
def app(access: Access) -> Flask:
    return bare_app(access)


def joined(app: Flask, role: str) -> FlaskClient:
    client = app.test_client()
    code = app.extensions["access"].keys.codes[role]
    assert send(client, "/api/join", {"code": code}).status_code == 200
    return client


def copied(app: Flask, client: FlaskClient) -> FlaskClient:
    copy = app.test_client()
    copy.set_cookie(COOKIE, client.get_cookie(COOKIE).value)
    return copy


def role(client: FlaskClient) -> str:
    return str(client.get("/api/me").json["role"])


def test_a_copied_cookie_ends_when_its_owner_leaves_and_stays_so_after_a_restart(
    app: Flask, access: Access, file: Path
) -> None:
    phone = joined(app, "red")
    thief = copied(app, phone)
    assert role(thief) == "red"
    send(phone, "/api/leave")
    assert (role(phone), role(thief)) == ("spectator", "spectator")
    assert "has left its seat" in thief.get("/api/me").json["ended"]
    assert phone.get("/api/me").json["ended"] == ""
    after = bare_app(replace(access, devices=Devices(file)))
    assert role(copied(after, thief)) == "spectator"
    assert role(joined(after, "red")) == "red"


def test_a_joined_device_stays_joined_after_a_restart(app: Flask, access: Access, file: Path) -> None:
    phone = joined(app, "blue")
    assert role(copied(bare_app(replace(access, devices=Devices(file))), phone)) == "blue"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_another_seat_ends_the_token_of_the_first(app: Flask) -> None:
    phone = joined(app, "red")
    thief = copied(app, phone)
    send(phone, "/api/join", {"code": app.extensions["access"].keys.codes["blue"]})
    assert (role(phone), role(thief)) == ("blue", "spectator")


def test_the_table_lists_devices_and_sends_one_away_which_then_reads_why(app: Flask) -> None:
    table, phone, other = joined(app, "table"), joined(app, "red"), joined(app, "red")
    listed = table.get("/api/devices").json["devices"]
    assert sorted(each["role"] for each in listed) == ["red", "red", "table"]
    assert [each["called"] for each in listed if each["own"]] == ["the table’s own screen"]
    assert all(abs(each["since"] - app.extensions["access"].devices._first_run_s) < 60 for each in listed)
    assert all(each["here"] and each["seen_s"] < 60 for each in listed)
    (device,) = [name for name in (each["device"] for each in listed) if name == seated(app, phone)]
    left = send(table, "/api/devices/away", {"device": device}).json["devices"]
    assert len(left) == 2
    assert (role(phone), role(other)) == ("spectator", "red")
    assert "has disconnected this device" in phone.get("/api/me").json["ended"]
    send(phone, "/api/join", {"code": app.extensions["access"].keys.codes["red"]})
    assert (role(phone), phone.get("/api/me").json["ended"]) == ("red", "")


def seated(app: Flask, client: FlaskClient) -> str:
    return app.extensions["access"].seat(client.get_cookie(COOKIE).value, "").device


def test_nobody_but_table_and_umpire_sees_or_sends_away_devices_and_nobody_themselves(app: Flask) -> None:
    table, phone, umpire = joined(app, "table"), joined(app, "red"), joined(app, "umpire")
    for client in (phone, app.test_client()):
        assert client.get("/api/devices").status_code == 403
        assert send(client, "/api/devices/away", {"device": seated(app, table)}).status_code == 403
    assert send(umpire, "/api/devices/away", {"device": seated(app, phone)}).status_code == 200
    own = send(table, "/api/devices/away", {"device": seated(app, table)})
    assert (own.status_code, role(table)) == (409, "table")
    for nobody in ("0" * 16, None, ["x"]):
        assert "has left already" in says(send(table, "/api/devices/away", {"device": nobody}))


def test_a_command_of_who_was_sent_away_is_refused_with_the_reason(app: Flask, access: Access) -> None:
    phone = joined(app, "table")
    access.devices.end(seated(app, phone), AWAY)
    assert "has disconnected this device" in says(send(phone, "/api/devices/away", {"device": "x"}))


def test_the_stream_of_a_device_ends_with_its_token_and_says_nothing_more(app: Flask, access: Access) -> None:
    app.add_url_rule("/stream", "stream", lambda: Response(iter("abcdef"), mimetype="text/event-stream"))
    phone, guest = joined(app, "red"), app.test_client()
    own, others = phone.get("/stream").response, guest.get("/stream").response
    assert [next(own), next(own), next(others)] == [b"a", b"b", b"a"]
    access.devices.end(seated(app, phone), AWAY)
    assert list(own) == []
    assert b"".join(others) == b"bcdef"


def test_two_servers_on_one_list_know_of_each_others_devices_and_leavings(access: Access, file: Path) -> None:
    one, two = bare_app(access), bare_app(replace(access, devices=Devices(file)))
    phone = joined(one, "red")
    there = copied(two, phone)
    assert role(there) == "red"
    other = joined(two, "blue")
    send(there, "/api/leave")
    assert role(phone) == "spectator"
    assert role(copied(one, other)) == "blue"


def test_when_a_device_was_seen_is_written_now_and_then_and_outlives_a_restart(file: Path) -> None:
    clock = Clock()
    devices = Devices(file, clock)
    name, issued = devices.admit("red")
    clock.now += WRITTEN_S - 1
    before = file.stat().st_mtime_ns
    assert devices.fault(name, "red", issued) == ""
    assert file.stat().st_mtime_ns == before
    clock.now += 1
    devices.fault(name, "red", issued)
    assert Devices(file, clock).list_devices()[name].seen == clock.now


def test_the_event_loop_waits_for_no_file_and_no_other_server(file: Path, access: Access, monkeypatch) -> None:
    token = access.token("red")

    def touch(*_given: object, **_named: object) -> None:
        raise AssertionError("the event loop has touched a file")

    monkeypatch.setattr(access.devices, "_refresh_soon", lambda: None)
    for name in ("stat", "open", "read_text"):
        monkeypatch.setattr(Path, name, touch)
    monkeypatch.setattr(devices, "FileLock", touch)
    # while another thread is changing the list
    taken = ThreadPoolExecutor(1).submit(access.devices._lock.acquire).result()
    assert taken
    seat = access.known_seat(token, "192.0.2.2")
    assert seat.role == "red"
    assert access.counts(seat)
    assert access.known_seat(f"{token}x", "192.0.2.2").role == "spectator"


def test_the_event_loop_hears_soon_what_another_server_has_done(access: Access, file: Path) -> None:
    name, issued = access.devices.admit("red")
    Devices(file).end(name, AWAY)
    access.devices._refreshed_s = -math.inf
    access.devices.known_fault(name, "red", issued)
    for thread in threading.enumerate():
        if thread.name == "devices":
            thread.join()
    assert access.devices.known_fault(name, "red", issued) == AWAY


def test_nobody_waits_for_another_server_that_writes_to_have_a_device_seen(file: Path, monkeypatch) -> None:
    clock, patience = Clock(), []

    def lock(_path: str, timeout: float) -> FileLock:
        patience.append(timeout)
        raise Timeout("held elsewhere")

    seen = Devices(file, clock)
    name, issued = seen.admit("red")
    clock.now += WRITTEN_S
    monkeypatch.setattr(devices, "FileLock", lock)
    assert seen.fault(name, "red", issued) == ""
    assert patience == [0]


@pytest.mark.slow
def test_who_joins_again_and_again_pushes_out_only_the_longest_unseen_of_the_same_seat(file: Path) -> None:
    clock = Clock()
    devices = Devices(file, clock)
    (table, at), (first, began) = devices.admit("table"), devices.admit("red")
    for _ in range(MOST_EACH):
        clock.now += 1
        devices.admit("red")
    assert devices.fault(table, "table", at) == ""
    assert devices.fault(first, "red", began) == UNKNOWN
    assert len(devices.list_devices()) == MOST_EACH + 1


def test_reasons_are_bounded_and_a_token_whose_reason_is_forgotten_still_counts_no_more() -> None:
    clock = Clock()
    devices = Devices(clock=clock)
    first, began = devices.admit("red")
    devices.end(first, LEFT)
    for _ in range(MOST_ENDED):
        clock.now += 1
        devices.end(devices.admit("red")[0], LEFT)
    assert devices.fault(first, "red", began) == UNKNOWN
    assert len(devices._ended) == MOST_ENDED


def test_a_full_disk_puts_nobody_out_and_who_leaves_is_out_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    devices = Devices(file, clock)
    name, issued = devices.admit("red")

    def full(*_args: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("webui.entrance.devices.write_bytes", full)
    clock.now += WRITTEN_S
    assert devices.fault(name, "red", issued) == ""
    with pytest.raises(UnwritableDevices, match="No space left") as told:
        devices.end(name, LEFT)
    assert str(file.parent) not in str(told.value.on_page)
    assert devices.fault(name, "red", issued) == LEFT


@pytest.mark.parametrize("text", ["", "{", "[]", '{"first": 1}', '{"first": 1, "ended": {}, "devices": {"a": {}}}'])
def test_a_list_that_cannot_be_read_is_said_with_the_way_out_and_puts_nobody_out(file: Path, text: str) -> None:
    devices = Devices(file)
    name, issued = devices.admit("red")
    whole = json.loads(file.read_text())
    assert name in whole["devices"]
    file.write_text(text)
    assert devices.fault(name, "red", issued) == ""
    with pytest.raises(UnwritableDevices, match="delete it, and all devices have to join again"):
        Devices(file)
