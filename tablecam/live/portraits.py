"""Portraits of the models on the table, cut out of the camera's image while they rest; the sharpest of many is kept.

A portrait is a square around the base and the figure on it, with the model's front up, whichever way it faces.
"""

import math
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.live.orthophoto import collect_looks
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.portraits import PortraitFolder
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed

SIZE_PX = 128
QUALITY, SMALL_QUALITY = 85, 75
# the ring of the portrait is as wide as the base, or as half of the figure's height if that is more
FIGURE_SHARE, ROOM = 0.5, 1.0
# the middle of a figure, seen from above
MIDDLE = 0.4
# cutting twelve models takes a millisecond
RENEW_S = 2.0
# a portrait changes only for a much sharper one
SHARPER = 1.15
# figures are painted and bases are mended: a portrait of an earlier evening yields to one less sharp
EARLIER = 0.7
# grey levels: what a dark image has of noise counts for little
DARK = 30.0
# seconds: what the camera saw longer ago may be under a hand
SEEN_S = 0.3


@dataclass(frozen=True)
class Portrait:
    """A portrait as JPEG. sharpness: compared with that of other portraits of the same model alone."""

    jpeg: bytes
    sharpness: float

    @cached_property
    def version(self) -> str:
        """A short text that differs for every image."""
        return f"{zlib.crc32(self.jpeg):08x}"


class PortraitKeeper:
    """The portraits of a live table, renewed when somebody asks for them. Safe for any thread.

    folder: where they are stored; None keeps them for as long as the program runs.
    """

    def __init__(
        self, live: LiveLoop, folder: PortraitFolder | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._live, self._folder, self._clock = live, folder, clock
        self._lock = threading.Lock()
        self._portraits: dict[str, Portrait | None] = {}
        self._renewed_at_s = -math.inf
        self._view_number = -1

    def get_portraits(self, models: Iterable[str]) -> dict[str, Portrait]:
        """The sharpest portrait of each model that has one, by its id."""
        with self._lock:
            self._renew(self._live.view)
            portraits = {model: self._load(model) for model in models}
        return {model: portrait for model, portrait in portraits.items() if portrait}

    def _renew(self, view: PublishedFrame) -> None:
        now_s = self._clock()
        if view.number == self._view_number or now_s - self._renewed_at_s < RENEW_S:
            return
        self._renewed_at_s, self._view_number = now_s, view.number
        for model, portrait in cut_portraits(view).items():
            old = self._load(model)
            if old is None or portrait.sharpness > SHARPER * old.sharpness:
                self._portraits[model] = portrait
                if self._folder:
                    self._folder.save(model, portrait.jpeg)

    def _load(self, model: str) -> Portrait | None:
        if model not in self._portraits:
            jpeg = self._folder.read(model) if self._folder else None
            self._portraits[model] = _read_stored(jpeg) if jpeg else None
        return self._portraits[model]


def cut_portraits(view: PublishedFrame) -> dict[str, Portrait]:
    """Cuts out the models that rest in sight; of several cameras' images the sharpest."""
    if view.snapshot is None or view.snapshot.pose_untrusted or view.trouble:
        return {}
    looks = collect_looks(view)
    resting = [placed for placed in view.snapshot.models if placed.state == "settled" and placed.seen_s < SEEN_S]
    cut = {placed.model.id: _cut_sharpest(looks, placed) for placed in resting}
    return {model: portrait for model, portrait in cut.items() if portrait}


def _cut_sharpest(looks: Sequence[tuple[Frame, Camera]], placed: Placed) -> Portrait | None:
    images = [image for frame, camera in looks if (image := cut_image(frame, camera, placed)) is not None]
    if not images:
        return None
    sharpness, image = max(((measure_sharpness(image), image) for image in images), key=lambda pair: pair[0])
    return Portrait(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes(), sharpness)


def cut_image(frame: Frame, camera: Camera, placed: Placed) -> np.ndarray | None:
    """A model as it stands in an image, its front up, (128, 128, 3) uint8; None if it is not wholly inside."""
    radius_in = ROOM * max(*placed.model.base.half_extents_in, FIGURE_SHARE * placed.model.height_in)
    z_in = placed.z_in + MIDDLE * placed.model.height_in
    front = radius_in * np.array([math.cos(placed.heading_rad), math.sin(placed.heading_rad)])
    ends = np.array([[placed.x_in + way * front[0], placed.y_in + way * front[1], z_in] for way in (-1, 0, 1)])
    back_px, middle_px, front_px = (camera.project(ends) + 0.5) * (frame.size[0] / camera.intrinsics.width) - 0.5
    up_px = (front_px - back_px) / 2
    radius_px = float(np.hypot(*up_px))
    if not np.isfinite(radius_px) or not _is_inside(middle_px, radius_px, frame.size):
        return None
    # across the portrait, and down it, in pixels of the image for each pixel of the portrait
    down = -up_px / (SIZE_PX / 2)
    across = np.array([down[1], -down[0]])
    corner = middle_px - (across + down) * (SIZE_PX - 1) / 2
    matrix = np.column_stack([across, down, corner])
    image = cv2.warpAffine(frame.image, matrix, (SIZE_PX, SIZE_PX), flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)
    return image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)


def shrink_portrait(jpeg: bytes, size_px: int) -> bytes:
    """A portrait as a smaller JPEG, size_px square."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    small = cv2.resize(image, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, SMALL_QUALITY])[1].tobytes()


def _is_inside(middle_px: np.ndarray, radius_px: float, size: tuple[int, int]) -> bool:
    return bool((middle_px >= radius_px).all() and (middle_px <= np.array(size) - 1 - radius_px).all())


def measure_sharpness(image: np.ndarray) -> float:
    """The strength of edges beside the brightness; a brighter light alone makes no portrait sharper."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    return float(cv2.Laplacian(grey, cv2.CV_32F).std() / (grey.mean() + DARK))


def _read_stored(jpeg: bytes) -> Portrait | None:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return Portrait(jpeg, EARLIER * measure_sharpness(image)) if image is not None else None
