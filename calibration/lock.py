"""Keeps the camera's pose from frame to frame: notices a nudge, marks the pose untrusted, and locks again.

In each frame one or more reference tags are fitted where the pose expects them. A hand over one tag is no nudge. Two
tags that both have moved are one, and so is one tag that is off while no other can be seen. A push too small for that
shows over some rounds of all tags (`drift`).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from calibration.corners import reference_corners_in
from calibration.drift import Drift
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
from tablecam.base.i18n import Message, message_of
from tablecam.sensing.vision.apriltag import Search, TagDetector
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.fit import Free, TagFit, fit_tag, refit
from tablecam.sensing.vision.gate import Gate
from tablecam.sensing.vision.patch import TagPose
from tablecam.table.geometry.projection import Intrinsics
from tablecam.table.table import ReferenceTag

# a reference tag this far from its place shows that the camera moved: a fiftieth of an inch, well over the fit's noise
NUDGE_IN = 0.02
# tags that must show it
WITNESSES = 2
# a pose is trusted again when this many frames in a row agree on it
STEADY_FRAMES = 3
# every tag is looked at once in so many seconds, however seldom frames come: three such rounds show the smallest push
ROUND_S = 0.55
# a single tag that lies elsewhere for so many frames was pushed
PUSHED_FRAMES = 30
# tags that could not be read, or lay elsewhere, are tried again every so many frames
ASK_AGAIN_FRAMES = 10
# these tags are large: a quarter of their pixels is enough to watch them
STRIDE = 2
# they lie on the table, so that only place and heading are asked
PLACED = Free(scale=False, optics=False, shape=False)
NO_REFERENCE = Message(
    "none of the reference tags can be seen: readings are held back until the view of the table is free"
)
_COARSE = Search(2.0, 1.0, 40)
_THOROUGH = Search(1.0, 1.0, 5)


@dataclass(frozen=True)
class Locked:
    """The answer for one frame. registration: None before the first lock. trusted: whether readings may be used.

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
        self._steady = 0

    @property
    def registration(self) -> Registration | None:
        """The pose that was found last; None before the first."""
        return self._vigil.registration if self._vigil is not None else None

    def watch(self, grey: np.ndarray, time: float) -> Locked:
        """Checks the pose against this frame, and finds a new one where there is none or it no longer holds.

        time: of the frame, in seconds.
        """
        if self._vigil is None or self._steady < STEADY_FRAMES:
            return self._lock(grey, self._vigil)
        if self._vigil.camera_moved(grey, time):
            self._steady = 0
            return Locked(self._vigil.registration, trusted=False, nudged=True)
        if self._vigil.blind:
            return Locked(self._vigil.registration, trusted=False, trouble=NO_REFERENCE)
        return Locked(self._vigil.registration, trusted=True)

    def _lock(self, grey: np.ndarray, before: "_Vigil | None") -> Locked:
        try:
            found = self._register(grey)
        except BadPicture as refused:
            self._steady = 0
            return Locked(self.registration, trusted=False, trouble=message_of(refused))
        if before is None:
            # the very first lock is trusted at once, so that the table shows; the next frames will object if need be
            self._steady = STEADY_FRAMES
        else:
            same = _shift_in(found, before.registration, self._tags) < NUDGE_IN
            self._steady = self._steady + 1 if same else 1
        self._vigil = _Vigil(found, self._tags, grey, self._detector)
        done = self._steady >= STEADY_FRAMES
        return Locked(found, trusted=done, locked_again=done)

    def _register(self, grey: np.ndarray) -> Registration:
        """Searches coarsely first, and thoroughly where that finds too few tags."""
        found = _reference_tags(self._detector.detect(grey, _COARSE), self._tags)
        if len({detection.tag for detection in found}) < min(LEAST_TAGS + 1, len(self._tags)):
            found = _reference_tags(self._detector.detect(grey, _THOROUGH), self._tags)
        return refine(grey, register(self._intrinsics, self._tags, found), self._tags)


class _Place(Enum):
    """Where a reference tag is, compared with where the pose puts it."""

    UNMOVED = "unmoved"
    OFF = "off"
    UNREADABLE = "unreadable"


