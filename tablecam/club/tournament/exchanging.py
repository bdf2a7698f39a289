"""The first complete pairing of a stack by exchanges along alternating paths: as exact as by weights, and much faster.

Each top card takes the first card that leaves the others a complete pairing. Which ones do is answered for all of them
by one search: take the top card away, and look from its partner along paths that are in turn outside and inside the
pairing (Edmonds). A card at the even end of such a path can be set free, and then the top card may have it.

Clause: UW-TG Second & Subsequent Round Pairing (P4).
"""

from collections import deque
from collections.abc import Iterator, Sequence

# no partner, or no card above in the tree
NOBODY = -1


def first_complete(wanted: Sequence[Sequence[int]], start: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """The first complete pairing, empty where there is none. wanted: the cards that each may meet, the dearest first.

    Cards are numbered from 0, the highest first, and may meet both ways. start: pairs to begin with.
    """
    mates = [NOBODY] * len(wanted)
    for one, other in start:
        mates[one], mates[other] = other, one
    for card in range(len(wanted)):
        if mates[card] == NOBODY and not _augmented(wanted, mates, card):
            return []
    gone, pairs = [False] * len(wanted), []
    for top in range(len(wanted)):
        if not gone[top]:
            other = _taken(wanted, mates, gone, top)
            gone[top] = gone[other] = True
            pairs.append((top, other))
    return pairs


def spared(wanted: Sequence[Sequence[int]]) -> set[int]:
    """The cards that some largest pairing leaves over (Gallai, Edmonds). wanted: as above; the order says nothing."""
    mates = [NOBODY] * len(wanted)
    for card in range(len(wanted)):
        if mates[card] == NOBODY:
            _augmented(wanted, mates, card)
    left = [card for card, mate in enumerate(mates) if mate == NOBODY]
    return {even for root in left for even in _Tree(wanted, mates, [False] * len(wanted), root).grown()}


def _augmented(wanted: Sequence[Sequence[int]], mates: list[int], card: int) -> bool:
    """Pairs one card more, by exchanges; false where no exchange helps."""
    tree = _Tree(wanted, mates, [False] * len(wanted), card)
    for even in tree.grown():
        free = next((other for other in wanted[even] if mates[other] == NOBODY and other != card), NOBODY)
        if free != NOBODY:
            tree.set_free(even)
            mates[even], mates[free] = free, even
            return True
    return False


def _taken(wanted: Sequence[Sequence[int]], mates: list[int], gone: list[bool], top: int) -> int:
    """The first card that the top one can take; all others are paired without the two afterwards."""
    first = next(other for other in wanted[top] if not gone[other])
    partner = mates[top]
    if partner != first:
        gone[top], mates[partner] = True, NOBODY
        tree = _Tree(wanted, mates, gone, partner)
        spare = set(tree.grown())
        first = next(other for other in wanted[top] if other in spare)
        tree.set_free(first)
        mates[top], mates[first] = first, top
    return first


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
            for other in self.wanted[card]:
                if self.gone[other] or self.base[card] == self.base[other] or self.mates[card] == other:
                    continue
                if other in even:
                    found = self._shrunk(card, other)
                elif self.above[other] == NOBODY and self.mates[other] != NOBODY:
                    self.above[other] = card
                    found = [self.mates[other]]
                else:
                    continue
                waiting.extend(new for new in found if new not in even)
                even.update(found)

    def set_free(self, card: int) -> None:
        """Exchanges the pairs along the path, so that the root has a partner and the card at its even end has none."""
        odd, self.mates[card] = self.mates[card], NOBODY
        while odd != NOBODY:
            even = self.above[odd]
            after = self.mates[even]
            self.mates[odd], self.mates[even] = even, odd
            odd = after

    def _shrunk(self, one: int, other: int) -> list[int]:
        """Makes a blossom of the odd circle that two even cards close; all its cards are at even ends now."""
        base = self._common_base(one, other)
        inside: set[int] = set()
        self._bend(one, base, other, inside)
        self._bend(other, base, one, inside)
        cards = [card for card, its_base in enumerate(self.base) if its_base in inside]
        for card in cards:
            self.base[card] = base
        return cards

    def _common_base(self, one: int, other: int) -> int:
        passed: set[int] = set()
        at = self.base[one]
        while True:
            passed.add(at)
            if self.mates[at] == NOBODY:
                break
            at = self.base[self.above[self.mates[at]]]
        at = self.base[other]
        while at not in passed:
            at = self.base[self.above[self.mates[at]]]
        return at

    def _bend(self, card: int, base: int, towards: int, inside: set[int]) -> None:
        """Notes the way round the circle for the cards from an even one up to the base."""
        while self.base[card] != base:
            odd = self.mates[card]
            inside |= {self.base[card], self.base[odd]}
            self.above[card] = towards
            towards, card = odd, self.above[odd]
