"""An answer that a screen shows as open is not refused when it is tapped, and every question has one."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import BLUE, RED, STANDING, keys, orders, sent_to_others, watched

from tablecam.game.game import Game
from tablecam.game.log import AskLine, EventLine, InMemory
from tablecam.game.playthrough import anything
from tablecam.rules.ask import Choose, IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.table.notation import parse


class HostedGame:
    """A game over a table on which models stand and walls rise at random, played by taps on what is open."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.host, self.table, self.observer = watched(folder)
        self.seen: Counter[str] = Counter()
        walls = (self._wall(number) for number in range(5))
        self.table.terrain = parse("".join(walls)).terrain
        for number, model in enumerate((*RED, *BLUE)):
            row, column = divmod(number, 6)
            self.table.put(model, x_in=6 + 5.0 * column + self.chance.random(), y_in=14 + 9.0 * row)
        orders(self.host, **{model: self.chance.choice(("overwatch", "snap-fire")) for model in (*RED, *BLUE)})

    def _wall(self, number: int) -> str:
        x, y = self.chance.uniform(4, 36), self.chance.uniform(16, 21)
        return f"terrain wall{number} solid 0 to 9 at {x},{y} {x + 4},{y} {x + 4},{y + 1} {x},{y + 1}\n"

    def look(self) -> None:
        self.observer.look(self.host, self.table.view)

    def play(self, taps: int) -> None:
        for _tap in range(taps):
            self.look()
            asked = [(role, question) for role in ("red", "blue") for question in keys(self.host, role)]
            if not asked:
                return
            for role, question in asked:
                self.check_open(role, question)
            self.tap(*self.chance.choice(asked))

    def check_open(self, role: str, question: dict[str, Any]) -> None:
        options = question["ask"].get("options")
        if options is None:
            return
        closed = [option for option in options if option.get("why_not")]
        self.seen.update(f"closed {question['kind']}" for _option in closed)
        self.seen.update("closed charge" for option in closed if option["id"] == "charge")
        if len(closed) == len(options):
            # nobody has to break in
            assert question["kind"] == "React"
            assert question["text"].startswith("Nobody can break")

    def tap(self, role: str, question: dict[str, Any]) -> None:
        if question["kind"] in ("Move", "Halted"):
            self.move(role, question)
            return
        if "options" not in question["ask"] or "items" in question["ask"]:
            self.host.answer(role, {"key": question["key"], "raw": self.anything(question, role), "source": "keypad"})
            return
        opened = [option["id"] for option in question["ask"]["options"] if not option.get("why_not")]
        if opened:
            self.seen[f"tapped {question['kind']}"] += 1
            self.host.answer(role, {"key": question["key"], "raw": self.chance.choice(opened), "source": "tap"})

    def anything(self, question: dict[str, Any], role: str) -> Any:
        with self.host.reading() as open_game:
            assert open_game
            return anything(open_game.question(question["key"], role).ask, self.chance.randrange)

    def move(self, role: str, question: dict[str, Any]) -> None:
        """A model goes where it charges, or anywhere; in its own time, so that nobody breaks in behind its back."""
        ask = question["ask"]
        model, enemy = ask["model"], next(iter(ask.get("subject", [])[1:]), None)
        here = self.table.placed[model]
        if enemy:
            there = self.table.placed[enemy]
            far = here.x_in - there.x_in, here.y_in - there.y_in
            length = max((far[0] ** 2 + far[1] ** 2) ** 0.5, 1.0)
            self.table.carry(model, [(there.x_in + far[0] / length, there.y_in + far[1] / length)])
        elif question["kind"] == "Move":
            dx, dy = (self.chance.uniform(-0.6, 0.6) * ask["allowance_in"] for _axis in range(2))
            self.table.carry(model, [(min(max(here.x_in + dx, 1), 43), min(max(here.y_in + dy, 1), 43))])
        self.look()
        try:
            self.host.answer(role, {"key": question["key"], "source": "table"})
        except IllegalAnswer:
            self.table.put(model, x_in=here.x_in, y_in=here.y_in)
            self.look()
            self.host.answer(role, {"key": question["key"], "raw": 0.0, "source": "keypad"})

    def refused_attempts(self) -> int:
        """How many ways to break in are tapped although they are closed; nobody else is sent another byte by it."""
        attempts = [
            (role, question["key"], option["id"])
            for role in ("red", "blue")
            for question in keys(self.host, role)
            if question["kind"] == "React"
            for option in question["ask"]["options"]
            if option.get("why_not")
        ]
        for role, key, option in attempts:
            before = sent_to_others(self.host, role)
            with pytest.raises(IllegalAnswer):
                self.host.answer(role, {"key": key, "raw": option})
            self.look()
            assert sent_to_others(self.host, role) == before
        return len(attempts)

    def voids(self) -> list[dict[str, Any]]:
        """The attempts to break in that came to nothing, but for those that dice or players have decided."""
        with self.host.reading() as open_game:
            assert open_game
            lines = open_game.game.log.lines
        found, decided = [], False
        for line in lines:
            if isinstance(line, AskLine):
                decided = decided or line.ask["kind"] in ("Settle", "Confirm", "Roll")
            if isinstance(line, EventLine) and line.event["name"] == "ReactionAnnounced":
                decided = False
            if isinstance(line, EventLine) and line.event["name"] == "ReactionVoid" and not decided:
                found.append(line.event)
        return found


