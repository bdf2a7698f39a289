"""Square roots of quadratics: their roots, their mean over an interval, and where two of them meet."""

import numpy as np

# Below this, the factor of a conic's segment is summed as a series: four terms then leave less than 1e-13, and the
# closed form loses less than 1e-12 to cancellation beyond it.
SERIES_BELOW = 0.001
SERIES = tuple(4 / ((2 * k + 1) * (2 * k + 3)) for k in range(4))

# Two heights whose sum is below this count as zero, so that nothing is divided by them.
NO_HEIGHT = 1e-150


def roots(a: np.ndarray, h: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both real roots of  a x^2 + 2 h x + c = 0, nan where there is none; the second root of a straight line is huge.

    The larger root is computed without cancellation, the smaller from the product of both; two roots at 0 come as
    one. Call it with numpy's warnings off.
    """
    large = -(h + np.copysign(np.sqrt(h * h - a * c), h))
    return large / a, c / large


def mean_root(conic: np.ndarray, span: np.ndarray) -> np.ndarray:
    """The mean of sqrt(a + b u + c u^2) for u over a span, low and high (2, n), exactly; negative values as 0.

    conic: (3, n), its a, b, c.

    The chord's mean height and what the arc of the conic adds to it. Of a circle that is the segment
    (2 alpha - sin 2 alpha) r^2 / 2; here in a form that holds for ellipse, parabola and hyperbola. Call it with
    numpy's warnings off.
    """
    a, b, c, width = conic[0], conic[1], conic[2], span[1] - span[0]
    ends = np.sqrt(np.maximum(a + (b + c * span) * span, 0))
    both, rise, bent = np.maximum(ends[0] + ends[1], NO_HEIGHT), ends[1] - ends[0], c * width * width
    return both / 2 + (rise * rise - bent) / 8 * _segment(both, bent)


def _segment(both: np.ndarray, bent: np.ndarray) -> np.ndarray:
    """H(x) / both for x = bent / both^2, where H = sum of 4 x^k / ((2k + 1)(2k + 3))."""
    ratio = bent / (both * both)
    found = SERIES[-1] * ratio + SERIES[-2]
    for term in SERIES[-3::-1]:
        found *= ratio
        found += term
    found /= both
    far = (np.abs(ratio) >= SERIES_BELOW).nonzero()[0]
    if len(far):
        found[far] = _segment_in_full(both[far], bent[far])
    return found


def _segment_in_full(both: np.ndarray, bent: np.ndarray) -> np.ndarray:
    """The same in closed form, where the series would be long: of an ellipse, or of a hyperbola."""
    square, size2 = both * both, np.abs(bent)
    size = np.sqrt(size2)
    found = np.arctan2(size, both) * (square + size2) / size - both
    # hyperbolas occur only where a base reaches beside the eye, so mostly there are none
    open_ = (bent >= 0).nonzero()[0]
    if len(open_):
        both, size = both[open_], size[open_]
        found[open_] = both - np.arctanh(np.minimum(size / both, 1 - 1e-16)) * (both * both - size * size) / size
    return 2 * found / size2


def meetings(first: np.ndarray, second: np.ndarray, length: np.ndarray, both_round: np.ndarray) -> np.ndarray:
    """(4, n): where two curves  p + r u + g sqrt(a + b u + c u^2)  may meet; nan where they do not.

    first, second: (6, n), their p, r, g, a, b, c. Squared twice the difference is a quartic. For the rims of two
    circles seen from `length` away (n,) it has the factor u^2 + length^2, which leaves a quadratic. Call it with
    numpy's warnings off.
    """
    line = first[:2] - second[:2]
    g1, g2 = first[2] ** 2, second[2] ** 2
    even = _times(line, line) + g1 * first[3:] - g2 * second[3:]
    quartic = _times(even, even) - 4 * g1 * _times(_times(line, line), first[3:])
    found = np.full((4, len(length)), np.nan)
    found[:2] = roots(quartic[4], quartic[3] / 2, quartic[2] - length**2 * quartic[4])
    ovals = (~both_round).nonzero()[0]
    if len(ovals):
        found[:, ovals] = _quartic_roots(quartic[:, ovals]).T
    return found


def _times(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The product of two polynomials whose coefficients, lowest first, lie along the first axis."""
    product = np.zeros((len(p) + len(q) - 1, *p.shape[1:]))
    for power, factor in enumerate(p):
        product[power : power + len(q)] += factor * q
    return product


def _quartic_roots(quartic: np.ndarray) -> np.ndarray:
    """(n, 4) real roots of the quartics (5, n), nan for others; those of a lower degree have the rest far away."""
    scale = np.maximum(np.abs(quartic).max(axis=0), 1e-300)
    monic = quartic / scale
    lead = np.where(np.abs(monic[4]) < 1e-14, 1e-14, monic[4])
    companion = np.zeros((quartic.shape[1], 4, 4))
    companion[:, [1, 2, 3], [0, 1, 2]] = 1.0
    companion[:, :, 3] = -(monic[:4] / lead).T
    found = np.linalg.eigvals(companion)
    # a double root comes out as a pair a hair off the real line
    return np.where(np.abs(found.imag) < 1e-6 * (1 + np.abs(found.real)), found.real, np.nan)
