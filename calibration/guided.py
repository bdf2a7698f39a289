"""Guided capture: from one frame to the next, what to do with the board so that the lens becomes known.

A frame goes in, advice comes out. It keeps what `Chooser` keeps and knows no camera, clock or disk.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.at_table import OverheadSetting
from calibration.boards import Board
from calibration.choosing import MOST_VIEWS, Chooser
from calibration.coverage import Coverage, coverage_of
from calibration.finder import BoardFinder
from calibration.holding import hold_of
from calibration.intrinsics import Lens, lens_of
from calibration.judgement import Judgement, judge
from calibration.views import BoardView, LeftOut, judged
from tablecam.errors import NotCalibratable
from tablecam.vision.frame import Frame

# Fewer views than this have nothing to say about a lens yet.
WORTH_A_TRIAL = 6
LEANING_DEG = 15.0
# The square root of the part of the picture that the board's corners span.
NEAR_SHARE, FAR_SHARE = 0.45, 0.40
WANTED_A_LEAN, WANTED_A_SIZE = 2, 2
LEANS = ("left", "right", "top", "bottom")


@dataclass(frozen=True)
class Trial:
    """What the views so far would give. judgement: what `tablecam calibrate` would say of them."""

    lens: Lens
    judgement: Judgement
    out: tuple[LeftOut, ...]


@dataclass(frozen=True)
class Advice:
    """What there is to say after a frame. says: what to do next, a sentence.

    outline_px: the board's four outer corners where it is seen, (4, 2). taken: whether this frame was kept.
    hindrance: why it was not, or nothing. leans, sizes: how many views there are of each.
    """

    says: str
    taken: bool
    hindrance: str
    outline_px: np.ndarray | None
    kept: int
    coverage: Coverage
    leans: dict[str, int]
    sizes: dict[str, int]
    trial: Trial | None
    trouble: str

    @property
    def ready(self) -> bool:
        """Whether the views so far make a lens that may be used."""
        return self.trial is not None and self.trial.judgement.go


class Guided:
    """Takes frames one after the other; one thread at a time."""

    def __init__(self, board: Board, setting: OverheadSetting, kept: Sequence[BoardView] = ()) -> None:
        self.board = board
        self._setting = setting
        self._chooser = Chooser(BoardFinder(board))
        self._chooser.kept += kept
        self._trial: Trial | None = None
        self._trouble = ""
        self._try()

    @property
    def kept(self) -> tuple[BoardView, ...]:
        """The views so far: corners and a small picture each, never more than `choosing.MOST_VIEWS`."""
        return tuple(self._chooser.kept)

    @property
    def enough(self) -> bool:
        """Whether more views would add little."""
        return self._chooser.enough

    def take(self, frame: Frame) -> Advice:
        """What a frame adds and what to do next. A picture of another size than the views is not taken."""
        kept = self._chooser.kept
        if kept and frame.size != kept[0].size:
            was = "{} x {}".format(*kept[0].size)
            return self.advice(f"the picture is {frame.size[0]} x {frame.size[1]} now and was {was}: start again")
        if len(kept) >= MOST_VIEWS:
            return self.advice("there are views enough: finish")
        seen = self._chooser.consider(frame, f"view {len(kept) + 1}")
        outline = self._outline()
        if isinstance(seen, LeftOut):
            return self.advice(seen.reason, outline)
        self._try()
        return self.advice("", outline)

    def advice(self, hindrance: str = "", outline_px: np.ndarray | None = None) -> Advice:
        """What there is to say of the views so far."""
        holds = [hold_of(view) for view in self.kept]
        leans = {side: sum(h.nearer == side and h.tilt_deg >= LEANING_DEG for h in holds) for side in LEANS}
        sizes = {"near": sum(h.size >= NEAR_SHARE for h in holds), "far": sum(h.size <= FAR_SHARE for h in holds)}
        coverage = coverage_of(self.kept)
        says = self._next(coverage, leans, sizes, hindrance, outline_px is not None)
        return Advice(
            says, not hindrance and outline_px is not None, hindrance, outline_px, len(holds), coverage,
            leans, sizes, self._trial, self._trouble,
        )  # fmt: skip

    def _outline(self) -> np.ndarray | None:
        """The board's outer corners in the frame just considered."""
        seen = self._chooser.latest
        if seen is None:
            return None
        plane = cv2.findHomography(seen.points_mm, seen.corners_px, 0)[0]
        if plane is None:
            return None
        return cv2.perspectiveTransform(outer_corners_mm(self.board)[None], plane)[0]

    def _try(self) -> None:
        """Fits the views so far; it takes a third of a second, so every new view may have its say."""
        if len(self.kept) < WORTH_A_TRIAL:
            return
        try:
            views, out = judged(list(self.kept))
            lens = lens_of(views)
            self._trial = Trial(lens, judge(lens, self._setting), (*out, *lens.out))
            self._trouble = ""
        except NotCalibratable as refused:
            self._trial, self._trouble = None, str(refused)

    def _next(
        self, coverage: Coverage, leans: dict[str, int], sizes: dict[str, int], hindrance: str, seen: bool
    ) -> str:
        if not seen:
            return f"Hold the board into the picture, all of it: {self.board.columns} x {self.board.rows} squares."
        if self.enough or (self._ready and not coverage.missing):
            return "That is enough. Finish, or go on for a little more certainty."
        return _asked_for(coverage, leans, sizes) if not _must_be_still(hindrance) else _sentence(hindrance)

    @property
    def _ready(self) -> bool:
        return self._trial is not None and self._trial.judgement.go


def outer_corners_mm(board: Board) -> np.ndarray:
    """The corners of the board's squares, (4, 2), counted like `Board.points_mm` from the first inner corner."""
    across, down = board.grid
    corners = np.array([[-1, -1], [across, -1], [across, down], [-1, down]], float)
    return corners * board.square_mm


def _must_be_still(hindrance: str) -> bool:
    """Whether the hindrance is the hand's or the light's; what else hinders is mended by doing the next thing."""
    return bool(hindrance) and "like a view already kept" not in hindrance


def _asked_for(coverage: Coverage, leans: dict[str, int], sizes: dict[str, int]) -> str:
    """The next thing to do, put together from what is still lacking."""
    words = []
    missing = coverage.missing
    if missing:
        words.append(_where(missing[0]))
    if sizes["near"] < WANTED_A_SIZE and not missing:
        words.append("nearer, so that it fills half of the picture")
    elif sizes["far"] < WANTED_A_SIZE:
        words.append("farther away")
    side = min(LEANS, key=lambda name: leans[name])
    if leans[side] < WANTED_A_LEAN:
        words.append(f"tilted, its {side} edge towards the lens")
    if not words:
        words = ["somewhere new, tilted another way"]
    return f"Hold it {', '.join(words)}."


def _where(region: str) -> str:
    if region == "middle":
        return "in the middle"
    return f"at the {region} corner" if " " in region else f"at the {region} edge"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."
