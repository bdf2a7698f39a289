"""A desk of the organiser over HTTP, for tests of a club event."""

import itertools
from pathlib import Path
from typing import Any

from fake_table import roster
from flask.testing import FlaskClient

from tablecam.club.event.registry import EventRegistry
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies

OURS = {"X-Tablecam": "page"}
IDS = itertools.count()
Json = dict[str, Any]


class Desk:
    """A browser at the server of a club room, which has no camera."""

    def __init__(self, folder: Path, role: str = "table") -> None:
        self.house = EventRegistry(TournamentStore(open_database(str(folder / "games.db"))), folder / "snapshots")
        self.access = alone(("red", "blue"))
        self.app = create_app(Dependencies(None, roster, access=self.access, club=self.house))
        self.client = self.of(role)

    def of(self, role: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.access.token(role))
        return client

    def post(self, path: str, status: int = 200, **said: Any) -> Json:
        body = said | {"id": f"{next(IDS):024x}"}
        answer = self.client.post(f"/api/club{path}", json=body, headers=OURS)
        assert answer.status_code == status, answer.text
        assert answer.json is not None
        return answer.json

    def act(self, command: str, status: int = 200, **said: Any) -> Json:
        return self.post("/1/act", status, command=command, **said)

    def says(self, command: str, status: int = 409, **said: Any) -> str:
        before = self.night()
        words = self.act(command, status, **said)["error"]["says"]
        assert self.night() == before
        return words

    def night(self) -> Json:
        answer = self.client.get("/api/club/1")
        assert answer.status_code == 200, answer.text
        assert answer.json is not None
        return {key: value for key, value in answer.json.items() if key != "time"}


def begun(folder: Path) -> Desk:
    desk = Desk(folder)
    assert desk.post("/new", title="Friday") == {"event": 1}
    return desk


def entered(desk: Desk) -> Desk:
    for name in ("Ann Archer", "Bob Brook", "Cat Crane", "Dan Drake", "Eve East"):
        desk.act("enter", name=name, faction=f"of {name}", models=9)
    desk.act("tables", tables=[1, 2, 3, 4])
    return desk
