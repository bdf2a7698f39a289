"""Playing the duel in tests: begun, answered, and played to the end at random."""

import random
from collections.abc import Mapping
from typing import Any

from duel import DUEL, SETUP

from tablecam.game.game import Game, Question, RuleFailed
from tablecam.game.log import InMemory
from tablecam.game.playthrough import anything, do_typed
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json

WALK_AND_WAIT = ("red assign *=walk", "blue assign *=wait")


def begun(*typed: str, setup: Mapping[str, Json] = SETUP) -> Game[Any]:
    """A game with some answers typed into it."""
    game = Game.begin(DUEL, setup, InMemory())
    for each in typed:
        do_typed(game, each)
    return game


def lines(game: Game[Any]) -> list[str]:
    """The log as it was handed to the sink."""
    assert isinstance(game.sink, InMemory)
    return game.sink.lines


def resumed(texts: list[str]) -> Game[Any]:
    """A game read back from its log."""
    return Game.resume(DUEL, texts, InMemory([*texts]))


def one_step(game: Game[Any], chance: random.Random) -> bool:
    """One question answered at random; whether the answer stood."""
    question = chance.choice(game.open)
    return answered(game, question, anything(question.ask, chance.randrange))


def answered(game: Game[Any], question: Question, raw: Json) -> bool:
    """Whether an answer stood; a rule that refuses it or breaks over it leaves the question open."""
    try:
        game.answer(raw, question=question.line, by=question.ask.seat or "table")
    except (IllegalAnswer, RuleFailed):
        return False
    return True


def played(seed: int, setup: Mapping[str, Json] = SETUP) -> Game[Any]:
    """A whole game at random."""
    game, chance = begun(setup=setup), random.Random(seed)
    while not game.over:
        one_step(game, chance)
    return game


def counting(game: Game[Any]) -> list[dict[str, Json]]:
    """What counts in a log, without the numbers of lines: two games that went the same way are equal in this."""
    seen = []
    for number in game.log.live:
        said = dict(vars(game.log[number]))
        seen.append({key: value for key, value in said.items() if key not in ("to", "again", "overrules")})
    return seen
