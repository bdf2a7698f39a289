"""The games that tablecam has umpired, which fill score cards of an event in the same database, and their forces.

Clause: UW-TG Score Cards (CARD).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.evening_settings import ForceCounted
from tablecam.club.tournament.forces import ForceList, merged
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import nobody
from tablecam.club.tournament.scoring import Side, source_of_game
from tablecam.rules.books.urban_war.result import GameResult, urban_war_result
from tablecam.rules.plain import Json

if TYPE_CHECKING:
    from tablecam.rules.books.urban_war.rules.cards import Force
    from tablecam.storage.line_store import TournamentStore

# The contribution of a rulebook to a club event: a force as a list, and a finished game as a score card.
#
# Clause: UW-TG Force Lists (LIST), Score Cards (CARD).


def force_list(force: Force) -> ForceList:
    """The list of a force that can be played: like models on one line, with calibre and options in their cost."""
    cards = [card for card in map(force.card, force.members) if card]
    factions = sorted({card.faction for card in cards})
    lines = merged([(_name_line(force, number), force.cost(member)) for number, member in enumerate(force.members)])
    return ForceList.with_totals(force.name, _join_names(factions), lines)


def card_of(result: GameResult, seats: Mapping[str, str], entrants: Mapping[str, Entrant]) -> tuple[Side, Side]:
    """The score card of a game. seats: side of the game -> player; Refused where it is not a game of these two.

    A player who has given the game up is recorded as having conceded. A game that the clock broke off is scored with
    the levels as they stand (TIME).
    """
    sides = []
    for side, casualties in result.sides.items():
        player = seats.get(side, "")
        if player not in entrants:
            raise (
                nobody(player)
                if player
                else TournamentRefusal(Message("no player is named for {side}", side=side), "ID", code="unknown-player")
            )
        entrant = entrants[player]
        if entrant.models and casualties.of != entrant.models:
            reason = Message(
                "{player} has {models} models, but {side} played with {played}: not the same force",
                player=entrant,
                models=entrant.models,
                side=side,
                played=casualties.of,
            )
            raise TournamentRefusal(reason, "LIST", (player,), code="other-force")
        sides.append(Side(player, casualties.lost, casualties.withdrew, conceded=side == result.conceded))
    left_side, right_side = sides
    return left_side, right_side


def _name_line(force: Force, number: int) -> str:
    """The line of a list: the card, with what was bought. It is data, and the same in every language."""
    member = force.members[number]
    bought = [extra.name for extra in force.extras(member)]
    return f"{member.card} with {_join_names(bought)}" if bought else member.card  # no text: data


def _join_names(names: Sequence[str]) -> str:
    """Names in a row, as data."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)  # no text


# an evening's games at one table; each log is read for its result
LATEST = 6


def umpired(store: TournamentStore, game: int) -> GameResult:
    """The result of a game of the same database. BadFile where there is none, or it has no casualties to score."""
    from tablecam.game.change_plan import fold
    from tablecam.game.log import read_log
    from tablecam.rules.books.urban_war.rules.rulebook import URBAN_WAR
    from tablecam.storage.game_store import GameStore

    log = read_log(GameStore(store.engine).read(game))
    if log.header.game != URBAN_WAR.name:
        raise BadFile(f"game {game} is of {log.header.game}, which has no casualties to score")
    return urban_war_result(fold(URBAN_WAR, log))


def latest(store: TournamentStore) -> list[Json]:
    """The latest games, the last one first, with the losses of each side so far."""
    from tablecam.storage.game_store import GameStore

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
    for name, who in seats.items():
        # the table has counted the force that nobody has handed in
        if not event.state.event.entrants[who].models:
            event = event.after(ForceCounted(player=who, models=result.sides[name].of))
    return event.fill_card(own, other, source_of_game(game))
