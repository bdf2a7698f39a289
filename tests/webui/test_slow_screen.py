"""A screen that is far away or asleep: it gets the newest when it reads again, and no pile of old news waits for it."""

import itertools
import socket
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from flask import Flask
from serving import HERE, served

from webui.server.asgi import recipient
from webui.server.stream import ONLOOKERS_GAP_S, Share, StreamEvent, make_response

NEWS = 64 * 1024
# what the system itself takes in, in the sockets of both ends, comes on top of ours
FAR_TOO_MUCH = 15 * 1024 * 1024
# longer than any machine takes
PATIENCE_S = 120


class Talker:
    """Is always told something new."""

    bell, over = None, False

    def __init__(self) -> None:
        self.made = 0
        self._numbers = itertools.count()

    def rest(self, now: float) -> float:
        return 0.0

    def wait(self, now: float) -> None:
        raise AssertionError("no thread waits for a client")

    def needs(self, now: float) -> Sequence[Share]:
        return ()

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        self.made += NEWS
        yield StreamEvent("news", "x" * NEWS, str(next(self._numbers)))


@pytest.fixture
def talker() -> Talker:
    return Talker()


@pytest.fixture
def screen(talker: Talker) -> Iterator[socket.socket]:
    """Follows the talker, and does not read."""
    app = Flask("news")
    app.add_url_rule("/news", "news", lambda: make_response(talker))
    with served(app) as address, socket.create_connection((HERE, int(address.rpartition(":")[2]))) as screen:
        screen.sendall(b"GET /news HTTP/1.1\r\nHost: localhost\r\n\r\n")
        yield screen


@pytest.mark.slow
def test_little_is_kept_for_a_screen_that_does_not_read(talker: Talker, screen: socket.socket) -> None:
    assert 0 < come_to_rest(talker) < FAR_TOO_MUCH
    # it reads again, and is told again
    told = talker.made
    screen.settimeout(PATIENCE_S)
    while talker.made == told:
        assert screen.recv(NEWS)


@pytest.mark.slow
def test_a_screen_that_takes_in_nothing_for_long_is_let_go(
    monkeypatch: Any, talker: Talker, screen: socket.socket
) -> None:
    monkeypatch.setattr(recipient, "STALLED_S", 0.1)
    told = come_to_rest(talker)
    screen.settimeout(PATIENCE_S)
    # what is under way comes, and then the end: a stream that is followed has none
    while screen.recv(NEWS):
        assert talker.made == told


def come_to_rest(talker: Talker) -> int:
    """What was made once it has not grown for a while."""
    before = -1
    while talker.made == 0 or talker.made != before:
        before = talker.made
        time.sleep(3 * ONLOOKERS_GAP_S)
    return before
