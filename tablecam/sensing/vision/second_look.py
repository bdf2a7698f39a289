"""Reads one tag again: where it lay, where it was going, somewhere near, or where other cameras see it."""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from tablecam.sensing.vision.detection import Detection, Search, TagDetector
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS, Optics
from tablecam.sensing.vision.fit import ALL_FREE, PLACE_ONLY, Free, TagFit, fit_tag, refit
from tablecam.sensing.vision.full_search import LEAST_AGREEMENT, fit_detection, is_itself
from tablecam.sensing.vision.patch import TagPose
from tablecam.table.geometry.projection import Camera

BOX_SEARCH = Search(1.0, 1.0, 5)
# a tag is searched within this many of its own widths around its last place
NEAR_WIDTHS = 2.2
# a fit counts if the tag lies less than this from its expected place, in cells
FIT_REACH_CELLS = 0.6
# how much less it may agree with its bitmap than in its last reading
WORSE = 0.08


@dataclass(frozen=True)
class TagStep:
    """The step of a tag from one frame to the next: inches on z = 0, radians."""

    x_in: float
    y_in: float
    turn_rad: float

    @classmethod
    def from_poses(cls, before: TagPose, after: TagPose) -> "TagStep":
        """Return the step from one pose to another."""
        turn_rad = (after.heading_rad - before.heading_rad + np.pi) % (2 * np.pi) - np.pi
        return cls(after.x_in - before.x_in, after.y_in - before.y_in, float(turn_rad))

    def from_(self, pose: TagPose) -> TagPose:
        """Return the pose one such step further."""
        return replace(
            pose, x_in=pose.x_in + self.x_in, y_in=pose.y_in + self.y_in, heading_rad=pose.heading_rad + self.turn_rad
        )


def fit_resting(grey: np.ndarray, camera: Camera, last: TagFit, edge_in: float) -> TagFit | None:
    """Fit the tag where it lay; None if it is no longer there."""
    fit = _fit_afresh(grey, camera, last, edge_in) if last.pixels is None else refit(grey, last)
    return fit if _is_confirmed(fit, last, last.pose, edge_in) else None


def fit_moving(grey: np.ndarray, camera: Camera, last: TagFit, edge_in: float, step: TagStep) -> TagFit | None:
    """Fit the tag one step further, for a tag that moves evenly; None if it is not there."""
    expected = step.from_(last.pose)
    fit = fit_tag(grey, camera, last.tag, edge_in, expected, last.optics, PLACE_ONLY, light=last.light)
    return fit if _is_confirmed(fit, last, expected, edge_in) else None


def detect_near(
    grey: np.ndarray, camera: Camera, detector: TagDetector, last: TagFit, edge_in: float, center_px: np.ndarray
) -> TagFit | None:
    """Fit the tag where the detector reads it near its last place, in pixels; None if it reads none or several."""
    box = compute_box(grey.shape, last, edge_in * NEAR_WIDTHS, center_px)
    free = ALL_FREE if last.pixels is None else PLACE_ONLY
    return _fit_detected(grey, camera, detector, last.tag, box, edge_in, last.optics, free)


def detect_by_pose(  # noqa: PLR0913
    grey: np.ndarray,
    camera: Camera,
    detector: TagDetector,
    tag: int,
    pose: TagPose,
    edge_in: float,
    optics: Optics,
) -> TagFit | None:
    """Fit the tag where the detector reads it near a pose; None if it reads none or several, or it lies outside."""
    ends = camera.project(np.array([[pose.x_in, pose.y_in, 0.0], [pose.x_in + edge_in, pose.y_in, 0.0]]))
    height, width = grey.shape
    if not (np.isfinite(ends).all() and 0 <= ends[0, 0] < width and 0 <= ends[0, 1] < height):
        return None
    half_width = math.dist(*ends.tolist()) * pose.scale * NEAR_WIDTHS * CELLS / BLACK_CELLS / 2
    return _fit_detected(
        grey, camera, detector, tag, _build_box(grey.shape, ends[0], half_width), edge_in, optics, ALL_FREE
    )


def count_cells(a: TagPose, b: TagPose, edge_in: float) -> float:
    """Return the distance between two places of a tag, in its cells."""
    return float(np.hypot(a.x_in - b.x_in, a.y_in - b.y_in) / (edge_in * b.scale / BLACK_CELLS))


def compute_box(
    shape: tuple[int, ...], fit: TagFit, edge_in: float, center_px: np.ndarray
) -> tuple[int, int, int, int]:
    """Return the square that holds a tag of this edge with its white ring, in whole pixels inside the image."""
    return _build_box(shape, center_px, fit.px_per_in * edge_in * fit.pose.scale * CELLS / BLACK_CELLS / 2)


