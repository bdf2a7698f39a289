"""Chooses views from a moving picture: sharp, still, unlike those kept, and where the board has not been yet.

It takes frames and returns views; it opens no camera and uses only the frames' times.
"""

import numpy as np

from calibration.coverage import ACROSS, DOWN, VIEWS_A_CELL, Coverage, cells_of, coverage_of
from calibration.finder import BoardFinder
from calibration.holding import hold_of
from calibration.views import BLUR_PX, BoardView, LeftOut, apart_px, glimpse_of, view_of
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
        return coverage_of(self.kept)

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
        glimpse = glimpse_of(self._finder, frame, name)
        if isinstance(glimpse, LeftOut):
            self._previous = None
            return glimpse
        previous, self._previous = self._previous, (glimpse, frame.time)
        reason = _refuse_moving_board(glimpse, frame.time, previous) or self._refuse_known_view(glimpse)
        view = LeftOut(name, reason) if reason else view_of(self._finder, frame, name)
        if isinstance(view, BoardView) and view.softness_px > BLUR_PX:
            view = LeftOut(name, Message("it is blurred: hold the board still and give more light"))
        if isinstance(view, BoardView):
            self.kept.append(view)
        return view

    def _refuse_known_view(self, view: BoardView) -> Message | None:
        covers, hold = self._has_new_cells(view), hold_of(view)
        for kept_view in self.kept:
            adds = covers or hold.turned_from_deg(hold_of(kept_view)) > TURNED_DEG
            least_share = UNLIKE_BUT_NEW_SHARE if adds else UNLIKE_SHARE
            if apart_px(view, kept_view) < least_share * view.size[0]:
                return ALREADY_KEPT
        return None

    def _has_new_cells(self, view: BoardView) -> bool:
        counts = self.coverage.counts.reshape(ACROSS * DOWN)
        return bool(np.any(counts[cells_of(view)] < VIEWS_A_CELL))


def _refuse_moving_board(view: BoardView, time: float, before: tuple[BoardView, float] | None) -> Message | None:
    if before is None or time <= before[1]:
        return Message("the board has only just appeared: hold it still")
    speed = apart_px(view, before[0]) / (time - before[1])
    return None if speed < STILL_SHARE_A_SECOND * view.size[0] else Message("the board moves: hold it still")
