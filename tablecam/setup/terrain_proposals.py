"""Outlines of terrain, proposed from the picture: what differs from the mat in colour.

They are proposals: some pieces are missed, and some things are none. Nothing counts before a player accepts it.
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

# of the picture from above, on which the search runs
COARSE = 2
# smaller things are litter, larger ones are parts of the mat
SMALLEST_IN2, LARGEST_IN2 = 0.6, 200.0
MOST_PROPOSALS = 40
# a model with its base and its tag
MODEL_IN = 1.6
# of what is seen of a thing, at least so much is its ground
LEAST_GROUND = 0.25
# a tag of the smaller size looks like one of the larger from this on
LARGER, LOWEST_TOP_IN = 1.17, 0.4
# an outline is drawn with corners that are off by no more than this
CORNER_OFF_IN = 0.22
# a thing that fills so much of its rectangle is one
RECTANGULAR = 0.86
EDGE_IN = 0.3
# a thing is drawn as so many slices, one above the other
SLICES = 9


@dataclass(frozen=True)
class ProposedGround:
    """outline: the ground that it covers, if it is as high as said. seen: what the picture shows of it, at z = 0.

    by_tag: whether a tag on top tells the height.
    """

    outline: Polygon
    seen: Polygon
    top_in: float
    by_tag: bool = False


@dataclass(frozen=True)
class TagTop:
    """A tag that lies on top of something. at_in: where it is seen on z = 0. top_in: its height, by its size."""

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
    """What stands on the mat, the largest first. top_in: the height that is assumed where no tag tells it.

    known: what is seen of pieces that are drawn already. models: where models stand, (2,) each, which are no terrain.
    """
    above = rectified(frame, camera, size_in, 0.0)
    small = cv2.resize(above, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    taken = [*known, *(Point(*place).buffer(MODEL_IN) for place in models)]
    mask = find_rare_colours(small, _inside(small.shape[:2], size_in, taken))
    found = [polygon for polygon in _outlines(mask, size_in) if not _is_known(polygon, known)]
    found.sort(key=lambda polygon: -polygon.area)
    made = [make_proposal(polygon, camera, top_in, tops) for polygon in found[:MOST_PROPOSALS]]
    return [proposal for proposal in made if proposal.outline.area >= LEAST_GROUND * SMALLEST_IN2]


def tops_by_tags(frame: Frame, camera: Camera, tags: Sequence[Detection]) -> list[TagTop]:
    """The heights of tags of the usual sizes that lie on top of something: nearer to the lens they look larger."""
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
    """The proposal for what is seen so. top_in: its height where no tag tells it, or more than it can be."""
    measured = [top.top_in for top in tops if seen.covers(Point(*top.at_in))]
    height = max(measured) if measured else _lower_to_ground(seen, camera, top_in)
    return ProposedGround(footprint(seen, camera, height), seen, height, bool(measured))


def _lower_to_ground(seen: Polygon, camera: Camera, top_in: float) -> float:
    """The height, halved until the thing has some ground: a thin one that has none is lower than was assumed."""
    while footprint(seen, camera, top_in).area < LEAST_GROUND * seen.area and top_in > LOWEST_TOP_IN:
        top_in /= 2
    return round(top_in, 2)


def outline_seen(ground: Polygon, camera: Camera, top_in: float) -> Polygon:
    """What the camera sees of a thing on that ground, sides and roof, as one outline at z = 0."""
    x, y, height = camera.pose.position_in
    stretches = [height / (height - top_in * share) for share in np.linspace(0.0, 1.0, SLICES)]
    seen = unary_union([affinity.scale(ground, stretch, stretch, origin=(x, y)) for stretch in stretches])
    return seen if isinstance(seen, Polygon) else ground


def footprint(seen: Polygon, camera: Camera, top_in: float) -> Polygon:
    """The ground under a thing of that height, of which the camera sees sides and roof as one outline at z = 0.

    The roof is drawn larger about the point below the lens. What lies both in the outline and in the outline drawn as
    much smaller is the ground of a convex thing; of another one it is a good deal of it.
    """
    x, y, height = camera.pose.position_in
    shrink = (height - top_in) / height
    ground = seen.intersection(affinity.scale(seen, shrink, shrink, origin=(x, y)))
    if isinstance(ground, MultiPolygon):
        ground = max(ground.geoms, key=lambda part: part.area)
    return _plain(ground) if isinstance(ground, Polygon) and not ground.is_empty else Polygon()


def _inside(shape: tuple[int, int], size_in: tuple[float, float], known: Sequence[Polygon]) -> np.ndarray:
    """The mat without its rim and without what is drawn already, (h, w) uint8."""
    mask = np.zeros(shape, np.uint8)
    left, top = ((MARGIN_IN + EDGE_IN) * PX_PER_IN / COARSE,) * 2
    right, bottom = (round((MARGIN_IN + length - EDGE_IN) * PX_PER_IN / COARSE) for length in size_in)
    mask[round(top) : bottom, round(left) : right] = 1
    for polygon in known:
        ring = _to_px(np.array(polygon.exterior.coords), size_in)
        cv2.fillPoly(mask, [ring.astype(np.int32)], 0)
    return mask


def _outlines(mask: np.ndarray, size_in: tuple[float, float]) -> list[Polygon]:
    found = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        area = cv2.contourArea(contour) * (COARSE / PX_PER_IN) ** 2
        if not SMALLEST_IN2 <= area <= LARGEST_IN2 or len(contour) < 4:
            continue
        ring = _ring(contour)
        polygon = Polygon(_on_table(ring, size_in)).buffer(0)
        if isinstance(polygon, Polygon) and polygon.area > 0:
            found.append(polygon)
    return found


def _ring(contour: np.ndarray) -> np.ndarray:
    """The contour with few corners, (n, 2) px: a rectangle where it fills one."""
    box = cv2.minAreaRect(contour)
    if cv2.contourArea(contour) > RECTANGULAR * max(box[1][0] * box[1][1], 1.0):
        return cv2.boxPoints(box)
    ring = cv2.approxPolyDP(contour, CORNER_OFF_IN * PX_PER_IN / COARSE, True).reshape(-1, 2).astype(float)
    return ring if len(ring) > 2 else cv2.boxPoints(box)


def _on_table(px: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (px[:, 0] + 0.5) * COARSE / PX_PER_IN - MARGIN_IN
    y = size_in[1] + MARGIN_IN - (px[:, 1] + 0.5) * COARSE / PX_PER_IN
    return np.column_stack([x, y])


def _to_px(points_in: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (points_in[:, 0] + MARGIN_IN) * PX_PER_IN / COARSE - 0.5
    y = (size_in[1] + MARGIN_IN - points_in[:, 1]) * PX_PER_IN / COARSE - 0.5
    return np.column_stack([x, y])


def _is_known(polygon: Polygon, known: Sequence[Polygon]) -> bool:
    return any(polygon.intersection(other).area > 0.4 * polygon.area for other in known)


def _plain(polygon: Polygon) -> Polygon:
    simple = polygon.simplify(CORNER_OFF_IN / 2)
    return simple if isinstance(simple, Polygon) and not simple.is_empty else polygon
