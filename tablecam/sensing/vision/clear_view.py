"""Whether a camera's view of a table is still and without a hand, from a coarse grid of its pixels.

A hand comes over the edge of the table: an arm is one stretch of changed cells that reaches the edge, and a hand alone
is larger than any model. The view is compared with what it was when nothing had moved in it for a while. In doubt it is
not clear; models then take longer to come to rest, and nothing else changes.
"""

import cv2
import numpy as np

from tablecam.sensing.vision.gate import differs, sample_grid

# cells across the table: a finger is two of them wide on a table of 48 in
CELLS_ACROSS = 120
# cells that noise alone changes
NOISE_CELLS = 2
# the view that others are compared with is one after this many still frames: a second of most cameras
LASTING_FRAMES = 15
# a model on its tray, with its shadow, is no wider than this many of its tags
MODEL_WIDTHS = 4.0


class ClearView:
    """Follows one camera's view of the table, image after image."""

    def __init__(self) -> None:
        self._latest: np.ndarray | None = None
        self._empty: np.ndarray | None = None
        self._still_frames = 0

    def update(self, grey: np.ndarray, tag_side_px: float) -> bool:
        """Take in the part of an image that shows the table. Return whether nothing moves in it and no hand is in it.

        tag_side_px: the side of the largest tag.
        """
        step_px = max(grey.shape[1] // CELLS_ACROSS, 1)
        samples, latest = sample_grid(grey, step_px), self._latest
        self._latest = samples
        if latest is None or latest.shape != samples.shape or not samples.size:
            self._empty, self._still_frames = None, 0
            return False
        is_still = int(np.count_nonzero(differs(samples, latest))) <= NOISE_CELLS
        self._still_frames = self._still_frames + 1 if is_still else 0
        widest_cells = (MODEL_WIDTHS * tag_side_px / step_px) ** 2
        is_clear = is_still and self._empty is not None and not _shows_hand(samples, self._empty, widest_cells)
        if self._still_frames >= LASTING_FRAMES:
            self._empty = samples
        return is_clear


def _shows_hand(samples: np.ndarray, empty: np.ndarray, widest_cells: float) -> bool:
    """Report whether changed cells reach the edge of the table, or are more in one place than a model's."""
    changed = differs(samples, empty).astype(np.uint8)
    count, _labels, boxes, _middles = cv2.connectedComponentsWithStats(changed, connectivity=8)
    if count > 1:
        left, top, width, height, area = boxes[1:].T
        at_edge = (left == 0) | (top == 0) | (left + width == changed.shape[1]) | (top + height == changed.shape[0])
        return bool(((at_edge & (area > NOISE_CELLS)) | (area > widest_cells)).any())
    return False
