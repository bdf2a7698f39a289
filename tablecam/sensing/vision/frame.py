"""One image with the time it was taken, and the images of several cameras at about the same time."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import cv2
import numpy as np

from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message


@dataclass(frozen=True)
class Frame:
    """An image as the source delivered it.

    image: (height, width) grey or (height, width, 3) BGR, uint8.
    time: seconds on the source's own clock; only differences mean anything.
    number: counts the frames of the source, from 0; gaps are frames that were dropped.
    """

    image: np.ndarray
    time: float
    number: int = 0

    @cached_property
    def grey(self) -> np.ndarray:
        """The image as (height, width) uint8, C-contiguous."""
        if self.image.ndim == 2:
            return np.ascontiguousarray(self.image)
        return cv2.cvtColor(self.image, cv2.COLOR_BGR2GRAY)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.shape[1], self.image.shape[0]

    def stamp_frame(self, time: float, number: int) -> Self:
        """Return the same image with another time and number."""
        stamped_copy = copy.copy(self)
        stamped_copy.__dict__.update(time=time, number=number)
        return stamped_copy


class JpegFrame(Frame):
    """An image stored as the JPEG that the camera sent: decoded on access, once to grey and once to colour.

    Grey comes straight from the JPEG's own brightness, without decoding colour; `size` needs no decoding. Any
    orientation mark is ignored: the calibration belongs to the sensor, however the camera was held. `grey` and `image`
    raise BadPicture when the data cannot be decoded.
    """

    jpeg: bytes

    def __init__(self, jpeg: bytes, size: tuple[int, int], time: float, number: int = 0) -> None:
        self.__dict__.update(jpeg=jpeg, _size=size, time=time, number=number)

    @cached_property
    def image(self) -> np.ndarray:
        """The image as (height, width, 3) BGR, uint8."""
        return self._decode_jpeg(cv2.IMREAD_COLOR)

    @cached_property
    def grey(self) -> np.ndarray:
        """The image as (height, width) uint8, C-contiguous."""
        return self._decode_jpeg(cv2.IMREAD_GRAYSCALE)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        size: tuple[int, int] = self.__dict__["_size"]
        return size

    def __repr__(self) -> str:
        return f"JpegFrame({len(self.jpeg)} bytes, size={self.size}, time={self.time}, number={self.number})"

    def _decode_jpeg(self, colour: int) -> np.ndarray:
        image = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), colour | cv2.IMREAD_IGNORE_ORIENTATION)
        if image is None:
            raise BadPicture(
                Message(
                    "frame {frame} is a damaged JPEG of {bytes} bytes and was skipped",
                    frame=self.number, bytes=len(self.jpeg),
                )
            )  # fmt: skip
        return image


class SharedMoment(Frame):
    """The new images of some moment. As a frame it is one of them: that of the camera it `shows`.

    by_camera: the cameras' images by their numbers from 0; a camera without a new one is not in it.
    troubles: the problem of each camera that delivers none, by its number. late_s: by how much a camera's images show
    an earlier moment than their times say, where that was measured.
    """

    by_camera: Mapping[int, Frame]
    shows: int
    troubles: Mapping[int, str | Message]
    late_s: Mapping[int, float]

    def __init__(
        self,
        by_camera: Mapping[int, Frame],
        number: int = 0,
        troubles: Mapping[int, str | Message] | None = None,
        shows: int | None = None,
        late_s: Mapping[int, float] | None = None,
    ) -> None:
        shows = min(by_camera) if shows is None else shows
        frame = by_camera[shows]
        self.__dict__.update(
            by_camera=by_camera, shows=shows, troubles=troubles or {}, time=frame.time, number=number,
            late_s=late_s or {},
        )  # fmt: skip

    @property
    def shown(self) -> Frame:
        """The image that stands for all."""
        return self.by_camera[self.shows]

    @cached_property
    def image(self) -> np.ndarray:
        """The shown image as its source delivered it."""
        return self.shown.image

    @cached_property
    def grey(self) -> np.ndarray:
        """The shown image as (height, width) uint8, C-contiguous."""
        return self.shown.grey

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the shown image in pixels."""
        return self.shown.size

    def __repr__(self) -> str:
        return f"SharedMoment(cameras {sorted(self.by_camera)}, time={self.time}, number={self.number})"


def get_images(frame: Frame) -> Mapping[int, Frame]:
    """Return the images by their cameras' numbers; a frame of one camera is that of the first."""
    return frame.by_camera if isinstance(frame, SharedMoment) else {0: frame}
