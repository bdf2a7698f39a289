"""Squares cut around a die, and the views of them that the network is shown, in training and at the table."""

import cv2
import numpy as np

from tablecam.sensing.dice.faces import CROP_PX

# the side of a view in units of the diameter of the die's outline; a square is wider, so that views of it can be turned
MARGIN, WIDER = 1.1, 1.45
SQUARE_PX = 64
# the views of one die: turned in steps, and a little larger and smaller in turn
VIEWS, SCALES = 8, (0.96, 1.06)


def cut_square(image_bgr: np.ndarray, centre: tuple[float, float], radius_px: float) -> np.ndarray:
    """Return the square around a die of this radius, (64, 64, 3) of uint8; beyond the image its border is repeated."""
    half = radius_px * MARGIN * WIDER
    left, top = (round(value - half) for value in centre)
    side = max(2, round(2 * half))
    height, width = image_bgr.shape[:2]
    rows = np.clip(np.arange(top, top + side), 0, height - 1)
    columns = np.clip(np.arange(left, left + side), 0, width - 1)
    how = cv2.INTER_AREA if side > SQUARE_PX else cv2.INTER_LINEAR
    return cv2.resize(image_bgr[np.ix_(rows, columns)], (SQUARE_PX, SQUARE_PX), interpolation=how)


def get_circle(outline: np.ndarray) -> tuple[tuple[float, float], float]:
    """Return the centre and the radius in pixels of the smallest circle around an outline."""
    (x, y), radius = cv2.minEnclosingCircle(outline.astype(np.float32))
    return (float(x), float(y)), float(radius)


def make_views(square: np.ndarray) -> np.ndarray:
    """Return the views of a square, (views, 3, size, size) of float32, each with mean 0 and deviation 1."""
    angles = np.arange(VIEWS) * 360 / VIEWS
    return np.stack([_normalise(_turn(square, angle, SCALES[k % 2])) for k, angle in enumerate(angles)])


def _turn(square: np.ndarray, angle: float, scale: float) -> np.ndarray:
    middle = (SQUARE_PX - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), angle, scale * WIDER * CROP_PX / SQUARE_PX)
    matrix = matrix + np.array([[0, 0, 1], [0, 0, 1]]) * ((CROP_PX - 1) / 2 - middle)
    return cv2.warpAffine(square, matrix, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE)


def _normalise(view: np.ndarray) -> np.ndarray:
    values = view.transpose(2, 0, 1).astype(np.float32) / 255
    return (values - values.mean()) / (values.std() + np.float32(0.02))
