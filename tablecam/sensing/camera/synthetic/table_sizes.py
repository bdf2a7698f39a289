"""The drawn table in another size: its forces and its terrain, drawn apart or together."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import shapely
from shapely import Point, affinity

from tablecam.base.errors import TablecamError
from tablecam.sensing.camera.synthetic.demo import is_free
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, height_over, overhead
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Miniature
from tablecam.table.table import ReferenceTag, Table
from tablecam.table.terrain import Feature, Terrain

# a piece keeps so far from the table's edge, and from the next piece
CLEAR_IN = 0.5
# places around the one wanted that are tried for a model: in steps of this length, up to so many
STEP_IN, STEPS = 0.5, 40
# models that stand on a piece stand on its top to so much
ON_TOP_IN = 0.01


def drawn_in_size(scene: Scene, size_in: tuple[float, float]) -> Scene:
    """The same scene on a table of another width and depth, under a camera that hangs as high as that takes.

    Pieces and models keep their shares of the table; a piece for which there is no room is left out, and a model goes
    with the piece that it stands on. TablecamError where a model finds no place.
    """
    before = scene.table.width_in, scene.table.depth_in
    if size_in == before:
        return scene
    if scene.table.grid is not None:
        raise TablecamError("the table of this rulebook has a grid, and so its own size: leave --size out")
    share = np.array(size_in) / np.array(before)
    moved = _moved_pieces(scene.terrain, share, size_in)
    terrain = Terrain(tuple(moved.values()))
    above = overhead(height_over(size_in), middle_in=(size_in[0] / 2, size_in[1] / 2))
    empty = replace(
        scene,
        table=_table(scene.table, size_in),
        terrain=terrain,
        camera=Camera(scene.camera.intrinsics, above),
        spots={},
    )
    return replace(empty, spots=_moved_models(scene, empty, share, moved))


def _table(table: Table, size_in: tuple[float, float]) -> Table:
    """Reference tags keep their way beyond a corner, and those in the middle of a side stay there."""
    longer = np.array(size_in) - (table.width_in, table.depth_in)
    middle = np.array([table.width_in, table.depth_in]) / 2
    tags = tuple(
        replace(tag, center_in=(float(x), float(y)))
        for tag in table.reference_tags
        for x, y in [_beyond(tag, middle, longer)]
    )
    return replace(table, width_in=size_in[0], depth_in=size_in[1], reference_tags=tags)


def _beyond(tag: ReferenceTag, middle: np.ndarray, longer: np.ndarray) -> np.ndarray:
    at = np.array(tag.center_in)
    # of the whole way beyond the middle, of half of it there, of nothing before it
    return at + (0.5 + 0.5 * np.sign(at - middle)) * longer


def _moved_pieces(terrain: Terrain, share: np.ndarray, size_in: tuple[float, float]) -> dict[str, Feature]:
    """Each piece at its share of the table, by name; those left out that would reach over an edge or into another."""
    kept: dict[str, Feature] = {}
    for together in _touching(terrain):
        middle = np.array(shapely.union_all([feature.polygon for feature in together]).centroid.coords[0])
        way = middle * share - middle
        moved = [replace(each, polygon=affinity.translate(each.polygon, *way)) for each in together]
        ground = shapely.union_all([feature.polygon for feature in moved])
        free = all(ground.distance(other.polygon) >= CLEAR_IN for other in kept.values())
        if free and shapely.box(0, 0, *size_in).contains(ground):
            kept |= {feature.name: feature for feature in moved}
    return kept


def _touching(terrain: Terrain) -> Iterator[list[Feature]]:
    """The features, those together that touch each other: the walls of a ruin keep their corner."""
    left = list(terrain.features)
    while left:
        together = [left.pop(0)]
        for one in together:
            together += [other for other in left if other.polygon.intersects(one.polygon)]
            left = [other for other in left if other not in together]
        yield together


def _moved_models(scene: Scene, empty: Scene, share: np.ndarray, moved: dict[str, Feature]) -> dict[str, Spot]:
    spots: dict[str, Spot] = {}
    for model in scene.roster.models:
        spot = scene.spots.get(model.id)
        if spot is not None:
            spots[model.id] = _placed(model, _wanted(scene, spot, share, moved), empty, spots)
    return spots


def _wanted(scene: Scene, spot: Spot, share: np.ndarray, moved: dict[str, Feature]) -> Spot:
    """Where a model goes: along with the piece under it, or to its share of the table."""
    at = Point(spot.x_in, spot.y_in)
    for feature in scene.terrain.features:
        under = abs(feature.z_top_in - spot.z_in) < ON_TOP_IN and feature.polygon.contains(at)
        if under and feature.name in moved:
            was, now = feature.polygon.centroid, moved[feature.name].polygon.centroid
            return replace(spot, x_in=spot.x_in + now.x - was.x, y_in=spot.y_in + now.y - was.y)
    x, y = (float(place) for place in np.array([spot.x_in, spot.y_in]) * share)
    return replace(spot, x_in=x, y_in=y, z_in=0.0)


def _placed(model: Miniature, wanted: Spot, empty: Scene, spots: dict[str, Spot]) -> Spot:
    """There, or at the free place nearest to it on the ground."""
    size_in = empty.table.width_in, empty.table.depth_in
    others = {name: (empty.roster.by_id[name], at) for name, at in spots.items()}
    if is_free(model, wanted, others, empty.terrain, size_in=size_in):
        return wanted
    steps = np.arange(-STEPS, STEPS + 1) * STEP_IN
    around = sorted(((float(x), float(y)) for x in steps for y in steps), key=lambda way: np.hypot(*way))
    for x, y in around:
        spot = replace(wanted, x_in=wanted.x_in + x, y_in=wanted.y_in + y, z_in=0.0)
        if is_free(model, spot, others, empty.terrain, size_in=size_in):
            return spot
    raise TablecamError(f"a table of {size_in[0]:g} x {size_in[1]:g} in has no room for {model.id}: say a larger one")
