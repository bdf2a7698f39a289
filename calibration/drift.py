"""Detects a push of the camera too small for one frame: all reference tags move together, by a third of a millimetre.

Each tag is compared with its fit right after the lock, so that errors of its place do not count.
"""

import math
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

# number of looks after the lock that define a tag's place, and of later ones whose mean shows its present place
FIRST_LOOKS, LATEST_LOOKS = 2, 3
# least distance of half of the tags: several times the noise of the mean, and below a third of a millimetre
WANDERED_IN = 0.007
# least distance of nearly all of them: one light or one finger moves no whole table
ALL_WANDERED_IN = 0.004
LEAST_TAGS, MOST_OF_THEM = 3, 0.6


@dataclass
class _Looks:
    """The places of one tag, in inches from its place in the file: after the lock, and lately. way_in:
    between the two.
    """

    first: list[tuple[float, float]] = field(default_factory=list)
    latest: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=LATEST_LOOKS))
    way_in: float | None = None


@dataclass
class Drift:
    """The reference tags of one lock. It uses plain numbers, because every frame calls it."""

    _looks: dict[int, _Looks] = field(default_factory=dict)

    def note(self, tag: int, off_in: tuple[float, float]) -> None:
        """Notes a tag that was fitted at this distance, (x, y), from its place."""
        looks = self._looks.setdefault(tag, _Looks())
        if len(looks.first) < FIRST_LOOKS:
            looks.first.append(off_in)
            return
        looks.latest.append(off_in)
        if len(looks.latest) == LATEST_LOOKS:
            looks.way_in = math.dist(_average_places(looks.first), _average_places(looks.latest))

    @property
    def camera_moved(self) -> bool:
        """Whether the tags have moved so much that the camera must have moved."""
        distances_in = sorted(looks.way_in for looks in self._looks.values() if looks.way_in is not None)
        if len(distances_in) < max(LEAST_TAGS, MOST_OF_THEM * len(self._looks)):
            return False
        return (
            distances_in[len(distances_in) // 2] > WANDERED_IN
            and distances_in[len(distances_in) // 5] > ALL_WANDERED_IN
        )


def _average_places(places: Collection[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
