"""A single game of a league from a tracked game of the same database: its result, its dice, and who had which side."""

from collections.abc import Mapping
from datetime import datetime

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message, listing
from tablecam.club.event.umpired_games import umpired
from tablecam.club.league.stored_league import LeagueCommand
from tablecam.club.league.tracked_luck import luck_by_seat
from tablecam.club.season.evening import LeagueGame, LeagueSide
from tablecam.club.season.league import League
from tablecam.club.season.refusal import LeagueRefusal
from tablecam.club.tournament.score_card import source_of_game
from tablecam.club.tournament.scoring import points
from tablecam.game.log import read_log
from tablecam.storage.game_store import GameStore
from tablecam.storage.tournament_store import TournamentStore


def tracked_friendly(
    store: TournamentStore, game: int, seats: Mapping[str, str], agreed: tuple[str, ...]
) -> LeagueCommand:
    """The command that adds it, on the day it was begun. seats: the side of each person, by name or number.

    BadFile where there is no such game, it is not over, or has no casualties to score; LeagueRefusal for other sides.
    """
    result = umpired(store, game)
    log = read_log(GameStore(store.engine).read(game))
    if not result.ending:
        raise BadFile(f"game {game} is not over")
    if set(seats) != set(result.sides) or len(result.sides) != 2:
        reason = Message("say who played each of {sides}", sides=listing(result.sides))
        raise LeagueRefusal(reason, "other-sides")
    rolled = luck_by_seat(log)
    begun, last = next((kept.begun, kept.last) for kept in GameStore(store.engine).games() if kept.id == game)
    took = datetime.fromisoformat(last) - datetime.fromisoformat(begun)

    def add(league: League) -> League:
        one, other = (
            LeagueSide(
                league.find(seats[side]),
                points(result.scored(side), result.scored(against)),
                lost=result.sides[side].lost,
                models=result.sides[side].of,
                luck=rolled.get(side),
            )
            for side, against in zip(result.sides, reversed(tuple(result.sides)), strict=True)
        )
        return league.add_friendly(
            begun[:10],
            LeagueGame((one, other), minutes=max(1, round(took.total_seconds() / 60))),
            [league.find(person) for person in agreed],
            source_of_game(game),
        )

    return add
