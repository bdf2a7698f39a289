"""The shadows that convex prisms throw from an eye onto an upright target: exact, by perspective.

In plan the eye is the origin, s runs towards the target's axis (at s = L) and v to the left. A ray to the place u
across the target passes (s, u s / L); the part of the way gone is t = s / L. A prism that the ray passes between t1
and t2, with its faces `bottom` and `top` above the eye's height, hides there the open heights
from min(bottom / t1, bottom / t2) to max(top / t1, top / t2). With q = 1 / t straight edges stay straight in (u, q),
so each limit is a rim's q times one height: of the near rim or of the far one, by which side of it the eye is on.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.geometry.conic import roots
from tablecam.geometry.limits import SLIVER_IN, Limits, together, within
from tablecam.geometry.prism import Parts

# What is nearer than this touches: a wall at the eye or at the target's plane, a face at the eye's own height. It is
# a thousand times what rounding leaves of coordinates, and far less than anybody could place.
TOUCH_IN = 1e-9

# In round parts, taken to the unit circle, the eye is on the rim when its power is less than this.
ON_RIM = 1e-6


@dataclass(frozen=True)
class Views:
    """Looks from eyes at upright targets, one row each, in table inches.

    eye: (n, 3). axis: (n, 2), the foot of the target's axis in plan. half_width, bottom, top: (n,) of the target;
    bottom and top are heights on the table. along: (n, 2), the horizontal line of view; length: (n,), to the axis.
    """

    eye: np.ndarray
    half_width: np.ndarray
    bottom: np.ndarray
    top: np.ndarray
    along: np.ndarray
    length: np.ndarray

    def __len__(self) -> int:
        return len(self.eye)

    @property
    def area(self) -> np.ndarray:
        """(n,), of the targets."""
        return 2 * self.half_width * (self.top - self.bottom)

    def pick(self, rows: np.ndarray) -> "Views":
        """Some of the rows."""
        columns = (self.eye, self.half_width, self.bottom, self.top, self.along, self.length)
        return Views(*(column[rows] for column in columns))


@dataclass(frozen=True)
class _Rims:
    """Stretches of rims in (u, q), arrays of one shape: parts down, rims across.

    low, high: of u; p, r, g, a, b, c: q as a curve of `Limits`. near: whether rays go in there, or out. there: whether
    it is a rim at all.
    """

    low: np.ndarray
    high: np.ndarray
    p: np.ndarray
    r: np.ndarray
    g: np.ndarray
    a: np.ndarray
    b: np.ndarray
    c: np.ndarray
    near: np.ndarray
    there: np.ndarray


def shadows(views: Views, parts: Parts, view: np.ndarray, part: np.ndarray) -> Limits:
    """The limits of the shadow of each `part` (k,) in each `view` (k,), cut off at the target's outline."""
    tables = []
    for rows in _alike(parts.count[part]):
        at, of = views.pick(view[rows]), part[rows]
        beside = parts.corners[of, : int(parts.count[of].max(initial=0))] - at.eye[:, None, :2]
        if beside.shape[1]:
            seen = np.flatnonzero(_in_wedge(at, beside))
            rims = _straight_rims(at.pick(seen), beside[seen])
        else:
            seen = np.arange(len(rows))
            rims = _round_rims(at, parts.centre[of] - at.eye[:, :2], parts.to_unit[of])
        low, high = (_snapped(each[of[seen]] - at.eye[seen, 2]) for each in (parts.bottom, parts.top))
        tables.append(_limits(rims, rows[seen], low, high))
    limits = together(tables)
    rows = view[limits.shadow]
    return within(limits, (views.bottom - views.eye[:, 2])[rows], (views.top - views.eye[:, 2])[rows])


def _alike(count: np.ndarray) -> list[np.ndarray]:
    """Rows put together by their number of corners, up to the next power of two, so that little is padded."""
    size = np.where(count > 0, np.ceil(np.log2(np.maximum(count, 1))), -1)
    return [np.flatnonzero(size == each) for each in np.unique(size)] or [np.zeros(0, int)]


def _snapped(height: np.ndarray) -> np.ndarray:
    return np.where(np.abs(height) < TOUCH_IN, 0.0, height)


