"""The pipeline from frames to a snapshot, for a table folder that may be incomplete or reloaded.

    frame -> camera lock -> tags in the picture -> observations -> terrain that wears tags -> tracks -> snapshot
    (pixels, `camera_view`, once a camera .......)|(inches, tags ........................)|(models)

`Pipeline` reads frame after frame; `measure_photo` a single image or several of one moment.
"""

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from calibration.registration import Registration, doubts, refine, register
from tablecam.base.errors import BadFile, NotSetUp
from tablecam.base.i18n import Message
from tablecam.live.camera_view import (
    FINER,
    burnt,
    detect_smoothing,
    fitting,
    get_lens,
    get_printed_edges,
    reference_ids,
    unsharp,
)
from tablecam.live.scene_diagnosis import Diagnosis, diagnose
from tablecam.live.table_views import TableViews, Together
from tablecam.sensing.tracking.changes import CameraLocked, CameraMoved, TrackChange
from tablecam.sensing.tracking.fusion import Fusion
from tablecam.sensing.tracking.glue import TurnedModel, Turning
from tablecam.sensing.tracking.observation import WHOLE, Observation, observe, stranger
from tablecam.sensing.tracking.print_scale import PrintShare
from tablecam.sensing.tracking.settings import ONE_PICTURE, TrackerSettings
from tablecam.sensing.tracking.tracker import Ground, Tracker
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.fit import TagFit
from tablecam.sensing.vision.frame import Frame, get_images
from tablecam.sensing.vision.full_search import look
from tablecam.sensing.vision.places import table_box
from tablecam.storage.table_folder import CAMERA, MODELS, TABLE, TableFolder, lens_file, read_folder
from tablecam.storage.terrain_geojson import ANY
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot

PHOTO_SEARCH = Search(1.0, 1.0, 5)
# on rendered tables this search reads the same tags at 4K in a seventh of the time, but none in poor light
QUICK_PHOTO_SEARCH = Search(1.0, 1.0, 40)
# what is wrong with a table changes seldom; more tags on it only make it surer
WEIGH_EVERY_S = 3.0


@dataclass(frozen=True)
class FrameResult:
    """The result of one frame. registration: None until the camera's pose is known.

    registration is of the camera whose image is shown; places: of all cameras whose pose is known, by their numbers.
    paths: the points (x, y) of each moving model's path since it set out, by its id. calm: whether everything is at
    rest and in sight. away: why some of several cameras see nothing now, a sentence each. print_share: the size that
    all tags share, if it is not the one that they should have. turned: models that were turned on the spot, by id.
    """

    snapshot: Snapshot
    changes: tuple[TrackChange, ...]
    registration: Registration | None
    paths: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    places: Mapping[int, Registration] = field(default_factory=dict)
    calm: bool = False
    away: tuple[Message, ...] = ()
    print_share: PrintShare | None = None
    turned: Mapping[str, TurnedModel] = field(default_factory=dict)

    @property
    def camera(self) -> Camera | None:
        """The lens with its pose."""
        return self.registration.camera if self.registration is not None else None

    @property
    def cameras(self) -> Mapping[int, Camera]:
        """The lenses of all cameras whose pose is known, with their poses, by the cameras' numbers."""
        return {number: place.camera for number, place in self.places.items()}


