"""Guided capture: chooses views from a moving picture, and advises after each what to do with the board.

A frame goes in, advice comes out. The capture keeps the views of its `Chooser` and uses no camera, clock or disk.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.at_table import OverheadSetting
from calibration.boards import Board
from calibration.finder import BoardFinder
from calibration.intrinsics import Lens, estimate_lens
from calibration.judgement import Judgement, judge
from calibration.views import (
    ACROSS,
    BLUR_PX,
    BOTTOM_LEFT,
    BOTTOM_RIGHT,
    DOWN,
    TOP_LEFT,
    TOP_RIGHT,
    VIEWS_A_CELL,
    BoardView,
    Coverage,
    LeftOut,
    find_covered_cells,
    make_glimpse,
    make_view,
    measure_coverage,
    measure_distance_px,
    separate_views,
)
from tablecam.base.errors import NotCalibratable
from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame

# The assumed focal length, in picture widths, before the lens is known; it makes tilts wrong by a few degrees.
USUAL_FOCAL = 0.65


@dataclass(frozen=True)
class BoardHold:
    """tilt_deg: against the picture. nearer: the side nearest to the lens: left, right, top or bottom.

    size: the square root of the part of the picture that the corners span. normal: (3,) of the board, to the lens.
    """

    tilt_deg: float
    nearer: str
    size: float
    normal: np.ndarray

    def compute_turn_deg(self, other: "BoardHold") -> float:
        """Returns the angle between the planes of two views."""
        return float(np.degrees(np.arccos(np.clip(self.normal @ other.normal, -1, 1))))


def estimate_hold(view: BoardView) -> BoardHold:
    """Estimates the hold of the board in a view."""
    width, height = view.size
    hull = cv2.convexHull(view.corners_px.astype(np.float32))
    size = float(np.sqrt(cv2.contourArea(hull) / (width * height)))
    plane = cv2.findHomography(view.points_mm, view.corners_px, 0)[0]
    focal = USUAL_FOCAL * width
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    normal = _compute_normal(plane, matrix) if plane is not None else np.array([0.0, 0.0, -1.0])
    tilt = float(np.degrees(np.arccos(min(1.0, abs(normal[2])))))
    # the board faces away from its nearer side
    sideways = abs(normal[0]) >= abs(normal[1])
    nearer = ("left" if normal[0] > 0 else "right") if sideways else ("top" if normal[1] > 0 else "bottom")
    return BoardHold(tilt, nearer, size, normal)


def _compute_normal(plane: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Computes the unit normal of a plane seen through a homography, towards the lens."""
    columns = np.linalg.inv(matrix) @ plane
    normal = np.cross(columns[:, 0], columns[:, 1])
    normal /= np.linalg.norm(normal)
    return -normal if normal[2] > 0 else normal


# Chooses views from a moving picture: sharp, still, unlike those kept, and where the board has not been yet.
#
# It takes frames and returns views; it opens no camera and uses only the frames' times.

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


# Fewer views than this show nothing about a lens yet.
WORTH_A_TRIAL = 6
LEANING_DEG = 15.0
# The square root of the part of the picture that the board's corners span.
NEAR_SHARE, FAR_SHARE = 0.45, 0.40
WANTED_A_LEAN, WANTED_A_SIZE = 2, 2
LEANS = ("left", "right", "top", "bottom")
Sentences = tuple[Message, ...]

_PLACES = {
    TOP_LEFT: Message("Hold the board at the top left corner of the image."),
    "top": Message("Hold the board at the top edge of the image."),
    TOP_RIGHT: Message("Hold the board at the top right corner of the image."),
    "left": Message("Hold the board at the left edge of the image."),
    "middle": Message("Hold the board in the middle of the image."),
    "right": Message("Hold the board at the right edge of the image."),
    BOTTOM_LEFT: Message("Hold the board at the bottom left corner of the image."),
    "bottom": Message("Hold the board at the bottom edge of the image."),
    BOTTOM_RIGHT: Message("Hold the board at the bottom right corner of the image."),
}
_TILTS = {
    "left": Message("Tilt it: its left edge towards the lens."),
    "right": Message("Tilt it: its right edge towards the lens."),
    "top": Message("Tilt it: its top edge towards the lens."),
    "bottom": Message("Tilt it: its bottom edge towards the lens."),
}


@dataclass(frozen=True)
class Trial:
    """The lens that the present views would give. judgement: the verdict of `tablecam calibrate` on them."""

    lens: Lens
    judgement: Judgement
    out: tuple[LeftOut, ...]


@dataclass(frozen=True)
class Advice:
    """The advice after a frame. says: the next action, in one sentence or several.

    outline_px: the board's four outer corners where it is in sight, (4, 2). taken: whether this frame was kept.
    hindrance: why it was not kept, or None. leans, sizes: the number of views of each. trouble: why the present views
    give no lens, or None.
    """

    says: Sentences
    taken: bool
    hindrance: Message | None
    outline_px: np.ndarray | None
    kept: int
    coverage: Coverage
    leans: dict[str, int]
    sizes: dict[str, int]
    trial: Trial | None
    trouble: NotCalibratable | None

    @property
    def ready(self) -> bool:
        """Whether the present views make a lens that may be used."""
        return self.trial is not None and self.trial.judgement.go


