"""The tag of the whole family that a place resembles most: the final test of a tag that could not be decoded.

A mat has places that resemble one tag or another a little. In a comparison with only a few tags, one of them may seem
to be there. In a comparison with all 587, such a place hardly ever matches one of the few, and never clearly.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import erf, sqrt

import cv2
import numpy as np

from tablecam.sensing.vision.family import BLACK_CELLS, CELLS, COUNT, bitmap
from tablecam.sensing.vision.patch import TagPose
from tablecam.table.geometry.projection import Camera

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
