"""Rectifies the camera's picture to a view from straight above, true at one height: the ground to trace outlines on."""

from functools import lru_cache

import cv2
import numpy as np

from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera

PX_PER_IN = 20
# margin around the playing area, for terrain at its edge
MARGIN_IN = 3.0
# a picture finer than the result by this factor is shrunk first, or its detail would flicker
TOO_FINE = 1.6
COARSE_PX = 10

Size = tuple[float, float]


def rectify_frame(frame: Frame, camera: Camera, size_in: Size, z_in: float) -> np.ndarray:
    """Warps the picture to the plane at the height z, BGR: 20 pixels an inch, y upwards, 3 in more on each side.

    Things at that height lie at their true places; lower and higher ones are shifted, as in any photograph. Parts of
    the table outside the camera's picture are black.
    """
    image, scale = frame.image, camera.intrinsics.width / frame.size[0]
    map_px = (_map_pixels(_CameraKey(camera), size_in, z_in) + 0.5) / scale - 0.5
    fineness = _measure_fineness(map_px)
    while fineness > TOO_FINE:
        image, map_px, fineness = cv2.pyrDown(image), (map_px - 0.5) / 2, fineness / 2
    x_px, y_px = np.moveaxis(map_px, -1, 0).astype(np.float32)
    warped = cv2.remap(image, x_px, y_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return warped if warped.ndim == 3 else cv2.cvtColor(warped, cv2.COLOR_GRAY2BGR)


class _CameraKey:
    """A camera as a key: the same while lens and pose are the same to a hundredth of a pixel."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        lens, pose = camera.intrinsics, camera.pose
        parts = (lens.matrix, lens.distortion, pose.rotation, pose.translation)
        self._key = (lens.width, *(np.round(array, 5).tobytes() for array in parts))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _CameraKey) and self._key == other._key


@lru_cache(maxsize=4)
def _map_pixels(key: _CameraKey, size_in: Size, z_in: float) -> np.ndarray:
    """Maps each pixel of the rectified picture to the camera's picture, (rows, columns, 2)."""
    width, depth = (round((length + 2 * MARGIN_IN) * PX_PER_IN) for length in size_in)
    # lenses bend so slowly that straight lines suffice between places half an inch apart
    columns, rows = (np.arange(length // COARSE_PX + 2) * COARSE_PX for length in (width, depth))
    x = (columns + 0.5) / PX_PER_IN - MARGIN_IN
    y = size_in[1] + MARGIN_IN - (rows + 0.5) / PX_PER_IN
    points = np.stack([*np.meshgrid(x, y), np.full((len(rows), len(columns)), z_in)], axis=-1)
    coarse = np.nan_to_num(key.camera.project(points), nan=-1.0)
    across, down = _interpolate_weights(columns, width), _interpolate_weights(rows, depth)
    return np.stack([down @ coarse[..., axis] @ across.T for axis in (0, 1)], axis=-1)


def _interpolate_weights(coarse: np.ndarray, length: int) -> np.ndarray:
    """Computes the weights of straight lines between coarse places, (length, coarse places)."""
    return np.maximum(0, 1 - np.abs(np.arange(length)[:, None] - coarse) / COARSE_PX)


def _measure_fineness(map_px: np.ndarray) -> float:
    """Measures the camera's pixels to one of the rectified picture, in its middle."""
    row, column = (length // 2 for length in map_px.shape[:2])
    return float(np.linalg.norm(map_px[row, column + 1] - map_px[row, column]))
