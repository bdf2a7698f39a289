"""The seats of a game that the machine plays, beside those that people play."""

import random
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tablecam.game.game import Game, Question
from tablecam.game.log import Line
from tablecam.game.machine_answers import SOURCE, write_reason
from tablecam.game.opponent.opponent import Choice, Opponent
from tablecam.game.opponent.table_knowledge import TableKnowledge
from tablecam.game.playthrough import one_answer
from tablecam.rules.ask import AskByChance, IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.plain import Json


class MachineAnswer(NamedTuple):
    """An answer of the machine that counts, and the lines that it led to."""

    choice: Choice
    raw: Json
    lines: Sequence[Line]


class MachineSeats:
    """The machine in some seats of a game. table: measures in its trial games.

    seed: decides its choices, and they take their time; None for those that nobody can foretell, in two seconds each.
    """

    def __init__(
        self,
        book: Book,
        seats: Iterable[str],
        level: int,
        seed: int | None = None,
        *,
        table: TableKnowledge | None = None,
    ) -> None:
        self.book = book
        chosen = secrets.randbelow(1 << 32) if seed is None else seed
        self.opponents = tuple(Opponent(book, seat, level, chosen, timed=seed is None, table=table) for seat in seats)

    def list_questions(self, game: Game[Any]) -> list[Question]:
        """The open questions that the machine answers."""
        return [question for machine in self.opponents for question in machine.find_questions(game)]

    def list_offers(self, game: Game[Any]) -> list[Question]:
        """Questions of people that the machine's next answer would close; they may answer these first."""
        own_questions = {question.line: question for question in self.list_questions(game)}
        at_once = all(
            question.ask.secret or isinstance(question.ask, AskByChance) for question in own_questions.values()
        )
        if not own_questions or at_once:
            return []
        return [
            question for question in game.open if question.line not in own_questions and question.ask.seat is not None
        ]

    def answer(self, game: Game[Any]) -> MachineAnswer | None:
        """Answer one of the machine's questions; None if there is none, or if it lets people answer first."""
        for machine in self.opponents:
            if choice := machine.choose(game):
                return self._give_answer(game, machine, choice)
        return None

    def _give_answer(self, game: Game[Any], machine: Opponent, choice: Choice) -> MachineAnswer:
        for raw in choice.ranked:
            try:
                lines = game.answer(
                    raw, question=choice.question.line, by=machine.seat, source=SOURCE, why=write_reason(choice.reason)
                )
            except IllegalAnswer:
                continue
            return MachineAnswer(choice, raw, lines)
        # the rules refuse all that the machine has weighed
        chance = random.Random(f"{machine.seed} {game.log.last}")
        given = one_answer(game, chance.randrange, [choice.question])
        return MachineAnswer(Choice(choice.question, (given.raw,)), given.raw, given.lines)

    def describe(self, game: Game[Any], answer: MachineAnswer) -> str:
        """An answer with its reason as one line, without anything that only its seat may know."""
        ask, names = answer.choice.question.ask, self.book.phrases.build_names(game.state, {})
        by = ask.seat or self.opponents[0].seat
        if ask.hidden:
            return self.book.phrases.describe_answer(ask.record(), None, by, names)
        text = self.book.phrases.describe_answer(ask.record(), answer.raw, by, names)
        return f"{text} ({answer.choice.reason})" if str(answer.choice.reason) else text
