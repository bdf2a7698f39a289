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
    span: (2, n), the low and the high end of the stretch of u it runs over. curve: (6, n), p, r, g, a, b, c. mean:
    (n,), its mean height over its span.
    """

    shadow: np.ndarray
    upper: np.ndarray
    span: np.ndarray
    curve: np.ndarray
    mean: np.ndarray

    def __len__(self) -> int:
        return len(self.shadow)

    @property
    def bent(self) -> np.ndarray:
        """(n,): whether it is a conic."""
        return self.curve[2] != 0

    def pick(self, rows: np.ndarray) -> "Limits":
        """Some of the rows, in the order given."""
        span, curve = self.span.take(rows, axis=1), self.curve.take(rows, axis=1)
        return Limits(self.shadow[rows], self.upper[rows], span, curve, self.mean[rows])


def heights(curve: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The curves (6, n) at u, (..., n)."""
    height = curve[0] + curve[1] * u
    bent = curve[2].nonzero()[0]
    if len(bent):
        at, (g, a, b, c) = u.take(bent, axis=-1), curve[2:].take(bent, axis=1)
        height[..., bent] += g * np.sqrt(np.maximum(a + (b + c * at) * at, 0))
    return height


def mean_heights(curve: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The mean of each curve (6, n) between its low and its high (n,), exactly."""
    mean = curve[0] + curve[1] * ((low + high) / 2)
    bent = curve[2].nonzero()[0]
    if len(bent):
        g, a, b, c = curve[2:].take(bent, axis=1)
        mean[bent] += g * mean_root(a, b, c, low[bent], high[bent])
    return mean


def crossings(curve: np.ndarray, p: np.ndarray, r: np.ndarray) -> np.ndarray:
    """Where curves (6, n) may cross the straight lines p + r u, p: (..., n), r: (n,); nan where they do not."""
    p, r = p - curve[0], curve[1] - r
    found = np.empty((2, *p.shape))
    bent = curve[2].nonzero()[0]
    with np.errstate(all="ignore"):
        np.divide(p, r, out=found[0])
        found[1] = np.nan
        if len(bent):
            p, r, (g, a, b, c) = p.take(bent, axis=-1), r[bent], curve[2:].take(bent, axis=1)
            g2 = g * g
            found[..., bent] = roots(g2 * c - r * r, g2 * b + 2 * p * r, g2 * a - p * p)
    return found


def within(span: np.ndarray, curve: np.ndarray, bottom: np.ndarray, top: np.ndarray) -> tuple[np.ndarray, ...]:
    """Limits cut off at the target's bottom and top (n,), in as many pieces as that takes.

    Each piece then either keeps inside the target's height or lies flat on its bottom or its top. Their rows among the
    limits, their spans, curves and mean heights.
    """
    # the ends of straight lines, which may keep inside; conics are cut in any case
    first, last = curve[0] + curve[1] * span
    lower, higher = np.minimum(first, last), np.maximum(first, last)
    whole = (higher <= bottom) | (lower >= top) | ((lower >= bottom) & (higher <= top))
    whole &= curve[2] == 0
    kept, cut = whole.nonzero()[0], (~whole).nonzero()[0]
    pieces, spans = _cut(span.take(cut, axis=1), curve.take(cut, axis=1), bottom[cut], top[cut])
    rows = np.concatenate([kept, cut[pieces]])
    span, curve = np.concatenate([span.take(kept, axis=1), spans], axis=1), curve.take(rows, axis=1)
    mean, bottom, top = mean_heights(curve, *span), bottom[rows], top[rows]
    flat = (mean <= bottom) | (mean >= top)
    mean = np.minimum(np.maximum(mean, bottom), top)
    np.copyto(curve[0], mean, where=flat)
    np.copyto(curve[1:3], 0.0, where=flat)
    return rows, span, curve, mean


def _cut(span: np.ndarray, curve: np.ndarray, bottom: np.ndarray, top: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and spans (2, k) of the stretches between which a limit crosses the target's bottom or top."""
    count = len(bottom)
    ends = np.empty((6, count))
    ends[:4] = crossings(curve, np.array([bottom, top]), np.zeros(count)).reshape(4, count)
    ends[4:] = span
    # fmax and fmin put what is nan at the low end
    ends = np.fmin(np.fmax(ends, span[0]), span[1])
    ends.sort(axis=0)
    column, rows = (ends[1:] - ends[:-1] > SLIVER_IN).nonzero()
    return rows, np.array([ends[column, rows], ends[column + 1, rows]])
