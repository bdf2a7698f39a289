"""The rims of convex prisms as an eye sees them: stretches of curves in (u, q).

In plan the eye is the origin, s runs towards the target's axis (at s = L) and v to the left. A ray to the place u
across the target passes (s, u s / L), and q = L / s there: 1 at the target, ever greater towards the eye. A straight
edge stays straight in (u, q); of a circle or an ellipse each side becomes a line plus the root of a quadratic.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tablecam.geometry.conic import roots
from tablecam.geometry.limits import SLIVER_IN
from tablecam.geometry.views import Views

# Things nearer than this touch: a wall at the eye or at the target's plane, a face at the eye's own height. It is a
# thousand times the rounding error of coordinates, and far finer than anybody can place a model.
TOUCH_IN = 1e-9

# In round parts, taken to the unit circle, the eye is on the rim when its power is less than this.
ON_RIM = 1e-6


class Rims(NamedTuple):
    """Stretches of rims, one per row.

    part: (n,), the number of the part it belongs to. near: (n,), whether rays go in there, or out. table: (8, n), the
    low and the high end of u, and then q as a curve; both as in `Limits`.
    """

    part: np.ndarray
    near: np.ndarray
    table: np.ndarray


def together(tables: Sequence[Rims], numbers: Sequence[np.ndarray]) -> Rims:
    """The rows of all tables; the parts of each table get other numbers, each by the one that it had."""
    return Rims(
        np.concatenate([number[table.part] for table, number in zip(tables, numbers, strict=True)]),
        np.concatenate([table.near for table in tables]),
        np.concatenate([table.table for table in tables], axis=1),
    )


def straight_rims(views: Views, corners: np.ndarray) -> Rims:
    """The edges of convex polygons, closed where the eye or the target cuts them open.

    corners: (2, k + 1, n), from the eye, the first again as the last. Call it with numpy's warnings off.
    """
    length, half, count = views.length, views.half_width, len(views)
    plan = views.turned(corners)
    s, v = plan[0, :-1], plan[1, :-1]
    step_s, step_v = plan[0, 1:] - s, plan[1, 1:] - v
    clear = (plan[0] >= TOUCH_IN) & (plan[0] <= length - TOUCH_IN)
    ends = length * plan[1] / plan[0]
    span = np.array([np.minimum(ends[:-1], ends[1:]), np.maximum(ends[:-1], ends[1:])])
    cut, opened = (~np.logical_and.reduce(clear)).nonzero()[0], np.empty((2, 2, 0))
    if len(cut):
        span[:, :, cut], opened = _cut_open(plan.take(cut, axis=2), length[cut])
    np.minimum(np.maximum(span, -half, out=span), half, out=span)
    rows = (span[1] - span[0] > SLIVER_IN).ravel().nonzero()[0]
    part, cross = rows % count, (s * step_v - v * step_s).ravel()[rows]
    table = np.zeros((8, len(rows)))
    table[:2] = span.reshape(2, -1).take(rows, axis=1)
    np.multiply(step_v.ravel()[rows] / cross, length[part], out=table[2])
    np.divide(step_s.ravel()[rows], -cross, out=table[3])
    edges = Rims(part, cross < 0, table)
    return together([edges, _opened(opened, half[cut], length[cut])], [np.arange(count), cut]) if len(cut) else edges


def _cut_open(plan: np.ndarray, length: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The spans (2, k, n) of edges, some of which reach behind the eye or the target, and of what they leave open.

    plan: (2, k + 1, n), their corners. The second array: (2, 2, n), low and high of the openings at eye and target.
    """
    far, both = length - TOUCH_IN, np.array([plan[:, :-1], plan[:, 1:]])
    s, v, step, both_s = both[0, 0], both[0, 1], both[1] - both[0], both[:, 0]
    kept = np.minimum(np.maximum(both_s, TOUCH_IN), far)
    clear = kept == both_s
    between = (kept[0] != kept[1]) | clear[0]
    # an end that is cut off at the eye or at the target is seen where the edge is cut
    ends = length * np.where(clear, both[:, 1], v + step[1] / step[0] * (kept - s)) / kept
    span = np.array([np.minimum(ends[0], ends[1]), np.maximum(ends[0], ends[1])])
    return np.where(between, span, 0.0), _openings(ends, kept, far, between)


def _opened(span: np.ndarray, half: np.ndarray, length: np.ndarray) -> Rims:
    """The rims at the eye and at the target that close what is open over the spans (2, 2, n)."""
    span = np.minimum(np.maximum(span, -half), half)
    rows = (span[1] - span[0] > SLIVER_IN).ravel().nonzero()[0]
    part, near = rows % len(half), rows < len(half)
    table = np.zeros((8, len(rows)))
    table[:2] = span.reshape(2, -1).take(rows, axis=1)
    table[2] = np.where(near, length[part] / TOUCH_IN, 1.0)
    return Rims(part, near, table)


