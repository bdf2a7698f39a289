"""Guests by the hundred, and a player after them: the player is served, and guests are told that there is no room."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from time import sleep
from typing import Any

import pytest
from fake_table import ShownLive, roster
from flask import Flask
from playwright.sync_api import Page, expect
from screens import Opened
from serving import HERE, served

from tablecam.live.live_loop import PublishedFrame
from webui import create_app
from webui.club import cards
from webui.entrance.access import COOKIE, Access, alone
from webui.entrance.devices import AWAY
from webui.server.asgi import connection, shell
from webui.server.asgi.connection import BoundedH11, client_address
from webui.server.asgi.guest_limits import USUAL, GuestLimits
from webui.server.dependencies import Dependencies
from webui.server.hosts import find_network

# far longer than any machine takes
PATIENCE_S = 60.0
HALF_BODY = (
    b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
)
HALF_HEADER = b"GET /api/me HTTP/1.1\r\nHost: local"


class Room:
    """A table that others may look at, served."""

    def __init__(self, app: Flask, access: Access, address: str) -> None:
        self.app, self.access, self.address = app, access, address
        self.port = int(address.rpartition(":")[2])
        self._open: list[socket.socket] = []

    def connect(self, count: int, sent: bytes = b"") -> list[socket.socket]:
        """So many connections of guests over which this was sent."""
        new = [socket.create_connection((HERE, self.port), PATIENCE_S) for _ in range(count)]
        for one in new:
            one.sendall(sent)
        self._open += new
        return new

    def ask(self, path: str, role: str | None = None, **headers: str) -> HTTPResponse:
        """The answer to a request over a connection of its own."""
        asking = HTTPConnection(HERE, self.port, timeout=PATIENCE_S)
        cookie = {"Cookie": f"{COOKIE}={self.access.token(role)}"} if role else {}
        asking.request("GET", path, headers=cookie | headers)
        assert asking.sock
        self._open.append(asking.sock)
        return asking.getresponse()

    def follow(self, role: str | None = None, **headers: str) -> HTTPResponse:
        """The stream."""
        return self.ask("/api/events", role, **headers)

    def close(self) -> None:
        """Everybody goes."""
        for one in self._open:
            # closing alone would wait for the answer that is still to be read
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()


@pytest.fixture
def room(live: ShownLive) -> Iterator[Room]:
    with room_of(live, USUAL) as room:
        yield room


@pytest.fixture
def small_room(live: ShownLive) -> Iterator[Room]:
    """A room with one place for a guest."""
    with room_of(live, GuestLimits(streams=1)) as room:
        yield room


@contextmanager
def room_of(live: ShownLive, limits: GuestLimits) -> Iterator[Room]:
    access = replace(alone(("red", "blue")), host="0.0.0.0")
    app = create_app(Dependencies(live, roster, access=access))
    with served(app, limits=limits) as address:
        room = Room(app, access, address)
        try:
            yield room
        finally:
            room.close()


@pytest.mark.slow
def test_a_player_is_served_whatever_guests_hold_open(room: Room) -> None:
    room.connect(200)
    room.connect(250, sent=HALF_BODY)
    room.connect(100, sent=HALF_HEADER)
    streams = [room.follow() for _ in range(65)]
    assert [each.status for each in streams].count(200) == USUAL.streams
    assert json.loads(room.ask("/api/me", "red").read())["role"] == "red"
    stream = room.follow("red")
    assert (stream.status, stream.readline()) == (200, b"retry: 1000\n")
    # those who were admitted are told all the same
    assert streams[0].readline() == b"retry: 1000\n"


@pytest.mark.slow
def test_a_guest_beyond_the_limit_is_told_so_and_comes_in_once_another_has_gone(small_room: Room) -> None:
    first = small_room.follow()
    assert first.status == 200
    refused = small_room.follow()
    told = json.loads(refused.read())["error"]
    assert (refused.status, refused.headers["Retry-After"], told["code"]) == (503, "15", "full")
    assert "tries again by itself" in told["says"]
    small_room.close()
    while small_room.follow().status != 200:
        small_room.close()


@pytest.mark.slow
def test_guests_of_all_addresses_together_leave_room_for_seats(live: ShownLive) -> None:
    with room_of(live, GuestLimits(all_streams=2)) as room:
        assert [room.follow().status for _ in range(3)] == [200, 200, 503]
        assert room.follow("umpire").status == 200


@pytest.mark.slow
@pytest.mark.parametrize("cookie", [b"tablecam_card=\xff\xfe", b"tablecam_seat=\xff", b"\xe9=1", b"language=\xff"])
def test_a_cookie_that_is_not_utf_8_counts_as_none(small_room: Room, cookie: bytes) -> None:
    sent = b"GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: " + cookie + b"\r\nConnection: close\r\n\r\n"
    (open_socket,) = small_room.connect(1, sent)
    with open_socket.makefile("rb") as answer:
        told = answer.read()
    assert told.startswith(b"HTTP/1.1 200")
    assert b'"role":"spectator"' in told.replace(b" ", b"")


@pytest.mark.slow
def test_the_phone_of_a_player_is_no_guest(small_room: Room) -> None:
    with small_room.app.test_request_context():
        card = cards.sign_token(cards.CardToken(1, "ann"))
    assert small_room.follow().status == 200
    assert small_room.follow(Cookie=f"{cards.COOKIE}={card}").status == 200
    assert small_room.follow(Cookie=f"{cards.COOKIE}={card}x").status == 503


@pytest.mark.slow
def test_requests_of_a_guest_with_too_many_connections_are_refused_and_a_seats_are_not(live: ShownLive) -> None:
    with room_of(live, GuestLimits(streams=9, connections=2)) as room:
        assert [room.follow().status for _ in range(2)] == [200, 200]
        refused = room.ask("/api/me")
        assert (refused.status, json.loads(refused.read())["error"]["code"]) == (503, "full")
        assert room.ask("/api/me", "blue").status == 200


@pytest.mark.slow
def test_an_idle_connection_of_a_full_address_ends_when_another_comes(live: ShownLive) -> None:
    with room_of(live, GuestLimits(connections=2)) as room:
        oldest, *_others = room.connect(3)
        assert ended(oldest)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [connection.protocol, lambda: BoundedH11])
@pytest.mark.parametrize("sent", [b"", HALF_HEADER, b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api"])
def test_a_header_that_does_not_come_whole_ends_its_connection(
    monkeypatch: Any, live: ShownLive, kind: Callable[[], Any], sent: bytes
) -> None:
    monkeypatch.setattr(connection, "HEADER_S", 0.3)
    monkeypatch.setattr("webui.server.server.KEPT_ALIVE_S", 1)
    monkeypatch.setattr("webui.server.server.protocol", kind)
    with room_of(live, USUAL) as room:
        (half,) = room.connect(1, sent=sent)
        assert ended(half)


@pytest.mark.slow
def test_a_body_that_does_not_come_whole_ends_its_connection(monkeypatch: Any, room: Room) -> None:
    monkeypatch.setattr(shell, "BODY_S", 0.3)
    (half,) = room.connect(1, sent=HALF_BODY)
    assert ended(half)


def read_whole(asking: socket.socket) -> HTTPResponse:
    """An answer, which may come in pieces."""
    answer = HTTPResponse(asking)
    answer.begin()
    answer.read()
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("kind", [connection.protocol, lambda: BoundedH11])
def test_a_connection_whose_bodies_come_behind_their_headers_stays_open(
    monkeypatch: Any, live: ShownLive, kind: Callable[[], Any]
) -> None:
    monkeypatch.setattr(connection, "HEADER_S", PATIENCE_S)
    monkeypatch.setattr("webui.server.server.protocol", kind)
    with room_of(live, USUAL) as room:
        (asking,) = room.connect(1)
        for _ in range(2):
            asking.sendall(HALF_BODY.replace(b"99", b"2")[:-1])
            sleep(0.3)
            # a deadline that the body set would be over before the next header
            monkeypatch.setattr(connection, "HEADER_S", 0.1)
            asking.sendall(b"{}")
            assert read_whole(asking).status // 100 == 4
            sleep(0.6)
            monkeypatch.setattr(connection, "HEADER_S", PATIENCE_S)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [connection.protocol, lambda: BoundedH11])
def test_a_header_without_end_is_refused(monkeypatch: Any, live: ShownLive, kind: Callable[[], Any]) -> None:
    monkeypatch.setattr("webui.server.server.protocol", kind)
    with room_of(live, USUAL) as room:
        (endless,) = room.connect(1, sent=b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        endless.sendall(b"x" * 2 * connection.MOST_HEADER)
        assert ended(endless)


@pytest.mark.slow
def test_a_guest_sends_little_and_the_rest_is_not_waited_for(room: Room) -> None:
    (large,) = room.connect(1, sent=HALF_BODY.replace(b"99", b"33554432"))
    large.sendall(b"x" * (shell.MOST_GUESTS_BYTES + 1))
    assert large.recv(4096).startswith(b"HTTP/1.1 413 ")


@pytest.mark.slow
def test_the_stream_of_a_device_that_was_sent_away_ends(room: Room) -> None:
    stream = room.follow("red")
    assert stream.readline() == b"retry: 1000\n"
    (device,) = room.access.devices.list_devices()
    assert room.access.devices.end(device, AWAY)
    # a stream that goes on has no end
    assert stream.read().count(b"event: ") < 1000


@pytest.mark.slow
def test_a_crowd_has_gone_once_it_has_left(room: Room) -> None:
    room.connect(50)
    for _ in range(20):
        room.follow()
    room.close()
    while room.follow().status != 200:
        room.close()


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxied", "expected"),
    [
        ("192.168.1.7", "10.0.0.1", True, "192.168.1.7"),
        ("127.0.0.1", "10.0.0.1", False, "127.0.0.1"),
        ("127.0.0.1", "10.0.0.1", True, "10.0.0.1"),
        ("127.0.0.1", "6.6.6.6, 10.0.0.1", True, "10.0.0.1"),
        ("::1", "2001:db8:1:2:3::4", True, "2001:db8:1:2::/64"),
        ("127.0.0.1", "", True, "127.0.0.1"),
    ],
)
def test_only_a_proxy_on_this_machine_speaks_for_others(
    peer: str, forwarded: str, proxied: bool, expected: str
) -> None:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    assert client_address({"client": (peer, 1), "headers": headers}, proxied) == expected


@pytest.mark.slow
def test_an_address_of_ipv6_counts_with_its_network() -> None:
    assert find_network("2001:db8::1") == find_network("2001:db8::2:1")
    assert find_network("::ffff:192.168.1.7") == "192.168.1.7"


@pytest.mark.browser
@pytest.mark.slow
def test_the_page_of_a_guest_without_room_says_so_and_goes_on_by_itself(
    monkeypatch: Any, small_room: Room, opened: Opened
) -> None:
    monkeypatch.setattr("webui.server.crowds.AGAIN_S", 1)
    assert small_room.follow().status == 200
    page: Page = opened(small_room.address)
    banner = page.locator("[data-banner=offline]")
    expect(banner).to_contain_text("The limit of spectators from your address")
    small_room.close()
    expect(banner).to_have_count(0)


# what WebKit says to a page that it leaves, keeps with its connections, and shows again: it is never hidden meanwhile
LEAVE, COME_BACK = (
    f"dispatchEvent(new PageTransitionEvent('{name}', {{ persisted: true }}))" for name in ("pagehide", "pageshow")
)


@pytest.mark.browser
@pytest.mark.slow
def test_a_page_that_was_left_makes_room_and_follows_again_once_it_is_back(
    monkeypatch: Any, small_room: Room, opened: Opened, live: ShownLive, view: PublishedFrame
) -> None:
    monkeypatch.setattr("webui.server.crowds.AGAIN_S", 1)
    page: Page = opened(small_room.address)
    expect(page.get_by_text("8 models on the table")).to_be_visible()
    page.evaluate(LEAVE)
    while small_room.follow().status != 200:
        small_room.close()
    small_room.close()
    assert view.snapshot is not None
    live.show(replace(view, number=2, snapshot=replace(view.snapshot, models=view.snapshot.models[1:])))
    page.evaluate(COME_BACK)
    expect(page.get_by_text("7 models on the table")).to_be_visible()


def ended(client: socket.socket) -> bool:
    """Whether a connection ends by itself, whatever came before."""
    try:
        while client.recv(65536):
            pass
    except ConnectionResetError:
        return True
    return True
