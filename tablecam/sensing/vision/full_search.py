"""The first search of an image whose camera is known: every tag in play, wherever it lies.

The detector runs first. Tags that it misses are searched by the rings that all tags have. A tag counts only if its
whole bitmap agrees with the image, so neither a decoy nor a chance reading becomes a model.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.family import BLACK_CELLS, DEFAULT_OPTICS, PIXEL_VARIANCE, Optics
from tablecam.sensing.vision.fit import ALL_FREE, Free, TagFit, fit_tag
from tablecam.sensing.vision.patch import GAIN, STATES, TagPose
from tablecam.sensing.vision.ring_search import (
    Identity,
    Suspect,
    cells_px,
    identity,
    suspects,
)
from tablecam.table.geometry.projection import Camera

# An image as from straight above, for a camera that looks at the table at an angle: there tags are squares again.
#
# The filters for rings know squares only. From about 15 degrees on a tag's square is so much lower than wide that they
# miss it, and sooner far from the camera.

# the filters miss squares that look this many times as long as wide, as under a lens tilted by ten degrees
ASLANT = 1.25
# the maps are computed for every n-th pixel, and bend little between
MAP_STEP = 16
# the image is cut into parts of this size, which overlap by more than a tag that the detector may miss
PART_PX, OVERLAP_PX = 480, 96
# a view has at most this many times the pixels of its part: towards the horizon they would have no limit
MOST_TIMES = 6.0
_GRID_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)

# (left, top, right, bottom)
ImageBox = tuple[int, int, int, int]


@dataclass(frozen=True)
class TopView:
    """A part of an image seen from above.

    grey: (rows, columns); right is the table's x, up its y. left_in, top_in: its first pixel. px_per_in: its scale.
    sharper: pixels of the view for one of the image; blur looks wider by this factor.
    """

    grey: np.ndarray
    left_in: float
    top_in: float
    px_per_in: float
    sharper: float
    camera: Camera

    def onto(self, px: np.ndarray) -> np.ndarray:
        """Convert pixels of the image, (n, 2), to pixels of the view, (n, 2)."""
        return (self.camera.back_project(px) - [self.left_in, self.top_in]) * [self.px_per_in, -self.px_per_in]

    def back(self, px: np.ndarray) -> np.ndarray:
        """Convert pixels of the view, (n, 2), to pixels of the image, (n, 2)."""
        places_in = px / [self.px_per_in, -self.px_per_in] + [self.left_in, self.top_in]
        return self.camera.project(np.column_stack([places_in, np.zeros(len(places_in))]))

    def optics(self, optics: Optics) -> Optics:
        """Return the rendering of an edge of the image in the view."""
        variance = (optics.blur_px**2 + PIXEL_VARIANCE) * self.sharper**2 - PIXEL_VARIANCE
        return replace(optics, blur_px=float(np.sqrt(max(variance, 0.0))))


def top_views(grey: np.ndarray, camera: Camera) -> list[TopView]:
    """Return the image, (rows, columns), from above, in overlapping parts; none if the camera looks nearly straight
    down.

    Parts that show the horizon are left out.
    """
    stretches = _compute_stretches(camera, (0, 0, grey.shape[1], grey.shape[0]))
    if stretches is not None and (stretches[:, 0] / stretches[:, 1]).max() < ASLANT:
        return []
    views = [_build_view(grey, camera, box) for box in _split_into_parts(grey.shape)]
    return [view for view in views if view is not None]


def _split_into_parts(shape: tuple[int, ...]) -> Iterator[ImageBox]:
    height, width = shape[:2]
    for top_px in range(0, max(height - OVERLAP_PX, 1), PART_PX - OVERLAP_PX):
        for left_px in range(0, max(width - OVERLAP_PX, 1), PART_PX - OVERLAP_PX):
            yield left_px, top_px, min(left_px + PART_PX, width), min(top_px + PART_PX, height)


def _compute_stretches(camera: Camera, box: ImageBox) -> np.ndarray | None:
    """Return the most and least pixels an inch at places in a part of the image, (n, 2); None if it has the horizon."""
    places = _sample_places(camera, box)
    return np.linalg.svd(_compute_px_by_in(camera, places), compute_uv=False) if np.isfinite(places).all() else None


def _sample_places(camera: Camera, box: ImageBox) -> np.ndarray:
    left_px, top_px, right_px, bottom_px = box
    return camera.back_project(
        np.array(
            [
                [left_px + (right_px - left_px) * x, top_px + (bottom_px - top_px) * y]
                for x in _GRID_SHARES
                for y in _GRID_SHARES
            ]
        )
    )


def _build_view(grey: np.ndarray, camera: Camera, box: ImageBox) -> TopView | None:
    stretches = _compute_stretches(camera, box)
    if stretches is None:
        return None
    places_in = _sample_places(camera, box)
    lowest_in, highest_in = places_in.min(axis=0), places_in.max(axis=0)
    px_per_in = float(stretches.max())
    columns, rows = ((highest_in - lowest_in) * px_per_in).astype(int)
    if columns * rows > MOST_TIMES * PART_PX**2 or min(columns, rows) < 2 * MAP_STEP:
        return None
    sharper = px_per_in / float(np.median(np.sqrt(stretches.prod(axis=1))))
    map_columns, map_rows = _build_maps(
        camera, (float(lowest_in[0]), float(highest_in[1])), px_per_in, (int(rows), int(columns))
    )
    view = cv2.remap(grey, map_columns, map_rows, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return TopView(view, float(lowest_in[0]), float(highest_in[1]), px_per_in, sharper, camera)


def _compute_px_by_in(camera: Camera, places: np.ndarray) -> np.ndarray:
    """Return the derivative of pixels by inches on the table, (n, 2, 2)."""
    steps = [np.array([0.1, 0.0, 0.0]), np.array([0.0, 0.1, 0.0])]
    points = np.column_stack([places, np.zeros(len(places))])
    return np.stack([(camera.project(points + step) - camera.project(points - step)) / 0.2 for step in steps], axis=2)


def _build_maps(
    camera: Camera, corner_in: tuple[float, float], px_per_in: float, shape: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return column and row in the image of each pixel of the view, float32, each of its shape."""
    down, across = (np.arange(0, length + MAP_STEP, MAP_STEP) for length in shape)
    x, y = np.meshgrid(corner_in[0] + across / px_per_in, corner_in[1] - down / px_per_in)
    px = camera.project(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])).reshape(*x.shape, 2)
    # the position of each pixel of the view among the computed ones
    fine_x, fine_y = np.meshgrid(np.arange(shape[1]) / MAP_STEP, np.arange(shape[0]) / MAP_STEP)
    positions = fine_x.astype(np.float32), fine_y.astype(np.float32)
    map_columns, map_rows = (
        cv2.remap(px[..., axis].astype(np.float32), *positions, cv2.INTER_LINEAR) for axis in (0, 1)
    )
    return map_columns, map_rows


