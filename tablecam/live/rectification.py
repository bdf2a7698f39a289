"""Rectifies the camera's picture to views from straight above, true at one height: the table, or one piece of it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import shapely
from shapely import Polygon

from tablecam.base.units import to_inches
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed

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
    map_px = (map_pixels(camera, size_in, z_in) + 0.5) / scale - 0.5
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


def map_pixels(camera: Camera, size_in: Size, z_in: float) -> np.ndarray:
    """Maps each pixel of the rectified picture to the camera's picture, (rows, columns, 2)."""
    return _map_pixels(_CameraKey(camera), size_in, z_in)


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


CUT_PX_PER_IN = 16
# margin around a model: figures that reach over their bases, the rim of a tray, the shadow beside it
AROUND_IN = 0.35
# smoothing of a finer picture, in pixels of the result
SMOOTH = 0.45

Point = tuple[float, float]


@dataclass(frozen=True)
class PlaneView:
    """A square of the plane at one height. grey: (n, n) float32, y upwards. seen: (n, n) float32, 1 where it counts."""

    grey: np.ndarray
    seen: np.ndarray


def pixels(half_in: float) -> int:
    """Returns the side of such a square in pixels; half of it is a whole number too."""
    return 4 * math.ceil(half_in * CUT_PX_PER_IN / 2)


def cut_view(frame: Frame, camera: Camera, middle: Point, half_in: float, z_in: float) -> PlaneView:
    """Cuts out the square of side 2 `half_in` around a place; nothing counts outside of the picture."""
    scale = camera.intrinsics.width / frame.size[0]
    count = pixels(half_in)
    steps = (np.arange(count) + 0.5 - count / 2) / CUT_PX_PER_IN
    x, y = np.meshgrid(middle[0] + steps, middle[1] - steps)
    px = (camera.project(np.stack([x, y, np.full_like(x, z_in)], axis=-1)) + 0.5) / scale - 0.5
    px = np.nan_to_num(px, nan=-1e4)
    size = np.array(frame.size)
    inside = np.asarray(((px >= 0) & (px <= size - 1)).all(axis=-1), np.float32)
    low = np.clip(np.floor(px.reshape(-1, 2).min(axis=0)).astype(int) - 6, 0, size - 1)
    high = np.clip(np.ceil(px.reshape(-1, 2).max(axis=0)).astype(int) + 7, low + 1, size)
    box: np.ndarray = frame.grey[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    fineness = float(np.linalg.norm(px[count // 2, count // 2] - px[count // 2, count // 2 - 1]))
    if fineness > 1:
        box = cv2.GaussianBlur(box, (0, 0), SMOOTH * fineness)
    map_x, map_y = np.moveaxis(px - low, -1, 0).astype(np.float32)
    grey: np.ndarray = cv2.remap(box, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return PlaneView(grey, inside)


def draw_mask(polygons: Iterable[Polygon], middle: Point, half_in: float) -> np.ndarray:
    """Draws polygons in such a square, (n, n) float32 of 0 to 1."""
    count = pixels(half_in)
    mask = np.zeros((count, count), np.uint8)
    for polygon in polygons:
        ring = np.array(polygon.exterior.coords)[:, :2] - middle
        px = np.column_stack([ring[:, 0], -ring[:, 1]]) * CUT_PX_PER_IN + count / 2 - 0.5
        cv2.fillPoly(mask, [np.round(px * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def outline_hidden(models: Iterable[Placed], camera: Camera, z_in: float) -> list[Polygon]:
    """Outlines the area of the plane at a height that models hide, with a margin around them."""
    eye = camera.pose.position_in
    return [shade for placed in models for shade in _find_shades(placed, eye, z_in)]


def _find_shades(placed: Placed, eye: np.ndarray, z_in: float) -> list[Polygon]:
    """Projects the figure on its base, and each tag on the tray, onto that plane."""
    model = placed.model
    base = shapely.Point(placed.x_in, placed.y_in).buffer(max(model.base.half_extents_in) + AROUND_IN, 4)
    ends = [_project_outline(base, eye, height, z_in) for height in (placed.z_in, placed.z_in + model.height_in)]
    figure = shapely.union_all(ends).convex_hull
    sin, cos = math.sin(placed.heading_rad), math.cos(placed.heading_rad)
    tags = []
    for right, ahead in ((to_inches(x), to_inches(y)) for x, y in model.offsets_mm):
        middle = shapely.Point(placed.x_in + right * sin + ahead * cos, placed.y_in - right * cos + ahead * sin)
        # the corner of its white ring
        tag = middle.buffer(0.9 * to_inches(model.tag_size_mm) + AROUND_IN / 3, 4)
        tags.append(_project_outline(tag, eye, placed.z_in, z_in))
    return [figure, *tags]


def _project_outline(ground: Polygon, eye: np.ndarray, height_in: float, z_in: float) -> Polygon:
    growth = (eye[2] - z_in) / max(eye[2] - height_in, 1.0)
    return shapely.transform(ground, lambda at: eye[:2] + (at - eye[:2]) * growth)
