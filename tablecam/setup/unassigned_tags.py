"""Tags in the picture that nobody wears yet: where each lies, and how large it is."""

import threading
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from hardware.catalogue import TAG_SIZES_MM
from hardware.gauge import LEFT_TAG, RIGHT_TAG
from hardware.tag_art import black_mm
from tablecam.geometry.projection import Camera
from tablecam.setup.camera_step import tags_in
from tablecam.units import to_mm
from tablecam.vision.detection import Detection
from tablecam.vision.frame import Frame

# those of the gauge card are nobody's
KEPT_BACK = (LEFT_TAG, RIGHT_TAG)
# a printed size is believed to be the one that is seen when it is no further off
AS_PRINTED = 0.06


@dataclass(frozen=True)
class SeenTag:
    """A tag as it lies at a height. edge_mm: of its black square, as it is seen there."""

    tag: int
    x_in: float
    y_in: float
    heading_rad: float
    edge_mm: float

    @property
    def printed_mm(self) -> float:
        """Its size over the white ring: the usual size that it comes near, else what is seen, to the millimetre."""
        usual = min(TAG_SIZES_MM, key=lambda size: abs(black_mm(size) / self.edge_mm - 1))
        if abs(black_mm(usual) / self.edge_mm - 1) <= AS_PRINTED:
            return usual
        return float(max(5, round(self.edge_mm / black_mm(1.0))))


def lying_at(detection: Detection, camera: Camera, z_in: float = 0.0) -> SeenTag:
    """The tag that was detected, if it lies level at that height."""
    corners = camera.back_project(detection.corners_px, z_in)
    x, y = corners.mean(axis=0)
    up = corners[2] + corners[3] - corners[0] - corners[1]
    edge = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean()
    return SeenTag(detection.tag, float(x), float(y), float(np.arctan2(up[1], up[0])), to_mm(float(edge)))


class UnwornTags:
    """Looks for the tags that nobody wears, once a frame however many ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._frame: Frame | None = None
        self._found: tuple[Detection, ...] = ()

    def detections(self, frame: Frame, camera: Camera, tags: Collection[int]) -> tuple[Detection, ...]:
        """Those of the tags that the frame shows, in the pixels of the camera."""
        wanted = set(tags) - set(KEPT_BACK)
        if not wanted:
            return ()
        with self._lock:
            if frame is not self._frame:
                self._frame, self._found = frame, tuple(tags_in(frame))
            found = self._found
        across = camera.intrinsics.width / frame.size[0]
        scaled = (replace(each, corners_px=(each.corners_px + 0.5) * across - 0.5) for each in found)
        return tuple(each for each in scaled if each.tag in wanted)

    def lying(self, frame: Frame, camera: Camera, tags: Collection[int]) -> tuple[SeenTag, ...]:
        """Those of the tags that the frame shows, as they lie on the table, by their numbers."""
        found = (lying_at(each, camera) for each in self.detections(frame, camera, tags))
        return tuple(sorted(found, key=lambda seen: seen.tag))
