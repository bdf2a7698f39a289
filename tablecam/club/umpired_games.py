"""The games that tablecam has umpired, as they fill the score cards of a event on the same database.

Clause: UW-TG Score Cards (CARD).
"""

from collections.abc import Callable

from tablecam.errors import BadFile, TablecamError
from tablecam.game.fold import fold
from tablecam.game.log import read_log
from tablecam.rulebooks.catalogue import rulebook
from tablecam.rulebooks.urban_war.forces.club_list import card_of
from tablecam.rulebooks.urban_war.result import GameResult, urban_war_result
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rules.plain import Json
from tablecam.storage.game_store import GameStore
from tablecam.storage.tournament_store import TournamentStore
from tablecam.tournament.club_event import ClubEvent
from tablecam.tournament.refusal import TournamentRefusal

# an evening's games at one table; each has to be read to say how it ended
LATEST = 6


def umpired(events: TournamentStore, game: int) -> GameResult:
    """How a game of the same database stands; BadFile where it has no casualties to score, or there is none."""
    log = read_log(GameStore(events.engine).read(game))
    state = fold(rulebook(log.header.game), log)
    if not isinstance(state, State):
        raise BadFile(f"game {game} is of {log.header.game}, which has no casualties to score")
    return urban_war_result(state)


def latest(events: TournamentStore) -> list[Json]:
    """The games begun last, the last one first, with what each side has lost so far."""
    told: list[Json] = []
    for each in GameStore(events.engine).games()[: -LATEST - 1 : -1]:
        try:
            result = umpired(events, each.id)
        except TablecamError:
            # of another rulebook, or not whole: no card can be filled from it
            continue
        sides: list[Json] = [
            {"side": side, "lost": losses.lost, "of": losses.of, "withdrew": losses.withdrew}
            for side, losses in result.sides.items()
        ]
        told.append({"game": each.id, "begun": each.begun, "ending": result.ending, "sides": sides})
    return told


def filled(player: str, game: int, side: str, result: GameResult) -> Callable[[ClubEvent], ClubEvent]:
    """The command that puts a game on the card of a player who had that side; both players still confirm it."""

    def fill(event: ClubEvent) -> ClubEvent:
        meets = event.state.game_of(player)
        if side not in result.sides:
            raise TournamentRefusal(f"game {game} has no side {side}, but {', '.join(result.sides)}", "CARD")
        other = meets.other(player) if meets else ""
        seats = {each: player if each == side else other for each in result.sides}
        one, two = card_of(result, seats, event.state.event.entrants)
        return event.fill_card(one, two, f"game {game}")

    return fill
