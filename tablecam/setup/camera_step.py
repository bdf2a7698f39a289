"""The step "camera": judges whether the picture is sharp, well lit and fine enough for the tags in use."""

from collections import deque
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from statistics import NormalDist

import cv2
import numpy as np

from calibration.registration import LEAST_TAGS
from hardware.catalogue import TAG_SIZES_MM
from hardware.rig import AROUND_IN, CAMERAS, ENOUGH, IN_GOOD_LIGHT, choose_tag_size, judge_cell
from tablecam.base.i18n import Counted, Message, listing
from tablecam.base.units import to_mm
from tablecam.sensing.vision.detection import Detection, Search, TagDetector
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.light import BURNT
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, join_sentences
from tablecam.setup.setup_files import TableFiles, fits, load_files

BEST = next(camera for camera in CAMERAS if camera.name == "4K")


@dataclass(frozen=True)
class TagResolution:
    """tag_mm: across with its white ring. px: pixels to one cell where it lies on the table."""

    tag_mm: float
    px: float
    finding: Finding


@dataclass(frozen=True)
class TagVerdicts:
    """measured: whether tags in the picture show its scale; otherwise the table is assumed to fill the picture."""

    resolutions: tuple[TagResolution, ...]
    measured: bool


def judge_tags(
    px_per_mm: float | None, size_in: tuple[float, float], picture_px: tuple[int, int], tags_mm: Iterable[float]
) -> TagVerdicts:
    """Judges tags of these sizes, for every page that shows a verdict.

    px_per_mm: by the tags in the picture; None before any is seen. size_in: the playing area.
    """
    if px_per_mm is None:
        return TagVerdicts(cells_at_best(size_in, picture_px, tags_mm), measured=False)
    return TagVerdicts(compute_resolutions(px_per_mm, tags_mm, picture_px[0]), measured=True)


def pixels_per_mm(seen: Iterable[Detection], edges_mm: Mapping[int, float]) -> float | None:
    """Measures the pixels to a millimetre on the table: the median over tags of known size. None without any."""
    scales = [detection.side_px / edges_mm[detection.tag] for detection in seen if detection.tag in edges_mm]
    return float(np.median(scales)) if scales else None


def usual_size(resolutions: Iterable[TagResolution]) -> float:
    """Chooses the size of tag for such a camera, mm over the white ring."""
    return choose_tag_size({resolution.tag_mm: resolution.px for resolution in resolutions})


def compute_resolutions(px_per_mm: float, tags_mm: Iterable[float], width_px: int) -> tuple[TagResolution, ...]:
    """Computes the pixels for tags of these sizes in a picture of that width."""
    return tuple(
        TagResolution(size, size / CELLS * px_per_mm, _advise_on_cell(size / CELLS * px_per_mm, width_px))
        for size in tags_mm
    )


def cells_at_best(
    size_in: tuple[float, float], picture_px: tuple[int, int], tags_mm: Iterable[float]
) -> tuple[TagResolution, ...]:
    """Computes the pixels for tags of these sizes if the table and the reference tags around it just
    fill the picture.
    """
    across, down = picture_px
    width, depth = (side + 2 * AROUND_IN for side in size_in)
    px_per_in = max(min(across / width, down / depth), min(across / depth, down / width))
    return compute_resolutions(1 / to_mm(1 / px_per_in), tags_mm, across)


def overall_mm(edge_mm: float) -> float:
    """Returns a tag's size with its white ring, from the edge of its black square."""
    return edge_mm * CELLS / BLACK_CELLS


def _advise_on_cell(px: float, width_px: int) -> Finding:
    cell, better = f"{px:.1f}", _suggest_camera(px, width_px)
    verdict = judge_cell(px)
    if verdict == ENOUGH:
        return Finding(GOOD, join_sentences(Message("{px} px a cell: enough.", px=cell), better), px)
    remedy = better or Message("Print larger tags, or hang the camera lower.")
    if verdict == IN_GOOD_LIGHT:
        return Finding(FAIR, join_sentences(Message("{px} px a cell: enough in good light.", px=cell), remedy), px)
    return Finding(BAD, join_sentences(Message("{px} px a cell: too few.", px=cell), remedy), px)


def _suggest_camera(px: float, width_px: int) -> Message | None:
    """States the pixels that a 4K camera would give; None if this is one."""
    if width_px >= BEST.width_px:
        return None
    return Message("{camera} would give {px}.", camera=BEST.name, px=f"{px * BEST.width_px / width_px:.1f}")


# The grey level below which all detail is lost.
DARK = 10
# Glare hides tags one by one; a hundredth of the picture is a lamp's reflection.
MOST_CLIPPED, SOME_CLIPPED = 0.02, 0.002
# The least brightness of white paper; in good light a fifth of the table is brighter.
DIM, VERY_DIM = 80, 45
# Rows whose brightness swings by more than this show light that flickers with the mains.
SOME_FLICKER, MUCH_FLICKER = 0.012, 0.04
LEAST_FRAMES, REMEMBERED = 8, 24
PROFILE = (64, 48)


