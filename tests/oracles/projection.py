"""Sight by exact projection: every obstruction's shadow on the target's rectangle, as a shapely polygon.

The scene is turned so that the eye stands over the origin and looks along +u; v runs across. An obstruction's outline
is cut to the triangle between the eye and the target's width, and that to convex pieces. An upright prism over a convex
piece in front of the eye is convex, and perspective keeps it so: its shadow is the convex hull of its projected
corners. Their union, cut to the rectangle, is what is hidden.

Ellipses come twice, as a polygon inside and one outside: the truth lies between, and `slack` says how far apart.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tests.oracles.scene import EYE_AT, Facts, Feature, Model, Obstruction, Question, Scene

# corners of the polygons that stand for an ellipse; at 8192 they are off by 8e-8 of its size
CORNERS = 8192

# faces nearer to the eye's height than this are at its height
LEVEL_IN = 1e-10

# a share below this is what rounding leaves of nothing
LEAST_SHARE = 1e-9

NOTHING = Polygon()


@dataclass(frozen=True)
class View:
    """The eye and the rectangle: away_in from it, from -half_in to half_in across, from low_in to high_in up."""

    eye_x_in: float
    eye_y_in: float
    eye_z_in: float
    along: tuple[float, float]
    away_in: float
    half_in: float
    low_in: float
    high_in: float

    @property
    def rectangle(self) -> Polygon:
        return shapely.box(-self.half_in, self.low_in, self.half_in, self.high_in)

    @property
    def triangle(self) -> Polygon:
        """In plan, between the eye and the target's width."""
        return Polygon([(0, 0), (self.away_in, -self.half_in), (self.away_in, self.half_in)])

    def seen(self, points: np.ndarray) -> np.ndarray:
        """Points (n, 2) of the table as (u, v)."""
        x, y = points[:, 0] - self.eye_x_in, points[:, 1] - self.eye_y_in
        along_x, along_y = self.along
        return np.column_stack([x * along_x + y * along_y, y * along_x - x * along_y])


@dataclass(frozen=True)
class Body:
    """A prism in plan: polygons inside and outside it, the same where it has corners only."""

    name: str
    kind: str
    material: str | None
    bottom_in: float
    top_in: float
    inside: Polygon
    outside: Polygon


def sighting(scene: Scene, question: Question, corners: int = CORNERS) -> Facts:
    """What the viewer sees of the target from the eye of the definition; ValueError where one stands over the other."""
    viewer, target = scene.model(question.viewer), scene.model(question.target)
    view = _view((viewer.x_in, viewer.y_in), viewer, target)
    bodies = _bodies(scene, question, corners)
    low = [_shadow(view, body, body.inside) for body in bodies]
    high = [_shadow(view, body, body.outside) for body in bodies]
    past = [_visible(view, shadows) for shadows in (high, low)]
    alone = [tuple(each.area / view.rectangle.area for each in both) for both in zip(low, high, strict=True)]
    terrain = _visible(view, [shadow for body, shadow in zip(bodies, low, strict=True) if body.kind == "terrain"])
    own = _standing(viewer, corners)
    found = [
        Obstruction(body.name, body.kind, body.material, _apart(own, body), (least + most) / 2)
        for body, (least, most) in zip(bodies, alone, strict=True)
        if most > LEAST_SHARE
    ]
    slack = max(most - least for least, most in (past, *alone)) / 2
    return Facts(sum(past) / 2, terrain, tuple(sorted(found, key=lambda each: each.name)), slack)


def visible_from(scene: Scene, question: Question, eye: tuple[float, float], corners: int = CORNERS) -> float:
    """The share in view from a point (x, y) other than the base's centre, at the same height."""
    view = _view(eye, scene.model(question.viewer), scene.model(question.target))
    return _visible(view, [_shadow(view, body, body.inside) for body in _bodies(scene, question, corners)])


def _bodies(scene: Scene, question: Question, corners: int) -> list[Body]:
    others = [scene.model(id) for id in question.blocking if id not in (question.viewer, question.target)]
    return [_prism(feature) for feature in scene.terrain] + [_standing(model, corners) for model in others]


def _view(eye: tuple[float, float], viewer: Model, target: Model) -> View:
    away_x, away_y = target.x_in - eye[0], target.y_in - eye[1]
    away = math.hypot(away_x, away_y)
    if away == 0:
        raise ValueError(f"{viewer.id} and {target.id} stand over one another: sight has no direction in plan")
    along = (away_x / away, away_y / away)
    return View(
        *eye,
        eye_z_in=viewer.z_in + EYE_AT * viewer.height_in,
        along=along,
        away_in=away,
        half_in=_half_extent(target, math.atan2(along[0], -along[1])),
        low_in=target.z_in,
        high_in=target.z_in + target.height_in,
    )


