"""A game's public log, which leaves the table while the game runs: a spectator's lines, in their own numbers only.

No sum, number or count of the full log may leave before the game is closed: an order sheet of six models has 64
possible values, and the sums before and after it would reveal the right one at once.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.log import COMPACT, GameLog, SeatView, read
from tablecam.rules.system import System


class PublicLog:
    """The public log. It only ever grows, as the game's own does."""

    def __init__(self, system: System[Any]) -> None:
        self.log = GameLog()
        self._view = SeatView(system, NOBODY)

    @property
    def numbers(self) -> Sequence[int]:
        """The number in the game's own log of each public line; it stays at the table."""
        return self._view.numbers

    def grow(self, texts: Iterable[str]) -> list[str]:
        """Take in lines of the game's own log; returns the new public lines. BadLog."""
        for number, text in enumerate(texts, self.log.last + 1):
            self.log.append(read(text, number))
        old_count = len(self._view.lines)
        self._view.catch_up(self.log)
        return [COMPACT.encode(line) for line in self._view.lines[old_count:]]
