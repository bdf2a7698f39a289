"""The content of the club's pages and their links, with what an evening shows of itself to everybody."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Engine

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import current_language
from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.hall_event import bound_by
from tablecam.club.event.log import day_here
from tablecam.club.event.umpired_games import umpired
from tablecam.club.league.records_page import LeagueSite
from tablecam.club.season.league import League
from tablecam.club.season.state import NAME, PAGE, answering, own_name
from tablecam.club.site.club_identity import ClubIdentity
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.going_public import ReleasedGame, released_games
from tablecam.club.tournament.prize_places import find_winners
from tablecam.club.tournament.standings import StandingRow
from tablecam.club.tournament.state import TournamentGame
from tablecam.club.tournament.team_rounds import TeamStanding, team_standings
from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.log import GameLog, read_log
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.battle_report import assign_codes, day, report
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.event_scoring import LOST
from tablecam.storage.database_file import line_sum
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore

# An evening as everybody may see it: a name appears only if its player has released it.
#
# The player releases the name for this evening, or for the league. A name that the league has deleted never appears. A
# player without a released name is a guest with a number of this evening alone.


@dataclass(frozen=True)
class PublicEvening:
    """source: the same wherever the event's log is copied; day: as an ISO date, empty without one; last: a time in UTC.

    state: with the finished rounds alone. open_round: the number of a round that is being played, 0 for none. names: of
    players who agree to it; people: of the league, of players who have a page there. replays: of games that both
    players have released, as far as they lie here.
    """

    id: int
    source: str
    day: str
    last: str
    state: ClubState
    open_round: int
    names: Mapping[str, str]
    people: Mapping[str, str]
    replays: tuple[ReleasedGame, ...] = ()

    @property
    def title(self) -> str:
        """The name of the event."""
        return self.state.title

    @property
    def rounds_played(self) -> int:
        """The number of finished rounds."""
        return self.state.event.number

    def called(self, player: str) -> str:
        """The public name of a player."""
        return self.names.get(player) or _("Guest {number}", number=self.number(player))

    def number(self, player: str) -> int:
        """A player's number on this evening, in the order of entry."""
        return self.state.number(player)

    def standings(self) -> tuple[StandingRow, ...]:
        """The places after the finished rounds; none before the first."""
        return self.state.standings() if self.rounds_played else ()

    def team_standings(self) -> tuple[TeamStanding, ...]:
        """The teams' places after the finished rounds; none before the first, and none where no teams play."""
        return team_standings(self.state.event) if self.rounds_played and self.state.event.teams.size else ()

    def list_team(self, team: str) -> list[str]:
        """The public names of the players of a team, the captain first."""
        return [self.called(player) for player in self.state.event.teams.lineups.get(team, ())]

    def winners(self) -> list[str]:
        """The public names of the players, or the teams, who stand first."""
        if self.state.event.teams.size:
            return [row.team for row in self.team_standings() if row.rank == 1]
        return [self.called(row.player) for row in self.standings() if row.rank == 1]

    def prizes(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Each place that has a prize, with the prize and the public names of its winners once the event is over."""
        called = str if self.state.event.teams.size else self.called
        winners = find_winners(self.state) if self.state.over else {}
        for place, prize in self.state.settings.prizes.items():
            yield place, prize, tuple(map(called, winners.get(place, ())))

    def games(self, number: int) -> Sequence[TournamentGame]:
        """The games of a round, by table."""
        return sorted((game for game in self.state.event.games if game.number == number), key=lambda game: game.table)


def public_evening(club: StoredEvent, league: League | None) -> PublicEvening:
    """The evening of an event as it stands."""
    state, people = club.state, _find_people(club, league)
    playing = state.event.number if state.event.open_games else 0
    return PublicEvening(
        id=club.id,
        source=line_sum("", club.lines[0]),
        day=club.day,
        last=club.last_act,
        state=_drop_open_round(state),
        open_round=playing,
        names={
            player: name for player in state.event.entrants if (name := _public_name(state, league, player, people))
        },
        people={
            player: person for player, person in people.items() if league and PAGE in league.state.people[person].shown
        },
    )


def _drop_open_round(state: ClubState) -> ClubState:
    """Without a round that is being played: its bye would have points before anybody has played."""
    event = state.event
    if not event.open_games:
        return state
    last_round = event.number - 1
    games = tuple(game for game in event.games if game.number <= last_round)
    return replace(state, event=replace(event, drawn=event.drawn[:last_round], games=games))


def _find_people(club: StoredEvent, league: League | None) -> dict[str, str]:
    """The person of each player: by the seat on an evening that the league has, else the only one of that name."""
    if league is None:
        return {}
    evening, people = league.state.evening(line_sum("", club.lines[0])), {}
    for seat, (player, entrant) in enumerate(club.state.event.entrants.items()):
        if evening and seat < len(evening.attended):
            people[player] = evening.attended[seat].person
            continue
        answers = answering(league.state, league.names, entrant.name)
        if len(answers) == 1:
            people[player] = answers[0]
    return people


def _public_name(state: ClubState, league: League | None, player: str, people: Mapping[str, str]) -> str:
    person = people.get(player)
    shown_name = state.event.entrants[player].name if player in state.publicity.shown else ""
    if league is None or person is None:
        return shown_name
    if league.state.people[person].forgotten:
        return ""
    return own_name(league.state, league.names, person) if NAME in league.state.people[person].shown else shown_name


# The replays of released games: which of them lie in this database, and what is read of them.
#
# An event that was taken in from another machine names games of a database that is not here, and a game of the same
# number may be somebody else's: it counts only where it is the game of that pairing.


class ReleasedReplays:
    """The games of a database. Any thread may ask."""

    def __init__(self, engine: Engine, books: Catalogue) -> None:
        self._store = GameStore(engine)
        self._books, self._archive = books, Archive(self._store, books)
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
        with self._archive.reading(game) as recorded_game:
            view = recorded_game.view_as(WHOLE if recorded_game.log.closed else NOBODY)
            codes = assign_codes(recorded_game.phrases.people(recorded_game.state), recorded_game.seats)
            return report(view, day(self._archive.begun(game)), codes)

    def _is_game_of(self, evening: PublicEvening, released: ReleasedGame) -> bool:
        log = read_log(self._store.read(released.game))
        bound = bound_by(log.header.tags, _list_seats(log))
        if bound:
            players = set(bound.named(evening.state).players.values())
            return bound.number == released.number and players == set(released.pair)
        # one of the terminal names no pairing: it is of that day, and ended as the card says
        paired = next(
            game for game in evening.games(released.number) if game.pair == released.pair and game.sides is not None
        )
        result = umpired(TournamentStore(self._store.engine), self._books, released.game)
        lost = sorted(side.values.get(LOST, 0) for side in result.sides.values())
        same_day = day_here(self._archive.begun(released.game)) == evening.day
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
    identity: ClubIdentity = field(default_factory=ClubIdentity)

    @property
    def title(self) -> str:
        """The name of the club: its own, or that of its league, if it has one."""
        if self.identity.name:
            return self.identity.name
        return self.league.state.title if self.league else _("Club evenings")

    @property
    def coming(self) -> tuple[PublicEvening, ...]:
        """Evenings that are not over, from today on, the next one first."""
        return tuple(evening for evening in self.evenings if not evening.state.over and self._is_still_on(evening))

    def _is_still_on(self, evening: PublicEvening) -> bool:
        # one that was begun yesterday may go on after midnight
        played = day_here(evening.last) if evening.open_round else ""
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


def read_site(  # noqa: PLR0913 - all that a site shows
    clubs: Sequence[StoredEvent],
    league: League | None,
    languages: Sequence[tuple[str, str]],
    today: str,
    live: LivePages | None = None,
    replays: ReleasedReplays | None = None,
    identity: ClubIdentity = ClubIdentity(),  # noqa: B008 - it cannot change
) -> ClubSite:
    """The pages of these events and this league."""
    evenings = [_with_replays(public_evening(club, league), replays) for club in clubs]
    by_day = sorted(evenings, key=lambda evening: (evening.day or "9999", evening.id))
    return ClubSite(by_day, league, languages, today, live, replays, identity)


def _with_replays(evening: PublicEvening, replays: ReleasedReplays | None) -> PublicEvening:
    released = released_games(evening.state.publicity, evening.state.event)
    return replace(evening, replays=tuple(game for game in released if replays and replays.are_here(evening, game)))


def evening_page(evening: PublicEvening) -> str:
    """The file of an evening."""
    return f"evening-{evening.id}.html"


def replay_page(game: int) -> str:
    """The file of a released game's battle report."""
    return f"game-{game}.html"
