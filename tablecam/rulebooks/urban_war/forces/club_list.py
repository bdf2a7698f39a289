"""What the umpire's side of the house hands to a club night: a force as a list, and a finished game as score card.

Clause: UW-TG Force Lists (LIST), Score Cards (CARD).
"""

from collections.abc import Mapping

from tablecam.rulebooks.urban_war.result import GameResult
from tablecam.rulebooks.urban_war.rules.force import Force
from tablecam.tournament.entrant import Entrant
from tablecam.tournament.forces import ForceList, merged
from tablecam.tournament.refusal import TournamentRefusal, listed
from tablecam.tournament.scoring import Side


def force_list(force: Force) -> ForceList:
    """The list of a force that can be played: like models on one line, with calibre and options in their cost."""
    cards = [card for card in map(force.card, force.members) if card]
    factions = sorted({card.faction for card in cards})
    lines = merged([(_named(force, number), force.cost(member)) for number, member in enumerate(force.members)])
    return ForceList.with_totals(force.name, listed(factions), lines)


def card_of(result: GameResult, seats: Mapping[str, str], entrants: Mapping[str, Entrant]) -> tuple[Side, Side]:
    """The score card of a game. seats: side of the game -> player; Refused where it is not a game of these two.

    Who has given the game up stands there as having conceded. A game that the clock broke off is scored with the
    levels as they stand (TIME).
    """
    sides = []
    for side, casualties in result.sides.items():
        player = seats.get(side, "")
        if player not in entrants:
            raise TournamentRefusal(
                f"nobody is named who played {side}" if not player else f"nobody here has the ID {player}", "ID"
            )
        entrant = entrants[player]
        if casualties.of != entrant.models:
            said = f"{entrant} has {entrant.models} models and {side} played with {casualties.of}: not the same force"
            raise TournamentRefusal(said, "LIST", (player,))
        sides.append(Side(player, casualties.lost, casualties.withdrew, conceded=side == result.conceded))
    one, other = sides
    return one, other


def _named(force: Force, number: int) -> str:
    """As the list says it: the card, with what was bought."""
    member = force.members[number]
    bought = [extra.name for extra in force.extras(member)]
    return f"{member.card} with {listed(bought)}" if bought else member.card
