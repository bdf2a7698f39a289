"""The step "camera": judges whether the picture is sharp, well lit and fine enough for the tags in use."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path

from calibration.registration import LEAST_TAGS
from hardware.catalogue import TAG_SIZES_MM
from tablecam.base.i18n import Counted, Message, listing
from tablecam.sensing.vision.apriltag import Search, TagDetector
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, in_a_row
from tablecam.setup.known_lenses import fits
from tablecam.setup.known_places import TableFiles, known
from tablecam.setup.light import Flicker, exposure
from tablecam.setup.sharpness import softness_px
from tablecam.setup.tag_resolution import TagResolution, cells_of, overall_mm, pixels_per_mm

# The blur, as a share of a cell, up to which a tag is sharp and, with sharpening, still readable.
SHARP_CELLS, READABLE_CELLS = 0.40, 0.50
# The same in pixels, while no tag shows the size of a cell.
SHARP_PX, READABLE_PX = 1.0, 1.6
# Up to this multiple of the best blur yet, the focus ring is in the right place.
AS_SHARP = 1.15


@dataclass(frozen=True)
class PictureSeen:
    """The findings on a frame.

    best_px: the least blur since the step was opened. lens_says: why lens and picture do not fit, or None. references:
    whether the table's reference tags are in the picture; None before there is a table.
    """

    size: tuple[int, int]
    focus: Finding
    best_px: float | None
    exposure: Finding
    flicker: Finding
    cells: tuple[TagResolution, ...]
    tags: tuple[int, ...]
    lens_says: Message | None
    references: Finding | None = None


@dataclass
class CameraStep:
    """Checks frame after frame, in one thread. number: the camera, counted from 0."""

    folder: Path
    number: int = 0
    _flicker: Flicker = field(default_factory=Flicker)
    _best_px: float | None = None
    _size: tuple[int, int] = (0, 0)
    # pixels to a millimetre on the table, by the last visible tags of known size; None before there are any
    px_per_mm: float | None = None

    def look(self, frame: Frame) -> PictureSeen:
        """Judges this frame."""
        if frame.size != self._size:
            self._size, self._best_px, self._flicker, self.px_per_mm = frame.size, None, Flicker(), None
        folder, detections = known(self.folder, self.number), tags_in(frame)
        self.px_per_mm = pixels_per_mm(detections, folder.edges_mm) or self.px_per_mm
        cells = () if self.px_per_mm is None else cells_of(self.px_per_mm, sizes_in_use(folder), frame.size[0])
        blur = softness_px(frame.grey)
        self._best_px = min((px for px in (blur, self._best_px) if px is not None), default=None)
        return PictureSeen(
            frame.size,
            focus(blur, self._best_px, min((resolution.px for resolution in cells), default=None)),
            self._best_px,
            exposure(frame.grey),
            self._flicker.see(frame.grey),
            cells,
            tuple(sorted({detection.tag for detection in detections})),
            lens_misfit(folder, frame.size),
            references_in(folder, {detection.tag for detection in detections}, frame.size),
        )

    def reset(self) -> None:
        """Forgets the earlier frames, for another camera."""
        self._size = (0, 0)


def tags_in(frame: Frame) -> list[Detection]:
    """Detects tags by a quick search: large pictures are searched at half their size."""
    decimate = 2.0 if frame.size[0] > 2000 else 1.0
    return TagDetector().detect(frame.grey, Search(decimate, 1.0, 20))


def sizes_in_use(folder: TableFiles) -> tuple[float, ...]:
    """Returns the sizes of the models' tags with their rings, in mm, smallest first; the sheets' sizes
    without models.
    """
    edges_mm = {model.tag_size_mm for model in folder.roster.models} if folder.roster is not None else set()
    return tuple(sorted(round(overall_mm(edge), 1) for edge in edges_mm)) or TAG_SIZES_MM


def references_in(folder: TableFiles, seen: AbstractSet[int], size: tuple[int, int]) -> Finding | None:
    """Judges by the tags around the table whether a picture of this size shows it. None before there is a table."""
    if folder.table is None or not folder.table.reference_tags:
        return None
    numbers = {tag.id for tag in folder.table.reference_tags}
    missing = sorted(numbers - seen)
    picture = f"{size[0]} x {size[1]}"
    if not missing:
        return Finding(GOOD, Message("All {n} reference tags are in the picture.", n=len(numbers)))
    if len(numbers) - len(missing) >= min(LEAST_TAGS, len(numbers)):
        partial = Counted(
            "Reference tag {tags} is not seen: clear it, or choose a size of the picture that shows it.",
            "Reference tags {tags} are not seen: clear them, or choose a size of the picture that shows them.",
            len(missing),
            tags=listing(missing),
        )
        return Finding(FAIR, partial)
    few = Message(
        "Only {n} of {all} reference tags are seen in the picture of {size}: many cameras cut off the edge of the view "
        "at some sizes. Choose another size, or hang the camera so that it sees the whole table.",
        n=len(numbers) - len(missing),
        all=len(numbers),
        size=picture,
    )
    return Finding(BAD, few)


def focus(blur_px: float | None, best_px: float | None, cell_px: float | None) -> Finding:
    """Judges the blur for tags whose smallest cells have this size."""
    if blur_px is None or best_px is None:
        return Finding(UNKNOWN, Message("Nothing in the picture has sharp edges: lay a printed tag on the table."))
    sharp, readable = (SHARP_PX, READABLE_PX) if cell_px is None else (SHARP_CELLS * cell_px, READABLE_CELLS * cell_px)
    blur = f"{blur_px:.1f}"
    if blur_px <= sharp:
        return Finding(GOOD, Message("Edges are {blur} px soft: sharp.", blur=blur), blur_px)
    remedy = Message("Turn the focus ring until the figure is smallest, then lock it.")
    if blur_px > AS_SHARP * best_px:
        remedy = Message("It was {best} px before: turn the focus ring back, then lock it.", best=f"{best_px:.1f}")
    if blur_px <= readable:
        return Finding(FAIR, in_a_row(Message("Edges are {blur} px soft: readable.", blur=blur), remedy), blur_px)
    too_soft = Message("Edges are {blur} px soft, and {limit} px is the limit.", blur=blur, limit=f"{readable:.1f}")
    return Finding(BAD, in_a_row(too_soft, remedy), blur_px)


def lens_misfit(folder: TableFiles, size: tuple[int, int]) -> Message | None:
    """Says why a picture of this size does not fit the calibrated lens; None if it does."""
    lens = folder.lens
    if lens is None or size == (lens.width, lens.height):
        return None
    calibrated, current = f"{lens.width} x {lens.height}", f"{size[0]} x {size[1]}"
    if fits(lens, size):
        return Message(
            "The lens was calibrated at {calibrated} and the picture is {now}: the lens is scaled. Choose the "
            "calibrated size, or calibrate again, to be sure.",
            calibrated=calibrated,
            now=current,
        )
    return Message(
        "The lens was calibrated at {calibrated} and the picture is {now}, which is another shape: choose the "
        "calibrated size, or calibrate again.",
        calibrated=calibrated,
        now=current,
    )
