"""The top cut: after the rounds of the event's way, the best 2, 4, 8 or 16 play on, and who loses is out.

Of those who are left, the best seed meets the last one, the second the last but one; with an odd number the best seed
goes on without a game. Seeds are the places after the rounds before, level players by lot. A draw sends the better seed
on. The games score no points: they decide places alone, and whoever came further is placed higher.

Clause: House Evening (N5), UW-TG Conceding (C2).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.elimination import find_winner, is_elimination, list_survivors
from tablecam.club.tournament.entrant import Card, Layout
from tablecam.club.tournament.pairing import Paired, PairingWay, shuffled
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.standings import StandingRow, standings
from tablecam.club.tournament.state import TournamentState
from tablecam.club.tournament.tie_breaks import count_tie_breaks

# how many may play on; none is usual
CUTS = (0, 2, 4, 8, 16)


def checked_cut(cut: int) -> None:
    """Raises TournamentRefusal for a size that no cut has."""
    if cut not in CUTS:
        reason = Message("a top cut has {sizes} players, not {cut}", sizes=listing(CUTS[1:]), cut=cut)
        raise TournamentRefusal(reason, "N5")


def knockout_rounds(cut: int) -> int:
    """The number of rounds that a cut of a given size takes."""
    return max(0, cut.bit_length() - 1)


@dataclass(frozen=True, slots=True)
class TopCutWay:
    """Another way, and after it a top cut."""

    way: PairingWay
    cut: int

    def rounds(self, players: int) -> int:
        """The rounds of the way and those of the cut. TournamentRefusal for fewer players than the cut has."""
        if players < self.cut:
            reason = Message(
                "a top cut of {cut} is too large: there are only {players} players", cut=self.cut, players=players
            )
            raise TournamentRefusal(reason, "N5", code="cut-too-large")
        return self.way.rounds(players) + knockout_rounds(self.cut)

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The bye stack of the way."""
        return self.way.bye_stack(state, cards)

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The pairs of the cut, the best seed against the last; before the cut, the draw of the way."""
        if not knocks_out_next(state):
            return self.way.paired(state, stack, bye_stack)
        seeds = [card.player for card in stack]
        byes, playing = seeds[: len(seeds) % 2], seeds[len(seeds) % 2 :]
        pair_count = len(playing) // 2
        return Paired(
            Layout(tuple(zip(playing[:pair_count], reversed(playing[pair_count:]), strict=True)), tuple(byes))
        )


def knocks_out_next(state: TournamentState) -> bool:
    """Whether the next round is one of the cut, which the first round of an event never is, or of an elimination."""
    if is_elimination(state):
        return True
    if not state.cut or not state.drawn:
        return False
    return state.drawn[-1].knockout or state.number >= state.rounds - knockout_rounds(state.cut)


def left_in_cut(state: TournamentState) -> tuple[str, ...]:
    """The players of the next round of the cut or of an elimination, the best seed first."""
    if is_elimination(state):
        return tuple(player for player in list_survivors(state) if player in state.active)
    seeds = [player for player in _list_seeds(state) if player in state.active]
    last_round = state.drawn[-1]
    if not last_round.knockout:
        return tuple(seeds[: state.cut])
    survivors = _go_on(state, last_round.number)
    return tuple(player for player in seeds if player in survivors)


def came_to(state: TournamentState) -> dict[str, int]:
    """How far each player of the cut, or of an elimination, has come: one for being in it, and one more for each round
    survived.
    """
    ahead: dict[str, int] = {}
    for step, drawn in enumerate((drawn for drawn in state.drawn if drawn.knockout), 1):
        ahead |= {player: step for seats in (*drawn.pairs, drawn.byes) for player in seats}
        ahead |= dict.fromkeys(_go_on(state, drawn.number), step + 1)
    return ahead


def _list_seeds(state: TournamentState) -> list[str]:
    """Everybody who has a place, by the rounds before the cut, level players by lot."""
    penalties = {player: state.penalty(player) for player in state.penalties}
    table = standings(
        state.scores(),
        state.faced(),
        state.retired,
        state.roll_offs,
        penalties=penalties,
        tie_breaks=count_tie_breaks(state),
    )
    rank = {line.player: line.rank for line in table if line.rank is not None}
    drawn = shuffled((Card(player) for player in rank), state.seed, "top cut")  # no text: names the draw
    return sorted((card.player for card in drawn), key=lambda player: rank[player] or 0)


def _go_on(state: TournamentState, number: int) -> set[str]:
    """The players who have survived a round of the cut, or of an elimination."""
    if is_elimination(state):
        return set(list_survivors(state, number))
    won = {find_winner(state, game, _list_seeds(state)) for game in state.games if game.number == number and game.sides}
    return (won | {*state.drawn[number - 1].byes}) - {""}


# The standings of an event, from its state.
#
# Clause: UW-TG Deciding the Tournament Winners (S2, S3), House Evening (N5, S4).


def places(state: TournamentState) -> tuple[StandingRow, ...]:
    """The current standings, with retired players at the bottom, without a place."""
    penalties = {player: state.penalty(player) for player in state.penalties}
    return standings(
        state.scores(),
        state.faced(),
        state.retired,
        state.roll_offs,
        penalties=penalties,
        ahead=came_to(state),
        tie_breaks=count_tie_breaks(state),
    )
