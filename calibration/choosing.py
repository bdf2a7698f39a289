"""Chooses views from a moving picture: sharp, still, unlike those kept, and where the board has not been yet.

It takes frames and gives views; it opens no camera and reads no clock but the frames' own.
"""

import numpy as np

from calibration.coverage import ACROSS, DOWN, VIEWS_A_CELL, Coverage, cells_of, coverage_of
from calibration.finder import BoardFinder
from calibration.holding import hold_of
from calibration.views import BLUR_PX, BoardView, LeftOut, apart_px, glimpse_of, view_of
from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame

# A sensor reads its rows in about 1/30 s: at 1 % of the picture's width a second the board leans by less than half a
# pixel of 1280, and a hand can hold that.
STILL_SHARE_A_SECOND = 0.01
# A new view that lies closer to another one is worth having only where it covers new cells or is tilted another way.
UNLIKE_SHARE, UNLIKE_BUT_NEW_SHARE, TURNED_DEG = 0.06, 0.02, 20.0
ENOUGH_VIEWS, ENOUGH_SHARE, MOST_VIEWS = 20, 0.65, 45

ALREADY_KEPT = Message("it is like a view that is already kept: move or tilt the board")


class Chooser:
    """Considers frame after frame and keeps the good views. `kept`: the views so far."""

    def __init__(self, finder: BoardFinder) -> None:
        self.kept: list[BoardView] = []
        self._finder = finder
        self._before: tuple[BoardView, float] | None = None

    @property
    def coverage(self) -> Coverage:
        """How the kept views cover the picture."""
        return coverage_of(self.kept)

    @property
    def latest(self) -> BoardView | None:
        """The board as the last frame showed it, kept or not; None where it was out of sight."""
        return self._before[0] if self._before is not None else None

    @property
    def enough(self) -> bool:
        """Whether more views would add little."""
        covered = self.coverage
        whole = covered.share >= ENOUGH_SHARE and not covered.missing
        return len(self.kept) >= MOST_VIEWS or (whole and len(self.kept) >= ENOUGH_VIEWS)

    def consider(self, frame: Frame, name: str) -> BoardView | LeftOut:
        """The view that a frame adds, or why it adds none."""
        seen = glimpse_of(self._finder, frame, name)
        if isinstance(seen, LeftOut):
            self._before = None
            return seen
        before, self._before = self._before, (seen, frame.time)
        reason = _unsteady(seen, frame.time, before) or self._already_kept(seen)
        view = LeftOut(name, reason) if reason else view_of(self._finder, frame, name)
        if isinstance(view, BoardView) and view.softness_px > BLUR_PX:
            view = LeftOut(name, Message("it is blurred: hold the board still and give more light"))
        if isinstance(view, BoardView):
            self.kept.append(view)
        return view

    def _already_kept(self, view: BoardView) -> Message | None:
        covers, hold = self._covers_new_cells(view), hold_of(view)
        for other in self.kept:
            adds = covers or hold.turned_from_deg(hold_of(other)) > TURNED_DEG
            least = UNLIKE_BUT_NEW_SHARE if adds else UNLIKE_SHARE
            if apart_px(view, other) < least * view.size[0]:
                return ALREADY_KEPT
        return None

    def _covers_new_cells(self, view: BoardView) -> bool:
        counts = self.coverage.counts.reshape(ACROSS * DOWN)
        return bool(np.any(counts[cells_of(view)] < VIEWS_A_CELL))


def _unsteady(view: BoardView, time: float, before: tuple[BoardView, float] | None) -> Message | None:
    if before is None or time <= before[1]:
        return Message("the board has only just appeared: hold it still")
    speed = apart_px(view, before[0]) / (time - before[1])
    return None if speed < STILL_SHARE_A_SECOND * view.size[0] else Message("the board moves: hold it still")
