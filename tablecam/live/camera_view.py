"""One camera's view of a table: frame after frame its sharpness, its pose, and the readings of the tags in play.

    frame -> light -> camera lock -> tags in the picture -> observations

No later stage sees pixels. The pipeline combines the readings of several cameras.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from calibration.lock import CameraLock, Locked
from calibration.registration import Registration, doubts
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.sensing.tracking.observation import PARTLY, WHOLE, Observation, observe, stranger
from tablecam.sensing.vision.family import BLACK_CELLS
from tablecam.sensing.vision.fit import TagFit
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.light import BURNT, LightWatch
from tablecam.sensing.vision.patch import TagPose
from tablecam.sensing.vision.second_look import nowhere
from tablecam.sensing.vision.watch import OUT_OF_SIGHT, Shown, Sweep, TagSight, TagWatch
from tablecam.storage.table_folder import TableFolder, lens_file
from tablecam.table.geometry.projection import Camera, Intrinsics

# One sigma of blur in cells of a tag: beyond it tags are missed, even if the image is sharpened. Images in
# focus have 0.06 to 0.15.
MOST_CELLS = 0.45
# A denoiser flattens small differences of any size. Of the levels between dark and bright, details of a pixel or
# three have 0.002 to 0.003 in the median then; 0.006 and more in images that are blurred, dark or have halos.
FINER, COARSER, LEAST_DETAIL = 1.5, 3.0, 0.0033
# the share of models that have to be missing before an image without detail counts as hiding them
MANY_MISSING = 0.25
# good images have a seventh of it, and images with one stop too much light two thirds
MOST_BURNT = 0.01
# glare hides tags one by one
SOME_MISSING = 0.1


def unsharp(registration: Registration, edges_in: Collection[float], size_in: tuple[float, float]) -> Message | None:
    """Advice on an image in which the smallest tags in play blur away; None if it is sharp enough.

    edges_in: of the black squares of all tags in play. size_in: of the table.
    """
    if not edges_in:
        return None
    x, y = size_in[0] / 2, size_in[1] / 2
    ends = registration.camera.project(np.array([[x, y, 0.0], [x + 1.0, y, 0.0]]))
    cell_px = min(edges_in) / BLACK_CELLS * float(np.linalg.norm(ends[1] - ends[0]))
    blur_px = registration.optics.blur_px
    if blur_px <= MOST_CELLS * cell_px:
        return None
    return Message(
        "the image is blurred by {blur} pixels, and a cell of the models’ tags has only {cell}, so some tags "
        "cannot be read: focus the camera, keep it still, or give it more light and less noise reduction",
        blur=f"{blur_px:.1f}",
        cell=f"{cell_px:.1f}",
    )


def detect_smoothing(grey: np.ndarray, missing: int, models: int) -> Message | None:
    """Advice on an image, (rows, columns) of uint8, of a camera that smooths fine print away; else None.

    missing: models that are not seen, of `models` in play.
    """
    if missing < MANY_MISSING * models:
        return None
    middle = _crop_middle(grey).astype(np.float32)
    detail = cv2.GaussianBlur(middle, (0, 0), FINER) - cv2.GaussianBlur(middle, (0, 0), COARSER)
    darkest, brightest = np.percentile(middle, (1, 99))
    if np.median(np.abs(detail)) >= LEAST_DETAIL * (brightest - darkest):
        return None
    return Message(
        "{missing} of {models} models are not visible, and the image lacks fine detail, as if the camera "
        "smooths its noise away: give it more light, or lower its noise reduction",
        missing=missing,
        models=models,
    )


def burnt(grey: np.ndarray, missing: int, models: int) -> Message | None:
    """Advice on an image, (rows, columns) of uint8, in which models may be lost in white; else None.

    missing: models that are not seen, of `models` in play.
    """
    if missing < SOME_MISSING * models:
        return None
    share = float((_crop_middle(grey) >= BURNT).mean())
    if share < MOST_BURNT:
        return None
    return Message(
        "{missing} of {models} models are not visible, and {share} of the image is overexposed: expose less, "
        "or turn the lamp away",
        missing=missing,
        models=models,
        share=f"{share:.1%}",
    )


def _crop_middle(grey: np.ndarray) -> np.ndarray:
    # the table is in the middle, and the room around it may be bare or bright
    height, width = grey.shape
    return grey[height // 6 : -height // 6, width // 5 : -width // 5]


# no tag lies higher than this share of the lens's height
HIGHEST = 0.9


def poses_seen(readings: Iterable[Observation], camera: Camera, tags: Collection[int]) -> dict[int, TagPose]:
    """The poses on z = 0 that fully read tags would have for a camera, limited to `tags`.

    A tag counts as level, at the height that its size shows.
    """
    eye = camera.pose.position_in
    poses = {}
    for reading in readings:
        if reading.tag in tags and reading.seen == WHOLE and math.isfinite(reading.scale):
            height = min(reading.height_in, HIGHEST * float(eye[2]))
            place = reading.eye_in[:2] + (np.array([reading.x_in, reading.y_in]) - reading.eye_in[:2]) / reading.scale
            grown = float(eye[2]) / (float(eye[2]) - height)
            x, y = (eye[:2] + (place - eye[:2]) * grown).tolist()
            poses[reading.tag] = TagPose(x, y, reading.heading_rad, grown)
    return poses


# a picture whose sides differ from the calibration's shape by more than this was taken in another mode
SAME_SHAPE = 0.002


@dataclass(frozen=True)
class Viewed:
    """The result of one frame of one camera.

    seen: empty while the camera's pose cannot be trusted. hidden: tags whose place has something over it. gone: tags
    whose place is open and bare. unsharp: advice on a blurred image. fits: of the tags in `seen`, each with the real
    edge of its black square, in inches. clear: nothing moves in the image, and no hand is in it.
    """

    time: float
    locked: Locked
    seen: tuple[Observation, ...] = ()
    hidden: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    unsharp: Message | None = None
    fits: tuple[tuple[TagFit, float], ...] = ()
    clear: bool = False

    @property
    def trusted(self) -> bool:
        """Whether the camera's pose is known."""
        return self.locked.trusted and self.locked.registration is not None


