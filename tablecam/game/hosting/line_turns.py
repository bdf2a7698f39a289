"""The turn in which each line of a log was written, so that a screen can fold the turns that are over."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tablecam.game.fold import apply_line
from tablecam.game.log import GameLog, StruckLine
from tablecam.rules.system import System


class Stand(NamedTuple):
    """The state after a line that counts, and the stand of the counting line before it."""

    number: int
    state: Any
    before: "Stand | None"


class LineTurns:
    """The turns of a log's lines. turn: returns the turn number of a state.

    A struck line keeps the turn in which it was written, and later lines go on from the turn before it.
    """

    def __init__(self, system: System[Any], turn: Callable[[Any], int]) -> None:
        self._system = system
        self._turn = turn
        self._stand: Stand | None = None
        self._turns: list[int] = []

    def catch_up(self, log: GameLog) -> None:
        """Take in the log's new lines."""
        if self._stand is None:
            self._stand = Stand(1, self._system.new_game(log.header.setup), None)
            self._turns = [self._turn(self._stand.state)]
        for number in range(len(self._turns) + 1, log.last + 1):
            self._stand = self._advance_stand(log, number, self._stand)
            self._turns.append(self._turn(self._stand.state))

    def turn(self, number: int) -> int:
        """The turn of a line; the first line is line 1."""
        return self._turns[number - 1]

    def _advance_stand(self, log: GameLog, number: int, stand: Stand) -> Stand:
        line = log[number]
        if isinstance(line, StruckLine):
            while stand.before and stand.number >= line.struck[0]:
                stand = stand.before
            return stand
        state = apply_line(self._system, stand.state, log, number)
        return stand if state is stand.state else Stand(number, state, stand)