def played_over_tables(folder: Path, seeds: range, taps: int) -> Counter[str]:
    """What was closed and tapped; that nothing open was refused is asserted on the way."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        (folder / str(seed)).mkdir()
        game = HostedGame(folder / str(seed), seed)
        game.play(taps)
        assert game.voids() == []
        seen += game.seen
    return seen


def test_no_open_answer_is_refused_when_it_is_tapped_over_a_table(tmp_path) -> None:
    seen = played_over_tables(tmp_path, range(1, 2), 60)
    assert min(seen["tapped React"], seen["closed React"], seen["closed charge"]) > 0


@pytest.mark.long
def test_nor_in_more_games(tmp_path) -> None:
    seen = played_over_tables(tmp_path, range(2, 5), 70)
    assert min(seen["tapped React"], seen["closed React"], seen["closed charge"]) > 5


@pytest.mark.slow
def test_no_attempt_to_break_in_that_is_refused_changes_a_byte_that_another_seat_receives(tmp_path) -> None:
    refused = 0
    game = HostedGame(tmp_path, 20)
    for _tap in range(40):
        game.play(1)
        game.look()
        refused += game.refused_attempts()
    assert refused > 10


def every_book() -> Iterator[tuple[Any, dict[str, Any]]]:
    """The books with the setup of a first game each."""
    setups = GameSetups(BOOKS)
    for name, said in (("urban-war", STANDING), ("urr", {}), ("urban-operations", {})):
        book, setup, _tags = setups.setup({"book": name, **said})
        yield book, setup


@pytest.mark.parametrize("number", range(3))
def test_every_question_of_every_book_has_an_open_answer_and_a_single_choice_is_never_refused(number: int) -> None:
    book, setup = list(every_book())[number]
    asked = 0
    for seed in range(6):
        game, chance = Game.begin(book.system, setup, InMemory()), random.Random(seed)
        for _answer in range(150):
            if game.over:
                break
            for question in game.open:
                options = getattr(question.ask, "options", None)
                assert options is None or any(option.open for option in options), question.ask
            question = chance.choice(game.open)
            raw = anything(question.ask, chance.randrange)
            asked += isinstance(question.ask, Choose)
            try:
                game.answer(raw, question=question.line, by=question.ask.seat or "table")
            except IllegalAnswer:
                assert not isinstance(question.ask, Choose), question.ask
    assert asked > 50