# on rendered tables, true tags with a twelfth hidden agree by 0.86 or more; wrong bitmaps reach 0.77
LEAST_AGREEMENT = 0.82
# under a camera at 50 in, a tag on a roof of 8 in looks this much larger than on the mat; the lower limit allows for a
# tag that is printed a little too small
HIGHEST_SCALE = 1.19
LOWEST_SCALE = 0.95
# a tag that is further out of square would tilt by 25 degrees; grain and edges may draw such shapes
MOST_UNEVEN = 0.05
# how well the detector places one corner, and how much smaller it sees a black square, in pixels
CORNER_SIGMA_PX, EDGE_BIAS_PX = 0.2, 0.5
# a bitmap that is blurred enough fits a mat, but tags are about as sharp as the reference tags
BLURRED_TIMES, BLURRED_PX, MOST_TONE = 1.5, 0.4, 1.2
# the least lead of a tag's own bitmap over any other of the family
LEAST_LEAD = 0.03
# glare burns the paper around each black cell, so that the bitmap agrees less; this is enough where no other tag of the
# family comes near: on rendered tables the lead of paled tags is 0.066 or more
PALE_AGREEMENT, PALE_LEAD = 0.77, 0.06
# tags whose sizes differ by less than this are searched together
SAME_SIZE = 1.04


@dataclass(frozen=True)
class SearchResult:
    """The tags that an image shows. fits: one per tag. unknown: tags not in play. twice: tags seen in two places."""

    fits: tuple[TagFit, ...]
    unknown: tuple[Detection, ...] = ()
    twice: tuple[int, ...] = ()


