"""The step "place": finds the camera's place over the table, and writes the table.toml that describes the table."""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from calibration.registration import DOUBTFUL_IN, LEAST_TAGS, Registration, doubts, refine, register
from tablecam.base.errors import BadFile, BadPicture
from tablecam.base.i18n import AS_IT_IS, Counted, Message, get_message, listing
from tablecam.live.camera_view import fitting
from tablecam.live.scene_diagnosis import diagnose
from tablecam.sensing.vision.detection import Detection, Search, TagDetector
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, join_sentences
from tablecam.setup.layout import (
    Laid,
    check_size,
    check_spacing,
    check_tap,
    corners_px,
    locate_camera,
    make_table,
    nearest_corner,
    outermost_px,
    place_corner_tags,
    resize_table,
    turn_table,
)
from tablecam.setup.setup_files import PRINTED_REFERENCES, TableFiles, check_sides, load_files
from tablecam.storage.table_folder import CAMERA, TABLE
from tablecam.storage.table_toml import read_table, write_table
from tablecam.table.geometry.projection import Intrinsics
from tablecam.table.table import Table

# Finds the distance of the tags beyond the table's corners by the tags' own size, so that no ruler is needed.
#
# With only the playing area's size known, tags that are assumed too far out look too large: all lengths are stretched
# alike, and the tags' edges with them.

LEAST_FITS = 3
# the first guess distorts a table that is not square
ROUNDS = 3
# Tags this close to touching the corner were laid to touch it, and that is more exact than any measurement.
TOUCHING_IN = 0.08


