"""Rosters from elsewhere as forces of a rulebook, which knows its own cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from tablecam.base.i18n import Message
from tablecam.storage.rosters.roster_list import RosterEntry


@dataclass(frozen=True)
class PickedCard:
    """Models of a roster, with the card that they stand for."""

    entry: RosterEntry
    card: str


@dataclass(frozen=True)
class WrittenForce:
    """A force as the text of its file. notes: what was assumed, and what of the roster has no place in it."""

    text: str
    notes: tuple[Message, ...] = ()


@runtime_checkable
class RosterTaker(Protocol):
    """A rulebook's forces, if it can make one from the names and numbers of a roster."""

    def list_cards(self, folder: Path | None) -> Mapping[str, Path]:
        """The file of each card that a force may use, by the card's name. folder: the table folder."""
        ...

    def write_force(self, name: str, picked: Sequence[PickedCard], cards: Mapping[str, Path]) -> WrittenForce:
        """The force of these models; cards: as `list_cards` gives them. Its file lies beside those of its cards."""
        ...