def _build_box(shape: tuple[int, ...], center_px: np.ndarray, half: float) -> tuple[int, int, int, int]:
    height, width = shape[:2]
    x, y = float(center_px[0]), float(center_px[1])
    left_px, top_px = min(max(int(x - half), 0), width - 2), min(max(int(y - half), 0), height - 2)
    return (
        left_px,
        top_px,
        max(min(int(x + half) + 2, width), left_px + 2),
        max(min(int(y + half) + 2, height), top_px + 2),
    )


def shift_detections(found: list[Detection], corner: np.ndarray) -> list[Detection]:
    """Return detections in a part of an image in the pixels of the whole image."""
    return [replace(detection, corners_px=detection.corners_px + corner) for detection in found]


def _fit_detected(  # noqa: PLR0913
    grey: np.ndarray,
    camera: Camera,
    detector: TagDetector,
    tag: int,
    box: tuple[int, int, int, int],
    edge_in: float,
    optics: Optics,
    free: Free,
) -> TagFit | None:
    left_px, top_px, right_px, bottom_px = box
    detections = shift_detections(
        detector.detect(grey[top_px:bottom_px, left_px:right_px], BOX_SEARCH), np.array([left_px, top_px])
    )
    ours = [detection for detection in detections if detection.tag == tag]
    return fit_detection(grey, camera, ours[0], edge_in, optics, free) if len(ours) == 1 else None


def _is_confirmed(fit: TagFit | None, last: TagFit, expected: TagPose, edge_in: float) -> bool:
    if fit is None or fit.agreement < max(LEAST_AGREEMENT, last.agreement - WORSE):
        return False
    return count_cells(fit.pose, expected, edge_in) < FIT_REACH_CELLS


def _fit_afresh(grey: np.ndarray, camera: Camera, last: TagFit, edge_in: float) -> TagFit | None:
    """Fit with blur and tone free; both stay fixed afterwards. Reject a bare mat, which such a fit can match."""
    fit = fit_tag(grey, camera, last.tag, edge_in, last.pose, last.optics)
    return fit if fit is not None and is_itself(grey, camera, edge_in, fit) else None


# returns where tags out of sight should show, for those that another camera reads
Expecting = Callable[[Collection[int]], Mapping[int, TagPose]]
# after a failed search, one tag in turn is searched again every n-th frame: it usually stays hidden
EVERY_FRAMES = 5
# a tag that other cameras read further than this from its pose one frame earlier moves, in cells
RESTS_CELLS = 0.5


def nowhere(_: Collection[int]) -> Mapping[int, TagPose]:
    """Expect no tags: for a single camera."""
    return {}


class ExpectedTags:
    """The tags that other cameras report to one camera, frame by frame. edges_in: the real edge of each tag in play."""

    def __init__(self, edges_in: Mapping[int, float]) -> None:
        self._edges = edges_in
        self._expected_poses: Mapping[int, TagPose] = {}
        self._resting: dict[int, TagPose] = {}
        self._failed_poses: dict[int, TagPose] = {}
        self._turn = 0

    def update(self, told: Mapping[int, TagPose]) -> Collection[int]:
        """Note the reported poses of tags out of sight. Return those that rest there: they need no other search."""
        self._resting = {
            tag: pose for tag, pose in told.items() if self._is_near(tag, self._expected_poses.get(tag), pose)
        }
        self._expected_poses = told
        return self._resting.keys()

    def find_due_tag(self, grey: np.ndarray, camera: Camera, detector: TagDetector, optics: Optics) -> list[TagFit]:
        """Return the fit of the tag whose turn it is, if it shows where it rests."""
        self._turn += 1
        tag = self._choose_tag()
        if tag is None:
            return []
        self._failed_poses[tag] = self._resting[tag]
        fit = self._fit_there(grey, camera, detector, optics, tag)
        return [fit] if fit is not None else []

    def _choose_tag(self) -> int | None:
        """Choose a tag that was put down since the last search for it, or now and then the next one in turn."""
        tags = sorted(self._resting)
        put_down = [tag for tag in tags if not self._is_near(tag, self._failed_poses.get(tag), self._resting[tag])]
        if put_down:
            return put_down[0]
        return tags[self._turn // EVERY_FRAMES % len(tags)] if tags and self._turn % EVERY_FRAMES == 0 else None

    def _is_near(self, tag: int, was: TagPose | None, now: TagPose) -> bool:
        return was is not None and count_cells(was, now, self._edges[tag]) < RESTS_CELLS

    def _fit_there(
        self, grey: np.ndarray, camera: Camera, detector: TagDetector, optics: Optics, tag: int
    ) -> TagFit | None:
        pose, edge_in = self._resting[tag], self._edges[tag]
        fit = fit_tag(grey, camera, tag, edge_in, pose, optics)
        agrees = fit is not None and fit.agreement >= LEAST_AGREEMENT
        if fit is not None and agrees and count_cells(fit.pose, pose, edge_in) < FIT_REACH_CELLS:
            return fit if is_itself(grey, camera, edge_in, fit) else None
        # other cameras know its height less well
        return detect_by_pose(grey, camera, detector, tag, pose, edge_in, optics)
