"""The step "place": where the camera hangs over the table, and the table.toml that says what it hangs over."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.registration import DOUBTFUL_IN, LEAST_TAGS, Registration, doubts, refine, register
from tablecam.errors import BadFile, BadPicture
from tablecam.geometry.projection import Intrinsics
from tablecam.pipeline import fitting
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding
from tablecam.setup.known_places import PRINTED_REFERENCES, TableFiles, known
from tablecam.setup.layout import Laid, corners_px, lay_out, nearest_corner, resized, turned
from tablecam.setup.spacing import spaced
from tablecam.storage.table_folder import TABLE
from tablecam.storage.table_toml import write_table
from tablecam.table.table import Table
from tablecam.vision.apriltag import Search, TagDetector
from tablecam.vision.detection import Detection
from tablecam.vision.frame import Frame

# A fiftieth of an inch, as a nudge of the camera is told.
GOOD_IN = 0.02
# With fewer, one that is covered leaves nothing to check the others by.
COMFORTABLE_TAGS = 5
SMALLEST_IN, LARGEST_IN = 12.0, 120.0
QUICK, THOROUGH = Search(1.0, 1.0, 40), Search(1.0, 1.0, 5)


@dataclass(frozen=True)
class TagSeen:
    """A reference tag. corners_px: None while it is not seen. used: whether the camera's place rests on it.

    center_in, off_in: where table.toml has it and how far from there it is seen; None where that cannot be told.
    """

    id: int
    corners_px: np.ndarray | None
    used: bool
    center_in: tuple[float, float] | None
    off_in: float | None


@dataclass(frozen=True)
class PlaceSeen:
    """What a frame says of the camera's place. area_px: the playing area's corners, the origin first, (4, 2)."""

    size: tuple[int, int]
    table: Table | None
    tags: tuple[TagSeen, ...]
    registration: Registration | None
    area_px: np.ndarray | None
    finding: Finding
    advice: tuple[str, ...]


class PlaceStep:
    """Looks at frames against table.toml, or against the draft of another one until that is saved or dropped.

    `look` is for one thread; the rest may be called from any. saved: called when table.toml is new.
    """

    def __init__(self, folder: Path, saved: Callable[[], None]) -> None:
        self._folder = folder
        self._saved = saved
        self._lock = threading.Lock()
        self._draft: Table | None = None
        self._last: tuple[Frame, list[Detection], PlaceSeen] | None = None

    @property
    def draft(self) -> Table | None:
        """The table that is tried and not yet saved."""
        return self._draft

    def look(self, frame: Frame) -> PlaceSeen:
        """What this frame says. Raises BadPicture where the lens is not known, or not for such pictures."""
        folder = known(self._folder)
        lens = lens_for(folder, frame)
        table = self._draft or folder.table
        numbers = {tag.id for tag in table.reference_tags} if table is not None else set(PRINTED_REFERENCES)
        found = [each for each in searched(frame, numbers) if each.tag in numbers]
        seen = _without_table(frame, found) if table is None else _against(table, frame, found, lens)
        with self._lock:
            self._last = frame, found, seen
        return seen

    def lay(self, laid: Laid) -> Table:
        """Tries the table whose outermost tags lie at its corners, as they were last seen. Raises BadPicture."""
        _check_size(*laid.size_in)
        frame, found, _ = self._seen()
        lens = lens_for(known(self._folder), frame)
        self._draft = lay_out(lens, found, laid if laid.apart_in is not None else spaced(frame.grey, lens, found, laid))
        return self._draft

    def resize(self, width_in: float, depth_in: float) -> Table:
        """Tries another size of the table. Raises BadPicture where there is no table yet."""
        _check_size(width_in, depth_in)
        self._draft = resized(self._table(), width_in, depth_in)
        return self._draft

    def set_origin(self, px: tuple[float, float]) -> Table:
        """Tries the corner nearest to a place in the picture as the origin. Raises BadPicture."""
        registration, table = self._seen()[2].registration, self._table()
        if registration is None:
            raise BadPicture("the camera's place is not known yet: put reference tags into the picture first")
        self._draft = turned(table, nearest_corner(registration.camera, table, px))
        return self._draft

    def drop(self) -> None:
        """Tries nothing any more: table.toml counts."""
        self._draft = None

    def save(self) -> Table:
        """Writes the draft, if there is one, and has the camera found anew. Raises BadPicture and BadFile."""
        table = self._table()
        if self._draft is not None:
            write_table(self._folder / TABLE, self._draft)
            self._draft = None
        self._saved()
        return table

    def _table(self) -> Table:
        table = self._draft or known(self._folder).table
        if table is None:
            raise BadPicture("there is no table yet: choose its size and tap the corner that is to be its origin")
        return table

    def _seen(self) -> tuple[Frame, list[Detection], PlaceSeen]:
        with self._lock:
            if self._last is None:
                raise BadPicture("no picture was looked at yet: wait a moment and try again")
            return self._last


def lens_for(folder: TableFiles, frame: Frame) -> Intrinsics:
    """The calibrated lens for a frame of this size. Raises BadPicture where there is none."""
    if folder.lens is None:
        raise BadPicture(folder.faults.get("camera.yaml", "the lens is not known yet: calibrate it first"))
    return fitting(folder.lens, frame)


def searched(frame: Frame, wanted: Iterable[int]) -> list[Detection]:
    """All tags of a frame; it is searched thoroughly, which takes ten times as long, where a wanted one is missing."""
    found = TagDetector().detect(frame.grey, QUICK)
    missing = set(wanted) - {each.tag for each in found}
    return TagDetector().detect(frame.grey, THOROUGH) if missing else found


def registered(table: Table, frame: Frame, found: list[Detection], lens: Intrinsics) -> Registration:
    """Where the camera is, from these tags and their whole bitmaps. Raises BadPicture."""
    return refine(frame.grey, register(lens, table.reference_tags, found), table.reference_tags)


def _check_size(width_in: float, depth_in: float) -> None:
    if not (SMALLEST_IN <= width_in <= LARGEST_IN and SMALLEST_IN <= depth_in <= LARGEST_IN):
        raise BadFile(
            f"a table of {width_in:g} x {depth_in:g} in cannot be: "
            f"each side is {SMALLEST_IN:g} to {LARGEST_IN:g} in long"
        )


def _without_table(frame: Frame, found: list[Detection]) -> PlaceSeen:
    tags = tuple(TagSeen(each.tag, each.corners_px, False, None, None) for each in found)
    says = f"{len(found)} reference tags are seen. Choose the table's size and tap the corner that is the origin."
    return PlaceSeen(frame.size, None, tags, None, None, Finding(UNKNOWN, says), ())


def _against(table: Table, frame: Frame, found: list[Detection], lens: Intrinsics) -> PlaceSeen:
    try:
        registration = registered(table, frame, found, lens)
    except BadPicture as refused:
        return PlaceSeen(frame.size, table, _tags(table, found, None), None, None, Finding(BAD, _sentence(refused)), ())
    tags = _tags(table, found, registration)
    area = corners_px(registration.camera, table)
    return PlaceSeen(frame.size, table, tags, registration, area, _verdict(registration), _advice(tags, registration))


def _tags(table: Table, found: list[Detection], registration: Registration | None) -> tuple[TagSeen, ...]:
    seen = {each.tag: each.corners_px for each in found}
    used = registration.used if registration is not None else ()
    off = registration.off_in if registration is not None else {}
    return tuple(
        TagSeen(tag.id, seen.get(tag.id), tag.id in used, tag.center_in, off.get(tag.id))
        for tag in table.reference_tags
    )


def _verdict(registration: Registration) -> Finding:
    sigma, count = registration.field_sigma_in, len(registration.used)
    said = f"{count} tags agree to {registration.residual_in:.3f} in; places on the table are known to {sigma:.3f} in"
    if sigma <= GOOD_IN and count > LEAST_TAGS:
        return Finding(GOOD, f"{said}.", sigma)
    if sigma <= DOUBTFUL_IN:
        more = ": put more tags into the picture, so that they check one another" if count <= LEAST_TAGS else ""
        return Finding(FAIR, f"{said}{more}.", sigma)
    return Finding(BAD, f"{said}: measure the tags' places again, or clear more of them.", sigma)


def _advice(tags: tuple[TagSeen, ...], registration: Registration) -> tuple[str, ...]:
    said = [_sentence(doubt) for doubt in doubts(registration)]
    missing = [str(tag.id) for tag in tags if tag.corners_px is None]
    if missing and len(registration.used) < COMFORTABLE_TAGS:
        said.append(f"Tags {', '.join(missing)} are not seen: clear or light them, or move the camera.")
    worst = max(
        (tag for tag in tags if tag.used and tag.off_in is not None), key=lambda tag: tag.off_in or 0, default=None
    )
    if worst is not None and (worst.off_in or 0) > 2 * GOOD_IN:
        said.append(
            f"Tag {worst.id} lies {worst.off_in:.2f} in from where table.toml has it: press it flat, or measure it."
        )
    return tuple(said)


def _sentence(text: object) -> str:
    said = str(text)
    return said[:1].upper() + said[1:].rstrip(".") + "."
