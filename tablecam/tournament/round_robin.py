"""Everybody meets everybody once: the players stand in a circle, which goes on by one place each round.

The first player keeps the place and all others move, so that after one round fewer than places each pair has met once.
An odd number leaves one place empty: who stands opposite has the bye, each player once.

Clause: House Evening (N4), UW-TG Byes (B6), House Wish (P9).
"""

from collections.abc import Mapping, Sequence

from tablecam.i18n import Message, listing
from tablecam.tournament.entrant import Card, Layout
from tablecam.tournament.refusal import TournamentRefusal

EMPTY = ""


def round_robin_rounds(players: int) -> int:
    """How many rounds it takes."""
    return max(1, players - 1 + players % 2)


def round_robin(circle: Sequence[str], number: int, cards: Mapping[str, Card]) -> Layout:
    """The pairs of a round, counted from 1. circle: who stood there in round 1; cards: of those who play now.

    Who stands opposite somebody who has left has a bye. TournamentRefusal where somebody has no place in the circle,
    where two would meet again after round 1 was made by hand, or where a hard wish keeps two apart (P9).
    """
    latecomers = [str(cards[player]) for player in cards if player not in circle]
    if latecomers:
        reason = Message(
            "{players} came after round 1 of a round robin, which has no place for them: drop them, or pair by hand",
            players=listing(latecomers),
        )
        raise TournamentRefusal(reason, "N4", tuple(player for player in cards if player not in circle))
    pairs, byes = [], []
    for one, other in _opposite(circle, number):
        there = [player for player in (one, other) if player in cards]
        if len(there) == 2:
            _check(cards[one], cards[other])
            pairs.append((one, other))
        byes += there if len(there) == 1 else []
    return Layout(tuple(pairs), tuple(byes))


def _opposite(circle: Sequence[str], number: int) -> list[tuple[str, str]]:
    places = [*circle, EMPTY] if len(circle) % 2 else list(circle)
    first, others = places[0], places[1:]
    on = (number - 1) % len(others)
    turned = [first, *others[len(others) - on :], *others[: len(others) - on]]
    return [(turned[at], turned[-1 - at]) for at in range(len(turned) // 2)]


def _check(one: Card, other: Card) -> None:
    both = listing((one, other))
    if other.player in one.met:
        reason = Message(
            "{players} have met already, since a round was made by hand: pair this one by hand", players=both
        )
        raise TournamentRefusal(reason, "P2", (one.player, other.player))
    if other.player in one.apart:
        reason = Message(
            "everybody meets everybody in a round robin, {players} too: take the wish back, or pair by hand",
            players=both,
        )
        raise TournamentRefusal(reason, "P9", (one.player, other.player))
