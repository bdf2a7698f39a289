"""The port of pairings: the questions that an event asks of its way of pairing (`pairing_ways.py`)."""

from collections.abc import Sequence
from typing import Protocol

from tablecam.club.tournament.entrant import Card
from tablecam.club.tournament.pairing import Paired
from tablecam.club.tournament.state import TournamentState


class PairingWay(Protocol):
    """A way of pairing an event."""

    def rounds(self, players: int) -> int:
        """The number of rounds for a number of players at the start."""
        ...

    def bye_stack(self, state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in the order in which they get the bye of round 1; empty where no lot decides it."""
        ...

    def paired(self, state: TournamentState, stack: Sequence[Card], bye_stack: Sequence[Card]) -> Paired:
        """The next round. TournamentRefusal where there is none."""
        ...
