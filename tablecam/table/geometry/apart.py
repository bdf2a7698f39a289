"""The distances of bases from segments and from one another, for many pairs at once; 0 where they overlap.

Bases are columns of figures (8 or more, n), whose rows are named below. A distance that is a minimum over a convex
outline is taken at the few places where it can lie, or found by Newton's method from a side where that converges.
"""

from collections.abc import Callable

import numpy as np

from tablecam.table.geometry.footprint import widths

# Newton's steps: each doubles the digits.
STEPS = 6

# Steps from one ellipse to the other: mostly few are enough. The last one may still turn by so many radians, and any
# by no more than the farthest: a gap is off by the square.
FEW, MANY = 4, 10
STILL, FARTHEST = 1e-6, 0.3

# The rows of figures; the height of the ground is not asked for here. A base's width runs along (SIN, -COS) of its
# heading, its length along (COS, SIN).
X, Y, Z, SIN, COS, HALF_X, HALF_Y, CORNERED = range(8)

Points = tuple[np.ndarray, np.ndarray]


def local(base: np.ndarray, x: np.ndarray, y: np.ndarray) -> Points:
    """Ways in plan in the bases' own axes: to the side, and forward."""
    return x * base[SIN] - y * base[COS], x * base[COS] + y * base[SIN]


def to_segments(base: np.ndarray, start: np.ndarray, along: np.ndarray) -> np.ndarray:
    """(n,): the distance of each base from the segment that begins at `start` (2, n) and goes `along` (2, n)."""
    x, y = local(base, start[0] - base[X], start[1] - base[Y])
    dx, dy = local(base, along[0], along[1])
    return _by_shape(base, np.array([x, y, dx, dy]), _box_to_segment, _ellipse_to_segment)