class CameraView:
    """One camera above the table of a folder; `number` counts its cameras from 0. One thread reads its frames."""

    def __init__(self, folder: TableFolder, number: int = 0) -> None:
        self._folder, self._number = folder, number
        self._edges = get_printed_edges(folder)
        self._lock: CameraLock | None = None
        self._frame_size = (0, 0)
        self._watch = TagWatch(self._edges, reference_ids(folder), (folder.table.width_in, folder.table.depth_in))
        self._light = LightWatch()
        self._observations: dict[int, tuple[TagSight, Registration, Observation]] = {}
        self._sharpness: tuple[Registration, Message | None] | None = None

    @property
    def registration(self) -> Registration | None:
        """The last pose."""
        return self._lock.registration if self._lock is not None else None

    def read(self, frame: Frame, others: Sequence[Observation] = ()) -> Viewed:
        """Read a frame. others: the last readings of other cameras, so that this one does not search in vain for tags
        that it cannot see. Raises BadPicture if the frame does not fit the calibration.
        """
        if self._lock is None or frame.size != self._frame_size:
            lens = fitting(get_lens(self._folder, self._number), frame, lens_file(self._number))
            self._lock = CameraLock(lens, self._folder.table.reference_tags)
            self._frame_size = frame.size
            self._watch.forget()
        locked = self._lock_camera(self._lock, frame)
        if locked.locked_again:
            self._watch.look_again()
        if not locked.trusted or locked.registration is None:
            return Viewed(frame.time, locked)
        camera = locked.registration.camera
        expecting = partial(poses_seen, others, camera) if others else nowhere
        sweep = self._watch.read(frame.grey, camera, locked.registration.optics, expecting)
        observations = self._build_observations(sweep, locked.registration)
        hidden, gone = _tags_showing(sweep, Shown.HIDDEN), _tags_showing(sweep, Shown.GONE)
        fits = tuple(
            (sight.fit, self._edges[sight.fit.tag]) for sight in sweep.sights if sight.shown not in OUT_OF_SIGHT
        )
        unsharp_advice = self._check_sharpness(locked.registration)
        return Viewed(frame.time, locked, observations, hidden, gone, unsharp_advice, fits, sweep.clear)

    def _check_sharpness(self, registration: Registration) -> Message | None:
        """Advice on a blurred image, once for each pose."""
        if self._sharpness is None or self._sharpness[0] is not registration:
            table = self._folder.table
            size_in = table.width_in, table.depth_in
            self._sharpness = registration, unsharp(registration, self._edges.values(), size_in)
        return self._sharpness[1]

    def _lock_camera(self, lock: CameraLock, frame: Frame) -> Locked:
        """The pose, trusted only if the image shows something."""
        trouble = self._light.trouble(frame.grey, frame.time)
        if trouble is None:
            locked = lock.watch(frame.grey, frame.time)
            # if a lamp went out since the last look, the camera was not bumped
            trouble = None if locked.trusted else self._light.look(frame.grey, frame.time)
            if trouble is None:
                return locked
        return Locked(lock.registration, trusted=False, trouble=trouble)

    def _build_observations(self, sweep: Sweep, registration: Registration) -> tuple[Observation, ...]:
        observations = [
            self._observe_sight(sight, registration) for sight in sweep.sights if sight.shown not in OUT_OF_SIGHT
        ]
        return (*observations, *(stranger(tag, registration.camera) for tag in (*sweep.strangers, *sweep.copies)))

    def _observe_sight(self, sight: TagSight, registration: Registration) -> Observation:
        """The observation of one tag; that of a tag at rest is the same from frame to frame, and kept."""
        cached = self._observations.get(sight.fit.tag)
        if (
            cached is not None
            and cached[0].fit is sight.fit
            and cached[0].shown is sight.shown
            and cached[1] is registration
        ):
            return cached[2]
        observation = observe(
            sight.fit,
            registration.camera,
            self._edges[sight.fit.tag],
            registration.field_sigma_in,
            fresh=sight.shown is Shown.WHOLE,
            # a later frame has none of the shake of the lock's frame
            effect=replace(registration.effect, smear=0.0),
        )
        observation = replace(observation, seen=PARTLY) if sight.shown is Shown.PARTLY else observation
        self._observations[sight.fit.tag] = (sight, registration, observation)
        return observation