def exposure(grey: np.ndarray) -> Finding:
    """Judges the grey levels of a (rows, columns) uint8 picture; value: the brightness that a fifth exceeds."""
    counts = np.bincount(grey[::4, ::4].ravel(), minlength=256)
    shares = counts / counts.sum()
    clipped, dark = float(shares[BURNT:].sum()), float(shares[:DARK].sum())
    bright = float(np.searchsorted(np.cumsum(shares), 0.8))
    if clipped > MOST_CLIPPED:
        burnt = f"{clipped:.0%}"
        text = Message("{share} of the image is overexposed: expose less, or turn the lamp away.", share=burnt)
        return Finding(BAD, text, bright)
    if bright < VERY_DIM:
        return Finding(BAD, Message("The image is too dark: give more light, or expose longer."), bright)
    if clipped > SOME_CLIPPED:
        burnt = f"{clipped:.1%}"
        text = Message("{share} of the image is overexposed: tags in the glare are lost.", share=burnt)
        return Finding(FAIR, text, bright)
    if bright < DIM or dark > 0.5:
        return Finding(FAIR, Message("The image is rather dark: more light makes it less noisy."), bright)
    return Finding(GOOD, Message("Neither overexposed nor too dark."), bright)


class Flicker:
    """Remembers the brightness of the rows of the last pictures. One thread passes it every frame."""

    def __init__(self) -> None:
        self._profiles: deque[np.ndarray] = deque(maxlen=REMEMBERED)

    def see(self, grey: np.ndarray) -> Finding:
        """Judges this picture and the last ones; value: the swing of the rows' brightness, as a share."""
        self._profiles.append(cv2.resize(grey, PROFILE, interpolation=cv2.INTER_AREA).astype(np.float32) + 1)
        if len(self._profiles) < LEAST_FRAMES:
            return Finding(UNKNOWN, Message("Checking whether the light flickers."))
        rows = np.array(self._profiles)
        # a hand changes some of the columns, flicker all of them: hence the median along the row
        wave = np.median(rows / np.median(rows, axis=0), axis=2)
        swing = float(np.median(wave.std(axis=0)))
        if swing > MUCH_FLICKER:
            share = f"{swing:.0%}"
            text = Message("The light flickers by {share}: set the camera to your mains, 50 or 60 Hz.", share=share)
            return Finding(BAD, text, swing)
        if swing > SOME_FLICKER:
            return Finding(FAIR, Message("The light flickers a little, by {share}.", share=f"{swing:.1%}"), swing)
        return Finding(GOOD, Message("The light is steady."), swing)


# Measures the softness of a picture's edges, whatever its subject.
#
# At the middle of a straight edge of a contrast C, blurred by a Gaussian of sigma s, half of the difference of the two
# neighbouring pixels is C/2 * erf(1 / (s * sqrt 2)). The steepest edges of a picture are the sharp ones, so their blur
# is that of the lens and the focus.

# Weaker edges come from noise and shadow.
LEAST_CONTRAST = 60
# The window that both sides of an edge fit into, for a blur of 3 px.
WINDOW_PX = 15
LEAST_EDGES = 50
STEEPEST_PERCENT = 90.0
# A wider blur cannot be distinguished from a slope of light.
MOST_PX = 6.0


