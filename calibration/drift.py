"""A push of the camera too small for one frame: all reference tags wander together, by a third of a millimetre.

Each tag is compared with where the same fit put it right after the lock, so that errors of its place do not count.
"""

import math
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

# so many looks after the lock say where a tag lies, and the mean of so many later ones where it has gone
FIRST_LOOKS, LATEST_LOOKS = 2, 3
# half of the tags lie further off than this: several times the noise of the mean, and below a third of a millimetre
WANDERED_IN = 0.007
# and nearly all of them by so much: one light or one finger moves no whole table
ALL_WANDERED_IN = 0.004
LEAST_TAGS, MOST_OF_THEM = 3, 0.6


@dataclass
class _Looks:
    """Where one tag lay, in inches from its place: right after the lock, and lately. way_in: how far it has gone."""

    first: list[tuple[float, float]] = field(default_factory=list)
    latest: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=LATEST_LOOKS))
    way_in: float | None = None


@dataclass
class Drift:
    """The reference tags of one lock. Plain numbers, because it is asked in every frame."""

    _looks: dict[int, _Looks] = field(default_factory=dict)

    def note(self, tag: int, off_in: tuple[float, float]) -> None:
        """A tag was fitted so far, (x, y), from its place."""
        looks = self._looks.setdefault(tag, _Looks())
        if len(looks.first) < FIRST_LOOKS:
            looks.first.append(off_in)
            return
        looks.latest.append(off_in)
        if len(looks.latest) == LATEST_LOOKS:
            looks.way_in = math.dist(_mean(looks.first), _mean(looks.latest))

    @property
    def camera_moved(self) -> bool:
        """Whether the tags have wandered so far that it was the camera."""
        ways = sorted(looks.way_in for looks in self._looks.values() if looks.way_in is not None)
        if len(ways) < max(LEAST_TAGS, MOST_OF_THEM * len(self._looks)):
            return False
        return ways[len(ways) // 2] > WANDERED_IN and ways[len(ways) // 5] > ALL_WANDERED_IN


def _mean(places: Collection[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
