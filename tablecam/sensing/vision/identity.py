"""The tag of the whole family that a place resembles most: the final test of a tag that could not be decoded.

A mat has places that resemble one tag or another a little. Compared with a few tags only, one of them may seem to be
there; compared with all 587, such a place hardly ever gives one of the few, and never clearly.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import erf, sqrt

import cv2
import numpy as np

from tablecam.sensing.vision.family import BLACK_CELLS, CELLS, COUNT, bitmap
from tablecam.sensing.vision.patch import TagPose
from tablecam.table.geometry.projection import Camera

# blurs are told apart in steps of this, in cells
BLUR_STEP = 0.1
TURNS = 4
EVERY_TAG = tuple(range(COUNT))


@dataclass(frozen=True)
class Identity:
    """The likeliest tag at a place. turns: quarter turns anticlockwise that it lies turned by; lead: over the next."""

    tag: int
    turns: int
    likeness: float
    lead: float


def identity(grey: np.ndarray, cells_px: np.ndarray, blur_cells: float) -> Identity:
    """The tag that shows at the middles of a hundred cells, (100, 2) in the order of GRID."""
    px = cells_px.astype(np.float32)
    seen = cv2.remap(grey, px[:, 0], px[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(1, -1)
    likeness = (standardised(seen.astype(np.float32)) @ patterns(EVERY_TAG, blur_cells).T).reshape(-1, TURNS)
    best = likeness.max(axis=1)
    tag = int(np.argmax(best))
    return Identity(tag, int(np.argmax(likeness[tag])), float(best[tag]), float(best[tag] - np.delete(best, tag).max()))


def cells_px(camera: Camera, edge_in: float, pose: TagPose) -> np.ndarray:
    """The middles of a tag's cells in the picture, (100, 2)."""
    cell = edge_in * pose.scale / BLACK_CELLS
    up = np.array([np.cos(pose.heading_rad), np.sin(pose.heading_rad)]) * cell
    right = np.array([up[1], -up[0]])
    places = np.array([pose.x_in, pose.y_in]) + GRID[:, :1] * right - GRID[:, 1:] * up
    return camera.project(np.column_stack([places, np.zeros(len(places))]))


def patterns(tags: tuple[int, ...], blur_cells: float) -> np.ndarray:
    """The cells of tags blurred by so much, in all four turns, each of mean 0 and length 1: (4 n, 100), tag by tag."""
    return _patterns(tags, max(1, round(blur_cells / BLUR_STEP)))


@lru_cache(maxsize=16)
def _patterns(tags: tuple[int, ...], blur_steps: int) -> np.ndarray:
    blur = blur_steps * BLUR_STEP
    # how much of each cell's light reaches a sample in the middle of another; the margin around the tag is white
    off = np.arange(CELLS)[:, None] - np.arange(-1, CELLS + 1)
    share = np.vectorize(lambda d: (erf((d + 0.5) / blur / sqrt(2)) - erf((d - 0.5) / blur / sqrt(2))) / 2)(off)
    cells = np.array([np.pad(bitmap(tag), 1, constant_values=1) for tag in tags], float)
    seen = share @ cells @ share.T
    turned = np.stack([np.rot90(seen, turns, axes=(1, 2)) for turns in range(TURNS)], axis=1)
    return standardised(turned.reshape(len(tags) * TURNS, -1)).astype(np.float32)


def standardised(rows: np.ndarray) -> np.ndarray:
    """Rows less their mean, of length 1."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6))


def _grid() -> np.ndarray:
    middle = np.arange(CELLS) - (CELLS - 1) / 2
    return np.stack(np.meshgrid(middle, middle), axis=-1).reshape(-1, 2)


# the middles of the cells, from the tag's centre: x right, y down, row by row
GRID = _grid()
