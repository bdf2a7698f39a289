"""A thousand moves out of turn: none counts before the other side agrees and the log says so, and then all count."""

import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import shapely
from hosting import BLUE, RED, one_answer, watched

from tablecam.game.game import Game
from tablecam.game.hosting import commands, game_view
from tablecam.game.log import EventLine, InMemory, write
from tablecam.game.verify import verify
from tablecam.live.game_observer import put_back
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_war.advice.questions import question_advice
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.facts import Move

SIDES = {**dict.fromkeys(RED, "red"), **dict.fromkeys(BLUE, "blue")}
OTHER = {"red": "blue", "blue": "red"}
MOVES = 1000
REACH_IN = 4.0


class Evening:
    """A hosted game in which models are moved out of turn. expected: where each was last let stand."""

    def __init__(self, folder: Path, seed: int) -> None:
        folder.mkdir()
        self.host, self.table, self.follower = watched(folder)
        self.chance = random.Random(seed)
        self.expected = {model: self.stands(model) for model in SIDES}
        self.counts: Counter[str] = Counter()
        self.look()

    def look(self) -> None:
        self.follower.look(self.host, self.table.view)

    def stands(self, model: str) -> tuple[float, float, float]:
        placed = self.table.placed[model]
        return (placed.x_in, placed.y_in, placed.z_in)

    @property
    def open_game(self) -> Any:
        with self.host.reading() as open_game:
            assert open_game
            return open_game

    def displaced(self) -> dict[str, Any]:
        """As every screen shows them, by the model."""
        return {moved.model: game_view.nudge(moved) for moved in self.open_game.displaced}

    def accepting(self) -> Any:
        return game_view.accepting(self.open_game)

    def refused(self, command: Any, role: str, **said: Any) -> None:
        with pytest.raises(IllegalAnswer):
            self.host.do(command, role, said)

    def free_place(self) -> tuple[float, float]:
        """Somewhere on the table, clear of all bases, also of those that the game has elsewhere than they stand."""
        while True:
            x, y = self.chance.uniform(1.0, 47.0), self.chance.uniform(1.0, 47.0)
            taken = [*map(self.stands, SIDES), *self.expected.values()]
            if all(math.dist((x, y), place[:2]) > 1.5 for place in taken):
                return x, y

    def model_out_of_turn(self) -> str:
        """A model that nobody is asked to move."""
        open_game = self.open_game
        asked = {open_game.book.facts.find_moving_model(question.ask) for question in open_game.game.open}
        state = open_game.game.state
        return self.chance.choice([model for model in SIDES if state[model].alive and model not in asked])

    def play_on(self) -> None:
        """The game goes on by one answer, and with it what the table answers by itself."""
        before = self.open_game.places
        one_answer(self.host, self.chance)
        self.look()
        changed = {model: place for model, place in self.open_game.places.items() if before.get(model) != place}
        # by a move that was asked for, at whose end the model was seen
        self.expected |= changed
        assert all(math.dist(place, self.stands(model)) < 0.01 for model, place in changed.items())

    def move_out_of_turn(self, model: str) -> None:
        """Carried before all eyes, or gone somewhere else while nobody looked."""
        x, y = self.free_place()
        if self.chance.random() < 0.5:
            self.table.carry(model, [(x, y)])
        else:
            self.table.put(model, x_in=x, y_in=y)
        self.look()
        nudge = self.displaced()[model]
        assert nudge["from_in"] == [round(value, 2) for value in self.expected[model][:2]]
        assert nudge["by_in"] == round(math.dist(self.expected[model], self.stands(model)), 1)

    def counts_nowhere(self, model: str) -> None:
        """Neither the game nor what is measured and advised in it knows of the new place."""
        assert self.open_game.places.get(model, self.expected[model]) == self.expected[model]
        assert self.as_measured(model) == pytest.approx(self.expected[model])

    def as_measured(self, model: str) -> tuple[float, float, float]:
        placed = put_back(self.table.view.snapshot, self.open_game.displaced).model(model)
        return (placed.x_in, placed.y_in, placed.z_in)

    def try_alone(self, model: str, side: str) -> str:
        """Whatever one side taps, nothing is in the log. The proposal's key."""
        last = self.open_game.game.log.last
        self.host.do(commands.stands, side, {"models": [model]})
        key = str(self.accepting()["key"])
        self.host.do(commands.agree, side, {"proposal": key})
        self.host.do(commands.agree, side, {"proposal": key, "seat": OTHER[side]})
        self.refused(commands.agree, "spectator", proposal=key, seat=OTHER[side])
        self.refused(commands.agree, "table", proposal=key)
        self.look()
        assert self.open_game.game.log.last == last
        assert self.accepting()["needs"] == [OTHER[side]]
        assert model in self.displaced()
        self.counts_nowhere(model)
        return key

    def settle(self, model: str, side: str, key: str) -> None:
        """What the other side says to it."""
        last, happens = self.open_game.game.log.last, self.chance.choice(["accept"] * 5 + ["decline", "trick"])
        self.counts[happens] += 1
        if happens == "decline":
            self.host.do(commands.decline, OTHER[side], {"proposal": key})
            self.refused(commands.agree, OTHER[side], proposal=key)
        elif happens == "trick":
            # moved on between the proposal and the other side's word
            self.move_out_of_turn(model)
            self.refused(commands.agree, OTHER[side], proposal=key)
        else:
            self.host.do(commands.agree, OTHER[side], {"proposal": key})
            self.accepted(model, last)
            return
        assert self.open_game.game.log.last == last
        self.counts_nowhere(model)

    def accepted(self, model: str, last: int) -> None:
        log = self.open_game.game.log
        (line,) = log.lines[last : last + 1]
        assert isinstance(line, EventLine)
        far = math.dist(self.expected[model], self.stands(model))
        assert line.event["moved_in"] == {model: pytest.approx(far, abs=0.01)}
        told = [line["text"] for line in self.host.log("spectator", None, 0)["lines"][-3:]]
        said_in = line.event["moved_in"][model]
        assert f"Both sides accept: {model.capitalize()} moved {said_in:.1f} in" in told
        self.expected[model] = self.stands(model)
        self.look()
        assert model not in self.displaced()
        assert self.open_game.places[model] == self.stands(model)
        self.reaches_from(model)

    def reaches_from(self, model: str) -> None:
        """The reach on the board and in the advice begins at the model."""
        state = self.open_game.game.state
        ask = Move(model=model, allowance_in=REACH_IN, **codes.move("move", model, "")._asdict())
        names = BOOKS.usual.phrases.build_names(state, {})
        seen = put_back(self.table.view.snapshot, self.open_game.displaced)
        found = question_advice(seen, state, ask.record(), names)
        assert found
        outline = [point for ring in found.regions[0].rings for point in ring]
        x, y, _z = self.stands(model)
        assert shapely.MultiPoint(outline).convex_hull.contains(shapely.Point(x, y))
        assert max(math.dist(point, (x, y)) for point in outline) == pytest.approx(REACH_IN, abs=0.1)


