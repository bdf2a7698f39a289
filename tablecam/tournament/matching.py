"""The first complete pairing of a stack in its own order, by a library's matching; integers only.

Clause: UW-TG Second & Subsequent Round Pairing (P2, P4, P6).
"""

from collections.abc import Sequence
from itertools import chain, combinations

import networkx as nx

from tablecam.tournament.entrant import Card, Pair

# so many of the last pairs are undone first where the cards cannot all be paired
FEW = 4


def first_pairing(stack: Sequence[Card], *, rematches: bool = False) -> tuple[Pair, ...]:
    """As many pairs as possible, and of those the lexicographically first: high cards take high cards (P4).

    The pairing is complete where a complete one exists. Players who have met are not an edge (P2); with `rematches`
    they are, at a cost above everything else, so that there are as few as possible (P6).
    """
    if rematches:
        return _heaviest_pairing(stack, rematches=True)
    top = _top_down(stack)
    # A pair at the top stands as long as all cards below it can be paired: mostly only a few of the last are undone.
    undone = 0
    while True:
        kept = top[: len(top) - undone]
        rest = left_over(stack, kept)
        pairs = _heaviest_pairing(rest)
        if complete(rest, pairs) or not kept:
            return kept + pairs
        undone = min(max(2 * undone, FEW), len(top))


def _top_down(stack: Sequence[Card]) -> tuple[Pair, ...]:
    """The top card takes the first that it has not met, and so on, up to the first card that has met the rest (P3)."""
    waiting, pairs = list(stack), []
    while waiting:
        card = waiting.pop(0)
        other = next((other for other in waiting if other.player not in card.met), None)
        if other is None:
            break
        waiting.remove(other)
        pairs.append((card.player, other.player))
    return tuple(pairs)


def _heaviest_pairing(stack: Sequence[Card], *, rematches: bool = False) -> tuple[Pair, ...]:
    """The same by weights, of which each outweighs all that come after it: exact, and slow for large stacks."""
    n = len(stack)
    # more than all the other weights together
    lawful = (n + 1) ** (n + 2) if rematches else 0
    graph = nx.Graph()
    for i, card in enumerate(stack):
        for j in range(i + 1, n):
            met = stack[j].player in card.met
            if rematches or not met:
                graph.add_edge(i, j, weight=(n - j) * (n + 1) ** (n - i) + (0 if met else lawful))
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple((stack[i].player, stack[j].player) for i, j in sorted(tuple(sorted(pair)) for pair in matched))


def complete(stack: Sequence[Card], pairs: Sequence[Pair]) -> bool:
    """Whether every card in the stack is in a pair (P1)."""
    return 2 * len(pairs) == len(stack)


def left_over(stack: Sequence[Card], pairs: Sequence[Pair]) -> tuple[Card, ...]:
    """The cards that are in no pair, in stack order."""
    seated = {player for pair in pairs for player in pair}
    return tuple(card for card in stack if card.player not in seated)


def blocking(stack: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The players that block a complete pairing, and the only opponents that they have left (P6).

    The first are unpaired in some largest pairing; where they fall into groups with no opponent outside, the largest
    group is not to blame. The second are the opponents that they would have to share (Gallai, Edmonds).
    """
    graph = nx.Graph()
    graph.add_nodes_from(card.player for card in stack)
    graph.add_edges_from((a.player, b.player) for a, b in combinations(stack, 2) if b.player not in a.met)
    size = _most_pairs(graph)
    spare = {player for player in graph if _most_pairs(graph.subgraph(set(graph) - {player})) == size}
    shared = {other for player in spare for other in graph[player]} - spare
    groups = sorted(map(sorted, nx.connected_components(graph.subgraph(spare))), key=lambda group: (len(group), group))
    blamed = set(chain.from_iterable(groups if shared else groups[:-1]))
    first, second = (tuple(card for card in stack if card.player in named) for named in (blamed, shared))
    return first, second


def _most_pairs(graph: nx.Graph) -> int:
    """The largest number of pairs."""
    return len(nx.max_weight_matching(graph, maxcardinality=True, weight=None))
