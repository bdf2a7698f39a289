"""Sight in the usual ways: an exact loop over shapely polygons, and rays through Embree."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import shapely
import trimesh
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from shapely import Polygon, affinity
from shapely.geometry.base import BaseGeometry

from tablecam.rules.books.catalogue import BOOKS
from tablecam.table.measure.near_friends import forget_answers
from tablecam.table.measure.sight import SightTable, all_sight
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature, Terrain
from tools.bench.figure import Time, timed

EYE_OF_HEIGHT = 0.9
# a circle with this many corners is accurate to a hundred-thousandth of its radius
CORNERS = 720
NEAREST_IN = 1e-6


def by_shapely(snapshot: Snapshot, pairs: Sequence[tuple[int, int]], blocks: np.ndarray) -> np.ndarray:
    """The visible shares of pairs (viewer, target), one after the other, obstruction by obstruction.

    blocks: (viewer, 1, blocker), which models block.
    """
    prisms = [(feature.polygon, feature.z_bottom_in, feature.z_top_in) for feature in snapshot.terrain.features]
    models = [
        (placed.footprint.outline(CORNERS), placed.z_in, placed.z_in + placed.model.height_in)
        for placed in snapshot.models
    ]
    found = []
    for viewer, target in pairs:
        blocking = (number for number in blocks[viewer, 0].nonzero()[0].tolist() if number not in (viewer, target))
        others = [models[number] for number in blocking]
        found.append(_visible(snapshot.models[viewer], snapshot.models[target], prisms + others))
    return np.array(found)


def _visible(viewer: Placed, target: Placed, prisms: list[tuple[Polygon, float, float]]) -> float:
    eye = viewer.z_in + EYE_OF_HEIGHT * viewer.model.height_in
    x, y = target.x_in - viewer.x_in, target.y_in - viewer.y_in
    away, half = math.hypot(x, y), target.model.base.half_extents_in[0]
    low, high = target.z_in - eye, target.z_in + target.model.height_in - eye
    turn = np.array([[x, y], [-y, x]]) / away
    wedge = Polygon([(0, 0), (away, -half), (away, half)])
    shadows = []
    for outline, bottom, top in prisms:
        plan = shapely.transform(outline, lambda xy: (xy - [viewer.x_in, viewer.y_in]) @ turn.T).intersection(wedge)
        for piece in shapely.get_parts(shapely.constrained_delaunay_triangles(plan)):
            ring = np.maximum(np.array(piece.exterior.coords), [NEAREST_IN, -np.inf])
            scale = away / ring[:, 0]
            points = [np.column_stack([ring[:, 1] * scale, (level - eye) * scale]) for level in (bottom, top)]
            shadows.append(shapely.MultiPoint(np.vstack(points)).convex_hull)
    whole: BaseGeometry = shapely.box(-half, low, half, high)
    return 1 - shapely.union_all(shadows).intersection(whole).area / whole.area


def by_shapely_at_once(snapshot: Snapshot, pairs: Sequence[tuple[int, int]], blocks: np.ndarray) -> np.ndarray:
    """The same, with each step of shapely called once for all pairs, and a tree that finds what lies in a view."""
    viewer, target = np.array(pairs).T
    models, terrain = snapshot.models, snapshot.terrain.features
    outlines = np.array([feature.polygon for feature in terrain] + [each.footprint.outline(CORNERS) for each in models])
    low, high = np.array(
        [(each.z_bottom_in, each.z_top_in) for each in terrain]
        + [(each.z_in, each.z_in + each.model.height_in) for each in models]
    ).T
    place = np.array([(each.x_in, each.y_in) for each in models])
    eye = np.array([each.z_in + EYE_OF_HEIGHT * each.model.height_in for each in models])[viewer]
    half = np.array([each.model.base.half_extents_in[0] for each in models])[target]
    way = place[target] - place[viewer]
    away = np.hypot(*way.T)
    ahead, left = way / away[:, None], np.stack([-way[:, 1], way[:, 0]], axis=1) / away[:, None]
    aside = left * half[:, None]
    wedges = shapely.polygons(np.stack([place[viewer], place[target] - aside, place[target] + aside], axis=1))
    view, prism = shapely.STRtree(outlines).query(wedges, predicate="intersects")
    model = prism - len(terrain)
    may = (model < 0) | (blocks[viewer[view], 0, model] & (model != viewer[view]) & (model != target[view]))
    view, prism = view[may], prism[may]
    cut = shapely.intersection(outlines[prism], wedges[view])
    pieces, of = shapely.get_parts(shapely.constrained_delaunay_triangles(cut), return_index=True)
    corners, piece = shapely.get_coordinates(pieces, return_index=True)
    view, prism = view[of], prism[of]
    row, number = view[piece], prism[piece]
    offset = corners - place[viewer[row]]
    scale = away[row] / np.maximum((offset * ahead[row]).sum(axis=1), NEAREST_IN)
    across = (offset * left[row]).sum(axis=1) * scale
    points = [np.column_stack([across, (level[number] - eye[row]) * scale]) for level in (low, high)]
    order = np.argsort(np.tile(piece, 2), kind="stable")
    shadows = shapely.convex_hull(
        shapely.multipoints(shapely.points(np.vstack(points)[order]), indices=np.tile(piece, 2)[order])
    )
    order = np.argsort(view, kind="stable")
    together = shapely.geometrycollections(shadows[order], indices=view[order], out=np.full(len(pairs), Polygon()))
    top = np.array([each.z_in + each.model.height_in for each in models])[target] - eye
    whole = shapely.box(-half, np.array([each.z_in for each in models])[target] - eye, half, top)
    visible: np.ndarray = 1 - shapely.area(
        shapely.intersection(shapely.union_all(together[:, None], axis=1), whole)
    ) / shapely.area(whole)
    return visible


class Rays:
    """Embree over the terrain alone, which leaves it less to do than sight has."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._scene: Any = EmbreeScene()
        for feature in snapshot.terrain.features:
            lift = np.eye(4)
            lift[2, 3] = feature.z_bottom_in
            solid = trimesh.creation.extrude_polygon(
                feature.polygon, feature.z_top_in - feature.z_bottom_in, transform=lift
            )
            TriangleMesh(self._scene, solid.vertices.astype(np.float32), solid.faces.astype(np.int32))

    def visible(self, viewer: np.ndarray, target: np.ndarray, rays: int) -> np.ndarray:
        """(n,): the visible shares of targets past terrain, by a number of rays each, all in one call."""
        models = self._snapshot.models
        figures = np.array([(m.x_in, m.y_in, m.z_in, m.model.height_in, m.footprint.half_x_in) for m in models])
        (x, y, z, tall, _), (tx, ty, tz, height, half) = figures[viewer].T, figures[target].T
        side = round(math.sqrt(rays))
        across, up = (axis.ravel() for axis in np.meshgrid(*[(np.arange(side) + 0.5) / side] * 2))
        length = np.hypot(tx - x, ty - y)
        left = np.stack([-(ty - y), tx - x], axis=1) / length[:, None]
        offset = (2 * across - 1)[None] * half[:, None]
        ends = np.stack([tx[:, None] + left[:, :1] * offset, ty[:, None] + left[:, 1:] * offset,
                         tz[:, None] + up[None] * height[:, None]], axis=2)  # fmt: skip
        starts = np.broadcast_to(np.stack([x, y, z + EYE_OF_HEIGHT * tall], axis=1)[:, None], ends.shape)
        starts, ways = starts.reshape(-1, 3).astype(np.float32), (ends - starts).reshape(-1, 3).astype(np.float32)
        met = self._scene.run(starts, ways, dists=np.full(len(ways), 1 - 1e-6, np.float32), query="OCCLUDED")
        return 1 - (met >= 0).reshape(len(viewer), -1).mean(axis=1)


