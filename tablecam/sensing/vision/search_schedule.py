"""When and where the slow search by rings runs: its cost is spread over the frames.

Places where something was put down come first, sooner while a tag is newly missing. Then the table is searched piece by
piece: at first in every frame, so that it is complete soon; then alternately fine and coarse, with ever longer pauses,
because a model that is still not found is in its box.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from tablecam.sensing.vision.places import Box, Places
from tablecam.sensing.vision.ring_search import COARSE_CELL_PX, FINE_CELL_PX

# the table is cut into PIECES x PIECES parts; in each successive round, a part is searched every n-th frame
PIECES = 4
EVERY = (1, 13, 13, 61, 61, 241)
# a tag that was read before is gone, and not just under a finger, when its place rests for this long without it
LIFTED_FRAMES = 5
# a place that rests for this long without its tag shows the mat, not a hand: three seconds at 15 frames a second
GONE_FRAMES = 45
# a place is searched every n-th frame: while a tag is newly missing, when it is gone, where it was never read
NEWLY_EVERY, GONE_EVERY, NEVER_EVERY = 2, 10, 61
# the same in the one round that is made for a tag when it is gone
HURRIED_EVERY = 5
# the count of missed frames of a tag that was never read
NEVER = math.inf


class SearchSchedule:
    """Decides which part of one table is searched in which frame."""

    def __init__(self) -> None:
        self._rested = self._searched = self._hurried = 0
        self._place = self._piece = False
        self._hurried_for: set[int] = set()

    def due(self, missed: Mapping[int, float]) -> bool:
        """Whether there may be something to search in this frame; call it once per frame.

        missed: each tag that is not in sight, and for how many frames its place has rested without it.
        """
        self._rested += 1
        self._hurry(missed)
        every = HURRIED_EVERY if self._hurried else NEVER_EVERY
        self._place = bool(sought(missed)) and self._rested % min(every, _every_place(missed)) == 0
        self._piece = max(missed.values(), default=0) > GONE_FRAMES and self._rested >= self._every_piece
        return self._place or self._piece

    def next(self, places: Places, known_px: Sequence[np.ndarray]) -> tuple[Box, float] | None:
        """The part of the picture to search next, and how finely; None if no place is left.

        known_px: where tags are, or were.
        """
        found = places.unread(known_px) if self._place else None
        if found is not None:
            self._rested = 0
            return found[0], (FINE_CELL_PX, COARSE_CELL_PX)[found[1]]
        return self._next_piece(places) if self._piece else None

    @property
    def _round(self) -> int:
        return self._searched // PIECES**2

    @property
    def _every_piece(self) -> int:
        return HURRIED_EVERY if self._hurried else EVERY[min(self._round, len(EVERY) - 1)]

    def _next_piece(self, places: Places) -> tuple[Box, float]:
        fineness = FINE_CELL_PX if self._hurried else (COARSE_CELL_PX, FINE_CELL_PX)[self._round % 2]
        piece = places.piece(self._searched, PIECES)
        self._rested, self._searched, self._hurried = 0, self._searched + 1, max(self._hurried - 1, 0)
        return piece, fineness

    def _hurry(self, missed: Mapping[int, float]) -> None:
        """Starts one round for each tag that has gone since it was last in sight."""
        gone = {tag for tag, frames in missed.items() if GONE_FRAMES < frames < NEVER}
        self._hurried_for &= missed.keys()
        if gone - self._hurried_for:
            self._hurried, self._hurried_for = PIECES**2, self._hurried_for | gone


def sought(missed: Mapping[int, float]) -> set[int]:
    """The tags that are not just under a finger, and may lie elsewhere."""
    return {tag for tag, frames in missed.items() if frames > LIFTED_FRAMES}


def _every_place(missed: Mapping[int, float]) -> int:
    if any(LIFTED_FRAMES < frames <= GONE_FRAMES for frames in missed.values()):
        return NEWLY_EVERY
    return GONE_EVERY if any(GONE_FRAMES < frames < NEVER for frames in missed.values()) else NEVER_EVERY