class Guided:
    """Takes frames one after the other; one thread at a time."""

    def __init__(self, board: Board, setting: OverheadSetting, kept: Sequence[BoardView] = ()) -> None:
        self.board = board
        self._setting = setting
        self._chooser = Chooser(BoardFinder(board))
        self._chooser.kept += kept
        self._trial: Trial | None = None
        self._trouble: NotCalibratable | None = None
        self._fit_trial()

    @property
    def kept(self) -> tuple[BoardView, ...]:
        """The kept views: corners and a small picture each, never more than `choosing.MOST_VIEWS`."""
        return tuple(self._chooser.kept)

    @property
    def enough(self) -> bool:
        """Whether more views would add little."""
        return self._chooser.enough

    def take(self, frame: Frame) -> Advice:
        """Takes a frame and advises on the next one. A picture of another size than the views is not taken."""
        kept_views = self._chooser.kept
        if kept_views and frame.size != kept_views[0].size:
            return self.advice(_refuse_size(kept_views[0].size, frame.size))
        if len(kept_views) >= MOST_VIEWS:
            return self.advice(Message("there are enough views: finish"))
        name = f"view {len(kept_views) + 1}"  # no text
        view = self._chooser.consider(frame, name)
        outline = self._find_outline()
        if isinstance(view, LeftOut):
            return self.advice(view.reason, outline)
        self._fit_trial()
        return self.advice(None, outline)

    def advice(self, hindrance: Message | None = None, outline_px: np.ndarray | None = None) -> Advice:
        """Advises on the present views."""
        holds = [estimate_hold(view) for view in self.kept]
        leans = {side: sum(hold.nearer == side and hold.tilt_deg >= LEANING_DEG for hold in holds) for side in LEANS}
        sizes = {
            "near": sum(hold.size >= NEAR_SHARE for hold in holds),
            "far": sum(hold.size <= FAR_SHARE for hold in holds),
        }
        coverage = measure_coverage(self.kept)
        says = self._choose_advice(coverage, leans, sizes, hindrance, outline_px is not None)
        return Advice(
            says, hindrance is None and outline_px is not None, hindrance, outline_px, len(holds), coverage,
            leans, sizes, self._trial, self._trouble,
        )  # fmt: skip

    def _find_outline(self) -> np.ndarray | None:
        """Outlines the board in the frame just considered, by its outer corners."""
        latest = self._chooser.latest
        if latest is None:
            return None
        plane = cv2.findHomography(latest.points_mm, latest.corners_px, 0)[0]
        if plane is None:
            return None
        return cv2.perspectiveTransform(outer_corners_mm(self.board)[None], plane)[0]

    def _fit_trial(self) -> None:
        """Fits the present views: a third of a second, so it is done after every new view."""
        if len(self.kept) < WORTH_A_TRIAL:
            return
        try:
            views, rejected = separate_views(list(self.kept))
            lens = estimate_lens(views)
            self._trial = Trial(lens, judge(lens, self._setting), (*rejected, *lens.out))
            self._trouble = None
        except NotCalibratable as refused:
            self._trial, self._trouble = None, refused

    def _choose_advice(
        self, coverage: Coverage, leans: dict[str, int], sizes: dict[str, int], hindrance: Message | None, seen: bool
    ) -> Sentences:
        if not seen:
            squares = f"{self.board.columns} x {self.board.rows}"
            return (Message("Hold the whole board in the image: {squares} squares.", squares=squares),)
        if self.enough or (self._is_ready and not coverage.missing):
            return (Message("That is enough. Finish, or continue for a little more certainty."),)
        # another hold makes a view new; all other hindrances come from the hand or the light and come first
        if hindrance is None or hindrance == ALREADY_KEPT:
            return _advise_hold(coverage, leans, sizes)
        return (hindrance,)

    @property
    def _is_ready(self) -> bool:
        return self._trial is not None and self._trial.judgement.go


def outer_corners_mm(board: Board) -> np.ndarray:
    """Returns the corners of the board's squares, (4, 2), counted like `Board.points_mm` from the first
    inner corner.
    """
    across, down = board.grid
    corners = np.array([[-1, -1], [across, -1], [across, down], [-1, down]], float)
    return corners * board.square_mm


def _refuse_size(before: tuple[int, int], now: tuple[int, int]) -> Message:
    return Message(
        "the image is {now} now and was {before}: start again",
        now=f"{now[0]} x {now[1]}",
        before=f"{before[0]} x {before[1]}",
    )


def _advise_hold(coverage: Coverage, leans: dict[str, int], sizes: dict[str, int]) -> Sentences:
    """Advises how to hold the board next, by the gaps of the views."""
    sentences = []
    missing = coverage.missing
    if missing:
        sentences.append(_PLACES[missing[0]])
    if sizes["near"] < WANTED_A_SIZE and not missing:
        sentences.append(Message("Hold it nearer, so that it fills half of the image."))
    elif sizes["far"] < WANTED_A_SIZE:
        sentences.append(Message("Hold it farther away."))
    side = min(LEANS, key=lambda name: leans[name])
    if leans[side] < WANTED_A_LEAN:
        sentences.append(_TILTS[side])
    return tuple(sentences) or (Message("Hold it somewhere new, tilted another way."),)
