"""Upright prisms cut into convex parts and laid out as arrays, ready to cast their shadows.

A polygon with notches or holes is triangulated (constrained Delaunay) and neighbouring triangles are merged
as long as they stay convex (Hertel & Mehlhorn, 1983). The parts of a prism fill it but for the faces between
them, which hide nothing that the parts do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.polygon import orient

from tablecam.table.geometry.footprint import Footprint

# A union of two parts counts as convex when its hull adds no more than this share of its area.
CONVEX_SLACK = 1e-12


@dataclass(frozen=True)
class Prism:
    """An upright prism: its outline in plan (a polygon, or a base's outline) between two heights, all in inches."""

    outline: Polygon | Footprint
    bottom_in: float
    top_in: float


@dataclass(frozen=True)
class ConvexParts:
    """Convex parts of prisms, one column per part.

    owner: (n,), the number of the prism. cylinder: (5, n), a cylinder that holds the part: x, y, radius, bottom, top;
    it shares the centre of a round part, and the heights of every part. corners: (2, k + 1, n), anticlockwise, closed
    with the first corner, which also pads; count: (n,), the number of corners, at most k; 0 for a round part. to_unit:
    (2, 2, n), maps a round part, moved to the origin, to the unit circle. circle: (n,), whether it is a circle.
    """

    owner: np.ndarray
    cylinder: np.ndarray
    corners: np.ndarray
    count: np.ndarray
    to_unit: np.ndarray
    circle: np.ndarray

    def __len__(self) -> int:
        return len(self.owner)


def collect_parts(prisms: Sequence[Prism]) -> ConvexParts:
    """The convex parts of all prisms, in their order; no prisms, no rows."""
    rows = [(number, shape) for number, prism in enumerate(prisms) for shape in _split_outline(prism.outline)]
    widest = max((len(shape) for _, shape in rows if isinstance(shape, np.ndarray)), default=1)
    owner = np.array([number for number, _ in rows], int)
    discs = np.array([_bounding_disc(shape) for _, shape in rows], float).reshape(-1, 3).T
    heights = np.array([(prism.bottom_in, prism.top_in) for prism in prisms], float).reshape(-1, 2)[owner].T
    corners, to_unit = np.zeros((2, widest + 1, len(rows))), np.zeros((2, 2, len(rows)))
    count, circle = np.zeros(len(rows), int), np.zeros(len(rows), bool)
    for row, (_, shape) in enumerate(rows):
        if isinstance(shape, Footprint):
            to_unit[:, :, row], circle[row] = _to_unit(shape), shape.round
        else:
            corners[:, :, row] = shape[:1].T
            corners[:, : len(shape), row] = shape.T
            count[row] = len(shape)
    return ConvexParts(owner, np.concatenate([discs, heights]), corners, count, to_unit, circle)


def convex_pieces(polygon: Polygon) -> list[Polygon]:
    """Convex polygons that fill a polygon and share no more than edges."""
    if _is_convex(polygon):
        return [polygon]
    pieces = list(shapely.constrained_delaunay_triangles(polygon).geoms)
    return reduce(_merge_piece, pieces, [])


def _merge_piece(pieces: list[Polygon], more: Polygon) -> list[Polygon]:
    """The pieces and `more`, joined with as many of them as leave it convex."""
    separate = []
    for piece in pieces:
        joined = shapely.union(piece, more)
        if joined.geom_type == "Polygon" and not joined.interiors and _is_convex(joined):
            more = joined
        else:
            separate.append(piece)
    return [*separate, more]


def _is_convex(polygon: Polygon) -> bool:
    return not polygon.interiors and polygon.convex_hull.area <= polygon.area * (1 + CONVEX_SLACK)


def _split_outline(outline: Polygon | Footprint) -> list[np.ndarray | Footprint]:
    """The corners of convex polygons, or the one round footprint."""
    if isinstance(outline, Footprint) and not outline.cornered:
        return [outline]
    polygon = outline.outline() if isinstance(outline, Footprint) else outline
    return [np.array(orient(piece).exterior.coords)[:-1, :2] for piece in convex_pieces(polygon)]


def _bounding_disc(shape: np.ndarray | Footprint) -> tuple[float, float, float]:
    if isinstance(shape, Footprint):
        return shape.x_in, shape.y_in, shape.reach_in
    centre = (shape.min(axis=0) + shape.max(axis=0)) / 2
    return (*centre, np.hypot(*(shape - centre).T).max())


def _to_unit(shape: Footprint) -> np.ndarray:
    sin, cos = np.sin(shape.heading_rad), np.cos(shape.heading_rad)
    return np.array([[sin, -cos], [cos, sin]]) / [[shape.half_x_in], [shape.half_y_in]]
