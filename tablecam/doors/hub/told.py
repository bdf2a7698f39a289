"""A game's log as it leaves the table while the game runs: what a spectator sees, in its own numbers and nothing else.

No sum, number or count of the full log may leave before the game is closed: an order sheet of six models has 64
possible values, and with the sum before and after it the right one is found at once.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tablecam.game.hosting.roles import NOBODY
from tablecam.game.log import COMPACT, GameLog, read
from tablecam.game.seat_log import SeatView
from tablecam.rules.system import System


class ToldLog:
    """The log that is told. It only ever grows, as the game's own does."""

    def __init__(self, system: System[Any]) -> None:
        self.log = GameLog()
        self._view = SeatView(system, NOBODY)

    @property
    def numbers(self) -> Sequence[int]:
        """The number in the game's own log of each line that is told; it stays at the table."""
        return self._view.numbers

    def grow(self, texts: Iterable[str]) -> list[str]:
        """What more is told after these lines of the game's own log. BadLog."""
        for number, text in enumerate(texts, self.log.last + 1):
            self.log.append(read(text, number))
        before = len(self._view.lines)
        self._view.catch_up(self.log)
        return [COMPACT.encode(line) for line in self._view.lines[before:]]
