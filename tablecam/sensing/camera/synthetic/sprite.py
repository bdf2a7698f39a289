"""Small images laid over a large one, and the light on them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.scene import Glare, Sensor
from tablecam.table.geometry.projection import Camera

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


# the grey levels of printed paper at exposure 1
BLACK_LEVEL, WHITE_LEVEL = 36.0, 214.0
# matt paint mirrors a lamp this much less than glossy paper
MATT = 0.35
# a coarse grid carries the light over the whole image
COARSE_PX = 16
# the grey image mixes three channels of equal noise by these shares
GREY_SHARES = (0.114, 0.587, 0.299)
NOISE_POOL = 1 << 22
# rows of the image that share one run of the pool
BAND = 60


@dataclass(frozen=True)
class Light:
    """The brightness of each place of the image."""

    camera: Camera
    sensor: Sensor

    def gain(self, columns: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return the share of light that arrives at pixels, same shape."""
        intrinsics, sensor = self.camera.intrinsics, self.sensor
        across = columns / intrinsics.width - 0.5
        down = (rows - intrinsics.height / 2) / intrinsics.width
        corner = 0.25 + 0.25 * (intrinsics.height / intrinsics.width) ** 2
        fall = 1 - sensor.vignetting * (across**2 + down**2) / corner
        return sensor.exposure * fall * (1 - sensor.gradient * across)

    def compute_reflections(self, columns: np.ndarray, rows: np.ndarray) -> np.ndarray | float:
        """Return the grey levels that mirrored lamps add at pixels on glossy paper."""
        total: np.ndarray | float = 0.0
        for (x, y), reach, glare in self._projected_glares:
            total = total + glare.level * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * reach**2))
        return total

    @cached_property
    def _projected_glares(self) -> list[tuple[np.ndarray, float, Glare]]:
        scale = self.camera.intrinsics.matrix[0, 0] / self.camera.pose.position_in[2]
        return [
            (self.camera.project(np.array([glare.x_in, glare.y_in, 0.0])), glare.radius_in * scale / 2, glare)
            for glare in self.sensor.glare
        ]

    def on_paper(self, white: np.ndarray, box: Box) -> np.ndarray:
        """Draw printed paper of which a share is white, in a box of the image, (h, w, 3) uint8."""
        gain, mirrored = self._compute_light(box)
        linear = self._to_linear(BLACK_LEVEL) + (self._to_linear(WHITE_LEVEL) - self._to_linear(BLACK_LEVEL)) * white
        grey = cv2.convertScaleAbs(self._to_grey_level(linear) * gain + mirrored)
        return cv2.merge([grey, grey, grey])

    def on_matt(self, colour: np.ndarray, box: Box) -> np.ndarray:
        """Draw painted things in a box of the image, (h, w, 3) uint8."""
        gain, mirrored = self._compute_light(box)
        if isinstance(mirrored, float):
            return cv2.convertScaleAbs(colour, alpha=gain)
        return cv2.convertScaleAbs(colour * gain + MATT * mirrored[..., None])

    def on_picture(self, picture: np.ndarray) -> np.ndarray:
        """Return the whole image, evenly lit before, under this light."""
        height, width = picture.shape[:2]
        columns, rows = np.meshgrid(
            (np.arange(math.ceil(width / COARSE_PX)) + 0.5) * COARSE_PX,
            (np.arange(math.ceil(height / COARSE_PX)) + 0.5) * COARSE_PX,
        )
        grid_size = columns.shape[1] * COARSE_PX, columns.shape[0] * COARSE_PX
        gain = cv2.resize(self.gain(columns, rows).astype(np.float32), grid_size)[:height, :width]
        lit_image = cv2.multiply(picture, cv2.merge([gain, gain, gain]), dtype=cv2.CV_8U)
        if not self.sensor.glare:
            return lit_image
        added = cv2.resize(np.asarray(MATT * self.compute_reflections(columns, rows), np.float32), grid_size)[
            :height, :width
        ]
        return cv2.add(lit_image, cv2.merge([cv2.convertScaleAbs(added)] * 3))

    def _compute_light(self, box: Box) -> tuple[float, np.ndarray | float]:
        """Return the gain at a box's middle and the grey levels that lamps add at each of its pixels."""
        left_px, top_px, right_px, bottom_px = box
        gain = float(self.gain(np.array((left_px + right_px) / 2), np.array((top_px + bottom_px) / 2)))
        near_lamps = [
            True
            for (x, y), reach, _ in self._projected_glares
            if left_px - 4 * reach < x < right_px + 4 * reach and top_px - 4 * reach < y < bottom_px + 4 * reach
        ]
        if not near_lamps:
            return gain, 0.0
        added = self.compute_reflections(np.arange(left_px, right_px)[None, :], np.arange(top_px, bottom_px)[:, None])
        return gain, np.asarray(added, np.float32)

    def _to_linear(self, level: float) -> float:
        return float((level / 255) ** self.sensor.gamma)

    def _to_grey_level(self, linear: np.ndarray) -> np.ndarray:
        if self.sensor.gamma == 1.0:
            return linear * 255
        return cv2.pow(np.maximum(linear, 0), 1 / self.sensor.gamma) * 255


class Noise:
    """Fresh white noise for every frame, from one pool read at random places.

    A frame costs one saturating addition: the stored image is `pedestal` levels darker, the pool as much brighter.
    """

    def __init__(self, sigma: float, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        # so that the grey image has the wanted sigma
        channel = sigma / math.sqrt(sum(share**2 for share in GREY_SHARES))
        self.pedestal = math.ceil(3.5 * channel)
        pool = np.empty(NOISE_POOL, np.float32)
        self._random.standard_normal(out=pool, dtype=np.float32)
        self._pool = cv2.convertScaleAbs(np.maximum(pool * channel + self.pedestal, 0)).ravel()

    def subtract_pedestal(self, picture: np.ndarray) -> np.ndarray:
        """Return the image less the pedestal, as `write_noisy` expects it."""
        return cv2.LUT(picture, np.maximum(np.arange(256) - self.pedestal, 0).astype(np.uint8))

    def write_noisy(self, darkened: np.ndarray, out: np.ndarray) -> None:
        """Write a darkened image with fresh noise to `out`; both (h, w, 3)."""
        for top in range(0, len(darkened), BAND):
            band = darkened[top : top + BAND]
            start = int(self._random.integers(NOISE_POOL - band.size))
            out[top : top + BAND] = cv2.add(band, self._pool[start : start + band.size].reshape(band.shape))
