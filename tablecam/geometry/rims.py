"""The rims of convex prisms as an eye sees them: stretches of curves in (u, q).

In plan the eye is the origin, s runs towards the target's axis (at s = L) and v to the left. A ray to the place u
across the target passes (s, u s / L), and q = L / s there: 1 at the target, ever greater towards the eye. A straight
edge stays straight in (u, q); of a circle or an ellipse each side becomes a line plus the root of a quadratic.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.geometry.conic import roots
from tablecam.geometry.limits import SLIVER_IN
from tablecam.geometry.views import Views

# What is nearer than this touches: a wall at the eye or at the target's plane, a face at the eye's own height. It is
# a thousand times what rounding leaves of coordinates, and far less than anybody could place.
TOUCH_IN = 1e-9

# In round parts, taken to the unit circle, the eye is on the rim when its power is less than this.
ON_RIM = 1e-6


@dataclass(frozen=True)
class Rims:
    """Stretches of rims, one a row.

    part: (n,), the number of the part it belongs to. near: (n,), whether rays go in there, or out. span: (2, n), low
    and high of u. curve: (6, n), q as in `Limits`.
    """

    part: np.ndarray
    near: np.ndarray
    span: np.ndarray
    curve: np.ndarray

    def numbered(self, numbers: np.ndarray) -> "Rims":
        """The same of parts with other numbers, of each by the one that it had."""
        return Rims(numbers[self.part], self.near, self.span, self.curve)


def together(tables: Sequence[Rims]) -> Rims:
    """The rows of all tables."""
    return Rims(
        np.concatenate([table.part for table in tables]),
        np.concatenate([table.near for table in tables]),
        np.concatenate([table.span for table in tables], axis=1),
        np.concatenate([table.curve for table in tables], axis=1),
    )


def straight_rims(views: Views, x: np.ndarray, y: np.ndarray) -> Rims:
    """The edges of convex polygons, corners (k, n) from the eye, closed where the eye or the target cuts them open."""
    length, far = views.length, views.length - TOUCH_IN
    # both ends of each edge
    both = np.empty((2, 2, *x.shape))
    both[0, 0], both[1, 0] = views.turned(x, y)
    both[:, 1, :-1], both[:, 1, -1] = both[:, 0, 1:], both[:, 0, 0]
    (both_s, both_v), (s, v), (ds, dv) = both, both[:, 0], both[:, 1] - both[:, 0]
    cross = s * both_v[1] - v * both_s[1]
    kept = np.minimum(np.maximum(both_s, TOUCH_IN), far)
    behind, past = both_s <= TOUCH_IN, both_s >= far
    between = ~((behind[0] & behind[1]) | (past[0] & past[1]))
    with np.errstate(all="ignore"):
        # an end that is cut off at the eye or at the target is seen where the edge is cut
        ends = length * np.where(kept == both_s, both_v, v + dv / ds * (kept - s)) / kept
        line = dv * length / cross, -ds / cross
    edges = len(s)
    span = np.zeros((2, edges + 2, len(length)))
    span[0, :edges], span[1, :edges] = np.minimum(*ends), np.maximum(*ends)
    _open(span[:, edges:], ends, np.array([behind, past]), between)
    span = np.minimum(np.maximum(span, -views.half_width), views.half_width)
    there = span[1] - span[0] > SLIVER_IN
    there[:edges] &= between
    rows = there.ravel().nonzero()[0]
    # of an edge its line, then of the openings at the eye and at the target theirs
    curve = np.zeros((6, edges + 2, len(length)))
    curve[0, :edges], curve[1, :edges], curve[0, edges], curve[0, edges + 1] = *line, length / TOUCH_IN, 1.0
    near = np.empty(there.shape, bool)
    near[:edges], near[edges], near[edges + 1] = cross < 0, True, False
    return Rims(
        rows % len(length),
        near.ravel()[rows],
        span.reshape(2, -1).take(rows, axis=1),
        curve.reshape(6, -1).take(rows, axis=1),
    )


def _open(span: np.ndarray, ends: np.ndarray, cut: np.ndarray, between: np.ndarray) -> None:
    """Fills in the spans (2, 2, n) of the openings at the eye and at the target.

    They lie between the edges' ends (2, k, n) that were `cut` off at each (2, 2, k, n), of edges that lie `between`.
    """
    rows = np.logical_or.reduce(cut[:, 0], axis=(0, 1)).nonzero()[0]
    if not len(rows):
        return
    ends, cut = ends.take(rows, axis=2), cut.take(rows, axis=3) & between.take(rows, axis=1)
    low = np.where(cut, ends, np.inf).min(axis=(1, 2))
    high = np.where(cut, ends, -np.inf).max(axis=(1, 2))
    span[:, :, rows] = np.where(high > low, np.array([low, high]), 0.0)


def round_rims(views: Views, x: np.ndarray, y: np.ndarray, to_unit: np.ndarray) -> Rims:
    """The near and the far rims of ellipses; x, y: (n,), their centres from the eye; to_unit: (2, 2, n).

    With c the centre, g = g0 + u g1 the way to u across the target, both taken to the unit circle, the rim lies at
    the t = 1 / q that solve  |t g - c|^2 = 1.
    """
    (dx, dy), length = views.along, views.length
    plan = np.array([[x, dx * length, -dy], [y, dy * length, dx]])
    # c, g0 and g1 in x and in y, and the products of each with each
    x, y = to_unit[:, :1] * plan[0] + to_unit[:, 1:] * plan[1]
    products = x[:, None] * x + y[:, None] * y
    power = products[0, 0] - 1
    power = np.where(np.abs(power) < ON_RIM, ON_RIM, power)
    reach = np.array([products[1, 1], 2 * products[1, 2], products[2, 2]])
    towards, lever = products[0, 1:], x[0] * y[1:] - y[0] * x[1:]
    # of the quadratic in t the discriminant, and what it is at the target, t = 1: both quadratics in u
    under = reach - np.array([lever[0] * lever[0], 2 * lever[0] * lever[1], lever[1] * lever[1]])
    both = np.array([under, reach])
    both[1, 0] -= 2 * towards[0] - power
    both[1, 1] -= 2 * towards[1]
    with np.errstate(all="ignore"):
        span = _spans(views, np.concatenate(roots(both[:, 2], both[:, 1], both[:, 0])))
        u = (span[0] + span[1]) / 2
        inner = _at(under, u)
        root, ahead = np.sqrt(np.maximum(inner, 0)), towards[0] + towards[1] * u
        t_far, t_near = (ahead + root) / _at(reach, u), np.where(power > 0, power / (ahead + root), 0.0)
    there = (span[1] - span[0] > SLIVER_IN) & (inner > 0) & (t_far > 0) & (t_near < 1)
    at = there.ravel().nonzero()[0]
    part, inside, past = at % len(views), power < 0, (t_far >= 1).ravel()[at]
    near = np.concatenate([towards / power, 1 / power[None], under]).take(part, axis=1)
    far = near.copy()
    np.negative(far[2], out=far[2])
    # an eye inside has no near rim, and a target inside no far one
    if inside.any():
        _flatten(near, inside[part], length[part] / TOUCH_IN)
    _flatten(far, past, 1.0)
    span = span.reshape(2, -1).take(at, axis=1)
    each = np.arange(2 * len(at)) < len(at)
    span, curve = np.concatenate([span, span], axis=1), np.concatenate([near, far], axis=1)
    return Rims(np.concatenate([part, part]), each, span, curve)


def _flatten(curve: np.ndarray, rows: np.ndarray, q: np.ndarray | float) -> None:
    """Lays the curves (6, n) of some rows (n,) flat at q."""
    np.copyto(curve[0], q, where=rows)
    np.copyto(curve[1:3], 0.0, where=rows)


def _spans(views: Views, cuts: np.ndarray) -> np.ndarray:
    """(2, k + 1, n): the stretches of the target's width between cuts (k, n), nan for none."""
    half = views.half_width
    ends = np.empty((len(cuts) + 2, len(half)))
    # fmin and fmax put what is nan at the right end
    ends[0], ends[1:-1], ends[-1] = -half, np.fmax(np.fmin(cuts, half), -half), half
    ends.sort(axis=0)
    return np.array([ends[:-1], ends[1:]])


def _at(quadratic: np.ndarray, u: np.ndarray) -> np.ndarray:
    return quadratic[0] + (quadratic[1] + quadratic[2] * u) * u
