"""A page that everybody sees asks as a spectator: in the browser of a seat too, it gets the bytes of a spectator."""

from itertools import islice
from pathlib import Path

import pytest
from flask import Flask
from hosting import orders, watched

from tablecam.game.replay.archive import Archive
from tablecam.rules.books.catalogue import BOOKS
from tablecam.table.miniature import Roster
from webui import create_app
from webui.entrance.access import COOKIE, Access, alone
from webui.server.dependencies import Dependencies

ASKED = ("/api/me", "/api/game", "/api/games", "/api/games/1", "/api/games/1/log", "/api/games/1/at", "/api/board.svg",
         "/api/games/1/board.svg", "/api/beam")  # fmt: skip
EVENTS = 6


def told(app: Flask, access: Access, role: str, path: str) -> str:
    browser = app.test_client()
    browser.set_cookie(COOKIE, access.token(role))
    if "/events" not in path:
        return browser.get(path).text
    with browser.get(path, buffered=False) as stream:
        return "".join(part.decode() if isinstance(part, bytes) else part for part in islice(stream.response, EVENTS))


@pytest.mark.slow
def test_a_seat_that_asks_as_a_spectator_gets_the_same_bytes(tmp_path: Path) -> None:
    host, table, _follower = watched(tmp_path)
    orders(host, ida="overwatch")
    access = alone(("red", "blue"))
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    app = create_app(Dependencies(table, lambda: roster, host=host, access=access, archive=Archive(host.store, BOOKS)))
    for path in (*ASKED, "/api/events"):
        spectators = told(app, access, "spectator", path)
        for role in ("red", "blue", "table", "umpire"):
            assert told(app, access, role, f"{path}?as=spectator") == spectators, (role, path)
    # the stream has the game, and red's own differs
    assert "event: game" in told(app, access, "spectator", "/api/events")
    assert told(app, access, "red", "/api/game") != told(app, access, "red", "/api/game?as=spectator")
    table.stop()
    host.close()


def test_no_argument_gives_more_than_the_browser_has(tmp_path: Path) -> None:
    host, table, _follower = watched(tmp_path)
    access = alone(("red", "blue"))
    app = create_app(Dependencies(table, lambda: Roster(()), host=host, access=access))
    for asked in ("red", "table", "umpire", "Spectator", ""):
        assert told(app, access, "spectator", f"/api/me?as={asked}") == told(app, access, "spectator", "/api/me")
        assert told(app, access, "red", f"/api/me?as={asked}") == told(app, access, "red", "/api/me")
    table.stop()
    host.close()
