"""Everybody meets everybody once: the players stand in a circle, which goes on by one place each round.

The first player keeps the place and all others move, so that after one round fewer than places each pair has met once.
An odd number leaves one place empty: the player opposite it has the bye, each player once.

Where the circle does not hold any more, since somebody comes late or a round was made by hand, each remaining round is
drawn among players who have not met, as near to the circle as it can be.

Clause: House Evening (N4), UW-TG Byes (B6), House Wish (P9).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import networkx as nx

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.entrant import Card, Layout, Pair
from tablecam.club.tournament.refusal import TournamentRefusal

EMPTY = ""


def round_robin_rounds(players: int) -> int:
    """The number of rounds that it takes."""
    return max(1, players - 1 + players % 2)


def round_robin(circle: Sequence[str], number: int, cards: Mapping[str, Card]) -> Layout:
    """The pairs of a round, counted from 1. circle: who stood there in round 1; cards: of those who play now.

    A player opposite somebody who has left has a bye. Nobody meets anybody twice: with a late player, or after a
    round made by hand, as many play as can, late players first, and of the circle's pairs as many as possible.
    TournamentRefusal where a hard wish keeps two apart (P9), and where everybody has met everybody.
    """
    opposite = _list_opposites(circle, number)
    pairs = [(one, other) for one, other in opposite if one in cards and other in cards]
    fresh = [pair for pair in pairs if pair[1] not in cards[pair[0]].met]
    for one, other in fresh:
        _refuse_apart(cards[one], cards[other])
    if len(fresh) == len(pairs) and all(player in circle for player in cards):
        paired = {player for pair in pairs for player in pair}
        byes = (player for seats in opposite for player in seats if player in cards and player not in paired)
        return Layout(tuple(pairs), tuple(byes))
    return _draw_without_circle(circle, fresh, cards)


def _draw_without_circle(circle: Sequence[str], fresh: Sequence[Pair], cards: Mapping[str, Card]) -> Layout:
    """The same without the circle. fresh: its pairs that have not met."""
    players = [*(player for player in circle if player in cards), *(player for player in cards if player not in circle)]
    graph, n, circle_pairs = nx.Graph(), len(players), {frozenset(pair) for pair in fresh}
    for (i, one), (j, other) in combinations(enumerate(players), 2):
        if other in cards[one].met or other in cards[one].apart:
            continue
        # each digit outweighs all pairs with those below it, and the least is the order of the circle
        late = sum(player not in circle for player in (one, other))
        digits = (late, frozenset((one, other)) in circle_pairs, cards[one].had_bye + cards[other].had_bye)
        rank = sum(digit * (2 * n) ** place for place, digit in enumerate(reversed(digits)))
        graph.add_edge(i, j, weight=(n - j) * (n + 1) ** (n - i) + rank * (n + 1) ** (n + 2))
    matched = sorted(tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
    if not matched:
        raise TournamentRefusal(Message("all players here have met: no round is left"), "N4")
    placed = {at for pair in matched for at in pair}
    byes = tuple(player for at, player in enumerate(players) if at not in placed)
    return Layout(tuple((players[i], players[j]) for i, j in matched), byes)


def _list_opposites(circle: Sequence[str], number: int) -> list[tuple[str, str]]:
    places = [*circle, EMPTY] if len(circle) % 2 else list(circle)
    fixed, moving = places[0], places[1:]
    turns = (number - 1) % len(moving)
    turned = [fixed, *moving[len(moving) - turns :], *moving[: len(moving) - turns]]
    return [(turned[place], turned[-1 - place]) for place in range(len(turned) // 2)]


def _refuse_apart(one: Card, other: Card) -> None:
    if other.player in one.apart:
        reason = Message(
            "in a round robin everybody meets everybody, including {players}: take the wish back, or pair by hand",
            players=listing((one, other)),
        )
        raise TournamentRefusal(reason, "P9", (one.player, other.player))
