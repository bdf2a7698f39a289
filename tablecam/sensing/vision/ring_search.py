"""Finds tags that the detector cannot read: small, soft, in glare, or with a corner hidden.

Every tag of the family has the same white ring around a black one. Sums along the sides of these rings, turned and
scaled, find candidate places. What lies inside or beyond the rings does not count, so a tag that glare has paled is
found beside anything bright. There the cells are sampled and compared, as grey and not as bits, with the bitmaps in
play. That needs no closed outline, so a gun barrel across a corner or a washed-out edge does not matter. The result
is a candidate only: the fit of the whole bitmap decides.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from math import erf, sqrt

import cv2
import numpy as np

from tablecam.sensing.vision.family import BLACK_CELLS, CELLS, COUNT, Optics, bitmap
from tablecam.sensing.vision.patch import TagPose
from tablecam.table.geometry.projection import Camera

# The tag of the whole family that a place resembles most: the final test of a tag that could not be decoded.
#
# A mat has places that resemble one tag or another a little. In a comparison with only a few tags, one of them may
# seem to be there. In a comparison with all 587, such a place hardly ever matches one of the few, and never clearly.

# blurs are rounded to this step, in cells
BLUR_STEP = 0.1
TURNS = 4
EVERY_TAG = tuple(range(COUNT))


@dataclass(frozen=True)
class Identity:
    """The likeliest tag at a place. turns: its anticlockwise quarter turns. lead: over the next likeliest tag."""

    tag: int
    turns: int
    likeness: float
    lead: float


def identity(grey: np.ndarray, cells_px: np.ndarray, blur_cells: float) -> Identity:
    """Return the tag that shows at the middles of a hundred cells, (100, 2) in the order of GRID."""
    px = cells_px.astype(np.float32)
    samples = cv2.remap(grey, px[:, 0], px[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(1, -1)
    likeness = (standardise_rows(samples.astype(np.float32)) @ patterns(EVERY_TAG, blur_cells).T).reshape(-1, TURNS)
    best_by_tag = likeness.max(axis=1)
    tag = int(np.argmax(best_by_tag))
    return Identity(
        tag,
        int(np.argmax(likeness[tag])),
        float(best_by_tag[tag]),
        float(best_by_tag[tag] - np.delete(best_by_tag, tag).max()),
    )


def cells_px(camera: Camera, edge_in: float, pose: TagPose) -> np.ndarray:
    """Return the middles of a tag's cells in the image, (100, 2)."""
    cell_in = edge_in * pose.scale / BLACK_CELLS
    up = np.array([np.cos(pose.heading_rad), np.sin(pose.heading_rad)]) * cell_in
    right = np.array([up[1], -up[0]])
    places_in = np.array([pose.x_in, pose.y_in]) + GRID[:, :1] * right - GRID[:, 1:] * up
    return camera.project(np.column_stack([places_in, np.zeros(len(places_in))]))


def patterns(tags: tuple[int, ...], blur_cells: float) -> np.ndarray:
    """Return the blurred cells of tags in all four turns, each of mean 0 and length 1: (4 n, 100), tag by tag."""
    return _draw_patterns(tags, max(1, round(blur_cells / BLUR_STEP)))


@lru_cache(maxsize=16)
def _draw_patterns(tags: tuple[int, ...], blur_steps: int) -> np.ndarray:
    blur = blur_steps * BLUR_STEP
    # how much of each cell's light reaches the middle of another cell; the margin around the tag is white
    offsets = np.arange(CELLS)[:, None] - np.arange(-1, CELLS + 1)
    shares = np.vectorize(lambda d: (erf((d + 0.5) / blur / sqrt(2)) - erf((d - 0.5) / blur / sqrt(2))) / 2)(offsets)
    cells = np.array([np.pad(bitmap(tag), 1, constant_values=1) for tag in tags], float)
    blurred = shares @ cells @ shares.T
    turned = np.stack([np.rot90(blurred, turns, axes=(1, 2)) for turns in range(TURNS)], axis=1)
    return standardise_rows(turned.reshape(len(tags) * TURNS, -1)).astype(np.float32)


