"""Where glare may have paled a tag: a bright patch as large as one, its small contrast stretched to the full range.

The filters for rings compare a tag with what lies around it. A tag of which the black is paler than the mat's brightest
parts is one bright square to them, though its bitmap may still show with a tenth of its contrast.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.sensing.vision.family import CELLS

# a paled tag is brighter all over than one of these greys; glare on the mat around it needs the higher ones
FLOORS = (130, 175, 215)
# sides of a patch, in widths of a tag: with a part hidden; with something bright that touches it
SMALLEST, LARGEST = 0.6, 1.6
# how much of the smallest rectangle around it a patch fills
LEAST_FILLED = 0.6
# the darkest and brightest of a patch, as shares of its pixels
DARKEST, BRIGHTEST = 0.05, 0.98
# fewer grey levels than this between them are noise
LEAST_LEVELS = 6
# around a patch, in cells
MARGIN_CELLS = 2.0
# the likest to a square come first
MOST_PATCHES = 40

# (left, top, right, bottom)
Box = tuple[int, int, int, int]


def pale_patches(grey: np.ndarray, cell_px: tuple[float, float], avoid: np.ndarray) -> Iterator[tuple[Box, np.ndarray]]:
    """Parts of a picture that may be pale tags, each with its stretched pixels; at most forty.

    grey: (rows, columns). cell_px: smallest and largest width of a cell. avoid: (n, 2) centres of known tags.
    """
    shrink = min(1.0, 2.0 / cell_px[0])
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else grey
    shrink = small.shape[1] / grey.shape[1]
    tag_px = CELLS * cell_px[0] * shrink, CELLS * cell_px[1] * shrink
    found = [patch for floor in FLOORS for patch in _patches(small, floor, tag_px, avoid * shrink)]
    for patch in sorted(found, key=lambda patch: -patch.likeness)[:MOST_PATCHES]:
        yield _stretched(grey, patch, shrink, cell_px[1])


@dataclass(frozen=True)
class _Patch:
    """A bright patch: its box, how much it is like a square of a tag's size (0..1), its darkest and brightest grey."""

    box: Box
    likeness: float
    levels: tuple[float, float]


def _patches(small: np.ndarray, floor: int, tag_px: tuple[float, float], avoid: np.ndarray) -> Iterator[_Patch]:
    """Bright patches as large as a tag."""
    # the paler black of a tag may lie below the floor
    closed = cv2.morphologyEx((small > floor).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
    least_px, most_px = SMALLEST * tag_px[0], LARGEST * tag_px[1]
    sizes = stats[:, 2:4]
    # a square that is turned by half a right angle has a box as wide as its diagonal
    candidates = np.nonzero((sizes.min(axis=1) >= least_px) & (sizes.max(axis=1) <= most_px * 2**0.5))[0]
    for label in candidates[candidates > 0].tolist():
        left, top, width, height, _ = (int(number) for number in stats[label])
        box = (left, top, left + width, top + height)
        if _holds(box, avoid):
            continue
        part = (slice(top, top + height), slice(left, left + width))
        mask = labels[part] == label
        likeness = _likeness(mask, least_px, most_px)
        lowest, highest = np.quantile(small[part][mask], (DARKEST, BRIGHTEST))
        if likeness >= LEAST_FILLED and highest - lowest >= LEAST_LEVELS:
            yield _Patch(box, likeness, (float(lowest), float(highest)))


def _likeness(mask: np.ndarray, least_px: float, most_px: float) -> float:
    """How much of the smallest rectangle around it a patch fills, holes included; 0 if that is no size of a tag."""
    outlines = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    outline = max(outlines, key=len)
    _, sides, _ = cv2.minAreaRect(outline)
    # outlines run through the middles of pixels
    short, long = min(sides) + 1, max(sides) + 1
    if not least_px <= short <= long <= most_px:
        return 0.0
    return float((cv2.contourArea(outline) + len(outline) / 2) / (short * long) * short / long)


def _holds(box: Box, places: np.ndarray) -> bool:
    left, top, right, bottom = box
    x, y = places[:, 0], places[:, 1]
    return bool(((x >= left) & (x < right) & (y >= top) & (y < bottom)).any())


def _stretched(grey: np.ndarray, patch: _Patch, shrink: float, cell_px: float) -> tuple[Box, np.ndarray]:
    around = MARGIN_CELLS * cell_px
    height, width = grey.shape
    left, top = (max(int(at / shrink - around), 0) for at in patch.box[:2])
    right, bottom = (
        min(int(at / shrink + around) + 1, most) for at, most in zip(patch.box[2:], (width, height), strict=True)
    )
    lowest, highest = patch.levels
    part = grey[top:bottom, left:right].astype(np.float32)
    return (left, top, right, bottom), ((part - lowest) * (255 / (highest - lowest))).clip(0, 255).astype(np.uint8)