def look(
    grey: np.ndarray,
    camera: Camera,
    edges_in: Mapping[int, float],
    detections: list[Detection],
    optics: Optics = DEFAULT_OPTICS,
    area: tuple[int, int, int, int] | None = None,
) -> SearchResult:
    """Fit the tags in play among the detections and search the remaining ones by their rings.

    edges_in: the real edge of each tag's black square. area: (left, top, right, bottom) to search by rings; None for a
    quick search. A tag that agrees in two places is in `twice` and not in `fits`.
    """
    fits_by_tag: dict[int, list[TagFit]] = {}
    for detection in detections:
        if detection.tag in edges_in:
            fit = fit_detection(grey, camera, detection, edges_in[detection.tag], optics)
            if fit is not None:
                fits_by_tag.setdefault(detection.tag, []).append(fit)
    if area is not None:
        missing = {tag: edge for tag, edge in edges_in.items() if tag not in fits_by_tag}
        known_px = [detection.center_px for detection in detections]
        fits_by_tag |= {fit.tag: [fit] for fit in search_by_rings(grey, camera, missing, known_px, optics, area)}
    unknown = tuple(detection for detection in detections if detection.tag not in edges_in)
    fits = tuple(fits[0] for fits in fits_by_tag.values() if len(fits) == 1)
    return SearchResult(fits, unknown, tuple(tag for tag, fits in fits_by_tag.items() if len(fits) > 1))


def fit_detection(
    grey: np.ndarray,
    camera: Camera,
    detection: Detection,
    edge_in: float,
    optics: Optics = DEFAULT_OPTICS,
    free: Free = ALL_FREE,
) -> TagFit | None:
    """Fit a detected tag; None if its bitmap does not agree with the image."""
    fit = fit_tag(
        grey, camera, detection.tag, edge_in, estimate_pose(camera, detection.corners_px, edge_in), optics, free
    )
    return fit if fit is not None and fit.agreement >= LEAST_AGREEMENT else None


def estimate_pose(camera: Camera, corners_px: np.ndarray, edge_in: float) -> TagPose:
    """Return the pose on z = 0 that a tag's corners give."""
    return _compute_poses(camera, corners_px[None], np.array([edge_in]))[0]


def corner_fits(
    camera: Camera, detections: Sequence[Detection], edges_in: Mapping[int, float], optics: Optics = DEFAULT_OPTICS
) -> list[TagFit]:
    """Estimate fits from corners alone: several times less exact than a full fit, as their covariance shows."""
    if not detections:
        return []
    edges = np.array([edges_in[detection.tag] for detection in detections])
    corners = np.array([detection.corners_px for detection in detections])
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    poses = _compute_poses(camera, corners, edges)
    return [
        _build_corner_fit(detection.tag, pose, side, side / (edge * pose.scale), optics)
        for detection, pose, side, edge in zip(detections, poses, sides, edges, strict=True)
    ]


def _build_corner_fit(tag: int, pose: TagPose, side_px: float, px_per_in: float, optics: Optics) -> TagFit:
    # the mean of four corners; black squares look smaller than they are, which shows in the scale
    place_sigma_in, turn_sigma, scale_bias = (
        CORNER_SIGMA_PX / 2 / px_per_in,
        CORNER_SIGMA_PX / side_px,
        EDGE_BIAS_PX / side_px,
    )
    covariance = np.diag([place_sigma_in**2, place_sigma_in**2, turn_sigma**2, turn_sigma**2 + scale_bias**2, 0.0, 0.0])
    return TagFit(tag, pose, covariance, LEAST_AGREEMENT, 1.0, 1.0, 0.0, optics, px_per_in, (0.0,) * (STATES - GAIN))


def _compute_poses(camera: Camera, corners_px: np.ndarray, edges_in: np.ndarray) -> list[TagPose]:
    """Compute `estimate_pose` for many tags at once: corners (n, 4, 2), edges (n,)."""
    corners = camera.back_project(corners_px)
    up = corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    rows = np.column_stack([corners.mean(axis=1), np.arctan2(up[:, 1], up[:, 0]), sides / edges_in])
    return [TagPose(*row) for row in rows.tolist()]


