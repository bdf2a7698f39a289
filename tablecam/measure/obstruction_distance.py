"""How far obstructions are from a viewer's base edge, in plan: to the whole footprint, or along the line of view."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely
from shapely import Polygon

from tablecam.geometry.footprint import Footprint, gaps
from tablecam.measure.sighting import Obstruction, Sighting
from tablecam.table.snapshot import Snapshot

# An oval's outline with so many corners is off by less than five millionths of its half length.
CORNERS = 1024
TERRAIN = "terrain"


def distances(bases: Sequence[Footprint], outlines: Sequence[Polygon | Footprint]) -> np.ndarray:
    """(n,): from each base's edge to the polygon, or the other base, beside it in the row; 0 where they overlap."""
    found = np.zeros(len(bases))
    bare = [row for row, outline in enumerate(outlines) if isinstance(outline, Footprint)]
    walls = [row for row, outline in enumerate(outlines) if isinstance(outline, Polygon)]
    found[walls] = _to_polygons([bases[row] for row in walls], [outlines[row] for row in walls])
    found[bare] = gaps([*bases, *(each for each in outlines if isinstance(each, Footprint))],
                       np.array(bare, int), np.arange(len(bases), len(bases) + len(bare))).gap_in  # fmt: skip
    return np.maximum(found, 0.0)


def in_view(snapshot: Snapshot, sighting: Sighting) -> Sighting:
    """The same sighting with each terrain feature's distance taken along the line of view.

    That is from the viewer's base edge to the part of the footprint that lies between the eye and the target's whole
    width; a feature that only its height brings into view keeps the distance of its whole footprint. The sightings
    within the error are measured from the same places.
    """
    viewer, target = snapshot.model(sighting.viewer).footprint, snapshot.model(sighting.target).footprint
    wedge = _wedge(sighting.eye[:2], target)
    polygons = {each.number: snapshot.terrain.features[each.number].polygon for each in _terrain(sighting)}
    parts = {number: shapely.intersection(polygon, wedge) for number, polygon in polygons.items()}
    seen = {number: part for number, part in parts.items() if not part.is_empty}
    along = dict(zip(seen, np.maximum(_to_polygons([viewer] * len(seen), list(seen.values())), 0.0), strict=True))
    within = tuple(in_view(snapshot, each) for each in sighting.within_error)
    obstructions = tuple(
        replace(each, distance_in=float(along.get(each.number, each.distance_in))) if each.kind == TERRAIN else each
        for each in sighting.obstructions
    )
    return replace(sighting, obstructions=obstructions, within_error=within)


def _terrain(sighting: Sighting) -> list[Obstruction]:
    return [each for each in sighting.obstructions if each.kind == TERRAIN]


def _wedge(eye: tuple[float, float], target: Footprint) -> Polygon:
    """What lies in plan between the eye and the target, as wide as the target shows."""
    bearing = math.atan2(target.y_in - eye[1], target.x_in - eye[0])
    aside = target.extent_in(bearing + math.pi / 2)
    across = np.array([-math.sin(bearing), math.cos(bearing)]) * aside
    middle = np.array([target.x_in, target.y_in])
    return Polygon([eye, middle - across, middle + across])


def _to_polygons(bases: Sequence[Footprint], polygons: Sequence[shapely.Geometry | Footprint]) -> np.ndarray:
    # a circle is its centre grown by its radius, exactly
    radius = np.array([base.half_x_in if base.round else 0.0 for base in bases])
    shapes = [shapely.Point(base.x_in, base.y_in) if base.round else base.outline(CORNERS) for base in bases]
    return shapely.distance(np.array(shapes, dtype=object), np.array(polygons, dtype=object)) - radius
