"""Chooses views from a moving picture: sharp, still, unlike those kept, and where the board has not been yet.

It takes frames and returns views; it opens no camera and uses only the frames' times.
"""

import numpy as np

from calibration.board_hold import estimate_hold
from calibration.coverage import ACROSS, DOWN, VIEWS_A_CELL, Coverage, find_covered_cells, measure_coverage
from calibration.finder import BoardFinder
from calibration.views import BLUR_PX, BoardView, LeftOut, make_glimpse, make_view, measure_distance_px
from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame

# A sensor reads its rows in about 1/30 s: at 1 % of the picture's width a second the board skews by less than half a
# pixel of 1280, and a hand can hold that.
STILL_SHARE_A_SECOND = 0.01
# A view that lies closer to an earlier one is worth keeping only if it covers new cells or is tilted another way.
UNLIKE_SHARE, UNLIKE_BUT_NEW_SHARE, TURNED_DEG = 0.06, 0.02, 20.0
ENOUGH_VIEWS, ENOUGH_SHARE, MOST_VIEWS = 20, 0.65, 45

ALREADY_KEPT = Message("it is like a view that is already kept: move or tilt the board")


class Chooser:
    """Considers frame after frame and keeps the good views. `kept`: the views kept until now."""

    def __init__(self, finder: BoardFinder) -> None:
        self.kept: list[BoardView] = []
        self._finder = finder
        self._previous: tuple[BoardView, float] | None = None

    @property
    def coverage(self) -> Coverage:
        """The kept views' coverage of the picture."""
        return measure_coverage(self.kept)

    @property
    def latest(self) -> BoardView | None:
        """The board in the last frame, kept or not; None if it was out of sight."""
        return self._previous[0] if self._previous is not None else None

    @property
    def enough(self) -> bool:
        """Whether more views would add little."""
        covered = self.coverage
        is_covered = covered.share >= ENOUGH_SHARE and not covered.missing
        return len(self.kept) >= MOST_VIEWS or (is_covered and len(self.kept) >= ENOUGH_VIEWS)

    def consider(self, frame: Frame, name: str) -> BoardView | LeftOut:
        """Returns the view that a frame adds, or the reason why it adds none."""
        glimpse = make_glimpse(self._finder, frame, name)
        if isinstance(glimpse, LeftOut):
            self._previous = None
            return glimpse
        previous, self._previous = self._previous, (glimpse, frame.time)
        reason = _refuse_moving_board(glimpse, frame.time, previous) or self._refuse_known_view(glimpse)
        view = LeftOut(name, reason) if reason else make_view(self._finder, frame, name)
        if isinstance(view, BoardView) and view.softness_px > BLUR_PX:
            view = LeftOut(name, Message("it is blurred: hold the board still and give more light"))
        if isinstance(view, BoardView):
            self.kept.append(view)
        return view

    def _refuse_known_view(self, view: BoardView) -> Message | None:
        covers, hold = self._has_new_cells(view), estimate_hold(view)
        for kept_view in self.kept:
            adds = covers or hold.compute_turn_deg(estimate_hold(kept_view)) > TURNED_DEG
            least_share = UNLIKE_BUT_NEW_SHARE if adds else UNLIKE_SHARE
            if measure_distance_px(view, kept_view) < least_share * view.size[0]:
                return ALREADY_KEPT
        return None

    def _has_new_cells(self, view: BoardView) -> bool:
        counts = self.coverage.counts.reshape(ACROSS * DOWN)
        return bool(np.any(counts[find_covered_cells(view)] < VIEWS_A_CELL))


def _refuse_moving_board(view: BoardView, time: float, before: tuple[BoardView, float] | None) -> Message | None:
    if before is None or time <= before[1]:
        return Message("the board has only just appeared: hold it still")
    speed = measure_distance_px(view, before[0]) / (time - before[1])
    return None if speed < STILL_SHARE_A_SECOND * view.size[0] else Message("the board moves: hold it still")
