"""What holds of every game of the data books that ship, tried on random ones."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tablecam.game.change_plan import fold
from tablecam.game.game import Game
from tablecam.game.log import AnswerLine, EventLine, InMemory
from tablecam.game.playthrough import autoplay, one_answer
from tablecam.game.verify import verify
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.data_book.rules.state import State

NAMES = ("lantern-marsh", "brass-orchard")
FIRST, ALL = 20, 200


def setup_of(book: Book, number: int) -> dict[str, Any]:
    assert book.forces
    scenario, starters = book.scenarios[number % len(book.scenarios)], book.forces.starters()
    forces = {seat: book.forces.read_force(starters[force]).force for seat, force in scenario.forces.items()}
    return book.build_setup(forces, scenario)


def begun(name: str, seed: int) -> Game[State]:
    book = BOOKS.book(name)
    return Game.begin(book.system, setup_of(book, seed), InMemory())


@cache
def played(name: str, seed: int) -> Game[State]:
    """A whole game, which nobody may go on with."""
    game = begun(name, seed)
    for _given in autoplay(game, random.Random(seed).randrange):
        lawful(game.state)
    return game


def steps(name: str, seed: int, most: int) -> Iterator[Game[State]]:
    game, chance = begun(name, seed), random.Random(seed)
    for _answer in range(most):
        if game.over:
            return
        one_answer(game, chance.randrange)
        yield game


def lawful(state: State) -> None:
    for model in state.models.values():
        assert 0 <= model.wounds <= model.of
        assert len(set(model.markers)) == len(model.markers)


def check(name: str, first: int, last: int) -> None:
    for seed in range(first, last):
        game = played(name, seed)
        assert game.over
        assert game.state.ended
        assert not game.stuck
        book = BOOKS.book(name)
        assert fold(book.system, game.log) == game.state
        assert verify(book.system, game.log) is None, seed


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_fold_and_verify(name: str) -> None:
    check(name, 0, FIRST)


@pytest.mark.long
@pytest.mark.parametrize("first", range(FIRST, ALL, 20))
@pytest.mark.parametrize("name", NAMES)
def test_two_hundred_random_games_end_fold_and_verify(name: str, first: int) -> None:
    check(name, first, first + 20)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_random_games_use_every_event_but_concessions(name: str) -> None:
    book = BOOKS.book(name)
    told = {
        line.event["name"]
        for seed in range(FIRST)
        for line in played(name, seed).log.lines
        if isinstance(line, EventLine)
    }
    unused = {"lantern-marsh": {"OrdersGiven", "WoundsHealed"}, "brass-orchard": {"Passed"}}[name]
    assert set(book.phrases.events) - told <= unused  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "first"),
    [
        (NAMES[1], 1),
        pytest.param(NAMES[0], 1, marks=pytest.mark.long),
        *(pytest.param(name, first, marks=pytest.mark.long) for name in NAMES for first in range(2, 12)),
    ],
)
def test_every_cut_of_a_log_goes_on_to_the_same_end(name: str, first: int) -> None:
    """Cut after each line, in the middle of a procedure too; the rest of the answers then lead to the same end."""
    end, system = played(name, 1), BOOKS.book(name).system
    answers = [(number, line) for number, line in enumerate(end.log.lines, 1) if isinstance(line, AnswerLine)]
    for cut in range(first, len(end.sink.lines), 11):  # type: ignore[attr-defined]
        again = Game.resume(system, end.sink.lines[:cut], InMemory())  # type: ignore[attr-defined]
        for number, line in answers:
            if number > again.log.last:
                again.answer(line.answer, question=line.to, by=line.by, source=line.source)
        assert again.state == end.state
        assert again.over


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_game_resumed_from_any_cut_of_its_log_stands_as_it_stood(name: str) -> None:
    stood = [(len(game.sink.lines), game.state, game.open) for game in steps(name, 5, 80)]  # type: ignore[attr-defined]
    *_, game = steps(name, 5, 80)
    for lines, state, questions in stood:
        again = Game.resume(BOOKS.book(name).system, game.sink.lines[:lines], InMemory())  # type: ignore[attr-defined]
        assert again.state == state
        assert again.open == questions


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_taken_back_and_done_again_is_as_if_nothing_had_been(name: str, seed: int) -> None:
    for game in steps(name, seed, 80):
        before = game.state, [each.ask for each in game.open]
        game.undo()
        game.redo()
        assert (game.state, [each.ask for each in game.open]) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_question_can_be_abandoned_and_the_game_goes_on_to_its_end(name: str, seed: int) -> None:
    game, chance, system = begun(name, seed), random.Random(seed), BOOKS.book(name).system
    for number in range(80):
        if game.over:
            return
        other = Game.resume(system, list(game.sink.lines), InMemory())  # type: ignore[attr-defined]
        other.abandon("the light went out")
        assert not other.stuck
        lawful(other.state)
        if number % 20 == 0:
            for _given in autoplay(other, chance.randrange):
                pass
            assert other.state.ended
        one_answer(game, chance.randrange)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_any_event_at_any_time_leaves_a_lawful_state(name: str) -> None:
    """An umpire may add every event of a game to every moment of another one."""
    system = BOOKS.book(name).system
    events = [system.event(line.event) for line in played(name, 3).log.lines if isinstance(line, EventLine)]
    for game in steps(name, 4, 60):
        for event in events[::5]:
            lawful(system.evolve(game.state, event))
    stranger = system.event({"name": "WoundsLost", "model": "nobody", "wounds": 3})
    assert system.evolve(game.state, stranger) == game.state


def bytes_for(game: Game[State], seat: str) -> bytes:
    """All that a device of a seat could be sent."""
    waiting = [each.ask.record() for each in game.waiting_for(seat)]
    seen = [game.visible_lines(seat), game.system.get_visible_state(game.state, seat), waiting]
    return json.dumps(seen, ensure_ascii=False).encode()


def test_nobody_learns_an_order_from_the_bytes_before_its_model_acts() -> None:
    sent = []
    for order in ("rush", "aim"):
        game = begun("brass-orchard", 0)
        for _seat in ("red", "blue"):
            game.answer(True, question=game.open[0].line, by=game.open[0].ask.seat or "")
        for seat in ("blue", "red"):
            asked = next(each for each in game.open if each.ask.seat == seat)
            orders = dict.fromkeys(asked.ask.items, order if seat == "blue" else "tend")  # type: ignore[attr-defined]
            game.answer(orders, question=asked.line, by=seat)
        sent.append((bytes_for(game, "red"), bytes_for(game, "blue")))
        assert game.state["grind"].order == order
    assert sent[0][0] == sent[1][0]
    assert sent[0][1] != sent[1][1]


def test_an_order_is_known_once_its_model_has_acted() -> None:
    state = begun("brass-orchard", 0).state.changed("grind", order="aim").changed("rust", order="aim", acted=True)
    seen = BOOKS.book("brass-orchard").system.get_visible_state(state, "red")["models"]
    assert (seen["grind"]["order"], seen["rust"]["order"]) == ("hidden", "aim")
    assert BOOKS.book("brass-orchard").system.get_visible_state(state, "blue")["models"]["grind"]["order"] == "aim"
