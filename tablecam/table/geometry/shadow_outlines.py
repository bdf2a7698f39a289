"""Shadows on a target as outlines to draw and to intersect: u to the left, z up from the eye's height."""

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tablecam.table.geometry.sightlines import Hiders, limits
from tablecam.table.geometry.views import Views

# The number of points that a conic is drawn through.
POINTS = 17


def outlines(view: Views, hiders: Hiders, viewer: int, target: int) -> dict[int, BaseGeometry]:
    """The outline that each prism hides of the one view's target, by the prism's number; arguments as for `limits`."""
    rows = limits(view, hiders, viewer, target)
    pieces_by_owner: dict[int, list[Polygon]] = {}
    for shadow in np.unique(rows["shadow"]).tolist():
        outline = _outline_shadow(rows[rows["shadow"] == shadow])
        if outline.area > 0:
            pieces_by_owner.setdefault(hiders.owner(shadow), []).append(outline)
    return {owner: shapely.union_all(pieces) for owner, pieces in pieces_by_owner.items()}


def target_outline(view: Views) -> Polygon:
    """The one view's target, in the same coordinates."""
    half_width, bottom, top = (float(column[0]) for column in (view.half_width, view.bottom, view.top))
    return shapely.box(-half_width, bottom, half_width, top)


def _outline_shadow(rows: np.ndarray) -> BaseGeometry:
    above, under = (_trace_side(rows[rows["upper"] == upper]) for upper in (True, False))
    if len(above) < 2 or len(under) < 2:
        return Polygon()
    return shapely.make_valid(Polygon([*above, *under[::-1]]))


def _trace_side(rows: np.ndarray) -> list[tuple[float, float]]:
    """The points of one side of a shadow, by rising u."""
    points: list[tuple[float, float]] = []
    for row in rows[np.argsort(rows["span"][:, 0], kind="stable")]:
        (low, high), (p, r, g, a, b, c) = row["span"], row["curve"]
        u = np.linspace(low, high, POINTS if g else 2)
        z = p + r * u + g * np.sqrt(np.maximum(a + (b + c * u) * u, 0))
        points += zip(u.tolist(), z.tolist(), strict=True)
    return points
