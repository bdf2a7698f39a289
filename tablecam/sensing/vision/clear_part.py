"""The part of a tag that nothing lies on: spots that disagree with its bitmap are left out with what surrounds them.

Weights take out the pixels under a gun or a strap, but not the soft edge of its shadow or its blur: the pixels beside
it are a little off, all in one direction, and pull size and shape of the tag with them.
"""

import cv2
import numpy as np

from tablecam.sensing.vision.patch import BLUR, Patch

# pixels that disagree and touch are a spot from this many on; fewer are noise. `spots` counts no other number
LEAST_SPOT = 3
# a tag of which less than this share disagrees is left whole: specks pull at nothing, and a second fit costs time
LEAST_OFF = 0.015
# what lies within so much of a spot is left out too: in cells, and in sigmas of the picture's blur
SOFT_CELLS, SOFT_BLURS = 0.9, 2.0
# from less than this share of a tag its shape is no longer known better
LEAST_CLEAR = 0.5


def clear_part(on_tag: Patch, agrees: np.ndarray, state: np.ndarray) -> Patch | None:
    """The pixels of a tag that lie apart from its spots; None if it has no spot, or hardly anything besides.

    agrees: (n,) whether each pixel agrees with the bitmap. state: of the tag, as in `patch`.
    """
    if len(agrees) - np.count_nonzero(agrees) < max(LEAST_SPOT, LEAST_OFF * len(agrees)):
        return None
    off = np.zeros(on_tag.shape, np.uint8)
    off.ravel()[on_tag.grid[~agrees]] = 1
    found = spots(off)
    if not found.any():
        return None
    soft_px = max(SOFT_CELLS * on_tag.cell_in(state) * on_tag.local.px_per_in, SOFT_BLURS * float(state[BLUR]))
    reach = max(1, round(soft_px / on_tag.stride))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    covered = cv2.dilate(found, disc)
    clear = covered.ravel()[on_tag.grid] == 0
    return on_tag.only(clear) if clear.mean() >= LEAST_CLEAR else None


def spots(off: np.ndarray) -> np.ndarray:
    """Which of the pixels that are 1 belong to three or more that touch, (rows, columns) uint8.

    Among three that touch, one touches two. OpenCV's connected components, which take any number, wake threads for it,
    and these cost twice as much as the rest of a fit.
    """
    touching = cv2.boxFilter(off, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    between: np.ndarray = off & (touching >= LEAST_SPOT).astype(np.uint8)
    return off & cv2.dilate(between, np.ones((3, 3), np.uint8))
