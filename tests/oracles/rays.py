"""Sight by dense rays: meshes from trimesh, rays through Embree, a lattice of points on the target's rectangle.

Points: the Fibonacci lattice, which is regular, yet has no two points at one height or in one column, so that the
straight edges of walls are met as well as slanted ones (Niederreiter, Random Number Generation, 5.2).
Embree reckons in single precision, hence the scene is moved to have the eye at its origin.
An open prism hides a point when the segment starts inside it, or crosses a face before it arrives.
"""

import math

import numpy as np
import shapely
import trimesh
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

from tests.oracles.scene import EYE_AT, Facts, Feature, Model, Obstruction, Question, Scene

# neighbours in Fibonacci's sequence; the larger is the number of rays, the smaller the step of the lattice
RAYS, STEP = 28657, 17711
MANY_RAYS, MANY_STEP = 196418, 121393

# How far a share may be off, times the root of the number of rays. The lattice's rows lie at most 1.06 steps of that
# size apart, and an edge that runs along a row is off by half the distance to the next: .59 in every direction tried.
# A shadow has two edges that may run along the same rows.
OFF_BY_EDGE, EDGES = 0.6, 2


def share_error(rays: int) -> float:
    """How far a share that so many rays give may be from the true one."""
    return OFF_BY_EDGE * EDGES / math.sqrt(rays)


TOLERANCE, MANY_TOLERANCE = share_error(RAYS), share_error(MANY_RAYS)

# sides of a mesh that stands for an ellipse, drawn at the mean of the inner and the outer polygon
SIDES = 720

# parts of the segment left out at the eye and at the target: touching is no hiding
START, END = 1e-5, 1e-6

# points on the viewer's edge from which distances are taken
EDGE_POINTS = 1440


class Prism:
    """An obstruction as rings in plan and two heights, moved to have the eye at the origin."""

    def __init__(self, named: tuple[str, str, str | None], rings: list[np.ndarray], low: float, high: float) -> None:
        self.named = named
        self.rings = rings
        self.low, self.high = low, high
        solid = trimesh.creation.extrude_polygon(
            shapely.Polygon(rings[0], rings[1:]),
            high - low,
            transform=trimesh.transformations.translation_matrix((0, 0, low)),
        )
        self._scene = EmbreeScene()
        TriangleMesh(self._scene, solid.vertices.astype(np.float32), solid.faces.astype(np.int32))

    def hides(self, ends: np.ndarray) -> np.ndarray:
        """(n,) whether the segments from the origin to the points (n, 3) meet it."""
        starts = ends * START
        whole = np.full(len(ends), 1 - START - END, np.float32)
        met = self._scene.run(starts.astype(np.float32), ends.astype(np.float32), dists=whole, query="OCCLUDED") >= 0
        return met | self._holds(starts)

    def _holds(self, points: np.ndarray) -> np.ndarray:
        """(n,) whether the points (n, 3) lie inside."""
        inside = (points[:, 2] > self.low) & (points[:, 2] < self.high)
        shell = self.rings[0]
        inside &= np.all((points[:, :2] > shell.min(axis=0)) & (points[:, :2] < shell.max(axis=0)), axis=1)
        inside[inside] = in_rings(self.rings, points[inside, :2])
        return inside


def sighting(scene: Scene, question: Question, many: bool = False) -> Facts:
    """What the viewer sees of the target from the eye of the definition, to `TOLERANCE` or `MANY_TOLERANCE`."""
    viewer, target = scene.model(question.viewer), scene.model(question.target)
    eye = np.array([viewer.x_in, viewer.y_in, viewer.z_in + EYE_AT * viewer.height_in])
    ends = _lattice(target, eye, *((MANY_RAYS, MANY_STEP) if many else (RAYS, STEP)))
    prisms = [_of_feature(feature, eye) for feature in scene.terrain]
    prisms += [_of_model(scene.model(id), eye) for id in question.blocking if id not in (viewer.id, target.id)]
    hidden = [prism.hides(ends) for prism in prisms]
    edge = _edge(viewer, EDGE_POINTS) - eye[:2]
    found = [
        Obstruction(*prism.named, distance_in(edge, prism.rings), float(met.mean()))
        for prism, met in zip(prisms, hidden, strict=True)
        if met.any()
    ]
    terrain = [met for prism, met in zip(prisms, hidden, strict=True) if prism.named[1] == "terrain"]
    slack = MANY_TOLERANCE if many else TOLERANCE
    return Facts(_clear(hidden), _clear(terrain), tuple(sorted(found, key=lambda each: each.name)), slack)


