"""The contribution of a rulebook to a club event: a force as a list, and a finished game as a score card.

Clause: UW-TG Force Lists (LIST), Score Cards (CARD).
"""

from collections.abc import Mapping, Sequence

from tablecam.base.i18n import Message
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.forces import ForceList, merged
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import nobody
from tablecam.club.tournament.scoring import Side
from tablecam.rules.books.urban_war.result import GameResult
from tablecam.rules.books.urban_war.rules.cards import Force


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
        if casualties.of != entrant.models:
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
