"""An evening at the synthetic table: now and then a hand moves a model, endlessly varied and reproducible."""

import math
from collections.abc import Iterator, Mapping

import numpy as np
import shapely
from shapely import Point

from tablecam.sensing.camera.synthetic.demo import is_free, standing_ground
from tablecam.sensing.camera.synthetic.model import PLAIN, figure_shapes
from tablecam.sensing.camera.synthetic.scene import (
    Action,
    Carry,
    HandRest,
    Scene,
    Spot,
    landing,
    model_tag,
    on_table,
)
from tablecam.sensing.camera.synthetic.script import Script, length_s
from tablecam.sensing.vision.family import CELLS
from tablecam.table.miniature import Miniature
from tablecam.table.table import Table
from tablecam.table.terrain import Feature, Terrain

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
        (neighbour, other_spot)
        for name, (neighbour, other_spot) in others.items()
        if name != model.id and math.hypot(other_spot.x_in - spot.x_in, other_spot.y_in - spot.y_in) < NEAR_IN
    ]
    return not any(
        _hides_tag(scene, figure, neighbour, other_spot)
        or _hides_tag(scene, _draw_figure(scene, neighbour, other_spot), model, spot)
        for neighbour, other_spot in neighbours
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


PAUSE_S = (1.5, 5.0)
MOVE_IN = (3.0, 8.0)
# shares of the actions: the remaining ones are moves on the same level
TO_A_ROOF, RESTING, SHOWN, ROUND_A_CORNER = 0.2, 0.12, 0.5, 0.5
# no player reaches farther over the table only to keep a tag in sight
ARM_IN = 28.0
TRIES = 80


def evening(scene: Scene, seconds: float, seed: int = 1, first_s: float = 3.0) -> Script:
    """Return a script of that many seconds in which nothing collides; the same seed gives the same evening."""
    return Script(scene, tuple(_generate_actions(scene, seconds, np.random.default_rng(seed), first_s)))


def _generate_actions(scene: Scene, seconds: float, random: np.random.Generator, time: float) -> Iterator[Action]:
    spots = dict(scene.spots)
    while time < seconds:
        model = scene.roster.by_id[str(random.choice(list(spots)))]
        action = _choose_action(scene, model, spots, random, time)
        if action is None:
            continue
        yield action
        time += length_s(action, spots) + random.uniform(*PAUSE_S)
        if isinstance(action, Carry):
            spots[model.id] = landing(action)


def _choose_action(
    scene: Scene, model: Miniature, spots: Mapping[str, Spot], random: np.random.Generator, time: float
) -> Action | None:
    spot, size_in = spots[model.id], (scene.table.width_in, scene.table.depth_in)
    if random.uniform() < RESTING:
        return HandRest(model.id, time, float(random.uniform(1.5, 3.0)), nearest_edge(spot, scene.table))
    roofs = [feature for feature in scene.terrain.features if feature.standable]
    is_climbing = bool(roofs) and random.uniform() < TO_A_ROOF
    standing = {name: (scene.roster.by_id[name], other_spot) for name, other_spot in spots.items()}
    for _ in range(TRIES):
        route = _plan_climb(spot, roofs, random) if is_climbing else _plan_walk(spot, random)
        x, y = route[-1]
        heading = math.atan2(y - spot.y_in, x - spot.x_in) + random.normal(0, 0.4)
        level_spot = find_level_spot(model, Spot(x, y, 0.0, float(heading)), scene.terrain)
        if (
            level_spot is not None
            and is_free(model, level_spot, standing, scene.terrain, size_in=size_in)
            and keeps_tags_in_view(scene, model, level_spot, standing)
        ):
            edge = facing_edge(level_spot)
            is_shown = random.uniform() < SHOWN and edge_distances(spot, scene.table)[edge] < ARM_IN
            edge = edge if is_shown else nearest_edge(spot, scene.table)
            return Carry(
                model.id, time, route, level_spot.heading_rad, level_spot.z_in, covered=not is_shown, edge=edge
            )
    return None


def find_level_spot(model: Miniature, spot: Spot, terrain: Terrain) -> Spot | None:
    """Return the spot on the highest feature that carries the whole model, or on the ground; None if it would tilt."""
    ground = standing_ground(model, spot)
    touched_features = [feature for feature in terrain.features if feature.polygon.intersects(ground)]
    if not touched_features:
        return spot
    highest = max(touched_features, key=lambda feature: feature.z_top_in)
    if not highest.standable or not highest.polygon.contains(ground):
        return None
    return Spot(spot.x_in, spot.y_in, highest.z_top_in, spot.heading_rad)


def nearest_edge(spot: Spot, table: Table) -> str:
    """Return the edge of the table from which a player would reach there."""
    distances = edge_distances(spot, table)
    return min(distances, key=lambda edge: distances[edge])


def edge_distances(spot: Spot, table: Table) -> dict[str, float]:
    """Return the distances from the edges of the table, inches."""
    right_in, far_in = table.width_in - spot.x_in, table.depth_in - spot.y_in
    return {"left": spot.x_in, "right": right_in, "near": spot.y_in, "far": far_in}


def facing_edge(spot: Spot) -> str:
    """Return the edge that the model looks at: a hand from there leaves the tag behind it in sight."""
    return ("right", "far", "left", "near")[round(spot.heading_rad / (math.pi / 2)) % 4]


def _plan_walk(spot: Spot, random: np.random.Generator) -> tuple[tuple[float, float], ...]:
    """Return a straight route, or one round a corner, whose end lies a move away."""
    distance, turn = random.uniform(*MOVE_IN), random.uniform(0, 2 * math.pi)
    end_point = spot.x_in + distance * math.cos(turn), spot.y_in + distance * math.sin(turn)
    if random.uniform() >= ROUND_A_CORNER:
        return (end_point,)
    side_turn = turn + random.choice([-0.7, 0.7])
    half_in = distance * 0.65
    return (spot.x_in + half_in * math.cos(side_turn), spot.y_in + half_in * math.sin(side_turn)), end_point


def _plan_climb(spot: Spot, roofs: list[Feature], random: np.random.Generator) -> tuple[tuple[float, float], ...]:
    """Return a straight route onto a random place of the nearest roof."""
    roof = min(roofs, key=lambda feature: feature.polygon.distance(Point(spot.x_in, spot.y_in)))
    left_in, near_in, right_in, far_in = roof.polygon.bounds
    return ((float(random.uniform(left_in, right_in)), float(random.uniform(near_in, far_in))),)
