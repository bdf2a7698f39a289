"""A push of the camera too small for one frame: all reference tags wander together, by a third of a millimetre.

Each tag is compared with where the same fit put it right after the lock, so that errors of its place do not count.
"""

from collections import deque
from dataclasses import dataclass, field

import numpy as np

# so many looks after the lock say where a tag lies, and the mean of so many later ones where it has gone
FIRST_LOOKS, LATEST_LOOKS = 2, 3
# half of the tags lie further off than this: several times the noise of the mean, and below a third of a millimetre
WANDERED_IN = 0.007
# and nearly all of them by so much: one light or one finger moves no whole table
ALL_WANDERED_IN = 0.004
LEAST_TAGS = 3


@dataclass
class _Looks:
    """Where one tag lay, in inches from its place: right after the lock, and lately."""

    first: list[np.ndarray] = field(default_factory=list)
    latest: deque[np.ndarray] = field(default_factory=lambda: deque(maxlen=LATEST_LOOKS))

    @property
    def wandered_in(self) -> float | None:
        """How far it has gone; None before it was looked at often enough."""
        if len(self.latest) < LATEST_LOOKS:
            return None
        return float(np.linalg.norm(np.mean(self.latest, axis=0) - np.mean(self.first, axis=0)))


@dataclass
class Drift:
    """The reference tags of one lock."""

    _looks: dict[int, _Looks] = field(default_factory=dict)

    def note(self, tag: int, off_in: np.ndarray) -> None:
        """A tag was fitted so far, (2,), from its place."""
        looks = self._looks.setdefault(tag, _Looks())
        if len(looks.first) < FIRST_LOOKS:
            looks.first.append(off_in)
        else:
            looks.latest.append(off_in)

    @property
    def camera_moved(self) -> bool:
        """Whether the tags have wandered so far that it was the camera."""
        ways = [way for looks in self._looks.values() if (way := looks.wandered_in) is not None]
        if len(ways) < max(LEAST_TAGS, 0.6 * len(self._looks)):
            return False
        return float(np.median(ways)) > WANDERED_IN and float(np.quantile(ways, 0.2)) > ALL_WANDERED_IN
