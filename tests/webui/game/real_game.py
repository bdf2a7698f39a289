"""A real game of the two starter teams, over a table that stands as it is told, and its page."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hosting import Table, watched
from serving import served

from tablecam.hosting.game_host import GameHost
from tablecam.table.roster import Roster
from webui import create_app
from webui.access import Access
from webui.dependencies import Dependencies


class RealGame:
    """host: the game; table: where models stand; address: of the page."""

    def __init__(self, host: GameHost, table: Table, address: str) -> None:
        self.host = host
        self.table = table
        self.address = address

    @property
    def told(self) -> dict[str, Any]:
        """The game as the shared tablet has it."""
        game: dict[str, Any] = self.host.view_for("table")["game"]
        return game


@contextmanager
def real_game(folder: Path, access: Access | None = None) -> Iterator[RealGame]:
    """Both teams stand, and the orders of the first turn are asked for."""
    host, table, follower = watched(folder)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    with served(create_app(Dependencies(table, lambda: roster, host=host, access=access))) as address:
        follower.follow(host)
        try:
            yield RealGame(host, table, address)
        finally:
            follower.stop()
            table.stop()
