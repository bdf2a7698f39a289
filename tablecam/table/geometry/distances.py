"""The distances of bases and polygons from segments and from one another, for many pairs at once.

Bases are columns of figures (8 or more, n); the constants below name the rows. A distance that is a minimum over a
convex outline is taken at the few places where it can lie, or by Newton's method from a side where that converges.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import shapely

from tablecam.table.geometry.footprint import widths

# Newton's steps: each doubles the digits.
STEPS = 6

# Newton's steps between two ellipses: mostly few are enough. The last step may turn by STILL radians, and any step by
# FARTHEST at most: a gap is off by the square.
FEW, MANY = 4, 10
STILL, FARTHEST = 1e-6, 0.3

# The rows of figures; distances do not use the height of the ground. A base's width runs along (SIN, -COS) of its
# heading, its length along (COS, SIN).
X, Y, Z, SIN, COS, HALF_X, HALF_Y, CORNERED = range(8)

Points = tuple[np.ndarray, np.ndarray]


def local(base: np.ndarray, x: np.ndarray, y: np.ndarray) -> Points:
    """Vectors in plan in the bases' own axes: to the side, and forward."""
    return x * base[SIN] - y * base[COS], x * base[COS] + y * base[SIN]


def to_segments(base: np.ndarray, start: np.ndarray, along: np.ndarray) -> np.ndarray:
    """(n,): the distance of each base from the segment that begins at `start` (2, n) and goes `along` (2, n)."""
    x, y = local(base, start[0] - base[X], start[1] - base[Y])
    dx, dy = local(base, along[0], along[1])
    return _measure_by_shape(base, np.array([x, y, dx, dy]), _box_to_segment, _ellipse_to_segment)


