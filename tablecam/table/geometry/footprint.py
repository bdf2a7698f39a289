"""The outlines of bases in plan, and upright prisms on outlines.

Everything rests on the support function h(n), the reach of a convex outline in the direction n. The gap between two
outlines is the largest value over n of  n.(b - a) - h_a(n) - h_b(-n): the widest strip that separates them. Where they
overlap that value is negative, and its size is the shortest push that separates them. So one search over an angle is
exact for every pair of shapes (Boyd & Vandenberghe, Convex Optimization, 8.2; Cameron, 1997, on depth).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.polygon import orient

# Directions tried before the search closes in, 5 degrees apart. If one of them separates the outlines it leads to the
# answer, because no other local maximum is positive.
DIRECTIONS = 72

# The number of best local maxima to follow if outlines are so near that none of those directions separates them.
FOLLOWED = 3

# Golden sections of a bracket of 10 degrees, until the remaining one moves an edge 48 in away by less than 1e-9 in.
SECTIONS = 50

# An outline's straight side faces a direction when they agree to this many radians.
FACING_RAD = 1e-7


@dataclass(frozen=True)
class Footprint:
    """The outline of a base in table inches: an ellipse, or a rectangle if `cornered`.

    half_x_in: half its width, sideways; half_y_in: half its length, along heading_rad.
    """

    x_in: float
    y_in: float
    heading_rad: float
    half_x_in: float
    half_y_in: float
    cornered: bool = False

    @property
    def round(self) -> bool:
        """Whether it is a circle, which has no heading."""
        return not self.cornered and self.half_x_in == self.half_y_in

    @property
    def reach_in(self) -> float:
        """The radius of the smallest disc about its centre that holds it."""
        return math.hypot(self.half_x_in, self.half_y_in) if self.cornered else max(self.half_x_in, self.half_y_in)

    def extent_in(self, direction_rad: float) -> float:
        """The reach from its centre in a direction (the support function), in inches."""
        return float(_compute_supports(_stack_rows([self]), np.array([direction_rad]))[0])

    def outline(self, corners: int = 64) -> Polygon:
        """The outline as a polygon, anticlockwise; a rectangle exactly, an ellipse by `corners` points on it."""
        if self.cornered:
            local = np.array([[1, -1], [1, 1], [-1, 1], [-1, -1]], float)
        else:
            turns = np.arange(corners) * (2 * np.pi / corners)
            local = np.column_stack([np.cos(turns), np.sin(turns)])
        local = local * [self.half_x_in, self.half_y_in]
        sin, cos = math.sin(self.heading_rad), math.cos(self.heading_rad)
        return Polygon(local @ [[sin, -cos], [cos, sin]] + [self.x_in, self.y_in])


@dataclass(frozen=True)
class Gaps:
    """The gaps between pairs of outlines, one row per pair.

    gap_in: (n,), from edge to edge; negative where they overlap, then the shortest push that separates them.
    normal: (n, 2), unit vectors from the first to the second. nearest: (n, 2, 2), on the first, then on the second.
    """

    gap_in: np.ndarray
    normal: np.ndarray
    nearest: np.ndarray


def gaps(footprints: Sequence[Footprint], first: np.ndarray, second: np.ndarray) -> Gaps:
    """The gaps between outlines, to 1e-9 in; first, second: (n,), the indices of the outlines in each pair."""
    table = _stack_rows(footprints)
    a, b = table[first], table[second]
    offset = b[:, :2] - a[:, :2]
    # concentric circles may be separated in any direction
    angle = np.where(np.any(offset != 0, axis=1), np.arctan2(offset[:, 1], offset[:, 0]), 0.0)
    shaped = np.flatnonzero(~(_is_round(a) & _is_round(b)))
    if len(shaped):
        angle[shaped] = _find_widest(a[shaped], b[shaped])
    normal = np.column_stack([np.cos(angle), np.sin(angle)])
    reach_a, reach_b = _compute_supports(a, angle), _compute_supports(b, angle + np.pi)
    gap_in = np.einsum("ij,ij->i", normal, offset) - reach_a - reach_b
    return Gaps(gap_in, normal, _find_nearest(a, b, angle, reach_a, reach_b))


def widths(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """(n,): the `gap_in` of outlines alone, row by row; bit-identical when first and second are swapped.

    first, second: (n, 6): x, y, the direction of the width's axis, half width, half length, 1 where cornered.
    """
    # the outline further left, or below, comes first
    turned = (first[:, 0] > second[:, 0]) | ((first[:, 0] == second[:, 0]) & (first[:, 1] > second[:, 1]))
    a, b = np.where(turned[:, None], second, first), np.where(turned[:, None], first, second)
    return _strip_width(a, b, _find_widest(a, b))


def _stack_rows(footprints: Sequence[Footprint]) -> np.ndarray:
    """(n, 6): x, y, the direction of the width's axis, half width, half length, 1 where cornered."""
    rows = [(f.x_in, f.y_in, f.heading_rad - np.pi / 2, f.half_x_in, f.half_y_in, f.cornered) for f in footprints]
    return np.array(rows, float).reshape(-1, 6)


def _is_round(table: np.ndarray) -> np.ndarray:
    return (table[:, 5] == 0) & (table[:, 3] == table[:, 4])


