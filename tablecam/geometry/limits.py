"""The upper and lower limits of shadows on an upright target, as curves over its width.

On the target's plane, u across and z up from the eye's height, the rim of a prism throws the curve
f(u) = p + r u + g sqrt(a + b u + c u^2): a straight line for an edge (g = 0), a conic for a round base. What a shadow
hides is the room between its upper limits and its lower ones.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.geometry.conic import mean_root, roots

# A stretch of the target's width less than this is none.
SLIVER_IN = 1e-12


@dataclass(frozen=True)
class Limits:
    """One limit a row.

    shadow: (n,), the number of the shadow it belongs to. upper: (n,), whether it bounds the shadow above, or below.
    span: (2, n), the low and the high end of the stretch of u it runs over. curve: (6, n), p, r, g, a, b, c.
    """

    shadow: np.ndarray
    upper: np.ndarray
    span: np.ndarray
    curve: np.ndarray

    def __len__(self) -> int:
        return len(self.shadow)

    @property
    def bent(self) -> np.ndarray:
        """(n,): whether it is a conic."""
        return self.curve[2] != 0

    def pick(self, rows: np.ndarray) -> "Limits":
        """Some of the rows, in the order given."""
        return Limits(self.shadow[rows], self.upper[rows], self.span.take(rows, axis=1), self.curve.take(rows, axis=1))


def together(tables: list[Limits]) -> Limits:
    """The rows of all tables."""
    return Limits(
        np.concatenate([table.shadow for table in tables]),
        np.concatenate([table.upper for table in tables]),
        np.concatenate([table.span for table in tables], axis=1),
        np.concatenate([table.curve for table in tables], axis=1),
    )


def heights(curve: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The curves (6, n) at u, (n,)."""
    height = curve[0] + curve[1] * u
    bent = np.flatnonzero(curve[2])
    if len(bent):
        at, (g, a, b, c) = u[bent], curve[2:, bent]
        height[bent] += g * np.sqrt(np.maximum(a + (b + c * at) * at, 0))
    return height


def mean_heights(curve: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The mean of each curve (6, n) between its low and its high (n,), exactly."""
    mean = curve[0] + curve[1] * ((low + high) / 2)
    bent = np.flatnonzero(curve[2])
    if len(bent):
        g, a, b, c = curve[2:, bent]
        mean[bent] += g * mean_root(a, b, c, low[bent], high[bent])
    return mean


def crossings(curve: np.ndarray, p: np.ndarray, r: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where curves (6, n) may cross the straight lines p + r u; nan where they do not."""
    p, r = p - curve[0], r - curve[1]
    with np.errstate(all="ignore"):
        once, never = -p / r, np.full_like(p, np.nan)
        bent = np.flatnonzero(curve[2])
        if len(bent):
            g2, p, r = curve[2, bent] ** 2, p[bent], r[bent]
            a, b, c = curve[3:, bent]
            once[bent], never[bent] = roots(g2 * c - r * r, g2 * b - 2 * p * r, g2 * a - p * p)
    return once, never


def within(limits: Limits, bottom: np.ndarray, top: np.ndarray) -> Limits:
    """The limits cut off at the target's bottom and top (n,), in as many rows as that takes.

    Each row then either keeps inside the target's height or lies flat on its bottom or its top.
    """
    first, last = heights(limits.curve, limits.span[0]), heights(limits.curve, limits.span[1])
    lower, higher = np.minimum(first, last), np.maximum(first, last)
    whole = (higher <= bottom) | (lower >= top) | ((lower >= bottom) & (higher <= top))
    whole &= ~limits.bent
    kept, cut = np.flatnonzero(whole), np.flatnonzero(~whole)
    pieces, spans = _cut(limits.span.take(cut, axis=1), limits.curve.take(cut, axis=1), bottom[cut], top[cut])
    rows = np.concatenate([kept, cut[pieces]])
    span = np.concatenate([limits.span.take(kept, axis=1), spans], axis=1)
    curve = _flattened(limits.curve.take(rows, axis=1), span, bottom[rows], top[rows])
    return Limits(limits.shadow[rows], limits.upper[rows], span, curve)


def _cut(span: np.ndarray, curve: np.ndarray, bottom: np.ndarray, top: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and spans (2, k) of the stretches between which a limit crosses the target's bottom or top."""
    count = len(bottom)
    level = np.concatenate([bottom, top])
    ends = np.empty((6, count))
    ends[:4] = np.stack(crossings(np.concatenate([curve, curve], axis=1), level, np.zeros_like(level))).reshape(
        4, count
    )
    ends[4], ends[5] = span
    # fmax and fmin put what is nan at the low end
    ends = np.fmin(np.fmax(ends, span[0]), span[1])
    ends.sort(axis=0)
    column, rows = np.nonzero(ends[1:] - ends[:-1] > SLIVER_IN)
    return rows, np.stack([ends[column, rows], ends[column + 1, rows]])


def _flattened(curve: np.ndarray, span: np.ndarray, bottom: np.ndarray, top: np.ndarray) -> np.ndarray:
    """The curves, laid flat where they run under the bottom or over the top."""
    middle = heights(curve, (span[0] + span[1]) / 2)
    flat = (middle <= bottom) | (middle >= top)
    curve[0] = np.where(flat, np.minimum(np.maximum(middle, bottom), top), curve[0])
    curve[1:3, flat] = 0.0
    return curve
