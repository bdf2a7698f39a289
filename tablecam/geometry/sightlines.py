"""How much of upright targets is seen past prisms: exact shares, for many looks at once.

Every look is worked out in the same order of operations whichever others are worked out beside it, so that one look
alone, all looks, or those that a move touches give the same numbers to the last bit.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.geometry.limits import Limits
from tablecam.geometry.prism import Parts
from tablecam.geometry.runs import begins
from tablecam.geometry.shadow import shadows
from tablecam.geometry.union import single_areas, union_areas
from tablecam.geometry.views import SPARE_IN, Views

# Of a target's area: what rounding leaves of nothing, and of everything.
NOTHING = 1e-9


@dataclass(frozen=True)
class Shares:
    """What is hidden of the targets.

    hidden, hidden_by_first: (views,), by everything, and by the prisms of the first kind alone. view, owner, alone:
    (k,), for each prism that hides something of a view by itself: which view, which prism, and what share; in the
    order of views and in it of prisms.
    """

    hidden: np.ndarray
    hidden_by_first: np.ndarray
    view: np.ndarray
    owner: np.ndarray
    alone: np.ndarray


def shares(views: Views, parts: Parts, view: np.ndarray, part: np.ndarray, first_kind: int) -> Shares:
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
    every = np.arange(len(run))
    # three questions in one go: everything, the first kind where others join it, and each prism with all its parts
    group = np.concatenate([found.view, count + found.view[mixed], 2 * count + run])
    hidden = _together(found, np.concatenate([every, mixed, every]), group, 2 * count + len(start))
    by_first = np.where(joined_by_others, hidden[count : 2 * count], hidden[:count])
    return Shares(hidden[:count], by_first, found.view[start], found.owner[start], hidden[2 * count :])


def hidden_shares(views: Views, parts: Parts, view: np.ndarray, part: np.ndarray) -> np.ndarray:
    """(views,): the shares hidden by everything together, and nothing else; arguments as for `shares`."""
    with np.errstate(all="ignore"):
        found = _found(views, parts, view, part)
        return _together(found, np.arange(len(found.view)), found.view, len(views))


@dataclass(frozen=True)
class _Found:
    """The parts that hide something, one row each: of which view, of which prism, which share by themselves.

    limits: of their shadows. order: of the limits, one shadow's after the other; start, count: (k,), where those of
    each part lie in it. circle: (k,), whether it is round. target: (2, k), how far away the views' targets are, and
    their areas.
    """

    view: np.ndarray
    owner: np.ndarray
    share: np.ndarray
    limits: Limits
    order: np.ndarray
    start: np.ndarray
    count: np.ndarray
    circle: np.ndarray
    target: np.ndarray


def _found(views: Views, parts: Parts, view: np.ndarray, part: np.ndarray) -> _Found:
    limits = shadows(views, parts, view, part)
    target = np.array([views.length, views.area]).take(view, axis=1)
    share = single_areas(limits, len(view)) / target[1]
    share = np.where(share > 1 - NOTHING, 1.0, share)
    rows = (share > NOTHING).nonzero()[0]
    count = np.bincount(limits.shadow, minlength=len(view))
    start = count.cumsum() - count
    of, part = view[rows], part[rows]
    order = limits.shadow.argsort(kind="stable")
    circle, target = parts.circle[part], target.take(rows, axis=1)
    return _Found(of, parts.owner[part], share[rows], limits, order, start[rows], count[rows], circle, target)


def _together(found: _Found, member: np.ndarray, group: np.ndarray, groups: int) -> np.ndarray:
    """(groups,): the share that the parts `member` (m,) of each `group` (m,) hide together."""
    members = np.bincount(group, minlength=groups)
    share = found.share[member]
    hidden = np.bincount(group, share, minlength=groups).astype(float)
    several = members > 1
    whole = group[share == 1.0]
    hidden[whole], several[whole] = 1.0, False
    kept = several[group].nonzero()[0]
    if not len(kept):
        return hidden
    number = several.cumsum() - 1
    member, of = member[kept], number[group[kept]]
    target = np.empty((2, int(number[-1]) + 1))
    target[:, of] = found.target.take(member, axis=1)
    count = found.count[member]
    end = count.cumsum()
    row = (found.start[member] - (end - count)).repeat(count) + np.arange(end[-1])
    of, circle = of.repeat(count), found.circle[member].repeat(count)
    together = union_areas(found.limits.pick(found.order[row]), of, target[0], circle) / target[1]
    hidden[several] = np.where(together > 1 - NOTHING, 1.0, together)
    return hidden


def reached(views: Views, cylinders: np.ndarray) -> np.ndarray:
    """(views, m): whether upright cylinders reach into the wedges of the views in plan, which have no end.

    cylinders: (3 or more, m), x, y, radius. Generous by `SPARE_IN`: never one too few.
    """
    sides = views.sides.reshape(2 * len(views), 4)
    right, left = (sides[:, :3] @ cylinders[:3] < sides[:, 3:]).reshape(2, len(views), cylinders.shape[1])
    return right & left


def candidates(views: Views, parts: Parts, may_block: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """View and part, (k,) each, of the parts that may hide something of a view.

    may_block: (views, parts). What is left out lies beside the triangle between eye and target, or over or under it;
    generous by `SPARE_IN`.
    """
    asked = (reached(views, parts.cylinder) & may_block).ravel().nonzero()[0]
    view = asked // max(len(parts), 1)
    part = asked - view * len(parts)
    at, cylinder = views.pick(view), parts.cylinder.take(part, axis=1)
    along, reach = (cylinder[:2] - at.eye[:2]) * at.along, cylinder[2] + SPARE_IN
    s, faces = along[0] + along[1], cylinder[3:] - at.eye[2]
    # where the cylinder begins and ends, as parts of the way
    way = np.minimum(np.maximum(np.array([s - reach, s + reach]) / at.length, 0), 1)
    heights = way[:, None] * at.levels
    lowest, highest = np.minimum(heights[0, 0], heights[1, 0]), np.maximum(heights[0, 1], heights[1, 1])
    kept = ((way[0] < way[1]) & (faces[1] > lowest) & (faces[0] < highest)).nonzero()[0]
    return view[kept], part[kept]
