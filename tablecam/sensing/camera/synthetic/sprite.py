"""Small images laid over a large one: each with its place, its colour and its share of every pixel."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

# shapes are filled on a grid this many times finer than the image, then averaged
FINER = 4

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Sprite:
    """left, top: its first pixel on the large image. colour: (h, w, 3) BGR uint8. cover: (h, w) float32, 0 to 1.

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
    """Return the common part of two boxes, None without one."""
    box = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return box if box[0] < box[2] and box[1] < box[3] else None


def merge_boxes(boxes: Sequence[Box]) -> list[Box]:
    """Join overlapping boxes into boxes that hold both."""
    joined_boxes: list[Box] = []
    for box in boxes:
        while overlapping := next((b for b in joined_boxes if meet(b, box)), None):
            joined_boxes.remove(overlapping)
            box = (
                min(box[0], overlapping[0]),
                min(box[1], overlapping[1]),
                max(box[2], overlapping[2]),
                max(box[3], overlapping[3]),
            )
        joined_boxes.append(box)
    return joined_boxes


def cut(image: np.ndarray, box: Box, origin: tuple[int, int] = (0, 0)) -> np.ndarray:
    """Return the part of an image inside a box; `origin` is the place of the image's first pixel."""
    left_px, top_px = origin
    return image[box[1] - top_px : box[3] - top_px, box[0] - left_px : box[2] - left_px]


def paste(picture: np.ndarray, origin: tuple[int, int], sprite: Sprite) -> None:
    """Lay a sprite over an image whose first pixel lies at `origin`; parts outside are left out."""
    left_px, top_px = origin
    box = meet(sprite.box, (left_px, top_px, left_px + picture.shape[1], top_px + picture.shape[0]))
    if box is None:
        return
    region = cut(picture, box, origin)
    corner = sprite.left, sprite.top
    cover = cut(sprite.cover, box, corner)
    region[:] = cv2.blendLinear(cut(sprite.colour, box, corner), region, cover, 1 - cover)


def compute_box(px: np.ndarray, margin: int = 2) -> Box:
    """Return the box of whole pixels that holds all points (..., 2)."""
    points = px.reshape(-1, 2)
    left_px, top_px = np.floor(points.min(axis=0)).astype(int) - margin
    right_px, bottom_px = np.ceil(points.max(axis=0)).astype(int) + margin + 1
    return int(left_px), int(top_px), int(right_px), int(bottom_px)


def fill(canvas: np.ndarray, box: Box, outline_px: np.ndarray, level: float) -> None:
    """Fill a polygon (n, 2) in pixels of the large image on a canvas `FINER` times as fine that begins at the box."""
    cv2.fillPoly(canvas, [_to_fixed_point(outline_px, box)], level, cv2.LINE_8, 4)


def _to_fixed_point(points_px: np.ndarray, box: Box) -> np.ndarray:
    """Convert points to the fine canvas of a box, in sixteenths of its samples, as OpenCV's drawing requires."""
    return np.rint(((points_px - np.array(box[:2]) + 0.5) * FINER - 0.5) * 16).astype(np.int32)


def shapes_sprite(outlines: Sequence[np.ndarray], colours: Sequence[Sequence[float]], blur_px: float) -> Sprite:
    """Draw filled polygons (n, 2) in pixels, later ones on top, blurred by the lens."""
    points = np.concatenate(outlines)
    box = compute_box(points, margin=math.ceil(3 * blur_px) + 1)
    canvas = np.empty(((box[3] - box[1]) * FINER, (box[2] - box[0]) * FINER, 4), np.uint8)
    # the blurred edge takes the colour of the lowest shape, not of nothing; the fourth channel is the cover
    canvas[:] = (*colours[0], 0)
    polygons = np.split(_to_fixed_point(points, box), np.cumsum([len(outline) for outline in outlines])[:-1])
    for polygon, paint in zip(polygons, colours, strict=True):
        cv2.fillPoly(canvas, [polygon], (*paint, 255), cv2.LINE_8, 4)
    blurred_canvas = blur_image(shrunk(canvas), blur_px)
    return Sprite(
        box[0], box[1], np.ascontiguousarray(blurred_canvas[..., :3]), blurred_canvas[..., 3] / np.float32(255)
    )


def shrunk(fine: np.ndarray) -> np.ndarray:
    """Return a fine canvas averaged to whole pixels."""
    return cv2.resize(fine, (fine.shape[1] // FINER, fine.shape[0] // FINER), interpolation=cv2.INTER_AREA)


def blur_image(image: np.ndarray, blur_px: float) -> np.ndarray:
    """Return the image after the lens's point spread."""
    return cv2.GaussianBlur(image, (0, 0), blur_px) if blur_px > 0 else image
