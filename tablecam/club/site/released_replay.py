"""The replays of released games: which of them lie in this database, and what is read of them.

An event that was taken in from another machine names games of a database that is not here, and a game of the same
number may be somebody else's: it counts only where it is the game of that pairing.
"""

from sqlalchemy import Engine

from tablecam.base.errors import TablecamError
from tablecam.club.event.auto_score import bound_by
from tablecam.club.event.umpired_games import umpired
from tablecam.club.site.public_evening import PublicEvening
from tablecam.club.tournament.going_public import ReleasedGame
from tablecam.game.hosting.roles import NOBODY
from tablecam.game.log import GameLog, read_log
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.battle_report import codes_of, day, report
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.rules.books.catalogue import Catalogue
from tablecam.storage.game_store import GameStore
from tablecam.storage.tournament_store import TournamentStore


class ReleasedReplays:
    """The games of a database. Any thread may ask."""

    def __init__(self, engine: Engine, books: Catalogue) -> None:
        self._store = GameStore(engine)
        self._archive = Archive(self._store, books)
        # a game that is over stays as it is, and need not be read again
        self._known: set[tuple[str, ReleasedGame]] = set()

    def are_here(self, evening: PublicEvening, released: ReleasedGame) -> bool:
        """Whether it is the game of that pairing, and can be read."""
        key = (evening.source, released)
        try:
            if key not in self._known and self._is_game_of(evening, released):
                self._known.add(key)
        except TablecamError:
            return False
        return key in self._known

    def report(self, game: int) -> str:
        """The battle report: all of a game that is closed, and of any other what a spectator knows."""
        with self._archive.reading(game) as past:
            known = past.known_by(WHOLE if past.log.closed else NOBODY)
            codes = codes_of(past.phrases.people(past.state), past.seats)
            return report(known, day(self._archive.begun(game)), codes)

    def _is_game_of(self, evening: PublicEvening, released: ReleasedGame) -> bool:
        log = read_log(self._store.read(released.game))
        bound = bound_by(log.header.tags, _list_seats(log))
        if bound:
            return bound.number == released.number and set(bound.players.values()) == set(released.pair)
        # one of the terminal names no pairing: it is of that day, and ended as the card says
        paired = next(
            game for game in evening.games(released.number) if game.pair == released.pair and game.sides is not None
        )
        result = umpired(TournamentStore(self._store.engine), released.game)
        lost = sorted(side.lost for side in result.sides.values())
        same_day = self._archive.begun(released.game)[:10] == evening.day
        return same_day and lost == sorted(side.lost for side in paired.sides or ())


def _list_seats(log: GameLog) -> tuple[str, ...]:
    return tuple(seat for seat in log.header.seats if seat != NOBODY)
