"""Checks of a rulebook, for its author: games at random, their logs, hidden information, events, texts and the page.

    for name, faults in check_book(BOOK, Path("skirmish"), games=100): ..

Each check is independent of the others, and reports at most a few faults, each as a sentence.
"""

import json
import random
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from tablecam.commands.rulebook_events import check_events
from tablecam.commands.rulebook_page import check_page, name_forces
from tablecam.commands.rulebook_texts import check_catalogues, check_words
from tablecam.game.game import Game
from tablecam.game.log import GameLog, InMemory, Line, SeatView, read_log
from tablecam.game.playthrough import NoAnswer, anything, one_answer
from tablecam.game.verify import verify
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.game_setups import find_force, usual_scenarios
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.plain import Json
from tablecam.rules.system import System

GAMES = 100
# a game that does not end by itself: no rulebook of ours asks a tenth of this
MOST_ANSWERS = 5000
MOST_FAULTS = 5
# answers after an abandoned action, which must be possible
PLAYED_ON = 12
# pairs of hidden choices that are compared at one question
PAIRS = 2
# of a game that is not the first of its scenario, the places at which a check looks, drawn by its seed
MOST_PLACES = 60
Place = TypeVar("Place")
Sentences = Iterator[str]


@dataclass(frozen=True)
class BookCheck:
    """A check of a rulebook. parts: its faults, in parts such as games; count: the number of parts."""

    name: str
    count: int
    parts: Iterable[Sentences]


# what follows the parts of a check as they are made, such as a progress bar
Follow = Callable[[BookCheck], AbstractContextManager[Iterable[Sentences]]]


def _follow_nothing(check: BookCheck) -> AbstractContextManager[Iterable[Sentences]]:
    return nullcontext(check.parts)


def check_book(
    book: Book, package: Path | None, games: int = GAMES, follow: Follow = _follow_nothing
) -> Iterator[tuple[str, list[str]]]:
    """The name of each check, and its faults. package: the folder of the book's code, None for one without."""
    for check in list_checks(book, package, games):
        with follow(check) as parts:
            faults = list(islice(chain.from_iterable(parts), MOST_FAULTS))
        yield check.name, faults


def list_checks(book: Book, package: Path | None, games: int) -> Iterator[BookCheck]:
    """The checks of a rulebook."""
    plays = [RandomPlays(book, scenario) for scenario in usual_scenarios(book) or (None,)]
    for name, check in GAME_CHECKS.items():
        yield BookCheck(name, games, _check_each(plays, games, check))
    whole_book = {
        "random events": _check_events(book, plays),
        "texts outside the catalogue": check_words(book, [play.begin for play in plays]),
        "catalogues": check_catalogues(package),
        "questions on the page": check_page(book, [play.scenario for play in plays]),
    }
    for name, faults in whole_book.items():
        yield BookCheck(name, 1, [faults])


@dataclass(frozen=True)
class GameMoment:
    """A game after an answer: the number of its lines, its state, and its open questions."""

    lines: int
    state: Any
    questions: list[dict[str, Json]]


