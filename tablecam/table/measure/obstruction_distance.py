"""How far obstructions are from a viewer's base edge, in plan: to the whole footprint, or along the line of view."""

import math
from dataclasses import replace

import numpy as np
import shapely
from shapely import Point, Polygon

from tablecam.table.geometry.apart import CORNERED, HALF_X, HALF_Y, apart, to_segments
from tablecam.table.geometry.edges import PolygonEdges, to_polygons
from tablecam.table.geometry.footprint import Footprint
from tablecam.table.geometry.runs import begins
from tablecam.table.measure.sighting import Obstruction, Sighting
from tablecam.table.snapshot import Snapshot

TERRAIN = "terrain"

# An oval's outline with so many corners is off by less than five millionths of its half length.
OUTLINE = 1024

# Far above rounding error: so much further away an edge is still asked.
SPARE_IN = 1e-6


def all_distances(models: np.ndarray, edges: PolygonEdges) -> np.ndarray:
    """(n, features + n): in inches from each base's edge to each polygon and to each other base, in plan.

    0 where they overlap. models: figures (9, n). edges: of the polygons.
    """
    count, features = models.shape[1], len(edges.first)
    far = np.zeros((count, features + count))
    far[:, :features] = _to_polygons(models, edges, radii(models))
    first, second = np.triu_indices(count, 1)
    gaps = gap_widths(models.take(first, axis=1), models.take(second, axis=1))
    far[first, features + second] = far[second, features + first] = gaps
    return far


def distances_from(
    stand: np.ndarray, edges: PolygonEdges, others: np.ndarray, view: np.ndarray, owner: np.ndarray
) -> np.ndarray:
    """(n, features + others): the same for models that may stand elsewhere, for the given pairs; nan for all others.

    stand, others: figures (9, n). view, owner: (k,), the indices of models, and of polygons followed by others.
    """
    features = len(edges.first)
    far = np.full((stand.shape[1], features + others.shape[1]), np.nan)
    wall = owner < features
    if wall.any():
        far[view[wall], owner[wall]] = _to_polygons(stand, edges, radii(stand))[view[wall], owner[wall]]
    one, other = view[~wall], owner[~wall]
    if len(one):
        far[one, other] = gap_widths(stand.take(one, axis=1), others.take(other - features, axis=1))
    return far


def gap_widths(one: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(n,): between the bases of `others`, figures (9, n), and of `one`, as many or a single one; 0 where they overlap.

    Bit-identical when they are swapped.
    """
    return _gaps(one, others, radii(one), radii(others))


def _gaps(one: np.ndarray, others: np.ndarray, radius: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The same, given the radii of both."""
    away = others[:2] - one[:2]
    found = np.hypot(away[0], away[1]) - (other + radius)
    rows = (other * radius == 0).nonzero()[0]
    if len(rows):
        found[rows] = apart(*(np.broadcast_to(models, (9, len(found)))[:, rows] for models in (one, others)))
    return np.maximum(found, 0.0)


def radii(models: np.ndarray) -> np.ndarray:
    """(n,): of round bases; 0 of others."""
    return np.where((models[CORNERED] > 0) | (models[HALF_X] != models[HALF_Y]), 0.0, models[HALF_X])


def _to_polygons(models: np.ndarray, edges: PolygonEdges, radius: np.ndarray) -> np.ndarray:
    """(n, polygons): from the edges of bases with the given radii."""
    found, squares = to_polygons(models[:2], edges)
    # a circle is its centre grown by its radius, exactly
    far = np.maximum(found - radius[:, None], 0.0)
    shaped = (radius == 0).nonzero()[0]
    if len(shaped) and len(edges.first):
        far[shaped] = _to_shaped(models.take(shaped, axis=1), edges, found[shaped], squares[shaped])
    return far


def _to_shaped(models: np.ndarray, edges: PolygonEdges, centres: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """(n, polygons): the same for bases that are not round, given the distances from their centres.

    The nearest edge of a polygon is one whose distance from the centre exceeds the least by no more than the base's
    longest reach exceeds its shortest.
    """
    half_x, half_y = models[HALF_X], models[HALF_Y]
    longest = np.where(models[CORNERED] > 0, np.hypot(half_x, half_y), np.maximum(half_x, half_y))
    limit = centres + (longest - np.minimum(half_x, half_y) + SPARE_IN)[:, None]
    base, edge = (squares <= (limit * limit)[:, edges.polygon]).nonzero()
    near = to_segments(models.take(base, axis=1), edges.start.take(edge, axis=1), edges.along.take(edge, axis=1))
    found, polygon = np.zeros(centres.shape), edges.polygon[edge]
    starts = begins(base, polygon).nonzero()[0]
    found[base[starts], polygon[starts]] = np.minimum.reduceat(near, starts)
    # over the polygon even the whole base may lie clear of every edge
    found[centres == 0] = 0.0
    return found


def in_view(snapshot: Snapshot, sighting: Sighting) -> Sighting:
    """The same sighting with each terrain feature's distance taken along the line of view.

    That is from the viewer's base edge to the part of the footprint that lies between the eye and the target's whole
    width; a feature that obstructs only by its height keeps the distance of its whole footprint. The sightings
    within the error are measured from the same places.
    """
    viewer = snapshot.model(sighting.viewer).footprint
    wedge = _wedge(sighting.eye[:2], snapshot.model(sighting.target).footprint)
    polygons = {
        obstruction.number: snapshot.terrain.features[obstruction.number].polygon for obstruction in _terrain(sighting)
    }
    parts = {number: shapely.intersection(polygon, wedge) for number, polygon in polygons.items()}
    seen = {number: part for number, part in parts.items() if not part.is_empty}
    shown = np.array([*seen.values()], dtype=object)
    # a circle is its centre grown by its radius, exactly
    radius = viewer.half_x_in if viewer.round else 0.0
    base = Point(viewer.x_in, viewer.y_in) if viewer.round else viewer.outline(OUTLINE)
    along = dict(zip(seen, np.maximum(shapely.distance(base, shown) - radius, 0.0), strict=True))
    within = tuple(in_view(snapshot, other) for other in sighting.within_error)
    obstructions = tuple(
        replace(obstruction, distance_in=float(along.get(obstruction.number, obstruction.distance_in)))
        if obstruction.kind == TERRAIN
        else obstruction
        for obstruction in sighting.obstructions
    )
    return replace(sighting, obstructions=obstructions, within_error=within)


def _terrain(sighting: Sighting) -> list[Obstruction]:
    return [obstruction for obstruction in sighting.obstructions if obstruction.kind == TERRAIN]


def _wedge(eye: tuple[float, float], target: Footprint) -> Polygon:
    """The area in plan between the eye and the visible width of the target."""
    bearing = math.atan2(target.y_in - eye[1], target.x_in - eye[0])
    aside = target.extent_in(bearing + math.pi / 2)
    across = np.array([-math.sin(bearing), math.cos(bearing)]) * aside
    middle = np.array([target.x_in, target.y_in])
    return Polygon([eye, middle - across, middle + across])