def camera_problems(locked: Locked) -> list[Message]:
    """Problems with a camera's pose, as sentences for the players."""
    if locked.trouble is not None:
        return [locked.trouble]
    if not locked.trusted:
        return [Message("the camera was moved: measurements stop until it is still")]
    return doubts(locked.registration) if locked.registration is not None else []


def _tags_showing(sweep: Sweep, how: Shown) -> frozenset[int]:
    return frozenset(sight.fit.tag for sight in sweep.sights if sight.shown is how)


def get_printed_edges(folder: TableFolder) -> dict[int, float]:
    """The real edge of each tag in play, in inches, as printed: the models' tags and those of terrain."""
    wearers = (*folder.roster.models, *(piece.wearer for piece in folder.pieces))
    scale = folder.table.print_scale
    return {tag: to_inches(wearer.tag_size_mm) * scale for wearer in wearers for tag in wearer.tags}


def reference_ids(folder: TableFolder) -> frozenset[int]:
    """The numbers of the table's own tags."""
    return frozenset(tag.id for tag in folder.table.reference_tags)


def get_lens(folder: TableFolder, number: int = 0) -> Intrinsics:
    """The calibrated lens of a folder's camera, counted from 0; BadPicture if it has none."""
    lenses = folder.lenses
    if number < len(lenses):
        return lenses[number]
    raise BadPicture(
        Message(
            "{folder} has no {camera}, so no image can be measured: run `tablecam calibrate` first",
            folder=folder.path, camera=lens_file(number),
        )
    )  # fmt: skip


def fitting(intrinsics: Intrinsics, frame: Frame, file: str = lens_file(0)) -> Intrinsics:
    """The calibration for a frame of this size: as it is, or scaled if the shape is the same. Raises BadPicture."""
    width, height = frame.size
    if (width, height) == (intrinsics.width, intrinsics.height):
        return intrinsics
    if abs(width / height * intrinsics.height / intrinsics.width - 1) > SAME_SHAPE:
        raise BadPicture(
            Message(

                "the image is {size} but {camera} was made for {calibrated}: use the camera's calibrated "
                "resolution, or calibrate it at this one"
            ,
                size=f"{width}x{height}", camera=file, calibrated=f"{intrinsics.width}x{intrinsics.height}",
            )
        )  # fmt: skip
    return intrinsics.rescale(width, height)
