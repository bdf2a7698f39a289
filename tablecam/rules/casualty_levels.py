"""Casualty levels: how heavy the losses of a force are, which decides games and fills score cards.

Clause: Casualty Thresholds (A1), Casualty Levels (A2, A3) and Game Results & Scoring (A5) of the tournament guide.
"""

import enum

from tablecam.base.i18n import InContext, Message
from tablecam.rules.event_scoring import LOST, WITHDREW, EventScoring, ScoreField, ScoreLevel, ScoreStep


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


# The score card of the guide as the declaration of a rulebook.

# the rulebook of the guide, as logs name it
BOOK = "urban-war"  # no text
LEVELS = (
    ScoreLevel(title=InContext("casualties", "light"), per_cent=0),
    ScoreLevel(title=InContext("casualties", "moderate"), per_cent=25),
    ScoreLevel(title=InContext("casualties", "heavy"), per_cent=50),
    ScoreLevel(title=InContext("casualties", "severe"), per_cent=75),
)
SCORING = EventScoring(
    fields=(
        ScoreField(key=LOST, title=Message("Models lost"), of_force=True, worth=-1, levels=LEVELS),
        ScoreField(key=WITHDREW, title=Message("Withdrew"), kind="mark", tops=LOST),
    ),
    steps=(ScoreStep(0, 12, 12), ScoreStep(1, 16, 8), ScoreStep(2, 20, 4), ScoreStep(3, 24, 0)),
)
