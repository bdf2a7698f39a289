"""The motion gate: finds where the image has changed, and whether something lies over a hidden tag.

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


# Tells from a hidden tag's surroundings whether something lies over it or its model was taken away.
#
# A hand or an arm that hides a tag hides the mat beside it too, also when it rests. A model that is taken away leaves
# the mat around it unchanged.

# in widths of a tag, to each side: a base with its figure fills a small part of that, an arm half of it
REACH_WIDTHS = 4.0
# a hand's skin or sleeve differs from the mat by this many grey levels, apart from the light of the whole place
OTHER_LEVELS = 14
# if at least this share of a place differs, something lies over it
COVERED_SHARE = 0.35
# if less than this share differs, the place is the same in slightly different light
SAME_SHARE = 0.12
# a place that differs for this many looks has changed for good: a neighbour moved
LOOKS_TO_CHANGE = 10
PITCH_PX = 8


@dataclass
class _FreePlace:
    """The look of one place when it was free. waiting: for how many looks it has differed."""

    box: tuple[int, int, int, int]
    look: np.ndarray
    waiting: int = 0


@dataclass
class Surroundings:
    """The surroundings of the tags seen by one camera. A look costs a few microseconds."""

    _places: dict[int, _FreePlace] = field(default_factory=dict)

    def remember(self, grey: np.ndarray, tag: int, center_px: np.ndarray, width_px: float) -> None:
        """Note the look around a tag that was read in its former place."""
        box = _build_box(grey.shape, center_px, width_px)
        free_place, samples = self._places.get(tag), _sample_box(grey, box)
        is_same_box = (
            free_place is not None and _is_same_box(free_place.box, box) and free_place.look.shape == samples.shape
        )
        if (
            free_place is not None
            and is_same_box
            and _compute_changed_share(free_place.look, samples) > SAME_SHARE
            and free_place.waiting < LOOKS_TO_CHANGE
        ):
            free_place.waiting += 1
            return
        self._places[tag] = _FreePlace(box, samples)

    def is_covered(self, grey: np.ndarray, tag: int) -> bool | None:
        """Report whether something lies over the place of a tag; None if its surroundings are unknown."""
        free_place = self._places.get(tag)
        return (
            None
            if free_place is None
            else _compute_changed_share(free_place.look, _sample_box(grey, free_place.box)) > COVERED_SHARE
        )


def _build_box(shape: tuple[int, ...], center_px: np.ndarray, width_px: float) -> tuple[int, int, int, int]:
    reach, (height, width) = REACH_WIDTHS * width_px, shape[:2]
    x, y = float(center_px[0]), float(center_px[1])
    left_px, top_px = int(min(max(x - reach, 0), width - 1)), int(min(max(y - reach, 0), height - 1))
    return left_px, top_px, int(min(max(x + reach, left_px + 1), width)), int(min(max(y + reach, top_px + 1), height))


def _is_same_box(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    """Report whether two boxes are the same place, within a sample's pitch."""
    return all(abs(edge - other_edge) < PITCH_PX for edge, other_edge in zip(a, b, strict=True))


def _sample_box(grey: np.ndarray, box: tuple[int, int, int, int]) -> np.ndarray:
    left_px, top_px, right_px, bottom_px = box
    return grey[top_px:bottom_px:PITCH_PX, left_px:right_px:PITCH_PX].astype(np.int16)


def _compute_changed_share(before: np.ndarray, now: np.ndarray) -> float:
    """Return the share of the samples that differ by more than the light of the whole place."""
    change = (now - before).ravel()
    median_change = np.partition(change, change.size // 2)[change.size // 2]
    return np.count_nonzero(np.abs(change - median_change) > OTHER_LEVELS) / change.size
