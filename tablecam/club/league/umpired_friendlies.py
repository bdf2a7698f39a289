"""All umpired games of a database that a league does not have yet, whichever table they were played at.

The log of a game names its players where somebody has said them when it began; a pairing of an event comes into the
league with its evening.
"""

from collections.abc import Sequence

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.league.tracked_friendly import tracked_friendly
from tablecam.club.season.league import League
from tablecam.club.tournament.score_card import source_of_game
from tablecam.game.log import GameLine, read_log
from tablecam.rules.books.game_setups import EVENT
from tablecam.rules.books.side_names import player_tag
from tablecam.storage.game_store import GameStore
from tablecam.storage.tournament_store import TournamentStore


def untaken(store: TournamentStore, league: League) -> list[int]:
    """The numbers of the games that the league does not have, in the order in which they were begun."""
    taken = {friendly.source for season in league.state.seasons for friendly in season.friendlies}
    return [game.id for game in GameStore(store.engine).games() if source_of_game(game.id) not in taken]


def take_game(store: TournamentStore, league: StoredLeague, game: int, who: str, agreed: Sequence[str]) -> None:
    """Adds a game whose log names two people of the league; TablecamError with why it cannot be added.

    agreed: people who want all their games to count.
    """
    header = read_log(GameStore(store.engine).read(game)).header
    if EVENT in header.tags:
        raise TablecamError(Message("it is a pairing of event {n}: add the event", n=header.tags[EVENT]))
    players = players_of(header)
    unsaid = [seat for seat in header.seats if not players.get(seat)]
    if unsaid:
        raise TablecamError(
            Message("its log does not say who played {sides}: add it with --seat", sides=listing(unsaid))
        )
    current = league.league()
    people = {current.find(player) for player in players.values()}
    counting_for = tuple(person for person in map(current.find, agreed) if person in people)
    league.act(who, tracked_friendly(store, game, players, counting_for))


def players_of(header: GameLine) -> dict[str, str]:
    """The player of each seat, as named when the game began; seats without a name are left out."""
    named = {seat: header.tags.get(player_tag(seat), "") for seat in header.seats}
    return {seat: player for seat, player in named.items() if player}
