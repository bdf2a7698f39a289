"""The first complete pairing of a stack in its own order, by a library's matching; integers only.

Clause: UW-TG First Round Pairing (F1, F2), Second & Subsequent Round Pairing (P2, P4, P6), House Wish (P9).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import networkx as nx

from tablecam.club.tournament.entrant import Card, Pair
from tablecam.club.tournament.exchanging import first_complete, spared


@dataclass(frozen=True, slots=True)
class Exceptions:
    """Faults that a pair may have if nothing better is left, each as seldom as possible, the last the most seldom.

    wished_apart: players whom a soft wish keeps apart; rematches: players who have met; apart: those whom a hard wish
    keeps apart.
    """

    wished_apart: bool = False
    rematches: bool = False
    apart: bool = False

    def rank(self, one: Card, other: Card) -> int | None:
        """A digit for each kind that the pair is not, to the base 2; None where the pair may not be."""
        kinds = (
            (self.wished_apart, other.player in one.wished_apart),
            (self.rematches, other.player in one.met),
            (self.apart, other.player in one.apart),
        )
        if any(so and not allowed for allowed, so in kinds):
            return None
        return sum(1 << digit for digit, (allowed, so) in enumerate(kinds) if allowed and not so)


NONE = Exceptions()


def first_pairing(
    stack: Sequence[Card], *, rematches: bool = False, apart: bool = False, by_faction: bool = False
) -> tuple[Pair, ...]:
    """The matching with most pairs, and of those the lexicographically first: high cards take high cards (P4).

    The pairing is complete where a complete one exists. Players who have met are not an edge (P2), nor are those whom
    a hard wish keeps apart (P9); with `rematches` or `apart` they are, at a cost above everything else, so that there
    are as few as possible (P6). Players whom a soft wish keeps apart meet only where the cards cannot all be paired
    otherwise, and as few as possible. by_faction: high cards take the highest card of another faction, as in round 1
    (F1, F2).
    """
    if rematches or apart:
        return _heaviest_pairing(stack, Exceptions(True, rematches, apart), by_faction)
    pairs = complete_pairing(stack, by_faction=by_faction)
    soft = any(card.wished_apart for card in stack)
    return pairs or _heaviest_pairing(stack, Exceptions(wished_apart=soft), by_faction)


def complete_pairing(stack: Sequence[Card], *, by_faction: bool = False) -> tuple[Pair, ...]:
    """The same where all cards can be paired without a rematch and a pair of a hard wish; empty where they cannot."""
    top = _pair_top_down(stack, by_faction)
    if complete(stack, top):
        return top
    if pairs := _pair_by_exchanges(stack, NONE, by_faction, top):
        return pairs
    softly = Exceptions(wished_apart=True)
    if not any(card.wished_apart for card in stack) or not _pair_by_exchanges(stack, softly, by_faction, top):
        return ()
    # how few wishes give way takes weights, unless it is plain who has to meet
    return _pair_spared_cards(stack, by_faction) or _heaviest_pairing(stack, softly, by_faction)


def _pair_by_exchanges(
    stack: Sequence[Card], exceptions: Exceptions, by_faction: bool, start: Sequence[Pair]
) -> tuple[Pair, ...]:
    """The lexicographically first complete pairing, empty where there is none. start: pairs to begin with."""
    place = {card.player: number for number, card in enumerate(stack)}
    wanted = _list_wanted(stack, by_faction, lambda i, j: exceptions.rank(stack[i], stack[j]) is not None)
    pairs = first_complete(wanted, [(place[one], place[other]) for one, other in start])
    return tuple((stack[one].player, stack[other].player) for one, other in pairs)


def _pair_spared_cards(stack: Sequence[Card], by_faction: bool) -> tuple[Pair, ...]:
    """The pairing in which the fewest meet whom a soft wish keeps apart, where exchanges alone can find it.

    No pairing without such a pair leaves over fewer cards than the largest one, so that at least those meet. Where no
    two cards that may be left over may meet without it, the best pairings are just those of three kinds of pairs: two
    cards that may be left over and are softly kept apart, one of them with a card that it may meet, and two others
    that neither may meet. Empty where this is not so, or where it takes more pairs than that.
    """
    softly = Exceptions(wished_apart=True)
    spare = spared(_list_wanted(stack, False, lambda i, j: NONE.rank(stack[i], stack[j]) is not None))
    near = {i for i, card in enumerate(stack) if any(j != i and NONE.rank(card, stack[j]) is not None for j in spare)}
    if near & spare:
        return ()

    def best(i: int, j: int) -> bool:
        rank = softly.rank(stack[i], stack[j])
        if rank is None or not rank:
            return rank is not None and i in spare and j in spare
        return (i in near and j in spare) or (i in spare and j in near) or not {i, j} & (near | spare)

    pairs = first_complete(_list_wanted(stack, by_faction, best))
    return tuple((stack[one].player, stack[other].player) for one, other in pairs)


def _list_wanted(stack: Sequence[Card], by_faction: bool, may_meet: Callable[[int, int], bool]) -> list[list[int]]:
    """The cards that each card may meet, the preferred first."""
    wanted: list[list[int]] = [[] for _card in stack]
    for i in range(len(stack)):
        for j in _order_candidates(stack, i, by_faction):
            if may_meet(i, j):
                wanted[i].append(j)
                wanted[j].append(i)
    return wanted


def _order_candidates(stack: Sequence[Card], i: int, by_faction: bool) -> list[int]:
    """The cards below a card, in the order in which it would take them."""
    faction = stack[i].faction
    return sorted(range(i + 1, len(stack)), key=lambda j: by_faction and stack[j].faction == faction)


def _pair_top_down(stack: Sequence[Card], by_faction: bool = False) -> tuple[Pair, ...]:
    """The top card takes the first that it may meet, and so on, up to the first card that may meet none (P3)."""
    waiting, pairs = list(stack), []
    while waiting:
        card = waiting.pop(0)
        free = [candidate for candidate in waiting if NONE.rank(card, candidate) is not None]
        if not free:
            break
        partner = min(free, key=lambda other: by_faction and other.faction == card.faction)
        waiting.remove(partner)
        pairs.append((card.player, partner.player))
    return tuple(pairs)


def _heaviest_pairing(
    stack: Sequence[Card], exceptions: Exceptions = NONE, by_faction: bool = False
) -> tuple[Pair, ...]:
    """The same by weights, of which each outweighs all that come after it: exact, and slow for large stacks."""
    n = len(stack)
    graph = nx.Graph()
    for i, card in enumerate(stack):
        for order, j in enumerate(_order_candidates(stack, i, by_faction), i + 1):
            rank = exceptions.rank(card, stack[j])
            if rank is not None:
                graph.add_edge(i, j, weight=(n - order) * (n + 1) ** (n - i) + _compute_outweighing(rank, n))
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple((stack[i].player, stack[j].player) for i, j in sorted(tuple(sorted(pair)) for pair in matched))


def _compute_outweighing(rank: int, n: int) -> int:
    """More than all that the order of the stack can weigh, and each digit more than all pairs with those below it."""
    return sum((n + 1) ** (n + 2 + digit) for digit in range(rank.bit_length()) if rank >> digit & 1)


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
    size = _count_most_pairs(graph)
    spare = {player for player in graph if _count_most_pairs(graph.subgraph(set(graph) - {player})) == size}
    shared = {other for player in spare for other in graph[player]} - spare
    groups = sorted(map(sorted, nx.connected_components(graph.subgraph(spare))), key=lambda group: (len(group), group))
    blamed = set(chain.from_iterable(groups if shared else groups[:-1]))
    first, second = (tuple(card for card in stack if card.player in named) for named in (blamed, shared))
    return first, second


def _count_most_pairs(graph: nx.Graph) -> int:
    """The largest number of pairs."""
    return len(nx.max_weight_matching(graph, maxcardinality=True, weight=None))
