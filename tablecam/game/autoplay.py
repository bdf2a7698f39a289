"""A game that plays itself: every question answered legally and at random, the same way for the same chance.

for question, raw, lines in autoplay(game, random.Random(7).randrange): ..
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tablecam.base.errors import TablecamError
from tablecam.game.game import Game, Question
from tablecam.game.log import Line
from tablecam.game.random_answers import Below, anything
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json

# So many answers in a row that the rules refuse are no bad luck: then no answer can stand.
REFUSALS = 2000

SOURCE = "auto"


class Given(NamedTuple):
    """An answer that stood, and the lines that it led to."""

    question: Question
    raw: Json
    lines: Sequence[Line]


class NoAnswer(TablecamError):
    """Nothing that was tried could stand."""


def autoplay(game: Game[Any], below: Below) -> Iterator[Given]:
    """Plays on to the end, answer by answer; each is kept for good when it is given out here."""
    while not game.over:
        yield one_answer(game, below)


def one_answer(game: Game[Any], below: Below) -> Given:
    """One of the open questions, answered. NoAnswer where the rulebook is stuck or refuses everything."""
    refusal = game.stuck
    for _ in range(REFUSALS if game.open else 0):
        question = game.open[below(len(game.open))]
        raw = anything(question.ask, below)
        try:
            return Given(question, raw, game.answer(raw, question=question.line, by=_who(question), source=SOURCE))
        except IllegalAnswer as refused:
            refusal = str(refused)
    raise NoAnswer(f"the game cannot go on from line {game.log.last}: {refusal}; look at it with tablecam replay")


def _who(question: Question) -> str:
    return question.ask.seat or "table"
