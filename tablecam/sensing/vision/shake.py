"""The shake of the camera during an exposure: a blur in one direction that all tags of an image share."""

import math
from collections.abc import Sequence

import numpy as np

from tablecam.sensing.vision.fit import TagFit
from tablecam.sensing.vision.patch import EDGE_CELLS, make_state, patch
from tablecam.table.geometry.projection import Camera

# lenses and sensors draw edges softer one way than the other as a shake of this length does: steady frames of two real
# cameras show up to 2.4 px, frames that were shaken by 2 px and more show 2.8 px at least
STEADY_PX = 2.6
# a shake that all tags share stands out this many times from their scatter
SURELY = 2.0
# a shake of length s adds s * s / 12 to the square of the blur along it
STRAIGHT = 12.0
DIFFERENCE = np.array([1.0, -2.0, 1.0])


def measure_shake(grey: np.ndarray, camera: Camera, fits: Sequence[tuple[float, TagFit]]) -> float:
    """Return the length of the shake, in pixels; 0 for a steady image, whose blur is alike in all directions.

    grey: (rows, columns) of uint8. fits: edge of the black square, in inches, and fit of each tag.
    """
    if not fits:
        return 0.0
    blurs = np.array([_compare_blurs(grey, camera, edge_in, fit) for edge_in, fit in fits])
    shared, scatter = blurs.mean(), float(np.sqrt(np.mean(np.abs(blurs - blurs.mean()) ** 2) / len(blurs)))
    length_px = math.sqrt(STRAIGHT * abs(shared))
    return length_px if length_px > STEADY_PX and abs(shared) > SURELY * scatter else 0.0


def _compare_blurs(grey: np.ndarray, camera: Camera, edge_in: float, fit: TagFit) -> complex:
    """Return the square of the blur along the image's rows less that along its columns, and i times that along one
    diagonal less that along the other, in square pixels.

    More blur adds half of its square times the second derivative to the predicted pixels, to first order.
    """
    pixels = patch(grey, camera, fit.tag, edge_in, fit.pose)
    if pixels is None:
        return 0.0
    state = make_state(fit.pose, fit.optics, fit.light)
    predicted = pixels.predict_pixels(state, pixels.draw_template(state)).reshape(pixels.shape)
    diagonal_slope = np.gradient(np.gradient(predicted, axis=0), axis=1)
    slopes = [_differ_twice(predicted, 1) / 2, _differ_twice(predicted, 0) / 2, diagonal_slope]
    design = np.array([slope.ravel() for slope in slopes]) / pixels.stride**2
    on_tag = np.abs(pixels.compute_cells(state)).max(axis=0) < EDGE_CELLS
    residual = (pixels.values - predicted.ravel())[on_tag]
    (along, across, diagonal), *_ = np.linalg.lstsq(design[:, on_tag].T, residual, rcond=None)
    return complex(along - across, 2 * diagonal)


def _differ_twice(levels: np.ndarray, axis: int) -> np.ndarray:
    return np.apply_along_axis(np.convolve, axis, levels, DIFFERENCE, "same")
