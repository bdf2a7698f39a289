"""The stored games as the browser that asks may know them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import abort, request

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import NOBODY, get_viewing_seat
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.photographs import Photographs
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.table.miniature import Roster
from webui.entrance.access import who
from webui.game.feed import with_codes


@dataclass(frozen=True)
class Shelf:
    """The games, and the names to show them with."""

    archive: Archive
    host: GameHost | None
    roster: Callable[[], Roster]

    @contextmanager
    def reading(self, game: int) -> Iterator[tuple[RecordedGame, SeatHistory]]:
        """A game and the part that the browser that asks may know; 404 where there is none of that number."""
        if not self.archive.begun(game):
            abort(404, _("There is no game {number} here.", number=game))
        with self.archive.reading(game) as recorded:
            yield recorded, recorded.view_as(self._choose_seat(game, recorded))

    @contextmanager
    def read_to_hand_out(self, game: int) -> Iterator[tuple[RecordedGame, SeatHistory]]:
        """The same for files to take home: all of a game that is closed."""
        with self.reading(game) as (recorded, history):
            yield recorded, recorded.view_as(WHOLE) if self.is_closed(game, recorded) else history

    @contextmanager
    def shareable(self, game: int) -> Iterator[tuple[RecordedGame, SeatHistory]]:
        """The same for files made for everybody: until a game is closed, the part that a spectator knows."""
        if not self.archive.begun(game):
            abort(404, _("There is no game {number} here.", number=game))
        with self.archive.reading(game) as recorded:
            yield recorded, recorded.view_as(WHOLE if self.is_closed(game, recorded) else NOBODY)

    def is_closed(self, game: int, past: RecordedGame) -> bool:
        """Whether all of a game is for everybody. One of an earlier version that is open here can be taken back."""
        return past.closed and (past.log.closed or game != self.get_open_game())

    def is_closed_game(self, game: int) -> bool:
        """Whether all of a game is for everybody; 404 where there is none of that number."""
        with self.reading(game) as (recorded, _history):
            return self.is_closed(game, recorded)

    def get_open_game(self) -> int | None:
        """The game in progress; None for none."""
        if self.host is None:
            return None
        with self.host.reading() as open_game:
            return open_game.id if open_game else None

    def _choose_seat(self, game: int, past: RecordedGame) -> str:
        if request.args.get("whole") != "1":
            return get_viewing_seat(who(), past.seats)
        if not self.is_closed(game, past):
            abort(
                409, _("The whole game is visible once it is closed: both sides must confirm the result at the table.")
            )
        return WHOLE

    def names(self, past: RecordedGame, known: SeatHistory) -> dict[str, Any]:
        """The names of models, their sides, and their codes as on the board."""
        people, get_name = past.phrases.people(past.state), known.log_view.names
        return with_codes(
            {model: {"name": get_name(model), "side": side} for model, side in people.items()}, self.roster()
        )

    def codes(self, past: RecordedGame, known: SeatHistory) -> dict[str, str]:
        """The codes of the game's models, as on the board."""
        return {model: name["code"] for model, name in self.names(past, known).items()}

    def photographs(self, game: int, known: SeatHistory) -> Photographs:
        """The photographs of a game that the reader of a history may see."""
        return Photographs(known, self.archive.list_photographs(game), partial(self.archive.photograph, game))
