"""The motion gate: finds where the image has changed, so that only those parts are read again.

Each watched box is sampled on a small grid and compared with its samples from its last reading. The samples of all
boxes are fetched at once; sixty boxes cost a tenth of a millisecond.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

SIDE = 16
SAMPLES = np.float32(SIDE * SIDE)
# the initial capacity, in boxes
LEAST_ROOM = 64
_STEPS = np.arange(SIDE)
# most boxes are at rest, so their median change measures noise and JPEG. A box has changed when it differs by this
# factor and these grey levels more; a tag that moves a tenth of a cell does
NOISE_FACTOR = 1.3
LEAST_CHANGE = 1.5
# a larger difference is not noise, however many boxes have it
MOST_NOISE = 6.0
# a difference of grey levels between two frames that is more than noise
MOTION_LEVELS = 18
# pitch of the grid on which motion is detected
STEP_PX = 8
# frames without motion after which a place is at rest
STILL_FRAMES = 3


@dataclass
class Gate:
    """Boxes and their last samples: `watch` sets, moves or renews one, `changed` compares. shape: rows, columns."""

    shape: tuple[int, int]
    _rows: dict[int, int] = field(default_factory=dict)
    _boxes: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)
    _places: np.ndarray = field(default_factory=lambda: np.zeros((0, SIDE * SIDE), np.intp))
    _looks: np.ndarray = field(default_factory=lambda: np.zeros((0, SIDE * SIDE), np.float32))

    def watch(self, grey: np.ndarray, tag: int, box: tuple[int, int, int, int]) -> None:
        """Watch a box (left, top, right, bottom; whole pixels inside the image) from its present samples on."""
        row = self._get_row(tag)
        if self._boxes.get(tag) != box:
            self._boxes[tag] = box
            left, top, right, bottom = box
            columns, rows = (
                left + _STEPS * (right - left - 1) // (SIDE - 1),
                top + _STEPS * (bottom - top - 1) // (SIDE - 1),
            )
            self._places[row] = (rows[:, None] * self.shape[1] + columns).ravel()
        samples = grey.ravel().take(self._places[row]).astype(np.float32)
        self._looks[row] = samples - samples.sum() / SAMPLES

    @property
    def watched(self) -> set[int]:
        """The tags whose boxes are watched."""
        return set(self._rows)

    def find_changed_tags(self, grey: np.ndarray) -> set[int]:
        """Return the tags whose boxes differ from their last samples."""
        if not self._rows:
            return set()
        used = len(self._rows)
        difference = grey.ravel().take(self._places[:used]).astype(np.float32)
        difference -= difference.sum(axis=1, keepdims=True) / SAMPLES
        difference -= self._looks[:used]
        change = np.abs(difference, out=difference).sum(axis=1) / SAMPLES
        limit = NOISE_FACTOR * min(_compute_median(change), MOST_NOISE) + LEAST_CHANGE
        changed_rows = set(np.flatnonzero(change > limit).tolist())
        return {tag for tag, row in self._rows.items() if row in changed_rows} if changed_rows else set()

    def _get_row(self, tag: int) -> int:
        if tag not in self._rows:
            self._rows[tag] = len(self._rows)
            if len(self._rows) > len(self._places):
                room = max(len(self._places), LEAST_ROOM)
                self._places = np.vstack([self._places, np.zeros((room, SIDE * SIDE), np.intp)])
                self._looks = np.vstack([self._looks, np.zeros((room, SIDE * SIDE), np.float32)])
        return self._rows[tag]


class MotionMap:
    """The cells of a coarse grid where the image has changed and come to rest again: something was put down there.

    before: the samples before anything changed, as from `sample_grid`; None: the present ones. step_px: the grid's
    pitch. A cell is settled when it differs from the background for a while, but not from the preceding frames.
    """

    def __init__(self, grey: np.ndarray, before: np.ndarray | None = None, step_px: int = STEP_PX) -> None:
        self.step_px = step_px
        self._latest = sample_grid(grey, step_px)
        self._background = (self._latest if before is None else before).copy()
        # for how many frames each cell has not moved, and has differed from the background; both end at STILL_FRAMES
        self._still_frames, self._different_frames = (
            np.zeros(self._latest.shape, np.uint8),
            np.zeros(self._latest.shape, np.uint8),
        )

    @property
    def latest(self) -> np.ndarray:
        """The latest frame as `sample_grid`."""
        return self._latest

    @property
    def resting(self) -> np.ndarray:
        """The cells that have not moved for STILL_FRAMES, a grid of bool."""
        return self._still_frames >= STILL_FRAMES

    def update(self, grey: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return two grids of bool: cells that move in this frame, and changed cells that rest since STILL_FRAMES."""
        samples = sample_grid(grey, self.step_px)
        is_moving, is_different = differs(samples, self._latest), differs(samples, self._background)
        self._still_frames = _count_frames(self._still_frames, ~is_moving)
        # noise that just exceeds the limit seldom does so again in the next frames
        self._different_frames = _count_frames(self._different_frames, is_different)
        self._latest = samples
        return is_moving, (self._different_frames >= STILL_FRAMES) & self.resting

    def accept(self, mask: np.ndarray, part: tuple[slice, slice] = (slice(None), slice(None))) -> None:
        """Make the present samples of these cells, of a part of the grid, the background."""
        self._background[part][mask] = self._latest[part][mask]
        self._different_frames[part][mask] = 0


def sample_grid(grey: np.ndarray, step_px: int = STEP_PX) -> np.ndarray:
    """Return one pixel of each cell of the grid."""
    offset = step_px // 2
    return grey[offset::step_px, offset::step_px].copy()


def differs(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Mark where two samples differ by more than noise."""
    return np.asarray(cv2.absdiff(a, b) > MOTION_LEVELS)


def _compute_median(values: np.ndarray) -> float:
    """Return the median of a few numbers, (n,); `np.median` spends longer checking its argument."""
    ordered, middle = np.sort(values), len(values) // 2
    return float(ordered[middle] + ordered[-1 - middle]) / 2


def _count_frames(frames: np.ndarray, go_on: np.ndarray) -> np.ndarray:
    """Count one more frame: cells that go on count up to STILL_FRAMES, the remaining ones restart at 0."""
    return np.minimum(frames + np.uint8(1), STILL_FRAMES) * go_on
