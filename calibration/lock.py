"""Keeps the camera's pose from frame to frame: notices a nudge, marks the pose untrusted, and locks again.

Each frame fits one or more reference tags where the pose expects them. A hand over one tag is no nudge. Two tags that
both have moved are one, and so is one tag that is off while no other is visible. A push too small for that shows over
some rounds of all tags (`Drift`).
"""

import math
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from calibration.refocus import reference_corners_in
from calibration.registration import (
    LEAST_AGREEMENT,
    LEAST_TAGS,
    OUTLIER_IN,
    Registration,
    refine,
    register,
    with_outliers,
)
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message, get_message
from tablecam.sensing.vision.detection import Detection, Search, TagDetector
from tablecam.sensing.vision.fit import Free, TagFit, fit_tag, refit
from tablecam.sensing.vision.gate import Gate
from tablecam.sensing.vision.patch import TagPose
from tablecam.table.geometry.projection import Intrinsics
from tablecam.table.table import ReferenceTag

# Detects a push of the camera too small for one frame: all reference tags move together, by a third of a millimetre.
#
# Each tag is compared with its fit right after the lock, so that errors of its place do not count.

# number of looks after the lock that define a tag's place, and of later ones whose mean shows its present place
FIRST_LOOKS, LATEST_LOOKS = 2, 3
# least distance of half of the tags: several times the noise of the mean, and below a third of a millimetre
WANDERED_IN = 0.007
# least distance of nearly all of them: one light or one finger moves no whole table
ALL_WANDERED_IN = 0.004
MOST_OF_THEM = 0.6


@dataclass
class _Looks:
    """The places of one tag, in inches from its place in the file: after the lock, and lately. way_in:
    between the two.
    """

    first: list[tuple[float, float]] = field(default_factory=list)
    latest: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=LATEST_LOOKS))
    way_in: float | None = None


