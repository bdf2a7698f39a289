"""Small pictures laid over a large one: each with its place, its colour and the share of every pixel that it takes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

# shapes are filled on a grid this many times finer than the picture, then averaged
FINER = 4

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Sprite:
    """left, top: its first pixel on the large picture. colour: (h, w, 3) BGR uint8. cover: (h, w) float32, 0 to 1.

    order: sprites of higher order lie over those of lower.
    """

    left: int
    top: int
    colour: np.ndarray
    cover: np.ndarray
    order: tuple[float, ...] = ()

    @property
    def box(self) -> Box:
        """left, top, right, bottom; the last two are outside."""
        return self.left, self.top, self.left + self.cover.shape[1], self.top + self.cover.shape[0]


def meet(a: Box, b: Box) -> Box | None:
    """What two boxes share."""
    box = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return box if box[0] < box[2] and box[1] < box[3] else None


def merged(boxes: Sequence[Box]) -> list[Box]:
    """The same boxes, those that overlap joined into one that holds both."""
    joined: list[Box] = []
    for box in boxes:
        while other := next((b for b in joined if meet(b, box)), None):
            joined.remove(other)
            box = min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
        joined.append(box)
    return joined


def cut(image: np.ndarray, box: Box, origin: tuple[int, int] = (0, 0)) -> np.ndarray:
    """The part of an image inside a box; `origin` is where the image's first pixel lies."""
    left, top = origin
    return image[box[1] - top : box[3] - top, box[0] - left : box[2] - left]


def paste(picture: np.ndarray, origin: tuple[int, int], sprite: Sprite) -> None:
    """Lay a sprite over a picture whose first pixel lies at `origin`; what falls outside is left out."""
    left, top = origin
    box = meet(sprite.box, (left, top, left + picture.shape[1], top + picture.shape[0]))
    if box is None:
        return
    under = cut(picture, box, origin)
    corner = sprite.left, sprite.top
    cover = cut(sprite.cover, box, corner)
    under[:] = cv2.blendLinear(cut(sprite.colour, box, corner), under, cover, 1 - cover)


def box_around(px: np.ndarray, margin: int = 2) -> Box:
    """The box of whole pixels that holds all points (..., 2)."""
    points = px.reshape(-1, 2)
    left, top = np.floor(points.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin + 1
    return int(left), int(top), int(right), int(bottom)


def fill(canvas: np.ndarray, box: Box, outline_px: np.ndarray, level: float) -> None:
    """Fill a polygon (n, 2) in pixels of the large picture on a canvas `FINER` times as fine that begins at the box."""
    cv2.fillPoly(canvas, [_fixed(outline_px, box)], level, cv2.LINE_8, 4)


def _fixed(points_px: np.ndarray, box: Box) -> np.ndarray:
    """Points on the fine canvas of a box, in sixteenths of its samples, as OpenCV's drawing wants them."""
    return np.rint(((points_px - np.array(box[:2]) + 0.5) * FINER - 0.5) * 16).astype(np.int32)


def shapes_sprite(outlines: Sequence[np.ndarray], colours: Sequence[Sequence[float]], blur_px: float) -> Sprite:
    """Filled polygons (n, 2) in pixels, later ones on top, blurred by the lens."""
    points = np.concatenate(outlines)
    box = box_around(points, margin=math.ceil(3 * blur_px) + 1)
    canvas = np.empty(((box[3] - box[1]) * FINER, (box[2] - box[0]) * FINER, 4), np.uint8)
    # the blurred edge takes the colour of the lowest shape, not of nothing; the fourth channel is the cover
    canvas[:] = (*colours[0], 0)
    corners = np.split(_fixed(points, box), np.cumsum([len(outline) for outline in outlines])[:-1])
    for corner, paint in zip(corners, colours, strict=True):
        cv2.fillPoly(canvas, [corner], (*paint, 255), cv2.LINE_8, 4)
    small = blurred(shrunk(canvas), blur_px)
    return Sprite(box[0], box[1], np.ascontiguousarray(small[..., :3]), small[..., 3] / np.float32(255))


def shrunk(fine: np.ndarray) -> np.ndarray:
    """A fine canvas averaged to whole pixels."""
    return cv2.resize(fine, (fine.shape[1] // FINER, fine.shape[0] // FINER), interpolation=cv2.INTER_AREA)


def blurred(image: np.ndarray, blur_px: float) -> np.ndarray:
    """The image after the lens's point spread."""
    return cv2.GaussianBlur(image, (0, 0), blur_px) if blur_px > 0 else image
