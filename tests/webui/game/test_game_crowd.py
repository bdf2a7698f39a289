"""Everybody at once: dropped streams, answers, the same command twice, undo, and a table that answers by itself."""

import faulthandler
import json
import random
import secrets
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from real_game import RealGame, real_game

from tablecam.game.playthrough import anything
from tablecam.rules.ask import IllegalAnswer

pytestmark = pytest.mark.slow

SECONDS = 4.0
# whoever has not come back by then hangs
PATIENCE_S = 120.0
# closing then sends a reset, as a tablet does that has left the room
RESET = struct.pack("ii", 1, 0)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[RealGame]:
    with real_game(tmp_path) as game:
        yield game


class Crowd:
    """Commands that go on, each in a thread of its own, until the time is over; faults: whose command broke."""

    def __init__(self, game: RealGame) -> None:
        self.game = game
        self.at = urlsplit(game.address).netloc
        self.over = threading.Event()
        self.done: dict[str, int] = {}
        self.faults: list[str] = []

    def run(self, *commands: Callable[[random.Random], object]) -> list[str]:
        """All of them at once; the names of those that hang."""
        threads = [
            threading.Thread(
                target=self._again, args=(command, number), name=f"{command.__name__} {number}", daemon=True
            )
            for number, command in enumerate(commands)
        ]
        for each in threads:
            each.start()
        time.sleep(SECONDS)
        self.over.set()
        end = time.monotonic() + PATIENCE_S
        for each in threads:
            each.join(max(0.0, end - time.monotonic()))
        return [each.name for each in threads if each.is_alive()]

    def _again(self, command: Callable[[random.Random], object], seed: int) -> None:
        chance, name = random.Random(seed), command.__name__
        self.faults.append(name)
        while not self.over.is_set():
            with suppress(IllegalAnswer, OSError, HTTPException):
                command(chance)
            self.done[name] = self.done.get(name, 0) + 1
        # whoever does not get here has met what nobody may meet, and pytest shows what
        self.faults.remove(name)

    def get(self, path: str) -> Any:
        connection = HTTPConnection(self.at, timeout=PATIENCE_S)
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())

    def post(self, path: str, id: str = "", leave: bool = False, **said: Any) -> int:
        """The status; leave: gone before it came."""
        connection = HTTPConnection(self.at, timeout=PATIENCE_S)
        body = json.dumps({**said, "id": id or secrets.token_hex(12)})
        connection.request("POST", path, body, {"Content-Type": "application/json", "X-Tablecam": "page"})
        if leave:
            return reset(connection)
        return connection.getresponse().status

    # what they do

    def streams(self, chance: random.Random) -> None:
        """A page that follows for a moment and is gone in the middle of a line."""
        connection = HTTPConnection(self.at, timeout=PATIENCE_S)
        connection.request("GET", "/api/events")
        assert connection.sock
        with suppress(OSError):
            connection.sock.recv(chance.choice((1, 200, 20_000)))
        time.sleep(chance.uniform(0, 0.2))
        reset(connection)

    def answers(self, chance: random.Random) -> None:
        """A player at the tablet; now and then his tablet sends the same again, or is gone before the answer comes."""
        mine = [each for each in self.get("/api/game")["game"]["questions"] if each["mine"]]
        if not mine:
            return
        asked, id = chance.choice(mine), secrets.token_hex(12)
        said = {"key": asked["key"], "raw": raw(asked["ask"], chance), "source": "keypad"}
        twin = threading.Thread(target=self._quietly, args=(id, said, chance.random() < 0.5))
        twin.start()
        self.post("/api/game/answer", id, **said)
        twin.join(PATIENCE_S)

    def _quietly(self, id: str, said: dict[str, Any], leave: bool) -> None:
        with suppress(OSError, HTTPException):
            self.post("/api/game/answer", id, leave, **said)

    def direct(self, chance: random.Random) -> None:
        """An answer from a thread of our own, whatever is open, also in private."""
        time.sleep(0.01)
        with self.game.host.reading() as open_game:
            assert open_game
            asked = chance.choice(open_game.game.open)
            seat = asked.ask.seat or "red"
            key, answer = open_game.key(asked, seat), anything(asked.ask, chance.randrange)
        self.game.host.answer("table", {"key": key, "raw": answer, "seat": seat})

    def takes_back(self, chance: random.Random) -> None:
        """Undo, and sometimes redo."""
        time.sleep(0.05)
        last = self.get("/api/game")["game"]["last"]
        if last:
            self.post("/api/game/undo", line=last["line"])
        if chance.random() < 0.5:
            self.post("/api/game/redo")

    def carries(self, chance: random.Random) -> None:
        """A hand at the table."""
        model = chance.choice(list(self.game.table.placed))
        to = chance.uniform(1, 47), chance.uniform(1, 47)
        self.game.table.carry(model, [to], seen=chance.random() < 0.8)
        time.sleep(0.02)

    def looks_ahead(self, chance: random.Random) -> None:
        self.get(f"/api/advice?model={chance.choice(list(self.game.table.placed))}")
        time.sleep(0.3)


def raw(ask: dict[str, Any], chance: random.Random) -> Any:
    """Some answer to what a page is asked; the rest is refused."""
    if "die" in ask:
        return [chance.randint(1, 10) for _ in range(ask["count"])]
    if "options" in ask:
        options = [each["id"] for each in ask["options"]]
        return {each: chance.choice(options) for each in ask["items"]} if "items" in ask else chance.choice(options)
    return round(chance.uniform(0, 4), 1) if "allowance_in" in ask else True


def reset(connection: HTTPConnection) -> int:
    assert connection.sock
    connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    connection.sock.close()
    return 0


def test_nobody_waits_for_ever_however_many_do_whatever_at_once(game: RealGame) -> None:
    crowd = Crowd(game)
    hanging = crowd.run(
        *[crowd.streams] * 6, *[crowd.answers] * 3, crowd.direct, crowd.takes_back, crowd.carries, crowd.looks_ahead
    )
    if hanging:
        faulthandler.dump_traceback(sys.stderr)
    assert (hanging, crowd.faults) == ([], [])
    assert set(crowd.done) == {"streams", "answers", "direct", "takes_back", "carries", "looks_ahead"}
    assert crowd.get("/api/game")["game"]["id"] == game.told["id"]
