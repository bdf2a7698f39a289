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
from tablecam.geometry.views import Views

# Of a target's area: what rounding leaves of nothing, and of everything.
NOTHING = 1e-9

# The culling of what cannot matter is this generous, far over what rounding could do.
SPARE_IN = 1e-6


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
    found = _found(views, parts, view, part)
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
    found = _found(views, parts, view, part)
    return _together(found, np.arange(len(found.view)), found.view, len(views))


@dataclass(frozen=True)
class _Found:
    """The parts that hide something, one row each: of which view, of which prism, which share by themselves.

    limits: of their shadows. order: of the limits, one shadow's after the other; start, count: (k,), where those of
    each part lie in it. circle: (k,), whether it is round. length, area: of the views' targets.
    """

    view: np.ndarray
    owner: np.ndarray
    share: np.ndarray
    limits: Limits
    order: np.ndarray
    start: np.ndarray
    count: np.ndarray
    circle: np.ndarray
    length: np.ndarray
    area: np.ndarray


def _found(views: Views, parts: Parts, view: np.ndarray, part: np.ndarray) -> _Found:
    limits = shadows(views, parts, view, part)
    share = single_areas(limits, len(view)) / views.area[view]
    share = np.where(share > 1 - NOTHING, 1.0, share)
    rows = (share > NOTHING).nonzero()[0]
    count = np.bincount(limits.shadow, minlength=len(view))
    start = count.cumsum() - count
    circle = parts.circle[part[rows]]
    of, owner = view[rows], parts.owner[part[rows]]
    order = limits.shadow.argsort(kind="stable")
    return _Found(
        of, owner, share[rows], limits, order, start[rows], count[rows], circle, views.length[of], views.area[of]
    )


def _together(found: _Found, member: np.ndarray, group: np.ndarray, groups: int) -> np.ndarray:
    """(groups,): the share that the parts `member` (m,) of each `group` (m,) hide together."""
    members = np.bincount(group, minlength=groups)
    hidden = np.bincount(group, found.share[member], minlength=groups).astype(float)
    whole = np.bincount(group, found.share[member] == 1.0, minlength=groups) > 0
    hidden[whole] = 1.0
    job = _numbering((members > 1) & ~whole)
    kept = (job[group] >= 0).nonzero()[0]
    if not len(kept):
        return hidden
    member, of = member[kept], job[group[kept]]
    length, area = np.empty((2, int(of.max()) + 1))
    length[of], area[of] = found.length[member], found.area[member]
    count = found.count[member]
    end = count.cumsum()
    row = (found.start[member] - (end - count)).repeat(count) + np.arange(end[-1])
    of, circle = of.repeat(count), found.circle[member].repeat(count)
    together = union_areas(found.limits.pick(found.order[row]), of, length, circle) / area
    hidden[job >= 0] = np.where(together > 1 - NOTHING, 1.0, together)
    return hidden


def _numbering(chosen: np.ndarray) -> np.ndarray:
    """(n,): the number of each chosen row among them, -1 for the others."""
    return np.where(chosen, chosen.cumsum() - 1, -1)


def candidates(views: Views, parts: Parts, may_block: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """View and part, (k,) each, of the parts that may hide something of a view.

    may_block: (views, parts). What is left out lies beside the triangle between eye and target, or over or under it.
    """
    return near(views, parts.cylinder, may_block)


def near(views: Views, cylinders: np.ndarray, asked: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """View and cylinder, (k,) each, of the upright cylinders that may hide something of a view.

    cylinders: (5, m), x, y, radius, bottom, top. asked: (views, m). Generous by `SPARE_IN`: never one too few.
    """
    (dx, dy), length = views.along, views.length
    ahead, left = views.turned(*views.eye[:2])
    slope, reach = views.half_width / length, cylinders[2] + SPARE_IN
    s = views.along.T @ cylinders[:2] - ahead[:, None]
    v = np.array([-dy, dx]).T @ cylinders[:2] - left[:, None]
    asked = asked & (np.abs(v) < slope[:, None] * s + np.sqrt(1 + slope * slope)[:, None] * reach)
    asked &= s > -reach
    asked &= s < length[:, None] + reach
    view, row = asked.nonzero()
    at, s, (_, _, reach, bottom, top) = views.pick(view), s[view, row], cylinders.take(row, axis=1)
    start = np.maximum((s - reach - SPARE_IN) / at.length, 0)
    end = np.minimum((s + reach + SPARE_IN) / at.length, 1)
    low, high, eye = at.bottom, at.top, at.eye[2]
    kept = (top - eye > np.where(low < 0, end, start) * low) & (bottom - eye < np.where(high > 0, end, start) * high)
    return view[kept], row[kept]
