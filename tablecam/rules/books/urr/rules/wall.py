"""Walls: each section falls from strength to strength, the steps of the highest first, and never below 1.

Clause: Urr Walls and siege engines (UR-22, UR-23).
"""

from dataclasses import dataclass
from typing import Literal

Ring = Literal["outer", "inner"]
# the strengths of each ring from the top, each with its hits
STEPS: dict[str, tuple[tuple[int, int], ...]] = {
    "outer": ((4, 1), (3, 2), (2, 4)),
    "inner": ((3, 1), (2, 3)),
}
SECTIONS = {"outer": 8, "inner": 4}
BREACHED = 1


@dataclass(frozen=True)
class WallSection:
    """A section of wall. hits: the steps crossed off, from the top. feature: its name in the terrain."""

    id: str
    side: str
    ring: Ring = "outer"
    hits: int = 0
    feature: str = ""

    @property
    def strength(self) -> int:
        """The strength that is left."""
        remaining = self.hits
        for strength, steps in STEPS[self.ring]:
            if remaining < steps:
                return strength
            remaining -= steps
        return BREACHED

    @property
    def most(self) -> int:
        """The number of hits that breach the undamaged section."""
        return sum(steps for _strength, steps in STEPS[self.ring])

    @property
    def left(self) -> int:
        """The number of hits before it is breached."""
        return self.most - self.hits

    @property
    def breached(self) -> bool:
        """Whether units can get through. Clause: Urr Walls and siege engines (UR-25)."""
        return self.strength == BREACHED


def count_hits_to_strength(ring: Ring, strength: int) -> int:
    """The number of hits after which a section has just fallen to a strength."""
    return sum(steps for higher, steps in STEPS[ring] if higher > strength)
