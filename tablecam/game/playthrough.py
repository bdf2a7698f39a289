"""A game as a text that a person writes and a machine completes; a test then reads it like a story.

    # Ann walks into the open, and Bob has waited for her.
    game duel
    setup red ["ann"]
    setup blue ["bob"]
    > red assign ann=walk
    > blue assign bob=wait
    > undo
    > overrule assign {"bob":"walk"} because the counter had been turned over

A person writes comments, the heading, and the lines with `>`. An answer begins with its seat where two are asked at
once, then the question's verb, then the text for `Ask.parse_text`. The rulebook produces all other lines: `==` begins a
procedure, `?` asks, `!` refuses, `~` strikes or abandons, and a line without a sign is an event.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablecam.base.errors import BadFile, TablecamError
from tablecam.game.game import Game, Question, RuleFailed
from tablecam.game.log import AbandonedLine, AnswerLine, BoundaryLine, InMemory, Line, StruckLine
from tablecam.game.transcript import Say, words
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.rules.system import AS_WRITTEN, System, Tell

Rulebook = Callable[[str], System[Any]]
BECAUSE = " because "


def rewritten(text: str, rulebook: Rulebook, source: str = "playthrough") -> str:
    """The text with all but its hand-written lines generated again; BadFile names the line that is wrong."""
    story = Playthrough(rulebook)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            story.take(line)
        except (TablecamError, ValueError) as error:
            raise BadFile(f"{source}, line {number}: {error}") from error
    story.begin()
    return "\n".join(story.written) + "\n"


class Playthrough:
    """A story being played line by line. written: the text so far. game: None until something has been typed."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.written: list[str] = []
        self.game: Game[Any] | None = None
        self._name = ""
        self._setup: dict[str, Json] = {}

    def take(self, line: str) -> None:
        """Take one line: keep and do what is written by hand, and leave out anything else."""
        word, _, remainder = line.partition(" ")
        if word.startswith("#"):
            if self._setup:
                self.begin()
            self.written.append(line)
        elif word in ("game", "setup"):
            self.written.append(line)
            self._read_heading(word, remainder.strip())
        elif word == ">":
            game = self.begin()
            self.written.append(line)
            self.written += outcome(game, remainder.strip())

    def begin(self) -> Game[Any]:
        """The game; begins it if necessary."""
        if self.game is None:
            self.game = Game.begin(self.rulebook(self._name), self._setup, InMemory())
            self.written += describe_lines(self.game, self.game.log.lines)
        return self.game

    def _read_heading(self, word: str, rest: str) -> None:
        if self.game:
            raise ValueError(f"'{word}' belongs to the heading, above the first comment on the play")
        if word == "game":
            self._name = rest
            return
        key, _, value = rest.partition(" ")
        self._setup[key] = json.loads(value)


def outcome(game: Game[Any], typed: str) -> list[str]:
    """Lines for the result of a typed line, a refusal included."""
    try:
        return describe_lines(game, do_typed(game, typed))
    except (IllegalAnswer, RuleFailed) as error:
        return [f"! {error}"]


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
