"""What is counted of games.

GET /api/games/<id>/statistics      {"charts": [{"key", "title", "text", "svg", "columns": [..], "rows": [[..]]}]}
GET /api/statistics                 {"counted", "of", "charts"}: of all games that are closed

A game is counted as far as the browser that asks may know it; `?whole=1` asks for all of a game that is closed. A game
that is open counts for nothing among all games. A page that is told that fewer are counted than there are asks again.
"""

import threading
from typing import Any

from flask import Blueprint, Response, jsonify

from tablecam.base.errors import TablecamError
from tablecam.game.replay.game_statistics import Statistics, count, together
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.game.replay.statistics_charts import StatisticsChart, charts, title_by
from webui.replay.shelf import Shelf
from webui.server.crowds import costly, count_costly

# so many games are counted for one request, each of which takes a second or so
AT_ONCE = 2


def blueprint(shelf: Shelf) -> Blueprint:
    """Serves the statistics of one game and of all."""
    pages = Blueprint("statistics", __name__)
    counts = GameCounts(shelf)
    titled = title_by(shelf.archive.books)

    @pages.get("/api/games/<int:game>/statistics")
    @costly
    def one(game: int) -> Response:
        count_costly()
        with shelf.reading(game) as (past, known):
            return jsonify(charts=[_plain(chart) for chart in charts(count(known), titled, past.sides)])

    @pages.get("/api/statistics")
    @costly
    def every() -> Response:
        count_costly()
        counted, of = counts.closed_games()
        shown = charts(together(counted), titled)
        return jsonify(counted=len(counted), of=of, charts=[_plain(chart) for chart in shown])

    return pages


class GameCounts:
    """What was counted of each game that is closed, so that none is counted twice."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._lock = threading.Lock()
        # by number and time of beginning, which together are one game for good
        self._counted: dict[tuple[int, str], Statistics] = {}

    def closed_games(self) -> tuple[list[Statistics], int]:
        """What is counted so far, and of how many games; each call counts some more."""
        with self._lock:
            over = [(listed.id, listed.begun) for listed, summary in self._shelf.archive.summaries() if summary["over"]]
            left, found, of = AT_ONCE, [], 0
            for key in over:
                if key not in self._counted:
                    if not left:
                        of += 1
                        continue
                    if not self._count(key):
                        continue
                    left -= 1
                found.append(self._counted[key])
                of += 1
            return found, of

    def _count(self, key: tuple[int, str]) -> bool:
        """Counts one game; False for one that is over and not closed, or that cannot be read."""
        try:
            with self._shelf.archive.reading(key[0]) as past:
                if not self._shelf.closed(key[0], past):
                    return False
                self._counted[key] = count(past.known_by(WHOLE))
        except TablecamError:
            return False
        return True


def _plain(chart: StatisticsChart) -> dict[str, Any]:
    return vars(chart)
