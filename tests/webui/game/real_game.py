"""A real game of the two starter teams, over a table that stands as it is told, and its page."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hosting import STANDING, Table, accept_positions, watched
from serving import served

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.lifecycle import AdviceWorker
from tablecam.table.miniature import Roster
from webui import create_app
from webui.entrance.access import Access
from webui.server.dependencies import Dependencies


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

    def asked(self) -> list[str]:
        """What is asked now, as codes."""
        with self.host.reading() as open_game:
            return [question.ask.action for question in open_game.game.open] if open_game else []

    def wait_until_asked(self, action: str) -> None:
        """A tap on the page reaches the host a little later."""
        number = self.host.number
        for _time in range(60):
            if action in self.asked():
                return
            number = self.host.wait(number, 0.5)
        raise AssertionError(f"{action} is never asked")

    def key(self, action: str, seat: str) -> str:
        """What names an open question for a seat."""
        with self.host.reading() as open_game:
            assert open_game
            return open_game.key(next(asked for asked in open_game.game.open if asked.ask.action == action), seat)

    def accept(self, *models: str) -> None:
        """Both sides let models stand where they were put, once the camera has seen them there."""
        number = self.host.number
        for _time in range(60):
            if {nudge["model"] for nudge in self.told["nudged"]}.issuperset(models):
                break
            number = self.host.wait(number, 0.5)
        accept_positions(self.host, *models)

    def answer(self, action: str, raw: Any = None) -> None:
        """What the players say while nobody looks at the page: by default the first option that is open."""
        self.wait_until_asked(action)
        with self.host.reading() as open_game:
            assert open_game
            question = next(question for question in open_game.game.open if question.ask.action == action)
            seat = question.ask.seat or "red"
            key, options = open_game.key(question, seat), getattr(question.ask, "options", ())
            given = next(option.id for option in options if option.open) if raw is None else raw
        self.host.answer(seat, {"key": key, "raw": given, "source": "keypad"})


@contextmanager
def real_game(folder: Path, access: Access | None = None, setup: dict[str, Any] = STANDING) -> Iterator[RealGame]:
    """Both teams stand, and the orders of the first turn are asked for."""
    host, table, follower = watched(folder, setup)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(
        table, lambda: roster, host=host, access=access, archive=Archive(host.store, host.setups.books)
    )
    adviser = AdviceWorker(table)
    with served(create_app(parts)) as address:
        follower.follow(host)
        adviser.follow(host)
        try:
            yield RealGame(host, table, address)
        finally:
            adviser.stop()
            follower.stop()
            table.stop()
