"""Tournament points from the losses of each side. Integers only.

Clause: UW-TG Casualty Thresholds (A1, A4), Casualty Levels (A2, A3), Game Results & Scoring (A5, A6), Conceding (C1,
C5), Bye Scoring (B6).
"""

import enum
from dataclasses import dataclass

from tablecam.base.i18n import Message
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.rules.casualty_levels import Level, compute_thresholds, find_level

DRAW, STEP = 12, 4
# the best result of the scenario, a crushing victory, without bonus (B6)
BYE_POINTS = 24
# more is a slip of the finger
MOST_MODELS = 200


class Degree(enum.IntEnum):
    """The degree of a victory: how many levels apart the two sides are (A5)."""

    DRAW = 0
    MINOR = 1
    MAJOR = 2
    CRUSHING = 3


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of a result. lost: models really lost; bonus: the campaign's points, added afterwards (A6)."""

    player: str
    lost: int = 0
    withdrew: bool = False
    conceded: bool = False
    bonus: int = 0


def thresholds(models: int) -> tuple[int, int, int]:
    """The losses at which moderate, heavy and severe begin: quarters of the force, fractions up (A1)."""
    if models < 1:
        reason = Message("a force needs at least one model; this one has {models}", models=models)
        raise TournamentRefusal(reason, "A4")
    return compute_thresholds(models)


def checked_models(models: int) -> int:
    """The number of models of a force. TournamentRefusal where there is none, or more than a table takes (A1)."""
    thresholds(models)
    if models > MOST_MODELS:
        reason = Message(
            "a force can have at most {most} models; this one has {models}", most=MOST_MODELS, models=models
        )
        raise TournamentRefusal(reason, "A4")
    return models


def level_of(side: Side, entrant: Entrant) -> Level:
    """The casualty level that is scored. TournamentRefusal for impossible losses (A4).

    A conceder has lost everything (C1, C5), and a force that withdrew is Severe whatever is left (A3).
    """
    if not 0 <= side.lost <= entrant.models:
        reason = Message(
            "{player} cannot have lost {lost} of {models} models", player=entrant, lost=side.lost, models=entrant.models
        )
        raise TournamentRefusal(reason, "A4", (entrant.id,))
    if side.withdrew or side.conceded:
        return Level.SEVERE
    return find_level(side.lost, entrant.models)


def points(own: Level, other: Level) -> int:
    """The points of a player at `own` against one at `other`; the two halves of a game sum to 24 (A5)."""
    return DRAW + STEP * (other - own)


def degree(own: Level, other: Level) -> Degree:
    """Draw, minor, major or crushing, whichever side has won (A5)."""
    return Degree(abs(other - own))


def checked_bonus(side: Side, entrant: Entrant) -> int:
    """The bonus of a side (A6). TournamentRefusal for a negative one."""
    if side.bonus < 0:
        reason = Message("{player} cannot have a bonus of {bonus}", player=entrant, bonus=side.bonus)
        raise TournamentRefusal(reason, "A6", (entrant.id,))
    return side.bonus
