"""A sighting as the model's eye sees it, and its wedge on the table.

The plane of the eye's drawing is the target's: u runs to the left and z up, so that the target keeps its true size and
shape.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tablecam.table.geometry.sightlines import Views, target_outline
from tablecam.table.measure import svg
from tablecam.table.measure.why import Why
from tablecam.table.snapshot import Snapshot

# The number of slices of the wedge: finer than a drawing shows.
SLICES = 180

# The visible part of a slice's height: all, some, none.
OPEN, PARTLY, SHUT = range(3)


@dataclass(frozen=True)
class Slice:
    """A part of the wedge. corners: the eye and two places in the target's plane, (x, y) in table inches.

    shows: OPEN where the whole height of the target shows, PARTLY or SHUT.
    """

    corners: tuple[svg.Point, svg.Point, svg.Point]
    shows: int


def wedge(why: Why) -> tuple[Slice, ...]:
    """The wedge from the eye to the target's width, from right to left as the viewer sees it."""
    view, (ex, ey, _) = why.view, why.sighting.eye
    dx, dy = view.along[:, 0].tolist()
    length = float(view.length[0])

    def place(u: float) -> svg.Point:
        return ex + length * dx - u * dy, ey + length * dy + u * dx

    return tuple(Slice(((ex, ey), place(low), place(high)), state) for low, high, state in _cut_slices(why))


def _cut_slices(why: Why) -> list[tuple[float, float, int]]:
    """Runs of the target's width: low and high of u, and the visible part of their height."""
    half_width = float(why.view.half_width[0])
    bottom, top = float(why.view.bottom[0]), float(why.view.top[0])
    edges = np.linspace(-half_width, half_width, SLICES + 1)
    lines = [shapely.LineString([(u, bottom), (u, top)]) for u in (edges[1:] + edges[:-1]) / 2]
    open_ = shapely.length(shapely.intersection(lines, why.clear)) / (top - bottom)
    state = np.where(open_ > 1 - 1e-6, OPEN, np.where(open_ > 1e-6, PARTLY, SHUT))
    starts = np.flatnonzero(np.diff(state, prepend=-1))
    ends = [*starts[1:].tolist(), SLICES]
    return [(float(edges[a]), float(edges[b]), int(state[a])) for a, b in zip(starts.tolist(), ends, strict=True)]


# Nothing nearer to the eye than this is drawn: it would fill the drawing.
NEAREST_IN = 0.3

# The drawing's width and height, in widths and heights of the target.
FIELD = (5.0, 2.6)

WALL = "#202932"

# Left and right are the viewer's, and up is up.
FLIP = (-1.0, -1.0)


@dataclass(frozen=True)
class _DrawnElement:
    """An element with its distance, to be drawn from the farthest to the nearest."""

    distance_in: float
    element: str


def eye_svg(snapshot: Snapshot, why: Why, width_px: float = 640.0) -> str:
    """The SVG of a sighting as the viewer's eye sees it; `why` is of that snapshot."""
    frame = _drawing_frame(why.view)
    left, bottom, right, top = frame.bounds
    px = (right - left) / width_px
    scenery = sorted([*_draw_seen_terrain(snapshot, why, frame, px), *_draw_seen_models(snapshot, why, frame, px)],
                     key=lambda drawing: -drawing.distance_in)  # fmt: skip
    body = [_draw_ground(frame, px), *(drawing.element for drawing in scenery), *_draw_target(why, px)]
    return svg.drawing((-right, -top, right - left, top - bottom), width_px, why.sentences[0], body)


def _drawing_frame(view: Views) -> BaseGeometry:
    left, bottom, right, top = target_outline(view).bounds
    size = max((right - left) / 1.0, (top - bottom) * 0.8)
    across, up = size * FIELD[0] / 2, size * FIELD[1] / 2
    middle = (bottom + top) / 2
    return shapely.box(-across, middle - up, across, middle + up)


def _draw_ground(frame: BaseGeometry, px: float) -> str:
    """Everything under the horizon, which is at the height of the eye: the drawing's z = 0."""
    left, bottom, right, top = frame.bounds
    horizon = min(max(0.0, bottom), top)
    below = svg.shape(shapely.box(left, bottom, right, horizon), FLIP, fill="#141b1c")
    return below + svg.line([(-left, -horizon), (-right, -horizon)], stroke=svg.LINE, stroke_width=px)


