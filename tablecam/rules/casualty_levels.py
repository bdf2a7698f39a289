"""Casualty levels: how heavy the losses of a force are, which decides games and fills score cards.

Clause: Casualty Thresholds (A1) and Casualty Levels (A2) of the tournament guide.
"""

import enum


class Level(enum.IntEnum):
    """Casualty levels, the lightest first; the difference of two is the degree of the victory."""

    LIGHT = 0
    MODERATE = 1
    HEAVY = 2
    SEVERE = 3

    def __str__(self) -> str:
        """The name that pages, logs and exports use: `light`."""
        return self.name.lower()


def compute_thresholds(models: int) -> tuple[int, int, int]:
    """The losses at which moderate, heavy and severe begin: quarters of the force, fractions up (A1)."""
    return -(-models // 4), -(-models // 2), -(-3 * models // 4)


def find_level(lost: int, models: int) -> Level:
    """The casualty level of a force of at least one model after some losses (A2)."""
    moderate, heavy, severe = compute_thresholds(models)
    # from the top down: a force of one or two models has levels that cannot occur (A2)
    for level, threshold in ((Level.SEVERE, severe), (Level.HEAVY, heavy), (Level.MODERATE, moderate)):
        if lost >= threshold:
            return level
    return Level.LIGHT