class Pipeline:
    """A reader for the frames of one table, in order. One thread calls `process`; any other may call `stand_on`.

    A frame may be a `SharedMoment`: the images of several cameras, each with its own lens in the folder.
    """

    def __init__(self, folder: TableFolder, settings: TrackerSettings = TrackerSettings()) -> None:
        self._views = TableViews(folder)
        self._ground = Ground(folder.terrain, folder.pieces, folder.table, settings)
        self.tracker = Tracker(folder.roster, folder.terrain, folder.table, settings)
        self._turning = Turning(folder.table.assembly_sigma_mm)
        self._table = folder.table
        self._diagnosis: Diagnosis | None = None
        self._diagnosed_fits: tuple[TagFit, ...] = ()
        self._print_size: PrintShare | None = None
        self._print_time = self._diagnosis_time = -math.inf
        self._between_frames = threading.Lock()

    def process(self, frame: Frame) -> FrameResult:
        """The snapshot after this frame. Raises BadPicture if the frame does not fit the calibration."""
        with self._between_frames:
            return self._process_frame(frame)

    def stand_on(self, model: str, surface: str | None) -> None:
        """Set by name what a model at rest stands on, until it moves; None lets the readings decide again.

        ValueError if there is no such surface, or no such model at rest.
        """
        with self._between_frames:
            self.tracker.override_height(model, surface)

    def _process_frame(self, frame: Frame) -> FrameResult:
        together = self._views.read(frame)
        changes: tuple[TrackChange, ...] = ()
        if together.nudged:
            changes = (CameraMoved(time=together.time),)
        elif together.locked_again:
            changes = (CameraLocked(time=together.time),)
        if not together.trusted:
            self._ground.update((), together.time, pose_untrusted=True)
            self.tracker.update((), together.time, pose_untrusted=True)
            return self._build_result(together, changes)
        moves = self._ground.update(together.seen, together.time, together.hidden)
        self.tracker.terrain = self._ground.terrain
        models = self._ground.select_models(together.seen)
        moves += self.tracker.update(models, together.time, together.hidden, clear=together.clear)
        return self._build_result(together, changes + moves)

    def _build_result(self, together: Together, changes: tuple[TrackChange, ...]) -> FrameResult:
        snapshot = self.tracker.snapshot()
        size = self._check_print(together.time)
        self._diagnose(together, snapshot)
        problems = (*together.problems, *self._ground.problems)
        reported = _add_diagnosis(replace(snapshot, problems=problems + snapshot.problems), self._diagnosis)
        calm = self.tracker.calm and together.trusted and not changes and not together.hidden
        paths = self._moving_paths(snapshot)
        turned = self._turning.note(snapshot)
        return FrameResult(
            reported, changes, together.registration, paths, together.places, calm, together.away, size, turned
        )

    def _check_print(self, time: float) -> PrintShare | None:
        """The result from the tags' size, from a look no older than a few seconds."""
        if not 0 <= time - self._print_time < WEIGH_EVERY_S:
            self._print_time, self._print_size = time, self.tracker.print_share()
        return self._print_size

    def _diagnose(self, together: Together, snapshot: Snapshot) -> None:
        """Diagnose the scene again, if all is at rest and tags were fitted again since."""
        best = together.best
        if best is None or best.locked.registration is None or not self.tracker.calm:
            return
        fits = tuple(fit for fit, _ in best.fits)
        if 0 <= together.time - self._diagnosis_time < WEIGH_EVERY_S or _are_same(fits, self._diagnosed_fits):
            return
        self._diagnosis_time, self._diagnosed_fits = together.time, fits
        self._diagnosis = diagnose(self._table, best.locked.registration, best.fits, snapshot.models, self._diagnosis)

    def _moving_paths(self, snapshot: Snapshot) -> dict[str, tuple[tuple[float, float], ...]]:
        paths = {placed.model.id: self.tracker.find_path(placed.model.id) for placed in snapshot.models}
        return {
            model: tuple((point.x_in, point.y_in) for point in (*path.points, path.latest))
            for model, path in paths.items()
            if path is not None
        }


