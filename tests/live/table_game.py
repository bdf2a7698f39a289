"""A whole game that plays itself on a drawn table: moves go somewhere, and what can be measured from there is."""

import math
import random
from dataclasses import replace
from typing import Any

from shapely import box

from tablecam.game.game import Game, Question
from tablecam.game.playthrough import anything, one_answer
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.urban_war.measurements import MeasuredTable, table_answer
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.notation import write
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature, Terrain

FORCES = {"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}, "rules": {"deployed": True}}
TERRAIN = Terrain(
    (
        Feature("warehouse", "solid", 0.0, 3.0, True, box(19, 20, 29, 27)),
        Feature("crates", "solid", 0.0, 1.0, False, box(8, 22, 11, 24)),
        Feature("hedge", "flimsy", 0.0, 1.2, False, box(34, 22, 43, 23)),
    )
)


class Player:
    """Answers everything; what it measures goes into the log with the position."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.chance = random.Random(seed)
        self.placed: dict[str, Placed] = {}
        sides: dict[str, int] = {}
        for model, fighter in game.state.fighters.items():
            number = sides[fighter.side] = sides.get(fighter.side, 0) + 1
            made = Miniature(model, model.capitalize(), fighter.side, 1, 16.0, (0.0, 0.0), 1.2, Circle(25.4), 1.25)
            y = 17.0 if fighter.side == "red" else 31.0
            self.placed[model] = Placed(made, 4.0 + 6.5 * number, y, 0.0, 0.0)

    def one_answer(self) -> None:
        question = self.chance.choice(self.game.open)
        raw, measured = self._raw(question)
        who = question.ask.seat or "table"
        position = write(self.snapshot) if measured else ""
        try:
            self.game.answer(raw, question=question.line, by=who, source="table" if measured else "", position=position)
        except IllegalAnswer:
            # a charge that did not end in contact: say that it did
            one_answer(self.game, self.chance.randrange)

    @property
    def snapshot(self) -> Snapshot:
        return Snapshot(1.0, tuple(self.placed.values()), TERRAIN)

    def _raw(self, question: Question) -> tuple[Json, bool]:
        ask = question.ask
        if isinstance(ask, Move):
            return self._moved(ask.model, ask.allowance_in), True
        measured = table_answer(ask, MeasuredTable(self.snapshot, self.game.state))
        return (measured, True) if measured is not None else (anything(ask, self.chance.randrange), False)

    def _moved(self, model: str, allowance: float) -> Json:
        """Some way towards the middle, more or less."""
        here, far = self.placed[model], self.chance.uniform(0.2, 1.0) * min(allowance, 8.0)
        turned = math.atan2(24 - here.y_in, 24 - here.x_in) + self.chance.gauss(0, 1.0)
        x, y = here.x_in + far * math.cos(turned), here.y_in + far * math.sin(turned)
        there = replace(here, x_in=min(max(x, 1), 47), y_in=min(max(y, 1), 47), heading_rad=turned)
        self.placed[model] = there
        gone = math.dist((here.x_in, here.y_in), (there.x_in, there.y_in))
        return {"length_in": gone, "sigma_in": 0.02, "end": [there.x_in, there.y_in, 0.0]}


def begun(store: GameStore, said: dict[str, Any] | None = None, seed: int = 5) -> Player:
    """A game that has just begun, kept as the next of the store."""
    book, setup, tags = GameSetups(BOOKS).setup(FORCES | (said or {}))
    kept = store.new()
    player = Player(Game.begin(book.system, setup, kept, tags), seed)
    kept.close()
    return player


def played(store: GameStore, said: dict[str, Any] | None = None, seed: int = 5, turns: int = 99) -> Player:
    """A game that is over; in turn `turns` the red side gives up."""
    player = begun(store, said, seed)
    while not player.game.over and player.game.state.turn < turns:
        player.one_answer()
    if not player.game.over:
        game = player.game
        game.correct(BOOKS.book(game.system.name).phrases.make_concession(game.state, "red"), "it is late", by="red")
    assert player.game.over
    return player