PLANS = (
    shapely.box(-3, -2, 3, 2),
    shapely.box(-3, -0.15, 3, 0.15),
    shapely.box(-0.75, -0.75, 0.75, 0.75),
    Polygon([(-2, -2), (2, -2), (2, -1.6), (-1.6, -1.6), (-1.6, 2), (-2, 2)]),
    shapely.box(-2, -2, 2, 2).difference(shapely.box(-1.7, -1.7, 1.7, 1.7)),
)
DIAMETERS_MM = (30.0, 32.0, 40.0)
HEIGHT_IN = 1.25
SEATS = BOOKS.usual.seats


def sight_scene(models: int = 40, prisms: int = 25) -> Snapshot:
    """Half of the models for each seat, some of them three inches up; every fifth prism is a walled court."""
    rng = np.random.default_rng(7)
    features = tuple(_feature(number, rng) for number in range(prisms))
    placed = tuple(_placed(number, number < models // 2, rng) for number in range(models))
    return Snapshot(0.0, placed, Terrain(features))


def with_one_moved(snapshot: Snapshot, number: int) -> Snapshot:
    """The same with one model elsewhere, chosen by a number."""
    rng = np.random.default_rng(number)
    models = list(snapshot.models)
    which = int(rng.integers(len(models)))
    x, y = rng.uniform(1, 47, 2)
    models[which] = replace(models[which], x_in=float(x), y_in=float(y))
    return replace(snapshot, models=tuple(models))


def _feature(number: int, rng: np.random.Generator) -> Feature:
    x, y = rng.uniform(3, 45, 2)
    plan = affinity.translate(affinity.rotate(PLANS[number % len(PLANS)], rng.uniform(0, 180), (0, 0)), x, y)
    bottom = 0.0 if number % 6 else 1.0
    top = bottom + float(rng.choice([0.6, 1.2, 3.0, 5.0]))
    return Feature(f"prism {number}", "solid", bottom, top, False, plan)


def _placed(number: int, first: bool, rng: np.random.Generator) -> Placed:
    base = Circle(float(rng.choice(DIAMETERS_MM)))
    model = Miniature(
        f"m{number}", f"m{number}", SEATS[0] if first else SEATS[1], number, 16, (0, 0), 1.2, base, HEIGHT_IN
    )
    x, y = rng.uniform(1, 47, 2)
    return Placed(model, float(x), float(y), float(rng.choice([0.0, 0.0, 0.0, 3.0])), float(rng.uniform(0, math.tau)))


# What a live table asks of sight, as jobs to be timed: all of it, and what follows from one move.
#
# A job includes which models block by the rules. What hides a pair, how far off that is, and the error of its sighting
# are not among them: a live table computes those for one selected model at a time. `chosen_model` in sight.py
# measures that, with a job.


def blocking(snapshot: Snapshot) -> np.ndarray:
    """Which models block by the usual rulebook."""
    reading = BOOKS.usual.sight_reading
    assert reading
    return reading.blocking(snapshot)


def full_job(snapshot: Snapshot) -> SightTable:
    """All of it, with nothing known of an earlier position."""
    forget_answers()
    return all_sight(snapshot, blocking(snapshot))


def update_job(table: SightTable, snapshot: Snapshot) -> SightTable:
    """The same after a move, given the table before."""
    return table.update(snapshot, blocking(snapshot))


def by_turns(calls: Sequence[Callable[[], Any]], repetitions: int) -> list[list[Time]]:
    """The times of each call, which take turns: what else the machine does meets all of them alike."""
    for call in calls:
        # the first call includes one-time costs
        call()
    rounds = [[timed(call)[1] for call in calls] for _ in range(repetitions)]
    return [list(times) for times in zip(*rounds, strict=True)]
