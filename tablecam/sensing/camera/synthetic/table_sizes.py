"""The drawn table in another size: its forces and its terrain, drawn apart or together."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import shapely
from shapely import Point, affinity

from tablecam.base.errors import TablecamError
from tablecam.sensing.camera.synthetic.demo import is_free
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, compute_camera_height, overhead
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Miniature
from tablecam.table.table import ReferenceTag, Table
from tablecam.table.terrain import Feature, Terrain

# the least distance of a piece from the table's edge, and from the next piece
CLEAR_IN = 0.5
# the places that are tried around a model's wanted one: in steps of this length, up to this many
STEP_IN, STEPS = 0.5, 40
# a model within this height of a piece's top stands on it
ON_TOP_IN = 0.01


def resize_scene(scene: Scene, size_in: tuple[float, float]) -> Scene:
    """Return the scene on a table of another width and depth, under a camera at the height that it needs.

    Pieces and models keep their shares of the table; a piece without room is left out, and a model moves with the piece
    under it. TablecamError if a model finds no place.
    """
    former_size = scene.table.width_in, scene.table.depth_in
    if size_in == former_size:
        return scene
    if scene.table.grid is not None:
        raise TablecamError("the table of this rulebook has a grid, and so its own size: leave --size out")
    ratio = np.array(size_in) / np.array(former_size)
    moved_pieces = _move_pieces(scene.terrain, ratio, size_in)
    terrain = Terrain(tuple(moved_pieces.values()))
    camera_pose = overhead(compute_camera_height(size_in), middle_in=(size_in[0] / 2, size_in[1] / 2))
    empty = replace(
        scene,
        table=_resize_table(scene.table, size_in),
        terrain=terrain,
        camera=Camera(scene.camera.intrinsics, camera_pose),
        spots={},
    )
    return replace(empty, spots=_move_models(scene, empty, ratio, moved_pieces))


def _resize_table(table: Table, size_in: tuple[float, float]) -> Table:
    """Resize the table. Reference tags keep their distance beyond a corner, or their place at a side's middle."""
    longer = np.array(size_in) - (table.width_in, table.depth_in)
    middle = np.array([table.width_in, table.depth_in]) / 2
    tags = tuple(
        replace(tag, center_in=(float(x), float(y)))
        for tag in table.reference_tags
        for x, y in [_shift_reference(tag, middle, longer)]
    )
    return replace(table, width_in=size_in[0], depth_in=size_in[1], reference_tags=tags)


def _shift_reference(tag: ReferenceTag, middle: np.ndarray, longer: np.ndarray) -> np.ndarray:
    center = np.array(tag.center_in)
    # tags beyond the middle move by the full growth, those in it by half, those before it not at all
    return center + (0.5 + 0.5 * np.sign(center - middle)) * longer


def _move_pieces(terrain: Terrain, share: np.ndarray, size_in: tuple[float, float]) -> dict[str, Feature]:
    """Move each piece to its share of the table, by name; pieces over an edge or too near another one are left out."""
    kept_pieces: dict[str, Feature] = {}
    for group in _group_touching(terrain):
        middle = np.array(shapely.union_all([feature.polygon for feature in group]).centroid.coords[0])
        shift = middle * share - middle
        moved_group = [replace(feature, polygon=affinity.translate(feature.polygon, *shift)) for feature in group]
        ground = shapely.union_all([feature.polygon for feature in moved_group])
        is_free_place = all(ground.distance(kept_piece.polygon) >= CLEAR_IN for kept_piece in kept_pieces.values())
        if is_free_place and shapely.box(0, 0, *size_in).contains(ground):
            kept_pieces |= {feature.name: feature for feature in moved_group}
    return kept_pieces


def _group_touching(terrain: Terrain) -> Iterator[list[Feature]]:
    """Yield groups of features that touch each other: the walls of a ruin keep their corner."""
    remaining = list(terrain.features)
    while remaining:
        group = [remaining.pop(0)]
        for member in group:
            group += [other for other in remaining if other.polygon.intersects(member.polygon)]
            remaining = [other for other in remaining if other not in group]
        yield group


def _move_models(scene: Scene, empty: Scene, share: np.ndarray, moved: dict[str, Feature]) -> dict[str, Spot]:
    spots: dict[str, Spot] = {}
    for model in scene.roster.models:
        spot = scene.spots.get(model.id)
        if spot is not None:
            spots[model.id] = _find_spot(model, _compute_wanted_spot(scene, spot, share, moved), empty, spots)
    return spots


def _compute_wanted_spot(scene: Scene, spot: Spot, share: np.ndarray, moved: dict[str, Feature]) -> Spot:
    """Return a model's wanted spot: moved with the piece under it, or at its share of the table."""
    point = Point(spot.x_in, spot.y_in)
    for feature in scene.terrain.features:
        is_under = abs(feature.z_top_in - spot.z_in) < ON_TOP_IN and feature.polygon.contains(point)
        if is_under and feature.name in moved:
            former_centroid, new_centroid = feature.polygon.centroid, moved[feature.name].polygon.centroid
            return replace(
                spot,
                x_in=spot.x_in + new_centroid.x - former_centroid.x,
                y_in=spot.y_in + new_centroid.y - former_centroid.y,
            )
    x, y = (float(coordinate) for coordinate in np.array([spot.x_in, spot.y_in]) * share)
    return replace(spot, x_in=x, y_in=y, z_in=0.0)


def _find_spot(model: Miniature, wanted: Spot, empty: Scene, spots: dict[str, Spot]) -> Spot:
    """Return the wanted spot, or the free place nearest to it on the ground."""
    size_in = empty.table.width_in, empty.table.depth_in
    others = {name: (empty.roster.by_id[name], other_spot) for name, other_spot in spots.items()}
    if is_free(model, wanted, others, empty.terrain, size_in=size_in):
        return wanted
    steps = np.arange(-STEPS, STEPS + 1) * STEP_IN
    offsets = sorted(((float(x), float(y)) for x in steps for y in steps), key=lambda way: np.hypot(*way))
    for x, y in offsets:
        spot = replace(wanted, x_in=wanted.x_in + x, y_in=wanted.y_in + y, z_in=0.0)
        if is_free(model, spot, others, empty.terrain, size_in=size_in):
            return spot
    raise TablecamError(f"a table of {size_in[0]:g} x {size_in[1]:g} in has no room for {model.id}: say a larger one")
