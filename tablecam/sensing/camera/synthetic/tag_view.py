"""Whether anything stands between the camera and a model's tag: its own miniature, a neighbour's, or terrain."""

import math
from collections.abc import Mapping

import numpy as np
import shapely
from shapely import Point

from tablecam.sensing.camera.synthetic.model import PLAIN, figure_shapes
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, model_tag, on_table
from tablecam.sensing.vision.family import CELLS
from tablecam.table.miniature import Miniature

# Nothing hides a tag that lies farther away than this: at the table's corner a ruin of 4 in hides 2.5 in behind it, and
# tags reach 2.5 in behind a model.
NEAR_IN = 5.0


def keeps_tags_in_view(
    scene: Scene, model: Miniature, spot: Spot, others: Mapping[str, tuple[Miniature, Spot]]
) -> bool:
    """Whether the camera sees the model's whole tag on that spot, and still the tags of its neighbours."""
    figure = _draw_figure(scene, model, spot)
    if _hides_tag(scene, figure, model, spot) or _hides_tag(scene, _draw_terrain(scene, spot), model, spot):
        return False
    neighbours = [
        (other, at)
        for name, (other, at) in others.items()
        if name != model.id and math.hypot(at.x_in - spot.x_in, at.y_in - spot.y_in) < NEAR_IN
    ]
    return not any(
        _hides_tag(scene, figure, other, at) or _hides_tag(scene, _draw_figure(scene, other, at), model, spot)
        for other, at in neighbours
    )


def _hides_tag(scene: Scene, shapes: np.ndarray, model: Miniature, spot: Spot) -> bool:
    """Whether any of the shapes, in pixels, lies over a model's tag or its white ring."""
    tag = shapely.Polygon(scene.camera.project(model_tag(model, spot).square(CELLS)))
    return bool(shapely.intersects(tag, shapes).any())


def _draw_figure(scene: Scene, model: Miniature, spot: Spot) -> np.ndarray:
    """The slices of a miniature, in pixels."""
    shapes = figure_shapes(model, PLAIN)
    corners = [len(shape.outline_mm) for shape in shapes]
    plan = on_table(np.concatenate([shape.outline_mm for shape in shapes]), spot)
    z_in = spot.z_in + np.repeat([shape.z_in for shape in shapes], corners)
    rings = shapely.linearrings(
        scene.camera.project(np.column_stack([plan, z_in])), indices=np.repeat(np.arange(len(shapes)), corners)
    )
    return np.asarray(shapely.polygons(rings))


def _draw_terrain(scene: Scene, spot: Spot) -> np.ndarray:
    """What each piece of terrain that rises near a spot covers, in pixels; a hollow one counts as full."""
    middle, covers = Point(spot.x_in, spot.y_in), []
    for feature in scene.terrain.features:
        if feature.z_top_in > spot.z_in and feature.polygon.distance(middle) < NEAR_IN:
            plan = np.array(feature.polygon.exterior.coords)[:, :2]
            ends = [np.column_stack([plan, np.full(len(plan), z)]) for z in (feature.z_bottom_in, feature.z_top_in)]
            covers.append(shapely.MultiPoint(scene.camera.project(np.concatenate(ends))).convex_hull)
    return np.array(covers, dtype=object)
