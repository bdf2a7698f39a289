"""Drawings of a sighting: from above, and as the model's eye sees it."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tablecam.base.i18n import gettext as _
from tablecam.table.geometry.sightlines import Views, target_outline
from tablecam.table.measure import svg
from tablecam.table.measure.why import Why, hides, percent
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# The margin around the two models and the obstructions, in inches.
MARGIN_IN = 1.5

# The number of slices of the wedge: finer than a drawing shows.
SLICES = 180

# The visible part of a slice's height: all, some, none.
OPEN, PARTLY, SHUT = range(3)
SLICE_COLOURS = {OPEN: (svg.GOOD, 0.5), PARTLY: (svg.WARN, 0.35), SHUT: (svg.BAD, 0.16)}


@dataclass(frozen=True)
class Slice:
    """A part of the wedge. corners: the eye and two places in the target's plane, (x, y) in table inches.

    shows: OPEN where the whole height of the target shows, PARTLY or SHUT.
    """

    corners: tuple[svg.Point, svg.Point, svg.Point]
    shows: int


@dataclass(frozen=True)
class _Plan:
    """The subject of the drawing, and its scale: `px` is one pixel in inches."""

    snapshot: Snapshot
    why: Why
    px: float

    @property
    def viewer(self) -> Placed:
        return self.snapshot.model(self.why.sighting.viewer)

    @property
    def target(self) -> Placed:
        return self.snapshot.model(self.why.sighting.target)


def plan_svg(snapshot: Snapshot, why: Why, width_px: float = 640.0) -> str:
    """The SVG of a sighting from above, +y up, in table inches; `why` is of that snapshot."""
    left, bottom, right, top = _drawing_box(snapshot, why)
    plan = _Plan(snapshot, why, (right - left) / width_px)
    body = [*_draw_terrain(plan), *_draw_wedge(plan), *_draw_models(plan), *_draw_near_ring(plan), *_draw_labels(plan)]
    box = (left, -top, right - left, top - bottom)
    return svg.drawing(box, width_px, why.sentences[0], body)


def _drawing_box(snapshot: Snapshot, why: Why) -> tuple[float, float, float, float]:
    """The area around both models and every model that hides, with a margin; terrain is cut to it."""
    ids = {why.sighting.viewer, why.sighting.target, *why.ignored}
    ids |= {obstruction.name for obstruction in why.sighting.obstructions if obstruction.kind == "model"}
    bases = [placed.footprint.outline(16) for placed in snapshot.models if placed.model.id in ids]
    left, bottom, right, top = shapely.GeometryCollection(bases).bounds
    # no narrower than half of its length, lest the wedge be a thread
    narrowest = max(right - left, top - bottom) / 2
    spare_x, spare_y = (max(narrowest - size, 0) / 2 + MARGIN_IN for size in (right - left, top - bottom))
    return left - spare_x, bottom - spare_y, right + spare_x, top + spare_y


def _draw_terrain(plan: _Plan) -> list[str]:
    hiding = _rank_hiders(plan.why, "terrain")
    drawn = []
    features = plan.snapshot.terrain.features
    for number in sorted(range(len(features)), key=lambda number: features[number].z_top_in):
        colour = _rank_colour(hiding[number]) if number in hiding else svg.EDGE
        look: svg.Look = {
            "fill": svg.RAISED,
            "stroke": colour,
            "stroke_width": (2.5 if number in hiding else 1.2) * plan.px,
        }
        if not features[number].solid:
            look["stroke_dasharray"] = f"{4 * plan.px:.4f}"
        drawn.append(svg.shape(features[number].polygon, svg.UPWARDS, **look))
    return drawn


def _rank_hiders(why: Why, kind: str) -> dict[int, int]:
    """The rank of each feature or model that hides something, by its number."""
    obstructions = enumerate(why.sighting.obstructions)
    return {obstruction.number: rank for rank, obstruction in obstructions if obstruction.kind == kind}


def _draw_wedge(plan: _Plan) -> list[str]:
    """The triangle from the eye to the target's width, in slices of one colour each."""
    drawn, flipped = [], []
    for piece in wedge(plan.why):
        corners = [(x, -y) for x, y in piece.corners]
        flipped.append(corners)
        colour, opacity = SLICE_COLOURS[piece.shows]
        drawn.append(svg.area([corners], fill=colour, fill_opacity=opacity))
    eye, right, left = flipped[0][0], flipped[0][1], flipped[-1][2]
    drawn.append(svg.line([right, eye, left], stroke=svg.SOFT, stroke_width=plan.px))
    drawn.append(svg.line([right, left], stroke=svg.TEXT, stroke_width=2.5 * plan.px))
    return drawn


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


def _draw_models(plan: _Plan) -> list[str]:
    hiding = _rank_hiders(plan.why, "model")
    sides = list(dict.fromkeys(placed.model.side for placed in plan.snapshot.models))
    drawn = []
    for number, placed in enumerate(plan.snapshot.models):
        fill = svg.SIDES[sides.index(placed.model.side) % len(svg.SIDES)]
        in_focus = placed in (plan.viewer, plan.target)
        stroke = _rank_colour(hiding[number]) if number in hiding else svg.TEXT if in_focus else svg.EDGE
        width = (3.0 if number in hiding or in_focus else 1.2) * plan.px
        look: svg.Look = {
            "fill": fill,
            "fill_opacity": 0.8 if in_focus else 0.45,
            "stroke": stroke,
            "stroke_width": width,
        }
        drawn.append(svg.shape(placed.footprint.outline(), svg.UPWARDS, **look))
    ex, ey, _ = plan.why.sighting.eye
    return [*drawn, svg.circle((ex, -ey), 3 * plan.px, fill=svg.GROUND)]


