"""Single and double elimination: who loses is out, or who loses twice.

Everybody is in the bracket in an order by lot, which is the order of the seeds. The best seed meets the last, and the
second the last but one. Round 1 has as many byes as it takes to leave 2, 4, 8 or more unbeaten players, for the best
seeds; a later round has one where a number is odd. In a double elimination the players with one loss play among
themselves, without a rematch as far as that can be; at the end the last of them meets the last unbeaten player, twice
if the latter loses. A draw sends the better seed on. The games score no points: who came further is placed higher.

Clause: House Evening (N10), UW-TG Conceding (C2).
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from tablecam.club.tournament.entrant import Card, Layout, Pair
from tablecam.club.tournament.pairing import Paired, shuffled
from tablecam.club.tournament.state import TournamentGame, TournamentState

SINGLE_ELIMINATION, DOUBLE_ELIMINATION = "single-elimination", "double-elimination"
# the losses after which a player is out
LIVES: Mapping[str, int] = MappingProxyType({SINGLE_ELIMINATION: 1, DOUBLE_ELIMINATION: 2})


def is_elimination(state: TournamentState) -> bool:
    """Whether the event is played so that who loses is out."""
    return state.way in LIVES


class EliminationWay:
    """A player is out after `lives` losses."""

    def __init__(self, lives: int) -> None:
        self.lives = lives

    def rounds(self, players: int) -> int:
        """The rounds until one is left, if nobody leaves; of a double elimination with the second final."""
        return count_rounds(players, self.lives)

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The seeds decide the byes."""
        return ()

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The pairs of players with as many losses, the best seed against the last; at the end the final."""
        losses = count_losses(state)
        by_losses = [[card for card in stack if losses.get(card.player, 0) == count] for count in range(self.lives)]
        groups = [group for group in by_losses if group] if len(stack) > 2 else [list(stack)]
        layouts = [_pair_group(group, _count_byes(len(group), state.number)) for group in groups]
        pairs = tuple(pair for group_pairs, _byes in layouts for pair in group_pairs)
        byes = tuple(player for _pairs, group_byes in layouts for player in group_byes)
        return Paired(Layout(pairs, byes))


def count_rounds(players: int, lives: int) -> int:
    """The number of rounds of a bracket; a double elimination may need one fewer."""
    unbeaten, beaten, rounds = players, 0, 0
    while unbeaten > 1 or (lives > 1 and beaten > 1):
        games = (unbeaten - _count_byes(unbeaten, rounds)) // 2
        unbeaten, beaten = unbeaten - games, beaten - beaten // 2 + games
        rounds += 1
    return max(1, rounds) if lives == 1 else rounds + 2


def _count_byes(players: int, round_number: int) -> int:
    """The byes among players with as many losses, after that many rounds."""
    return players % 2 if round_number else (1 << (players - 1).bit_length()) - players


def _pair_group(cards: Sequence[Card], byes: int) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """The pairs and byes of players in the order of their seeds; who has had a bye gets none before the others."""
    resting = sorted(cards, key=lambda card: card.had_bye)[:byes]
    playing = [card for card in cards if card not in resting]
    return _fold(playing), tuple(card.player for card in cards if card in resting)


def _fold(cards: Sequence[Card]) -> tuple[Pair, ...]:
    """The best seed against the last, and so on; with as few rematches as possible, and then as near to that."""
    import networkx as nx

    half_size = len(cards) // 2
    plain = tuple(zip(cards[:half_size], reversed(cards[half_size:]), strict=True))
    if not any(opponent.player in card.met for card, opponent in plain):
        return tuple((card.player, opponent.player) for card, opponent in plain)
    graph, n = nx.Graph(), len(cards)
    for (i, card), (j, opponent) in combinations(enumerate(cards), 2):
        fresh = opponent.player not in card.met
        graph.add_edge(i, j, weight=fresh * (n + 1) ** (n + 2) + j * (n + 1) ** (n - i))
    matched = sorted(tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    return tuple((cards[i].player, cards[j].player) for i, j in matched)


def list_bracket(state: TournamentState) -> tuple[str, ...]:
    """Everybody in the bracket, the best seed first; before round 1 as it will be drawn."""
    if state.drawn:
        return state.drawn[0].stack
    cards = [Card(player) for player in state.active]
    return tuple(card.player for card in shuffled(cards, state.seed, "bracket"))  # no text: names the draw


def count_losses(state: TournamentState, rounds: int | None = None) -> dict[str, int]:
    """The games that each player has lost, in the first rounds or all; both lose where both concede."""
    seeds, losses = list_bracket(state), dict[str, int]()
    for game in state.games:
        if game.sides and (rounds is None or game.number <= rounds):
            winner = find_winner(state, game, seeds)
            for player in set(game.pair) - {winner}:
                losses[player] = losses.get(player, 0) + 1
    return losses


def list_survivors(state: TournamentState, rounds: int | None = None) -> tuple[str, ...]:
    """The players of the bracket who are not out after the first rounds, or all, the best seed first."""
    losses, lives = count_losses(state, rounds), LIVES[state.way]
    return tuple(player for player in list_bracket(state) if losses.get(player, 0) < lives)


def is_decided(state: TournamentState) -> bool:
    """Whether one player alone is left of an elimination, or none."""
    if not is_elimination(state) or not state.drawn or state.open_games:
        return False
    return len(set(list_survivors(state)) - state.retired) < 2


def find_winner(state: TournamentState, game: TournamentGame, seeds: Collection[str]) -> str:
    """The player who goes on, of a draw the better seed; nobody where both have conceded."""
    remaining = [side.player for side in game.sides or () if not side.conceded]
    if len(remaining) < 2:
        return "".join(remaining)
    points = dict(zip(game.pair, state.game_points(game), strict=True))
    best = [player for player in remaining if points[player] == max(points.values())]
    return best[0] if len(best) == 1 else min(best, key=[*seeds, *best].index)