def search_by_rings(
    grey: np.ndarray,
    camera: Camera,
    missing: Mapping[int, float],
    known_px: list[np.ndarray],
    optics: Optics,
    area: tuple[int, int, int, int],
) -> list[TagFit]:
    """Find tags in play that the detector did not read by their rings, in one area of the image, one place each."""
    left_px, top_px, right_px, bottom_px = area
    crop, camera = np.ascontiguousarray(grey[top_px:bottom_px, left_px:right_px]), camera.crop(left_px, top_px)
    avoid = np.array(known_px).reshape(-1, 2) - [left_px, top_px]
    best: dict[int, TagFit] = {}
    # a tilted camera sees no squares
    views = top_views(crop, camera)
    for edge, tags in _group_by_size(missing):
        for suspect in (
            suspects(crop, tags, cell_px(camera, crop, edge), avoid, optics)
            if not views
            else _find_suspects_from_above(views, tags, edge, avoid, optics)
        ):
            start = estimate_pose(camera, suspect.corners_px, missing[suspect.tag])
            fit = fit_tag(crop, camera, suspect.tag, missing[suspect.tag], start, optics)
            if fit is None or not is_credible(crop, camera, missing[suspect.tag], fit, optics):
                continue
            if suspect.tag not in best or fit.agreement > best[suspect.tag].agreement:
                # its pixels are numbered within the crop, so they are useless for the whole image
                best[suspect.tag] = replace(fit, pixels=None)
    return list(best.values())


def _find_suspects_from_above(
    above: list[TopView],
    tags: tuple[int, ...],
    edge_in: float,
    avoid: np.ndarray,
    optics: Optics,
) -> Iterator[Suspect]:
    """Yield `suspects` of parts of an image from above, with their corners in the image itself."""
    for view in above:
        cell_px = edge_in * view.px_per_in / BLACK_CELLS
        sizes = cell_px * LOWEST_SCALE, cell_px * HIGHEST_SCALE
        avoid_px = view.onto(avoid) if len(avoid) else avoid
        for suspect in suspects(view.grey, tags, sizes, avoid_px, view.optics(optics)):
            yield replace(suspect, corners_px=view.back(suspect.corners_px))


def is_itself(grey: np.ndarray, camera: Camera, edge_in: float, fit: TagFit) -> bool:
    """Report whether the place of a fit resembles its tag more than any other of the family."""
    likeliest = _identify_fit(grey, camera, edge_in, fit)
    return likeliest.tag == fit.tag and likeliest.turns == 0


def is_credible(grey: np.ndarray, camera: Camera, edge_in: float, fit: TagFit, optics: Optics) -> bool:
    """Report whether a fit to a suspected place is this tag: as sharp as the image, on the table, and no other tag."""
    is_sharp = fit.optics.blur_px <= BLURRED_TIMES * optics.blur_px + BLURRED_PX and fit.optics.tone <= MOST_TONE
    is_sized = LOWEST_SCALE <= fit.pose.scale <= HIGHEST_SCALE
    is_square = math.hypot(fit.pose.stretch, fit.pose.skew) <= MOST_UNEVEN
    if fit.agreement < PALE_AGREEMENT or not (is_sharp and is_sized and is_square):
        return False
    likeliest = _identify_fit(grey, camera, edge_in, fit)
    least_lead = LEAST_LEAD if fit.agreement >= LEAST_AGREEMENT else PALE_LEAD
    return likeliest.tag == fit.tag and likeliest.turns == 0 and likeliest.lead >= least_lead


def _identify_fit(grey: np.ndarray, camera: Camera, edge_in: float, fit: TagFit) -> Identity:
    blur = fit.optics.blur_cells(fit.px_per_in * edge_in * fit.pose.scale / BLACK_CELLS)
    return identity(grey, cells_px(camera, edge_in, fit.pose), blur)


def _group_by_size(edges_in: Mapping[int, float]) -> list[tuple[float, tuple[int, ...]]]:
    groups: list[tuple[float, list[int]]] = []
    for tag, edge in sorted(edges_in.items(), key=lambda item: item[1]):
        if groups and edge < groups[-1][0] * SAME_SIZE:
            groups[-1][1].append(tag)
        else:
            groups.append((edge, [tag]))
    return [(edge, tuple(tags)) for edge, tags in groups]


def cell_px(camera: Camera, grey: np.ndarray, edge_in: float) -> tuple[float, float]:
    """Return the smallest and largest width that a cell of this tag may have in the image, in pixels."""
    height, width = grey.shape
    sides = []
    for x, y in [(0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]:
        place_in = camera.back_project(np.array([width * x, height * y]))
        if np.isfinite(place_in).all():
            ends = camera.project(np.array([[*place_in, 0.0], [place_in[0] + edge_in, place_in[1], 0.0]]))
            sides.append(float(np.linalg.norm(ends[1] - ends[0])))
    return min(sides) / BLACK_CELLS * LOWEST_SCALE, max(sides) / BLACK_CELLS * HIGHEST_SCALE
