"""Keeps the camera's pose, frame by frame: notices a nudge, holds the readings back, and locks again.

Each frame a reference tag or two are fitted where the pose expects them. A hand over one tag is no nudge; two tags that
agree they have moved are, and so is one that is off while nothing else can be seen.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from calibration.registration import (
    LEAST_AGREEMENT,
    LEAST_TAGS,
    OUTLIER_IN,
    Registration,
    reference_corners_in,
    refine,
    register,
)
from tablecam.errors import BadPicture
from tablecam.geometry.projection import Intrinsics
from tablecam.table.table import ReferenceTag
from tablecam.vision.apriltag import Search, TagDetector
from tablecam.vision.detection import Detection
from tablecam.vision.fit import Fit, Free, fit_tag
from tablecam.vision.gate import Gate
from tablecam.vision.patch import TagPose

# a reference tag this far from its place says that the camera moved: a fiftieth of an inch, well over the fit's noise
NUDGE_IN = 0.02
# tags that must say so
WITNESSES = 2
# a pose is believed again when this many frames in a row agree on it
STEADY_FRAMES = 3
# the tags looked at in every frame although nothing changed there
IN_TURN = 1
# these tags are large: a quarter of their pixels is enough to watch them
STRIDE = 2
_COLD = Search(2.0, 1.0, 40)
_THOROUGH = Search(1.0, 1.0, 5)


@dataclass(frozen=True)
class Locked:
    """The answer for one frame. registration: None before the first lock. trusted: whether readings may be used."""

    registration: Registration | None
    trusted: bool
    nudged: bool = False
    locked_again: bool = False
    trouble: str | None = None


class _Place(Enum):
    """Where a reference tag is, against where the pose puts it."""

    AS_EVER = "as ever"
    OFF = "off"
    UNREADABLE = "unreadable"


class CameraLock:
    """The pose of one camera over one table."""

    def __init__(self, intrinsics: Intrinsics, tags: tuple[ReferenceTag, ...]) -> None:
        self._intrinsics, self._tags, self._detector = intrinsics, tags, TagDetector()
        self._registration: Registration | None = None
        self._steady = 0
        self._turn = 0
        self._gate: Gate | None = None

    def watch(self, grey: np.ndarray) -> Locked:
        """Checks the pose against this frame, and finds it anew where it is not known or no longer holds."""
        if self._registration is None:
            return self._lock(grey, first=True)
        if self._steady < STEADY_FRAMES:
            return self._lock(grey, first=False)
        if self._moved(grey):
            self._steady = 0
            return Locked(self._registration, trusted=False, nudged=True)
        return Locked(self._registration, trusted=True)

    def _lock(self, grey: np.ndarray, first: bool) -> Locked:
        try:
            found = self._register(grey)
        except BadPicture as refused:
            self._steady = 0
            return Locked(self._registration, trusted=False, trouble=str(refused))
        same = self._registration is not None and _shift_in(found, self._registration, self._tags) < NUDGE_IN
        # the very first lock serves at once: the table wants to be seen, and the frames that follow will object
        self._steady = STEADY_FRAMES if first else (self._steady + 1 if same else 1)
        self._registration = found
        self._keep_looks(grey)
        done = self._steady >= STEADY_FRAMES
        return Locked(found, trusted=done, locked_again=done)

    def _register(self, grey: np.ndarray) -> Registration:
        """Coarse and quick first; thorough when too few tags came of it."""
        found = _ours(self._detector.detect(grey, _COLD), self._tags)
        if len({each.tag for each in found}) < min(LEAST_TAGS + 1, len(self._tags)):
            found = _ours(self._detector.detect(grey, _THOROUGH), self._tags)
        return refine(grey, register(self._intrinsics, self._tags, found), self._tags)

    def _moved(self, grey: np.ndarray) -> bool:
        assert self._registration is not None and self._gate is not None
        self._turn += 1
        used = [tag for tag in self._tags if tag.id in self._registration.used]
        asked = {used[(self._turn + i) % len(used)].id for i in range(IN_TURN)} | self._gate.changed(grey)
        if all(self._where(grey, tag) is _Place.AS_EVER for tag in used if tag.id in asked):
            return False
        # somebody says so: ask all of them
        places = [self._where(grey, tag) for tag in used]
        if places.count(_Place.OFF) >= WITNESSES:
            return True
        if places.count(_Place.UNREADABLE) < WITNESSES:
            return False
        return self._elsewhere(grey, used) >= WITNESSES

    def _where(self, grey: np.ndarray, tag: ReferenceTag) -> "_Place":
        """Whether a tag still lies where it lay when the pose was locked, as far as the fit reaches."""
        assert self._registration is not None
        fit = _fit(grey, self._registration, tag)
        if fit is None or fit.agreement < LEAST_AGREEMENT:
            return _Place.UNREADABLE
        off = np.hypot(fit.pose.x_in - tag.center_in[0], fit.pose.y_in - tag.center_in[1])
        return _Place.OFF if off > NUDGE_IN + self._registration.off_in[tag.id] else _Place.AS_EVER

    def _elsewhere(self, grey: np.ndarray, used: list[ReferenceTag]) -> int:
        """How many tags the detector finds off their places, which the fit could not reach."""
        assert self._registration is not None
        camera, numbers = self._registration.camera, {tag.id: tag for tag in used}
        found = [each for each in self._detector.detect(grey, _COLD) if each.tag in numbers]
        off = [np.linalg.norm(camera.back_project(each.center_px) - numbers[each.tag].center_in) for each in found]
        return sum(bool(distance > OUTLIER_IN) for distance in off)

    def _keep_looks(self, grey: np.ndarray) -> None:
        assert self._registration is not None
        self._gate = Gate(grey.shape)
        for tag in self._tags:
            if tag.id in self._registration.used:
                px = self._registration.camera.project(reference_corners_in(tag))
                low, high = np.floor(px.min(axis=0)).astype(int), np.ceil(px.max(axis=0)).astype(int) + 1
                self._gate.watch(grey, tag.id, (int(low[0]), int(low[1]), int(high[0]), int(high[1])))


def _fit(grey: np.ndarray, registration: Registration, tag: ReferenceTag) -> Fit | None:
    start = TagPose(*tag.center_in, np.radians(tag.rotation_deg + 90))
    return fit_tag(
        grey,
        registration.camera,
        tag.id,
        tag.size_in,
        start,
        registration.optics,
        Free(scale=False, optics=False),
        STRIDE,
    )


def _ours(found: list[Detection], tags: tuple[ReferenceTag, ...]) -> list[Detection]:
    numbers = {tag.id for tag in tags}
    return [each for each in found if each.tag in numbers]


def _shift_in(a: Registration, b: Registration, tags: tuple[ReferenceTag, ...]) -> float:
    """How far apart two poses put the reference tags, at most, in inches."""
    places = np.array([[*tag.center_in, 0.0] for tag in tags])
    return float(np.linalg.norm(a.camera.back_project(b.camera.project(places)) - places[:, :2], axis=1).max())
