"""Light on the table and the sensor's response to it: exposure, gradient, vignetting, glare, gamma, noise."""

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.scene import Glare, Sensor
from tablecam.sensing.camera.synthetic.sprite import Box
from tablecam.table.geometry.projection import Camera

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
