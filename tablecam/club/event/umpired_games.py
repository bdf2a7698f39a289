"""The games that tablecam has umpired, which fill score cards of an event in the same database.

Clause: UW-TG Score Cards (CARD).
"""

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.club.event.club_list import card_of
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.score_card import source_of_game
from tablecam.game.change_plan import fold
from tablecam.game.log import read_log
from tablecam.rules.books.urban_war.result import GameResult, urban_war_result
from tablecam.rules.books.urban_war.rules.rulebook import URBAN_WAR
from tablecam.rules.plain import Json
from tablecam.storage.game_store import GameStore
from tablecam.storage.tournament_store import TournamentStore

# an evening's games at one table; each log is read for its result
LATEST = 6


def umpired(store: TournamentStore, game: int) -> GameResult:
    """The result of a game of the same database. BadFile where there is none, or it has no casualties to score."""
    log = read_log(GameStore(store.engine).read(game))
    if log.header.game != URBAN_WAR.name:
        raise BadFile(f"game {game} is of {log.header.game}, which has no casualties to score")
    return urban_war_result(fold(URBAN_WAR, log))


def latest(store: TournamentStore) -> list[Json]:
    """The latest games, the last one first, with the losses of each side so far."""
    games: list[Json] = []
    for game in GameStore(store.engine).games()[: -LATEST - 1 : -1]:
        try:
            result = umpired(store, game.id)
        except TablecamError:
            # of another rulebook, or damaged: it cannot fill a card
            continue
        sides: list[Json] = [
            {"side": side, "lost": losses.lost, "of": losses.of, "withdrew": losses.withdrew}
            for side, losses in result.sides.items()
        ]
        games.append({"game": game.id, "begun": game.begun, "ending": result.ending, "sides": sides})
    return games


def fill_card(event: ClubEvent, player: str, side: str, game: int, result: GameResult) -> ClubEvent:
    """Fills a player's card from a game in which they had that side; both players still confirm it."""
    meets = event.state.game_of(player)
    if side not in result.sides:
        reason = Message(
            "game {game} has no side {side}; its sides are {sides}", game=game, side=side, sides=listing(result.sides)
        )
        raise TournamentRefusal(reason, "CARD")
    opponent = meets.other(player) if meets else ""
    seats = {seat: player if seat == side else opponent for seat in result.sides}
    own, other = card_of(result, seats, event.state.event.entrants)
    return event.fill_card(own, other, source_of_game(game))
