"""What one camera sees of a table: frame after frame its pose, and the readings of the tags in play.

    frame -> light -> camera lock -> tags in the picture -> observations

Pixels end here. What several cameras see is put together by the pipeline.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from calibration.lock import CameraLock, Locked
from calibration.registration import Registration, doubts
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.live.expected import poses_seen
from tablecam.live.unsharp import unsharp
from tablecam.sensing.tracking.observation import PARTLY, Observation
from tablecam.sensing.tracking.observe import observe, stranger
from tablecam.sensing.vision.expected_tags import nowhere
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.light import LightWatch
from tablecam.sensing.vision.watch import OUT_OF_SIGHT, Shown, Sweep, TagSight, TagWatch
from tablecam.storage.table_folder import TableFolder, lens_file
from tablecam.table.geometry.projection import Intrinsics

# a picture whose sides differ from the calibration's shape by more than this was taken in another mode
SAME_SHAPE = 0.002


@dataclass(frozen=True)
class Viewed:
    """What one frame of one camera shows.

    seen: none while the camera's place is not to be trusted. hidden: tags whose place has something over it. gone: tags
    whose place is open and bare. unsharp: what to do about a blurred picture.
    """

    time: float
    locked: Locked
    seen: tuple[Observation, ...] = ()
    hidden: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    unsharp: Message | None = None

    @property
    def trusted(self) -> bool:
        """Whether the camera's place is known."""
        return self.locked.trusted and self.locked.registration is not None


class CameraView:
    """One camera above the table of a folder; `number` counts its cameras from 0. One thread reads its frames."""

    def __init__(self, folder: TableFolder, number: int = 0) -> None:
        self._folder, self._number = folder, number
        self._edges = edges_in(folder)
        self._lock: CameraLock | None = None
        self._size = (0, 0)
        self._watch = TagWatch(self._edges, reference_ids(folder), (folder.table.width_in, folder.table.depth_in))
        self._light = LightWatch()
        self._kept: dict[int, tuple[TagSight, Registration, Observation]] = {}
        self._sharpness: tuple[Registration, Message | None] | None = None

    @property
    def registration(self) -> Registration | None:
        """The pose that was found last."""
        return self._lock.registration if self._lock is not None else None

    def read(self, frame: Frame, others: Sequence[Observation] = ()) -> Viewed:
        """What a frame shows. others: what other cameras read last, so that tags which this one does not see are not
        searched for in vain. Raises BadPicture if it does not fit the calibration.
        """
        if self._lock is None or frame.size != self._size:
            lens = fitting(lens_of(self._folder, self._number), frame, lens_file(self._number))
            self._lock = CameraLock(lens, self._folder.table.reference_tags)
            self._size = frame.size
            self._watch.forget()
        locked = self._locked(self._lock, frame)
        if locked.locked_again:
            self._watch.look_again()
        if not locked.trusted or locked.registration is None:
            return Viewed(frame.time, locked)
        camera = locked.registration.camera
        expecting = partial(poses_seen, others, camera) if others else nowhere
        sweep = self._watch.read(frame.grey, camera, locked.registration.optics, expecting)
        seen = self._observed(sweep, locked.registration)
        hidden, gone = _showing(sweep, Shown.HIDDEN), _showing(sweep, Shown.GONE)
        return Viewed(frame.time, locked, seen, hidden, gone, self._unsharp(locked.registration))

    def _unsharp(self, registration: Registration) -> Message | None:
        """What to do about a picture that is blurred, as its pose was found."""
        if self._sharpness is None or self._sharpness[0] is not registration:
            table = self._folder.table
            size_in = table.width_in, table.depth_in
            self._sharpness = registration, unsharp(registration, self._edges.values(), size_in)
        return self._sharpness[1]

    def _locked(self, lock: CameraLock, frame: Frame) -> Locked:
        """The pose, to be trusted only where the picture shows something."""
        trouble = self._light.trouble(frame.grey, frame.time)
        if trouble is None:
            locked = lock.watch(frame.grey, frame.time)
            # a lamp that went out since the last look is no bump of the camera
            trouble = None if locked.trusted else self._light.look(frame.grey, frame.time)
            if trouble is None:
                return locked
        return Locked(lock.registration, trusted=False, trouble=trouble)

    def _observed(self, sweep: Sweep, registration: Registration) -> tuple[Observation, ...]:
        seen = [self._observation(sight, registration) for sight in sweep.sights if sight.shown not in OUT_OF_SIGHT]
        return (*seen, *(stranger(tag, registration.camera) for tag in (*sweep.strangers, *sweep.copies)))

    def _observation(self, sight: TagSight, registration: Registration) -> Observation:
        """The observation of one tag; that of a tag at rest is the same from frame to frame, and kept."""
        kept = self._kept.get(sight.fit.tag)
        if kept is not None and kept[0].fit is sight.fit and kept[0].shown is sight.shown and kept[1] is registration:
            return kept[2]
        seen = observe(
            sight.fit,
            registration.camera,
            self._edges[sight.fit.tag],
            registration.field_sigma_in,
            fresh=sight.shown is Shown.WHOLE,
            # a later frame is not shaken as that of the lock was
            effect=replace(registration.effect, smear=0.0),
        )
        seen = replace(seen, seen=PARTLY) if sight.shown is Shown.PARTLY else seen
        self._kept[sight.fit.tag] = (sight, registration, seen)
        return seen