def _compute_supports(table: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """The reach of each row's outline from its centre; angle: (n, ...), the same leading axis."""
    spread = (slice(None),) + (None,) * (angle.ndim - 1)
    turn = angle - table[:, 2][spread]
    across, along = table[:, 3][spread] * np.cos(turn), table[:, 4][spread] * np.sin(turn)
    return np.where(table[:, 5][spread] > 0, np.abs(across) + np.abs(along), np.hypot(across, along))


def _strip_width(a: np.ndarray, b: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """The strip between the outlines that is square to each angle; (n, ...) as `angle`."""
    spread = (slice(None),) + (None,) * (angle.ndim - 1)
    offset = b[:, :2] - a[:, :2]
    along = offset[:, 0][spread] * np.cos(angle) + offset[:, 1][spread] * np.sin(angle)
    return along - _compute_supports(a, angle) - _compute_supports(b, angle + np.pi)


def _find_widest(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The direction, (n,), of the widest strip between the outlines."""
    step = 2 * np.pi / DIRECTIONS
    width = _strip_width(a, b, np.broadcast_to(np.arange(DIRECTIONS) * step, (len(a), DIRECTIONS)))
    start = np.argmax(width, axis=1) * step
    angle = _search_maximum(a, b, start - step, start + step)
    near = np.flatnonzero(width.max(axis=1) <= 0)
    if len(near):
        angle[near] = _find_widest_peak(a[near], b[near], width[near])
    return angle


def _find_widest_peak(a: np.ndarray, b: np.ndarray, width: np.ndarray) -> np.ndarray:
    """The direction, (n,), for outlines so near that no tried direction separates them; width: (n, DIRECTIONS)."""
    step = 2 * np.pi / DIRECTIONS
    peak = (width >= np.roll(width, 1, axis=1)) & (width >= np.roll(width, -1, axis=1))
    start = np.argsort(np.where(peak, -width, np.inf), axis=1, kind="stable")[:, :FOLLOWED] * step
    angle = _search_maximum(a, b, start - step, start + step)
    chosen = np.argmax(_strip_width(a, b, angle), axis=1)
    return angle[np.arange(len(a)), chosen]


def _search_maximum(a: np.ndarray, b: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The angle of the maximum in each bracket: golden-section search, which tolerates kinks and flat tops."""
    ratio = (math.sqrt(5) - 1) / 2
    left_angle, right_angle = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = _strip_width(a, b, left_angle), _strip_width(a, b, right_angle)
    for _ in range(SECTIONS):
        leftward = at_left > at_right
        low, high = np.where(leftward, low, left_angle), np.where(leftward, right_angle, high)
        probe = np.where(leftward, high - ratio * (high - low), low + ratio * (high - low))
        at_probe = _strip_width(a, b, probe)
        left_angle, right_angle = np.where(leftward, probe, right_angle), np.where(leftward, left_angle, probe)
        at_left, at_right = np.where(leftward, at_probe, at_right), np.where(leftward, at_left, at_probe)
    return (low + high) / 2


def _find_nearest(
    a: np.ndarray, b: np.ndarray, angle: np.ndarray, reach_a: np.ndarray, reach_b: np.ndarray
) -> np.ndarray:
    """The points, (n, 2, 2), where the outlines come nearest across the strip; parallel sides meet halfway."""
    normal = np.column_stack([np.cos(angle), np.sin(angle)])
    tangent = np.column_stack([-normal[:, 1], normal[:, 0]])
    along_a, along_b = (np.einsum("ij,ij->i", tangent, outline[:, :2]) for outline in (a, b))
    low_a, high_a = _touching_side(a, angle)
    # seen from the other outline the tangent runs the other way
    high_b, low_b = (-bound for bound in _touching_side(b, angle + np.pi))
    level = (np.maximum(along_a + low_a, along_b + low_b) + np.minimum(along_a + high_a, along_b + high_b)) / 2
    edge_a = np.einsum("ij,ij->i", normal, a[:, :2]) + reach_a
    edge_b = np.einsum("ij,ij->i", normal, b[:, :2]) - reach_b
    return np.stack([edge[:, None] * normal + level[:, None] * tangent for edge in (edge_a, edge_b)], axis=1)


def _touching_side(table: np.ndarray, angle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The span along the tangent (angle + 90 degrees) where the outline meets its supporting line, or one point."""
    cos, sin = np.cos(angle - table[:, 2]), np.sin(angle - table[:, 2])
    half_x, half_y, cornered = table[:, 3], table[:, 4], table[:, 5] > 0
    oval = (half_y**2 - half_x**2) * sin * cos / np.hypot(half_x * cos, half_y * sin)
    flat_x, flat_y = np.abs(cos) < FACING_RAD, np.abs(sin) < FACING_RAD
    corner = np.where(flat_y, 0, half_y * np.sign(sin) * cos) - np.where(flat_x, 0, half_x * np.sign(cos) * sin)
    half_side = np.where(flat_x, half_x, np.where(flat_y, half_y, 0.0))
    middle, half_side = np.where(cornered, corner, oval), np.where(cornered, half_side, 0.0)
    return middle - half_side, middle + half_side


# Upright prisms cut into convex parts and laid out as arrays, ready to cast their shadows.
#
# A polygon with notches or holes is triangulated (constrained Delaunay) and neighbouring triangles are merged as long
# as they stay convex (Hertel & Mehlhorn, 1983). The parts of a prism fill it but for the faces between them, which
# hide nothing that the parts do not.

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