@pytest.mark.long
def test_of_a_thousand_moves_out_of_turn_none_counts_without_the_other_side_and_a_log_line(tmp_path: Path) -> None:
    evening, counts = Evening(tmp_path / "0", 0), Counter[str]()
    for move in range(MOVES):
        if evening.open_game.game.over:
            counts += evening.counts
            evening = Evening(tmp_path / str(move), move)
        evening.play_on()
        if evening.open_game.game.over:
            continue
        model = evening.model_out_of_turn()
        side = evening.chance.choice(["red", "blue"])
        evening.move_out_of_turn(model)
        evening.counts_nowhere(model)
        evening.settle(model, side, evening.try_alone(model, side))
        if model in evening.displaced() and evening.chance.random() < 0.5:
            x, y, z = evening.expected[model]
            evening.table.put(model, x_in=x, y_in=y, z_in=z)
            evening.look()
            assert model not in evening.displaced()
    with_log(evening)
    counts += evening.counts
    assert min(counts.values()) > 50


def with_log(evening: Evening) -> None:
    """The log alone knows all of it: each acceptance is a line, and the game reads back the same."""
    system, log = evening.open_game.game.system, evening.open_game.game.log
    lines = [line for line in log.lines if isinstance(line, EventLine) and line.event["name"] == "PositionsAccepted"]
    assert len(lines) == evening.counts["accept"]
    assert verify(system, log) is None
    again = Game.resume(system, [write(line) for line in log.lines], InMemory())
    assert again.state == evening.open_game.game.state
