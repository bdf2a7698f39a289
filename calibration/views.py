"""A view: one picture of the board, reduced to its corners; and the parts of the picture that views cover.

Views are made from frames that have names; `calibration/command.py` reads the frames.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.boards import Board
from calibration.finder import BoardCorners, BoardFinder
from tablecam.base.i18n import InContext, Message
from tablecam.sensing.vision.frame import Frame

THUMBNAIL_WIDTH = 240
# With fewer corners, the six numbers of the view's own pose use up nearly all of its information.
FEW_CORNERS = 12
FEW_SHARE = 0.2
# Sigma in pixels. A picture of any sharp lens has 0.3 to 1; twice the set's own median is motion or lost focus.
BLUR_PX, BLUR_TIMES = 2.5, 2.0
# Two views whose corners lie this close on average carry the same information.
SAME_SHARE_OF_WIDTH = 0.01


@dataclass(frozen=True)
class BoardView:
    """The board's corners in one picture.

    size: of the picture, width and height. ids: (n,). points_mm: (n, 2) on the board. corners_px: (n, 2). softness_px:
    sigma of the edges' blur. thumbnail: a small grey picture, or an empty one.
    """

    name: str
    size: tuple[int, int]
    ids: np.ndarray
    points_mm: np.ndarray
    corners_px: np.ndarray
    softness_px: float = 0.0
    thumbnail: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), np.uint8))

    @property
    def points(self) -> np.ndarray:
        """The corners in the board's own space, (n, 3), z = 0, mm."""
        return np.column_stack([self.points_mm, np.zeros(len(self.ids))])


@dataclass(frozen=True)
class LeftOut:
    """A view that does not count. reason: why, as the end of a sentence: "c03 is left out: ..."."""

    name: str
    reason: Message


def make_view(finder: BoardFinder, frame: Frame, name: str) -> BoardView | LeftOut:
    """Makes a view of the board in a frame, or gives the reason why the frame gives none."""
    return _make_view(finder.board, finder.find(frame.grey), frame, name)


def make_glimpse(finder: BoardFinder, frame: Frame, name: str) -> BoardView | LeftOut:
    """Makes a view accurate to a pixel, in a tenth of the time: enough to locate the board, too little for a fit."""
    return _make_view(finder.board, finder.glimpse(frame.grey), frame, name)


def _make_view(board: Board, found: BoardCorners | None, frame: Frame, name: str) -> BoardView | LeftOut:
    if found is None:
        return LeftOut(name, Message("the board {board} is not in sight", board=str(board)))
    fewest = min(max(FEW_CORNERS, FEW_SHARE * len(board.points_mm)), len(board.points_mm))
    if len(found.ids) < fewest:
        reason = Message("only {n} of {total} corners are in sight", n=len(found.ids), total=len(board.points_mm))
        return LeftOut(name, reason)
    points = board.points_mm[found.ids]
    return BoardView(name, frame.size, found.ids, points, found.px, found.softness_px, _make_thumbnail(frame.grey))


def separate_views(views: list[BoardView]) -> tuple[list[BoardView], list[LeftOut]]:
    """Separates views that are worth fitting from blurred and repeated ones, with reasons. Order is kept."""
    if not views:
        return [], []
    usual = float(np.median([view.softness_px for view in views]))
    good: list[BoardView] = []
    rejected: list[LeftOut] = []
    for view in views:
        reason = _refuse_blurred(view, usual) or _refuse_repeated(view, good)
        if reason:
            rejected.append(LeftOut(view.name, reason))
        else:
            good.append(view)
    return good, rejected


def measure_distance_px(a: BoardView, b: BoardView) -> float:
    """Measures the mean distance between the corners that two views share; infinite where they share too few."""
    _shared, first, second = np.intersect1d(a.ids, b.ids, return_indices=True)
    if len(first) < 4:
        return float("inf")
    return float(np.linalg.norm(a.corners_px[first] - b.corners_px[second], axis=1).mean())


def tilt_deg(rvec: np.ndarray) -> float:
    """Returns the angle between a board and the picture's plane, from its pose."""
    return float(np.degrees(np.arccos(np.clip(abs(cv2.Rodrigues(rvec)[0][2, 2]), 0, 1))))