def to_points(base: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(n,): the distance of each base from a point (2, n)."""
    x, y = local(base, points[0] - base[X], points[1] - base[Y])
    return _measure_by_shape(base, np.array([x, y]), _box_to_point, _ellipse_to_point)


def _measure_by_shape(
    base: np.ndarray, rows: np.ndarray, box: Callable[..., np.ndarray], oval: Callable[..., np.ndarray]
) -> np.ndarray:
    distances, cornered = np.empty(base.shape[1]), base[CORNERED] > 0
    # no result of a division by zero is used
    with np.errstate(all="ignore"):
        for columns, distance in ((cornered.nonzero()[0], box), ((~cornered).nonzero()[0], oval)):
            if len(columns):
                distances[columns] = distance(base[HALF_X, columns], base[HALF_Y, columns], *rows[:, columns])
    return distances


def _box_to_point(half_x: np.ndarray, half_y: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    beside, in_front = np.maximum(np.abs(x) - half_x, 0), np.maximum(np.abs(y) - half_y, 0)
    return np.sqrt(beside * beside + in_front * in_front)


def _box_to_segment(half_x: np.ndarray, half_y: np.ndarray, *segment: np.ndarray) -> np.ndarray:
    """The least of the segment's ends from the box and of its corners from the segment, unless they overlap."""
    x, y, dx, dy = segment
    ends = np.array([x, x + dx]), np.array([y, y + dy])
    nearest = _box_to_point(half_x, half_y, *ends).min(axis=0)
    # the corners, from where the segment begins
    ahead = np.array([half_x, half_x, -half_x, -half_x]) - x, np.array([half_y, -half_y, half_y, -half_y]) - y
    square = dx * dx + dy * dy
    share = np.fmin(np.fmax((ahead[0] * dx + ahead[1] * dy) / square, 0), 1)
    beside, in_front = ahead[0] - share * dx, ahead[1] - share * dy
    nearest = np.minimum(nearest, np.sqrt((beside * beside + in_front * in_front).min(axis=0)))
    # if the two overlap, neither the box's axes nor the segment's own part them
    parted = np.abs(x * dy - y * dx) > half_x * np.abs(dy) + half_y * np.abs(dx)
    for (begin, finish), half_size in zip(ends, (half_x, half_y), strict=True):
        parted |= (np.minimum(begin, finish) > half_size) | (np.maximum(begin, finish) < -half_size)
    return np.where(parted, nearest, 0.0)


def _ellipse_to_point(half_x: np.ndarray, half_y: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The distance by the root s of |(a x / (s + a^2), b y / (s + b^2))| = 1.

    Each step fits a line to the inverse of that length. Such steps come from below and never pass the root (More &
    Sorensen, 1983).
    """
    a2, b2 = half_x * half_x, half_y * half_y
    ax, by = half_x * x, half_y * y
    s = np.maximum(np.sqrt(ax * ax + by * by) - np.maximum(a2, b2), 0)
    for _ in range(STEPS):
        u, v = ax / (s + a2), by / (s + b2)
        u, v = u * u, v * v
        square = u + v
        s = s + square * np.maximum(np.sqrt(square) - 1, 0) / (u / (s + a2) + v / (s + b2))
    beside, in_front = x / (s + a2), y / (s + b2)
    inside = ax * ax * (b2 * b2) + by * by * (a2 * a2) <= a2 * a2 * (b2 * b2)
    return np.where(inside, 0.0, s * np.sqrt(beside * beside + in_front * in_front))


def _ellipse_to_segment(half_x: np.ndarray, half_y: np.ndarray, *segment: np.ndarray) -> np.ndarray:
    """The foot of the nearest point where the line passes by; the middle of the chord where it crosses."""
    x, y, dx, dy = segment
    a2, b2 = half_x * half_x, half_y * half_y
    length = np.sqrt(dx * dx + dy * dy)
    side, front = dy / length, -dx / length
    distance = side * x + front * y
    turned = np.copysign(1.0, distance)
    reach = np.sqrt(a2 * side * side + b2 * front * front)
    gap = np.abs(distance) - reach
    foot = ((turned * a2 * side / reach - x) * dx + (turned * b2 * front / reach - y) * dy) / (length * length)
    middle = -(x * dx / a2 + y * dy / b2) / (dx * dx / a2 + dy * dy / b2)
    beside = gap > 0
    share = np.where(beside, foot, middle)
    ends = np.fmin(np.fmax(share, 0), 1)
    columns = (~(beside & (share == ends))).nonzero()[0]
    x, y = (x + ends * dx)[columns], (y + ends * dy)[columns]
    gap[columns] = _ellipse_to_point(half_x[columns], half_y[columns], x, y)
    return gap


def compute_base_distances(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(n,): the distance between the bases of each pair; bit-identical when they are swapped."""
    # circles come last, rectangles first; of two of a kind the one further left or below
    rank = 2.0 * _is_round(other) - 2.0 * _is_round(one) + one[CORNERED] - other[CORNERED]
    lies = (one[X] > other[X]) | ((one[X] == other[X]) & (one[Y] > other[Y]))
    turned = (rank < 0) | ((rank == 0) & lies)
    one, other = np.where(turned, other, one), np.where(turned, one, other)
    distances, is_circle = np.empty(one.shape[1]), _is_round(other)
    oval, boxes = ~is_circle & (one[CORNERED] == 0), other[CORNERED] > 0
    kinds = (
        (is_circle, _base_to_circle),
        (oval, _ellipse_to_ellipse),
        (boxes, _box_to_box),
        (~(is_circle | oval | boxes), _box_to_ellipse),
    )
    with np.errstate(all="ignore"):
        for rows, between in kinds:
            columns = rows.nonzero()[0]
            if len(columns):
                distances[columns] = between(one[:, columns], other[:, columns])
    return np.maximum(distances, 0.0)


def _is_round(base: np.ndarray) -> np.ndarray:
    return (base[CORNERED] == 0) & (base[HALF_X] == base[HALF_Y])


def _base_to_circle(one: np.ndarray, circle: np.ndarray) -> np.ndarray:
    return to_points(one, circle[:2]) - circle[HALF_X]


def _box_corners(box: np.ndarray) -> np.ndarray:
    """(2, 4, n), anticlockwise."""
    side = box[HALF_X] * np.array([box[SIN], -box[COS]])
    front = box[HALF_Y] * np.array([box[COS], box[SIN]])
    return np.stack([box[:2] + x * side + y * front for x, y in ((1, -1), (1, 1), (-1, 1), (-1, -1))], axis=1)


def _box_to_box(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The least distance of the corners of each box from the other, unless they overlap: then no side parts them."""
    nearest, parted = np.full(one.shape[1], np.inf), np.zeros(one.shape[1], bool)
    for box, corners in ((one, _box_corners(other)), (other, _box_corners(one))):
        x, y = local(box, corners[0] - box[X], corners[1] - box[Y])
        nearest = np.minimum(nearest, _box_to_point(box[HALF_X], box[HALF_Y], x, y).min(axis=0))
        for places, half_size in ((x, box[HALF_X]), (y, box[HALF_Y])):
            parted |= (places.min(axis=0) > half_size) | (places.max(axis=0) < -half_size)
    return np.where(parted, nearest, 0.0)


def _box_to_ellipse(box: np.ndarray, ellipse: np.ndarray) -> np.ndarray:
    """The least distance over the box's sides; 0 where the ellipse lies inside it."""
    start = _box_corners(box)
    along = np.roll(start, -1, axis=1) - start
    sides = to_segments(np.tile(ellipse, 4), start.reshape(2, -1), along.reshape(2, -1))
    return np.where(to_points(box, ellipse[:2]) == 0, 0.0, sides.reshape(4, -1).min(axis=0))


def _ellipse_to_ellipse(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The widest strip between two ellipses: Newton's method over its direction, a search where that wanders."""
    offset, forms = other[:2] - one[:2], _quadratic_forms(np.stack([one, other], axis=1))
    length = np.sqrt(offset[0] * offset[0] + offset[1] * offset[1])
    direction = np.where(length > 0, offset / length, 1.0)
    direction, turn = _turn_direction(forms, offset, direction, FEW)
    # each pair takes the same steps, whichever others are compared with it
    slow = (~(np.abs(turn) <= STILL)).nonzero()[0]
    if len(slow):
        direction[:, slow], turn[slow] = _turn_direction(forms[..., slow], offset[:, slow], direction[:, slow], MANY)
    x, y = direction
    reach = np.sqrt(forms[0] * x * x + 2 * forms[1] * x * y + forms[2] * y * y)
    width = offset[0] * x + offset[1] * y - reach[0] - reach[1]
    lost = (~(np.abs(turn) <= STILL)).nonzero()[0]
    if len(lost):
        width[lost] = _search_widths(one[:, lost], other[:, lost])
    return width


def _quadratic_forms(bases: np.ndarray) -> np.ndarray:
    """(3, ...): the factors of x x, x y (half) and y y in the square of an ellipse's reach in direction (x, y)."""
    sin, cos, (half_x, half_y) = bases[SIN], bases[COS], bases[HALF_X : HALF_Y + 1]
    a2, b2 = half_x * half_x, half_y * half_y
    return np.array([a2 * sin * sin + b2 * cos * cos, (b2 - a2) * sin * cos, a2 * cos * cos + b2 * sin * sin])


def _turn_direction(forms: np.ndarray, away: np.ndarray, way: np.ndarray, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """The directions (2, n) after Newton's steps towards the widest strip, and the turn of the last step.

    forms: (3, 2, n), of both ellipses; the second lies `away` (2, n) from the first.
    """
    (x, y), (ahead, aside), (xx, xy, yy) = way, away, forms
    trace = xx + yy
    for _ in range(steps):
        # the first and second derivatives of both reaches by the direction's angle
        along, across = xx * x + xy * y, xy * x + yy * y
        square = along * x + across * y
        reach = np.sqrt(square)
        first_derivative = (across * x - along * y) / reach
        second_derivative = (trace - square - first_derivative * first_derivative) / reach - reach
        slope = x * aside - y * ahead - first_derivative[0] - first_derivative[1]
        bend = -(ahead * x + aside * y) - second_derivative[0] - second_derivative[1]
        turn = np.where(bend < 0, -slope / bend, np.copysign(FARTHEST, slope))
        turn = np.minimum(np.maximum(turn, -FARTHEST), FARTHEST)
        x, y = x - turn * y, y + turn * x
        size = np.sqrt(x * x + y * y)
        x, y = x / size, y / size
    return np.array([x, y]), turn


def _search_widths(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    def outlines(base: np.ndarray) -> np.ndarray:
        axis = np.arctan2(base[SIN], base[COS]) - np.pi / 2
        return np.array([base[X], base[Y], axis, base[HALF_X], base[HALF_Y], base[CORNERED]]).T

    return widths(outlines(one), outlines(other))


class PolygonEdges(NamedTuple):
    """The edges of polygons, their holes' too, one column per edge and polygon after polygon.

    start, along: (2, e), the beginning of each edge, and the vector to its end. per_square: (e,), 1 over its squared
    length, 0 for an edge without length. polygon: (e,), the number of its polygon. first: (polygons,), the first edge
    of each.
    """

    start: np.ndarray
    along: np.ndarray
    per_square: np.ndarray
    polygon: np.ndarray
    first: np.ndarray


def collect_edges(polygons: np.ndarray) -> PolygonEdges:
    """The edges of polygons (n,), none of them empty."""
    # shapely before 2.2 reads no array that is write-protected
    rings, owner = shapely.get_rings(np.array(polygons), return_index=True)
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    edge_rows = (ring[1:] == ring[:-1]).nonzero()[0]
    start, along = corners[edge_rows].T, (corners[edge_rows + 1] - corners[edge_rows]).T
    squares = along[0] * along[0] + along[1] * along[1]
    per_square = np.divide(1, squares, out=np.zeros(len(squares)), where=squares > 0)
    polygon = owner[ring[edge_rows]]
    first_edges = np.searchsorted(polygon, np.arange(len(polygons)))
    return PolygonEdges(np.ascontiguousarray(start), np.ascontiguousarray(along), per_square, polygon, first_edges)


def to_polygons(points: np.ndarray, edges: PolygonEdges) -> tuple[np.ndarray, np.ndarray]:
    """The distances (k, polygons) of points (2, k) from polygons, 0 inside, and the squared ones (k, e) from edges."""
    ahead, (along, across) = points[:, :, None] - edges.start[:, None], edges.along
    share = (ahead[0] * along + ahead[1] * across) * edges.per_square
    np.minimum(np.maximum(share, 0, out=share), 1, out=share)
    x, y = ahead[0] - share * along, ahead[1] - share * across
    squares = x * x + y * y
    if not len(edges.first):
        return np.zeros((points.shape[1], 0)), squares
    # a ray to the right from inside a polygon crosses an odd number of its edges
    is_above, is_left = ahead[1] >= 0, along * ahead[1] > across * ahead[0]
    crossed = (is_above != (ahead[1] >= across)) & (is_above == is_left)
    inside = np.logical_xor.reduceat(crossed, edges.first, axis=1)
    distances = np.sqrt(np.minimum.reduceat(squares, edges.first, axis=1))
    distances[inside] = 0.0
    return distances, squares


def begins(*keys: np.ndarray) -> np.ndarray:
    """(n,): whether a row differs from the previous one in any of the keys (n,); the first row does."""
    new = np.empty(len(keys[0]), bool)
    new[:1], later = True, new[1:]
    np.not_equal(keys[0][1:], keys[0][:-1], out=later)
    for key in keys[1:]:
        later |= key[1:] != key[:-1]
    return new
