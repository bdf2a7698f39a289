"""The shadows that convex prisms throw from an eye onto an upright target: exact, by perspective.

A prism that a ray passes between t1 and t2 (parts of the way to the target), with its faces `bottom` and `top` above
the eye's height, hides there the open heights from min(bottom / t1, bottom / t2) to max(top / t1, top / t2). So each
limit of a shadow is a rim's q = 1 / t times one height: of the near rim or of the far one, by which side of that face
the eye is on.
"""

from collections.abc import Iterator

import numpy as np

from tablecam.geometry.limits import Limits, together, within
from tablecam.geometry.prism import Parts
from tablecam.geometry.rims import TOUCH_IN, Rims, round_rims, straight_rims
from tablecam.geometry.views import Views


def shadows(views: Views, parts: Parts, view: np.ndarray, part: np.ndarray) -> Limits:
    """The limits of the shadow of each `part` (k,) in each `view` (k,), cut off at the target's outline.

    A shadow's number is its row among the k; what throws none has no rows.
    """
    tables = []
    for corners, rows in _alike(parts.count[part]):
        at, of = views.pick(view[rows]), part[rows]
        cylinder = parts.cylinder.take(of, axis=1)
        if corners:
            x, y = parts.corners[:, :corners].take(of, axis=2) - at.eye[:2, None]
            rims = straight_rims(at, x, y)
        else:
            x, y = cylinder[:2] - at.eye[:2]
            rims = round_rims(at, x, y, parts.to_unit.take(of, axis=2))
        tables.append(_limits(rims, rows, _snapped(cylinder[3:] - at.eye[2])))
    limits = together(tables)
    of = view[limits.shadow]
    return within(limits, views.bottom[of], views.top[of])


def _alike(count: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Rows put together by their number of corners: none, up to 4, up to 8 and so on, so that little is padded."""
    most = int(count.max(initial=0))
    yield 0, (count == 0).nonzero()[0]
    few, many = 0, 4
    while few < most:
        yield min(many, most), ((count > few) & (count <= many)).nonzero()[0]
        few, many = many, 2 * many


def _snapped(height: np.ndarray) -> np.ndarray:
    return np.where(np.abs(height) < TOUCH_IN, 0.0, height)


def _limits(rims: Rims, shadow: np.ndarray, faces: np.ndarray) -> Limits:
    """The rims that limit shadows: below the near one where the bottom is under the eye, above it likewise.

    faces: (2, n), the heights of bottom and top above the eye.
    """
    wanted = np.array([rims.near == (faces[0] < 0), rims.near == (faces[1] > 0)]) & rims.there
    upper, rim, row = wanted.nonzero()
    at = rim * len(shadow) + row
    curve = np.zeros((6, len(row)))
    curve[: len(rims.curve)] = rims.curve.reshape(len(rims.curve), -1).take(at, axis=1)
    curve[:3] *= faces[upper, row]
    return Limits(shadow[row], upper == 1, rims.span.reshape(2, -1).take(at, axis=1), curve)
