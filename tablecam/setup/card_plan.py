"""The plan by which the gauge card is laid for a certificate: seven places over the table, in four directions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tablecam.base.i18n import Message
from tablecam.setup.gauge_step import TURNED_DEG, GaugeReading

# half of the card with some air, in inches, along it and across it
CARD_HALF_IN = (6.5, 1.0)
# where the card is to lie: shares of the table's width and depth, and the card's direction in degrees
CARD_PLAN = (
    (0.2, 0.15, 0), (0.85, 0.2, 90), (0.8, 0.85, 0), (0.15, 0.8, 90), (0.5, 0.5, 45), (0.5, 0.2, 135), (0.5, 0.8, 45),
)  # fmt: skip
# a place of the plan counts as read if the card lay no further from it than this, in inches
NEAR_PLAN_IN = 8.0


@dataclass(frozen=True)
class CardPlace:
    """A place for the card. says: where that is, as a sentence."""

    at_in: tuple[float, float]
    turn_deg: float
    says: Message


def choose_card_place(readings: Sequence[GaugeReading], size_in: tuple[float, float]) -> CardPlace | None:
    """The next place of the plan where the card has not been read; None if there is none."""
    for x_share, y_share, turn_deg in CARD_PLAN:
        at_in = _fit_on_table((x_share, y_share), turn_deg, size_in)
        if not any(
            math.dist(reading.at_in, at_in) < NEAR_PLAN_IN
            and abs((reading.turn_deg - turn_deg + 90) % 180 - 90) < TURNED_DEG
            for reading in readings
        ):
            return CardPlace(at_in, turn_deg, DIRECTIONS[turn_deg])
    return None


DIRECTIONS = {
    0: Message("Lay the card as drawn: along the table."),
    90: Message("Lay the card as drawn: across the table."),
    45: Message("Lay the card as drawn: askew."),
    135: Message("Lay the card as drawn: askew the other way."),
}


def _fit_on_table(shares: tuple[float, float], turn_deg: float, size_in: tuple[float, float]) -> tuple[float, float]:
    """The place at these shares of the table, moved inwards as far as the card needs."""
    along, across = CARD_HALF_IN
    cos, sin = abs(math.cos(math.radians(turn_deg))), abs(math.sin(math.radians(turn_deg)))
    margins = (along * cos + across * sin, along * sin + across * cos)
    x, y = (
        min(max(share * size, margin), max(size - margin, size / 2))
        for share, size, margin in zip(shares, size_in, margins, strict=True)
    )
    return x, y
