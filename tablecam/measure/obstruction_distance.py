"""How far obstructions are from a viewer's base edge, in plan: to the whole footprint, not along the line of view."""

from collections.abc import Sequence

import numpy as np
import shapely
from shapely import Polygon

from tablecam.geometry.footprint import Footprint, gaps

# An oval's outline with so many corners is off by less than five millionths of its half length.
CORNERS = 1024


def distances(bases: Sequence[Footprint], outlines: Sequence[Polygon | Footprint]) -> np.ndarray:
    """(n,): from each base's edge to the polygon, or the other base, beside it in the row; 0 where they overlap."""
    found = np.zeros(len(bases))
    bare = [row for row, outline in enumerate(outlines) if isinstance(outline, Footprint)]
    walls = [row for row, outline in enumerate(outlines) if isinstance(outline, Polygon)]
    found[walls] = _to_polygons([bases[row] for row in walls], [outlines[row] for row in walls])
    found[bare] = gaps([*bases, *(each for each in outlines if isinstance(each, Footprint))],
                       np.array(bare, int), np.arange(len(bases), len(bases) + len(bare))).gap_in  # fmt: skip
    return np.maximum(found, 0.0)


def _to_polygons(bases: Sequence[Footprint], polygons: Sequence[Polygon | Footprint]) -> np.ndarray:
    # a circle is its centre grown by its radius, exactly
    radius = np.array([base.half_x_in if base.round else 0.0 for base in bases])
    shapes = [shapely.Point(base.x_in, base.y_in) if base.round else base.outline(CORNERS) for base in bases]
    return shapely.distance(np.array(shapes, dtype=object), np.array(polygons, dtype=object)) - radius
