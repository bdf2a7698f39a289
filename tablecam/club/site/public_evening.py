"""An evening as everybody may see it: a name appears only if its player has released it.

The player releases the name for this evening, or for the league. A name that the league has deleted never appears. A
player without a released name is a guest with a number of this evening alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tablecam.base.i18n import gettext as _
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.season.league import League
from tablecam.club.season.people import NAME, PAGE, answering, own_name
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.going_public import ReleasedGame
from tablecam.club.tournament.standings import StandingRow
from tablecam.club.tournament.state import TournamentGame
from tablecam.storage.line_sum import line_sum


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
        return [*self.state.event.entrants].index(player) + 1

    def standings(self) -> tuple[StandingRow, ...]:
        """The places after the finished rounds; none before the first."""
        return self.state.standings() if self.rounds_played else ()

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
    own = state.event.entrants[player].name if player in state.publicity.shown else ""
    if league is None or person is None:
        return own
    if league.state.people[person].forgotten:
        return ""
    return own_name(league.state, league.names, person) if NAME in league.state.people[person].shown else own