def visible_from(scene: Scene, question: Question, eye: tuple[float, float]) -> float:
    """The share in view from a point (x, y) other than the base's centre, at the same height, to `TOLERANCE`."""
    viewer, target = scene.model(question.viewer), scene.model(question.target)
    moved = np.array([*eye, viewer.z_in + EYE_AT * viewer.height_in])
    ends = _lattice(target, moved, RAYS, STEP)
    prisms = [_of_feature(feature, moved) for feature in scene.terrain]
    prisms += [_of_model(scene.model(id), moved) for id in question.blocking if id not in (viewer.id, target.id)]
    return _clear([prism.hides(ends) for prism in prisms])


def _clear(hidden: list[np.ndarray]) -> float:
    return 1.0 - float(np.logical_or.reduce(hidden).mean()) if hidden else 1.0


def _lattice(target: Model, eye: np.ndarray, rays: int, step: int) -> np.ndarray:
    """(rays, 3) points spread over the target's rectangle, seen from the eye."""
    across, up = unit_lattice(rays, step)
    sight = np.array([target.x_in - eye[0], target.y_in - eye[1]])
    sideways = np.array([-sight[1], sight[0]]) / np.linalg.norm(sight)
    # the extent is measured, not derived: the farthest of many points on the edge
    half = float(np.max((_edge(target, 20000) - [target.x_in, target.y_in]) @ sideways))
    plan = sight + np.outer((2 * across - 1) * half, sideways)
    return np.column_stack([plan, target.z_in + up * target.height_in - eye[2]])


def unit_lattice(rays: int, step: int) -> tuple[np.ndarray, np.ndarray]:
    """The lattice's points in the unit square: (rays,) across and (rays,) up."""
    count = np.arange(rays)
    return (count + 0.5) / rays, ((count * step) % rays + 0.5) / rays


def _edge(model: Model, points: int) -> np.ndarray:
    """(points, 2) along the edge of its base on the table; a rectangle's corners are among them."""
    share = np.arange(points) / points
    if model.cornered:
        side, run = np.divmod(share * 4, 1)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)], float)
        start, end = corners[side.astype(int)], corners[side.astype(int) + 1]
        local = start + run[:, None] * (end - start)
    else:
        local = np.column_stack([np.cos(2 * np.pi * share), np.sin(2 * np.pi * share)])
    turn = model.heading_rad - math.pi / 2
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return (local * [model.half_x_in, model.half_y_in]) @ spin + [model.x_in, model.y_in]


def _of_feature(feature: Feature, eye: np.ndarray) -> Prism:
    rings = [np.array(ring)[:-1] - eye[:2] for ring in feature.rings]
    levels = (feature.z_bottom_in - eye[2], feature.z_top_in - eye[2])
    return Prism((feature.name, "terrain", feature.material), rings, *levels)


def _of_model(model: Model, eye: np.ndarray) -> Prism:
    outline = _edge(model, 4 if model.cornered else SIDES)
    if not model.cornered:
        centre = np.array([model.x_in, model.y_in])
        outline = centre + (outline - centre) * (1 + (math.pi / SIDES) ** 2 / 4)
    levels = (model.z_in - eye[2], model.z_in + model.height_in - eye[2])
    return Prism((model.id, "model", None), [outline - eye[:2]], *levels)


def in_rings(rings: list[np.ndarray], points: np.ndarray) -> np.ndarray:
    """(n,) whether points (n, 2) lie inside the first ring and outside the others: an odd number of crossings."""
    x, y = points[:, 0, None], points[:, 1, None]
    inside = np.zeros(len(points), bool)
    for ring in rings:
        (x1, y1), (x2, y2) = ring.T, np.roll(ring, -1, axis=0).T
        spans = (y1 > y) != (y2 > y)
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        inside ^= (np.count_nonzero(spans & (crossing > x), axis=1) % 2).astype(bool)
    return inside


def distance_in(edge: np.ndarray, rings: list[np.ndarray]) -> float:
    """From an outline given by points on it to the area of the rings; 0 where they touch or overlap."""
    if in_rings(rings, edge).any() or in_rings([edge], rings[0][:1])[0]:
        return 0.0
    nearest = math.inf
    for ring in rings:
        start, run = ring, np.roll(ring, -1, axis=0) - ring
        reach = np.einsum("pij,ij->pi", edge[:, None] - start, run) / np.einsum("ij,ij->i", run, run)
        foot = start + np.clip(reach, 0, 1)[..., None] * run
        nearest = min(nearest, float(np.linalg.norm(edge[:, None] - foot, axis=2).min()))
    return nearest
