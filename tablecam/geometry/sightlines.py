"""How much of upright targets is visible past prisms: exact shares, for many views at once.

Each view is computed in the same order of operations whichever others are computed with it, so that one view alone,
all views, or those that a move touches give bit-identical numbers. For few views the calls to numpy dominate the cost,
so there are few of them: rows of an array are indexed, because unpacking it ends in an exception.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tablecam.geometry.limits import Limits
from tablecam.geometry.prism import ConvexParts
from tablecam.geometry.runs import begins
from tablecam.geometry.shadow import shadows
from tablecam.geometry.union import single_areas, union_areas
from tablecam.geometry.views import SPARE_IN, Views

# A product of matrices with so many results is computed by one thread; several would wait for one another's cores.
ONE_THREAD = 60000

# As a share of a target's area: the rounding error of 0 and of 1.
NOTHING = 1e-9


@dataclass(frozen=True)
class Shares:
    """What is hidden of the targets.

    hidden, hidden_by_first: (views,), by all prisms, and by those of the first kind alone. view, owner, alone:
    (k,), for each prism that hides part of a view by itself: the view, the prism, and the share.
    """

    hidden: np.ndarray
    hidden_by_first: np.ndarray
    view: np.ndarray
    owner: np.ndarray
    alone: np.ndarray

    def in_order(self) -> "Shares":
        """The same, sorted by view, then by prism."""
        order = np.lexsort((self.owner, self.view))
        return Shares(self.hidden, self.hidden_by_first, self.view[order], self.owner[order], self.alone[order])


def join_shares(batches: Sequence[Shares], starts: Sequence[int]) -> Shares:
    """The shares of views that were computed in batches; starts: the number of the first view of each."""
    rows = zip(*((shares.hidden, shares.hidden_by_first, shares.view + start, shares.owner, shares.alone)
                 for shares, start in zip(batches, starts, strict=True)), strict=True)  # fmt: skip
    return Shares(*map(np.concatenate, rows))


def shares(views: Views, parts: ConvexParts, view: np.ndarray, part: np.ndarray, first_kind: int) -> Shares:
    """The shares hidden by the candidates `part` (k,) of `view` (k,), sorted by view, then part.

    Prisms numbered under `first_kind` are those of the first kind: the terrain, where models come after it.
    """
    with np.errstate(all="ignore"):
        return _shares(views, _found(views, parts, view, part), first_kind)


def _shares(views: Views, found: "_Found", first_kind: int) -> Shares:
    count, new = len(views), begins(found.view, found.owner)
    run, start = new.cumsum() - 1, new.nonzero()[0]
    first = found.owner < first_kind
    joined_by_others = np.bincount(found.view[~first], minlength=count) > 0
    mixed = (first & joined_by_others[found.view]).nonzero()[0]
    every, views_alone = np.arange(len(run)), np.arange(count)
    # three questions in one go: everything, the first kind where others join it, and each prism with all its parts
    member = np.concatenate([every, mixed, every])
    group = np.concatenate([found.view, count + found.view[mixed], 2 * count + run])
    view = np.concatenate([views_alone, views_alone, found.view[start]])
    hidden = _together(found, member, group, views.size.take(view, axis=1))
    everything = hidden[:count]
    by_first = np.where(joined_by_others, hidden[count : 2 * count], everything)
    # whatever rounding does, all prisms hide no less than some of them
    return Shares(
        np.maximum(everything, by_first), by_first, view[2 * count :], found.owner[start], hidden[2 * count :]
    )


def hidden_shares(views: Views, parts: ConvexParts, view: np.ndarray, part: np.ndarray) -> np.ndarray:
    """(views,): the shares hidden by everything together, and nothing else; arguments as for `shares`."""
    with np.errstate(all="ignore"):
        found = _found(views, parts, view, part)
        return _together(found, np.arange(len(found.view)), found.view, views.size)


class _Found(NamedTuple):
    """The parts that hide something, one row each: of which view, of which prism, which share by themselves.

    limits: of their shadows. order: of the limits, one shadow's after the other; start, many: (k,), where those of
    each part lie in it. circle: (k,), whether it is round.
    """

    view: np.ndarray
    owner: np.ndarray
    share: np.ndarray
    limits: Limits
    order: np.ndarray
    start: np.ndarray
    many: np.ndarray
    circle: np.ndarray


def _found(views: Views, parts: ConvexParts, view: np.ndarray, part: np.ndarray) -> _Found:
    limits = shadows(views, parts, view, part)
    share = _snapped(single_areas(limits, len(view)) / views.area.take(view))
    rows = (share > NOTHING).nonzero()[0]
    count = np.bincount(limits.shadow, minlength=len(view))
    start = count.cumsum() - count
    part, order = part[rows], limits.shadow.argsort(kind="stable")
    return _Found(
        view[rows], parts.owner[part], share[rows], limits, order, start[rows], count[rows], parts.circle[part]
    )


def _together(found: _Found, member: np.ndarray, group: np.ndarray, size: np.ndarray) -> np.ndarray:
    """(groups,): the share that the parts `member` (m,) of each `group` (m,) hide together.

    size: (2, groups), how far away the targets are, and their areas.
    """
    share, groups = found.share[member], size.shape[1]
    hidden = np.bincount(group, share, groups).astype(float, copy=False)
    several = np.bincount(group, minlength=groups) > 1
    whole = group[share == 1.0]
    hidden[whole], several[whole] = 1.0, False
    kept = several[group].nonzero()[0]
    if not len(kept):
        return hidden
    member, of = member[kept], group[kept]
    count = found.many[member]
    end = count.cumsum()
    row = (found.start[member] - (end - count)).repeat(count) + np.arange(end[-1])
    of, circle = of.repeat(count), found.circle[member].repeat(count)
    areas = union_areas(found.limits.pick(found.order[row]), of, size[0], circle)
    return np.where(several, _snapped(areas / size[1]), hidden)


def _snapped(share: np.ndarray) -> np.ndarray:
    """The same shares, changed in place: within rounding of 1 they are exactly 1."""
    share[share > 1 - NOTHING] = 1.0
    return share


def reached(views: Views, cylinders: np.ndarray) -> np.ndarray:
    """(views, m): whether upright cylinders reach into the triangles from eyes to targets in plan.

    cylinders: (3 or more, m), x, y, radius. Too many by `COARSE_IN`, never too few.
    """
    places = np.ones((4, cylinders.shape[1]), np.float32)
    places[:3] = cylinders[:3]
    rows, step = views.sides.reshape(3 * len(views), 4), ONE_THREAD // max(len(places[0]), 1)
    over = np.empty((len(rows), len(places[0])), np.float32)
    for start in range(0, len(rows), max(step, 1)):
        np.matmul(rows[start : start + step], places, out=over[start : start + step])
    right, left, far = over.reshape(3, len(views), len(places[0]))
    np.maximum(np.maximum(right, left, out=right), far, out=right)
    return right < 0


def candidates(views: Views, cylinders: np.ndarray, may_block: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """View and part, (k,) each, of the parts that may hide something of a view.

    cylinders: (5, parts), as in `ConvexParts`. may_block: broadcasts to (views, parts). What is left out lies beside
    the triangle between eye and target, or over or under it; generous by `SPARE_IN`.
    """
    asked, parts = (reached(views, cylinders) & may_block).ravel().nonzero()[0], cylinders.shape[1]
    view = asked // max(parts, 1)
    part = asked - view * parts
    at, cylinder = views.pick(view), cylinders.take(part, axis=1)
    along, reach = (cylinder[:2] - at.eye[:2]) * at.along, cylinder[2] + SPARE_IN
    s, faces = along[0] + along[1], cylinder[3:] - at.eye[2]
    # where the cylinder begins and ends, as parts of the way
    way = np.minimum(np.maximum(np.array([s - reach, s + reach]) / at.length, 0), 1)
    heights = way[:, None] * at.levels
    lowest, highest = np.minimum(heights[0, 0], heights[1, 0]), np.maximum(heights[0, 1], heights[1, 1])
    kept = ((way[0] < way[1]) & (faces[1] > lowest) & (faces[0] < highest)).nonzero()[0]
    return view[kept], part[kept]