def _draw_seen_terrain(snapshot: Snapshot, why: Why, frame: BaseGeometry, px: float) -> Iterator[_DrawnElement]:
    hiding = _rank_hiders(why, "terrain")
    for number, feature in enumerate(snapshot.terrain.features):
        look: svg.Look = {
            "fill": WALL,
            "stroke": _get_hider_colour(hiding[number]) if number in hiding else svg.EDGE,
        }
        look |= {"fill_opacity": 0.88, "stroke_width": px, "stroke_opacity": 0.8}
        turned = _turn_to_eye(why.view, feature.polygon)
        for face, distance_in in _project_faces(why.view, turned, feature.z_bottom_in, feature.z_top_in):
            visible = shapely.intersection(face, frame.buffer(1))
            yield _DrawnElement(distance_in, svg.shape(visible, FLIP, **look))


def _rank_hiders(why: Why, kind: str) -> dict[int, int]:
    """The rank of each feature or model that hides something, by its number."""
    obstructions = enumerate(why.sighting.obstructions)
    return {obstruction.number: rank for rank, obstruction in obstructions if obstruction.kind == kind}


def _turn_to_eye(view: Views, plan: BaseGeometry) -> BaseGeometry:
    """A geometry in plan as s ahead of the eye and v to the left, without parts that are too near or behind."""
    turned = shapely.transform(plan, lambda xy: view.turn_offsets(xy.T - view.eye[:2]).T)
    reach = max(map(abs, turned.bounds)) + 1
    return shapely.intersection(turned, shapely.box(NEAREST_IN, -reach, reach, reach))


def _project_faces(
    view: Views, turned: BaseGeometry, bottom: float, top: float
) -> Iterator[tuple[BaseGeometry, float]]:
    """The faces of a prism on the drawing's plane, each with the distance of its middle."""
    eye, length = float(view.eye[2, 0]), float(view.length[0])

    def flat(points: np.ndarray, height: float) -> np.ndarray:
        return np.stack([points[:, 1], np.full(len(points), height - eye)], axis=1) * (length / points[:, :1])

    for polygon in [
        piece for piece in getattr(turned, "geoms", [turned]) if piece.geom_type == "Polygon" and piece.area > 0
    ]:
        distance_in = float(shapely.distance(polygon.centroid, shapely.Point(0, 0)))
        for height in (bottom, top):
            yield (
                shapely.make_valid(shapely.transform(polygon, lambda points, at=height: flat(points, at))),
                distance_in,
            )
        for ring in (polygon.exterior, *polygon.interiors):
            for pair in zip(ring.coords[:-1], ring.coords[1:], strict=True):
                points = np.array(pair)
                face = shapely.Polygon([*flat(points, bottom), *flat(points[::-1], top)])
                yield shapely.make_valid(face), float(np.hypot(*points.mean(axis=0)))


def _draw_seen_models(snapshot: Snapshot, why: Why, frame: BaseGeometry, px: float) -> Iterator[_DrawnElement]:
    """The silhouette of every model but the viewer and the target; those that do not block are only outlined."""
    hiding = _rank_hiders(why, "model")
    sides = list(dict.fromkeys(placed.model.side for placed in snapshot.models))
    for number, placed in enumerate(snapshot.models):
        if placed.model.id in (why.sighting.viewer, why.sighting.target):
            continue
        turned = _turn_to_eye(why.view, placed.footprint.outline())
        faces = list(_project_faces(why.view, turned, placed.z_in, placed.z_in + placed.model.height_in))
        silhouette = shapely.convex_hull(shapely.GeometryCollection([face for face, _unused in faces]))
        if not silhouette.intersects(frame):
            continue
        look: svg.Look = {"fill": svg.SIDES[sides.index(placed.model.side) % len(svg.SIDES)], "fill_opacity": 0.4}
        look |= {
            "stroke": _get_hider_colour(hiding[number]) if number in hiding else svg.EDGE,
            "stroke_width": 1.5 * px,
        }
        if placed.model.id in why.ignored:
            look |= {"fill_opacity": 0.06, "stroke_dasharray": f"{4 * px:.4f}"}
        yield _DrawnElement(faces[0][1], svg.shape(silhouette, FLIP, **look))


def _draw_target(why: Why, px: float) -> Iterator[str]:
    """The target on top: visible parts are bright, hidden parts have the colours of their obstructions."""
    yield svg.shape(target_outline(why.view), FLIP, fill=svg.GROUND, fill_opacity=0.55)
    yield svg.shape(why.clear, FLIP, fill=svg.GOOD, fill_opacity=0.85)
    for rank, (_unused, hidden) in reversed(list(enumerate(why.hidden))):
        look: svg.Look = {
            "fill": _get_hider_colour(rank),
            "stroke": _get_hider_colour(rank),
            "stroke_width": 1.2 * px,
        }
        yield svg.shape(hidden, FLIP, fill_opacity=0.3, **look)
    yield svg.shape(target_outline(why.view), FLIP, fill="none", stroke=svg.TEXT, stroke_width=2.5 * px)


def _get_hider_colour(rank: int) -> str:
    return svg.HIDING[min(rank, len(svg.HIDING) - 1)]