def standardise_rows(rows: np.ndarray) -> np.ndarray:
    """Return rows less their mean, of length 1."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6))


def _build_grid() -> np.ndarray:
    middle = np.arange(CELLS) - (CELLS - 1) / 2
    return np.stack(np.meshgrid(middle, middle), axis=-1).reshape(-1, 2)


# the middles of the cells, from the tag's centre: x right, y down, row by row
GRID = _build_grid()


# the rings are searched in an image where a cell is about this wide: blur and glare do little harm there. On drawn
# tables at 1080p, with cells of 1.7 px, this width finds 90 of 90 models, and 1.3 finds 85 of 90
SEARCH_CELL_PX = 1.6
# the rings of the search: at 7.5 degrees a ring's corners stay within half a cell. On tables rendered at 1080p, in
# glare, 235 of 280 tags have a place in steps of 6 %, and 227 in steps of 10 %
ANGLES = np.radians(np.arange(0, 90, 7.5))
SCALE_STEP = 1.06
# the rows that are compared with all rings in turn: as many as stay in the processor's cache
BAND_ROWS = 128
# the grey levels between the rings of the palest tag that is searched, on average
LEAST_LEVELS = 5.0
# the same as a share of the deviation of all that lies within a tag's width
LEAST_SHARE = 0.3
# one sigma of noise in grey levels that is no contrast of its surroundings
NOISE_LEVELS = 4.0
# correlation of the cells along the rings with white and black: at first, and with the place refined. On rendered
# tables, pale or not, the 60 to 800 places with more than the latter hold 24 to 27 of 28 tags at 4K and 1080p
LIKELY, LEAST_RINGS = 0.3, 0.5
MOST_PLACES = 3000
# correlation of 100 sampled cells with a bitmap: at first, and with the place refined; wrong bitmaps reach 0.6, seldom
# more
HOPEFUL, LEAST_LIKENESS = 0.5, 0.62
BATCH = 128
# frames whose rings are sampled at once: OpenCV maps at most 32767 rows
RING_BATCH = 20_000
# noise in grey levels that is no contrast of the rings
RING_NOISE_LEVELS = 2.0
_NEAR_SHIFTS = (-0.35, 0.0, 0.35)
_FAR_SHIFTS = (-0.7, -0.35, 0.0, 0.35, 0.7)
# the middles of the rings' sides from the tag's centre, in cells
_WHITE, _BLACK = 4.5, 3.5
# eight cells along a side, added up in three steps
_DOUBLINGS = (1, 2, 4)


@dataclass(frozen=True)
class Suspect:
    """A place where a tag may lie. corners_px as in Detection; likeness: correlation of its cells with the bitmap."""

    tag: int
    corners_px: np.ndarray
    likeness: float


def suspects(
    grey: np.ndarray, tags: tuple[int, ...], cell_px: tuple[float, float], avoid: np.ndarray, optics: Optics
) -> list[Suspect]:
    """Return places where one of the tags may lie, best first, at most a few each.

    grey: (rows, columns). cell_px: smallest and largest width of a cell in this image. avoid: (n, 2) centres of tags
    that are already known.
    """
    if not tags:
        return []
    places = find_rings(grey, cell_px, avoid)
    matcher = _Matcher(tags, optics, cell_px[0])
    hopeful = matcher.hopeful(grey, places)
    candidates = [matcher.best(grey, place) for place in hopeful]
    return sorted(
        (candidate for candidate in candidates if candidate is not None), key=lambda candidate: -candidate.likeness
    )


def find_rings(grey: np.ndarray, cell_px: tuple[float, float], avoid: np.ndarray) -> np.ndarray:
    """Return places that show the rings of a tag, the likeliest first: (n, 4) of x, y, angle and cell.

    Only the rings count: what lies inside or beyond them may be of any brightness. Arguments as for `suspects`.
    """
    shrink = min(1.0, SEARCH_CELL_PX / cell_px[0])
    small_grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 0.9 else grey
    shrink = small_grey.shape[1] / grey.shape[1]
    places = _find_contrasts(small_grey, _list_sizes(cell_px) * shrink)
    places[:, :2] = (places[:, :2] + 0.5) / shrink - 0.5
    places[:, 3] /= shrink
    if len(avoid) and len(places):
        distances = np.linalg.norm(places[:, None, :2] - avoid, axis=2).min(axis=1)
        places = places[distances > 3 * places[:, 3]]
    return _refine_places(grey, places)


def _list_sizes(cell_px: tuple[float, float]) -> np.ndarray:
    """Return widths of a cell between the smallest and the largest, in equal ratios."""
    smallest, largest = np.log(cell_px)
    count = max(1, math.ceil((largest - smallest) / math.log(SCALE_STEP)))
    sizes: np.ndarray = np.exp(smallest + (largest - smallest) * (np.arange(count) + 0.5) / count)
    return sizes


def _find_contrasts(small: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Return where white rings lie around black ones, (n, 4) of x, y, angle and cell, in no order."""
    bank = np.array([(angle, cell) for cell in cells for angle in ANGLES])
    reach = math.ceil((_WHITE + _BLACK) * float(cells.max())) + len(_DOUBLINGS) + 1
    padded = cv2.copyMakeBorder(small, reach, reach, reach, reach, cv2.BORDER_REPLICATE).astype(np.int16)
    bands = [
        _compare_rings(padded[row : row + BAND_ROWS + 2 * reach], bank, reach)
        for row in range(0, len(small), BAND_ROWS)
    ]
    sums, best_rings = (np.concatenate(parts) for parts in zip(*bands, strict=True))
    contrast = sums.astype(np.float32) / (4 * 2 ** len(_DOUBLINGS))
    share = contrast / _compute_deviation(small, round(CELLS * float(cells[0])))
    spacing = int(cells[0] * 4) | 1
    is_peak = share >= cv2.dilate(share, np.ones((spacing, spacing)))
    rows, columns = np.nonzero(is_peak & (contrast > LEAST_LEVELS) & (share > LEAST_SHARE))
    places = np.column_stack([columns, rows]) + reach
    return np.asarray(_select_rings(padded, places, best_rings[rows, columns], bank) - [reach, reach, 0, 0])


