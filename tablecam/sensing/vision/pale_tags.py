"""Bright patches, as large as a tag, that glare may have paled; their small contrast is stretched to the full range.

The filters for rings compare a tag with its surroundings. If a tag's black is paler than the mat's brightest parts, the
filters see one bright square, though its bitmap may still show with a tenth of its contrast.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.sensing.vision.family import CELLS

# every pixel of a paled tag is brighter than one of these greys; glare on the mat around it needs the higher ones
FLOORS = (130, 175, 215)
# sides of a patch, in widths of a tag: partly hidden; with something bright that touches it
SMALLEST, LARGEST = 0.6, 1.6
# the least share of its smallest rectangle that a patch fills
LEAST_FILLED = 0.6
# quantiles of a patch's pixels that count as its darkest and brightest
DARKEST, BRIGHTEST = 0.05, 0.98
# fewer grey levels than this between them are noise
LEAST_LEVELS = 6
# around a patch, in cells
MARGIN_CELLS = 2.0
# the patches most like a square come first
MOST_PATCHES = 40

# (left, top, right, bottom)
Box = tuple[int, int, int, int]


def pale_patches(grey: np.ndarray, cell_px: tuple[float, float], avoid: np.ndarray) -> Iterator[tuple[Box, np.ndarray]]:
    """Yield parts of an image that may be pale tags, each with its stretched pixels; at most forty.

    grey: (rows, columns). cell_px: smallest and largest width of a cell. avoid: (n, 2) centres of known tags.
    """
    shrink = min(1.0, 2.0 / cell_px[0])
    small_grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else grey
    shrink = small_grey.shape[1] / grey.shape[1]
    tag_px = CELLS * cell_px[0] * shrink, CELLS * cell_px[1] * shrink
    patches = [patch for floor in FLOORS for patch in _find_patches(small_grey, floor, tag_px, avoid * shrink)]
    for patch in sorted(patches, key=lambda patch: -patch.likeness)[:MOST_PATCHES]:
        yield _stretch_contrast(grey, patch, shrink, cell_px[1])


@dataclass(frozen=True)
class _Patch:
    """A bright patch: its box, how much it is like a square of a tag's size (0..1), its darkest and brightest grey."""

    box: Box
    likeness: float
    levels: tuple[float, float]


def _find_patches(small: np.ndarray, floor: int, tag_px: tuple[float, float], avoid: np.ndarray) -> Iterator[_Patch]:
    """Yield bright patches as large as a tag."""
    # the paler black of a tag may lie below the floor
    closed = cv2.morphologyEx((small > floor).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
    least_px, most_px = SMALLEST * tag_px[0], LARGEST * tag_px[1]
    sizes = stats[:, 2:4]
    # a square that is turned by half a right angle has a box as wide as its diagonal
    candidates = np.nonzero((sizes.min(axis=1) >= least_px) & (sizes.max(axis=1) <= most_px * 2**0.5))[0]
    for label in candidates[candidates > 0].tolist():
        left_px, top_px, width, height, _ = (int(number) for number in stats[label])
        box = (left_px, top_px, left_px + width, top_px + height)
        if _holds_any(box, avoid):
            continue
        window = (slice(top_px, top_px + height), slice(left_px, left_px + width))
        mask = labels[window] == label
        likeness = _compute_likeness(mask, least_px, most_px)
        lowest, highest = np.quantile(small[window][mask], (DARKEST, BRIGHTEST))
        if likeness >= LEAST_FILLED and highest - lowest >= LEAST_LEVELS:
            yield _Patch(box, likeness, (float(lowest), float(highest)))


def _compute_likeness(mask: np.ndarray, least_px: float, most_px: float) -> float:
    """Return how much of its smallest rectangle a patch fills, holes included; 0 if no tag has that size."""
    outlines = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    outline = max(outlines, key=len)
    _, sides, _ = cv2.minAreaRect(outline)
    # outlines run through the middles of pixels
    short_side, long_side = min(sides) + 1, max(sides) + 1
    if not least_px <= short_side <= long_side <= most_px:
        return 0.0
    return float((cv2.contourArea(outline) + len(outline) / 2) / (short_side * long_side) * short_side / long_side)


def _holds_any(box: Box, places: np.ndarray) -> bool:
    left_px, top_px, right_px, bottom_px = box
    x, y = places[:, 0], places[:, 1]
    return bool(((x >= left_px) & (x < right_px) & (y >= top_px) & (y < bottom_px)).any())


def _stretch_contrast(grey: np.ndarray, patch: _Patch, shrink: float, cell_px: float) -> tuple[Box, np.ndarray]:
    margin_px = MARGIN_CELLS * cell_px
    height, width = grey.shape
    left_px, top_px = (max(int(edge / shrink - margin_px), 0) for edge in patch.box[:2])
    right_px, bottom_px = (
        min(int(edge / shrink + margin_px) + 1, limit)
        for edge, limit in zip(patch.box[2:], (width, height), strict=True)
    )
    lowest, highest = patch.levels
    crop = grey[top_px:bottom_px, left_px:right_px].astype(np.float32)
    return (left_px, top_px, right_px, bottom_px), ((crop - lowest) * (255 / (highest - lowest))).clip(0, 255).astype(
        np.uint8
    )
