"""The first complete pairing of a stack in its own order, by a library's matching; integers only.

Clause: UW-TG First Round Pairing (F1, F2), Second & Subsequent Round Pairing (P2, P4, P6), House Wish (P9).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING

from tablecam.club.tournament.entrant import Card, Pair

if TYPE_CHECKING:
    import networkx as nx

# The first complete pairing of a stack by exchanges along alternating paths: as exact as by weights, and much faster.
#
# Each top card takes the first card that leaves the others a complete pairing. One search finds all such cards: take
# the top card away, and look from its partner along paths that are in turn outside and inside the pairing (Edmonds). A
# card at the even end of such a path can be set free, and then the top card may have it.
#
# Clause: UW-TG Second & Subsequent Round Pairing (P4).

# no partner, or no card above in the tree
NOBODY = -1


def first_complete(wanted: Sequence[Sequence[int]], start: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """The first complete pairing, empty where there is none. wanted: the cards that each card may meet, the preferred
    first.

    Cards are numbered from 0, the highest first, and may meet both ways. start: pairs to begin with.
    """
    mates = [NOBODY] * len(wanted)
    for left_card, partner in start:
        mates[left_card], mates[partner] = partner, left_card
    for card in range(len(wanted)):
        if mates[card] == NOBODY and not _augment_pairing(wanted, mates, card):
            return []
    removed, pairs = [False] * len(wanted), []
    for top in range(len(wanted)):
        if not removed[top]:
            partner = _take_partner(wanted, mates, removed, top)
            removed[top] = removed[partner] = True
            pairs.append((top, partner))
    return pairs


def spared(wanted: Sequence[Sequence[int]]) -> set[int]:
    """The cards that some largest pairing leaves over (Gallai, Edmonds). wanted: as above, in any order."""
    mates = [NOBODY] * len(wanted)
    for card in range(len(wanted)):
        if mates[card] == NOBODY:
            _augment_pairing(wanted, mates, card)
    unpaired = [card for card, mate in enumerate(mates) if mate == NOBODY]
    return {even for root in unpaired for even in _Tree(wanted, mates, [False] * len(wanted), root).grown()}


def _augment_pairing(wanted: Sequence[Sequence[int]], mates: list[int], card: int) -> bool:
    """Pair one card more, by exchanges; false where no exchange helps."""
    tree = _Tree(wanted, mates, [False] * len(wanted), card)
    for even in tree.grown():
        free = next(
            (candidate for candidate in wanted[even] if mates[candidate] == NOBODY and candidate != card), NOBODY
        )
        if free != NOBODY:
            tree.set_free(even)
            mates[even], mates[free] = free, even
            return True
    return False


def _take_partner(wanted: Sequence[Sequence[int]], mates: list[int], gone: list[bool], top: int) -> int:
    """The first card that the top card can take; afterwards all remaining cards are paired without the two."""
    choice = next(candidate for candidate in wanted[top] if not gone[candidate])
    partner = mates[top]
    if partner != choice:
        gone[top], mates[partner] = True, NOBODY
        tree = _Tree(wanted, mates, gone, partner)
        spare = set(tree.grown())
        choice = next(candidate for candidate in wanted[top] if candidate in spare)
        tree.set_free(choice)
        mates[top], mates[choice] = choice, top
    return choice


class _Tree:
    """The alternating paths from a card without a partner. above: from a card at an odd end, the even one before it."""

    def __init__(self, wanted: Sequence[Sequence[int]], mates: list[int], gone: Sequence[bool], root: int) -> None:
        self.wanted, self.mates, self.gone, self.root = wanted, mates, gone, root
        self.above = [NOBODY] * len(wanted)
        # cards of a blossom, an odd circle, count as its base
        self.base = list(range(len(wanted)))

    def grown(self) -> Iterator[int]:
        """The cards at the even ends, as the tree grows; the root is the first."""
        even, waiting = {self.root}, deque([self.root])
        while waiting:
            card = waiting.popleft()
            yield card
            for neighbour in self.wanted[card]:
                if self.gone[neighbour] or self.base[card] == self.base[neighbour] or self.mates[card] == neighbour:
                    continue
                if neighbour in even:
                    new_even = self._shrink_blossom(card, neighbour)
                elif self.above[neighbour] == NOBODY and self.mates[neighbour] != NOBODY:
                    self.above[neighbour] = card
                    new_even = [self.mates[neighbour]]
                else:
                    continue
                waiting.extend(new_card for new_card in new_even if new_card not in even)
                even.update(new_even)

    def set_free(self, card: int) -> None:
        """Exchange the pairs along the path, so that the root has a partner and the card at its even end has none."""
        odd, self.mates[card] = self.mates[card], NOBODY
        while odd != NOBODY:
            even = self.above[odd]
            next_odd = self.mates[even]
            self.mates[odd], self.mates[even] = even, odd
            odd = next_odd

    def _shrink_blossom(self, one: int, other: int) -> list[int]:
        """Make a blossom of the odd circle that two even cards close; all its cards are then at even ends."""
        base = self._find_common_base(one, other)
        inside: set[int] = set()
        self._bend_paths(one, base, other, inside)
        self._bend_paths(other, base, one, inside)
        cards = [card for card, its_base in enumerate(self.base) if its_base in inside]
        for card in cards:
            self.base[card] = base
        return cards

    def _find_common_base(self, one: int, other: int) -> int:
        visited: set[int] = set()
        base = self.base[one]
        while True:
            visited.add(base)
            if self.mates[base] == NOBODY:
                break
            base = self.base[self.above[self.mates[base]]]
        base = self.base[other]
        while base not in visited:
            base = self.base[self.above[self.mates[base]]]
        return base

    def _bend_paths(self, card: int, base: int, towards: int, inside: set[int]) -> None:
        """Record the path round the circle for the cards from an even card up to the base."""
        while self.base[card] != base:
            odd = self.mates[card]
            inside |= {self.base[card], self.base[odd]}
            self.above[card] = towards
            towards, card = odd, self.above[odd]


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
    import networkx as nx

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
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(card.player for card in stack)
    graph.add_edges_from((a.player, b.player) for a, b in combinations(stack, 2) if b.player not in a.met)
    size = _count_most_pairs(graph)
    spare = {player for player in graph if _count_most_pairs(graph.subgraph(set(graph) - {player})) == size}
    shared = {opponent for player in spare for opponent in graph[player]} - spare
    groups = sorted(map(sorted, nx.connected_components(graph.subgraph(spare))), key=lambda group: (len(group), group))
    blamed = set(chain.from_iterable(groups if shared else groups[:-1]))
    first, second = (tuple(card for card in stack if card.player in named) for named in (blamed, shared))
    return first, second


def _count_most_pairs(graph: nx.Graph) -> int:
    """The largest number of pairs."""
    import networkx as nx

    return len(nx.max_weight_matching(graph, maxcardinality=True, weight=None))
