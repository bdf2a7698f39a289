"""Finds tags that the detector cannot read: small, soft, in glare, or with a corner hidden.

Every tag of the family has the same white ring around a black one. Matched filters for that ring, turned and scaled,
find candidate places. There the cells are sampled and compared, as grey and not as bits, with the bitmaps in play. That
needs no closed outline, so a gun barrel across a corner or a washed-out edge does not matter. The result is a candidate
only: the fit of the whole bitmap decides.
"""

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


# the filter runs on an image where a cell is about this wide: the finer one finds more, the coarser one tolerates more
# blur and glare and costs a third
FINE_CELL_PX, COARSE_CELL_PX = 1.9, 1.3
# steps of the filter bank: at 7.5 degrees and 7 % the rings' corners stay within a third of a cell
ANGLES = np.radians(np.arange(0, 90, 7.5))
SCALE_STEP = 1.07
# the busiest mats have a thousand places that look a little like a ring
LEAST_RING = 0.36
MOST_PLACES = 3000
# correlation of 100 sampled cells with a bitmap: at first, and with the place refined; wrong bitmaps reach 0.6, seldom
# more
HOPEFUL, LEAST_LIKENESS = 0.5, 0.62
BATCH = 128
_INSIDE_GREY = 0.45
_NEAR_SHIFTS = (-0.35, 0.0, 0.35)
_FAR_SHIFTS = (-0.7, -0.35, 0.0, 0.35, 0.7)


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
    optics: Optics,
    search_cell_px: float = FINE_CELL_PX,
) -> list[Suspect]:
    """Return places where one of the tags may lie, best first, at most a few each.

    grey: (rows, columns). cell_px: smallest and largest width of a cell in this image. avoid: (n, 2) centres of tags
    that are already known. search_cell_px: the width of a cell in the image that is searched for rings.
    """
    if not tags:
        return []
    shrink = min(1.0, search_cell_px / cell_px[0])
    small_grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 0.9 else grey
    shrink = small_grey.shape[1] / grey.shape[1]
    sizes = np.exp(np.arange(np.log(cell_px[0]), np.log(cell_px[1]) + 1e-9, np.log(SCALE_STEP)))
    places = _find_ring_peaks(small_grey, sizes * shrink)
    places[:, :2] = (places[:, :2] + 0.5) / shrink - 0.5
    places[:, 3] /= shrink
    if len(avoid) and len(places):
        distances = np.linalg.norm(places[:, None, :2] - avoid, axis=2).min(axis=1)
        places = places[distances > 3 * places[:, 3]]
    matcher = _Matcher(tags, optics, cell_px[0])
    hopeful = matcher.hopeful(grey, places)
    candidates = [matcher.best(grey, place) for place in hopeful]
    return sorted(
        (candidate for candidate in candidates if candidate is not None), key=lambda candidate: -candidate.likeness
    )


def _find_ring_peaks(small: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Return the peaks of the best filter response, strongest first: (n, 4) of x, y, angle and cell."""
    best_response = np.full(small.shape, -1.0, np.float32)
    best_filter = np.zeros(small.shape, np.int32)
    bank = np.array([(angle, cell) for cell in cells for angle in ANGLES])
    for number, (angle, cell) in enumerate(bank):
        ring = _draw_ring(angle, cell)
        margin = ring.shape[0] // 2
        if min(small.shape) <= ring.shape[0]:
            continue
        response = cv2.matchTemplate(small, ring, cv2.TM_CCOEFF_NORMED)
        inner = np.s_[margin : margin + response.shape[0], margin : margin + response.shape[1]]
        is_better = response > best_response[inner]
        np.copyto(best_response[inner], response, where=is_better)
        np.copyto(best_filter[inner], number, where=is_better)
    spacing = int(cells[0] * 4) | 1
    peaks = (best_response >= cv2.dilate(best_response, np.ones((spacing, spacing)))) & (best_response > LEAST_RING)
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-best_response[rows, columns])[:MOST_PLACES]
    rows, columns = rows[order], columns[order]
    return np.column_stack([columns, rows, bank[best_filter[rows, columns]]]).astype(float)


def _draw_ring(angle: float, cell: float) -> np.ndarray:
    """Draw the rings of any tag as a small image, turned anticlockwise; the inside is neutral grey."""
    radius = int(np.ceil(cell * CELLS / 2 * (abs(np.cos(angle)) + abs(np.sin(angle)))))
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1].astype(float)
    a, b = (x * np.cos(angle) - y * np.sin(angle)) / cell, (x * np.sin(angle) + y * np.cos(angle)) / cell
    distance = np.maximum(np.abs(a), np.abs(b))
    softness = 0.5
    white = 1 / (1 + np.exp(-(distance - 4) / (softness / 4)))
    inside = 1 / (1 + np.exp((distance - 3) / (softness / 4)))
    beyond = 1 / (1 + np.exp(-(distance - 5) / (softness / 4)))
    return (255 * (white + inside * _INSIDE_GREY - beyond * 0.6)).clip(0, 255).astype(np.uint8)


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
        pixels = _map_to_pixels(GRID, frames).astype(np.float32)
        cells = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return standardise_rows(cells.astype(np.float32)) @ self._patterns.T


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