def _draw_near_ring(plan: _Plan) -> list[str]:
    """The surroundings of the viewer's base where obstructions count otherwise, if any."""
    if plan.why.near_in is None:
        return []
    ring = plan.viewer.footprint.outline(128).buffer(plan.why.near_in)
    dashes = f"{3 * plan.px:.4f} {4 * plan.px:.4f}"
    return [svg.shape(ring, fill="none", stroke=svg.SOFT, stroke_width=plan.px, stroke_dasharray=dashes)]


def _draw_labels(plan: _Plan) -> list[str]:
    """Names under the two models; on each obstruction in the wedge, the share that it hides."""
    size = 15 * plan.px
    drawn = []
    for placed in (plan.viewer, plan.target):
        below = placed.y_in - placed.footprint.extent_in(-math.pi / 2) - 1.2 * size
        drawn.append(svg.text((placed.x_in, -below), placed.model.name, size))
    label_heights: list[float] = []
    for rank, obstruction in enumerate(plan.why.sighting.obstructions[: len(svg.HIDING)]):
        x, y = _label_place(plan, _hider_outline(plan, obstruction.kind, obstruction.number))
        while any(abs(y - height) < 1.3 * size for height in label_heights):
            y += 1.3 * size
        label_heights.append(y)
        name = plan.snapshot.model(obstruction.name).model.name if obstruction.kind == "model" else obstruction.name
        drawn.append(svg.text((x, -y), f"{name} {percent(obstruction.hidden)}", size, fill=_rank_colour(rank)))
    return drawn


def _hider_outline(plan: _Plan, kind: str, number: int) -> BaseGeometry:
    if kind == "model":
        return plan.snapshot.models[number].footprint.outline()
    return plan.snapshot.terrain.features[number].polygon


def _label_place(plan: _Plan, outline: BaseGeometry) -> tuple[float, float]:
    """The middle of the outline's part in the drawing, just over its upper edge."""
    visible = shapely.intersection(
        outline, shapely.box(*_drawing_box(plan.snapshot, plan.why)).buffer(-0.5 * MARGIN_IN)
    )
    piece = outline if visible.is_empty else visible
    return piece.centroid.x, min(piece.bounds[3] + 8 * plan.px, _drawing_box(plan.snapshot, plan.why)[3] - 24 * plan.px)


def _rank_colour(rank: int) -> str:
    return svg.HIDING[min(rank, len(svg.HIDING) - 1)]


# A sighting as the model's eye sees it: terrain, models and the target in perspective, and its hidden parts.
#
# The drawing's plane is the target's: u runs to the left and z up, so that the target keeps its true size and shape.

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


def eye_svg(snapshot: Snapshot, why: Why, width_px: float = 640.0, key: bool = True) -> str:
    """The SVG of a sighting as the viewer's eye sees it; `why` is of that snapshot. key: explain each colour."""
    frame = _drawing_frame(why.view)
    left, bottom, right, top = frame.bounds
    px = (right - left) / width_px
    scenery = sorted([*_draw_seen_terrain(snapshot, why, frame, px), *_draw_seen_models(snapshot, why, frame, px)],
                     key=lambda drawing: -drawing.distance_in)  # fmt: skip
    body = [_draw_ground(frame, px), *(drawing.element for drawing in scenery), *_draw_target(why, px)]
    body += _draw_key(snapshot, why, frame, px) if key else []
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
    hiding = {
        obstruction.number: rank
        for rank, obstruction in enumerate(why.sighting.obstructions)
        if obstruction.kind == "terrain"
    }
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
    hiding = {
        obstruction.number: rank
        for rank, obstruction in enumerate(why.sighting.obstructions)
        if obstruction.kind == "model"
    }
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


def _draw_key(snapshot: Snapshot, why: Why, frame: BaseGeometry, px: float) -> Iterator[str]:
    """The key of colours, down the left side."""
    left, top = -frame.bounds[2] + 12 * px, -frame.bounds[3] + 24 * px
    names = {placed.model.id: placed.model.name for placed in snapshot.models}
    yield svg.text((left, top), _describe_visible(why), 16 * px, fill=svg.GOOD, text_anchor="start")
    for rank, obstruction in enumerate(why.sighting.obstructions[: len(svg.HIDING)]):
        name = names.get(obstruction.name, obstruction.name) if obstruction.kind == "model" else obstruction.name
        place = (left, top + (rank + 1) * 21 * px)
        yield svg.text(
            place, hides(name, obstruction.hidden), 16 * px, fill=_get_hider_colour(rank), text_anchor="start"
        )


def _describe_visible(why: Why) -> str:
    """The visible share of the target: the key's first line."""
    if why.sighting.visible == 0:
        return _("nothing visible")
    return _("{share} visible", share=percent(why.sighting.visible))


def _get_hider_colour(rank: int) -> str:
    return svg.HIDING[min(rank, len(svg.HIDING) - 1)]
