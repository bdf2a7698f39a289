"""Finds pairs of tags on one tray: one behind the base and one in front of it, both pointing the same way."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.base.units import to_mm
from tablecam.setup.unassigned_tags import SeenTag

# greatest deviation of two tags that are glued onto one tray
SAME_WAY_DEG = 5.0
ASIDE_MM = 3.0
# between the rings of the two there is a base, or at least room for the smallest one
LEAST_ROOM_MM, FURTHEST_MM = 20.0, 200.0


@dataclass(frozen=True)
class TagPair:
    """The tag behind the base and the one in front of it. apart_mm: between their middles. model: its
    wearer, or None.
    """

    behind: int
    before: int
    apart_mm: float
    model: str | None = None

    @property
    def tags(self) -> tuple[int, int]:
        """Both numbers, the one behind first."""
        return self.behind, self.before


def tag_pairs(seen: Sequence[SeenTag], worn: Mapping[int, str]) -> tuple[TagPair, ...]:
    """Finds the pairs whose tags are in no other pair; of three in a row, the middle one's tray is ambiguous.

    worn: the wearers of the tags; two worn tags are no pair.
    """
    pairs = [
        pair
        for first, second in itertools.combinations(seen, 2)
        if (pair := _match_pair(first, second, worn)) is not None
    ]
    pair_tags = [tag for pair in pairs for tag in pair.tags]
    return tuple(pair for pair in pairs if all(pair_tags.count(tag) == 1 for tag in pair.tags))


def _match_pair(one: SeenTag, other: SeenTag, worn: Mapping[int, str]) -> TagPair | None:
    if (one.tag in worn and other.tag in worn) or one.printed_mm != other.printed_mm:
        return None
    turn = math.remainder(other.heading_rad - one.heading_rad, math.tau)
    if abs(math.degrees(turn)) > SAME_WAY_DEG:
        return None
    heading = one.heading_rad + turn / 2
    step_mm = np.array([to_mm(other.x_in - one.x_in), to_mm(other.y_in - one.y_in)])
    ahead = float(step_mm @ (math.cos(heading), math.sin(heading)))
    aside = float(step_mm @ (math.sin(heading), -math.cos(heading)))
    room = abs(ahead) - one.printed_mm
    if abs(aside) > ASIDE_MM or room < LEAST_ROOM_MM or abs(ahead) > FURTHEST_MM:
        return None
    behind, front = (one, other) if ahead > 0 else (other, one)
    return TagPair(behind.tag, front.tag, abs(ahead), worn.get(one.tag) or worn.get(other.tag))
