"""Shuffling as a pure function of a seed: the same seed and draw name give the same stack on every machine.

Each card is stamped with SHA-256 of `seed/draw/player`, and the cards are sorted by their stamps. No state passes
from one draw to the next, so draws with different names are independent, and each can be derived again on its own.

Clause: UW-TG Byes (B4), Second & Subsequent Round Pairing (P5).
"""

from collections.abc import Iterable
from hashlib import sha256

from tablecam.club.tournament.entrant import Card


def shuffled(cards: Iterable[Card], seed: int, draw: str) -> tuple[Card, ...]:
    """The cards in an order that only the seed decides; draw: the name of this draw, for instance `round 1 bye`."""
    return tuple(sorted(cards, key=lambda card: sha256(f"{seed}/{draw}/{card.player}".encode()).digest()))


def score_order(cards: Iterable[Card], seed: int, draw: str) -> tuple[Card, ...]:
    """Descending accumulated points; level cards at random, never by tie-break, name or ID (P5)."""
    return tuple(sorted(shuffled(cards, seed, draw), key=lambda card: -card.points))