class RememberedFold:
    """A rulebook that folds the same events from the same state once: all games of a check have one beginning.

    Procedures run again each time. Whether events are pure is for `check_game` to find out.
    """

    def __init__(self, system: System[Any]) -> None:
        self._system = system
        # by the ids of objects, which stand beside the result so that they stay
        self._made: dict[tuple[int, ...], tuple[Any, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def new_game(self, setup: Json) -> Any:
        """The state before anything has happened."""
        return self._remember(self._system.new_game, setup)

    def event(self, record: Json) -> Any:
        """An event from the log."""
        return self._remember(self._system.event, record)

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event."""
        return self._remember(self._system.evolve, state, event)

    def _remember(self, make: Callable[..., Any], *given: Any) -> Any:
        key = tuple(map(id, given))
        if key not in self._made:
            self._made[key] = (*given, make(*given))
        return self._made[key][-1]


@dataclass(frozen=True)
class RandomPlays:
    """Games of one scenario that play themselves. A seed plays the same game each time."""

    book: Book
    scenario: Scenario | None

    def begin(self) -> Game[Any]:
        """A new game."""
        return Game.begin(self.book.system, build_setup(self.book, self.scenario), InMemory())

    def resume_each(self, lines: Sequence[Line], counts: Iterable[int]) -> Iterator[Game[Any]]:
        """The games that are resumed from the first lines of a log, by ascending numbers of lines."""
        system: Any = RememberedFold(self.book.system)
        log = GameLog()
        for count in counts:
            for line in lines[log.last : count]:
                log.append(line)
            yield Game(system, log.copy(), InMemory())

    def choose_places(self, places: Sequence[Place], seed: int) -> list[Place]:
        """All places of the first game of a scenario; some of a later one, because its cost grows with their square."""
        if len(places) <= MOST_PLACES or seed < max(1, len(usual_scenarios(self.book))):
            return list(places)
        return [places[number] for number in sorted(random.Random(seed).sample(range(len(places)), MOST_PLACES))]

    def check_game(self, seed: int) -> Sentences:
        """The game ends, and every ruling comes out the same again."""
        game, _moments = self._play(seed)
        if not game.over:
            yield f"after {MOST_ANSWERS} answers the game has not ended"
        if difference := verify(self.book.system, game.log):
            yield f"a ruling comes out differently when it is made again: {difference}"
        _show_everything(self.book, game)

    def check_cuts(self, seed: int) -> Sentences:
        """A game that is resumed from any part of its log is where it was."""
        game, moments = self._play(seed)
        lines = read_log(get_lines(game)).lines
        counts = self.choose_places(range(moments[0].lines, len(lines)), seed)
        for count, resumed in zip(counts, self.resume_each(lines, counts), strict=True):
            expected = moments[bisect_left(moments, count, key=attrgetter("lines"))]
            if _find_moment(resumed) != (expected.state, expected.questions):
                yield f"the game goes on differently when its log is cut after line {count}"

    def check_abandoning(self, seed: int) -> Sentences:
        """A game goes on after an action that is abandoned at any question."""
        game, moments = self._play(seed)
        counts = [moment.lines for moment in self.choose_places(moments[:-1], seed)]
        for count, abandoned in zip(counts, self.resume_each(game.log.lines, counts), strict=True):
            abandoned.abandon("the check")
            chance = random.Random(seed)
            for _answer in range(PLAYED_ON):
                if abandoned.over:
                    break
                one_answer(abandoned, chance.randrange)
            # `check_game` has made the rulings before it again
            if difference := verify(abandoned.system, abandoned.log, since=count):
                yield f"after an action abandoned at line {count} a ruling comes out differently: {difference}"

    def check_undo(self, seed: int) -> Sentences:
        """An answer that is undone and given again leads to the same state."""
        game, chance = self.begin(), random.Random(seed)
        # an undone answer leaves lines, so the log says nothing about the number of answers
        for _answer in range(MOST_ANSWERS):
            if game.over:
                break
            before = _find_moment(game)
            one_answer(game, chance.randrange)
            after, line = _find_moment(game), game.log.last
            game.undo()
            if _find_moment(game) != before:
                yield f"undoing the answer before line {line} does not lead back"
            game.redo()
            if _find_moment(game) != after:
                yield f"redoing the answer before line {line} does not lead back"

    def check_secrets(self, seed: int) -> Sentences:
        """Two hidden answers make no difference to what the other seats are sent, as long as the state hides them."""
        game, moments = self._play(seed)
        hiding = [moment.lines for moment in moments[:-1] if any("secret" in record for record in moment.questions)]
        views = [SeatView(self.book.system, seat) for seat in game.seats]
        chance = random.Random(seed)
        for waiting in self.resume_each(game.log.lines, self.choose_places(hiding, seed)):
            for view in views:
                view.catch_up(waiting.log)
            for number, question in enumerate(waiting.open):
                for _pair in range(PAIRS if question.ask.secret and question.ask.seat else 0):
                    games = [waiting.fork() for _choice in range(2)]
                    yield from _compare_choices(games, number, views, chance)

    def _play(self, seed: int) -> tuple[Game[Any], list[GameMoment]]:
        """The whole game of a seed, and every moment of it."""
        game, chance = self.begin(), random.Random(seed)
        moments = [_note_moment(game)]
        while not game.over and len(moments) < MOST_ANSWERS:
            one_answer(game, chance.randrange)
            moments.append(_note_moment(game))
        return game, moments


def build_setup(book: Book, scenario: Scenario | None) -> dict[str, Json]:
    """The setup of a scenario with its own forces, as a new game has it."""
    names = name_forces(book, scenario)
    forces = {seat: book.forces.read_force(find_force(book, name)).force for seat, name in names.items() if book.forces}
    return book.build_setup(forces, scenario)


def get_lines(game: Game[Any]) -> list[str]:
    """The log of a game in memory."""
    assert isinstance(game.sink, InMemory)
    return game.sink.lines


# by name, the checks that play games
GAME_CHECKS: dict[str, Callable[[RandomPlays, int], Sentences]] = {
    "games at random": RandomPlays.check_game,
    "logs cut at every line": RandomPlays.check_cuts,
    "actions abandoned at every question": RandomPlays.check_abandoning,
    "answers undone and redone": RandomPlays.check_undo,
    "two hidden choices": RandomPlays.check_secrets,
}


def _check_each(
    plays: Sequence[RandomPlays], games: int, check: Callable[[RandomPlays, int], Sentences]
) -> Iterator[Sentences]:
    """The faults of a check in each game, of all scenarios in turn."""
    for seed in range(games):
        yield _check_one(plays[seed % len(plays)], seed, check)


def _check_one(play: RandomPlays, seed: int, check: Callable[[RandomPlays, int], Sentences]) -> Sentences:
    """The faults of a check in a game; a failure of the rulebook is one."""
    place = f"seed {seed}" + (f" of {play.scenario.id}" if play.scenario else "")
    try:
        yield from (f"{fault} ({place})" for fault in check(play, seed))
    except Exception as failure:  # noqa: BLE001 a rulebook may fail with anything
        yield f"{describe_failure(failure)} ({place})"


def describe_failure(failure: Exception) -> str:
    """A failure of a rulebook as a sentence, with its cause."""
    cause = failure.__cause__
    text = str(failure) if isinstance(failure, NoAnswer) else f"{type(failure).__name__}: {failure}"
    return f"{text} ({type(cause).__name__}: {cause})" if cause else text


def _note_moment(game: Game[Any]) -> GameMoment:
    return GameMoment(len(game.log.lines), *_find_moment(game))


def _find_moment(game: Game[Any]) -> tuple[Any, list[dict[str, Json]]]:
    return game.state, [question.ask.record() for question in game.open]


def _show_everything(book: Book, game: Game[Any]) -> None:
    """Make every text and view of a finished game, so that a failure in one is found."""
    names = book.phrases.build_names(game.state, {})
    for seat in (*game.seats, ""):
        book.state_shown(book.system.get_visible_state(game.state, seat), seat)
    book.result_shown(game.state, names)
    book.turn(game.state)


def _compare_choices(
    games: Sequence[Game[Any]], number: int, views: Sequence[SeatView], chance: random.Random
) -> Sentences:
    """The leaks where two games at the same question get an answer each. views: each seat's, up to the question."""
    before = games[0].log.last
    try:
        for game in games:
            question = game.open[number]
            game.answer(anything(question.ask, chance.randrange), question=question.line, by=str(question.ask.seat))
    except IllegalAnswer:
        return
    by = str(getattr(games[0].log[before + 1], "by", ""))
    for view in views:
        if view.seat != by and (leak := _find_leak(games[0], games[1], view)):
            yield f"{view.seat} can tell two hidden answers of {by} apart by {leak} (line {before + 1})"


def _find_leak(one: Game[Any], other: Game[Any], view: SeatView) -> str:
    """The way in which a seat can tell two games apart although its state is the same; empty if it cannot.

    Where the next question differs, or both the log and the visible state, the rules have revealed something.
    view: the seat's, up to the line at which the games part.
    """
    log_differs = _write_new_lines(one, view) != _write_new_lines(other, view)
    state_differs = _write_state(one, view.seat) != _write_state(other, view.seat)
    asks_differ = [question.ask.record() for question in one.open] != [question.ask.record() for question in other.open]
    if asks_differ or log_differs == state_differs:
        return ""
    return "the lines of the log" if log_differs else "the visible state"


def _write_new_lines(game: Game[Any], before: SeatView) -> str:
    """The lines that a seat gets after those of a view, and the questions that it may answer."""
    view = before.copy()
    view.catch_up(game.log)
    questions = [[view.own(question.line), question.ask.record()] for question in game.waiting_for(view.seat)]
    return json.dumps([view.lines[len(before.lines) :], questions])


def _write_state(game: Game[Any], seat: str) -> str:
    return json.dumps(game.system.get_visible_state(game.state, seat))


def _check_events(book: Book, plays: Sequence[RandomPlays]) -> Sentences:
    yield from check_events(book, _collect_states(plays))


def _collect_states(plays: Sequence[RandomPlays]) -> list[Any]:
    """States of the beginning, the middle and the end of a game of each scenario."""
    states = []
    for play in plays:
        _game, moments = play._play(0)
        states += [moments[third * (len(moments) - 1) // 2].state for third in range(3)]
    return states
