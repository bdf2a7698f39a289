"""Finds tags that the detector cannot read: small, soft, in glare, or with a corner hidden.

Every tag of the family wears the same white ring around a black one. Matched filters for that ring, turned and scaled,
point at places; there the cells are sampled and compared, as grey and not as bits, with the bitmaps that may be in
play. That needs no closed outline, so a gun barrel across a corner or a washed-out edge does not matter. What it
proposes is a suspicion: the fit of the whole bitmap decides.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.vision.family import CELLS, bitmap

# the filter is run on a picture where a cell is about so wide: the finer sees more, the coarser bears more blur and
# glare and costs a third
FINE_CELL_PX, COARSE_CELL_PX = 1.9, 1.3
# steps of the filter bank: at 7.5 degrees and 7 % the rings' corners stay within a third of a cell
ANGLES = np.radians(np.arange(0, 90, 7.5))
SCALE_STEP = 1.07
LEAST_RING = 0.38
MOST_PLACES = 250
# correlation of 100 sampled cells: bitmaps that are not there reach 0.6 at most
LEAST_LIKENESS = 0.62
_INSIDE = 0.45


@dataclass(frozen=True)
class Suspect:
    """A place where a tag may lie. corners_px as in Detection; likeness: correlation of its cells with the bitmap."""

    tag: int
    corners_px: np.ndarray
    likeness: float


def suspects(
    grey: np.ndarray,
    tags: tuple[int, ...],
    cell_px: tuple[float, float],
    avoid: np.ndarray,
    search_cell_px: float = FINE_CELL_PX,
) -> list[Suspect]:
    """Places where one of the tags may lie, best first, at most a few each.

    grey: (rows, columns). cell_px: smallest and largest width of a cell in this picture. avoid: (n, 2) centres of tags
    that are already known. search_cell_px: how wide a cell is in the picture that the rings are sought in.
    """
    if not tags:
        return []
    shrink = min(1.0, search_cell_px / cell_px[0])
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 0.9 else grey
    shrink = small.shape[1] / grey.shape[1]
    sizes = np.exp(np.arange(np.log(cell_px[0]), np.log(cell_px[1]) + 1e-9, np.log(SCALE_STEP)))
    places = _places(small, sizes * shrink)
    matcher = _Matcher(tags)
    found = []
    for x, y, angle, cell in places:
        center = (np.array([x, y]) + 0.5) / shrink - 0.5
        if len(avoid) and np.min(np.linalg.norm(avoid - center, axis=1)) < 3 * cell / shrink:
            continue
        suspect = matcher.best(grey, center, angle, cell / shrink)
        if suspect.likeness >= LEAST_LIKENESS:
            found.append(suspect)
    return sorted(found, key=lambda each: -each.likeness)


def _places(small: np.ndarray, cells: np.ndarray) -> list[tuple[float, float, float, float]]:
    """(x, y, angle, cell) of the peaks of the best filter response, strongest first."""
    best = np.full(small.shape, -1.0, np.float32)
    which = np.zeros(small.shape, np.int32)
    bank = [(angle, cell) for cell in cells for angle in ANGLES]
    for number, (angle, cell) in enumerate(bank):
        ring = _ring(angle, cell)
        half = ring.shape[0] // 2
        if min(small.shape) <= ring.shape[0]:
            continue
        answer = cv2.matchTemplate(small, ring, cv2.TM_CCOEFF_NORMED)
        inner = np.s_[half : half + answer.shape[0], half : half + answer.shape[1]]
        better = answer > best[inner]
        np.copyto(best[inner], answer, where=better)
        np.copyto(which[inner], number, where=better)
    apart = int(cells[0] * 4) | 1
    peaks = (best >= cv2.dilate(best, np.ones((apart, apart)))) & (best > LEAST_RING)
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-best[rows, columns])[:MOST_PLACES]
    return [(float(columns[i]), float(rows[i]), *bank[which[rows[i], columns[i]]]) for i in order]


def _ring(angle: float, cell: float) -> np.ndarray:
    """The rings of any tag as a small picture, turned anticlockwise; the inside is a grey that says nothing."""
    half = int(np.ceil(cell * CELLS / 2 * (abs(np.cos(angle)) + abs(np.sin(angle)))))
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(float)
    a, b = (x * np.cos(angle) - y * np.sin(angle)) / cell, (x * np.sin(angle) + y * np.cos(angle)) / cell
    out = np.maximum(np.abs(a), np.abs(b))
    soft = 0.5
    white = 1 / (1 + np.exp(-(out - 4) / (soft / 4)))
    inside = 1 / (1 + np.exp((out - 3) / (soft / 4)))
    beyond = 1 / (1 + np.exp(-(out - 5) / (soft / 4)))
    return (255 * (white + inside * _INSIDE - beyond * 0.6)).clip(0, 255).astype(np.uint8)


class _Matcher:
    """Compares sampled cells with all bitmaps in play, in all four turns."""

    # how far the filter's place may be off: cells, radians, scale
    _SHIFTS = [
        (dx, dy, turn, size)
        for dx in (-0.7, -0.35, 0, 0.35, 0.7)
        for dy in (-0.7, -0.35, 0, 0.35, 0.7)
        for turn in (-0.045, 0.045)
        for size in (0.97, 1.03)
    ]

    def __init__(self, tags: tuple[int, ...]) -> None:
        self.tags = tags
        patterns = [np.rot90(bitmap(tag), turns).ravel().astype(np.float32) for tag in tags for turns in range(4)]
        patterns = np.array(patterns) - np.mean(patterns, axis=1, keepdims=True)
        self.patterns = patterns / np.linalg.norm(patterns, axis=1, keepdims=True)
        middle = np.arange(CELLS) - (CELLS - 1) / 2
        self.grid = np.stack(np.meshgrid(middle, middle), axis=-1).reshape(-1, 2)

    def best(self, grey: np.ndarray, center: np.ndarray, angle: float, cell: float) -> Suspect:
        """The likeliest bitmap at a place, over small shifts of it."""
        frames = [
            (center + cell * np.array([dx, dy]), angle + turn, cell * size) for dx, dy, turn, size in self._SHIFTS
        ]
        places = np.concatenate([_onto(self.grid, *frame) for frame in frames]).astype(np.float32)
        smooth = cv2.remap(grey, places[:, 0], places[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cells = smooth.reshape(len(frames), -1).astype(np.float32)
        cells -= cells.mean(axis=1, keepdims=True)
        cells /= np.linalg.norm(cells, axis=1, keepdims=True) + 1e-6
        likeness = cells @ self.patterns.T
        frame, pattern = np.unravel_index(int(np.argmax(likeness)), likeness.shape)
        tag, turns = self.tags[pattern // 4], pattern % 4
        corners = np.array([[-4, 4], [4, 4], [4, -4], [-4, -4]], float)
        # rot90 turned the bitmap anticlockwise: its top-left corner went to bottom-left, one place on in this order
        return Suspect(tag, _onto(np.roll(corners, -turns, axis=0), *frames[frame]), float(likeness[frame, pattern]))


def _onto(cells: np.ndarray, center: np.ndarray, angle: float, cell: float) -> np.ndarray:
    """Pixels of cell coordinates (x right, y down), turned anticlockwise as seen."""
    cos, sin = np.cos(angle), np.sin(angle)
    return center + cell * np.column_stack(
        [cells[:, 0] * cos + cells[:, 1] * sin, -cells[:, 0] * sin + cells[:, 1] * cos]
    )
