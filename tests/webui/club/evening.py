"""A club event served for real: who plays, and browsers that are the organiser, a phone, or a stranger."""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from fake_table import roster
from flask.testing import FlaskClient
from serving import served

from tablecam.club.event.entrant_acts import hall_names
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.forces import ForceLine, ForceList
from tablecam.club.tournament.scoring import Side
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from webui import create_app
from webui.club import cards
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies

OURS = {"X-Tablecam": "page"}
IDS = itertools.count()
FACTIONS = ("junkers", "syntha", "triads", "viridians")
NAMES = (
    "Ann Archer", "Bob <b>Brook</b>", "Cat Crane", "Dan Drake", "Eve East", "Maximilian von Hohenstein-Wittelsbach",
    "Gus Grey", "Hal Hill", "Ivy Irons",
)  # fmt: skip


def named(count: int) -> list[tuple[str, str]]:
    """IDs and names of so many players, one of them with markup and one very long."""
    names = [*NAMES, *(f"Player Number {number}" for number in range(len(NAMES) + 1, count + 1))]
    return [(f"p{number}", name) for number, name in enumerate(names[:count], 1)]


class Evening:
    """An event of so many players, each with a list; nothing is drawn yet."""

    def __init__(self, folder: Path, players: int = 9, host: str = "0.0.0.0") -> None:
        self.house = EventRegistry(TournamentStore(open_database(str(folder / "games.db"))), folder / "snapshots")
        self.access = replace(alone(("red", "blue")), host=host)
        self.app = create_app(Dependencies(None, roster, access=self.access, club=self.house))
        self.club: StoredEvent = self.house.begin("Friday at the Anvil", "TO")
        for number, (player, name) in enumerate(named(players)):
            lines = (ForceLine(f"secret of {player}", 120, 3), ForceLine("Grunt", 90, 5 + number % 4))
            force = ForceList.with_totals(f"list of {player}", FACTIONS[number % 4], lines)
            entrant = Entrant(player, name, force.faction, force.models)
            self.club.act("TO", lambda night, e=entrant, f=force: night.enter(e, force=f))
        self.club.act("TO", lambda night: night.set_tables(range(1, players // 2 + 3)))

    def name_everybody(self) -> None:
        """The organiser shows all names in the hall."""
        self.club.act("TO", lambda night: hall_names(night, shown=True))

    def draw(self) -> None:
        """The next round is published, and its clock runs."""
        self.club.act("TO", lambda night: night.draft().publish().start_clock())

    def settle(self, games: Sequence[Any] | None = None) -> None:
        """The organiser enters what is still open."""
        for game in self.club.state.event.open_games if games is None else games:
            one, other = (Side(player, lost) for player, lost in zip(game.pair, (1, 4), strict=True))
            self.club.act("TO", lambda night, o=one, t=other: night.report(o, t))

    def code(self, player: str) -> str:
        """What is printed on a player's card."""
        with self.app.test_request_context():
            return f"{self.club.id}.{cards.code_of(self.club, player)}"

    def browser(self, role: str = "spectator") -> "Asking":
        """A browser that has joined in a role."""
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.access.token(role))
        return Asking(client)

    def phone(self, player: str) -> "Asking":
        """A player's phone, whose card is open."""
        phone = Asking(self.app.test_client())
        phone.post("/api/card/open", card=self.code(player))
        return phone

    @contextmanager
    def served(self) -> Iterator[str]:
        """The address, while it is served."""
        with served(self.app) as address:
            yield address


@contextmanager
def served_here(folder: Path) -> Iterator[str]:
    """The address of a club room without an event, in which every browser is the organiser's."""
    house = EventRegistry(TournamentStore(open_database(str(folder / "games.db"))), folder / "snapshots")
    with served(create_app(Dependencies(None, roster, access=alone(("red", "blue")), club=house))) as address:
        yield address


class Asking:
    """A browser without a screen."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def post(self, path: str, status: int = 200, **said: Any) -> Any:
        body = said | {"id": f"{next(IDS):024x}"}
        answer = self.client.post(path, json=body, headers=OURS)
        assert answer.status_code == status, answer.text
        return answer.json

    def says(self, path: str, status: int, **said: Any) -> str:
        """Why it is refused."""
        return str(self.post(path, status, **said)["error"]["says"])

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer.json

    @property
    def card(self) -> Any:
        return self.get("/api/card")["card"]


def report_of(card: Any, own: int, theirs: int, **marks: bool) -> dict[str, Any]:
    """What a player enters about the game on his card."""
    game = card["game"]
    return {
        "round": game["round"],
        "opponent": game["opponent"],
        "own": {"lost": own},
        "theirs": {"lost": theirs, **marks},
    }
