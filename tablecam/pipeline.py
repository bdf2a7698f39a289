"""How a frame becomes a snapshot.

    frame -> camera lock -> tags in the picture -> observations -> terrain that wears tags -> tracks -> snapshot
    (pixels .........................................)|(inches, tags ...................)|(models)

`Pipeline` reads frame after frame; `measure_photo` reads a single picture.
"""

import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.lock import CameraLock, Locked
from calibration.registration import Registration, doubts, refine, register
from tablecam.errors import BadPicture
from tablecam.geometry.projection import Camera, Intrinsics
from tablecam.i18n import Message
from tablecam.storage.table_folder import TableFolder
from tablecam.table.snapshot import Snapshot
from tablecam.tracking.changes import CameraLocked, CameraMoved, TrackChange
from tablecam.tracking.ground import Ground
from tablecam.tracking.observation import PARTLY, WHOLE, Observation
from tablecam.tracking.observe import observe, stranger
from tablecam.tracking.print_share import PrintShare
from tablecam.tracking.settings import ONE_PICTURE, TrackerSettings
from tablecam.tracking.tracker import Tracker
from tablecam.units import to_inches
from tablecam.vision.apriltag import Search, TagDetector
from tablecam.vision.frame import Frame
from tablecam.vision.full_search import look
from tablecam.vision.light import LightWatch
from tablecam.vision.places import table_box
from tablecam.vision.watch import OUT_OF_SIGHT, Shown, Sweep, TagWatch

PHOTO_SEARCH = Search(1.0, 1.0, 5)
# a picture whose sides differ from the calibration's shape by more than this was taken in another mode
SAME_SHAPE = 0.002
# the size of the tags does not change; it is only known better when more of them are on the table
PRINT_EVERY_S = 3.0


@dataclass(frozen=True)
class FrameResult:
    """The result of one frame. registration: None until the camera's place is known.

    paths: the points (x, y) of each moving model's path since it set out, by its id.
    """

    snapshot: Snapshot
    changes: tuple[TrackChange, ...]
    registration: Registration | None
    paths: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)

    @property
    def camera(self) -> Camera | None:
        """The lens with its pose."""
        return self.registration.camera if self.registration is not None else None


class Pipeline:
    """Reads the frames of one table in order. One thread calls `process`; any other may call `stand_on`."""

    def __init__(self, folder: TableFolder, settings: TrackerSettings = TrackerSettings()) -> None:
        self._folder = folder
        self._edges = edges_in(folder)
        self._lock: CameraLock | None = None
        self._size = (0, 0)
        self._watch = TagWatch(self._edges, reference_ids(folder), (folder.table.width_in, folder.table.depth_in))
        self._light = LightWatch()
        self._ground = Ground(folder.terrain, folder.pieces, folder.table, settings)
        self.tracker = Tracker(folder.roster, folder.terrain, folder.table, settings)
        self._print: PrintShare | None = None
        self._print_seen_at = -math.inf
        self._between_frames = threading.Lock()

    def process(self, frame: Frame) -> FrameResult:
        """The snapshot after this frame. Raises BadPicture if the frame does not fit the calibration."""
        with self._between_frames:
            return self._process(frame)

    def stand_on(self, model: str, surface: str | None) -> None:
        """Sets by name what a model at rest stands on, until it moves; None lets the readings decide again.

        ValueError if there is no such surface, or no such model at rest.
        """
        with self._between_frames:
            self.tracker.override_height(model, surface)

    def _process(self, frame: Frame) -> FrameResult:
        if self._lock is None or frame.size != self._size:
            self._lock = CameraLock(fitting(lens_of(self._folder), frame), self._folder.table.reference_tags)
            self._size = frame.size
            self._watch.forget()
        locked = self._seen_by(self._lock, frame)
        camera_changes = self._camera_changes(locked, frame.time)
        if not locked.trusted or locked.registration is None:
            self._ground.update((), frame.time, pose_untrusted=True)
            self.tracker.update((), frame.time, pose_untrusted=True)
            return self._reading(locked, camera_changes, frame.time)
        sweep = self._watch.read(frame.grey, locked.registration.camera, locked.registration.optics)
        seen, hidden = self._observed(sweep, locked.registration)
        moved = self._ground.update(seen, frame.time, hidden)
        self.tracker.terrain = self._ground.terrain
        moved += self.tracker.update(self._ground.of_models(seen), frame.time, hidden)
        return self._reading(locked, camera_changes + moved, frame.time)

    def _seen_by(self, lock: CameraLock, frame: Frame) -> Locked:
        """The pose, to be trusted only where the picture shows something."""
        trouble = self._light.trouble(frame.grey, frame.time)
        if trouble is None:
            return lock.watch(frame.grey)
        return Locked(lock.registration, trusted=False, trouble=trouble)

    def _camera_changes(self, locked: Locked, time: float) -> tuple[TrackChange, ...]:
        if locked.nudged:
            return (CameraMoved(time=time),)
        if locked.locked_again:
            self._watch.look_again()
            return (CameraLocked(time=time),)
        return ()

    def _observed(self, sweep: Sweep, registration: Registration) -> tuple[list[Observation], frozenset[int]]:
        seen = []
        for sight in sweep.sights:
            if sight.shown not in OUT_OF_SIGHT:
                observation = observe(
                    sight.fit,
                    registration.camera,
                    self._edges[sight.fit.tag],
                    registration.field_sigma_in,
                    fresh=sight.shown is Shown.WHOLE,
                )
                seen.append(replace(observation, seen=PARTLY) if sight.shown is Shown.PARTLY else observation)
        seen += [stranger(tag, registration.camera) for tag in (*sweep.strangers, *sweep.copies)]
        return seen, frozenset(sight.fit.tag for sight in sweep.sights if sight.shown is Shown.HIDDEN)

    def _reading(self, locked: Locked, changes: tuple[TrackChange, ...], time: float) -> FrameResult:
        snapshot = with_print(self.tracker.snapshot(), self._print_at(time))
        problems = (*_camera_problems(locked), *self._ground.problems)
        reported = replace(snapshot, problems=problems + snapshot.problems)
        return FrameResult(reported, changes, locked.registration, self._paths(snapshot))

    def _print_at(self, time: float) -> PrintShare | None:
        """What the tags' size says, as of a look that is no older than a few seconds."""
        if not 0 <= time - self._print_seen_at < PRINT_EVERY_S:
            self._print_seen_at, self._print = time, self.tracker.print_share()
        return self._print

    def _paths(self, snapshot: Snapshot) -> dict[str, tuple[tuple[float, float], ...]]:
        paths = {placed.model.id: self.tracker.path_of(placed.model.id) for placed in snapshot.models}
        return {
            model: tuple((point.x_in, point.y_in) for point in (*path.points, path.latest))
            for model, path in paths.items()
            if path is not None
        }


