"""The part of a tag that nothing covers: spots that disagree with the bitmap are left out with their surroundings.

Weights take out the pixels under a gun or a strap, but not the soft edge of its shadow or its blur. The pixels beside
it are a little off, all in one direction, and distort the fitted size and shape of the tag.
"""

import cv2
import numpy as np

from tablecam.sensing.vision.patch import BLUR, Patch

# this many touching pixels that disagree are a spot; fewer are noise. `spots` works only for this number
LEAST_SPOT = 3
# if less than this share of a tag disagrees, it stays whole: specks do no harm, and a second fit costs time
LEAST_OFF = 0.015
# pixels this near to a spot are left out too: in cells, and in sigmas of the image's blur
SOFT_CELLS, SOFT_BLURS = 0.9, 2.0
# with less than this share of a tag its shape gets no better
LEAST_CLEAR = 0.5


def clear_part(on_tag: Patch, agrees: np.ndarray, state: np.ndarray) -> Patch | None:
    """Return a tag's pixels away from its spots; None if it has no spot, or too little besides.

    agrees: (n,) whether each pixel agrees with the bitmap. state: of the tag, as in `patch`.
    """
    if len(agrees) - np.count_nonzero(agrees) < max(LEAST_SPOT, LEAST_OFF * len(agrees)):
        return None
    off = np.zeros(on_tag.shape, np.uint8)
    off.ravel()[on_tag.grid[~agrees]] = 1
    spot_mask = spots(off)
    if not spot_mask.any():
        return None
    margin_px = max(SOFT_CELLS * on_tag.cell_in(state) * on_tag.local.px_per_in, SOFT_BLURS * float(state[BLUR]))
    radius = max(1, round(margin_px / on_tag.stride))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    spot_surroundings = cv2.dilate(spot_mask, disc)
    is_clear = spot_surroundings.ravel()[on_tag.grid] == 0
    return on_tag.only(is_clear) if is_clear.mean() >= LEAST_CLEAR else None


def spots(off: np.ndarray) -> np.ndarray:
    """Mark which of the pixels that are 1 belong to three or more that touch, (rows, columns) uint8.

    Among three that touch, one touches two. OpenCV's connected components would take any number, but wake threads,
    which costs twice as much as the rest of a fit.
    """
    touching = cv2.boxFilter(off, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    middles: np.ndarray = off & (touching >= LEAST_SPOT).astype(np.uint8)
    return off & cv2.dilate(middles, np.ones((3, 3), np.uint8))
