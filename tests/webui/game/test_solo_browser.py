"""A whole game against the machine by touch: it is seated, its models are moved to the arrow, and a side falls."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import forces
import pytest
from hosting import Table
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NotThere
from reading import Json, asked, far_in
from real_game import RealGame
from screens import Opened
from serving import served

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.game_observer import GameObserver
from tablecam.live.lifecycle import AdviceWorker
from tablecam.live.machine_worker import MachineWorker
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups, usual_forces
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Roster
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.long]


def seat_machine(page: Page, red: str = "harbour_watch", blue: str = "tunnel_kin") -> None:
    """Begin a game against the machine in blue, at level 1."""
    page.locator("[data-book=urban-war]").tap()
    page.locator(f"[data-force='red {red}']").tap()
    page.locator(f"[data-force='blue {blue}']").tap()
    page.locator("[data-machine-seat=blue]").tap()
    page.locator("[data-level='1']").tap()
    page.locator("[data-begin]").tap()


# two models a side, on quick cards: a wound takes each off the table
DUSK = {"red": ("brandt", "lund"), "blue": ("mother", "gruff")}
# in the first two turns the machine is to move
WISHES = {True: ("second", "nothing", "end"), False: ("fight", "shoot", "move+shoot", "rush", "end")}
# a person does far less in a game, and is asked again sooner
MOST_STEPS, MOST_WAITS, TAP_MS, ARROW_MS = 400, 200, 2_000, 10_000
# how far from an enemy's middle a model stops
CLEAR_IN = 2.2


@pytest.fixture
def dusk(tmp_path: Path) -> Iterator[RealGame]:
    """A table with two small forces and the machine; no game is on."""
    for name in ("dusk_watch", "dusk_kin"):
        forces.written(name, tmp_path / "forces")
    table, store = Table(), GameStore(open_database(str(tmp_path / "games.db")))
    models = {model for side in DUSK.values() for model in side}
    table.placed = {model: placed for model, placed in table.placed.items() if model in models}
    table.show()
    follower, adviser = GameObserver(table), AdviceWorker(table, MachineWorker(seed=3))
    host = GameHost(store, GameSetups(BOOKS, partial(usual_forces, folder=tmp_path)), dict, follower)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(table, lambda: roster, host=host, archive=Archive(store, BOOKS))
    with served(create_app(parts)) as address:
        follower.follow(host)
        adviser.follow(host)
        try:
            yield RealGame(host, table, address)
        finally:
            adviser.stop()
            follower.stop()
            table.stop()
            host.close()


@dataclass
class SoloPlayer:
    """A person who reads the tablet, taps, and moves the models of both sides.

    moves: those of the machine's models. arrows: the moves that the board showed. carried: the questions for which a
    model was put somewhere.
    """

    game: RealGame
    page: Page
    moves: int = 0
    arrows: int = 0
    carried: set[str] = field(default_factory=set)

    def step(self) -> bool:
        """Do one thing that the tablet asks for; returns whether there was one."""
        machine = self.game.told["machine"]
        if machine["state"] == "moving":
            self._move_for(machine["move"])
            return True
        goes_on = self.page.locator("[data-machine-goes-on]")
        if goes_on.count():
            return self._tap("[data-machine-goes-on]")
        return any(map(self._answer, asked(self.page)))

    def _move_for(self, move: Json) -> None:
        """Move a model of the machine along the arrow that the board shows."""
        self.moves += 1
        if move["goal"] != "stay" and self._sees_arrow(move["model"]):
            self.arrows += 1
        self.game.table.carry(move["model"], [tuple(point) for point in move["way"][1:]])

    def _sees_arrow(self, model: str) -> bool:
        """Whether the page tells the move and shows its arrow; it may be a frame behind the server."""
        try:
            self.page.locator(".machine-move", has_text="Move").wait_for(timeout=ARROW_MS)
            self.page.locator(f"[data-machine-move={model}]").wait_for(timeout=ARROW_MS)
        except NotThere:
            return False
        return True

    def _answer(self, question: Json) -> bool:
        here = f"[data-question='{question['key']}']"
        if question["dice"]:
            attacks = any(word in question["text"] for word in ("hit", "damage"))
            face = 10 if attacks else 2
            return all(self._tap(f"{here} [data-key='{face}']") for _die in range(question["empty"] or 1))
        if question["all"]:
            return self._tap(f"{here} [data-all=snap-fire]") and self._tap(f"{here} .assignment > .go")
        if question["kind"] in ("Move", "Deploy"):
            return self._move(question, here)
        options = question["options"]
        is_patient = not self.moves and self.game.told["turn"] <= 2
        wish = next((wish for wish in WISHES[is_patient] if wish in options), options[0] if options else "")
        return bool(wish) and self._tap(f"{here} [data-option='{wish}']")

    def _move(self, question: Json, here: str) -> bool:
        """Put the model to its edge, or move it towards the enemy; then say that it stands."""
        if question["key"] in self.carried:
            return question["ready"] and self._tap(f"{here} [data-done]")
        self.carried.add(question["key"])
        model = next(model for side in DUSK.values() for model in side if model.capitalize() in question["text"])
        deploys = question["kind"] == "Deploy"
        end = self._find_start(model) if deploys else self._find_end(model, far_in(question["text"]))
        self.game.table.carry(model, [end])
        return True

    def _find_start(self, model: str) -> tuple[float, float]:
        """A place at the edge of the model's side."""
        placed = self.game.table.placed[model]
        with self.game.host.reading() as open_game:
            assert open_game
            edge = open_game.game.state.edges[placed.model.side]
        return {"near": (placed.x_in, 4.0), "far": (placed.x_in, 44.0)}.get(edge) or (
            4.0 if edge == "left" else 44.0,
            2 * placed.x_in,
        )

    def _find_end(self, model: str, far: float) -> tuple[float, float]:
        """A place on the way to the nearest enemy."""
        placed = self.game.table.placed
        start = (placed[model].x_in, placed[model].y_in)
        enemies = [other for other in placed.values() if other.model.side != placed[model].model.side]
        nearest = min(((other.x_in, other.y_in) for other in enemies), key=lambda place: math.dist(start, place))
        share = max(0.0, min(far - 0.2, math.dist(start, nearest) - CLEAR_IN)) / math.dist(start, nearest)
        return start[0] + share * (nearest[0] - start[0]), start[1] + share * (nearest[1] - start[1])

    def _tap(self, where: str) -> bool:
        """Tap a part of the page; returns whether it was still there."""
        try:
            self.page.locator(where).first.tap(timeout=TAP_MS)
        except NotThere:
            return False
        return True


@pytest.mark.timeout(300)
def test_a_whole_game_against_the_machine_is_played_by_touch(opened: Opened, dusk: RealGame) -> None:
    page = opened(dusk.address)
    page.locator(".begin-game").tap()
    seat_machine(page, "dusk_watch", "dusk_kin")
    expect(page.locator(".game-head")).to_be_visible()
    player, number, waits = SoloPlayer(dusk, page), 0, 0
    for _time in range(MOST_STEPS):
        if dusk.told["over"] or waits > MOST_WAITS:
            break
        if player.step():
            waits = 0
        else:
            number, waits = dusk.host.wait(number, 0.5), waits + 1
    expect(page.locator(".game-head h1")).to_have_text("The game is over")
    expect(page.locator("[data-ending]")).to_contain_text("wins")
    assert player.arrows > 0
    with dusk.host.reading() as open_game:
        assert open_game
        sources = {line.by for line in open_game.game.log.lines if getattr(line, "source", "") == "machine"}
    assert sources == {"blue"}
