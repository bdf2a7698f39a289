"""A printed tag as a lens and a sensor see it: the ideal bitmap, averaged over each pixel and blurred by the lens.

The picture of a tag is the convolution of its bitmap with the pixel's box and a Gaussian point spread. Here the way
from pixels back onto the tag is a cubic polynomial through projected points (true to 1e-4 px over a tag), the bitmap
is sampled on a finer grid, and blurred and averaged there.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.scene import TagPlace
from tablecam.sensing.vision.family import CELLS, bitmap
from tablecam.table.geometry.projection import Camera

# finer samples a cell: the slant of an edge is then softened over the distance of two samples
SAMPLES_A_CELL = 12
# points along each side of the square that the polynomial goes through
NODES = 7


@dataclass(frozen=True)
class DrawnPatch:
    """A small picture on the large one. left, top: its first pixel. cover: (h, w) float32, share of the pixel it takes.

    white: (h, w) float32, share of the pixel that is white paper.
    """

    left: int
    top: int
    cover: np.ndarray
    white: np.ndarray


def tag_patch(camera: Camera, place: TagPlace, blur_px: float, fineness: int | None = None) -> DrawnPatch:
    """The tag with its white ring, after lens and pixel; `fineness` is the even number of samples along a pixel."""
    margin = math.ceil(4 * blur_px) + 2
    outline = camera.project(place.square(CELLS))
    left, top = np.floor(outline.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(outline.max(axis=0)).astype(int) + margin + 1
    width, height = right - left, bottom - top
    fine = fineness or _fineness(outline)
    across = (np.arange(width * fine) + 0.5) / fine - 0.5 + left
    down = (np.arange(height * fine) + 0.5) / fine - 0.5 + top
    columns, rows = _cells_at(camera, place, across, down)
    pitch = CELLS / math.sqrt(cv2.contourArea(outline.astype(np.float32))) / fine
    layers = _layers(place.tag)
    x, y = _sharpened(columns, pitch), _sharpened(rows, pitch)
    weights = _spread(fine, blur_px)
    white, cover = (
        _gathered(_gathered(cv2.remap(layer, x, y, cv2.INTER_LINEAR), fine, weights).T, fine, weights).T
        for layer in layers
    )
    return DrawnPatch(int(left), int(top), np.ascontiguousarray(cover), np.ascontiguousarray(white))


@lru_cache(maxsize=64)
def _spread(fine: int, blur_px: float) -> tuple[float, ...]:
    """What a pixel takes of the samples around its middle along one axis: pixel box and Gaussian together."""
    # half a pixel and four sigma: what lies beyond is under 1e-4
    reach = math.ceil(4 * blur_px + 0.5)
    offsets = (np.arange(2 * reach * fine) + 0.5) / fine - reach
    if blur_px > 0:
        scale = math.sqrt(2) * blur_px
        rise = np.array([math.erf((x + 0.5) / scale) - math.erf((x - 0.5) / scale) for x in offsets])
    else:
        rise = (np.abs(offsets) < 0.5).astype(float)
    return tuple((rise / rise.sum()).tolist())


def _gathered(samples: np.ndarray, fine: int, weights: tuple[float, ...]) -> np.ndarray:
    """Rows of pixels out of rows of samples, (n * fine, w) to (n, w)."""
    # a plain sum in one thread: the matrix product would wake BLAS's threads for a job of microseconds
    beyond = (len(weights) - fine) // 2
    padded = np.pad(samples, ((beyond, beyond), (0, 0)))
    last = len(samples) - fine + 1
    total = np.zeros((len(samples) // fine, samples.shape[1]), np.float32)
    for first, weight in enumerate(weights):
        total += np.float32(weight) * padded[first : first + last : fine]
    return total


def _fineness(outline: np.ndarray) -> int:
    cell_px = math.sqrt(cv2.contourArea(outline.astype(np.float32))) / CELLS
    return int(np.clip(2 * round(SAMPLES_A_CELL / cell_px / 2), 4, 8))


def _layers(tag: int) -> tuple[np.ndarray, np.ndarray]:
    """White and cover of the tag within one cell of nothing, (12, 12) each."""
    return np.pad(bitmap(tag), 1).astype(np.float32), np.pad(np.ones((CELLS, CELLS), np.float32), 1)


def _cells_at(camera: Camera, place: TagPlace, across: np.ndarray, down: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Column and row of the bitmap, (h, w) each, that each sample of the grid sees; 0..10 lies on the tag."""
    steps = np.linspace(-0.6, 0.6, NODES)
    nodes = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * CELLS
    px = camera.project(place.point(nodes * place.size_in / 8))
    middle, reach = px.mean(axis=0), np.ptp(px, axis=0) / 2
    x, y = ((px - middle) / reach).T
    powers = [(i, j) for i in range(4) for j in range(4 - i)]
    basis = np.stack([x**i * y**j for i, j in powers], axis=1)
    wanted = np.stack([nodes[:, 0] + CELLS / 2, CELLS / 2 - nodes[:, 1]], axis=1)
    weights = np.linalg.lstsq(basis, wanted, rcond=None)[0]
    table = np.zeros((2, 4, 4))
    for (i, j), weight in zip(powers, weights, strict=True):
        table[:, j, i] = weight
    along = np.vander((across - middle[0]) / reach[0], 4, increasing=True).T
    upright = np.vander((down - middle[1]) / reach[1], 4, increasing=True)
    columns, rows = upright @ table @ along
    return columns, rows


def _sharpened(cells: np.ndarray, pitch: float) -> np.ndarray:
    """Positions at which linear interpolation between cell centres draws a ramp only one pitch wide at each edge."""
    # the layers begin one cell before the tag, and the centre of a cell is its whole number
    nearest = np.round(cells)
    ramp = np.clip((cells - nearest) / pitch, -0.5, 0.5)
    return (nearest + 0.5 + ramp).astype(np.float32)
