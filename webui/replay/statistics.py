"""Statistics of games.

GET /api/games/<id>/statistics      {"charts": [{"key", "title", "text", "svg", "columns": [..], "rows": [[..]]}]}
GET /api/statistics                 {"counted", "of", "charts"}: of all games that are closed

A game is counted as far as the browser that asks may know it; `?whole=1` asks for all of a game that is closed. An open
game does not count among all games. A page that gets fewer counted games than there are asks again.
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

# this many games are counted for one request; each takes a second or so
AT_ONCE = 2


def blueprint(shelf: Shelf) -> Blueprint:
    """Serves the statistics of one game and of all."""
    pages = Blueprint("statistics", __name__)
    counts = GameCounts(shelf)
    get_title = title_by(shelf.archive.books)

    @pages.get("/api/games/<int:game>/statistics")
    @costly
    def get_game_statistics(game: int) -> Response:
        count_costly()
        with shelf.reading(game) as (recorded, history):
            return jsonify(
                charts=[_chart_to_json(chart) for chart in charts(count(history), get_title, recorded.sides)]
            )

    @pages.get("/api/statistics")
    @costly
    def get_all_statistics() -> Response:
        count_costly()
        counted, of = counts.closed_games()
        shown = charts(together(counted), get_title)
        return jsonify(counted=len(counted), of=of, charts=[_chart_to_json(chart) for chart in shown])

    return pages


class GameCounts:
    """The counts of each closed game, so that none is counted twice."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._lock = threading.Lock()
        # by number and time of beginning, which together always name one game
        self._counts: dict[tuple[int, str], Statistics] = {}

    def closed_games(self) -> tuple[list[Statistics], int]:
        """The counts until now, and the number of games; each call counts a few more."""
        with self._lock:
            finished = [
                (listed.id, listed.begun) for listed, summary in self._shelf.archive.summaries() if summary["over"]
            ]
            remaining, counted, of = AT_ONCE, [], 0
            for key in finished:
                if key not in self._counts:
                    if not remaining:
                        of += 1
                        continue
                    if not self._count_game(key):
                        continue
                    remaining -= 1
                counted.append(self._counts[key])
                of += 1
            return counted, of

    def _count_game(self, key: tuple[int, str]) -> bool:
        """Counts one game; False for one that is over and not closed, or that cannot be read."""
        try:
            with self._shelf.archive.reading(key[0]) as recorded:
                if not self._shelf.closed(key[0], recorded):
                    return False
                self._counts[key] = count(recorded.known_by(WHOLE))
        except TablecamError:
            return False
        return True


def _chart_to_json(chart: StatisticsChart) -> dict[str, Any]:
    return vars(chart)
