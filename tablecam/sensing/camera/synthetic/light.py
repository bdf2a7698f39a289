"""Light on the table and what the sensor makes of it: exposure, gradient, vignetting, glare, gamma, noise."""

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.scene import Glare, Sensor
from tablecam.sensing.camera.synthetic.sprite import Box
from tablecam.table.geometry.projection import Camera

# what printed paper sends back at exposure 1, grey levels
BLACK_LEVEL, WHITE_LEVEL = 36.0, 214.0
# matt paint mirrors a lamp this much less than glossy paper
MATT = 0.35
# a coarse grid carries the light over the whole picture
COARSE_PX = 16
# the grey picture mixes three channels of equal noise by these shares
GREY_SHARES = (0.114, 0.587, 0.299)
NOISE_POOL = 1 << 22
# rows of the picture that share one run of the pool
BAND = 60


@dataclass(frozen=True)
class Light:
    """How bright each place of the picture is."""

    camera: Camera
    sensor: Sensor

    def gain(self, columns: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Share of light that arrives at pixels, same shape."""
        intrinsics, sensor = self.camera.intrinsics, self.sensor
        across = columns / intrinsics.width - 0.5
        down = (rows - intrinsics.height / 2) / intrinsics.width
        corner = 0.25 + 0.25 * (intrinsics.height / intrinsics.width) ** 2
        fall = 1 - sensor.vignetting * (across**2 + down**2) / corner
        return sensor.exposure * fall * (1 - sensor.gradient * across)

    def mirrored(self, columns: np.ndarray, rows: np.ndarray) -> np.ndarray | float:
        """Grey levels that mirrored lamps add at pixels on glossy paper."""
        total: np.ndarray | float = 0.0
        for (x, y), reach, glare in self._glares:
            total = total + glare.level * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * reach**2))
        return total

    @cached_property
    def _glares(self) -> list[tuple[np.ndarray, float, Glare]]:
        scale = self.camera.intrinsics.matrix[0, 0] / self.camera.pose.position_in[2]
        return [
            (self.camera.project(np.array([glare.x_in, glare.y_in, 0.0])), glare.radius_in * scale / 2, glare)
            for glare in self.sensor.glare
        ]

    def on_paper(self, white: np.ndarray, box: Box) -> np.ndarray:
        """Printed paper of which a share is white, in a box of the picture, (h, w, 3) uint8."""
        gain, mirrored = self._light_in(box)
        linear = self._linear(BLACK_LEVEL) + (self._linear(WHITE_LEVEL) - self._linear(BLACK_LEVEL)) * white
        grey = cv2.convertScaleAbs(self._coded(linear) * gain + mirrored)
        return cv2.merge([grey, grey, grey])

    def on_matt(self, colour: np.ndarray, box: Box) -> np.ndarray:
        """Painted things in a box of the picture, (h, w, 3) uint8."""
        gain, mirrored = self._light_in(box)
        if isinstance(mirrored, float):
            return cv2.convertScaleAbs(colour, alpha=gain)
        return cv2.convertScaleAbs(colour * gain + MATT * mirrored[..., None])

    def on_picture(self, picture: np.ndarray) -> np.ndarray:
        """The whole picture, evenly lit before, as this light shows it."""
        height, width = picture.shape[:2]
        columns, rows = np.meshgrid(
            (np.arange(math.ceil(width / COARSE_PX)) + 0.5) * COARSE_PX,
            (np.arange(math.ceil(height / COARSE_PX)) + 0.5) * COARSE_PX,
        )
        full = columns.shape[1] * COARSE_PX, columns.shape[0] * COARSE_PX
        gain = cv2.resize(self.gain(columns, rows).astype(np.float32), full)[:height, :width]
        lit = cv2.multiply(picture, cv2.merge([gain, gain, gain]), dtype=cv2.CV_8U)
        if not self.sensor.glare:
            return lit
        added = cv2.resize(np.asarray(MATT * self.mirrored(columns, rows), np.float32), full)[:height, :width]
        return cv2.add(lit, cv2.merge([cv2.convertScaleAbs(added)] * 3))

    def _light_in(self, box: Box) -> tuple[float, np.ndarray | float]:
        """The gain at a box's middle and what lamps add at each of its pixels."""
        left, top, right, bottom = box
        gain = float(self.gain(np.array((left + right) / 2), np.array((top + bottom) / 2)))
        near = [
            True
            for (x, y), reach, _ in self._glares
            if left - 4 * reach < x < right + 4 * reach and top - 4 * reach < y < bottom + 4 * reach
        ]
        if not near:
            return gain, 0.0
        added = self.mirrored(np.arange(left, right)[None, :], np.arange(top, bottom)[:, None])
        return gain, np.asarray(added, np.float32)

    def _linear(self, level: float) -> float:
        return float((level / 255) ** self.sensor.gamma)

    def _coded(self, linear: np.ndarray) -> np.ndarray:
        if self.sensor.gamma == 1.0:
            return linear * 255
        return cv2.pow(np.maximum(linear, 0), 1 / self.sensor.gamma) * 255


class Noise:
    """Fresh white noise for every frame, out of one pool read from random places.

    A frame costs one saturating addition: the picture is kept `pedestal` levels darker, the pool that much brighter.
    """

    def __init__(self, sigma: float, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        # so that the grey picture has the sigma asked for
        channel = sigma / math.sqrt(sum(share**2 for share in GREY_SHARES))
        self.pedestal = math.ceil(3.5 * channel)
        pool = np.empty(NOISE_POOL, np.float32)
        self._random.standard_normal(out=pool, dtype=np.float32)
        self._pool = cv2.convertScaleAbs(np.maximum(pool * channel + self.pedestal, 0)).ravel()

    def darkened(self, picture: np.ndarray) -> np.ndarray:
        """The picture less the pedestal, as `over` takes it."""
        return cv2.LUT(picture, np.maximum(np.arange(256) - self.pedestal, 0).astype(np.uint8))

    def write_noisy(self, darkened: np.ndarray, out: np.ndarray) -> None:
        """Write a darkened picture with fresh noise to `out`; both (h, w, 3)."""
        for top in range(0, len(darkened), BAND):
            band = darkened[top : top + BAND]
            start = int(self._random.integers(NOISE_POOL - band.size))
            out[top : top + BAND] = cv2.add(band, self._pool[start : start + band.size].reshape(band.shape))
