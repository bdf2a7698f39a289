"""One picture with the time it was taken."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np


@dataclass(frozen=True)
class Frame:
    """A picture as the source gave it.

    image: (height, width) grey or (height, width, 3) BGR, uint8.
    time: seconds on the source's own clock; only differences mean anything.
    number: counts the frames of the source, from 0; gaps are frames that were dropped.
    """

    image: np.ndarray
    time: float
    number: int = 0

    @cached_property
    def grey(self) -> np.ndarray:
        """The picture as (height, width) uint8, C-contiguous."""
        if self.image.ndim == 2:
            return np.ascontiguousarray(self.image)
        return cv2.cvtColor(self.image, cv2.COLOR_BGR2GRAY)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.shape[1], self.image.shape[0]