def _half_extent(model: Model, direction_rad: float) -> float:
    """How far the base reaches from its centre: its width's axis lies a right angle clockwise of its heading."""
    turn = direction_rad - model.heading_rad
    forward, sideways = model.half_y_in * math.cos(turn), model.half_x_in * math.sin(turn)
    return abs(forward) + abs(sideways) if model.cornered else math.hypot(forward, sideways)


def _prism(feature: Feature) -> Body:
    shell, *holes = feature.rings
    outline = Polygon(shell, holes)
    return Body(feature.name, "terrain", feature.material, feature.z_bottom_in, feature.z_top_in, outline, outline)


def _standing(model: Model, corners: int) -> Body:
    bottom, top = model.z_in, model.z_in + model.height_in
    if model.cornered:
        square = _placed(model, np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)], float))
        return Body(model.id, "model", None, bottom, top, square, square)
    turns = np.arange(corners) * (2 * math.pi / corners)
    ring = np.column_stack([np.cos(turns), np.sin(turns)])
    wider = ring / math.cos(math.pi / corners)
    return Body(model.id, "model", None, bottom, top, _placed(model, ring), _placed(model, wider))


def _placed(model: Model, ring: np.ndarray) -> Polygon:
    """A ring about the origin, of half-size 1, stretched to the base, turned and put where the model stands."""
    forward = np.array([math.cos(model.heading_rad), math.sin(model.heading_rad)])
    right = np.array([forward[1], -forward[0]])
    spread = np.outer(ring[:, 0] * model.half_x_in, right) + np.outer(ring[:, 1] * model.half_y_in, forward)
    return Polygon(np.array([model.x_in, model.y_in]) + spread)


def _shadow(view: View, body: Body, outline: Polygon) -> BaseGeometry:
    """The part of the rectangle that the prism hides."""
    seen = shapely.transform(outline, view.seen)
    nearest = _nearest(view, body)
    hulls = [_projected(view, body, piece, nearest) for piece in _convex(seen.intersection(view.triangle))]
    return shapely.union_all([hull for hull in hulls if hull.area > 0]) if hulls else NOTHING


def _convex(geometry: BaseGeometry) -> Iterator[Polygon]:
    """Convex polygons that make up the geometry's area."""
    for part in shapely.get_parts(geometry):
        if not isinstance(part, Polygon) or part.area == 0:
            continue
        if not part.interiors and part.convex_hull.area - part.area <= 1e-15 * part.area:
            yield part
        else:
            yield from shapely.get_parts(shapely.constrained_delaunay_triangles(part))


def _nearest(view: View, body: Body) -> float:
    """A distance from the eye so small that what lies nearer casts its shadow off the rectangle or not at all.

    A face at a height of g over or under the eye is projected g * away / u from the eye's level: for a small u beyond
    the rectangle. A face at the eye's own height stays on its level however near it is.
    """
    gaps = [abs(level - view.eye_z_in) for level in (body.bottom_in, body.top_in)]
    reach = max(abs(view.low_in - view.eye_z_in), abs(view.high_in - view.eye_z_in), 1e-3)
    return min(0.5 * gap * view.away_in / reach for gap in (*gaps, 1e-3) if gap > LEVEL_IN)


def _projected(view: View, body: Body, piece: Polygon, nearest: float) -> BaseGeometry:
    """The shadow of the prism over a convex piece in plan."""
    piece = piece.intersection(shapely.box(nearest, -1e6, 1e6, 1e6))
    if not isinstance(piece, Polygon) or piece.is_empty:
        return NOTHING
    u, v = np.asarray(piece.exterior.coords).T
    larger = view.away_in / u
    corners = [
        np.column_stack([v * larger, view.eye_z_in + (level - view.eye_z_in) * larger])
        for level in (body.bottom_in, body.top_in)
    ]
    hull = shapely.MultiPoint(np.vstack(corners)).convex_hull
    return hull.intersection(view.rectangle) if isinstance(hull, Polygon) else NOTHING


def _apart(viewer: Body, body: Body) -> float:
    """Between the outlines in plan; of the inner and the outer polygons' distances the mean."""
    pairs = ((viewer.inside, body.inside), (viewer.outside, body.outside))
    for first, _ in pairs:
        shapely.prepare(first)
    return float(sum(shapely.distance(first, second) for first, second in pairs) / 2)


def _visible(view: View, shadows: Iterable[BaseGeometry]) -> float:
    return max(0.0, 1.0 - shapely.union_all(list(shadows)).area / view.rectangle.area)
