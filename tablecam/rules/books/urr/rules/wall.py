"""Walls: each section falls from strength to strength, the steps of the highest first, and never below 1.

Clause: Urr Walls and siege engines (UR-22, UR-23).
"""

from dataclasses import dataclass
from typing import Literal

Ring = Literal["outer", "inner"]
# by ring the strengths from the top, each with the hits that it takes
STEPS: dict[str, tuple[tuple[int, int], ...]] = {
    "outer": ((4, 1), (3, 2), (2, 4)),
    "inner": ((3, 1), (2, 3)),
}
SECTIONS = {"outer": 8, "inner": 4}
BREACHED = 1


@dataclass(frozen=True)
class WallSection:
    """A section of wall. hits: how many steps are crossed off, from the top. feature: what terrain calls it."""

    id: str
    side: str
    ring: Ring = "outer"
    hits: int = 0
    feature: str = ""

    @property
    def strength(self) -> int:
        """The strength that is left."""
        left = self.hits
        for strength, steps in STEPS[self.ring]:
            if left < steps:
                return strength
            left -= steps
        return BREACHED

    @property
    def most(self) -> int:
        """How many hits it takes until it is breached."""
        return sum(steps for _strength, steps in STEPS[self.ring])

    @property
    def left(self) -> int:
        """How many hits are left before it is breached."""
        return self.most - self.hits

    @property
    def breached(self) -> bool:
        """Whether units can get through. Clause: Urr Walls and siege engines (UR-25)."""
        return self.strength == BREACHED


def hits_before(ring: Ring, strength: int) -> int:
    """The hits after which a section has just fallen to a strength."""
    return sum(steps for each, steps in STEPS[ring] if each > strength)
