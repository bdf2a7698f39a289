"""A game on a server for tests: the two starter teams, a table that is drawn by hand, and players at random."""

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.open_game import TableWatch
from tablecam.game.playthrough import anything
from tablecam.live.game_observer import GameObserver
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.sensing.tracking.changes import Point, TrackMoved
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Terrain

RED = ("brandt", "ida", "lund", "moss", "stone", "vik")
BLUE = ("mother", "gruff", "pit", "shale", "swift", "anvil")
FORCES = {"red": "harbour-watch", "blue": "tunnel-kin"}
STANDING = {"forces": FORCES, "rules": {"deployed": True}}
BEGUN = datetime(2026, 3, 7, 19, 30, tzinfo=UTC)
NOISE = ((4e-6, 0.0, 0.0), (0.0, 4e-6, 0.0), (0.0, 0.0, 1e-6))


def hosted(folder: Path, watching: TableWatch | None = None) -> GameHost:
    return GameHost(
        GameStore(open_database(str(folder / "games.db")), lambda: BEGUN), GameSetups(BOOKS), dict, watching
    )


def keys(host: GameHost, role: str) -> list[dict[str, Any]]:
    """The open questions that a role may answer, as its screen has them."""
    game = host.view_for(role)["game"]
    return [each for each in game["questions"] if each["mine"]] if game else []


def one_answer(host: GameHost, chance: random.Random) -> None:
    """Some question answered at random, by whom it is for."""
    with host.reading() as open_game:
        assert open_game
        question = chance.choice(open_game.game.open)
        seat = question.ask.seat or chance.choice(open_game.game.seats)
        key, raw = open_game.key(question, seat), anything(question.ask, chance.randrange)
    with suppress(IllegalAnswer):
        host.answer(seat, {"key": key, "raw": raw, "source": "keypad"})


def answers(host: GameHost, seed: int, count: int) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        one_answer(host, chance)


def orders(host: GameHost, **by_model: str) -> None:
    """All orders of a turn: snap-fire for whoever is not named."""
    for seat, models in (("red", RED), ("blue", BLUE)):
        question = next(each for each in keys(host, seat) if each["kind"] == "Assign")
        host.answer(seat, {"key": question["key"], "raw": {each: by_model.get(each, "snap-fire") for each in models}})


# the questions that the table does not answer by itself
TYPED = ("Assign", "Choose", "Roll", "Confirm")


def stand_by(host: GameHost, role: str, chance: random.Random) -> bool:
    """A player who lets everything go by answers one question that the table cannot; returns whether there was one."""
    asked = next((asked for asked in keys(host, role) if asked["kind"] in TYPED), None)
    if asked is None:
        return False
    with host.reading() as open_game:
        assert open_game
        ask = open_game.question(asked["key"], role).ask
    options = [option.id for option in getattr(ask, "options", ()) if option.open]
    raw = options[-1] if asked["kind"] == "Choose" else anything(ask, chance.randrange)
    if asked["kind"] == "Assign":
        raw = dict.fromkeys(asked["ask"]["items"], "snap-fire" if "snap-fire" in options else options[-1])
    host.answer(role, {"key": asked["key"], "raw": raw, "source": "keypad"})
    return True


def choose(host: GameHost, role: str, raw: Any, **said: Any) -> None:
    """The first question that a role may answer."""
    host.answer(role, {"key": keys(host, role)[0]["key"], "raw": raw, **said})


class Table(LiveLoop):
    """A table that stands as it is told, published as the live loop would."""

    def __init__(self) -> None:
        super().__init__(capture=None, reader=None)  # type: ignore[arg-type]
        self.time = 1.0
        self.placed = {
            model: Placed(miniature(model, side), 6.0 + 4.0 * number, y, 0.0, 0.0, NOISE)
            for side, models, y in (("red", RED, 12.0), ("blue", BLUE, 30.0))
            for number, model in enumerate(models)
        }
        self.changes: tuple[object, ...] = ()
        self.terrain = Terrain()
        self.show()

    def show(self, *changes: object) -> PublishedFrame:
        self.time += 0.1
        self.changes += changes
        snapshot = Snapshot(self.time, tuple(self.placed.values()), self.terrain)
        self._publish(PublishedFrame(self.view.number + 1, snapshot, changes=self.changes))
        return self.view

    def put(self, model: str, **fields: Any) -> PublishedFrame:
        """A model is suddenly otherwise."""
        self.placed[model] = replace(self.placed[model], **fields)
        return self.show()

    def carry(self, model: str, to: Sequence[tuple[float, float]], seen: bool = True) -> None:
        """A hand takes a model along points, and puts it down at the last."""
        start = self.placed[model]
        points = [Point(self.time, start.x_in, start.y_in, 0.0)]
        for x, y in to:
            self.put(model, x_in=x, y_in=y, state="moving")
            points.append(Point(self.time, x, y, 0.0))
        self.rest(model, tuple(points), seen)

    def rest(self, model: str, points: tuple[Point, ...], seen: bool = True) -> None:
        """It stands, and the tracker says how it went."""
        length = sum(a.plan_in(b) for a, b in pairwise(points))
        self.placed[model] = replace(self.placed[model], state="settled")
        first, last = points[0], points[-1]
        self.show(
            TrackMoved(
                time=self.time + 0.1, model=model, start=(first.x_in, first.y_in, 0.0), end=(last.x_in, last.y_in, 0.0),
                path_in=length if seen else None, straight_in=first.plan_in(last), gaps=0 if seen else 1, points=points,
            )
        )  # fmt: skip


def miniature(model: str, side: str) -> Miniature:
    return Miniature(model, model.capitalize(), side, 1, 16.0, (0.0, 0.0), 1.2, Circle(25.4), 1.25)


def watched(folder: Path, setup: dict[str, Any] = STANDING) -> tuple[GameHost, Table, GameObserver]:
    """A game over a table; the follower looks when a test tells it to."""
    table = Table()
    follower = GameObserver(table)
    host = hosted(folder, follower)
    host.begin(setup)
    return host, table, follower


def game(host: GameHost, role: str = "table") -> Any:
    """The game as a role has it; None before there is one."""
    return host.view_for(role)["game"]


def accept_positions(host: GameHost, *models: str) -> None:
    """Both sides let models stand where they were put."""
    host.do(commands.stands, "red", {"models": list(models)})
    host.do(commands.agree, "blue", {"proposal": game(host)["accepting"]["key"]})


def initiative(host: GameHost, red: int = 9, blue: int = 3) -> None:
    """Orders are given, and red goes first."""
    orders(host)
    choose(host, "red", [red], source="dice pad")
    choose(host, "blue", [blue], source="dice pad")
    choose(host, "red", "first")


def sent_to_others(host: GameHost, seat: str) -> str:
    """All that goes to whoever is not of that seat."""
    roles = ("table", "umpire", "spectator", "red" if seat == "blue" else "blue")
    told = [[host.view_for(role), host.log(role, None, 0)] for role in roles]
    return json.dumps([told, host.list_games(), host.number])