def _turned(views: Views, plan: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """s and v of plan offsets (n, k, 2) from the eye."""
    dx, dy = views.along[:, 0, None], views.along[:, 1, None]
    return plan[..., 0] * dx + plan[..., 1] * dy, plan[..., 1] * dx - plan[..., 0] * dy


def _in_wedge(views: Views, plan: np.ndarray) -> np.ndarray:
    """Whether corners (n, k, 2) are not all outside one side of the triangle between the eye and the target."""
    s, v = _turned(views, plan)
    side = s * (views.half_width / views.length)[:, None]
    depth = (s.max(axis=1) > TOUCH_IN) & (s.min(axis=1) < views.length - TOUCH_IN)
    return depth & ((v - side).min(axis=1) < 0) & ((v + side).max(axis=1) > 0)


def _straight_rims(views: Views, plan: np.ndarray) -> _Rims:
    """The edges of convex polygons (n, k, 2), and where the eye or the target's plane cuts them open."""
    s, v = _turned(views, plan)
    s2, v2 = np.roll(s, -1, axis=1), np.roll(v, -1, axis=1)
    length = views.length[:, None]
    far = length - TOUCH_IN
    cross, ds, dv = s * v2 - v * s2, s2 - s, v2 - v
    between = (np.maximum(s, s2) > TOUCH_IN) & (np.minimum(s, s2) < far)
    with np.errstate(all="ignore"):
        u1, u2 = (_seen_at(end, side, (s, v, dv / ds), length) for end, side in ((s, v), (s2, v2)))
        p, r = dv * length / cross, -ds / cross
    low, high = _clipped(views, np.minimum(u1, u2), np.maximum(u1, u2))
    there = between & (high - low > SLIVER_IN)
    ends, at_s = np.concatenate([u1, u2], axis=1), np.concatenate([s, s2], axis=1)
    kept = np.concatenate([between, between], axis=1)
    behind = _opening(views, ends, kept & (at_s <= TOUCH_IN), (s < TOUCH_IN).any(axis=1))
    beyond = _opening(views, ends, kept & (at_s >= far), (s > far).any(axis=1))
    infinite, one = np.broadcast_to(length / TOUCH_IN, (len(s), 1)), np.ones((len(s), 1))
    zero = np.zeros((len(s), s.shape[1] + 2))
    yes = np.ones((len(s), 1), bool)
    return _Rims(
        low=np.concatenate([low, behind[0], beyond[0]], axis=1),
        high=np.concatenate([high, behind[1], beyond[1]], axis=1),
        p=np.concatenate([p, infinite, one], axis=1),
        r=np.concatenate([r, zero[:, :2]], axis=1),
        g=zero, a=zero, b=zero, c=zero,
        near=np.concatenate([cross < 0, yes, ~yes], axis=1),
        there=np.concatenate([there, behind[1] - behind[0] > SLIVER_IN, beyond[1] - beyond[0] > SLIVER_IN], axis=1),
    )  # fmt: skip


def _seen_at(s: np.ndarray, v: np.ndarray, line: tuple[np.ndarray, ...], length: np.ndarray) -> np.ndarray:
    """The u at which an edge's end is seen, after the edge is cut off at the eye and at the target's plane."""
    kept = np.clip(s, TOUCH_IN, length - TOUCH_IN)
    start_s, start_v, slope = line
    return length * np.where(kept == s, v, start_v + slope * (kept - start_s)) / kept


def _clipped(views: Views, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    half = views.half_width[:, None]
    return np.clip(low, -half, half), np.clip(high, -half, half)


def _opening(views: Views, u: np.ndarray, cut: np.ndarray, open_: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Low and high (n, 1) of u between the edges' ends that were `cut` off, where the polygon goes on there."""
    low = np.where(cut, u, np.inf).min(axis=1, keepdims=True)
    high = np.where(cut, u, -np.inf).max(axis=1, keepdims=True)
    low, high = _clipped(views, low, high)
    return low, np.where(open_[:, None] & (high > low), high, low)


def _round_rims(views: Views, centre: np.ndarray, to_unit: np.ndarray) -> _Rims:
    """The near and far rims of ellipses: centre (n, 2) in plan from the eye, to_unit (n, 2, 2)."""
    left = np.stack([-views.along[:, 1], views.along[:, 0]], axis=1)
    c, g0, g1 = (_applied(to_unit, each) for each in (centre, views.along * views.length[:, None], left))
    power = c[0] ** 2 + c[1] ** 2 - 1
    power = np.where(np.abs(power) < ON_RIM, ON_RIM, power)
    n0, n1, n2 = _dot(g0, g0), 2 * _dot(g0, g1), _dot(g1, g1)
    x0, x1 = _dot(g0, c), _dot(g1, c)
    k0, k1 = c[0] * g0[1] - c[1] * g0[0], c[0] * g1[1] - c[1] * g1[0]
    # the discriminant of |t g - c|^2 = 1 in t
    a, b, c2 = n0 - k0 * k0, n1 - 2 * k0 * k1, n2 - k1 * k1
    tangents = roots(c2, b, a)
    at_target = roots(n2, n1 - 2 * x1, n0 - 2 * x0 + power)
    half = views.half_width
    cuts = np.stack([-half, *(np.clip(np.where(np.isnan(u), half, u), -half, half) for u in (*tangents, *at_target)),
                     half], axis=1)  # fmt: skip
    cuts.sort(axis=1)
    low, high = cuts[:, :-1], cuts[:, 1:]
    u = (low + high) / 2
    a, b, c2, power, x0, x1 = (each[:, None] for each in (a, b, c2, power, x0, x1))
    under, towards = a + (b + c2 * u) * u, x0 + x1 * u
    root = np.sqrt(np.maximum(under, 0))
    with np.errstate(all="ignore"):
        t_far = (towards + root) / (n0[:, None] + (n1[:, None] + n2[:, None] * u) * u)
        t_near = np.where(power > 0, power / (towards + root), 0.0)
    there = (high - low > SLIVER_IN) & (under > 0) & (t_far > 0) & (t_near < 1)
    inside, past = np.broadcast_to(power < 0, u.shape), t_far >= 1
    infinite = np.broadcast_to(views.length[:, None] / TOUCH_IN, u.shape)
    flat = np.concatenate([inside, past], axis=1)
    two = (np.concatenate([each, each], axis=1) for each in (low, high, *np.broadcast_arrays(a, b, c2, u)[:3]))
    low, high, a, b, c2 = two
    level = np.concatenate([infinite, np.ones_like(u)], axis=1)
    x0, x1, root = (np.concatenate([each, sign * each], axis=1) for each, sign in
                    ((np.broadcast_to(x0 / power, u.shape), 1), (np.broadcast_to(x1 / power, u.shape), 1),
                     (np.broadcast_to(1 / power, u.shape), -1)))  # fmt: skip
    near = np.concatenate([np.ones(u.shape, bool), np.zeros(u.shape, bool)], axis=1)
    p, r, g = np.where(flat, level, x0), np.where(flat, 0.0, x1), np.where(flat, 0.0, root)
    return _Rims(low, high, p, r, g, a, b, c2, near, np.concatenate([there, there], axis=1))


def _applied(matrix: np.ndarray, vector: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x, y = vector[:, 0], vector[:, 1]
    return matrix[:, 0, 0] * x + matrix[:, 0, 1] * y, matrix[:, 1, 0] * x + matrix[:, 1, 1] * y


def _dot(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    return one[0] * other[0] + one[1] * other[1]


def _limits(rims: _Rims, shadow: np.ndarray, bottom: np.ndarray, top: np.ndarray) -> Limits:
    """The rims that limit shadows: below by the near one where the bottom is under the eye, above likewise."""
    tables = []
    for sign, height, near in ((-1, bottom, bottom < 0), (1, top, top > 0)):
        row, column = np.nonzero(rims.there & (rims.near == near[:, None]))
        of = (row, column)
        kappa = height[row]
        line = (kappa * rims.p[of], kappa * rims.r[of], kappa * rims.g[of])
        root = (rims.a[of], rims.b[of], rims.c[of])
        tables.append(Limits(shadow[row], np.full(len(row), sign), rims.low[of], rims.high[of], *line, *root))
    return together(tables)
