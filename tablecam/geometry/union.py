"""What several shadows hide together, exactly: cut the target's width wherever a limit ends or two of them cross.

Between neighbouring cuts no two limits cross, so their order is that of their mean heights, and the hidden area is the
mean height under at least one shadow times the width.
"""

import numpy as np

from tablecam.geometry.conic import meetings
from tablecam.geometry.limits import SLIVER_IN, Limits, conics, crossings, mean_heights
from tablecam.geometry.runs import begins, in_groups


def single_areas(limits: Limits, shadows: int) -> np.ndarray:
    """(shadows,): what each shadow hides by itself; shadows are numbered from 0."""
    under = limits.mean * (limits.span[1] - limits.span[0])
    np.negative(under, out=under, where=~limits.upper)
    return np.bincount(limits.shadow, under, shadows).astype(float, copy=False)


def union_areas(limits: Limits, group: np.ndarray, length: np.ndarray, bent_round: np.ndarray) -> np.ndarray:
    """(groups,): what the shadows of each group hide together.

    group: (n,), of each limit, in their order; groups are numbered from 0. length: (groups,), from the eye to the
    target. bent_round: (n,), whether a limit that is not straight is the rim of a circle. Call it with numpy's
    warnings off.
    """
    owner, cuts = _cuts(limits, group, length, bent_round)
    edge_group, edges, starts, ends = _slabs(limits, group, owner, cuts)
    count = ends - starts
    # every limit in every slab that it runs through
    row = np.arange(len(limits)).repeat(count)
    slab = np.arange(len(row)) + (starts - (count.cumsum() - count)).repeat(count)
    height = mean_heights(limits.curve.take(row, axis=1), np.array([edges[slab], edges[slab + 1]]))
    order = in_groups(height, slab)
    slab, height, opens = slab[order], height[order], np.where(limits.upper, -1, 1)[row[order]]
    # how many shadows overlap above each height; each slab is counted by itself
    total = np.bincount(slab, opens)
    depth = opens.cumsum() - (total.cumsum() - total)[slab]
    covered = ((depth[:-1] > 0) & (slab[1:] == slab[:-1])).nonzero()[0]
    at = slab[covered]
    hidden = (height[covered + 1] - height[covered]) * (edges[at + 1] - edges[at])
    return np.bincount(edge_group[at], hidden, minlength=len(length)).astype(float, copy=False)


def _neighbours(limits: Limits, group: np.ndarray) -> tuple[np.ndarray, ...]:
    """Pairs of limits of different shadows of one group that run over a common stretch inside the target.

    The indices of both, and the ends of the stretch, (k,) each. What lies on the target's bottom or top meets nothing.
    """
    inside = limits.inside.nonzero()[0]
    # each limit with all that come before it in its group
    sizes, number = np.bincount(group[inside]), np.arange(len(inside))
    before = number - (sizes.cumsum() - sizes).repeat(sizes)
    second = number.repeat(before)
    first = np.arange(len(second)) + (number - before.cumsum()).repeat(before)
    first, second = inside[first], inside[second]
    one, other = limits.span.take(first, axis=1), limits.span.take(second, axis=1)
    low, high = np.maximum(one[0], other[0]), np.minimum(one[1], other[1])
    kept = ((high - low > SLIVER_IN) & (limits.shadow[first] != limits.shadow[second])).nonzero()[0]
    return first[kept], second[kept], low[kept], high[kept]


def _cuts(
    limits: Limits, group: np.ndarray, length: np.ndarray, bent_round: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Group and u of every place where two limits may cross."""
    first, second, low, high = _neighbours(limits, group)
    bent = limits.bent
    bent_first, bent_second = bent[first], bent[second]
    both = (bent_first & bent_second).nonzero()[0]
    # two conics meet in up to four places, all others in two
    found = np.full((4, len(first)), np.nan) if len(both) else np.empty((2, len(first)))
    single = (bent_first != bent_second).nonzero()[0]
    conic = conics(limits.curve.take(np.where(bent_first, first, second)[single], axis=1))
    one, other = limits.curve[:2].take(first, axis=1), limits.curve[:2].take(second, axis=1)
    found[:2] = crossings(other[0] - one[0], one[1] - other[1], single, conic)
    if len(both):
        one, other = first[both], second[both]
        curves = limits.curve.take(one, axis=1), limits.curve.take(other, axis=1)
        found[:, both] = meetings(*curves, length[group[one]], bent_round[one] & bent_round[other])
    at = ((found > low) & (found < high)).ravel().nonzero()[0]
    return group[first[at % len(first)]], found.ravel()[at]


def _slabs(
    limits: Limits, group: np.ndarray, owner: np.ndarray, cuts: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The cuts of all groups in order, and for each limit the numbers of the cuts where it begins and ends."""
    of = np.concatenate([group, group, owner])
    u = np.concatenate([limits.span[0], limits.span[1], cuts])
    order = in_groups(u, of)
    of_sorted, u_sorted = of[order], u[order]
    new = begins(of_sorted)
    new[1:] |= u_sorted[1:] - u_sorted[:-1] > SLIVER_IN
    number = np.empty(len(order), int)
    number[order] = new.cumsum() - 1
    kept = new.nonzero()[0]
    return of_sorted[kept], u_sorted[kept], number[: len(group)], number[len(group) : 2 * len(group)]
