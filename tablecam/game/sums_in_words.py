"""Put rolls into the clauses of the events that they led to.

An answer comes first and its event after it, perhaps with other lines between them: dice that are thrown at once are
reported in the order of their questions.
"""

from typing import NamedTuple

from tablecam.game.log import AnswerLine, GameLog, Line
from tablecam.rules.plain import Json
from tablecam.rules.sentence import Rolled, Sentence
from tablecam.rules.system import Tell


class _Waiting(NamedTuple):
    """A roll that no event has reported yet. to: the line of its question; check: what it was rolled against."""

    to: int
    check: Json
    rolled: Rolled

    @property
    def duels(self) -> bool:
        """Whether the die is one of two that are compared with each other."""
        return isinstance(self.check, dict) and "sides" in self.check


class SumsInWords:
    """The rolls of a log, line by line. tell: words a roll."""

    def __init__(self, log: GameLog, tell: Tell) -> None:
        self._log = log
        self._tell = tell
        self._waiting: list[_Waiting] = []

    def keep_roll(self, line: Line) -> None:
        """Keep a roll until its event comes."""
        if not isinstance(line, AnswerLine):
            return
        ask = self._find_ask(line)
        rolled = self._tell(ask, line.answer, line.by)
        if rolled and rolled.sum:
            self._waiting.append(_Waiting(line.to, ask.get("check"), rolled))

    def describe_event(self, sentence: Sentence) -> list[Sentence]:
        """An event's clause with the sum of its roll in it; an event without a roll comes after the rolls that wait."""
        if sentence.summed is None:
            return [*self.left(), sentence]
        if not self._waiting:
            return [sentence]
        earliest = min(self._waiting, key=lambda waiting: waiting.to)
        pair = [waiting for waiting in self._waiting if waiting.duels and waiting.check == earliest.check][-2:]
        used = sorted(pair or [earliest], key=lambda waiting: waiting.to)
        self._waiting = [waiting for waiting in self._waiting if waiting not in used]
        if pair:
            # a tie was rolled again
            rolls = [waiting.rolled for waiting in used]
            sums = "; ".join(rolled.sum for rolled in rolls)
            return [
                *self.left(),
                sentence.summed(Rolled(sums, sums, tuple(piece for rolled in rolls for piece in rolled.parts))),
            ]
        return [sentence.summed(earliest.rolled)]

    def left(self) -> list[Sentence]:
        """Rolls that no event reports, each as its own sentence."""
        lines = [Sentence("", waiting.rolled.line, closes=True) for waiting in self._waiting]
        self._waiting = []
        return lines

    def _find_ask(self, line: AnswerLine) -> dict[str, Json]:
        ask: dict[str, Json] = getattr(self._log[line.to], "ask", {})
        return ask