def _select_rings(padded: np.ndarray, places: np.ndarray, rings: np.ndarray, bank: np.ndarray) -> np.ndarray:
    """Return the places (n, 2) that show their rings within a pixel, moved there: (m, 4) of x, y, angle and cell.

    rings: (n,) the ring of the bank that each place shows.
    """
    width, pixels = padded.shape[1], padded.ravel()
    frames = np.column_stack([np.zeros((len(bank), 2)), bank])
    cells_px = np.rint(_map_to_pixels(_RING_CELLS, frames)).astype(np.int32)
    offsets = (cells_px[..., 1] * width + cells_px[..., 0])[rings]
    starts = (places[:, 1] * width + places[:, 0]).astype(np.int32)[:, None] + offsets
    likeness = np.array([_correlate_rings(pixels.take(starts + row * width + column)) for column, row in _NEIGHBOURS])
    best = likeness.argmax(axis=0)
    is_likely = likeness[best, np.arange(len(places))] > LIKELY
    moved = places + np.array(_NEIGHBOURS)[best]
    return np.asarray(np.column_stack([moved, bank[rings]])[is_likely], float)


def _correlate_rings(levels: np.ndarray) -> np.ndarray:
    """Return the correlation of the cells along the rings, (n, 64) grey levels, with white and black, (n,)."""
    levels = levels.astype(np.float32)
    totals = levels.sum(axis=1)
    squares = np.einsum("ij,ij->i", levels, levels) - totals * totals / levels.shape[1]
    noise = RING_NOISE_LEVELS * math.sqrt(levels.shape[1])
    return np.asarray(levels @ _RING_PATTERN / (np.sqrt(np.maximum(squares, 0)) + noise))


def _compute_deviation(small: np.ndarray, width: int) -> np.ndarray:
    """Return the standard deviation within a square of this width around each pixel, noise included."""
    mean = cv2.boxFilter(small, cv2.CV_32F, (width, width))
    square = cv2.sqrBoxFilter(small, cv2.CV_32F, (width, width))
    return np.asarray(np.sqrt(np.maximum(square - mean * mean, 0)) + NOISE_LEVELS)


