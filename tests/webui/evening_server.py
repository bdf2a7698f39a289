"""A server with a game and an event on one database, that is going to be lost."""

import json
import secrets
from pathlib import Path
from typing import Any

from fake_table import ShownLive, position, roster

from tablecam.club.event.registry import EventRegistry
from tablecam.game.hosting.database_watch import Custody
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies

FORCES = {"red": "harbour-watch", "blue": "tunnel-kin"}


class Evening:
    """A server with a game and an event."""

    def __init__(self, folder: Path, begun: bool = True) -> None:
        self.file = folder / "games.db"
        self.live = ShownLive()
        self.live.show(PublishedFrame(1, position()))
        self.engine = engine = open_database(str(self.file))
        self.host = GameHost(GameStore(engine), GameSetups(BOOKS), dict)
        self.club = EventRegistry(TournamentStore(engine))
        self.event = self.club.begin("Friday", "TO", seed=7) if begun else self.club.stored_event("1")
        self.custody = Custody((self.host, self.club))
        self.access = alone(("red", "blue"))
        self.tokens = {role: self.access.token(role) for role in ("table", "red", "blue", "umpire", "spectator")}
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

    def begin(self) -> None:
        """A game whose orders are asked for."""
        assert self.post("table", "/api/game/new", forces=FORCES, rules={"deployed": True}).status_code == 200

    def orders(self, role: str = "red") -> dict[str, Any]:
        """An answer to the question that a role is asked first."""
        question = next(each for each in self.host.view_for(role)["game"]["questions"] if each["mine"])
        raw = dict.fromkeys(question["ask"]["items"], "snap-fire")
        return {"key": question["key"], "raw": raw, "id": secrets.token_hex(12)}

    def lines(self) -> tuple[str, ...]:
        """The log of the game, as far as it was acknowledged."""
        (game,) = self.host.list_open_logs()
        return tuple(text for _at, text in game.lines)

    def close(self) -> None:
        """Lets go of everything."""
        self.live.stop()
        self.host.close()
        self.engine.dispose()
