"""The content of the club's pages and their links: read from a database, or made up by a test."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Engine

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import current_language
from tablecam.base.i18n import gettext as _
from tablecam.club.event.auto_score import bound_by
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.umpired_games import umpired
from tablecam.club.league.records_page import LeagueSite
from tablecam.club.season.league import League
from tablecam.club.site.public_evening import PublicEvening, public_evening
from tablecam.club.tournament.going_public import ReleasedGame, released_games
from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.log import GameLog, read_log
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.battle_report import assign_codes, day, report
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.rules.books.catalogue import Catalogue
from tablecam.storage.game_store import GameStore
from tablecam.storage.tournament_store import TournamentStore

# The replays of released games: which of them lie in this database, and what is read of them.
#
# An event that was taken in from another machine names games of a database that is not here, and a game of the same
# number may be somebody else's: it counts only where it is the game of that pairing.


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
            known = past.view_as(WHOLE if past.log.closed else NOBODY)
            codes = assign_codes(past.phrases.people(past.state), past.seats)
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


HOME, CALENDAR, JSON_FILE, LEAGUE = "index.html", "club.ics", "club.json", "league"


@dataclass(frozen=True)
class LivePages:
    """The addresses of sign-up and projector. address: before their paths, empty on the same server.

    replays: whether games can be looked at line by line there; join: whether the organiser joins there.
    """

    address: str = ""
    replays: bool = False
    join: bool = False


@dataclass(frozen=True)
class ClubSite:
    """evenings: by day, those without a day last. languages: each with its folder, empty for the first.

    today: as an ISO date. live: None where no server is in reach. replays: reads released games; None where none can be
    read.
    """

    evenings: Sequence[PublicEvening]
    league: League | None
    languages: Sequence[tuple[str, str]]
    today: str
    live: LivePages | None = None
    replays: ReleasedReplays | None = field(default=None, compare=False)

    @property
    def title(self) -> str:
        """The name of the club: that of its league, if it has one."""
        return self.league.state.title if self.league else _("Club evenings")

    @property
    def coming(self) -> tuple[PublicEvening, ...]:
        """Evenings that are not over, from today on, the next one first."""
        return tuple(evening for evening in self.evenings if not evening.state.over and self._is_still_on(evening))

    def _is_still_on(self, evening: PublicEvening) -> bool:
        # one that was begun yesterday may go on after midnight
        played = evening.last[:10] if evening.open_round else ""
        return not evening.day or max(evening.day, played) >= self.today

    @property
    def past(self) -> tuple[PublicEvening, ...]:
        """Evenings of which a round was played and that do not go on, the last one first."""
        coming = {evening.id for evening in self.coming}
        return tuple(
            evening for evening in reversed(self.evenings) if evening.rounds_played and evening.id not in coming
        )

    @property
    def league_site(self) -> LeagueSite | None:
        """The league's own pages, in a folder of these."""
        return LeagueSite(self.league, self.languages, home=True) if self.league else None

    @property
    def folder(self) -> str:
        """The folder of the language that is spoken, with its slash; empty for the first language."""
        below = dict(self.languages)[current_language()]
        return f"{below}/" if below else ""

    @property
    def root(self) -> str:
        """The way from a page of the club in this language to the root of them all."""
        return "../" if self.folder else ""


def read_site(
    clubs: Sequence[StoredEvent],
    league: League | None,
    languages: Sequence[tuple[str, str]],
    today: str,
    live: LivePages | None = None,
    replays: ReleasedReplays | None = None,
) -> ClubSite:
    """The pages of these events and this league."""
    evenings = [_with_replays(public_evening(club, league), replays) for club in clubs]
    by_day = sorted(evenings, key=lambda evening: (evening.day or "9999", evening.id))
    return ClubSite(by_day, league, languages, today, live, replays)


def _with_replays(evening: PublicEvening, replays: ReleasedReplays | None) -> PublicEvening:
    released = released_games(evening.state.publicity, evening.state.event)
    return replace(evening, replays=tuple(game for game in released if replays and replays.are_here(evening, game)))


def evening_page(evening: PublicEvening) -> str:
    """The file of an evening."""
    return f"evening-{evening.id}.html"


def replay_page(game: int) -> str:
    """The file of a released game's battle report."""
    return f"game-{game}.html"
