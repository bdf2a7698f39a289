"""Two tags that lie like those of one tray: one behind the base and one before it, both pointing the same way."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.base.units import to_mm
from tablecam.setup.unassigned_tags import SeenTag

# as straight as two tags are glued onto one tray
SAME_WAY_DEG = 5.0
ASIDE_MM = 3.0
# between the rings of the two there is a base, or at least room for the smallest
LEAST_ROOM_MM, FURTHEST_MM = 20.0, 200.0


@dataclass(frozen=True)
class TagPair:
    """The tag behind the base and the one before it. apart_mm: their middles. model: who wears one of them, or None."""

    behind: int
    before: int
    apart_mm: float
    model: str | None = None

    @property
    def tags(self) -> tuple[int, int]:
        """Both numbers."""
        return self.behind, self.before


def tag_pairs(seen: Sequence[SeenTag], worn: Mapping[int, str]) -> tuple[TagPair, ...]:
    """The pairs of which each tag is in one alone; where three lie in a row, nobody can say whose the middle one is.

    worn: who wears which of the tags; two that are worn are no pair.
    """
    found = [pair for one, other in itertools.combinations(seen, 2) if (pair := _pair(one, other, worn)) is not None]
    times = [tag for pair in found for tag in pair.tags]
    return tuple(pair for pair in found if all(times.count(tag) == 1 for tag in pair.tags))


def _pair(one: SeenTag, other: SeenTag, worn: Mapping[int, str]) -> TagPair | None:
    if (one.tag in worn and other.tag in worn) or one.printed_mm != other.printed_mm:
        return None
    turned = math.remainder(other.heading_rad - one.heading_rad, math.tau)
    if abs(math.degrees(turned)) > SAME_WAY_DEG:
        return None
    heading = one.heading_rad + turned / 2
    step_mm = np.array([to_mm(other.x_in - one.x_in), to_mm(other.y_in - one.y_in)])
    ahead = float(step_mm @ (math.cos(heading), math.sin(heading)))
    aside = float(step_mm @ (math.sin(heading), -math.cos(heading)))
    room = abs(ahead) - one.printed_mm
    if abs(aside) > ASIDE_MM or room < LEAST_ROOM_MM or abs(ahead) > FURTHEST_MM:
        return None
    behind, before = (one, other) if ahead > 0 else (other, one)
    return TagPair(behind.tag, before.tag, abs(ahead), worn.get(one.tag) or worn.get(other.tag))
