"""The games that pages read back, each as far as the browser that asks may know it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import abort, request

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.roles import NOBODY, seat_of
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.table.roster import Roster
from webui.entrance.access import who
from webui.game.codes import with_codes


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
            yield recorded, recorded.known_by(self._choose_seat(game, recorded))

    @contextmanager
    def handed_out(self, game: int) -> Iterator[tuple[RecordedGame, SeatHistory]]:
        """The same for files to take home: all of a game that is closed."""
        with self.reading(game) as (recorded, history):
            yield recorded, recorded.known_by(WHOLE) if self.closed(game, recorded) else history

    @contextmanager
    def shareable(self, game: int) -> Iterator[tuple[RecordedGame, SeatHistory]]:
        """The same for files made for everybody: until a game is closed, the part that a spectator knows."""
        if not self.archive.begun(game):
            abort(404, _("There is no game {number} here.", number=game))
        with self.archive.reading(game) as recorded:
            yield recorded, recorded.known_by(WHOLE if self.closed(game, recorded) else NOBODY)

    def closed(self, game: int, past: RecordedGame) -> bool:
        """Whether all of a game is for everybody. One of an earlier version that is open here can be taken back."""
        return past.closed and (past.log.closed or game != self._get_open_game())

    def _get_open_game(self) -> int | None:
        if self.host is None:
            return None
        with self.host.reading() as open_game:
            return open_game.id if open_game else None

    def _choose_seat(self, game: int, past: RecordedGame) -> str:
        if request.args.get("whole") != "1":
            return seat_of(who(), past.seats)
        if not self.closed(game, past):
            abort(409, _("All of a game can be seen once it is closed: both sides confirm the result at the table."))
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
