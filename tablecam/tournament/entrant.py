"""Who plays, the score card that stands for a player in a draw, and a round as it is laid out."""

from dataclasses import dataclass

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player and his force. id: unique in the event, as the card shows it; models: of the force, the same all day."""

    id: str
    name: str
    faction: str
    models: int

    def __str__(self) -> str:
        """As a sentence names him: `Ann (7)`."""
        return self.name if self.name == self.id else f"{self.name} ({self.id})"


@dataclass(frozen=True, slots=True)
class Card:
    """A score card before a draw. points: accumulated; met, tables: opponents faced and tables played on so far.

    A bye is no opponent and no table (B6); had_bye: there was one.
    """

    player: str
    points: int = 0
    faction: str = ""
    met: frozenset[str] = frozenset()
    tables: frozenset[int] = frozenset()
    had_bye: bool = False
    name: str = ""

    def __str__(self) -> str:
        """As a sentence names the player."""
        return self.name or self.player


@dataclass(frozen=True, slots=True)
class Layout:
    """A round without its tables. pairs: in the order selected, the first card of each first.

    sitting_out: without an opponent and without points, which only the organiser can decide.
    """

    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()
    sitting_out: tuple[str, ...] = ()
