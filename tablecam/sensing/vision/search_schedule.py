"""The schedule of the slow search by rings: its cost is spread over the frames.

Places where something was put down come first, sooner while a tag is newly missing. Then the table is searched piece by
piece: at first in every frame, so that it is complete soon; then alternately fine and coarse, with ever longer pauses,
because a model that is still missing is in its box.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from tablecam.sensing.vision.places import Box, Places
from tablecam.sensing.vision.ring_search import COARSE_CELL_PX, FINE_CELL_PX

# the table is cut into PIECES x PIECES parts; in each successive round, a part is searched every n-th frame
PIECES = 4
EVERY = (1, 13, 13, 61, 61, 241)
# a tag is gone, and not just under a finger, when its place rests for this many frames without it
LIFTED_FRAMES = 5
# a place that rests for this many frames without its tag shows the mat, not a hand: three seconds at 15 frames a second
GONE_FRAMES = 45
# a place is searched every n-th frame: while a tag is newly missing, when it is gone, when it was never read
NEWLY_EVERY, GONE_EVERY, NEVER_EVERY = 2, 10, 61
# the same in the one round for a tag that is gone
HURRIED_EVERY = 5
# the count of missed frames of a tag that was never read
NEVER = math.inf


class SearchSchedule:
    """Decides which part of one table is searched in which frame."""

    def __init__(self) -> None:
        self._frames_since_search = self._pieces_searched = self._hurried_pieces = 0
        self._is_place_due = self._is_piece_due = False
        self._hurried_tags: set[int] = set()

    def due(self, missed: Mapping[int, float]) -> bool:
        """Report whether there may be something to search in this frame; call it once per frame.

        missed: each tag that is not in sight, and for how many frames its place has rested without it.
        """
        self._frames_since_search += 1
        self._start_hurried_round(missed)
        interval = HURRIED_EVERY if self._hurried_pieces else NEVER_EVERY
        self._is_place_due = (
            bool(select_sought(missed))
            and self._frames_since_search % min(interval, _choose_place_interval(missed)) == 0
        )
        self._is_piece_due = (
            max(missed.values(), default=0) > GONE_FRAMES and self._frames_since_search >= self._piece_interval
        )
        return self._is_place_due or self._is_piece_due

    def next(self, places: Places, known_px: Sequence[np.ndarray]) -> tuple[Box, float] | None:
        """Return the part of the image to search next, and how finely; None if no place remains.

        known_px: where tags are, or were.
        """
        region = places.unread(known_px) if self._is_place_due else None
        if region is not None:
            self._frames_since_search = 0
            return region[0], (FINE_CELL_PX, COARSE_CELL_PX)[region[1]]
        return self._choose_piece(places) if self._is_piece_due else None

    @property
    def _round_number(self) -> int:
        return self._pieces_searched // PIECES**2

    @property
    def _piece_interval(self) -> int:
        return HURRIED_EVERY if self._hurried_pieces else EVERY[min(self._round_number, len(EVERY) - 1)]

    def _choose_piece(self, places: Places) -> tuple[Box, float]:
        fineness = FINE_CELL_PX if self._hurried_pieces else (COARSE_CELL_PX, FINE_CELL_PX)[self._round_number % 2]
        piece = places.piece(self._pieces_searched, PIECES)
        self._frames_since_search, self._pieces_searched, self._hurried_pieces = (
            0,
            self._pieces_searched + 1,
            max(self._hurried_pieces - 1, 0),
        )
        return piece, fineness

    def _start_hurried_round(self, missed: Mapping[int, float]) -> None:
        """Start one round for all tags that have gone since they were last in sight."""
        gone_tags = {tag for tag, frames in missed.items() if GONE_FRAMES < frames < NEVER}
        self._hurried_tags &= missed.keys()
        if gone_tags - self._hurried_tags:
            self._hurried_pieces, self._hurried_tags = PIECES**2, self._hurried_tags | gone_tags


def select_sought(missed: Mapping[int, float]) -> set[int]:
    """Return the tags that are not just under a finger, and may lie elsewhere."""
    return {tag for tag, frames in missed.items() if frames > LIFTED_FRAMES}


def _choose_place_interval(missed: Mapping[int, float]) -> int:
    if any(LIFTED_FRAMES < frames <= GONE_FRAMES for frames in missed.values()):
        return NEWLY_EVERY
    return GONE_EVERY if any(GONE_FRAMES < frames < NEVER for frames in missed.values()) else NEVER_EVERY
