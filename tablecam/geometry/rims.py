"""The rims of convex prisms as an eye sees them: stretches of curves in (u, q).

In plan the eye is the origin, s runs towards the target's axis (at s = L) and v to the left. A ray to the place u
across the target passes (s, u s / L), and q = L / s there: 1 at the target, ever greater towards the eye. A straight
edge stays straight in (u, q); of a circle or an ellipse each side becomes a line plus the root of a quadratic.
"""

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
    """Stretches of rims, rims down and parts across: every array (k, n) but for the curves.

    span: (2, k, n), low and high of u. curve: (6, k, n), q as in `Limits`, or (2, k, n) where all are straight. near:
    whether rays go in there, or out. there: whether it is a rim at all.
    """

    span: np.ndarray
    curve: np.ndarray
    near: np.ndarray
    there: np.ndarray


def straight_rims(views: Views, x: np.ndarray, y: np.ndarray) -> Rims:
    """The edges of convex polygons, corners (k, n) from the eye, closed where the eye or the target cuts them open."""
    corners = np.array(views.turned(x, y))
    after = np.concatenate([corners[:, 1:], corners[:, :1]], axis=1)
    length, far = views.length, views.length - TOUCH_IN
    # both ends of each edge
    (s, v), (ds, dv), (both_s, both_v) = corners, after - corners, np.stack([corners, after], axis=1)
    cross = s * after[1] - v * after[0]
    kept = np.minimum(np.maximum(both_s, TOUCH_IN), far)
    between = (np.maximum(*both_s) > TOUCH_IN) & (np.minimum(*both_s) < far)
    with np.errstate(all="ignore"):
        # an end that is cut off at the eye or at the target is seen where the edge is cut
        ends = length * np.where(kept == both_s, both_v, v + dv / ds * (kept - s)) / kept
        line = dv * length / cross, -ds / cross
    span = np.zeros((2, len(s) + 2, len(views)))
    span[0, :-2], span[1, :-2] = np.minimum(*ends), np.maximum(*ends)
    for row, cut in ((-2, both_s <= TOUCH_IN), (-1, both_s >= far)):
        _open(span[:, row], ends, cut & between, (s < TOUCH_IN) if row == -2 else (s > far))
    span = np.minimum(np.maximum(span, -views.half_width), views.half_width)
    curve = np.zeros((2, *span.shape[1:]))
    curve[0, :-2], curve[1, :-2], curve[0, -2], curve[0, -1] = *line, length / TOUCH_IN, 1.0
    near = np.empty(span.shape[1:], bool)
    near[:-2], near[-2], near[-1] = cross < 0, True, False
    there = span[1] - span[0] > SLIVER_IN
    there[:-2] &= between
    return Rims(span, curve, near, there)


def _open(span: np.ndarray, ends: np.ndarray, cut: np.ndarray, outside: np.ndarray) -> None:
    """Fills in the span (2, n) between the edges' ends (2, k, n) that were `cut` off, where corners lie `outside`."""
    rows = np.logical_or.reduce(outside).nonzero()[0]
    if not len(rows):
        return
    ends, cut = ends.take(rows, axis=2), cut.take(rows, axis=2)
    low = np.where(cut, ends, np.inf).min(axis=(0, 1))
    high = np.where(cut, ends, -np.inf).max(axis=(0, 1))
    span[:, rows] = np.where(high > low, [low, high], 0.0)


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
    under = reach - [lever[0] ** 2, 2 * lever[0] * lever[1], lever[1] ** 2]
    both = np.array([under, reach])
    both[1, 0] -= 2 * towards[0] - power
    both[1, 1] -= 2 * towards[1]
    span = _spans(views, np.concatenate(roots(both[:, 2], both[:, 1], both[:, 0])))
    u = (span[0] + span[1]) / 2
    inner = _at(under, u)
    root, ahead = np.sqrt(np.maximum(inner, 0)), towards[0] + towards[1] * u
    with np.errstate(all="ignore"):
        t_far, t_near = (ahead + root) / _at(reach, u), np.where(power > 0, power / (ahead + root), 0.0)
    there = (span[1] - span[0] > SLIVER_IN) & (inner > 0) & (t_far > 0) & (t_near < 1)
    curve = np.empty((6, 2, *u.shape))
    curve[:2] = (towards / power)[:, None, None]
    curve[2, 0], curve[2, 1], curve[3:] = 1 / power, -1 / power, under[:, None, None]
    # an eye inside has no near rim, and a target inside no far one
    inside, past = (power < 0).nonzero()[0], t_far >= 1
    if len(inside):
        curve[0, 0][:, inside], curve[1:3, 0][:, :, inside] = length[inside] / TOUCH_IN, 0.0
    np.copyto(curve[:3, 1], np.array([1.0, 0.0, 0.0])[:, None, None], where=past)
    near = np.zeros((2, *u.shape), bool)
    near[0] = True
    rims = 2 * len(u)
    return Rims(
        np.concatenate([span, span], axis=1),
        curve.reshape(6, rims, len(views)),
        near.reshape(rims, len(views)),
        np.concatenate([there, there]),
    )


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
