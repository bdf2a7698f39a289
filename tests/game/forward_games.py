"""Logged games, played at random, and the same games without a log."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablecam.game.game import Game
from tablecam.game.log import BoundaryLine, EventLine, InMemory
from tablecam.game.playthrough import autoplay
from tablecam.rules.ask import Ask
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import find_force, find_scenario
from tablecam.rules.forward import ForwardGame
from tablecam.rules.plain import Json


def build_setup(name: str) -> tuple[Book, dict[str, Json]]:
    """A book, and the setup of the game that it demonstrates."""
    book = BOOKS.book(name)
    demo, scenario = book.demo(), find_scenario(book, None)
    names = dict(demo.forces) or (dict(scenario.forces) if scenario else {})
    reader = book.forces
    forces = {seat: reader.read_force(find_force(book, file)).force for seat, file in names.items()} if reader else {}
    return book, {**book.build_setup(forces, scenario), **demo.setup}


@dataclass
class Course:
    """The course of a logged game: what it asked and was answered, its states, and the lines of its log."""

    asked: list[tuple[tuple[Ask[Any], ...], Any, int, Json]] = field(default_factory=list)
    lines: list[Json] = field(default_factory=list)
    end: Any = None


def play_logged(book: Book, setup: Mapping[str, Json], seed: int) -> Course:
    """A whole game through the log."""
    course, game = Course(), Game.begin(book.system, setup, InMemory())
    before = tuple(question.ask for question in game.open), game.state
    for given in autoplay(game, random.Random(seed).randrange):
        course.asked.append((*before, given.question.which, given.raw))
        before = tuple(question.ask for question in game.open), game.state
    lines = [game.log[number] for number in game.log.live]
    course.lines = [
        line.boundary if isinstance(line, BoundaryLine) else line.event
        for line in lines
        if isinstance(line, BoundaryLine | EventLine)
    ]
    course.end = game.state
    return course


@dataclass
class Retold:
    """A system that notes the procedures and events of a game without a log, as lines of a log would."""

    system: Any
    lines: list[Json] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.system, name)

    def next_procedure(self, state: Any) -> Any:
        if step := self.system.next_procedure(state):
            self.lines.append(step.name)
        return step

    def evolve(self, state: Any, event: Any) -> Any:
        self.lines.append(event.record())
        return self.system.evolve(state, event)


def play_again(book: Book, setup: Mapping[str, Json], course: Course) -> None:
    """The same answers without a log; AssertionError where a question, a state or a line differs."""
    system, remaining = Retold(book.system), iter(course.asked)

    def answer(state: Any, questions: tuple[Ask[Any], ...]) -> tuple[int, Json]:
        expected, state_before, which, raw = next(remaining)
        assert questions == expected
        assert state == state_before
        return which, raw

    game: ForwardGame[Any] = ForwardGame(system, book.system.new_game(setup), answer)
    game.play()
    assert game.state == course.end
    assert system.lines == course.lines
    assert (game.answers, game.refused) == (len(course.asked), 0)
