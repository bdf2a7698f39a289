"""The shadows that convex prisms throw from an eye onto an upright target: exact, by perspective.

A prism that a ray passes between t1 and t2 (parts of the way to the target), with its faces `bottom` and `top` above
the eye's height, hides there the open heights from min(bottom / t1, bottom / t2) to max(top / t1, top / t2). So each
limit of a shadow is a rim's q = 1 / t times one height: of the near rim or of the far one, by which side of that face
the eye is on.
"""

from collections.abc import Iterator

import numpy as np

from tablecam.geometry.limits import Limits, within
from tablecam.geometry.prism import ConvexParts
from tablecam.geometry.rims import TOUCH_IN, Rims, round_rims, straight_rims, together
from tablecam.geometry.views import Views


def shadows(views: Views, parts: ConvexParts, view: np.ndarray, part: np.ndarray) -> Limits:
    """The limits of the shadow of each `part` (k,) in each `view` (k,), cut off at the target's outline.

    A shadow's number is its row among the k; a part without a shadow has no rows. Call it with numpy's warnings off.
    """
    levels, eye = views.table[4:6].take(view, axis=1), views.table[2].take(view)
    faces, levels = parts.cylinder[3:].take(part, axis=1) - eye, levels - eye
    faces[np.abs(faces) < TOUCH_IN] = 0.0
    shadow, upper, table = _limits(_rims(views, parts, view, part), faces, levels)
    rows, table, mean, inside = within(table, levels.take(shadow, axis=1))
    return Limits(shadow[rows], upper[rows], table[:2], table[2:], mean, inside)


def _rims(views: Views, parts: ConvexParts, view: np.ndarray, part: np.ndarray) -> Rims:
    """The rims of each `part` (k,) as each `view` (k,) has them, numbered by their row among the k."""
    found, numbers = [], []
    for corners, rows in _alike(parts.count[part], parts.corners.shape[1] - 1):
        at, of = views.pick(view[rows]), part[rows]
        if corners:
            found.append(straight_rims(at, parts.corners[:, : corners + 1].take(of, axis=2) - at.eye[:2, None]))
        else:
            centre = parts.cylinder[:2].take(of, axis=1) - at.eye[:2]
            found.append(round_rims(at, centre, parts.to_unit.take(of, axis=2)))
        numbers.append(rows)
    return together(found, numbers)


def _alike(count: np.ndarray, most: int) -> Iterator[tuple[int, np.ndarray]]:
    """Rows grouped by their number of corners: none, up to 4, up to 8 and so on, so that little is padded.

    most: corners that any of them may have. Empty groups are left out, except the one without corners.
    """
    yield 0, (count == 0).nonzero()[0]
    few, many = 0, 4
    while few < most:
        inside = count > few
        if many < most:
            inside &= count <= many
        rows = inside.nonzero()[0]
        if len(rows):
            yield min(many, most), rows
        few, many = many, 2 * many


def _limits(rims: Rims, faces: np.ndarray, levels: np.ndarray) -> tuple[np.ndarray, ...]:
    """The rims that limit shadows: below the near one where the bottom is under the eye, above it likewise.

    faces, levels: (2, k), the heights of bottom and top above the eye, of the prisms and of the targets. As q is 1 or
    more, a face that lies farther from the eye's height than the target does limits nothing: there the limit lies flat
    on the target's bottom or top, and the rim's curve need not be cut.
    """
    by_near, count = np.array([faces[0] < 0, faces[1] > 0]), len(rims.part)
    # the lower limits, then the upper ones
    limiting = (by_near.take(rims.part, axis=1) == rims.near).ravel().nonzero()[0]
    upper = limiting >= count
    rows = limiting - count * upper
    part = rims.part[rows]
    at, table = part + faces.shape[1] * upper, rims.table.take(rows, axis=1)
    table[2:5] *= faces.ravel()[at]
    beyond = np.array([faces[0] <= np.minimum(levels[0], 0), faces[1] >= np.maximum(levels[1], 0)]).ravel()[at]
    np.copyto(table[2], levels.ravel()[at], where=beyond)
    np.copyto(table[3:5], 0.0, where=beyond)
    return part, upper, table
