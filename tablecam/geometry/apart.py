"""The distances of bases from segments and from one another, for many pairs at once; 0 where they overlap.

Bases are columns of figures (8 or more, n), whose rows are named below. A distance that is a minimum over a convex
outline is taken at the few places where it can lie, or found by Newton's method from a side where that converges.
"""

from collections.abc import Callable

import numpy as np

from tablecam.geometry.footprint import widths

# Newton's steps: each doubles the digits.
STEPS = 7

# Steps from one ellipse to the other, and the radians that the last one may still turn: a gap is off by its square.
TURNS = 12
STILL = 1e-6

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
    """The least at its ends, beside the corners, and where it passes the lines of the sides."""
    x, y, dx, dy = segment
    square = dx * dx + dy * dy
    places = [np.zeros(len(x)), np.ones(len(x))]
    for sign in (-1, 1):
        places += [(sign * half_x - x) / dx, (sign * half_y - y) / dy]
        for other in (-1, 1):
            places.append(((sign * half_x - x) * dx + (other * half_y - y) * dy) / square)
    part = np.fmin(np.fmax(np.array(places), 0), 1)
    return _box_to_point(half_x, half_y, x + part * dx, y + part * dy).min(axis=0)


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
    return np.where(beside & (part == ends), gap, _ellipse_to_point(half_x, half_y, x + ends * dx, y + ends * dy))


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(n,): between the bases of each pair; bit-identical when they are swapped."""
    # circles come last, rectangles first; of two of a kind the one further left or below
    rank = 2.0 * _round(other) - 2.0 * _round(one) + one[CORNERED] - other[CORNERED]
    lies = (one[X] > other[X]) | ((one[X] == other[X]) & (one[Y] > other[Y]))
    turned = (rank < 0) | ((rank == 0) & lies)
    one, other = np.where(turned, other, one), np.where(turned, one, other)
    found, round_other = np.empty(one.shape[1]), _round(other)
    ovals = ~round_other & (one[CORNERED] == 0)
    for rows, between in ((round_other, _to_circle), (ovals, _ellipses), (~round_other & ~ovals, _from_box)):
        at = rows.nonzero()[0]
        if len(at):
            found[at] = between(one[:, at], other[:, at])
    return np.maximum(found, 0.0)


def _round(base: np.ndarray) -> np.ndarray:
    return (base[CORNERED] == 0) & (base[HALF_X] == base[HALF_Y])


def _to_circle(one: np.ndarray, circle: np.ndarray) -> np.ndarray:
    return to_points(one, circle[:2]) - circle[HALF_X]


def _from_box(box: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The least over the box's sides; 0 where the other lies inside it."""
    side = box[HALF_X] * np.array([box[SIN], -box[COS]])
    front = box[HALF_Y] * np.array([box[COS], box[SIN]])
    corners = [box[:2] + x * side + y * front for x, y in ((1, -1), (1, 1), (-1, 1), (-1, -1))]
    ways = [2 * front, -2 * side, -2 * front, 2 * side]
    least = to_segments(other, corners[0], ways[0])
    for corner, way in zip(corners[1:], ways[1:], strict=True):
        least = np.minimum(least, to_segments(other, corner, way))
    return np.where(to_points(box, other[:2]) == 0, 0.0, least)


def _ellipses(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The widest strip between them, by Newton's method over its direction; where that wanders, by a search."""
    away = other[:2] - one[:2]
    length = np.sqrt(away[0] * away[0] + away[1] * away[1])
    with np.errstate(all="ignore"):
        x, y = np.where(length > 0, away / length, 1.0)
        for _ in range(TURNS):
            slope, bend = -away[0] * y + away[1] * x, -(away[0] * x + away[1] * y)
            for base in (one, other):
                first, second = _reach_turning(base, x, y)
                slope, bend = slope - first, bend - second
            turn = np.where(bend < 0, -slope / bend, np.copysign(0.3, slope))
            turn = np.minimum(np.maximum(turn, -0.3), 0.3)
            x, y = x - turn * y, y + turn * x
            size = np.sqrt(x * x + y * y)
            x, y = x / size, y / size
    width = away[0] * x + away[1] * y - _reach(one, x, y) - _reach(other, x, y)
    unsure = (~(np.abs(turn) <= STILL)).nonzero()[0]
    if len(unsure):
        width[unsure] = _searched(one[:, unsure], other[:, unsure])
    return width


def _reach(base: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    side, front = local(base, x, y)
    return np.sqrt((base[HALF_X] * side) ** 2 + (base[HALF_Y] * front) ** 2)


def _reach_turning(base: np.ndarray, x: np.ndarray, y: np.ndarray) -> Points:
    """How an ellipse's reach in the direction (x, y) changes as that turns: its first and second derivative."""
    (side, front), (a2, b2) = local(base, x, y), base[HALF_X : HALF_Y + 1] ** 2
    turned_side, turned_front = local(base, -y, x)
    reach = np.sqrt(a2 * side * side + b2 * front * front)
    first = (a2 * side * turned_side + b2 * front * turned_front) / reach
    across = a2 * turned_side * turned_side + b2 * turned_front * turned_front
    return first, (across - first * first) / reach - reach


def _searched(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    def outlines(base: np.ndarray) -> np.ndarray:
        axis = np.arctan2(base[SIN], base[COS]) - np.pi / 2
        return np.array([base[X], base[Y], axis, base[HALF_X], base[HALF_Y], base[CORNERED]]).T

    return widths(outlines(one), outlines(other))