def softness_px(grey: np.ndarray) -> float | None:
    """Returns sigma in pixels of the blur of the steepest edges of a (rows, columns) uint8 picture; None
    without edges.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.5)
    across, down = (cv2.Sobel(smooth, cv2.CV_16S, dx, 1 - dx, ksize=1) for dx in (1, 0))
    slope = cv2.magnitude(across.astype(np.float32), down.astype(np.float32)) / 2
    window = np.ones((WINDOW_PX, WINDOW_PX), np.uint8)
    contrast = cv2.subtract(cv2.dilate(smooth, window), cv2.erode(smooth, window))
    # the middle of an edge is its steepest place
    middle = (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8))) & (contrast > LEAST_CONTRAST)
    steep = slope[middle] / contrast[middle]
    steep = steep[steep > 0.5 * _compute_steepness(MOST_PX)]
    if len(steep) < LEAST_EDGES:
        return None
    ratio = min(float(np.percentile(steep, STEEPEST_PERCENT)), 0.4999)
    # sqrt(2) * erfinv(2r) is the standard normal quantile of r + 1/2
    total_px = 1 / NormalDist().inv_cdf(ratio + 0.5)
    # take out the blur that was added against noise
    return float(np.sqrt(max(total_px**2 - 0.25, 0.04)))


def _compute_steepness(sigma_px: float) -> float:
    """Returns half the difference of neighbours over the contrast, at the middle of an edge of this blur."""
    return float(1 / (np.sqrt(2 * np.pi) * sigma_px))


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
        folder, detections = load_files(self.folder, self.number), detect_tags(frame)
        self.px_per_mm = pixels_per_mm(detections, folder.edges_mm) or self.px_per_mm
        cells = (
            () if self.px_per_mm is None else compute_resolutions(self.px_per_mm, sizes_in_use(folder), frame.size[0])
        )
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
            judge_references(folder, {detection.tag for detection in detections}, frame.size),
        )

    def reset(self) -> None:
        """Forgets the earlier frames, for another camera."""
        self._size = (0, 0)


def detect_tags(frame: Frame) -> list[Detection]:
    """Detects tags by a quick search: large pictures are searched at half their size."""
    decimate = 2.0 if frame.size[0] > 2000 else 1.0
    return TagDetector().detect(frame.grey, Search(decimate, 1.0, 20))


def sizes_in_use(folder: TableFiles) -> tuple[float, ...]:
    """Returns the sizes of the models' tags with their rings, in mm, smallest first; the sheets' sizes
    without models.
    """
    edges_mm = {model.tag_size_mm for model in folder.roster.models} if folder.roster is not None else set()
    return tuple(sorted(round(overall_mm(edge), 1) for edge in edges_mm)) or TAG_SIZES_MM


def judge_references(folder: TableFiles, seen: AbstractSet[int], size: tuple[int, int]) -> Finding | None:
    """Judges by the tags around the table whether a picture of this size shows it. None before there is a table."""
    if folder.table is None or not folder.table.reference_tags:
        return None
    numbers = {tag.id for tag in folder.table.reference_tags}
    missing = sorted(numbers - seen)
    picture = f"{size[0]} x {size[1]}"
    if not missing:
        return Finding(GOOD, Message("All {n} reference tags are in the image.", n=len(numbers)))
    if len(numbers) - len(missing) >= min(LEAST_TAGS, len(numbers)):
        partial = Counted(
            "The camera does not see reference tag {tags}: clear it, or choose an image size that shows it.",
            "The camera does not see reference tags {tags}: clear them, or choose an image size that shows them.",
            len(missing),
            tags=listing(missing),
        )
        return Finding(FAIR, partial)
    few = Message(
        "Only {n} of {all} reference tags are in the image of {size}: many cameras crop the view at some "
        "sizes. Choose another size, or hang the camera so that it sees the whole table.",
        n=len(numbers) - len(missing),
        all=len(numbers),
        size=picture,
    )
    return Finding(BAD, few)


def focus(blur_px: float | None, best_px: float | None, cell_px: float | None) -> Finding:
    """Judges the blur for tags whose smallest cells have this size."""
    if blur_px is None or best_px is None:
        return Finding(UNKNOWN, Message("Nothing in the image has sharp edges: lay a printed tag on the table."))
    sharp, readable = (SHARP_PX, READABLE_PX) if cell_px is None else (SHARP_CELLS * cell_px, READABLE_CELLS * cell_px)
    blur = f"{blur_px:.1f}"
    if blur_px <= sharp:
        return Finding(GOOD, Message("Edge blur is {blur} px: sharp.", blur=blur), blur_px)
    remedy = Message("Turn the focus ring until the number is lowest, then lock it.")
    if blur_px > AS_SHARP * best_px:
        remedy = Message("It was {best} px before: turn the focus ring back, then lock it.", best=f"{best_px:.1f}")
    if blur_px <= readable:
        return Finding(FAIR, join_sentences(Message("Edge blur is {blur} px: readable.", blur=blur), remedy), blur_px)
    too_soft = Message("Edge blur is {blur} px, above the limit of {limit} px.", blur=blur, limit=f"{readable:.1f}")
    return Finding(BAD, join_sentences(too_soft, remedy), blur_px)


def lens_misfit(folder: TableFiles, size: tuple[int, int]) -> Message | None:
    """Says why a picture of this size does not fit the calibrated lens; None if it does."""
    lens = folder.lens
    if lens is None or size == (lens.width, lens.height):
        return None
    calibrated, current = f"{lens.width} x {lens.height}", f"{size[0]} x {size[1]}"
    if fits(lens, size):
        return Message(
            "The lens was calibrated at {calibrated} but the image is {now}: the lens is scaled. To be sure, "
            "choose the calibrated size, or calibrate again.",
            calibrated=calibrated,
            now=current,
        )
    return Message(
        "The lens was calibrated at {calibrated} but the image is {now}, which has a different shape: choose "
        "the calibrated size, or calibrate again.",
        calibrated=calibrated,
        now=current,
    )