def _openings(ends: np.ndarray, kept: np.ndarray, far: np.ndarray, between: np.ndarray) -> np.ndarray:
    """(2, 2, n): low and high of the openings at the eye and at the target; high under low where there is none.

    They lie between the edges' ends (2, k, n) that are `kept` at the eye's side or at `far`, of edges that lie
    `between`.
    """
    cut = (np.array([kept == TOUCH_IN, kept == far]) & between).reshape(2, -1, len(far))
    ends = ends.reshape(-1, len(far))
    low, high = np.where(cut, ends, np.inf), np.where(cut, ends, -np.inf)
    return np.array([np.minimum.reduce(low, axis=1), np.maximum.reduce(high, axis=1)])


def round_rims(views: Views, centre: np.ndarray, to_unit: np.ndarray) -> Rims:
    """The near and the far rims of ellipses; centre: (2, n), from the eye; to_unit: (2, 2, n).

    With c the centre, g = g0 + u g1 the way to u across the target, both taken to the unit circle, the rim lies at
    the t = 1 / q that solve  |t g - c|^2 = 1. Call it with numpy's warnings off.
    """
    along, length = views.along, views.length
    plan = np.empty((2, 3, len(length)))
    plan[:, 0], plan[0, 2], plan[1, 2] = centre, -along[1], along[0]
    np.multiply(along, length, out=plan[:, 1])
    # c, g0 and g1 in x and in y, and the products of each with each
    unit = to_unit[:, :1] * plan[0] + to_unit[:, 1:] * plan[1]
    x, y = unit[0], unit[1]
    products = x[:, None] * x + y[:, None] * y
    power = products[0, 0] - 1
    power[np.abs(power) < ON_RIM] = ON_RIM
    towards, lever, reach = products[0, 1:], x[0] * y[1:] - y[0] * x[1:], products[1:, 1:]
    # the quadratics in u, each as its matrix: the discriminant of that in t; |g|^2; and that in t at the target, t = 1
    under = reach - lever[:, None] * lever
    forms = np.array([under, reach, reach])
    forms[2, 0] -= towards
    forms[2, 0, 0] -= towards[0] - power
    ends = _ends(views, roots(forms[::2, 1, 1], forms[::2, 0, 1], forms[::2, 0, 0]))
    u = (ends[:-1] + ends[1:]) / 2
    # at the middle of each stretch; where a ray misses, the root is nan and there is no rim
    squares = forms[:2, 0, 0, None] + (2 * forms[:2, 0, 1, None] + forms[:2, 1, 1, None] * u) * u
    passed = towards[0] + towards[1] * u + np.sqrt(squares[0])
    there = (ends[1:] - ends[:-1] > SLIVER_IN) & (passed > np.maximum(power, 0))
    at = there.ravel().nonzero()[0]
    part, inside, past, ends = at % len(length), power < 0, (passed >= squares[1]).ravel()[at], ends.ravel()
    table = np.empty((8, len(length)))
    curve = table[2:]
    np.divide(towards, power, out=curve[:2])
    np.divide(1, power, out=curve[2])
    curve[3], curve[4], curve[5] = under[0, 0], 2 * under[0, 1], under[1, 1]
    twice, near = np.concatenate([part, part]), np.arange(2 * len(at)) < len(at)
    table = table.take(twice, axis=1)
    curve, span = table[2:], table[:2].reshape(2, 2, -1)
    np.negative(curve[2], out=curve[2], where=~near)
    # an eye inside has no near rim, and a target inside no far one
    if inside.any():
        _flatten(curve[:, : len(at)], inside[part], length[part] / TOUCH_IN)
    _flatten(curve[:, len(at) :], past, 1.0)
    span[0], span[1] = ends[at], ends[at + len(length)]
    return Rims(twice, near, table)


def _flatten(curve: np.ndarray, rows: np.ndarray, q: np.ndarray | float) -> None:
    """Lays the curves (6, n) of some rows (n,) flat at q."""
    np.copyto(curve[0], q, where=rows)
    np.copyto(curve[1:3], 0.0, where=rows)


def _ends(views: Views, cuts: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """(6, n): the ends of the target's width, and the cuts, (2, n) twice, in order; nan for no cut."""
    half = views.half_width
    ends = np.empty((6, len(half)))
    (ends[:2], ends[2:4]), ends[4], ends[5] = cuts, -half, half
    # fmin and fmax put what is nan at the right end
    np.fmax(np.fmin(ends, half, out=ends), ends[4], out=ends)
    ends.sort(axis=0)
    return ends
