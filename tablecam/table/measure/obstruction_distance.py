"""Distances of obstructions from a viewer's base edge, in plan: to the whole footprint, or along the line of view."""

import math
from dataclasses import replace

import numpy as np
import shapely
from shapely import Point, Polygon

from tablecam.table.geometry.distances import (
    CORNERED,
    HALF_X,
    HALF_Y,
    PolygonEdges,
    begins,
    compute_base_distances,
    to_polygons,
    to_segments,
)
from tablecam.table.geometry.footprint import Footprint
from tablecam.table.measure.sighting import Obstruction, Sighting
from tablecam.table.snapshot import Snapshot

TERRAIN = "terrain"

# An oval's outline with this many corners is off by less than five millionths of its half length.
OUTLINE = 1024

# Far above rounding error: an edge further away by this much is still measured.
SPARE_IN = 1e-6


def all_distances(models: np.ndarray, edges: PolygonEdges) -> np.ndarray:
    """(n, features + n): inches from each base's edge to each polygon and to each other base, in plan.

    0 where they overlap. models: figures (9, n). edges: of the polygons.
    """
    count, features = models.shape[1], len(edges.first)
    far = np.zeros((count, features + count))
    far[:, :features] = _measure_polygons(models, edges, radii(models))
    a_rows, b_rows = np.triu_indices(count, 1)
    gaps = gap_widths(models.take(a_rows, axis=1), models.take(b_rows, axis=1))
    far[a_rows, features + b_rows] = far[b_rows, features + a_rows] = gaps
    return far


def measure_moved_distances(
    stand: np.ndarray, edges: PolygonEdges, others: np.ndarray, view: np.ndarray, owner: np.ndarray
) -> np.ndarray:
    """(n, features + others): the same for models that may stand elsewhere, for the given pairs; nan for all others.

    stand, others: figures (9, n). view, owner: (k,), the indices of models, and of polygons followed by others.
    """
    features = len(edges.first)
    far = np.full((stand.shape[1], features + others.shape[1]), np.nan)
    wall = owner < features
    if wall.any():
        far[view[wall], owner[wall]] = _measure_polygons(stand, edges, radii(stand))[view[wall], owner[wall]]
    viewers, blockers = view[~wall], owner[~wall]
    if len(viewers):
        far[viewers, blockers] = gap_widths(stand.take(viewers, axis=1), others.take(blockers - features, axis=1))
    return far


def gap_widths(one: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(n,): the gaps between bases `others`, figures (9, n), and `one`, of n columns or a single one; 0 for overlaps.

    Bit-identical when they are swapped.
    """
    return _compute_gaps(one, others, radii(one), radii(others))


def _compute_gaps(one: np.ndarray, others: np.ndarray, radius: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The same, given the radii of both."""
    offset = others[:2] - one[:2]
    widths = np.hypot(offset[0], offset[1]) - (other + radius)
    rows = (other * radius == 0).nonzero()[0]
    if len(rows):
        widths[rows] = compute_base_distances(
            *(np.broadcast_to(models, (9, len(widths)))[:, rows] for models in (one, others))
        )
    return np.maximum(widths, 0.0)


def radii(models: np.ndarray) -> np.ndarray:
    """(n,): the radii of round bases; 0 for other bases."""
    return np.where((models[CORNERED] > 0) | (models[HALF_X] != models[HALF_Y]), 0.0, models[HALF_X])


def _measure_polygons(models: np.ndarray, edges: PolygonEdges, radius: np.ndarray) -> np.ndarray:
    """(n, polygons): the distances from the edges of bases with the given radii."""
    centre_distances, squares = to_polygons(models[:2], edges)
    # a circle is its centre grown by its radius, exactly
    far = np.maximum(centre_distances - radius[:, None], 0.0)
    shaped = (radius == 0).nonzero()[0]
    if len(shaped) and len(edges.first):
        far[shaped] = _measure_shaped(models.take(shaped, axis=1), edges, centre_distances[shaped], squares[shaped])
    return far


def _measure_shaped(models: np.ndarray, edges: PolygonEdges, centres: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """(n, polygons): the same for bases that are not round, given the distances from their centres.

    The nearest edge of a polygon is one whose distance from the centre exceeds the least by no more than the base's
    longest reach exceeds its shortest.
    """
    half_x, half_y = models[HALF_X], models[HALF_Y]
    longest = np.where(models[CORNERED] > 0, np.hypot(half_x, half_y), np.maximum(half_x, half_y))
    limit = centres + (longest - np.minimum(half_x, half_y) + SPARE_IN)[:, None]
    base, edge = (squares <= (limit * limit)[:, edges.polygon]).nonzero()
    near = to_segments(models.take(base, axis=1), edges.start.take(edge, axis=1), edges.along.take(edge, axis=1))
    nearest, polygon = np.zeros(centres.shape), edges.polygon[edge]
    starts = begins(base, polygon).nonzero()[0]
    nearest[base[starts], polygon[starts]] = np.minimum.reduceat(near, starts)
    # a base over a polygon may lie clear of every edge
    nearest[centres == 0] = 0.0
    return nearest


def measure_along_view(snapshot: Snapshot, sighting: Sighting) -> Sighting:
    """The same sighting with each terrain feature's distance taken along the line of view.

    The distance runs from the viewer's base edge to the part of the footprint between the eye and the target's whole
    width; a feature that obstructs only by its height keeps the distance of its whole footprint. The sightings
    within the error are measured from the same places.
    """
    viewer = snapshot.model(sighting.viewer).footprint
    wedge = _sight_wedge(sighting.eye[:2], snapshot.model(sighting.target).footprint)
    polygons = {
        obstruction.number: snapshot.terrain.features[obstruction.number].polygon
        for obstruction in _list_terrain(sighting)
    }
    parts = {number: shapely.intersection(polygon, wedge) for number, polygon in polygons.items()}
    visible_parts = {number: piece for number, piece in parts.items() if not piece.is_empty}
    shown = np.array([*visible_parts.values()], dtype=object)
    # a circle is its centre grown by its radius, exactly
    radius = viewer.half_x_in if viewer.round else 0.0
    base = Point(viewer.x_in, viewer.y_in) if viewer.round else viewer.outline(OUTLINE)
    along = dict(zip(visible_parts, np.maximum(shapely.distance(base, shown) - radius, 0.0), strict=True))
    within = tuple(measure_along_view(snapshot, shifted) for shifted in sighting.within_error)
    obstructions = tuple(
        replace(obstruction, distance_in=float(along.get(obstruction.number, obstruction.distance_in)))
        if obstruction.kind == TERRAIN
        else obstruction
        for obstruction in sighting.obstructions
    )
    return replace(sighting, obstructions=obstructions, within_error=within)


def _list_terrain(sighting: Sighting) -> list[Obstruction]:
    return [obstruction for obstruction in sighting.obstructions if obstruction.kind == TERRAIN]


def _sight_wedge(eye: tuple[float, float], target: Footprint) -> Polygon:
    """The area in plan between the eye and the visible width of the target."""
    bearing = math.atan2(target.y_in - eye[1], target.x_in - eye[0])
    aside = target.extent_in(bearing + math.pi / 2)
    across = np.array([-math.sin(bearing), math.cos(bearing)]) * aside
    middle = np.array([target.x_in, target.y_in])
    return Polygon([eye, middle - across, middle + across])