def _compare_rings(band: np.ndarray, bank: np.ndarray, reach: int) -> tuple[np.ndarray, np.ndarray]:
    """Return by how much the white ring is brighter than the black one, and the ring of the bank for which it is most.

    band: rows of an image with a margin of `reach`. The sums are of 32 pixels along each ring.
    """
    shape = band.shape[0] - 2 * reach, band.shape[1] - 2 * reach
    best, number_of_best = np.full(shape, np.iinfo(np.int16).min, np.int16), np.zeros(shape, np.int16)
    for number, (angle, cell) in enumerate(bank):
        contrast = _sum_ring_sides(band, float(angle), float(cell), reach)
        number_of_best[contrast > best] = number
        np.maximum(best, contrast, out=best)
    return best, number_of_best


def _sum_ring_sides(band: np.ndarray, angle: float, cell: float, reach: int) -> np.ndarray:
    """Return the sum along the four sides of the white ring less that along the black one, for each pixel."""
    right = np.array([math.cos(angle), -math.sin(angle)]) * cell
    down = np.array([math.sin(angle), math.cos(angle)]) * cell
    contrast: np.ndarray | None = None
    for along, across in ((right, down), (down, right)):
        sums, margin = _sum_along(band, along)
        for distance in (_WHITE, -_WHITE, _BLACK, -_BLACK):
            column, row = reach - margin + np.rint(across * distance).astype(int)
            side = sums[row : row + band.shape[0] - 2 * reach, column : column + band.shape[1] - 2 * reach]
            if contrast is None:
                contrast = side.copy()
            elif abs(distance) == _WHITE:
                contrast += side
            else:
                contrast -= side
    assert contrast is not None
    return contrast


def _sum_along(band: np.ndarray, along: np.ndarray) -> tuple[np.ndarray, int]:
    """Return the sum of eight pixels in a row around each pixel, one cell apart, and the width of the margin lost."""
    lost = 0
    for step in _DOUBLINGS:
        before = np.rint(-step / 2 * along).astype(int)
        after = before + np.rint(step * along).astype(int)
        margin = int(max(np.abs(before).max(), np.abs(after).max()))
        height, width = band.shape[0] - 2 * margin, band.shape[1] - 2 * margin
        (left, top), (right, bottom) = margin + before, margin + after
        band = band[top : top + height, left : left + width] + band[bottom : bottom + height, right : right + width]
        lost += margin
    return band, lost


# the middles of the rings' cells, (64, 2) as in GRID, and their brightness, of mean 0 and length 1
_RING_CELLS = GRID[np.abs(GRID).max(axis=1) >= _BLACK]
_RING_PATTERN = standardise_rows((np.abs(_RING_CELLS).max(axis=1) == _WHITE)[None].astype(np.float32))[0]
_NEIGHBOURS = [(column, row) for row in (-1, 0, 1) for column in (-1, 0, 1)]
_PLACE_SHIFTS = np.array([(dx, dy, 0.0, 1.0) for dx in (-0.5, 0.0, 0.5) for dy in (-0.5, 0.0, 0.5)])
_SHAPE_SHIFTS = np.array([(0.0, 0.0, turn, size) for turn in (-0.06, 0.0, 0.06) for size in (0.96, 1.0, 1.04)])


