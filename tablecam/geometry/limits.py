"""The upper and lower limits of shadows on an upright target, as curves over its width.

On the target's plane, u across and z up from the eye's height, the rim of a prism throws the curve
f(u) = p + r u + g sqrt(a + b u + c u^2): a straight line for an edge (g = 0), a conic for a round base. What a shadow
hides is the room between its upper limits and its lower ones.
"""

from dataclasses import dataclass, fields

import numpy as np

from tablecam.geometry.conic import mean_root, roots

# A stretch of the target's width less than this is none.
SLIVER_IN = 1e-12


@dataclass(frozen=True)
class Limits:
    """One limit a row, every column (n,).

    shadow: the number of the shadow it belongs to. sign: +1 above the shadow, -1 below it. low, high: the stretch of u
    it runs over. p, r, g, a, b, c: of the curve.
    """

    shadow: np.ndarray
    sign: np.ndarray
    low: np.ndarray
    high: np.ndarray
    p: np.ndarray
    r: np.ndarray
    g: np.ndarray
    a: np.ndarray
    b: np.ndarray
    c: np.ndarray

    def __len__(self) -> int:
        return len(self.shadow)

    def at(self, u: np.ndarray) -> np.ndarray:
        """The curves at u; (n,), or (n, k) for k places on each."""
        spread = (slice(None),) + (None,) * (u.ndim - 1)
        p, r, g, a, b, c = (each[spread] for each in self.curve)
        return p + r * u + g * np.sqrt(np.maximum(a + (b + c * u) * u, 0))

    @property
    def curve(self) -> np.ndarray:
        """(6, n): p, r, g, a, b, c."""
        return np.stack([self.p, self.r, self.g, self.a, self.b, self.c])

    def mean(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """The mean of each curve over a stretch of its own, exactly."""
        mean = self.p + self.r * ((low + high) / 2)
        bent = np.flatnonzero(self.g)
        if len(bent):
            conic = (self.a[bent], self.b[bent], self.c[bent])
            mean[bent] += self.g[bent] * mean_root(*conic, low[bent], high[bent])
        return mean

    def pick(self, rows: np.ndarray) -> "Limits":
        """Some of the rows, in the order given."""
        return Limits(**{each.name: getattr(self, each.name)[rows] for each in fields(self)})


def together(tables: list[Limits]) -> Limits:
    """The rows of all tables."""
    return Limits(**{each.name: np.concatenate([getattr(t, each.name) for t in tables]) for each in fields(Limits)})


def within(limits: Limits, bottom: np.ndarray, top: np.ndarray) -> Limits:
    """The limits cut off at the target's bottom and top (n,), in as many rows as that takes.

    Each row then either keeps inside the target's height or lies flat on its bottom or its top.
    """
    first, last = limits.at(limits.low), limits.at(limits.high)
    one_side = ((first <= bottom) & (last <= bottom)) | ((first >= top) & (last >= top))
    inside = (first >= bottom) & (last >= bottom) & (first <= top) & (last <= top)
    whole = (limits.g == 0) & (one_side | inside)
    cut = np.flatnonzero(~whole)
    kept = np.flatnonzero(whole)
    pieces = _cut(limits.pick(cut), bottom[cut], top[cut])
    rows = np.concatenate([kept, cut[pieces[0]]])
    low = np.concatenate([limits.low[kept], pieces[1]])
    high = np.concatenate([limits.high[kept], pieces[2]])
    found = limits.pick(rows)
    return _flattened(found, low, high, bottom[rows], top[rows])


def _cut(limits: Limits, bottom: np.ndarray, top: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row, low and high of the stretches between which a limit crosses the target's bottom or top."""
    ends = [limits.low, *_crossings(limits, bottom), *_crossings(limits, top), limits.high]
    cuts = np.stack(ends, axis=1)
    cuts = np.sort(np.clip(np.where(np.isnan(cuts), limits.low[:, None], cuts), *_ends(limits)), axis=1)
    rows, columns = np.nonzero(cuts[:, 1:] - cuts[:, :-1] > SLIVER_IN)
    return rows, cuts[rows, columns], cuts[rows, columns + 1]


def _ends(limits: Limits) -> tuple[np.ndarray, np.ndarray]:
    return limits.low[:, None], limits.high[:, None]


def _crossings(limits: Limits, level: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each curve may cross a level (n,)."""
    return line_crossings(limits.curve, level, np.zeros_like(level))


def line_crossings(curve: np.ndarray, p: np.ndarray, r: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where curves (6, n) may cross the straight lines p + r u; nan where they do not."""
    p, r = p - curve[0], r - curve[1]
    g2 = curve[2] ** 2
    straight = g2 == 0
    with np.errstate(all="ignore"):
        bent = roots(g2 * curve[5] - r * r, g2 * curve[4] - 2 * p * r, g2 * curve[3] - p * p)
        return np.where(straight, -p / r, bent[0]), np.where(straight, np.nan, bent[1])


def _flattened(limits: Limits, low: np.ndarray, high: np.ndarray, bottom: np.ndarray, top: np.ndarray) -> Limits:
    middle = limits.at((low + high) / 2)
    under, over = middle <= bottom, middle >= top
    flat = under | over
    p = np.where(under, bottom, np.where(over, top, limits.p))
    r, g = np.where(flat, 0.0, limits.r), np.where(flat, 0.0, limits.g)
    return Limits(limits.shadow, limits.sign, low, high, p, r, g, limits.a, limits.b, limits.c)
