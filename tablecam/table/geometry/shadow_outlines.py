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
    """What each prism hides of the one view's target, by the prism's number; the arguments are those of `limits`."""
    rows = limits(view, hiders, viewer, target)
    found: dict[int, list[Polygon]] = {}
    for part in np.unique(rows["shadow"]).tolist():
        outline = _outline(rows[rows["shadow"] == part])
        if outline.area > 0:
            found.setdefault(hiders.owner(part), []).append(outline)
    return {owner: shapely.union_all(pieces) for owner, pieces in found.items()}


def target_outline(view: Views) -> Polygon:
    """The one view's target, in the same coordinates."""
    half, bottom, top = (float(column[0]) for column in (view.half_width, view.bottom, view.top))
    return shapely.box(-half, bottom, half, top)


def _outline(rows: np.ndarray) -> BaseGeometry:
    above, under = (_chain(rows[rows["upper"] == upper]) for upper in (True, False))
    if len(above) < 2 or len(under) < 2:
        return Polygon()
    return shapely.make_valid(Polygon([*above, *under[::-1]]))


def _chain(rows: np.ndarray) -> list[tuple[float, float]]:
    """The points of one side of a shadow, by rising u."""
    points: list[tuple[float, float]] = []
    for row in rows[np.argsort(rows["span"][:, 0], kind="stable")]:
        (low, high), (p, r, g, a, b, c) = row["span"], row["curve"]
        u = np.linspace(low, high, POINTS if g else 2)
        z = p + r * u + g * np.sqrt(np.maximum(a + (b + c * u) * u, 0))
        points += zip(u.tolist(), z.tolist(), strict=True)
    return points