def _refine_places(grey: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the places whose rings show, moved to where they show best, the best first; at most 3000."""
    for shifts in (_PLACE_SHIFTS, _SHAPE_SHIFTS):
        frames = _shift_places(places, shifts)
        likeness = _compute_ring_likeness(grey, frames).reshape(len(places), len(shifts))
        rows, best = np.arange(len(places)), likeness.argmax(axis=1)
        places, found = frames.reshape(len(places), len(shifts), 4)[rows, best], likeness[rows, best]
    order = np.argsort(-found)
    return np.asarray(places[order[found[order] > LEAST_RINGS]][:MOST_PLACES])


def _compute_ring_likeness(grey: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """Return the correlation of the cells along the rings with white and black, (n,)."""
    parts = [
        _correlate_rings(_sample_cells(grey, _RING_CELLS, frames[start : start + RING_BATCH]))
        for start in range(0, len(frames), RING_BATCH)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def _sample_cells(grey: np.ndarray, cells: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """Return the grey levels at cells of frames, (frames, cells)."""
    pixels = _map_to_pixels(cells, frames).astype(np.float32)
    levels = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(levels.astype(np.float32))


class _Matcher:
    """Compares sampled cells with all bitmaps in play, in all four turns, blurred as the image is."""

    def __init__(self, tags: tuple[int, ...], optics: Optics, cell_px: float) -> None:
        self._tags = tags
        self._blur_cells = optics.blur_cells(cell_px)
        self._patterns = patterns(tags, self._blur_cells)

    def hopeful(self, grey: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Return the places that look a little like one of the bitmaps, (n, 4) again."""
        shifts = np.array([(dx, dy, 0.0, 1.0) for dx in _NEAR_SHIFTS for dy in _NEAR_SHIFTS])
        hopes = [
            self._compute_likeness(grey, _shift_places(places[i : i + BATCH], shifts)).reshape(
                -1, len(shifts), len(self._patterns)
            )
            for i in range(0, len(places), BATCH)
        ]
        return places[np.concatenate([hope.max(axis=(1, 2)) for hope in hopes]) > HOPEFUL] if hopes else places

    def best(self, grey: np.ndarray, place: np.ndarray) -> Suspect | None:
        """Return the likeliest bitmap at a place, over its shifts, turns and sizes; None if none in play is there."""
        shifts = [
            (dx, dy, turn, size)
            for dx in _FAR_SHIFTS
            for dy in _FAR_SHIFTS
            for turn in (-0.045, 0.045)
            for size in (0.97, 1.03)
        ]
        frames = _shift_places(place[None], np.array(shifts))
        likeness = self._compute_likeness(grey, frames)
        frame, pattern = np.unravel_index(int(np.argmax(likeness)), likeness.shape)
        if likeness[frame, pattern] < LEAST_LIKENESS:
            return None
        tag, turns = self._tags[pattern // 4], int(pattern % 4)
        likeliest = identity(grey, _map_to_pixels(GRID, frames[frame : frame + 1])[0], self._blur_cells)
        if likeliest.tag != tag:
            return None
        corners = np.array([[-4, 4], [4, 4], [4, -4], [-4, -4]], float)
        # rot90 turned the bitmap anticlockwise: its top-left corner went to bottom-left, one place on in this order
        corners_px = _map_to_pixels(np.roll(corners, -turns, axis=0), frames[frame : frame + 1])[0]
        return Suspect(tag, corners_px, float(likeness[frame, pattern]))

    def _compute_likeness(self, grey: np.ndarray, frames: np.ndarray) -> np.ndarray:
        """Return the correlations, (frames, patterns)."""
        return standardise_rows(_sample_cells(grey, GRID, frames)) @ self._patterns.T


def _shift_places(places: np.ndarray, shifts: np.ndarray) -> np.ndarray:
    """Move places (n, 4: x, y, angle, cell) by shifts (m, 4: in cells, turn, times the size): (n * m, 4)."""
    cell = places[:, None, 3]
    centers = [places[:, None, 0] + cell * shifts[:, 0], places[:, None, 1] + cell * shifts[:, 1]]
    return np.stack([*centers, places[:, None, 2] + shifts[:, 2], cell * shifts[:, 3]], axis=-1).reshape(-1, 4)


def _map_to_pixels(cells: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """Return pixels (frames, cells, 2) of cell coordinates (x right, y down), turned anticlockwise as seen."""
    cos, sin, size = np.cos(frames[:, 2:3]), np.sin(frames[:, 2:3]), frames[:, 3:4]
    x = frames[:, 0:1] + size * (cells[:, 0] * cos + cells[:, 1] * sin)
    y = frames[:, 1:2] + size * (-cells[:, 0] * sin + cells[:, 1] * cos)
    return np.stack([x, y], axis=-1)
