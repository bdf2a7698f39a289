"""A screen that is far away or asleep: it gets the newest when it reads again, and no pile of old news waits for it."""

import itertools
import socket
import time
from collections.abc import Iterator

import pytest
from flask import Flask, Response
from serving import HERE, served

NEWS = 64 * 1024
# what the system itself takes in, in the sockets of both ends, comes on top of ours
FAR_TOO_MUCH = 15 * 1024 * 1024
ENOUGH = 1 << 30


@pytest.mark.slow
def test_little_is_kept_for_a_screen_that_does_not_read() -> None:
    made = itertools.count()
    last = [0]

    def news() -> Iterator[bytes]:
        for number in made:
            last[0] = number * NEWS
            if last[0] > ENOUGH:
                return
            yield b"x" * NEWS

    app = Flask("news")
    app.add_url_rule("/news", "news", lambda: Response(news(), mimetype="text/event-stream"))
    with served(app) as address, socket.create_connection((HERE, int(address.rpartition(":")[2]))) as screen:
        screen.sendall(b"GET /news HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert 0 < come_to_rest(last) < FAR_TOO_MUCH


def come_to_rest(last: list[int]) -> int:
    """What it is once it has not grown for a while."""
    before = -1
    while last[0] == 0 or last[0] != before:
        before = last[0]
        time.sleep(0.3)
    return before
