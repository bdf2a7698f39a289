"""Keeps the camera's pose, frame by frame: notices a nudge, holds the readings back, and locks again.

Each frame a reference tag or two are fitted where the pose expects them. A hand over one tag is no nudge; two tags that
agree they have moved are, and so is one that is off while nothing else can be seen.
"""

from collections.abc import Iterable
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
    without,
)
from tablecam.errors import BadPicture
from tablecam.geometry.projection import Intrinsics
from tablecam.table.table import ReferenceTag
from tablecam.vision.apriltag import Search, TagDetector
from tablecam.vision.detection import Detection
from tablecam.vision.fit import Free, TagFit, fit_tag
from tablecam.vision.gate import Gate
from tablecam.vision.patch import TagPose

# a reference tag this far from its place says that the camera moved: a fiftieth of an inch, well over the fit's noise
NUDGE_IN = 0.02
# tags that must say so
WITNESSES = 2
# a pose is believed again when this many frames in a row agree on it
STEADY_FRAMES = 3
# one tag alone that lies elsewhere for so many frames was pushed
PUSHED_FRAMES = 30
# tags that could not be read, or lay elsewhere, are asked again every so many frames
ASK_AGAIN_FRAMES = 10
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


class CameraLock:
    """The pose of one camera over one table."""

    def __init__(self, intrinsics: Intrinsics, tags: tuple[ReferenceTag, ...]) -> None:
        self._intrinsics, self._tags, self._detector = intrinsics, tags, TagDetector()
        self._vigil: _Vigil | None = None
        self._steady = 0

    def watch(self, grey: np.ndarray) -> Locked:
        """Checks the pose against this frame, and finds it anew where it is not known or no longer holds."""
        if self._vigil is None or self._steady < STEADY_FRAMES:
            return self._lock(grey, self._vigil)
        if self._vigil.camera_moved(grey):
            self._steady = 0
            return Locked(self._vigil.registration, trusted=False, nudged=True)
        return Locked(self._vigil.registration, trusted=True)

    def _lock(self, grey: np.ndarray, before: "_Vigil | None") -> Locked:
        try:
            found = self._register(grey)
        except BadPicture as refused:
            self._steady = 0
            known = before.registration if before is not None else None
            return Locked(known, trusted=False, trouble=str(refused))
        if before is None:
            # the very first lock serves at once: the table wants to be seen, and the frames that follow will object
            self._steady = STEADY_FRAMES
        else:
            same = _shift_in(found, before.registration, self._tags) < NUDGE_IN
            self._steady = self._steady + 1 if same else 1
        self._vigil = _Vigil(found, self._tags, grey, self._detector)
        done = self._steady >= STEADY_FRAMES
        return Locked(found, trusted=done, locked_again=done)

    def _register(self, grey: np.ndarray) -> Registration:
        """Coarse and quick first; thorough when too few tags came of it."""
        found = _ours(self._detector.detect(grey, _COLD), self._tags)
        if len({each.tag for each in found}) < min(LEAST_TAGS + 1, len(self._tags)):
            found = _ours(self._detector.detect(grey, _THOROUGH), self._tags)
        return refine(grey, register(self._intrinsics, self._tags, found), self._tags)


class _Place(Enum):
    """Where a reference tag is, against where the pose puts it."""

    AS_EVER = "as ever"
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
        # tags that are not to be read where they should be, and since which turn
        self._out: dict[int, int] = {}
        self._off_in: dict[int, float] = {}
        for tag in self._used:
            self._keep_look(grey, tag)

    def camera_moved(self, grey: np.ndarray) -> bool:
        """Whether the reference tags say so in this frame."""
        self._turn += 1
        in_turn = self._used[self._turn % len(self._used)].id
        asked = ({in_turn} | self._gate.changed(grey)) - self._out.keys()
        places = {tag.id: self._where(grey, tag) for tag in self._used if tag.id in asked}
        once_more = bool(self._out) and self._turn % ASK_AGAIN_FRAMES == 0
        if not once_more and all(place is _Place.AS_EVER for place in places.values()):
            return False
        # somebody says otherwise, or did so before: ask all of them
        places = {tag.id: self._where(grey, tag) for tag in self._used}
        self._out = {id: self._out.get(id, self._turn) for id, place in places.items() if place is not _Place.AS_EVER}
        off = {id: self._off_in[id] for id, place in places.items() if place is _Place.OFF}
        unreadable = [id for id, place in places.items() if place is _Place.UNREADABLE]
        if len(off) < WITNESSES and (len(unreadable) >= WITNESSES or self._long_out(unreadable)):
            off |= {id: off_in for id, off_in in self._elsewhere(grey).items() if id in unreadable}
        if len(off) >= WITNESSES:
            return True
        self._leave_out({id: off[id] for id in self._long_out(off)})
        return False

    def _long_out(self, tags: Iterable[int]) -> list[int]:
        """Those of the tags that have not been where they should for a while."""
        return [id for id in tags if self._turn - self._out[id] >= PUSHED_FRAMES]

    def _where(self, grey: np.ndarray, tag: ReferenceTag) -> _Place:
        """Whether a tag still lies where it lay when the pose was locked, as far as the fit reaches."""
        fit = _fit(grey, self.registration, tag)
        if fit is None or fit.agreement < LEAST_AGREEMENT:
            return _Place.UNREADABLE
        off = float(np.hypot(fit.pose.x_in - tag.center_in[0], fit.pose.y_in - tag.center_in[1]))
        if off > NUDGE_IN + self.registration.off_in[tag.id]:
            self._off_in[tag.id] = off
            return _Place.OFF
        # the light may have changed; where the tag lies has not
        self._keep_look(grey, tag)
        return _Place.AS_EVER

    def _leave_out(self, off_in: dict[int, float]) -> None:
        """A tag that lies elsewhere all alone was pushed: it is named and asked no more."""
        if off_in and len(self._used) - len(off_in) >= LEAST_TAGS:
            self._used = [tag for tag in self._used if tag.id not in off_in]
            self._out = {id: turn for id, turn in self._out.items() if id not in off_in}
            self.registration = without(self.registration, off_in)

    def _elsewhere(self, grey: np.ndarray) -> dict[int, float]:
        """How far off their places the detector finds tags, where the fit could not reach them; inches."""
        camera, numbers = self.registration.camera, {tag.id: tag for tag in self._used}
        found = [each for each in self._detector.detect(grey, _COLD) if each.tag in numbers]
        off = {each.tag: camera.back_project(each.center_px) - numbers[each.tag].center_in for each in found}
        return {id: float(np.linalg.norm(by)) for id, by in off.items() if np.linalg.norm(by) > OUTLIER_IN}

    def _keep_look(self, grey: np.ndarray, tag: ReferenceTag) -> None:
        px = self.registration.camera.project(reference_corners_in(tag))
        height, width = grey.shape
        low, high = np.maximum(np.floor(px.min(axis=0)), 0), np.minimum(np.ceil(px.max(axis=0)) + 1, [width, height])
        if (high - low).min() >= 2:
            self._gate.watch(grey, tag.id, (int(low[0]), int(low[1]), int(high[0]), int(high[1])))


def _fit(grey: np.ndarray, registration: Registration, tag: ReferenceTag) -> TagFit | None:
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