def measure_photo(folder: TableFolder, frame: Frame) -> FrameResult:
    """The snapshot of one picture, searched as thoroughly as possible. Raises BadPicture."""
    table, edges = folder.table, edges_in(folder)
    found = TagDetector().detect(frame.grey, PHOTO_SEARCH)
    registration = register(fitting(lens_of(folder), frame), table.reference_tags, found)
    registration = refine(frame.grey, registration, table.reference_tags)
    models = [detection for detection in found if detection.tag not in reference_ids(folder)]
    area = table_box(registration.camera, frame.grey.shape, (table.width_in, table.depth_in))
    seen = look(frame.grey, registration.camera, edges, models, registration.optics, area)
    # there is no other picture, so a partly hidden tag that fits counts as it is
    observations = [
        replace(observe(fit, registration.camera, edges[fit.tag], registration.field_sigma_in), seen=WHOLE)
        for fit in seen.fits
    ]
    observations += [stranger(tag, registration.camera) for tag in seen.unknown]
    ground = Ground(folder.terrain, folder.pieces, table, ONE_PICTURE)
    changes = ground.update(observations, frame.time)
    tracker = Tracker(folder.roster, ground.terrain, table, ONE_PICTURE)
    changes += tracker.update(ground.of_models(observations), frame.time)
    problems = (
        *doubts(registration),
        *ground.problems,
        *map(_in_two_places, seen.twice),
    )
    snapshot = with_print(tracker.snapshot(), tracker.print_share())
    return FrameResult(replace(snapshot, problems=problems + snapshot.problems), changes, registration)


def with_print(snapshot: Snapshot, print_share: PrintShare | None) -> Snapshot:
    """The snapshot with what the size of all tags together says."""
    if print_share is None:
        return snapshot
    scale_sigma = math.hypot(snapshot.scale_sigma, print_share.scale_sigma)
    return replace(snapshot, scale_sigma=scale_sigma, problems=(*snapshot.problems, print_share.says))


def edges_in(folder: TableFolder) -> dict[int, float]:
    """The real edge of each tag in play, in inches, as it was printed: the models' and those of terrain."""
    wearers = (*folder.roster.models, *(piece.wearer for piece in folder.pieces))
    return {wearer.tag: to_inches(wearer.tag_size_mm) * folder.table.print_scale for wearer in wearers}


def reference_ids(folder: TableFolder) -> frozenset[int]:
    """The numbers of the table's own tags."""
    return frozenset(tag.id for tag in folder.table.reference_tags)


def lens_of(folder: TableFolder) -> Intrinsics:
    """The calibrated lens of a folder; BadPicture if it has none."""
    if folder.intrinsics is None:
        raise BadPicture(
            Message(
                "{folder} has no camera.yaml, so no picture can be measured: run `tablecam calibrate` first",
                folder=folder.path,
            )
        )
    return folder.intrinsics


def fitting(intrinsics: Intrinsics, frame: Frame) -> Intrinsics:
    """The calibration for a frame of this size: as it is, or scaled where the shape is the same. Raises BadPicture."""
    width, height = frame.size
    if (width, height) == (intrinsics.width, intrinsics.height):
        return intrinsics
    if abs(width / height * intrinsics.height / intrinsics.width - 1) > SAME_SHAPE:
        raise BadPicture(
            Message(
                "the picture is {size} but camera.yaml was made for {calibrated}: use the camera's calibrated "
                "resolution, or calibrate it at this one",
                size=f"{width}x{height}", calibrated=f"{intrinsics.width}x{intrinsics.height}",
            )
        )  # fmt: skip
    return intrinsics.scaled_to(width, height)


def _camera_problems(locked: Locked) -> list[Message]:
    if locked.trouble is not None:
        return [locked.trouble]
    if not locked.trusted:
        return [Message("the camera was moved: readings are held back until it is still")]
    return doubts(locked.registration) if locked.registration is not None else []


def _in_two_places(tag: int) -> Message:
    return Message("tag {tag} is seen in two places, so its model is not placed: give one of them another tag", tag=tag)
