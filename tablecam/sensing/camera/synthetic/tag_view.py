"""Checks whether anything stands between the camera and a model's tag: its own miniature, a neighbour's, or terrain."""

import math
from collections.abc import Mapping

import numpy as np
import shapely
from shapely import Point

from tablecam.sensing.camera.synthetic.model import PLAIN, figure_shapes
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, model_tag, on_table
from tablecam.sensing.vision.family import CELLS
from tablecam.table.miniature import Miniature

# The farthest reach of a thing that hides a tag: at the table's corner a ruin of 4 in hides 2.5 in behind it, and tags
# reach 2.5 in behind a model.
NEAR_IN = 5.0


def keeps_tags_in_view(
    scene: Scene, model: Miniature, spot: Spot, others: Mapping[str, tuple[Miniature, Spot]]
) -> bool:
    """Report whether the camera sees the model's whole tag on that spot, and still the tags of its neighbours."""
    figure = _draw_figure(scene, model, spot)
    if _hides_tag(scene, figure, model, spot) or _hides_tag(scene, _draw_terrain(scene, spot), model, spot):
        return False
    neighbours = [
        (other, other_spot)
        for name, (other, other_spot) in others.items()
        if name != model.id and math.hypot(other_spot.x_in - spot.x_in, other_spot.y_in - spot.y_in) < NEAR_IN
    ]
    return not any(
        _hides_tag(scene, figure, other, other_spot)
        or _hides_tag(scene, _draw_figure(scene, other, other_spot), model, spot)
        for other, other_spot in neighbours
    )


def _hides_tag(scene: Scene, shapes: np.ndarray, model: Miniature, spot: Spot) -> bool:
    """Report whether any of the shapes, in pixels, lies over a model's tag or its white ring."""
    tag = shapely.Polygon(scene.camera.project(model_tag(model, spot).square(CELLS)))
    return bool(shapely.intersects(tag, shapes).any())


def _draw_figure(scene: Scene, model: Miniature, spot: Spot) -> np.ndarray:
    """Return the slices of a miniature, in pixels."""
    shapes = figure_shapes(model, PLAIN)
    corners = [len(shape.outline_mm) for shape in shapes]
    plan = on_table(np.concatenate([shape.outline_mm for shape in shapes]), spot)
    z_in = spot.z_in + np.repeat([shape.z_in for shape in shapes], corners)
    rings = shapely.linearrings(
        scene.camera.project(np.column_stack([plan, z_in])), indices=np.repeat(np.arange(len(shapes)), corners)
    )
    return np.asarray(shapely.polygons(rings))


def _draw_terrain(scene: Scene, spot: Spot) -> np.ndarray:
    """Return the image area of each piece of terrain that rises near a spot, in pixels; a hollow one counts as full."""
    middle, hulls = Point(spot.x_in, spot.y_in), []
    for feature in scene.terrain.features:
        if feature.z_top_in > spot.z_in and feature.polygon.distance(middle) < NEAR_IN:
            plan = np.array(feature.polygon.exterior.coords)[:, :2]
            edge_points = [
                np.column_stack([plan, np.full(len(plan), z)]) for z in (feature.z_bottom_in, feature.z_top_in)
            ]
            hulls.append(shapely.MultiPoint(scene.camera.project(np.concatenate(edge_points))).convex_hull)
    return np.array(hulls, dtype=object)
