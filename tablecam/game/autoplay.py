"""A game that plays itself: random legal answers to every question, the same for the same source of chance.

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

# When the rules refuse this many answers in a row, it is not bad luck: no answer is legal.
REFUSALS = 2000

SOURCE = "auto"


class Given(NamedTuple):
    """An answer that the rules accepted, and the lines that it led to."""

    question: Question
    raw: Json
    lines: Sequence[Line]


class NoAnswer(TablecamError):
    """No answer that was tried is legal."""


def autoplay(game: Game[Any], below: Below) -> Iterator[Given]:
    """Play on to the end, answer by answer; each is already in the log when it is yielded."""
    while not game.over:
        yield one_answer(game, below)


def one_answer(game: Game[Any], below: Below) -> Given:
    """Answer one of the open questions. NoAnswer if the rulebook is stuck or refuses everything."""
    refusal = game.stuck
    for _ in range(REFUSALS if game.open else 0):
        question = game.open[below(len(game.open))]
        raw = anything(question.ask, below)
        try:
            return Given(
                question, raw, game.answer(raw, question=question.line, by=_answering_seat(question), source=SOURCE)
            )
        except IllegalAnswer as refused:
            refusal = str(refused)
    raise NoAnswer(f"the game cannot go on from line {game.log.last}: {refusal}; look at it with tablecam replay")


def _answering_seat(question: Question) -> str:
    return question.ask.seat or "table"
