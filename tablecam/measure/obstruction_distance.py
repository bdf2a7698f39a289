"""How far obstructions are from a viewer's base edge, in plan: to the whole footprint, or along the line of view."""

import math
from dataclasses import replace

import numpy as np
import shapely
from shapely import Polygon

from tablecam.geometry.footprint import Footprint
from tablecam.measure.sighting import Obstruction, Sighting
from tablecam.measure.stances import Bases, bases, figures, gap_widths
from tablecam.table.snapshot import Snapshot

TERRAIN = "terrain"


def all_distances(stand: Bases, polygons: np.ndarray) -> np.ndarray:
    """(n, features + n): in inches from each base's edge to each polygon and to each other base, in plan.

    0 where they overlap. polygons: (features,).
    """
    count, features = len(stand.radius), len(polygons)
    far = np.zeros((count, features + count))
    far[:, :features] = _to_polygons(stand.shapes[:, None], stand.radius[:, None], polygons)
    first, second = np.triu_indices(count, 1)
    gaps = gap_widths(stand.part(first), stand.part(second))
    far[first, features + second] = far[second, features + first] = gaps
    return far


def update_distances(far: np.ndarray, stand: Bases, polygons: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """The same after some of the bases moved; unchanged distances are taken from `far`."""
    far, features = far.copy(), len(polygons)
    for number in moved.tolist():
        gaps = gap_widths(stand.part(slice(number, number + 1)), stand)
        far[number, features:] = far[:, features + number] = gaps
        far[number, :features] = _to_polygons(stand.shapes[number], stand.radius[number], polygons)
    return far


def distances_from(
    stand: Bases, polygons: np.ndarray, others: Bases, view: np.ndarray, owner: np.ndarray
) -> np.ndarray:
    """(n, features + others): the same for bases that may stand elsewhere, for the given pairs; nan for all others.

    view, owner: (k,), the indices of bases, and of polygons followed by others.
    """
    far = np.full((len(stand.radius), len(polygons) + len(others.radius)), np.nan)
    wall = owner < len(polygons)
    one, feature = view[wall], owner[wall]
    far[one, feature] = _to_polygons(stand.shapes[one], stand.radius[one], polygons[feature])
    one, other = view[~wall], owner[~wall]
    far[one, other] = gap_widths(stand.part(one), others.part(other - len(polygons)))
    return far


def _to_polygons(shapes: np.ndarray, radius: np.ndarray, polygons: np.ndarray) -> np.ndarray:
    """The distances from the edges of bases to polygons; all three broadcast."""
    # a circle is its centre grown by its radius, exactly
    return np.maximum(shapely.distance(shapes, polygons) - radius, 0.0)


def in_view(snapshot: Snapshot, sighting: Sighting) -> Sighting:
    """The same sighting with each terrain feature's distance taken along the line of view.

    That is from the viewer's base edge to the part of the footprint that lies between the eye and the target's whole
    width; a feature that obstructs only by its height keeps the distance of its whole footprint. The sightings
    within the error are measured from the same places.
    """
    viewer = bases(figures([snapshot.model(sighting.viewer)]))
    wedge = _wedge(sighting.eye[:2], snapshot.model(sighting.target).footprint)
    polygons = {
        obstruction.number: snapshot.terrain.features[obstruction.number].polygon for obstruction in _terrain(sighting)
    }
    parts = {number: shapely.intersection(polygon, wedge) for number, polygon in polygons.items()}
    seen = {number: part for number, part in parts.items() if not part.is_empty}
    shown = np.array([*seen.values()], dtype=object)
    along = dict(zip(seen, _to_polygons(viewer.shapes, viewer.radius, shown), strict=True))
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