@dataclass
class Drift:
    """The reference tags of one lock. It uses plain numbers, because every frame calls it."""

    _looks: dict[int, _Looks] = field(default_factory=dict)

    def note(self, tag: int, off_in: tuple[float, float]) -> None:
        """Notes a tag that was fitted at this distance, (x, y), from its place."""
        looks = self._looks.setdefault(tag, _Looks())
        if len(looks.first) < FIRST_LOOKS:
            looks.first.append(off_in)
            return
        looks.latest.append(off_in)
        if len(looks.latest) == LATEST_LOOKS:
            looks.way_in = math.dist(_average_places(looks.first), _average_places(looks.latest))

    @property
    def camera_moved(self) -> bool:
        """Whether the tags have moved so much that the camera must have moved."""
        distances_in = sorted(looks.way_in for looks in self._looks.values() if looks.way_in is not None)
        if len(distances_in) < max(LEAST_TAGS, MOST_OF_THEM * len(self._looks)):
            return False
        return (
            distances_in[len(distances_in) // 2] > WANDERED_IN
            and distances_in[len(distances_in) // 5] > ALL_WANDERED_IN
        )


def _average_places(places: Collection[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


# a reference tag this far from its place shows that the camera moved: a fiftieth of an inch, well over the fit's noise
NUDGE_IN = 0.02
# tags that must show it
WITNESSES = 2
# number of frames in a row that must agree on a pose before it is trusted again
STEADY_FRAMES = 3
# time for one look at every tag, however seldom frames come: three such rounds show the smallest push
ROUND_S = 0.55
# a single tag that lies elsewhere for this number of frames was pushed
PUSHED_FRAMES = 30
# interval at which tags that could not be read, or lay elsewhere, are tried again
ASK_AGAIN_FRAMES = 10
# these tags are large: a quarter of their pixels is enough to watch them
STRIDE = 2
# they lie on the table, so that only place and heading are fitted
PLACED = Free(scale=False, optics=False, shape=False)
NO_REFERENCE = Message("no reference tag is visible: measurements stop until the view of the table is clear")
_COARSE = Search(2.0, 1.0, 40)
_THOROUGH = Search(1.0, 1.0, 5)


@dataclass(frozen=True)
class Locked:
    """The result for one frame. registration: None before the first lock. trusted: whether readings may be used.

    trouble: why the camera could not be placed, or None.
    """

    registration: Registration | None
    trusted: bool
    nudged: bool = False
    locked_again: bool = False
    trouble: Message | None = None


class CameraLock:
    """The pose of one camera over one table."""

    def __init__(self, intrinsics: Intrinsics, tags: tuple[ReferenceTag, ...]) -> None:
        self._intrinsics, self._tags, self._detector = intrinsics, tags, TagDetector()
        self._vigil: _Vigil | None = None
        self._steady_frames = 0

    @property
    def registration(self) -> Registration | None:
        """The latest pose; None before the first."""
        return self._vigil.registration if self._vigil is not None else None

    def watch(self, grey: np.ndarray, time: float) -> Locked:
        """Checks the pose against this frame, and finds a new one if there is none or it no longer holds.

        time: of the frame, in seconds.
        """
        if self._vigil is None or self._steady_frames < STEADY_FRAMES:
            return self._lock_pose(grey, self._vigil)
        if self._vigil.camera_moved(grey, time):
            self._steady_frames = 0
            return Locked(self._vigil.registration, trusted=False, nudged=True)
        if self._vigil.blind:
            return Locked(self._vigil.registration, trusted=False, trouble=NO_REFERENCE)
        return Locked(self._vigil.registration, trusted=True)

    def _lock_pose(self, grey: np.ndarray, before: "_Vigil | None") -> Locked:
        try:
            registration = self._register_frame(grey)
        except BadPicture as refused:
            self._steady_frames = 0
            return Locked(self.registration, trusted=False, trouble=get_message(refused))
        if before is None:
            # the very first lock is trusted at once, so that the table shows; later frames correct it if necessary
            self._steady_frames = STEADY_FRAMES
        else:
            is_same = _compute_shift_in(registration, before.registration, self._tags) < NUDGE_IN
            self._steady_frames = self._steady_frames + 1 if is_same else 1
        self._vigil = _Vigil(registration, self._tags, grey, self._detector)
        is_steady = self._steady_frames >= STEADY_FRAMES
        return Locked(registration, trusted=is_steady, locked_again=is_steady)

    def _register_frame(self, grey: np.ndarray) -> Registration:
        """Searches coarsely first, and thoroughly if that finds too few tags."""
        detections = _find_reference_tags(self._detector.detect(grey, _COARSE), self._tags)
        if len({detection.tag for detection in detections}) < min(LEAST_TAGS + 1, len(self._tags)):
            detections = _find_reference_tags(self._detector.detect(grey, _THOROUGH), self._tags)
        return refine(grey, register(self._intrinsics, self._tags, detections), self._tags)


class _Place(Enum):
    """The place of a reference tag, compared with its place by the pose."""

    UNMOVED = "unmoved"
    OFF = "off"
    UNREADABLE = "unreadable"


class _Vigil:
    """Watches one pose by its reference tags and their first fits."""

    def __init__(
        self, registration: Registration, tags: tuple[ReferenceTag, ...], grey: np.ndarray, detector: TagDetector
    ) -> None:
        self.registration, self._detector = registration, detector
        self._used_tags = [tag for tag in tags if tag.id in registration.used]
        self._change_gate = Gate(grey.shape)
        self._frame_count = 0
        self._ask_count, self._last_ask_s = 0, math.inf
        # tags that were unreadable at the last look at all of them
        self._unread_tags: frozenset[int] = frozenset()
        # tags that cannot be read at their places, with the frame when that began
        self._displaced_since: dict[int, int] = {}
        self._off_in: dict[int, float] = {}
        self._drift = Drift()
        # the first fit of each tag, for its pixels
        self._fits: dict[int, TagFit] = {}
        self._boxes: dict[int, tuple[int, int, int, int]] = {}
        for tag in self._used_tags:
            self._save_look(grey, tag)

    @property
    def blind(self) -> bool:
        """Whether none of the tags could be read."""
        return self._unread_tags.issuperset(tag.id for tag in self._used_tags)

    def camera_moved(self, grey: np.ndarray, time: float) -> bool:
        """Whether the reference tags of this frame show that the camera moved."""
        self._frame_count += 1
        due_tags = (
            self._choose_due_tags(time) | self._change_gate.find_changed_tags(grey)
        ) - self._displaced_since.keys()
        places = {tag.id: self._check_place(grey, tag) for tag in self._used_tags if tag.id in due_tags}
        try_again = bool(self._displaced_since) and self._frame_count % ASK_AGAIN_FRAMES == 0
        if not try_again and all(place is _Place.UNMOVED for place in places.values()):
            return self._drift.camera_moved
        # a tag has moved, or had moved earlier: look at all of them
        places = {tag.id: self._check_place(grey, tag) for tag in self._used_tags}
        self._displaced_since = {
            id: self._displaced_since.get(id, self._frame_count)
            for id, place in places.items()
            if place is not _Place.UNMOVED
        }
        off_in = {id: self._off_in[id] for id, place in places.items() if place is _Place.OFF}
        unreadable = [id for id, place in places.items() if place is _Place.UNREADABLE]
        self._unread_tags = frozenset(unreadable)
        if len(off_in) < WITNESSES and (len(unreadable) >= WITNESSES or self._find_long_displaced(unreadable)):
            off_in |= {id: distance_in for id, distance_in in self._find_displaced(grey).items() if id in unreadable}
        if len(off_in) >= WITNESSES:
            return True
        self._drop_pushed_tags({id: off_in[id] for id in self._find_long_displaced(off_in)})
        return False

    def _choose_due_tags(self, time: float) -> set[int]:
        """Chooses the tags for this frame: one, or more where frames come seldom."""
        due = math.ceil(max(0.0, time - self._last_ask_s) / ROUND_S * len(self._used_tags))
        count, self._last_ask_s = min(max(1, due), len(self._used_tags)), time
        self._ask_count += count
        return {self._used_tags[(self._ask_count - step) % len(self._used_tags)].id for step in range(count)}

    def _find_long_displaced(self, tags: Iterable[int]) -> list[int]:
        """Returns the tags that have been out of place for a while."""
        return [id for id in tags if self._frame_count - self._displaced_since[id] >= PUSHED_FRAMES]

    def _check_place(self, grey: np.ndarray, tag: ReferenceTag) -> _Place:
        """Tells whether a tag still lies where it lay when the pose was locked, as far as the fit reaches."""
        first_fit = self._fits.get(tag.id)
        fit = _fit_reference(grey, self.registration, tag) if first_fit is None else refit(grey, first_fit, PLACED)
        if fit is None or fit.agreement < LEAST_AGREEMENT:
            return _Place.UNREADABLE
        offset_in = fit.pose.x_in - tag.center_in[0], fit.pose.y_in - tag.center_in[1]
        distance_in = math.hypot(*offset_in)
        if distance_in > NUDGE_IN + self.registration.off_in[tag.id]:
            self._off_in[tag.id] = distance_in
            return _Place.OFF
        self._fits.setdefault(tag.id, fit)
        self._drift.note(tag.id, offset_in)
        # the light may have changed, but not the tag's place
        self._save_look(grey, tag)
        return _Place.UNMOVED

    def _drop_pushed_tags(self, off_in: dict[int, float]) -> None:
        """Ignores a single tag that lies elsewhere: it was pushed. The registration reports it as an outlier."""
        if off_in and len(self._used_tags) - len(off_in) >= LEAST_TAGS:
            self._used_tags = [tag for tag in self._used_tags if tag.id not in off_in]
            self._displaced_since = {id: since for id, since in self._displaced_since.items() if id not in off_in}
            self.registration = with_outliers(self.registration, off_in)

    def _find_displaced(self, grey: np.ndarray) -> dict[int, float]:
        """Measures in inches how far from their places the detector finds tags that the fit could not reach."""
        camera, numbers = self.registration.camera, {tag.id: tag for tag in self._used_tags}
        detections = [detection for detection in self._detector.detect(grey, _COARSE) if detection.tag in numbers]
        offsets_in = {
            detection.tag: camera.back_project(detection.center_px) - numbers[detection.tag].center_in
            for detection in detections
        }
        return {
            id: float(np.linalg.norm(offset_in))
            for id, offset_in in offsets_in.items()
            if np.linalg.norm(offset_in) > OUTLIER_IN
        }

    def _save_look(self, grey: np.ndarray, tag: ReferenceTag) -> None:
        if tag.id not in self._boxes:
            self._boxes[tag.id] = _compute_box(grey.shape, self.registration.camera.project(reference_corners_in(tag)))
        left_px, top_px, right_px, bottom_px = box = self._boxes[tag.id]
        if min(right_px - left_px, bottom_px - top_px) >= 2:
            self._change_gate.watch(grey, tag.id, box)


def _compute_box(shape: tuple[int, ...], px: np.ndarray) -> tuple[int, int, int, int]:
    """Returns the part of a picture (rows, columns) that holds some of its pixels, (n, 2): (left, top,
    right, bottom).
    """
    height, width = shape
    low, high = np.maximum(np.floor(px.min(axis=0)), 0), np.minimum(np.ceil(px.max(axis=0)) + 1, [width, height])
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _fit_reference(grey: np.ndarray, registration: Registration, tag: ReferenceTag) -> TagFit | None:
    start = TagPose(*tag.center_in, np.radians(tag.rotation_deg + 90))
    return fit_tag(
        grey,
        registration.camera,
        tag.id,
        tag.size_in,
        start,
        registration.optics,
        PLACED,
        STRIDE,
    )


def _find_reference_tags(found: list[Detection], tags: tuple[ReferenceTag, ...]) -> list[Detection]:
    numbers = {tag.id for tag in tags}
    return [detection for detection in found if detection.tag in numbers]


def _compute_shift_in(a: Registration, b: Registration, tags: tuple[ReferenceTag, ...]) -> float:
    """Computes the greatest distance between the reference tags' places by two poses, in inches."""
    places = np.array([[*tag.center_in, 0.0] for tag in tags])
    return float(np.linalg.norm(a.camera.back_project(b.camera.project(places)) - places[:, :2], axis=1).max())
