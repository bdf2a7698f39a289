"""One image with the time it was taken."""

import copy
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
