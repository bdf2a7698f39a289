"""The list of a database's games, as the page of a new game shows it."""

import json
from collections.abc import Mapping

from tablecam.base.errors import TablecamError
from tablecam.game.game import Game
from tablecam.game.hosting.log_view import match_title
from tablecam.game.log import ClosedLine, GameLine, InMemory, read
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.side_names import force_tag, title_sides
from tablecam.rules.plain import Json
from tablecam.storage.game_store import GameStore, LogSummary


class GameList:
    """The list of a database's games. It reads whole logs only for games of earlier versions, and each log once."""

    def __init__(self, books: Catalogue) -> None:
        self._books = books
        # whether a game of an earlier version is over, by its number and its length
        self._over: dict[tuple[int, int], bool] = {}

    def rows(self, store: GameStore, now: int | None) -> list[dict[str, Json]]:
        """Every game, the newest first. now: the one in progress here.

        The rows omit what would reveal secret acts: the number of lines, and when the last was written.
        """
        return [
            {
                "id": game.id,
                "begun": game.begun,
                "open": game.id == now,
                "closed": self.is_closed(store, game),
                **describe_header(json.loads(game.header)),
            }
            for game in reversed(store.games())
        ]

    def is_closed(self, store: GameStore, game: LogSummary) -> bool:
        """Whether a game cannot go on, as `GameHost.open` decides. A log that cannot be read counts as open."""
        try:
            if isinstance(read(game.last_line, game.lines), ClosedLine):
                return True
            header = read(game.header, 1)
            return isinstance(header, GameLine) and not header.closes and self._has_ended(store, game, header)
        except TablecamError:
            return False

    def _has_ended(self, store: GameStore, game: LogSummary, header: GameLine) -> bool:
        key = (game.id, game.lines)
        if key not in self._over:
            self._over[key] = Game.resume(self._books.book(header.game).system, store.read(game.id), InMemory()).over
        return self._over[key]


def describe_header(first: Mapping[str, Json]) -> dict[str, Json]:
    """The players, by the first line of a log: its tags, forces by seat, and the title of the match."""
    tags, seats = first.get("tags", {}), first.get("seats", ())
    forces = {seat: tags.get(force_tag(seat), "") for seat in seats}
    return {"tags": tags, "players": forces, "title": match_title(title_sides(seats, tags).values())}
