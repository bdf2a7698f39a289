"""The first complete pairing of a stack by exchanges along alternating paths: as exact as by weights, and much faster.

Each top card takes the first card that leaves the others a complete pairing. One search finds all such cards: take the
top card away, and look from its partner along paths that are in turn outside and inside the pairing (Edmonds). A card
at the even end of such a path can be set free, and then the top card may have it.

Clause: UW-TG Second & Subsequent Round Pairing (P4).
"""

from collections import deque
from collections.abc import Iterator, Sequence

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
