"""A tag found in an image, and the AprilTag detector with a guard against each known defect of its package."""

import ctypes
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pupil_apriltags

from tablecam.sensing.vision.family import NAME, bitmap


@dataclass(frozen=True)
class Detection:
    """One tag, in pixels.

    corners_px: (4, 2), OpenCV's pixels (the centre of the first is 0, 0); bottom-left, bottom-right, top-right,
    top-left of the black square as the tag's authors print it.
    hamming: bits that were corrected. margin: the detector's decision margin, in grey levels.
    """

    tag: int
    corners_px: np.ndarray
    hamming: int = 0
    margin: float = 0.0

    @property
    def center_px(self) -> np.ndarray:
        """The point where the diagonals cross, (2,)."""
        a, b, c, d = self.corners_px
        diagonal, other_diagonal = c - a, d - b
        fraction = np.linalg.solve(np.column_stack([diagonal, -other_diagonal]), b - a)[0]
        return a + fraction * diagonal

    @property
    def side_px(self) -> float:
        """Mean length of the four sides."""
        return float(np.mean(np.linalg.norm(self.corners_px - np.roll(self.corners_px, -1, axis=0), axis=1)))


# The AprilTag detector, with a guard against each known defect of its Python package.
#
# pupil-apriltags wraps the authors' C library 3.1. Its defects: it rounds `decode_sharpening` down to 0. Its pixels
# lie half a pixel off OpenCV's. A destroyed detector crashes the process, so one is made and never freed. Its worker
# threads start before all work is handed out, which crashes a busy machine once in hundreds of starts, so it gets
# none. Two threads inside it abort the process, so calls queue. Images of the wrong kind end in a bare assert, an
# AttributeError or a segmentation fault.

# with fewer than five rows the library reads outside the image
LEAST_SIDE = 8
# OpenCV puts the centre of the first pixel at 0, the library its corner
HALF_PIXEL = 0.5
# values of a healthy C library in the fields below; another layout is not touched
_EXPECTED = (5, 10, 5)


class _Thresholds(ctypes.Structure):
    """The head of the C detector, with the fields that the package does not name (libapriltag 3.1)."""

    _fields_ = [
        ("nthreads", ctypes.c_int),
        ("quad_decimate", ctypes.c_float),
        ("quad_sigma", ctypes.c_float),
        ("refine_edges", ctypes.c_int),
        ("decode_sharpening", ctypes.c_double),
        ("debug", ctypes.c_int),
        ("min_cluster_pixels", ctypes.c_int),
        ("max_nmaxima", ctypes.c_int),
        ("critical_rad", ctypes.c_float),
        ("cos_critical_rad", ctypes.c_float),
        ("max_line_fit_mse", ctypes.c_float),
        ("min_white_black_diff", ctypes.c_int),
    ]


@dataclass(frozen=True)
class Search:
    """Settings of a search.

    decimate: factor by which the image is reduced to find quads. sharpening: of the bits read. least_contrast: grey
    levels between black and white below which nothing counts as a quad; 40 makes plain mats much faster. It must stay
    below half the weakest tag's contrast.
    """

    decimate: float = 1.0
    sharpening: float = 0.25
    least_contrast: int = 5


class TagDetector:
    """Finds tags of the family in grey images. All instances share the one C detector of the process."""

    def detect(self, grey: np.ndarray, search: Search = Search()) -> list[Detection]:
        """Return all tags in a (rows, columns) uint8 image; none if the image is too small to hold one.

        Raises ValueError for another type or shape.
        """
        if not isinstance(grey, np.ndarray) or grey.dtype != np.uint8 or grey.ndim != 2:
            raise ValueError("tags are looked for in a grey picture: a (rows, columns) array of uint8")
        if search.decimate < 1:
            raise ValueError(f"decimate is {search.decimate}; it must be 1 or more")
        if min(grey.shape) < LEAST_SIDE * search.decimate:
            return []
        with _GATE:
            c_detector = _get_c_detector()
            _apply_search(c_detector, search)
            tags = c_detector.detect(np.ascontiguousarray(grey))
        return [_convert_detection(detection) for detection in tags]

    def detect_needed(self, grey: np.ndarray, searches: Sequence[Search], needed: Collection[int]) -> list[Detection]:
        """Return the tags of the first of these searches that reads all needed ones, or else of the last."""
        detections: list[Detection] = []
        for search in searches:
            detections = self.detect(grey, search)
            if {detection.tag for detection in detections}.issuperset(needed):
                break
        return detections


def _convert_detection(found: pupil_apriltags.Detection) -> Detection:
    return Detection(
        int(found.tag_id), np.array(found.corners) - HALF_PIXEL, int(found.hamming), float(found.decision_margin)
    )


def _apply_search(c_detector: pupil_apriltags.Detector, search: Search) -> None:
    fields = ctypes.cast(c_detector.tag_detector_ptr, ctypes.POINTER(_Thresholds)).contents
    fields.quad_decimate = search.decimate
    fields.decode_sharpening = search.sharpening
    if (fields.min_cluster_pixels, fields.max_nmaxima) == _EXPECTED[:2]:
        fields.min_white_black_diff = search.least_contrast


class _Kept(pupil_apriltags.Detector):  # type: ignore[misc]
    """A detector that is never freed: the system reclaims it when the process ends.

    The package frees the family, and the library then reads and writes it again. If the page has been released, that is
    a segmentation fault; if it has been reused, the heap is corrupted.
    """

    def __del__(self) -> None:
        pass


# also held while the detector is created: two threads must not create two
_GATE = threading.Lock()


@cache
def _get_c_detector() -> pupil_apriltags.Detector:
    # one thread (see the top of the file) also reads a small box in less than half the time
    c_detector = _Kept(families=NAME, nthreads=1, quad_decimate=1.0, refine_edges=1)
    _check_upright(c_detector)
    return c_detector


def _check_upright(c_detector: pupil_apriltags.Detector) -> None:
    """Check at start that a printed tag is read upright and in place; otherwise every heading would be wrong."""
    image = np.pad(np.kron(bitmap(1) * 255, np.ones((12, 12))).astype(np.uint8), 20, constant_values=128)
    tags = c_detector.detect(image)
    expected = np.array([[32, 128], [128, 128], [128, 32], [32, 32]])
    if len(tags) != 1 or tags[0].tag_id != 1 or np.abs(tags[0].corners - expected).max() > 1:
        raise RuntimeError(
            "pupil-apriltags reads its own tags differently from what tablecam was made for; "
            "install the version that pyproject.toml names"
        )