def measure_photo(folder: TableFolder, frame: Frame) -> FrameResult:
    """The snapshot of one image, searched as thoroughly as possible; or of all images of a `SharedMoment`, each with
    the lens of its number, or with one lens if the folder has no more. Raises BadPicture.
    """
    looks = [_look_at_photo(folder, picture, number) for number, picture in sorted(get_images(frame).items())]
    first_registration = looks[0].registration
    observations = looks[0].seen
    if len(looks) > 1:
        fusion = Fusion(first_registration.camera.pose.position_in)
        observations = fusion.fuse_cameras({number: look.seen for number, look in enumerate(looks)})
    ground = Ground(folder.terrain, folder.pieces, folder.table, ONE_PICTURE)
    changes = ground.update(observations, frame.time)
    tracker = Tracker(folder.roster, ground.terrain, folder.table, ONE_PICTURE)
    changes += tracker.update(ground.select_models(observations), frame.time)
    problems = (*(problem for look in looks for problem in look.problems), *ground.problems)
    size = tracker.print_share()
    snapshot = tracker.snapshot()
    best = max(looks, key=lambda look: len(look.fits))
    diagnosis = diagnose(folder.table, best.registration, best.fits, snapshot.models)
    places = {number: look.registration for number, look in enumerate(looks)}
    reported = _add_diagnosis(replace(snapshot, problems=problems + snapshot.problems), diagnosis)
    return FrameResult(reported, changes, first_registration, places=places, print_share=size)


@dataclass(frozen=True)
class _PhotoLook:
    """The result of one photograph."""

    registration: Registration
    seen: list[Observation]
    problems: tuple[Message, ...]
    fits: tuple[tuple[TagFit, float], ...]


def _look_at_photo(folder: TableFolder, frame: Frame, number: int) -> _PhotoLook:
    table, edges = folder.table, get_printed_edges(folder)
    # several images by one camera that was carried around the table have one lens
    number = min(number, max(0, len(folder.lenses) - 1))
    searches = (QUICK_PHOTO_SEARCH, PHOTO_SEARCH)
    detections = TagDetector().detect_needed(frame.grey, searches, reference_ids(folder))
    registration = register(
        fitting(get_lens(folder, number), frame, lens_file(number)), table.reference_tags, detections
    )
    registration = refine(frame.grey, registration, table.reference_tags)
    models = [detection for detection in detections if detection.tag not in reference_ids(folder)]
    area = table_box(registration.camera, frame.grey.shape, (table.width_in, table.depth_in))
    search = look(frame.grey, registration.camera, edges, models, registration.optics, area)
    # there is no other image, so a partly hidden tag that fits counts as it is
    observations = [
        replace(
            observe(fit, registration.camera, edges[fit.tag], registration.field_sigma_in, effect=registration.effect),
            seen=WHOLE,
        )
        for fit in search.fits
    ]
    observations += [stranger(tag, registration.camera) for tag in search.unknown]
    poor = _describe_poor_image(folder, frame, registration, len(edges.keys() - {fit.tag for fit in search.fits}))
    problems = (*doubts(registration), *([poor] if poor else []), *map(_describe_duplicate, search.twice))
    return _PhotoLook(registration, observations, problems, tuple((fit, edges[fit.tag]) for fit in search.fits))


def _describe_poor_image(folder: TableFolder, frame: Frame, registration: Registration, missing: int) -> Message | None:
    """A sentence about a fault that spoils an image for all tags; missing: how many tags in play are not seen."""
    edges, table = get_printed_edges(folder), folder.table
    models = len(edges)
    # edges wider than the details would hide all of them
    smooth = detect_smoothing(frame.grey, missing, models) if registration.optics.blur_px < FINER else None
    size_in = table.width_in, table.depth_in
    return smooth or burnt(frame.grey, missing, models) or unsharp(registration, edges.values(), size_in)


def _add_diagnosis(snapshot: Snapshot, diagnosis: Diagnosis | None) -> Snapshot:
    """The snapshot with what is wrong with the scene, and the doubt about all distances that it leaves."""
    if diagnosis is None:
        return snapshot
    scale_sigma = math.hypot(snapshot.scale_sigma, diagnosis.scale_sigma)
    return replace(snapshot, scale_sigma=scale_sigma, problems=(*snapshot.problems, *diagnosis.problems))