def find_spacing(grey: np.ndarray, lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> Laid:
    """Finds `apart_in` of the table by the tags' size. Raises BadPicture if the tags cannot be read well."""
    apart_in = laid.touching_in
    for _round in range(ROUNDS):
        stretched = _compute_stretch(grey, lens, seen, replace(laid, apart_in=apart_in))
        spans = [(length + 2 * apart_in) / stretched - length for length in laid.size_in]
        apart_in = sum(spans) / len(spans) / 2
    touching = abs(apart_in - laid.touching_in) < TOUCHING_IN
    return replace(laid, apart_in=laid.touching_in if touching else round(apart_in, 2))


def _compute_stretch(grey: np.ndarray, lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> float:
    """Computes the factor by which the tags look too large on a table with this layout: the median over
    whole bitmaps.
    """
    tags = place_corner_tags(lens, seen, laid)
    camera = locate_camera(lens, seen, tags)
    edge_in = next(iter(tags.values())).size_in
    fits = [fit_detection(grey, camera, detection, edge_in) for detection in seen]
    scales = [fit.pose.scale for fit in fits if fit is not None]
    if len(scales) < LEAST_FITS:
        raise BadPicture(Message("too few reference tags can be read well: clear and light them, then try again"))
    return float(np.median(scales))


# A fiftieth of an inch, like the smallest nudge of the camera that is noticed.
GOOD_IN = 0.02
# With fewer tags, none is left to check the others by once one of them is covered.
COMFORTABLE_TAGS = 5
# beside table.toml, until it is saved or dropped
DRAFT = "table-draft.toml"
QUICK, THOROUGH = Search(1.0, 1.0, 40), Search(1.0, 1.0, 5)


@dataclass(frozen=True)
class TagSeen:
    """A reference tag. corners_px: None while it is out of sight. used: whether the camera's place rests on it.

    center_in, off_in: its place in table.toml, and the distance of the place where the camera sees it; None if unknown.
    """

    id: int
    corners_px: np.ndarray | None
    used: bool
    center_in: tuple[float, float] | None
    off_in: float | None


@dataclass(frozen=True)
class PlaceSeen:
    """The camera's place in a frame. area_px: the corners of the playing area, the origin first, (4, 2)."""

    size: tuple[int, int]
    table: Table | None
    tags: tuple[TagSeen, ...]
    registration: Registration | None
    area_px: np.ndarray | None
    finding: Finding
    advice: tuple[Message, ...]


class PlaceStep:
    """Compares frames with table.toml, or with the draft of another table until the draft is saved or dropped.

    Only one thread calls `look`; any thread may call the other methods. saved: called after table.toml has changed.
    number: the camera, counted from 0; a further camera finds its place on the table that the first one has laid out.
    """

    def __init__(self, folder: Path, saved: Callable[[], None], number: int = 0) -> None:
        self._folder = folder
        self._number = number
        self._on_saved = saved
        self._lock = threading.Lock()
        self._draft = _load_draft(folder / DRAFT) if number == 0 else None
        self._last_sight: tuple[Frame, list[Detection], PlaceSeen] | None = None

    @property
    def draft(self) -> Table | None:
        """The table on trial, not yet saved."""
        return self._draft

    def look(self, frame: Frame) -> PlaceSeen:
        """Finds the camera's place in this frame. Raises BadPicture if the lens is unknown or calibrated for another
        size.
        """
        folder = load_files(self._folder, self._number)
        lens = lens_for(folder, frame)
        table = self._draft or folder.table
        numbers = {tag.id for tag in table.reference_tags} if table is not None else set(PRINTED_REFERENCES)
        # tags of the sheet that were laid down again count too, even if the table lacked them
        candidates = numbers | set(PRINTED_REFERENCES)
        detections = [detection for detection in search_tags(frame, numbers) if detection.tag in candidates]
        place = (
            _judge_without_table(frame, detections)
            if table is None
            else _judge_against_table(table, frame, detections, lens)
        )
        with self._lock:
            self._last_sight = frame, detections, place
        return place

    def lay(self, laid: Laid) -> Table:
        """Tries a table with the outermost tags of the last frame at its corners. Raises BadPicture."""
        check_sides(*laid.size_in)
        frame, detections, _place = self._get_last_sight()
        folder = load_files(self._folder)
        lens = lens_for(folder, frame)
        check_tap(outermost_px(lens, detections, laid), laid.origin_px)
        check_size(lens, detections, laid)
        if laid.apart_in is None:
            laid = find_spacing(frame.grey, lens, detections, laid)
            check_spacing(laid)
        table = make_table(lens, detections, laid)
        return self._try_table(replace(table, grid=folder.table.grid) if folder.table else table)

    def resize(self, width_in: float, depth_in: float) -> Table:
        """Tries another size of the table. Raises BadPicture if there is no table yet."""
        check_sides(width_in, depth_in)
        return self._try_table(resize_table(self._get_table(), width_in, depth_in))

    def set_origin(self, px: tuple[float, float]) -> Table:
        """Makes the corner nearest to a point in the picture the origin. Raises BadPicture."""
        registration, table = self._get_last_sight()[2].registration, self._get_table()
        if registration is None:
            raise BadPicture(Message("the camera's position is not known yet: put reference tags into its view first"))
        check_tap(corners_px(registration.camera, table), px)
        return self._try_table(turn_table(table, nearest_corner(registration.camera, table, px)))

    def drop(self) -> None:
        """Drops the draft, so that table.toml counts again."""
        self._delete_draft()

    def save(self) -> Table:
        """Writes the draft, if there is one, and requests a new camera placement. Raises BadPicture and BadFile."""
        table = self._get_table()
        if self._draft is not None:
            write_table(self._folder / TABLE, self._draft)
            self._delete_draft()
        self._on_saved()
        return table

    def _try_table(self, table: Table) -> Table:
        """Keeps the draft on disk too, so that it outlives the program."""
        write_table(self._folder / DRAFT, table)
        self._draft = table
        return table

    def _delete_draft(self) -> None:
        self._draft = None
        (self._folder / DRAFT).unlink(missing_ok=True)

    def _get_table(self) -> Table:
        table = self._draft or load_files(self._folder).table
        if table is None:
            raise BadPicture(Message("there is no table yet: choose its size and tap the corner that is its origin"))
        return table

    def _get_last_sight(self) -> tuple[Frame, list[Detection], PlaceSeen]:
        with self._lock:
            if self._last_sight is None:
                raise BadPicture(Message("no image has been checked yet: wait a moment and try again"))
            return self._last_sight


def lens_for(folder: TableFiles, frame: Frame) -> Intrinsics:
    """Returns the calibrated lens for a frame of this size. Raises BadPicture if there is none."""
    if folder.lens is None:
        fault = folder.faults.get(CAMERA)
        unknown = Message("the lens is not known yet: calibrate it first")
        raise BadPicture(unknown if fault is None else Message(AS_IT_IS, text=fault))
    return fitting(folder.lens, frame)


def search_tags(frame: Frame, wanted: Iterable[int]) -> list[Detection]:
    """Detects all tags of a frame. If a wanted tag is missing, the search is thorough and takes ten times as long."""
    detections = TagDetector().detect(frame.grey, QUICK)
    missing = set(wanted) - {detection.tag for detection in detections}
    return TagDetector().detect(frame.grey, THOROUGH) if missing else detections


def register_camera(table: Table, frame: Frame, found: list[Detection], lens: Intrinsics) -> Registration:
    """Computes the camera's place from these tags and their bitmaps. Raises BadPicture."""
    return refine(frame.grey, register(lens, table.reference_tags, found), table.reference_tags)


def _load_draft(path: Path) -> Table | None:
    """Loads the draft of the program's last run; None if there is none or it cannot be read."""
    try:
        return read_table(path) if path.exists() else None
    except BadFile:
        return None


def _judge_without_table(frame: Frame, found: list[Detection]) -> PlaceSeen:
    tags = tuple(TagSeen(detection.tag, detection.corners_px, False, None, None) for detection in found)
    says = Counted(
        "{n} reference tag is visible. Choose the table's size and tap the corner that is the origin.",
        "{n} reference tags are visible. Choose the table's size and tap the corner that is the origin.",
        len(found),
    )
    return PlaceSeen(frame.size, None, tags, None, None, Finding(UNKNOWN, says), ())


def _judge_against_table(table: Table, frame: Frame, found: list[Detection], lens: Intrinsics) -> PlaceSeen:
    try:
        registration = register_camera(table, frame, found, lens)
    except BadPicture as refused:
        finding = Finding(BAD, get_message(refused))
        return PlaceSeen(frame.size, table, _collect_tags(table, found, None), None, None, finding, ())
    tags = _collect_tags(table, found, registration)
    area = corners_px(registration.camera, table)
    return PlaceSeen(
        frame.size,
        table,
        tags,
        registration,
        area,
        _judge_registration(registration),
        _collect_advice(table, tags, registration),
    )


def _collect_tags(table: Table, found: list[Detection], registration: Registration | None) -> tuple[TagSeen, ...]:
    corners_by_tag = {detection.tag: detection.corners_px for detection in found}
    used = registration.used if registration is not None else ()
    off = registration.off_in if registration is not None else {}
    return tuple(
        TagSeen(tag.id, corners_by_tag.get(tag.id), tag.id in used, tag.center_in, off.get(tag.id))
        for tag in table.reference_tags
    )


def _judge_registration(registration: Registration) -> Finding:
    sigma, count = registration.field_sigma_in, len(registration.used)
    result = Message(
        "{count} tags agree to within {residual} in; positions on the table are known to within {sigma} in.",
        count=count,
        residual=f"{registration.residual_in:.3f}",
        sigma=f"{sigma:.3f}",
    )
    if sigma <= GOOD_IN and count > LEAST_TAGS:
        return Finding(GOOD, result, sigma)
    if sigma <= DOUBTFUL_IN:
        few = count <= LEAST_TAGS
        more = Message("Bring more tags into the image, so that they check one another.") if few else None
        return Finding(FAIR, join_sentences(result, more), sigma)
    remedy = Message("Measure the tags' positions again, or clear more of them.")
    return Finding(BAD, join_sentences(result, remedy), sigma)


def _collect_advice(table: Table, tags: tuple[TagSeen, ...], registration: Registration) -> tuple[Message, ...]:
    diagnosis = diagnose(table, registration, (), ())
    advice = [*doubts(registration), *(diagnosis.problems if diagnosis is not None else ())]
    missing = [tag.id for tag in tags if tag.corners_px is None]
    if missing and len(registration.used) < COMFORTABLE_TAGS:
        advice.append(
            Counted(
                "Tag {tags} is out of sight: clear it or light it, or move the camera.",
                "Tags {tags} are out of sight: clear them or light them, or move the camera.",
                len(missing),
                tags=listing(missing),
            )
        )
    worst = max(
        (tag for tag in tags if tag.used and tag.off_in is not None), key=lambda tag: tag.off_in or 0, default=None
    )
    if worst is not None and (worst.off_in or 0) > 2 * GOOD_IN:
        advice.append(
            Message(
                "Tag {tag} lies {error} in from its position in table.toml: press it flat, or measure its position.",
                tag=worst.id,
                error=f"{worst.off_in:.2f}",
            )
        )
    return tuple(advice)