class _Vigil:
    """Watches one pose: the reference tags it was made from, and how they looked then."""

    def __init__(
        self, registration: Registration, tags: tuple[ReferenceTag, ...], grey: np.ndarray, detector: TagDetector
    ) -> None:
        self.registration, self._detector = registration, detector
        self._used = [tag for tag in tags if tag.id in registration.used]
        self._gate = Gate(grey.shape)
        self._turn = 0
        self._asked, self._asked_at = 0, math.inf
        # tags that could not be read when all were tried last
        self._unread: frozenset[int] = frozenset()
        # tags that cannot be read where they should be, and since which turn
        self._out: dict[int, int] = {}
        self._off_in: dict[int, float] = {}
        self._drift = Drift()
        # each tag as it was fitted first, for its pixels
        self._fits: dict[int, TagFit] = {}
        self._boxes: dict[int, tuple[int, int, int, int]] = {}
        for tag in self._used:
            self._remember_look(grey, tag)

    @property
    def blind(self) -> bool:
        """Whether none of the tags could be read."""
        return self._unread.issuperset(tag.id for tag in self._used)

    def camera_moved(self, grey: np.ndarray, time: float) -> bool:
        """Whether the reference tags of this frame show that the camera moved."""
        self._turn += 1
        asked = (self._in_turn(time) | self._gate.changed(grey)) - self._out.keys()
        places = {tag.id: self._place_of(grey, tag) for tag in self._used if tag.id in asked}
        try_again = bool(self._out) and self._turn % ASK_AGAIN_FRAMES == 0
        if not try_again and all(place is _Place.UNMOVED for place in places.values()):
            return self._drift.camera_moved
        # a tag has moved, or had before: look at all of them
        places = {tag.id: self._place_of(grey, tag) for tag in self._used}
        self._out = {id: self._out.get(id, self._turn) for id, place in places.items() if place is not _Place.UNMOVED}
        off = {id: self._off_in[id] for id, place in places.items() if place is _Place.OFF}
        unreadable = [id for id, place in places.items() if place is _Place.UNREADABLE]
        self._unread = frozenset(unreadable)
        if len(off) < WITNESSES and (len(unreadable) >= WITNESSES or self._long_out(unreadable)):
            off |= {id: off_in for id, off_in in self._elsewhere(grey).items() if id in unreadable}
        if len(off) >= WITNESSES:
            return True
        self._leave_out({id: off[id] for id in self._long_out(off)})
        return False

    def _in_turn(self, time: float) -> set[int]:
        """The tags whose turn it is: one a frame, or more where frames come seldom."""
        due = math.ceil(max(0.0, time - self._asked_at) / ROUND_S * len(self._used))
        count, self._asked_at = min(max(1, due), len(self._used)), time
        self._asked += count
        return {self._used[(self._asked - one) % len(self._used)].id for one in range(count)}

    def _long_out(self, tags: Iterable[int]) -> list[int]:
        """The tags that have been out of place for a while."""
        return [id for id in tags if self._turn - self._out[id] >= PUSHED_FRAMES]

    def _place_of(self, grey: np.ndarray, tag: ReferenceTag) -> _Place:
        """Whether a tag still lies where it lay when the pose was locked, as far as the fit reaches."""
        first = self._fits.get(tag.id)
        fit = _fit(grey, self.registration, tag) if first is None else refit(grey, first, PLACED)
        if fit is None or fit.agreement < LEAST_AGREEMENT:
            return _Place.UNREADABLE
        by = fit.pose.x_in - tag.center_in[0], fit.pose.y_in - tag.center_in[1]
        off = math.hypot(*by)
        if off > NUDGE_IN + self.registration.off_in[tag.id]:
            self._off_in[tag.id] = off
            return _Place.OFF
        self._fits.setdefault(tag.id, fit)
        self._drift.note(tag.id, by)
        # the light may have changed; the tag's place has not
        self._remember_look(grey, tag)
        return _Place.UNMOVED

    def _leave_out(self, off_in: dict[int, float]) -> None:
        """Ignores a single tag that lies elsewhere: it was pushed. The registration reports it as an outlier."""
        if off_in and len(self._used) - len(off_in) >= LEAST_TAGS:
            self._used = [tag for tag in self._used if tag.id not in off_in]
            self._out = {id: turn for id, turn in self._out.items() if id not in off_in}
            self.registration = with_outliers(self.registration, off_in)

    def _elsewhere(self, grey: np.ndarray) -> dict[int, float]:
        """How far off their places the detector finds tags, where the fit could not reach them; inches."""
        camera, numbers = self.registration.camera, {tag.id: tag for tag in self._used}
        found = [detection for detection in self._detector.detect(grey, _COARSE) if detection.tag in numbers]
        off = {one.tag: camera.back_project(one.center_px) - numbers[one.tag].center_in for one in found}
        return {id: float(np.linalg.norm(by)) for id, by in off.items() if np.linalg.norm(by) > OUTLIER_IN}

    def _remember_look(self, grey: np.ndarray, tag: ReferenceTag) -> None:
        if tag.id not in self._boxes:
            self._boxes[tag.id] = _box_of(grey.shape, self.registration.camera.project(reference_corners_in(tag)))
        left, top, right, bottom = box = self._boxes[tag.id]
        if min(right - left, bottom - top) >= 2:
            self._gate.watch(grey, tag.id, box)


def _box_of(shape: tuple[int, ...], px: np.ndarray) -> tuple[int, int, int, int]:
    """The part of a picture (rows, columns) that holds some of its pixels, (n, 2): (left, top, right, bottom)."""
    height, width = shape
    low, high = np.maximum(np.floor(px.min(axis=0)), 0), np.minimum(np.ceil(px.max(axis=0)) + 1, [width, height])
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _fit(grey: np.ndarray, registration: Registration, tag: ReferenceTag) -> TagFit | None:
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


def _reference_tags(found: list[Detection], tags: tuple[ReferenceTag, ...]) -> list[Detection]:
    numbers = {tag.id for tag in tags}
    return [detection for detection in found if detection.tag in numbers]


def _shift_in(a: Registration, b: Registration, tags: tuple[ReferenceTag, ...]) -> float:
    """How far apart two poses put the reference tags, at most, in inches."""
    places = np.array([[*tag.center_in, 0.0] for tag in tags])
    return float(np.linalg.norm(a.camera.back_project(b.camera.project(places)) - places[:, :2], axis=1).max())
