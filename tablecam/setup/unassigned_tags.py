"""Finds tags in the picture that belong to nothing yet, and the pairs among them that lie on one tray."""

import itertools
import math
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.catalogue import TAG_SIZES_MM
from hardware.gauge import TAG_MARKS_IN
from hardware.tag_art import black_mm
from tablecam.base.units import to_mm
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.camera_step import detect_tags
from tablecam.table.geometry.projection import Camera

# the tags of the gauge card cannot be assigned
RESERVED = tuple(TAG_MARKS_IN)
# a tag has a printed size if the measured one differs by no more than this share
AS_PRINTED = 0.06


@dataclass(frozen=True)
class SeenTag:
    """A tag assumed at a height. edge_mm: of its black square, measured at that height."""

    tag: int
    x_in: float
    y_in: float
    heading_rad: float
    edge_mm: float

    @property
    def printed_mm(self) -> float:
        """The size over the white ring: the standard size close to the measured one, else the measured one, to the
        millimetre.
        """
        usual = min(TAG_SIZES_MM, key=lambda size: abs(black_mm(size) / self.edge_mm - 1))
        if abs(black_mm(usual) / self.edge_mm - 1) <= AS_PRINTED:
            return usual
        return float(max(5, round(self.edge_mm / black_mm(1.0))))


def tag_at_height(detection: Detection, camera: Camera, z_in: float = 0.0) -> SeenTag:
    """Places the detected tag, assumed to lie level at that height."""
    corners = camera.back_project(detection.corners_px, z_in)
    x, y = corners.mean(axis=0)
    up = corners[2] + corners[3] - corners[0] - corners[1]
    edge = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean()
    return SeenTag(detection.tag, float(x), float(y), float(np.arctan2(up[1], up[0])), to_mm(float(edge)))


class UnassignedTags:
    """Finds the tags that belong to nothing yet, once a frame for all pages."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._frame: Frame | None = None
        self._detections: tuple[Detection, ...] = ()

    def detections(self, frame: Frame, camera: Camera, tags: Collection[int]) -> tuple[Detection, ...]:
        """Returns the detections of these tags in the frame, in the pixels of the camera."""
        numbers = set(tags) - set(RESERVED)
        if not numbers:
            return ()
        with self._lock:
            if frame is not self._frame:
                self._frame, self._detections = frame, tuple(detect_tags(frame))
            detections = self._detections
        scale = camera.intrinsics.width / frame.size[0]
        scaled = (replace(detection, corners_px=(detection.corners_px + 0.5) * scale - 0.5) for detection in detections)
        return tuple(detection for detection in scaled if detection.tag in numbers)

    def on_table(self, frame: Frame, camera: Camera, tags: Collection[int]) -> tuple[SeenTag, ...]:
        """Returns the tags that are in the frame, with their places on the table, by their numbers."""
        places = (tag_at_height(detection, camera) for detection in self.detections(frame, camera, tags))
        return tuple(sorted(places, key=lambda seen: seen.tag))


# greatest deviation of two tags that are glued onto one tray
SAME_WAY_DEG = 5.0
ASIDE_MM = 3.0
# between the rings of the two there is a base, or at least room for the smallest one
LEAST_ROOM_MM, FURTHEST_MM = 20.0, 200.0


@dataclass(frozen=True)
class TagPair:
    """The tag behind the base and the one in front of it. apart_mm: between their middles. model: its
    wearer, or None.
    """

    behind: int
    before: int
    apart_mm: float
    model: str | None = None

    @property
    def tags(self) -> tuple[int, int]:
        """Both numbers, the one behind first."""
        return self.behind, self.before


def tag_pairs(seen: Sequence[SeenTag], worn: Mapping[int, str]) -> tuple[TagPair, ...]:
    """Finds the pairs whose tags are in no other pair; of three in a row, the middle one's tray is ambiguous.

    worn: the wearers of the tags; two worn tags are no pair.
    """
    pairs = [
        pair
        for first, second in itertools.combinations(seen, 2)
        if (pair := _match_pair(first, second, worn)) is not None
    ]
    pair_tags = [tag for pair in pairs for tag in pair.tags]
    return tuple(pair for pair in pairs if all(pair_tags.count(tag) == 1 for tag in pair.tags))


def _match_pair(one: SeenTag, other: SeenTag, worn: Mapping[int, str]) -> TagPair | None:
    if (one.tag in worn and other.tag in worn) or one.printed_mm != other.printed_mm:
        return None
    turn = math.remainder(other.heading_rad - one.heading_rad, math.tau)
    if abs(math.degrees(turn)) > SAME_WAY_DEG:
        return None
    heading = one.heading_rad + turn / 2
    step_mm = np.array([to_mm(other.x_in - one.x_in), to_mm(other.y_in - one.y_in)])
    ahead = float(step_mm @ (math.cos(heading), math.sin(heading)))
    aside = float(step_mm @ (math.sin(heading), -math.cos(heading)))
    room = abs(ahead) - one.printed_mm
    if abs(aside) > ASIDE_MM or room < LEAST_ROOM_MM or abs(ahead) > FURTHEST_MM:
        return None
    behind, front = (one, other) if ahead > 0 else (other, one)
    return TagPair(behind.tag, front.tag, abs(ahead), worn.get(one.tag) or worn.get(other.tag))
