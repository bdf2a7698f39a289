"""Pairs of players that a draw keeps apart, by the wishes of the club.

Clause: House Wish (P9).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tablecam.club.tournament.entrant import Card
from tablecam.club.tournament.events import PlayersKeptApart

Others = Mapping[str, frozenset[str]]


def kept_apart(wishes: Iterable[PlayersKeptApart], number: int, hard: bool) -> Others:
    """The players from whom each player is kept apart in a round, by the hard or by the soft wishes alone."""
    partners: dict[str, frozenset[str]] = {}
    for wish in wishes:
        if wish.hard is hard and (not wish.last_round or number <= wish.last_round):
            for player in wish.players:
                partners[player] = partners.get(player, frozenset()) | frozenset(wish.players) - {player}
    return partners


def apart_from(card: Card, hard: Others, soft: Others) -> Card:
    """The card with the wishes for its player; a hard one outweighs a soft one."""
    never = hard.get(card.player, frozenset())
    return replace(card, apart=never, wished_apart=soft.get(card.player, frozenset()) - never)
