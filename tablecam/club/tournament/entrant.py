"""Players, the score cards that stand for them in a draw, and the layout of a round with the clauses it breaks."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player and their force. id: unique in the event, shown on the card; models: of the force."""

    id: str
    name: str
    faction: str
    models: int

    def __str__(self) -> str:
        """The player's name in a sentence: `Ann (7)`."""
        return self.name if self.name == self.id else f"{self.name} ({self.id})"


def free_id(name: str, taken: Iterable[str]) -> str:
    """An unused ID, made from the first name: `ann`, `ann2`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]", "", (plain.split() or [""])[0])[:20] or "player"
    taken_ids = set(taken)
    return next(id for id in (stem, *(f"{stem}{n}" for n in range(2, len(taken_ids) + 3))) if id not in taken_ids)


@dataclass(frozen=True, slots=True)
class Card:
    """A score card before a draw. points: accumulated; met, tables: opponents faced and tables played on so far.

    A bye is neither an opponent nor a table (B6); had_bye: the player has had one. apart, wished_apart: the players
    from whom this draw keeps the player apart, by a hard and by a soft wish (P9). suiting: the tables that the player
    wishes for, None without a wish (T8).
    """

    player: str
    points: int = 0
    faction: str = ""
    met: frozenset[str] = frozenset()
    tables: frozenset[int] = frozenset()
    had_bye: bool = False
    name: str = ""
    apart: frozenset[str] = frozenset()
    wished_apart: frozenset[str] = frozenset()
    suiting: frozenset[int] | None = None

    def __str__(self) -> str:
        """The player's name in a sentence."""
        return self.name or self.player


@dataclass(frozen=True, slots=True)
class Layout:
    """A round without its tables. pairs: in the order selected, the first card of each first.

    sitting_out: players without an opponent and without points, by the organiser's decision only.
    """

    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()
    sitting_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """A clause that a round made by hand breaks, as the log stores it; `violations.py` puts it in words.

    row: of the clause. players, table, faction, byes, count: the subjects of the clause.
    """

    row: str
    players: tuple[str, ...] = ()
    table: int = 0
    faction: str = ""
    byes: int = 0
    count: int = 0
