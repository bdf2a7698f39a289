"""Rolls on their way into the clauses of the events that tell what they came to.

An answer comes first and its event after it, perhaps with others between them: dice that are thrown at once are told
of in the order of their questions.
"""

from typing import NamedTuple

from tablecam.game.log import AnswerLine, GameLog, Line
from tablecam.rules.plain import Json
from tablecam.rules.system import Rolled, Sentence, Tell


class _Waiting(NamedTuple):
    """A roll that no event has told of yet. to: the line of its question; check: what it was held against."""

    to: int
    check: Json
    rolled: Rolled

    @property
    def duels(self) -> bool:
        """Whether the die is one of two that are held against each other."""
        return isinstance(self.check, dict) and "sides" in self.check


class SumsInWords:
    """The rolls of a log, line by line. tell: a roll in words."""

    def __init__(self, log: GameLog, tell: Tell) -> None:
        self._log = log
        self._tell = tell
        self._waiting: list[_Waiting] = []

    def answered(self, line: Line) -> None:
        """Keep a roll until its event comes."""
        if not isinstance(line, AnswerLine):
            return
        ask = self._ask(line)
        rolled = self._tell(ask, line.answer, line.by)
        if rolled and rolled.sum:
            self._waiting.append(_Waiting(line.to, ask.get("check"), rolled))

    def told(self, sentence: Sentence) -> list[Sentence]:
        """An event's clause with the sum of its roll in it; before one that tells of no roll come those left over."""
        if sentence.summed is None:
            return [*self.left(), sentence]
        if not self._waiting:
            return [sentence]
        first = min(self._waiting, key=lambda waiting: waiting.to)
        pair = [waiting for waiting in self._waiting if waiting.duels and waiting.check == first.check][-2:]
        taken = sorted(pair or [first], key=lambda waiting: waiting.to)
        self._waiting = [waiting for waiting in self._waiting if waiting not in taken]
        if pair:
            # a tie was rolled again
            rolls = [waiting.rolled for waiting in taken]
            both = "; ".join(rolled.sum for rolled in rolls)
            return [
                *self.left(),
                sentence.summed(Rolled(both, both, tuple(part for rolled in rolls for part in rolled.parts))),
            ]
        return [sentence.summed(first.rolled)]

    def left(self) -> list[Sentence]:
        """Rolls that no event tells of, each as a sentence of its own."""
        lines = [Sentence("", waiting.rolled.line, closes=True) for waiting in self._waiting]
        self._waiting = []
        return lines

    def _ask(self, line: AnswerLine) -> dict[str, Json]:
        ask: dict[str, Json] = getattr(self._log[line.to], "ask", {})
        return ask
