"""Shadows on a target as outlines to draw and to intersect: u to the left, z up from the eye's height."""

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tablecam.geometry.limits import Limits, heights
from tablecam.geometry.prism import ConvexParts
from tablecam.geometry.shadow import shadows
from tablecam.geometry.views import Views

# The number of points that a conic is drawn through.
POINTS = 17


def outlines(view: Views, parts: ConvexParts, part: np.ndarray) -> dict[int, BaseGeometry]:
    """What each prism hides of the one view's target, of the candidates `part` (k,); by the prism's number."""
    with np.errstate(all="ignore"):
        limits = shadows(view, parts, np.zeros(len(part), int), part)
    found: dict[int, list[Polygon]] = {}
    for number in np.unique(limits.shadow).tolist():
        rows = np.flatnonzero(limits.shadow == number)
        outline = _outline(limits.pick(rows))
        if outline.area > 0:
            found.setdefault(int(parts.owner[part[number]]), []).append(outline)
    return {owner: shapely.union_all(pieces) for owner, pieces in found.items()}


def target_outline(view: Views) -> Polygon:
    """The one view's target, in the same coordinates."""
    half, bottom, top = (float(column[0]) for column in (view.half_width, view.bottom, view.top))
    return shapely.box(-half, bottom, half, top)


def _outline(limits: Limits) -> BaseGeometry:
    above, under = (_chain(limits.pick(np.flatnonzero(limits.upper == upper))) for upper in (True, False))
    if len(above) < 2 or len(under) < 2:
        return Polygon()
    return shapely.make_valid(Polygon([*above, *under[::-1]]))


def _chain(limits: Limits) -> list[tuple[float, float]]:
    """The points of one side of a shadow, by rising u."""
    points: list[tuple[float, float]] = []
    for row in np.argsort(limits.span[0], kind="stable").tolist():
        u = np.linspace(limits.span[0, row], limits.span[1, row], POINTS if limits.bent[row] else 2)
        z = heights(np.repeat(limits.curve[:, [row]], len(u), axis=1), u)
        points += zip(u.tolist(), z.tolist(), strict=True)
    return points
