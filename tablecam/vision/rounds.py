"""When the slow search by rings looks, and where: what it costs is spread over the frames.

Where something was put down comes first, soon while a tag is newly missing. Then the table piece by piece, at first in
every frame, so that it is whole soon; then in turns fine and coarse with rests in between, ever longer ones, because
what is still not found lies in its box.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from tablecam.vision.places import Box, Places
from tablecam.vision.ring_search import COARSE_CELL_PX, FINE_CELL_PX

# the table is cut into PIECES x PIECES parts, one a turn
PIECES = 4
RESTS_FRAMES = (0, 12, 12, 60, 60, 240)
# a tag that was read before is gone from its place, and not just under a finger, when that rests for so long without it
LIFTED_FRAMES = 5
# a place that rests for so long without its tag shows the mat, not a hand: three seconds at 15 frames a second
GONE_FRAMES = 45
# from one search of a place to the next: while a tag is newly missing, when it is gone, and where it was never read
NEWLY_REST, GONE_REST, NEVER_REST = 1, 12, 60
# between pieces of the table in the one round that is made for a tag when it is gone
HURRIED_REST = 4
# frames that a tag was missed which was never read
NEVER = math.inf


class Rounds:
    """Keeps the turns of the search of one table."""

    def __init__(self) -> None:
        self._rested = self._searched = self._hurried = 0
        self._hurried_for: set[int] = set()

    def next(
        self, places: Places, missed: Mapping[int, float], known_px: Sequence[np.ndarray]
    ) -> tuple[Box, float] | None:
        """A part of the picture to search in this frame, and how fine; None: nothing.

        missed: each tag that is not in sight, and for how many frames its place rested without it. known_px: where tags
        lie, or lay.
        """
        self._rested += 1
        self._hurry(missed)
        if not sought(missed):
            return None
        rest = RESTS_FRAMES[min(self._round, len(RESTS_FRAMES) - 1)]
        if self._rested > min(rest, _rest_between_places(missed)):
            found = places.unread(known_px)
            if found is not None:
                self._rested = 0
                return found[0], (FINE_CELL_PX, COARSE_CELL_PX)[found[1]]
        if max(missed.values()) <= GONE_FRAMES or self._rested <= (HURRIED_REST if self._hurried else rest):
            return None
        return self._piece(places)

    @property
    def _round(self) -> int:
        return self._searched // PIECES**2

    def _piece(self, places: Places) -> tuple[Box, float]:
        fineness = FINE_CELL_PX if self._hurried else (COARSE_CELL_PX, FINE_CELL_PX)[self._round % 2]
        piece = places.piece(self._searched, PIECES)
        self._rested, self._searched, self._hurried = 0, self._searched + 1, max(self._hurried - 1, 0)
        return piece, fineness

    def _hurry(self, missed: Mapping[int, float]) -> None:
        """One round for each tag that is gone since it was last in sight."""
        gone = {tag for tag, frames in missed.items() if GONE_FRAMES < frames < NEVER}
        self._hurried_for &= missed.keys()
        if gone - self._hurried_for:
            self._hurried, self._hurried_for = PIECES**2, self._hurried_for | gone


def sought(missed: Mapping[int, float]) -> set[int]:
    """The tags that are not just under a finger, and may lie elsewhere."""
    return {tag for tag, frames in missed.items() if frames > LIFTED_FRAMES}


def _rest_between_places(missed: Mapping[int, float]) -> int:
    if any(LIFTED_FRAMES < frames <= GONE_FRAMES for frames in missed.values()):
        return NEWLY_REST
    return GONE_REST if any(GONE_FRAMES < frames < NEVER for frames in missed.values()) else NEVER_REST
