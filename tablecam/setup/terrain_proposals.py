"""Proposes outlines of terrain from the picture: areas that differ from the mat in colour.

The search misses some pieces and proposes some things that are none. A proposal counts only once a player accepts it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from shapely import Point, Polygon, affinity, unary_union
from shapely.geometry import MultiPolygon

from hardware.catalogue import TAG_SIZES_MM
from hardware.tag_art import black_mm
from tablecam.base.units import to_inches
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.setup.rare_colours import find_rare_colours
from tablecam.setup.rectified import MARGIN_IN, PX_PER_IN, rectified
from tablecam.table.geometry.projection import Camera

# reduction of the picture from above for the search
COARSE = 2
# smaller things are litter, larger ones are parts of the mat
SMALLEST_IN2, LARGEST_IN2 = 0.6, 200.0
MOST_PROPOSALS = 40
# a model with its base and its tag
MODEL_IN = 1.6
# least share of the visible area that is a thing's ground
LEAST_GROUND = 0.25
# from this scale on, a tag of the smaller size looks like one of the larger size
LARGER, LOWEST_TOP_IN = 1.17, 0.4
# greatest error of an outline's corners
CORNER_OFF_IN = 0.22
# a thing that fills this share of its rectangle is a rectangle
RECTANGULAR = 0.86
EDGE_IN = 0.3
# number of slices, one above the other, that a thing is drawn as
SLICES = 9


@dataclass(frozen=True)
class ProposedGround:
    """outline: the ground that it covers, if its height is top_in. seen: its outline in the picture, at z = 0.

    by_tag: whether a tag on top shows the height.
    """

    outline: Polygon
    seen: Polygon
    top_in: float
    by_tag: bool = False


@dataclass(frozen=True)
class TagTop:
    """A tag that lies on top of something. at_in: its place on z = 0. top_in: its height, by its size."""

    at_in: tuple[float, float]
    top_in: float


def propose(  # noqa: PLR0913
    frame: Frame,
    camera: Camera,
    size_in: tuple[float, float],
    top_in: float,
    known: Sequence[Polygon] = (),
    tops: Sequence[TagTop] = (),
    models: Sequence[np.ndarray] = (),
) -> list[ProposedGround]:
    """Proposes the things on the mat, the largest first. top_in: the assumed height where no tag shows it.

    known: visible outlines of pieces that are drawn already. models: places of models, (2,) each, which are no terrain.
    """
    above = rectified(frame, camera, size_in, 0.0)
    small = cv2.resize(above, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    occupied = [*known, *(Point(*place).buffer(MODEL_IN) for place in models)]
    mask = find_rare_colours(small, _mask_free_mat(small.shape[:2], size_in, occupied))
    polygons = [polygon for polygon in _find_outlines(mask, size_in) if not _is_known(polygon, known)]
    polygons.sort(key=lambda polygon: -polygon.area)
    proposals = [make_proposal(polygon, camera, top_in, tops) for polygon in polygons[:MOST_PROPOSALS]]
    return [proposal for proposal in proposals if proposal.outline.area >= LEAST_GROUND * SMALLEST_IN2]


def tops_by_tags(frame: Frame, camera: Camera, tags: Sequence[Detection]) -> list[TagTop]:
    """Finds the heights of usual tags that lie on top of something: nearer to the lens they look larger."""
    grey = frame.grey
    height = float(camera.pose.position_in[2])
    tops = []
    for tag in tags:
        x, y = camera.back_project(tag.corners_px).mean(axis=0)
        for size_mm in TAG_SIZES_MM:
            fit = fit_detection(grey, camera, tag, to_inches(black_mm(size_mm)))
            if fit is not None and 1.0 <= fit.pose.scale < LARGER:
                top = TagTop((float(x), float(y)), round(height * (1 - 1 / fit.pose.scale), 1))
                tops += [top] if top.top_in >= LOWEST_TOP_IN else []
                break
    return tops


def make_proposal(seen: Polygon, camera: Camera, top_in: float, tops: Sequence[TagTop]) -> ProposedGround:
    """Makes the proposal for a visible outline. top_in: its height where no tag shows it, or its maximum."""
    tag_heights = [top.top_in for top in tops if seen.covers(Point(*top.at_in))]
    height = max(tag_heights) if tag_heights else _lower_to_ground(seen, camera, top_in)
    return ProposedGround(footprint(seen, camera, height), seen, height, bool(tag_heights))


def _lower_to_ground(seen: Polygon, camera: Camera, top_in: float) -> float:
    """Halves the height until the thing has some ground: a thin thing without ground is lower than assumed."""
    while footprint(seen, camera, top_in).area < LEAST_GROUND * seen.area and top_in > LOWEST_TOP_IN:
        top_in /= 2
    return round(top_in, 2)


def outline_seen(ground: Polygon, camera: Camera, top_in: float) -> Polygon:
    """Outlines a thing on that ground at z = 0, as the camera sees its sides and roof."""
    x, y, height = camera.pose.position_in
    stretches = [height / (height - top_in * share) for share in np.linspace(0.0, 1.0, SLICES)]
    outline = unary_union([affinity.scale(ground, stretch, stretch, origin=(x, y)) for stretch in stretches])
    return outline if isinstance(outline, Polygon) else ground


def footprint(seen: Polygon, camera: Camera, top_in: float) -> Polygon:
    """Computes the ground under a thing of that height from its visible outline, sides and roof, at z = 0.

    The roof is drawn larger about the point below the lens. The intersection of the outline with the outline shrunk by
    that factor is the ground of a convex thing; of another thing it is a large part of the ground.
    """
    x, y, height = camera.pose.position_in
    shrink = (height - top_in) / height
    ground = seen.intersection(affinity.scale(seen, shrink, shrink, origin=(x, y)))
    if isinstance(ground, MultiPolygon):
        ground = max(ground.geoms, key=lambda part: part.area)
    return _simplify_polygon(ground) if isinstance(ground, Polygon) and not ground.is_empty else Polygon()


def _mask_free_mat(shape: tuple[int, int], size_in: tuple[float, float], known: Sequence[Polygon]) -> np.ndarray:
    """Masks the mat without its rim and without known outlines, (h, w) uint8."""
    mask = np.zeros(shape, np.uint8)
    left_px, top_px = ((MARGIN_IN + EDGE_IN) * PX_PER_IN / COARSE,) * 2
    right_px, bottom_px = (round((MARGIN_IN + length - EDGE_IN) * PX_PER_IN / COARSE) for length in size_in)
    mask[round(top_px) : bottom_px, round(left_px) : right_px] = 1
    for polygon in known:
        ring = _to_px(np.array(polygon.exterior.coords), size_in)
        cv2.fillPoly(mask, [ring.astype(np.int32)], 0)
    return mask


def _find_outlines(mask: np.ndarray, size_in: tuple[float, float]) -> list[Polygon]:
    polygons = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        area = cv2.contourArea(contour) * (COARSE / PX_PER_IN) ** 2
        if not SMALLEST_IN2 <= area <= LARGEST_IN2 or len(contour) < 4:
            continue
        ring = _simplify_contour(contour)
        polygon = Polygon(_to_inches(ring, size_in)).buffer(0)
        if isinstance(polygon, Polygon) and polygon.area > 0:
            polygons.append(polygon)
    return polygons


def _simplify_contour(contour: np.ndarray) -> np.ndarray:
    """Simplifies the contour to few corners, (n, 2) px: to a rectangle where it fills one."""
    box = cv2.minAreaRect(contour)
    if cv2.contourArea(contour) > RECTANGULAR * max(box[1][0] * box[1][1], 1.0):
        return cv2.boxPoints(box)
    ring = cv2.approxPolyDP(contour, CORNER_OFF_IN * PX_PER_IN / COARSE, True).reshape(-1, 2).astype(float)
    return ring if len(ring) > 2 else cv2.boxPoints(box)


def _to_inches(px: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (px[:, 0] + 0.5) * COARSE / PX_PER_IN - MARGIN_IN
    y = size_in[1] + MARGIN_IN - (px[:, 1] + 0.5) * COARSE / PX_PER_IN
    return np.column_stack([x, y])


def _to_px(points_in: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (points_in[:, 0] + MARGIN_IN) * PX_PER_IN / COARSE - 0.5
    y = (size_in[1] + MARGIN_IN - points_in[:, 1]) * PX_PER_IN / COARSE - 0.5
    return np.column_stack([x, y])


def _is_known(polygon: Polygon, known: Sequence[Polygon]) -> bool:
    return any(polygon.intersection(other).area > 0.4 * polygon.area for other in known)


def _simplify_polygon(polygon: Polygon) -> Polygon:
    simple = polygon.simplify(CORNER_OFF_IN / 2)
    return simple if isinstance(simple, Polygon) and not simple.is_empty else polygon
