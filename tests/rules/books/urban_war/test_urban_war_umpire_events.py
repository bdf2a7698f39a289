"""The umpire may tell anything at any time: no event breaks the state, and the game always knows how to go on."""

import dataclasses
import random
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from skirmish import begun, one_answer, play, setup, state

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urban_war.rules.codes import Reason, reason
from tablecam.rules.books.urban_war.rules.rulebook import EVENTS, next_step
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.event import Event, evolve
from tablecam.rules.facts import Point
from tablecam.rules.play import Waiting

WORDS = ("ann", "abe", "bob", "ben", "nobody", "red", "blue", "left", "overwatch", "snap-fire", "")


def anything_at_all(hint: Any, chance: random.Random) -> Any:
    """Some value of an annotation of an event's field."""
    if hint is str:
        return chance.choice(WORDS)
    if hint is int:
        return chance.randrange(-1, 4)
    if hint is float:
        return chance.random() * 9
    if hint is bool:
        return chance.random() < 0.5
    if get_origin(hint) is Literal:
        return chance.choice(get_args(hint))
    if hint == Reason | str:
        return chance.choice((chance.choice(WORDS), reason("friend-lost"), reason("destroyed", side="red")))
    if hint == Point | None:
        return chance.choice((None, (1.0, 2.0, 0.0)))
    if get_origin(hint) is Mapping:
        return {chance.choice(WORDS): anything_at_all(get_args(hint)[1], chance) for _ in range(2)}
    return tuple(anything_at_all(get_args(hint)[0], chance) for _ in range(chance.randrange(3)))


def hints_of(kind: type[Event]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def some_event(chance: random.Random) -> Event:
    kind = chance.choice(list(EVENTS.values()))
    return kind(**{name: anything_at_all(hint, chance) for name, hint in hints_of(kind).items()})


def states(chance: random.Random) -> Iterator[State]:
    """States of a game at random, each after a few events that nobody expects."""
    game = begun(setup("ann:veteran/2* abe:shield", "bob:trooper/1* ben:brute", profile="reference"))
    for _ in range(40):
        one_answer(game, chance)
        now = game.state
        for _ in range(chance.randrange(1, 4)):
            now = evolve(now, some_event(chance))
        yield now


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 25))])
def test_after_any_event_the_next_procedure_begins(seed: int) -> None:
    chance = random.Random(seed)
    for now in states(chance):
        step = next_step(now)
        for _ in range(30):
            if step is None:
                break
            game = play(now)
            try:
                step.procedure(game)
            except Waiting:
                assert game.questions
                break
            now, step = game.state, next_step(game.state)


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_an_event_that_nobody_expects_changes_nothing_that_is_not_there(name: str) -> None:
    hints = hints_of(EVENTS[name])
    chance = random.Random(1)
    strangers = {key: "stranger" if hint is str else anything_at_all(hint, chance) for key, hint in hints.items()}
    before = state("ann", "bob")
    after = evolve(before, EVENTS[name](**strangers))
    assert set(after.fighters) == set(before.fighters)


def test_what_the_umpire_tells_in_the_middle_of_an_action_is_taken_in() -> None:
    chance = random.Random(3)
    game = begun(setup("ann:veteran/2* abe", "bob ben"))
    for _ in range(60):
        if game.over:
            break
        one_answer(game, chance)
        try:
            game.correct(some_event(chance), "as it really was")
        except IllegalAnswer:
            continue
    assert not game.stuck
