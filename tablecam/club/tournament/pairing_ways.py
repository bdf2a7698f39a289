"""The ways to pair an event, behind one port: the guide's Swiss, which is the usual one, and round robin.

A way is chosen before round 1 and kept in the log, with a top cut after it (`top_cut.py`) and whether teams of two play
(`teams.py`). `drawing.py` asks it for the number of rounds and for each round. The stack, tables, byes and points are
the same for every way.

Clause: House Evening (N4, N5, N6), UW-TG Rounds (N1), Byes (B3).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.draw import shuffled
from tablecam.club.tournament.entrant import Card
from tablecam.club.tournament.events import PairingChosen
from tablecam.club.tournament.pairing import Paired, first_round_with_bye, next_round
from tablecam.club.tournament.pairing_way import PairingWay
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.round_robin import round_robin, round_robin_rounds
from tablecam.club.tournament.rounds import rounds_for
from tablecam.club.tournament.state import TournamentState
from tablecam.club.tournament.teams import refuse_no_teams
from tablecam.club.tournament.top_cut import TopCutWay, checked_cut

SWISS, ROUND_ROBIN = "swiss", "round-robin"


class SwissWay:
    """The guide's way: players with about the same points meet, and nobody twice."""

    def rounds(self, players: int) -> int:
        """The number of rounds in the guide's table (N1)."""
        return rounds_for(players)

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """A draw of its own, independent of the pairing's (B3)."""
        odd = len(cards) % 2 and not state.number
        return shuffled(cards, state.seed, "round 1 bye") if odd else ()  # no text: names the draw

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The pairs from the top of the stack."""
        return next_round(stack) if state.number else first_round_with_bye(stack, bye_stack)


class RoundRobinWay:
    """Everybody meets everybody once."""

    def rounds(self, players: int) -> int:
        """One fewer than players, or as many where each has a bye."""
        return round_robin_rounds(players)

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The circle decides the byes."""
        return ()

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The circle of round 1's stack, one place on."""
        circle = state.drawn[0].stack if state.drawn else tuple(card.player for card in stack)
        return Paired(round_robin(circle, state.number + 1, {card.player: card for card in stack}))


WAYS: Mapping[str, PairingWay] = MappingProxyType({SWISS: SwissWay(), ROUND_ROBIN: RoundRobinWay()})


def way_of(state: TournamentState) -> PairingWay:
    """The event's way of pairing; by the guide unless another way was chosen."""
    way = WAYS[state.way or SWISS]
    return TopCutWay(way, state.cut) if state.cut else way


def planned_rounds(state: TournamentState) -> int:
    """The number of rounds of the event, or of one whose round 1 were drawn now; 0 where it could not be."""
    if state.rounds:
        return state.rounds
    try:
        return way_of(state).rounds(len(state.active))
    except TournamentRefusal:
        return 0


def choose_way(state: TournamentState, way: str, by: str, cut: int = 0, doubles: bool = False) -> PairingChosen:
    """Choose how the event is paired, the size of its top cut (0 for none), and whether teams of two play.

    TournamentRefusal once round 1 is drawn, for a way or a cut that there is not, and where somebody is entered who is
    no team (N4, N5, N6).
    """
    if way not in WAYS:
        raise TournamentRefusal(
            Message("an event cannot be paired by {way}: choose one of {ways}", way=way, ways=listing(WAYS)), "N4"
        )
    if state.drawn:
        raise TournamentRefusal(Message("choose how the event is paired before round 1 is drawn"), "N4")
    checked_cut(cut)
    if doubles:
        refuse_no_teams(state)
    return PairingChosen(way=way, cut=cut, doubles=doubles, by=by)
