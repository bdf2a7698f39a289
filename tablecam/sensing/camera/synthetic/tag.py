"""A printed tag as a lens and a sensor see it.

The image of a tag is the convolution of its bitmap with the pixel's box and a Gaussian point spread. Here the map from
pixels back onto the tag is a cubic polynomial through projected points (true to 1e-4 px over a tag), and the bitmap is
sampled on a finer grid, and blurred and averaged there.
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
    """A small image on the large one. left, top: its first pixel. cover: (h, w) float32, its share of the pixel.

    white: (h, w) float32, share of the pixel that is white paper.
    """

    left: int
    top: int
    cover: np.ndarray
    white: np.ndarray


def tag_patch(camera: Camera, place: TagPlace, blur_px: float, fineness: int | None = None) -> DrawnPatch:
    """Draw the tag with its white ring, after lens and pixel. fineness: the even number of samples along a pixel."""
    margin = math.ceil(4 * blur_px) + 2
    outline = camera.project(place.square(CELLS))
    left_px, top_px = np.floor(outline.min(axis=0)).astype(int) - margin
    right_px, bottom_px = np.ceil(outline.max(axis=0)).astype(int) + margin + 1
    width, height = right_px - left_px, bottom_px - top_px
    samples_a_pixel = fineness or _choose_fineness(outline)
    x_samples = (np.arange(width * samples_a_pixel) + 0.5) / samples_a_pixel - 0.5 + left_px
    y_samples = (np.arange(height * samples_a_pixel) + 0.5) / samples_a_pixel - 0.5 + top_px
    columns, rows = _map_to_cells(camera, place, x_samples, y_samples)
    pitch = CELLS / math.sqrt(cv2.contourArea(outline.astype(np.float32))) / samples_a_pixel
    layers = _draw_layers(place.tag)
    x, y = _sharpen_positions(columns, pitch), _sharpen_positions(rows, pitch)
    weights = _compute_weights(samples_a_pixel, blur_px)
    white, cover = (
        _gather_pixels(
            _gather_pixels(cv2.remap(layer, x, y, cv2.INTER_LINEAR), samples_a_pixel, weights).T,
            samples_a_pixel,
            weights,
        ).T
        for layer in layers
    )
    return DrawnPatch(int(left_px), int(top_px), np.ascontiguousarray(cover), np.ascontiguousarray(white))


@lru_cache(maxsize=64)
def _compute_weights(fine: int, blur_px: float) -> tuple[float, ...]:
    """Return a pixel's weights of the samples around its middle along one axis: pixel box and Gaussian together."""
    # half a pixel and four sigma: what lies beyond is under 1e-4
    reach = math.ceil(4 * blur_px + 0.5)
    offsets = (np.arange(2 * reach * fine) + 0.5) / fine - reach
    if blur_px > 0:
        scale = math.sqrt(2) * blur_px
        rise = np.array([math.erf((x + 0.5) / scale) - math.erf((x - 0.5) / scale) for x in offsets])
    else:
        rise = (np.abs(offsets) < 0.5).astype(float)
    return tuple((rise / rise.sum()).tolist())


def _gather_pixels(samples: np.ndarray, fine: int, weights: tuple[float, ...]) -> np.ndarray:
    """Sum rows of samples to rows of pixels, (n * fine, w) to (n, w)."""
    # a plain sum in one thread: the matrix product would wake BLAS's threads for a job of microseconds
    margin = (len(weights) - fine) // 2
    padded = np.pad(samples, ((margin, margin), (0, 0)))
    span = len(samples) - fine + 1
    total = np.zeros((len(samples) // fine, samples.shape[1]), np.float32)
    for offset, weight in enumerate(weights):
        total += np.float32(weight) * padded[offset : offset + span : fine]
    return total


def _choose_fineness(outline: np.ndarray) -> int:
    cell_px = math.sqrt(cv2.contourArea(outline.astype(np.float32))) / CELLS
    return int(np.clip(2 * round(SAMPLES_A_CELL / cell_px / 2), 4, 8))


def _draw_layers(tag: int) -> tuple[np.ndarray, np.ndarray]:
    """Return white and cover of the tag within one empty cell, (12, 12) each."""
    return np.pad(bitmap(tag), 1).astype(np.float32), np.pad(np.ones((CELLS, CELLS), np.float32), 1)


def _map_to_cells(
    camera: Camera, place: TagPlace, across: np.ndarray, down: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return column and row of the bitmap, (h, w) each, that each sample of the grid sees; 0..10 lies on the tag."""
    steps = np.linspace(-0.6, 0.6, NODES)
    nodes = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * CELLS
    px = camera.project(place.point(nodes * place.size_in / 8))
    middle, reach = px.mean(axis=0), np.ptp(px, axis=0) / 2
    x, y = ((px - middle) / reach).T
    powers = [(i, j) for i in range(4) for j in range(4 - i)]
    basis = np.stack([x**i * y**j for i, j in powers], axis=1)
    cells = np.stack([nodes[:, 0] + CELLS / 2, CELLS / 2 - nodes[:, 1]], axis=1)
    weights = np.linalg.lstsq(basis, cells, rcond=None)[0]
    table = np.zeros((2, 4, 4))
    for (i, j), weight in zip(powers, weights, strict=True):
        table[:, j, i] = weight
    x_powers = np.vander((across - middle[0]) / reach[0], 4, increasing=True).T
    y_powers = np.vander((down - middle[1]) / reach[1], 4, increasing=True)
    columns, rows = y_powers @ table @ x_powers
    return columns, rows


def _sharpen_positions(cells: np.ndarray, pitch: float) -> np.ndarray:
    """Return positions at which linear interpolation between cell centres draws a ramp one pitch wide at each edge."""
    # the layers begin one cell before the tag, and the centre of a cell is its whole number
    nearest = np.round(cells)
    ramp = np.clip((cells - nearest) / pitch, -0.5, 0.5)
    return (nearest + 0.5 + ramp).astype(np.float32)
