"""The upper and lower limits of shadows on an upright target, as curves over its width.

On the target's plane, u across and z up from the eye's height, the rim of a prism throws the curve
f(u) = p + r u + g sqrt(a + b u + c u^2): a straight line for an edge (g = 0), a conic for a round base. A shadow
hides the area between its upper and lower limits.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.geometry.conic import mean_root, roots

# A part of the target's width below this counts as zero.
SLIVER_IN = 1e-12


@dataclass(frozen=True)
class Limits:
    """One limit per row.

    shadow: (n,), the number of the shadow it belongs to. upper: (n,), whether it bounds the shadow above, or below.
    span: (2, n), the low and the high end of the stretch of u it runs over. curve: (6, n), p, r, g, a, b, c. mean:
    (n,), its mean height over its span. inside: (n,), whether it runs between the target's bottom and top, or lies on
    one of them.
    """

    shadow: np.ndarray
    upper: np.ndarray
    span: np.ndarray
    curve: np.ndarray
    mean: np.ndarray
    inside: np.ndarray

    def __len__(self) -> int:
        return len(self.shadow)

    @property
    def bent(self) -> np.ndarray:
        """(n,): whether it is a conic."""
        return self.curve[2] != 0

    def pick(self, rows: np.ndarray) -> "Limits":
        """Some of the rows, in the order given."""
        span, curve = self.span.take(rows, axis=1), self.curve.take(rows, axis=1)
        return Limits(self.shadow[rows], self.upper[rows], span, curve, self.mean[rows], self.inside[rows])


def heights(curve: np.ndarray, u: np.ndarray) -> np.ndarray:
    """The curves (6, n) at u, (..., n)."""
    height = curve[0] + curve[1] * u
    bent = curve[2].nonzero()[0]
    if len(bent):
        at, (g, a, b, c) = u.take(bent, axis=-1), curve[2:].take(bent, axis=1)
        height[..., bent] += g * np.sqrt(np.maximum(a + (b + c * at) * at, 0))
    return height


def mean_heights(curve: np.ndarray, span: np.ndarray) -> np.ndarray:
    """The mean of each curve (6, n) over its span, low and high (2, n), exactly."""
    mean = curve[0] + curve[1] * ((span[0] + span[1]) / 2)
    bent = curve[2].nonzero()[0]
    if len(bent):
        root = curve[2:].take(bent, axis=1)
        mean[bent] += root[0] * mean_root(root[1:], span.take(bent, axis=1))
    return mean


def conics(curve: np.ndarray) -> np.ndarray:
    """(3, n): a, b, c of the conics whose roots, of either sign, the curves (6, n) add to their lines."""
    return curve[2] * curve[2] * curve[3:]


def crossings(p: np.ndarray, r: np.ndarray, bent: np.ndarray, conic: np.ndarray) -> np.ndarray:
    """(2, ..., n): where r u = p, p: (..., n), r: (n,); of some rows, `bent`, where they differ by a conic's root.

    conic: (3, k), its a, b, c, of the rows `bent` (k,). nan where they do not.
    """
    found = np.empty((2, *p.shape))
    np.divide(p, r, out=found[0])
    found[1] = np.nan
    if len(bent):
        p, r = p.take(bent, axis=-1), r[bent]
        found[..., bent] = roots(conic[2] - r * r, conic[1] / 2 + p * r, conic[0] - p * p)
    return found


def within(table: np.ndarray, levels: np.ndarray) -> tuple[np.ndarray, ...]:
    """Limits cut off at the target's bottom and top, `levels` (2, n), in as many pieces as that takes.

    table: (8, n), their spans, then their curves. Each piece then either keeps inside the target's height or lies flat
    on its bottom or its top. Their rows among the limits, their table, their mean heights and which are inside.
    """
    # which ends of straight lines lie over which level; conics are cut in any case
    over = table[2] + table[3] * table[:2] > levels[:, None]
    crossed = over[:, 0] != over[:, 1]
    apart = crossed[0] | crossed[1] | (table[4] != 0)
    kept, cut = (~apart).nonzero()[0], apart.nonzero()[0]
    pieces, spans = _cut(table.take(cut, axis=1), levels.take(cut, axis=1))
    rows = np.concatenate([kept, cut[pieces]])
    table, levels = table.take(rows, axis=1), levels.take(rows, axis=1)
    table[:2, len(kept) :] = spans
    curve = table[2:]
    height = mean_heights(curve, table[:2])
    mean = np.minimum(np.maximum(height, levels[0]), levels[1])
    flat = mean != height
    np.copyto(curve[0], mean, where=flat)
    np.copyto(curve[1:3], 0.0, where=flat)
    return rows, table, mean, (levels[0] < mean) & (mean < levels[1])


def _cut(table: np.ndarray, levels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and spans (2, k) of the stretches between which a limit crosses the target's bottom or top."""
    span, curve, count = table[:2], table[2:], table.shape[1]
    ends, bent = np.empty((6, count)), curve[2].nonzero()[0]
    crossed = crossings(levels - curve[0], curve[1], bent, conics(curve.take(bent, axis=1)))
    ends[:4], ends[4:] = crossed.reshape(4, count), span
    # fmax and fmin put what is nan at the low end
    np.fmin(np.fmax(ends, span[0], out=ends), span[1], out=ends)
    ends.sort(axis=0)
    at, flat = (ends[1:] - ends[:-1] > SLIVER_IN).ravel().nonzero()[0], ends.ravel()
    return at % count, np.array([flat[at], flat[at + count]])
