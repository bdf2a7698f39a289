"""What several shadows hide together, exactly: cut the target's width wherever a limit ends or two of them cross.

Between neighbouring cuts no two limits cross, so their order is that of their mean heights, and what is hidden is the
mean height under at least one shadow times the width.
"""

import numpy as np

from tablecam.geometry.conic import meetings
from tablecam.geometry.limits import SLIVER_IN, Limits, line_crossings


def single_areas(limits: Limits, shadows: int) -> np.ndarray:
    """(shadows,): what each shadow hides by itself; shadows are numbered from 0."""
    heights = limits.sign * limits.mean(limits.low, limits.high) * (limits.high - limits.low)
    return np.bincount(limits.shadow, heights, minlength=shadows)


def union_areas(limits: Limits, group: np.ndarray, length: np.ndarray, bent_round: np.ndarray) -> np.ndarray:
    """(groups,): what the shadows of each group hide together.

    group: (n,), of each limit; groups are numbered from 0. length: (groups,), from the eye to the target. bent_round:
    (n,), whether a limit that is not straight is the rim of a circle.
    """
    first, second = _neighbours(limits, group)
    owner, cuts = _cuts(limits, group, first, second, length, bent_round)
    edge_group, edges, low, high = _slabs(limits, group, owner, cuts)
    # the stretch of every limit over every slab it runs through
    count = high - low
    row = np.repeat(np.arange(len(limits)), count)
    slab = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + low[row]
    height = limits.pick(row).mean(edges[slab], edges[slab + 1])
    order = np.lexsort((height, slab))
    slab, height, sign = slab[order], height[order], limits.sign[row[order]]
    depth = -np.cumsum(sign)
    start = np.searchsorted(slab, slab)
    depth -= depth[start] + sign[start]
    covered = (depth[:-1] > 0) & (slab[1:] == slab[:-1])
    hidden = np.where(covered, (height[1:] - height[:-1]) * (edges[slab[:-1] + 1] - edges[slab[:-1]]), 0.0)
    return np.bincount(edge_group[slab[:-1]], hidden, minlength=len(length))


def _neighbours(limits: Limits, group: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of limits of different shadows of one group that run over a common stretch and are not both flat."""
    order = np.argsort(group, kind="stable")
    sizes = np.bincount(group)
    sizes = sizes[sizes > 0]
    start = np.repeat(np.cumsum(sizes) - sizes, sizes)
    # each limit with all that come before it in its group
    before = np.arange(len(order)) - start
    second = np.repeat(np.arange(len(order)), before)
    first = np.arange(before.sum()) - np.repeat(np.cumsum(before) - before, before) + start[second]
    first, second = order[first], order[second]
    slanted = (limits.r != 0) | (limits.g != 0)
    common = np.minimum(limits.high[first], limits.high[second]) - np.maximum(limits.low[first], limits.low[second])
    kept = (slanted[first] | slanted[second]) & (common > SLIVER_IN) & (limits.shadow[first] != limits.shadow[second])
    return first[kept], second[kept]


def _cuts(
    limits: Limits, group: np.ndarray, first: np.ndarray, second: np.ndarray, length: np.ndarray, bent_round: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Group and u of every place where two limits may cross."""
    bent = limits.g != 0
    # the bent one, if only one is, comes first
    swap = bent[second] & ~bent[first]
    first, second = np.where(swap, second, first), np.where(swap, first, second)
    found = np.full((len(first), 4), np.nan)
    conics = bent[second]
    lines = np.flatnonzero(~conics)
    curve = limits.curve
    crossing = line_crossings(curve[:, first[lines]], limits.p[second[lines]], limits.r[second[lines]])
    found[lines, 0], found[lines, 1] = crossing
    both = np.flatnonzero(conics)
    if len(both):
        one, other = first[both], second[both]
        found[both] = meetings(curve[:, one], curve[:, other], length[group[one]], bent_round[one] & bent_round[other])
    low = np.maximum(limits.low[first], limits.low[second])[:, None]
    high = np.minimum(limits.high[first], limits.high[second])[:, None]
    row, column = np.nonzero((found > low) & (found < high))
    return group[first[row]], found[row, column]


def _slabs(
    limits: Limits, group: np.ndarray, owner: np.ndarray, cuts: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The cuts of all groups in order, and for each limit the numbers of the cuts where it begins and ends."""
    of = np.concatenate([group, group, owner])
    u = np.concatenate([limits.low, limits.high, cuts])
    order = np.lexsort((u, of))
    of_sorted, u_sorted = of[order], u[order]
    new = np.ones(len(order), bool)
    new[1:] = (of_sorted[1:] != of_sorted[:-1]) | (u_sorted[1:] - u_sorted[:-1] > SLIVER_IN)
    number = np.empty(len(order), int)
    number[order] = np.cumsum(new) - 1
    kept = np.flatnonzero(new)
    return of_sorted[kept], u_sorted[kept], number[: len(group)], number[len(group) : 2 * len(group)]