def _are_same(fits: tuple[TagFit, ...], former: tuple[TagFit, ...]) -> bool:
    return len(fits) == len(former) and all(fit is other for fit, other in zip(fits, former, strict=True))


def _describe_duplicate(tag: int) -> Message:
    return Message(
        "tag {tag} is visible in two places, so its model has no position: give one of the two another tag", tag=tag
    )


# the files that every measurement needs
NEEDED = (CAMERA, TABLE)
# by the files that are missing
STILL_TO_BE_MADE = {
    (CAMERA,): Message("the table is not set up yet: {camera} (the lens) is still missing", camera=CAMERA),
    (TABLE,): Message("the table is not set up yet: {table} (the table and its tags) is still missing", table=TABLE),
    NEEDED: Message(
        "the table is not set up yet: {camera} (the lens) and {table} (the table and its tags) are still missing",
        camera=CAMERA, table=TABLE,
    ),
}  # fmt: skip


class FrameReader(Protocol):
    """A reader of frames with one folder: a pipeline, or a reader of single images."""

    def process(self, frame: Frame) -> FrameResult:
        """The result of the frame."""


@dataclass(frozen=True)
class _FolderState:
    """The folder as last read; without `folder`, `missing` says what it lacks."""

    folder: TableFolder | None
    reader: FrameReader | None
    missing: Message | None


class TableReader:
    """The reader of a table that can be set up while it is watched. `process` belongs to one thread; any thread may
    call the other methods.

    path: the table folder. made: makes the reader for the frames of a complete folder. materials: those that terrain
    may have. Raises BadFile if there is no such folder, or one of its files has a fault.
    """

    def __init__(
        self,
        path: Path | str,
        made: Callable[[TableFolder], FrameReader] = Pipeline,
        materials: tuple[str, ...] = ANY,
    ) -> None:
        self.path = Path(path)
        self._materials = materials
        self._make_reader = made
        self._state = self._read_state()

    @property
    def folder(self) -> TableFolder | None:
        """The contents of the folder; None while it is incomplete."""
        return self._state.folder

    @property
    def roster(self) -> Roster:
        """The models that may stand on the table; none while the folder is incomplete."""
        return self._state.folder.roster if self._state.folder else Roster(())

    @property
    def missing(self) -> Message | None:
        """The files that the folder lacks before a frame can be read, as a sentence; None when it is complete."""
        return self._state.missing

    def reload(self) -> None:
        """Read the folder again; it applies from the next frame on.

        The pipeline searches for all models again, which takes about a second. Raises BadFile for the first fault; then
        nothing changes.
        """
        self._state = self._read_state()

    def take(self, folder: TableFolder) -> None:
        """Use this folder from the next frame on, whatever is on the disk."""
        self._state = _FolderState(folder, self._make_reader(folder), None)

    def process(self, frame: Frame) -> FrameResult:
        """The result of the frame. NotSetUp with what the folder lacks; BadPicture if the frame does not fit it."""
        state = self._state
        if state.reader is None:
            raise NotSetUp(state.missing)
        return state.reader.process(frame)

    def stand_on(self, model: str, surface: str | None) -> None:
        """Set by name what a model at rest stands on; see `Pipeline.stand_on`. ValueError if it cannot."""
        reader = self._state.reader
        if not isinstance(reader, Pipeline):
            raise ValueError(Message("nothing is known about the models while no camera watches the table"))
        reader.stand_on(model, surface)

    def _read_state(self) -> _FolderState:
        if not self.path.is_dir():
            raise BadFile(f"{self.path} is not a folder; a table folder holds {TABLE}, {MODELS} and {CAMERA}")
        lacks = tuple(name for name in NEEDED if not (self.path / name).exists())
        if lacks:
            return _FolderState(None, None, STILL_TO_BE_MADE[lacks])
        folder = read_folder(self.path, models_needed=False, materials=self._materials)
        return _FolderState(folder, self._make_reader(folder), None)
