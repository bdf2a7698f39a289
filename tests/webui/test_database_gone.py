"""Pages over a database that is lost: 503, a word in every stream, and the owner's button."""

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_table import ShownLive, position, roster

from tablecam.club.registry import EventRegistry
from tablecam.hosting.custody import Custody
from tablecam.hosting.game_host import GameHost
from tablecam.observing.live_loop import PublishedFrame
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.rulebooks.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.tournament_store import TournamentStore
from webui import create_app
from webui.access import COOKIE, alone
from webui.dependencies import Dependencies

FORCES = {"red": "harbour-watch", "blue": "tunnel-kin"}


class Evening:
    """A server with a game and an event."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "games.db"
        self.live = ShownLive()
        self.live.show(PublishedFrame(1, position()))
        engine = open_database(str(self.file))
        self.host = GameHost(GameStore(engine), GameSetups(BOOKS), dict)
        self.club = EventRegistry(TournamentStore(engine))
        self.event = self.club.begin("Friday", "TO", seed=7)
        self.custody = Custody((self.host, self.club))
        self.access = alone(("red", "blue"))
        self.tokens = {role: self.access.token(role) for role in ("table", "red", "umpire", "spectator")}
        parts = Dependencies(
            self.live, roster, access=self.access, host=self.host, club=self.club, custody=self.custody
        )
        self.app = create_app(parts)

    def post(self, role: str, path: str, **said: Any) -> Any:
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.tokens[role])
        body = {"id": secrets.token_hex(12), **said}
        return client.post(path, json=body, headers={"X-Tablecam": "page"})

    def pulse(self, path: str) -> dict[str, Any]:
        """The first pulse of a stream."""
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.tokens["spectator"])
        seen = ""
        with client.get(path) as response:
            for piece in response.response:
                seen += piece.decode() if isinstance(piece, bytes) else piece
                for part in seen.split("\n\n"):
                    if "event: pulse" in part and part.endswith("}"):
                        return json.loads(part.partition("data: ")[2])
        raise AssertionError(seen)

    def lose(self) -> None:
        for path in self.file.parent.glob("games.db*"):
            path.unlink()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    assert evening.post("table", "/api/game/new", forces=FORCES, rules={"deployed": True}).status_code == 200
    yield evening
    evening.live.stop()
    evening.host.close()


def orders(evening: Evening) -> dict[str, Any]:
    question = next(each for each in evening.host.view_for("red")["game"]["questions"] if each["mine"])
    raw = dict.fromkeys(question["ask"]["items"], "snap-fire")
    return {"key": question["key"], "raw": raw, "id": "a" * 24}


def test_an_answer_is_put_off_and_counts_when_it_is_sent_again_under_its_id(evening: Evening) -> None:
    said = orders(evening)
    evening.lose()
    refused = evening.post("red", "/api/game/answer", **said)
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    says = refused.json["error"]["says"]
    assert says.startswith("The database’s file was deleted, moved or replaced")
    assert str(evening.file) not in refused.text
    assert evening.post("table", "/api/database/rescue").json == {"done": True}
    for _ in range(2):
        assert evening.post("red", "/api/game/answer", **said).status_code == 200
    assert not [each for each in evening.host.view_for("red")["game"]["questions"] if each["mine"]]


def test_an_act_of_the_event_is_put_off_too(evening: Evening) -> None:
    evening.lose()
    act = {"command": "rename", "title": "Saturday"}
    assert evening.post("table", f"/api/club/{evening.event.id}/act", **act).status_code in {400, 503}
    player = {"command": "enter", "player": "ann", "name": "Ann", "faction": "", "models": 9}
    refused = evening.post("table", f"/api/club/{evening.event.id}/act", **player)
    assert refused.status_code == 503, refused.json


@pytest.mark.parametrize("path", ["/api/events", "/api/club/1/events"])
def test_every_stream_says_what_is_wrong_with_the_database(evening: Evening, path: str) -> None:
    assert "database" not in evening.pulse(path)
    evening.lose()
    evening.custody.look()
    assert evening.pulse(path)["database"] == "lost"
    evening.custody.rescue()
    assert "database" not in evening.pulse(path)


@pytest.mark.parametrize("role", ["red", "umpire", "spectator"])
def test_only_the_tables_own_screen_gives_the_word(evening: Evening, role: str) -> None:
    evening.lose()
    assert evening.post(role, "/api/database/rescue").status_code == 403
    assert not evening.file.exists()


def test_the_word_is_refused_while_nothing_is_wrong(evening: Evening) -> None:
    refused = evening.post("table", "/api/database/rescue")
    assert refused.status_code == 409
    assert refused.json["error"]["says"] == "The database is there: nothing needs to be written to a new file."