def camera_problems(locked: Locked) -> list[Message]:
    """What the players should know about a camera's place, as sentences."""
    if locked.trouble is not None:
        return [locked.trouble]
    if not locked.trusted:
        return [Message("the camera was moved: readings are held back until it is still")]
    return doubts(locked.registration) if locked.registration is not None else []


def _showing(sweep: Sweep, how: Shown) -> frozenset[int]:
    return frozenset(sight.fit.tag for sight in sweep.sights if sight.shown is how)


def edges_in(folder: TableFolder) -> dict[int, float]:
    """The real edge of each tag in play, in inches, as it was printed: the models' and those of terrain."""
    wearers = (*folder.roster.models, *(piece.wearer for piece in folder.pieces))
    scale = folder.table.print_scale
    return {tag: to_inches(wearer.tag_size_mm) * scale for wearer in wearers for tag in wearer.tags}


def reference_ids(folder: TableFolder) -> frozenset[int]:
    """The numbers of the table's own tags."""
    return frozenset(tag.id for tag in folder.table.reference_tags)


def lens_of(folder: TableFolder, number: int = 0) -> Intrinsics:
    """The calibrated lens of a folder's camera, counted from 0; BadPicture if it has none."""
    lenses = folder.lenses
    if number < len(lenses):
        return lenses[number]
    raise BadPicture(
        Message(
            "{folder} has no {camera}, so no picture can be measured: run `tablecam calibrate` first",
            folder=folder.path, camera=lens_file(number),
        )
    )  # fmt: skip


def fitting(intrinsics: Intrinsics, frame: Frame, file: str = lens_file(0)) -> Intrinsics:
    """The calibration for a frame of this size: as it is, or scaled where the shape is the same. Raises BadPicture."""
    width, height = frame.size
    if (width, height) == (intrinsics.width, intrinsics.height):
        return intrinsics
    if abs(width / height * intrinsics.height / intrinsics.width - 1) > SAME_SHAPE:
        raise BadPicture(
            Message(
                "the picture is {size} but {camera} was made for {calibrated}: use the camera's calibrated "
                "resolution, or calibrate it at this one",
                size=f"{width}x{height}", camera=file, calibrated=f"{intrinsics.width}x{intrinsics.height}",
            )
        )  # fmt: skip
    return intrinsics.scaled_to(width, height)
