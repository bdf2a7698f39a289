"""The rule by which sight is read now: that of the game in progress, or the usual rulebook's."""

from typing import Any

import numpy as np

from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.book import Book, SightReading
from tablecam.rules.books.views import SightLimits
from tablecam.table.snapshot import Snapshot


class SightReadings:
    """Which models block sight, and how much sight is enough. host: None where no games are played. usual: for the time
    without a game.
    """

    def __init__(self, host: GameHost | None, usual: Book) -> None:
        self._host = host
        self._usual = usual

    def blocking(self, snapshot: Snapshot) -> np.ndarray:
        """Which models block; all of them where the book does not say."""
        reading, state = self._get_reading()
        return reading.blocking(snapshot, state) if reading else everything_blocks(snapshot)

    def limits(self) -> SightLimits | None:
        """The limits for a sight; None where there are none, so that the page shows the bare share."""
        reading, state = self._get_reading()
        return reading.limits(state) if reading else None

    def _get_reading(self) -> tuple[SightReading | None, Any]:
        if self._host is None:
            return self._usual.sight_reading, None
        with self._host.reading() as open_game:
            if open_game is None:
                return self._usual.sight_reading, None
            return open_game.book.sight_reading, open_game.game.state


def everything_blocks(snapshot: Snapshot) -> np.ndarray:
    """Plain geometry: every model that stands blocks every view."""
    return np.ones((len(snapshot.models), 1, len(snapshot.models)), bool)