def to_points(base: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(n,): the distance of each base from a point (2, n)."""
    x, y = local(base, points[0] - base[X], points[1] - base[Y])
    return _by_shape(base, np.array([x, y]), _box_to_point, _ellipse_to_point)


def _by_shape(
    base: np.ndarray, rows: np.ndarray, box: Callable[..., np.ndarray], oval: Callable[..., np.ndarray]
) -> np.ndarray:
    found, cornered = np.empty(base.shape[1]), base[CORNERED] > 0
    # what is divided by zero here is not used
    with np.errstate(all="ignore"):
        for at, distance in ((cornered.nonzero()[0], box), ((~cornered).nonzero()[0], oval)):
            if len(at):
                found[at] = distance(base[HALF_X, at], base[HALF_Y, at], *rows[:, at])
    return found


def _box_to_point(half_x: np.ndarray, half_y: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    beside, before = np.maximum(np.abs(x) - half_x, 0), np.maximum(np.abs(y) - half_y, 0)
    return np.sqrt(beside * beside + before * before)


def _box_to_segment(half_x: np.ndarray, half_y: np.ndarray, *segment: np.ndarray) -> np.ndarray:
    """The least of the segment's ends from the box and of its corners from the segment, unless they overlap."""
    x, y, dx, dy = segment
    ends = np.array([x, x + dx]), np.array([y, y + dy])
    least = _box_to_point(half_x, half_y, *ends).min(axis=0)
    # the corners, from where the segment begins
    ahead = np.array([half_x, half_x, -half_x, -half_x]) - x, np.array([half_y, -half_y, half_y, -half_y]) - y
    square = dx * dx + dy * dy
    part = np.fmin(np.fmax((ahead[0] * dx + ahead[1] * dy) / square, 0), 1)
    beside, before = ahead[0] - part * dx, ahead[1] - part * dy
    least = np.minimum(least, np.sqrt((beside * beside + before * before).min(axis=0)))
    # what overlaps is parted by none of the box's axes, nor by the segment's own
    parted = np.abs(x * dy - y * dx) > half_x * np.abs(dy) + half_y * np.abs(dx)
    for (one, other), half in zip(ends, (half_x, half_y), strict=True):
        parted |= (np.minimum(one, other) > half) | (np.maximum(one, other) < -half)
    return np.where(parted, least, 0.0)


def _ellipse_to_point(half_x: np.ndarray, half_y: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """By the root s of |(a x / (s + a^2), b y / (s + b^2))| = 1: a step fits a line to the inverse of that length.

    Such steps come from below and never pass it (More & Sorensen, 1983).
    """
    a2, b2 = half_x * half_x, half_y * half_y
    ax, by = half_x * x, half_y * y
    s = np.maximum(np.sqrt(ax * ax + by * by) - np.maximum(a2, b2), 0)
    for _ in range(STEPS):
        one, other = ax / (s + a2), by / (s + b2)
        one, other = one * one, other * other
        square = one + other
        s = s + square * np.maximum(np.sqrt(square) - 1, 0) / (one / (s + a2) + other / (s + b2))
    beside, before = x / (s + a2), y / (s + b2)
    inside = ax * ax * (b2 * b2) + by * by * (a2 * a2) <= a2 * a2 * (b2 * b2)
    return np.where(inside, 0.0, s * np.sqrt(beside * beside + before * before))


def _ellipse_to_segment(half_x: np.ndarray, half_y: np.ndarray, *segment: np.ndarray) -> np.ndarray:
    """Where the line passes by, at the foot of the nearest point; where it crosses, in the middle of the chord."""
    x, y, dx, dy = segment
    a2, b2 = half_x * half_x, half_y * half_y
    length = np.sqrt(dx * dx + dy * dy)
    side, front = dy / length, -dx / length
    away = side * x + front * y
    turned = np.copysign(1.0, away)
    reach = np.sqrt(a2 * side * side + b2 * front * front)
    gap = np.abs(away) - reach
    foot = ((turned * a2 * side / reach - x) * dx + (turned * b2 * front / reach - y) * dy) / (length * length)
    middle = -(x * dx / a2 + y * dy / b2) / (dx * dx / a2 + dy * dy / b2)
    beside = gap > 0
    part = np.where(beside, foot, middle)
    ends = np.fmin(np.fmax(part, 0), 1)
    at = (~(beside & (part == ends))).nonzero()[0]
    x, y = (x + ends * dx)[at], (y + ends * dy)[at]
    gap[at] = _ellipse_to_point(half_x[at], half_y[at], x, y)
    return gap


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(n,): between the bases of each pair; bit-identical when they are swapped."""
    # circles come last, rectangles first; of two of a kind the one further left or below
    rank = 2.0 * _round(other) - 2.0 * _round(one) + one[CORNERED] - other[CORNERED]
    lies = (one[X] > other[X]) | ((one[X] == other[X]) & (one[Y] > other[Y]))
    turned = (rank < 0) | ((rank == 0) & lies)
    one, other = np.where(turned, other, one), np.where(turned, one, other)
    found, last = np.empty(one.shape[1]), _round(other)
    oval, boxes = ~last & (one[CORNERED] == 0), other[CORNERED] > 0
    kinds = ((last, _to_circle), (oval, _ellipses), (boxes, _boxes), (~(last | oval | boxes), _box_to_ellipse))
    with np.errstate(all="ignore"):
        for rows, between in kinds:
            at = rows.nonzero()[0]
            if len(at):
                found[at] = between(one[:, at], other[:, at])
    return np.maximum(found, 0.0)


def _round(base: np.ndarray) -> np.ndarray:
    return (base[CORNERED] == 0) & (base[HALF_X] == base[HALF_Y])


def _to_circle(one: np.ndarray, circle: np.ndarray) -> np.ndarray:
    return to_points(one, circle[:2]) - circle[HALF_X]


def _corners(box: np.ndarray) -> np.ndarray:
    """(2, 4, n), anticlockwise."""
    side = box[HALF_X] * np.array([box[SIN], -box[COS]])
    front = box[HALF_Y] * np.array([box[COS], box[SIN]])
    return np.stack([box[:2] + x * side + y * front for x, y in ((1, -1), (1, 1), (-1, 1), (-1, -1))], axis=1)


def _boxes(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The least of each one's corners from the other, unless they overlap: then no side of either parts them."""
    least, parted = np.full(one.shape[1], np.inf), np.zeros(one.shape[1], bool)
    for box, corners in ((one, _corners(other)), (other, _corners(one))):
        x, y = local(box, corners[0] - box[X], corners[1] - box[Y])
        least = np.minimum(least, _box_to_point(box[HALF_X], box[HALF_Y], x, y).min(axis=0))
        for places, half in ((x, box[HALF_X]), (y, box[HALF_Y])):
            parted |= (places.min(axis=0) > half) | (places.max(axis=0) < -half)
    return np.where(parted, least, 0.0)


def _box_to_ellipse(box: np.ndarray, ellipse: np.ndarray) -> np.ndarray:
    """The least over the box's sides; 0 where the ellipse lies inside it."""
    start = _corners(box)
    along = np.roll(start, -1, axis=1) - start
    sides = to_segments(np.tile(ellipse, 4), start.reshape(2, -1), along.reshape(2, -1))
    return np.where(to_points(box, ellipse[:2]) == 0, 0.0, sides.reshape(4, -1).min(axis=0))


def _ellipses(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The widest strip between them, by Newton's method over its direction; where that wanders, by a search."""
    away, forms = other[:2] - one[:2], _forms(np.stack([one, other], axis=1))
    length = np.sqrt(away[0] * away[0] + away[1] * away[1])
    way = np.where(length > 0, away / length, 1.0)
    way, turn = _turned(forms, away, way, FEW)
    # each pair takes the same steps, whichever others are compared with it
    slow = (~(np.abs(turn) <= STILL)).nonzero()[0]
    if len(slow):
        way[:, slow], turn[slow] = _turned(forms[..., slow], away[:, slow], way[:, slow], MANY)
    x, y = way
    reach = np.sqrt(forms[0] * x * x + 2 * forms[1] * x * y + forms[2] * y * y)
    width = away[0] * x + away[1] * y - reach[0] - reach[1]
    lost = (~(np.abs(turn) <= STILL)).nonzero()[0]
    if len(lost):
        width[lost] = _searched(one[:, lost], other[:, lost])
    return width


def _forms(bases: np.ndarray) -> np.ndarray:
    """(3, ...): of x x, of x y (half of it), and of y y in the square of an ellipse's reach in the direction (x, y)."""
    sin, cos, (half_x, half_y) = bases[SIN], bases[COS], bases[HALF_X : HALF_Y + 1]
    a2, b2 = half_x * half_x, half_y * half_y
    return np.array([a2 * sin * sin + b2 * cos * cos, (b2 - a2) * sin * cos, a2 * cos * cos + b2 * sin * sin])


def _turned(forms: np.ndarray, away: np.ndarray, way: np.ndarray, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """The directions (2, n) after Newton's steps towards those of the widest strip, and how far the last one turned.

    forms: (3, 2, n), of both ellipses, of which the second lies `away` (2, n) from the first.
    """
    (x, y), (ahead, aside), (xx, xy, yy) = way, away, forms
    both = xx + yy
    for _ in range(steps):
        # how both reaches change as the direction turns: their first and second derivatives
        along, across = xx * x + xy * y, xy * x + yy * y
        square = along * x + across * y
        reach = np.sqrt(square)
        first = (across * x - along * y) / reach
        second = (both - square - first * first) / reach - reach
        slope = x * aside - y * ahead - first[0] - first[1]
        bend = -(ahead * x + aside * y) - second[0] - second[1]
        turn = np.where(bend < 0, -slope / bend, np.copysign(FARTHEST, slope))
        turn = np.minimum(np.maximum(turn, -FARTHEST), FARTHEST)
        x, y = x - turn * y, y + turn * x
        size = np.sqrt(x * x + y * y)
        x, y = x / size, y / size
    return np.array([x, y]), turn


def _searched(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    def outlines(base: np.ndarray) -> np.ndarray:
        axis = np.arctan2(base[SIN], base[COS]) - np.pi / 2
        return np.array([base[X], base[Y], axis, base[HALF_X], base[HALF_Y], base[CORNERED]]).T

    return widths(outlines(one), outlines(other))