def _refuse_blurred(view: BoardView, usual: float) -> Message | None:
    limit = min(BLUR_PX, max(BLUR_TIMES * usual, 1.0))
    if view.softness_px <= limit:
        return None
    return Message(
        "it is blurred by {blur} px (one sigma; the usual blur of these views is {usual} px)",
        blur=f"{view.softness_px:.1f}",
        usual=f"{usual:.1f}",
    )


def _refuse_repeated(view: BoardView, kept: list[BoardView]) -> Message | None:
    for kept_view in kept:
        if measure_distance_px(view, kept_view) < SAME_SHARE_OF_WIDTH * view.size[0]:
            return Message("it shows the board in the same place as {view}", view=kept_view.name)
    return None


def _make_thumbnail(grey: np.ndarray) -> np.ndarray:
    height = max(1, round(grey.shape[0] * THUMBNAIL_WIDTH / grey.shape[1]))
    return cv2.resize(grey, (THUMBNAIL_WIDTH, height), interpolation=cv2.INTER_AREA)


ACROSS, DOWN = 8, 6
# Corners from fewer views than this may be a mistake of a single view.
VIEWS_A_CELL = 2
# names for programs; `region_title` gives those for people
TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = "top left", "top right", "bottom left", "bottom right"  # no text
CORNERS = (TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT)
REGIONS = ((TOP_LEFT, "top", TOP_RIGHT), ("left", "middle", "right"), (BOTTOM_LEFT, "bottom", BOTTOM_RIGHT))
_TITLES = {
    TOP_LEFT: InContext("part of the picture", "top left"),
    "top": InContext("part of the picture", "top"),
    TOP_RIGHT: InContext("part of the picture", "top right"),
    "left": InContext("part of the picture", "left"),
    "middle": InContext("part of the picture", "middle"),
    "right": InContext("part of the picture", "right"),
    BOTTOM_LEFT: InContext("part of the picture", "bottom left"),
    "bottom": InContext("part of the picture", "bottom"),
    BOTTOM_RIGHT: InContext("part of the picture", "bottom right"),
}
# The outermost cells are hard to fill: many finders need the whole board in the picture. Half of a region suffices.
REGION_SHARE = 0.5


@dataclass(frozen=True)
class Coverage:
    """counts: (DOWN, ACROSS), the number of views with a corner in each cell of the picture."""

    counts: np.ndarray

    @property
    def share(self) -> float:
        """The share of the picture's cells that two or more views cover."""
        return float((self.counts >= VIEWS_A_CELL).mean())

    def compute_share(self, region: str) -> float:
        """Returns the share of a region's cells that is covered."""
        row, column = next((index, names.index(region)) for index, names in enumerate(REGIONS) if region in names)
        cells = self.counts[_slice_third(row, DOWN), _slice_third(column, ACROSS)]
        return float((cells >= VIEWS_A_CELL).mean())

    @property
    def missing(self) -> tuple[str, ...]:
        """The regions still to be covered, by name, "top left" first."""
        return tuple(name for names in REGIONS for name in names if self.compute_share(name) < REGION_SHARE)

    @property
    def corners_covered(self) -> int:
        """The number of the picture's four corners that the board has covered."""
        return sum(name not in self.missing for name in CORNERS)


def region_title(region: str) -> Message:
    """Returns a region's name for people."""
    return _TITLES[region]


def measure_coverage(views: Sequence[BoardView]) -> Coverage:
    """Measures how views of one size cover their picture."""
    counts = np.zeros((DOWN, ACROSS), int)
    for view in views:
        counts += np.isin(np.arange(ACROSS * DOWN), find_covered_cells(view)).reshape(DOWN, ACROSS)
    return Coverage(counts)


def find_covered_cells(view: BoardView) -> np.ndarray:
    """Numbers the cells in which a view has a corner, row after row from the top left."""
    cell = (view.corners_px + 0.5) / view.size * (ACROSS, DOWN)
    column, row = cell.T.astype(int)
    return np.unique(row.clip(0, DOWN - 1) * ACROSS + column.clip(0, ACROSS - 1))


def _slice_third(place: int, count: int) -> slice:
    return slice(round(place * count / 3), round((place + 1) * count / 3))
