"""Games at a terminal: typed answers and commands, the lines that they lead to, and random legal answers.

An answer begins with its seat where two are asked at once, then the question's verb, then the text for
`Ask.parse_text`. In the text, `==` begins a procedure, `?` asks, `!` refuses, `~` strikes or abandons, and a line
without a sign is an event.
"""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tablecam.base.errors import TablecamError
from tablecam.game.game import Game, Question
from tablecam.game.log import AbandonedLine, AnswerLine, BoundaryLine, Line, StruckLine
from tablecam.game.transcript import Say, words
from tablecam.rules.ask import Ask, AskByChance, Below, IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.rules.system import AS_WRITTEN, Tell

BECAUSE = " because "


def do_typed(game: Game[Any], typed: str) -> Sequence[Line]:
    """Do what is typed, an answer or an umpire's command; returns the lines added to the log."""
    word, _, remainder = typed.partition(" ")
    event_text, _, why = remainder.partition(BECAUSE)
    match word:
        case "undo":
            return game.undo()
        case "redo":
            return game.redo()
        case "abandon":
            return game.abandon(remainder)
        case "correct":
            return game.correct(game.system.event(json.loads(event_text)), why)
        case "overrule":
            return game.overrule(*overruling(game, remainder))
    return answer_typed(game, typed)


def overruling(game: Game[Any], correction: str) -> tuple[int, Json, str]:
    """The line, the new answer and the reason of `roll [9] because it was cocked`; ValueError if it is not JSON."""
    correction, _, why = correction.partition(BECAUSE)
    verb, _, raw = correction.partition(" ")
    return last_answer(game, verb), json.loads(raw), why


def answer_typed(game: Game[Any], typed: str) -> Sequence[Line]:
    """Answer the open question that is meant: by its verb, and by its seat where one is named."""
    first_word, _, remainder = typed.partition(" ")
    seat, command = (first_word, remainder) if first_word in game.seats else (None, typed)
    verb, _, answer = command.partition(" ")
    meant = [question for question in game.open if question.ask.verb == verb and seat in (None, question.ask.seat)]
    if not meant:
        open_text = ", ".join(name_question(question) for question in game.open) or "nothing: the game is over"
        raise IllegalAnswer(f"nobody asks for '{typed}'; what is asked is {open_text}")
    if len({question.ask.seat for question in meant}) > 1:
        raise IllegalAnswer(
            f"'{typed}' could be meant for {' or '.join(name_question(question) for question in meant)}"
        )
    question = meant[0]
    by = question.ask.seat or seat or "table"
    return game.answer(question.ask.parse_text(answer.strip()), question=question.line, by=by)


def name_question(question: Question) -> str:
    """A question by seat and verb, as an answer to it begins."""
    return f"{question.ask.seat} {question.ask.verb}" if question.ask.seat else question.ask.verb


def last_answer(game: Game[Any], verb: str) -> int:
    """The line of the last answer that counts to a question of that kind."""
    for number in reversed(game.log.live):
        line = game.log[number]
        if isinstance(line, AnswerLine) and str(game.log.question(number)["kind"]).lower() == verb:
            return number
    raise IllegalAnswer(f"no answer to '{verb}' counts")


def describe_lines(game: Game[Any], lines: Sequence[Line]) -> list[str]:
    """New lines of the log for a reader, then the open questions."""
    texts = [text for line in lines if (text := describe_line(game, line))]
    return [*texts, *(f"? {name_question(question)} {question.ask}" for question in game.open)]


def describe_line(game: Game[Any], line: Line, say: Say = str, rolled: Tell = AS_WRITTEN.rolled) -> str:
    """A line of the log for a reader; questions and most answers are shown elsewhere.

    say: words an event; rolled: words a roll with its sum.
    """
    match line:
        case BoundaryLine(boundary=name):
            return f"== {name}"
        case StruckLine(struck=(first, last), why=why):
            return f"~ {last - first + 1} lines struck: {why}"
        case AbandonedLine():
            return f"~ {words(game.system, line, say)}"
        case AnswerLine(again=int()):
            return f"  kept: {json.dumps(line.answer)}"
        case AnswerLine(overrules=None, to=to, answer=answer, by=by):
            return _describe_public_roll(getattr(game.log[to], "ask", {}), answer, by, rolled)
    return words(game.system, line, say)


def _describe_public_roll(ask: Mapping[str, Json], answer: Json, by: str, rolled: Tell) -> str:
    """A roll with its sum; empty for a roll that not everybody may know of."""
    rolled_text = None if ask.get("secret") or ask.get("seen_by") is not None else rolled(ask, answer, by)
    return rolled_text.line if rolled_text else ""


# Draw the app's own dice, and random answers: a rulebook never rolls dice itself.
#
# `below(n)` is the source of chance: a number from 0 up to n, without n. `secrets.randbelow` for a game, a seeded
# `random.Random(7).randrange` for one that must come out the same twice.

__all__ = ["Below", "anything", "throw_dice"]


def throw_dice(ask: AskByChance[Any], below: Below = secrets.randbelow) -> Json:
    """The answer of the app's own dice, bags and cards."""
    return ask.draw_answer(below)


def anything(ask: Ask[Any], below: Below) -> Json:
    """Some answer that the question allows; the rules may still refuse it."""
    return ask.draw_answer(below)


# A game that plays itself: random legal answers to every question, the same for the same source of chance.
#
# for question, raw, lines in autoplay(game, random.Random(7).randrange): ..

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


def one_answer(game: Game[Any], below: Below, questions: Sequence[Question] = ()) -> Given:
    """Answer one of these questions, else of all that are open. NoAnswer if the rulebook is stuck or refuses all."""
    refusal, questions = game.stuck, questions or game.open
    for _ in range(REFUSALS if questions else 0):
        question = questions[below(len(questions))]
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
