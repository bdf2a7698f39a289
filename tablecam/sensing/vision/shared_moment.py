"""The images that several cameras took of one table at about the same time."""

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame


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
