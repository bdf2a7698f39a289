"""Paths of a model on a snapshot: the length of the shortest, and the region in reach.

The rulebook decides what a model may not cross: the caller passes the hindrances, and `terrain_in_the_way` and
`models_in_the_way` make the usual lists. A base that is not round is treated as the disc that holds it (such a path is
legal however the base turns) and as the disc inside it (no path is shorter); the truth lies between.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import describe_length
from tablecam.table.geometry.footprint import Footprint
from tablecam.table.geometry.grown_obstacles import Disc, Obstacle, Place
from tablecam.table.geometry.paths import SLACK_IN, NoPath, Path, find_overlap, shortest_path, shortest_touch
from tablecam.table.geometry.reach import reach
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import RIM_IN, Snapshot

# An oval among obstacles is a polygon with as many corners and a circle's full perimeter: true to 0.002 in.
OVAL_CORNERS = 48

# The precision of floors drawn by hand or by program; a model on a floor is not hindered by that floor.
SAME_FLOOR_IN = 1e-6

# why there is no path: the values of `ShortestPath.code`
START_BLOCKED = "start blocked"  # no text
GOAL_BLOCKED = "goal blocked"  # no text
NO_WAY_THROUGH = "no way through"  # no text
DEPENDS_ON_TURN = "depends on how the base turns"  # no text
CODES = {"start": START_BLOCKED, "goal": GOAL_BLOCKED, None: NO_WAY_THROUGH}

# The number of sigmas allowed for when testing whether a base can stand at its measured place.
SLACK_SIGMAS = 3.0


@dataclass(frozen=True)
class Hindrance:
    """Something that a base may not cross.

    kind: "terrain" or "model"; shape: an obstacle of paths; sigma_in: one sigma of its place, in x and in y.
    """

    name: str
    kind: str
    shape: Obstacle
    sigma_in: float = 0.0


@dataclass(frozen=True)
class ShortestPath:
    """The shortest path of a model.

    points: of its base's centre, (x, y), for the disc that holds the base. length: with its sigma. least: the same for
    the disc inside a base that is not round, else equal to `length`. Both are None if there is no path;
    reason then says why in a sentence, and code is one of the constants above.
    """

    model: str
    points: tuple[Place, ...] = ()
    length: Measurement | None = None
    least: Measurement | None = None
    reason: str | None = None
    code: str = ""

    def at_most(self, allowance_in: float) -> Verdict:
        """Whether the model can go there within an allowance; TOO_CLOSE also if it depends on how the base turns."""
        surely = self.length.at_most(allowance_in) if self.length else Verdict.NO
        at_best = self.least.at_most(allowance_in) if self.least else Verdict.NO
        return surely if surely is at_best else Verdict.TOO_CLOSE


def terrain_in_the_way(
    snapshot: Snapshot, mover: str, over_in: float = 0.0, only_solid: bool = False
) -> tuple[Hindrance, ...]:
    """The terrain that rises more than `over_in` above the model's floor, and hangs lower than its head.

    A rulebook that lets models step over low walls gives their height as `over_in`; one that lets them push through
    terrain that is not solid sets `only_solid`. Neither the surface under the model nor terrain that it fits under is a
    hindrance.
    """
    placed = snapshot.model(mover)
    floor_in, head_in = placed.z_in, placed.z_in + placed.model.height_in
    return tuple(
        Hindrance(feature.name, "terrain", feature.polygon, feature.sigma_in)
        for feature in snapshot.terrain.features
        if feature.z_top_in > floor_in + over_in + SAME_FLOOR_IN
        and feature.z_bottom_in < head_in
        and (feature.solid or not only_solid)
    )


def models_in_the_way(snapshot: Snapshot, mover: str, but: Collection[str] = ()) -> tuple[Hindrance, ...]:
    """The bases of all other models on the model's own level; but: ids that it may pass or touch."""
    model = snapshot.model(mover)
    return tuple(
        Hindrance(candidate.model.id, "model", obstacle(candidate.footprint), candidate.sigma_in)
        for candidate in snapshot.models
        if candidate.model.id != mover and candidate.model.id not in but and abs(candidate.z_in - model.z_in) <= RIM_IN
    )


def obstacle(footprint: Footprint) -> Obstacle:
    """A base as an obstacle of paths: exact if it is round or cornered, to 0.002 in if it is an oval."""
    if footprint.round:
        return Disc(footprint.x_in, footprint.y_in, footprint.half_x_in)
    if footprint.cornered:
        return footprint.outline()
    # the chords' perimeter is shorter than the circle's by this much
    grown = (math.pi / OVAL_CORNERS) / math.sin(math.pi / OVAL_CORNERS)
    half_x_in, half_y_in = footprint.half_x_in * grown, footprint.half_y_in * grown
    return replace(footprint, half_x_in=half_x_in, half_y_in=half_y_in).outline(OVAL_CORNERS)


def measure_distance(shape: Obstacle, place: Place) -> float:
    """The distance of an obstacle from a place, in plan; 0 inside it."""
    if isinstance(shape, Disc):
        return max(0.0, math.dist((shape.x_in, shape.y_in), place) - shape.radius_in)
    return float(shape.distance(shapely.Point(place)))


def find_path(snapshot: Snapshot, mover: str, goal: Place, hindrances: Sequence[Hindrance]) -> ShortestPath:
    """The shortest path of a model to a place on its own level, with the whole base on the table.

    sigma: from the places of the model and of all that the path leads around, and the scale that all distances share;
    the goal counts as exact. KeyError for an id that is not on the table.
    """
    model = snapshot.model(mover)
    shapes, bounds = [hindrance.shape for hindrance in hindrances], _table_bounds(snapshot)
    paths = [
        shortest_path(_model_place(model), goal, radius, shapes, bounds, _overlap_allowance(model, radius))
        for radius in _base_radii(model)
    ]
    return _summarise_paths(snapshot, model, paths, hindrances, None)


def path_to_touch(snapshot: Snapshot, mover: str, target: str, hindrances: Sequence[Hindrance]) -> ShortestPath:
    """The shortest path of a model until its base touches another's on its own level.

    As for `find_path`; the target is removed from the hindrances. For a base that is not round the two discs touch at
    different points: `least` is the shorter of the two paths, `length` the longer.
    """
    model, target_model = snapshot.model(mover), snapshot.model(target)
    remaining = [hindrance for hindrance in hindrances if (hindrance.kind, hindrance.name) != ("model", target)]
    shapes, bounds = [hindrance.shape for hindrance in remaining], _table_bounds(snapshot)
    paths = [
        shortest_touch(
            _model_place(model),
            obstacle(target_model.footprint),
            radius,
            shapes,
            bounds,
            _overlap_allowance(model, radius),
        )
        for radius in _base_radii(model)
    ]
    return _summarise_paths(snapshot, model, paths, remaining, target_model)


def explain_blocked_place(snapshot: Snapshot, mover: str, place: Place, hindrances: Sequence[Hindrance]) -> str:
    """The reason why a model's base cannot stand at a place on its own level, as a sentence; empty if it can.

    `find_path` does not report a blocked goal if the model's start is already blocked.
    """
    model = snapshot.model(mover)
    radius = model.footprint.reach_in
    shapes = [hindrance.shape for hindrance in hindrances]
    overlap = find_overlap(place, radius, shapes, _table_bounds(snapshot), _overlap_allowance(model, radius))
    return _explain_block(mover, NoPath("goal", *overlap), hindrances) if overlap else ""


def compute_reach_region(
    snapshot: Snapshot, mover: str, allowance_in: float, hindrances: Sequence[Hindrance]
) -> shapely.Geometry:
    """The region that a model's centre can reach within an allowance, for drawing; for the disc that holds its base."""
    model = snapshot.model(mover)
    radius = model.footprint.reach_in
    shapes = [hindrance.shape for hindrance in hindrances]
    return reach(
        _model_place(model), allowance_in, radius, shapes, _table_bounds(snapshot), _overlap_allowance(model, radius)
    )


def _model_place(placed: Placed) -> Place:
    return placed.x_in, placed.y_in


def _table_bounds(snapshot: Snapshot) -> tuple[float, float, float, float]:
    return 0.0, 0.0, snapshot.width_in, snapshot.depth_in


def _base_radii(placed: Placed) -> tuple[float, ...]:
    """The radius of the disc that holds the base, and of the one inside it if they differ."""
    footprint = placed.footprint
    inside = min(footprint.half_x_in, footprint.half_y_in)
    return (footprint.reach_in,) if footprint.reach_in == inside else (footprint.reach_in, inside)


def _overlap_allowance(placed: Placed, radius_in: float) -> float:
    """The overlap to ignore: the error of the place, plus the disc's excess over the base."""
    return max(SLACK_IN, SLACK_SIGMAS * placed.sigma_in) + _disc_excess(placed, radius_in)


def _disc_excess(placed: Placed, radius_in: float) -> float:
    """The length by which a disc exceeds the narrow side of a base."""
    return radius_in - min(placed.footprint.half_x_in, placed.footprint.half_y_in)


def _summarise_paths(
    snapshot: Snapshot,
    placed: Placed,
    found: Sequence[Path | NoPath],
    hindrances: Sequence[Hindrance],
    target: Placed | None,
) -> ShortestPath:
    paths = [(path, radius) for path, radius in zip(found, _base_radii(placed), strict=True) if isinstance(path, Path)]
    lengths = [_measure_length(snapshot, placed, path, radius, target) for path, radius in paths]
    lengths = [
        Measurement(length.value, math.hypot(length.sigma, _compute_bend_sigma(path, hindrances)))
        for length, (path, _radius) in zip(lengths, paths, strict=True)
    ]
    if not isinstance(found[0], Path):
        shortest = lengths[0] if lengths else None
        why = _explain_block(placed.model.id, found[0], hindrances)
        return ShortestPath(placed.model.id, least=shortest, reason=why, code=CODES[found[0].end])
    lengths.sort(key=lambda length: length.value)
    if len(paths) < len(found):
        why = _("the base may or may not fit, depending on how it turns")
        return ShortestPath(placed.model.id, found[0].points, None, lengths[0], why, DEPENDS_ON_TURN)
    return ShortestPath(placed.model.id, found[0].points, lengths[-1], lengths[0])


def _measure_length(
    snapshot: Snapshot, placed: Placed, path: Path, radius_in: float, target: Placed | None
) -> Measurement:
    """A path's length with its sigma, to first order: each end shifts it along its own leg (GUM, 5.1).

    Where the base seems to overlap something at the start, its place is off by that much at least. A disc that holds a
    base reaches over its narrow side without any error.
    """
    if len(path.points) < 2:
        return Measurement(path.length_in, placed.sigma_in)
    push_in = max(path.overlap_in - _disc_excess(placed, radius_in), 0.0)
    # the leg that leads out of an overlap does not count
    start = 1 if path.overlap_in > 0 and len(path.points) > 2 else 0
    variance = _compute_leg_variance(placed, path.points[start + 1], path.points[start]) + push_in**2
    variance += (snapshot.scale_sigma * path.length_in) ** 2
    if target is not None:
        variance += _compute_leg_variance(target, path.points[-1], path.points[-2])
    return Measurement(path.length_in, math.sqrt(variance))


def _compute_leg_variance(placed: Placed, to: Place, begin: Place) -> float:
    """The variance of a model's place in the direction of a leg."""
    leg = np.subtract(to, begin)
    leg = leg / max(float(np.linalg.norm(leg)), 1e-12)
    return max(float(leg @ np.array(placed.covariance)[:2, :2] @ leg), 0.0)


def _compute_bend_sigma(path: Path, hindrances: Sequence[Hindrance]) -> float:
    """One sigma of a path's length, from the places of all that it leads around.

    Where a path bends around something, a shift of that thing takes the bend along: to first order the length changes
    by the shift along the difference of both legs' directions.
    """
    sigmas_in = np.array([hindrance.sigma_in for hindrance in hindrances])
    legs = np.diff(np.array(path.points), axis=0) if len(path.points) > 2 and sigmas_in.any() else np.empty((0, 2))
    legs = legs[np.hypot(*legs.T) > 0]
    if len(legs) < 2:
        return 0.0
    ways = legs / np.hypot(*legs.T)[:, None]
    bends = np.array(path.points[0]) + np.cumsum(legs, axis=0)[:-1]
    nearest = np.argmin([_measure_distances(hindrance.shape, bends) for hindrance in hindrances], axis=0)
    turns = np.zeros((len(hindrances), 2))
    np.add.at(turns, nearest, ways[:-1] - ways[1:])
    return float(np.linalg.norm(turns * sigmas_in[:, None]))


def _measure_distances(shape: Obstacle, places: np.ndarray) -> np.ndarray:
    """(n,): the distances of an obstacle from places (n, 2), in plan."""
    if isinstance(shape, Disc):
        offsets = places - (shape.x_in, shape.y_in)
        return np.maximum(np.hypot(offsets[:, 0], offsets[:, 1]) - shape.radius_in, 0.0)
    distances: np.ndarray = shapely.distance(shape, shapely.points(places))
    return distances


def _explain_block(model: str, found: NoPath | Path, hindrances: Sequence[Hindrance]) -> str:
    if isinstance(found, Path) or found.end is None:
        return _("there is no path through for {model}", model=model)
    overlap = describe_length(found.overlap_in, 2)
    if found.obstacle is None:
        return _describe_edge(model, overlap, found.end == "start")
    obstacle_name = hindrances[found.obstacle].name
    if found.end == "start":
        return _("{model} stands {overlap} over {obstacle}", model=model, overlap=overlap, obstacle=obstacle_name)
    return _("{model} would stand {overlap} over {obstacle}", model=model, overlap=overlap, obstacle=obstacle_name)


def _describe_edge(model: str, overlap: Message, already: bool) -> str:
    if already:
        return _("{model} stands {overlap} over the edge of the table", model=model, overlap=overlap)
    return _("{model} would stand {overlap} over the edge of the table", model=model, overlap=overlap)


# A region is drawn no finer than this: a fifth of a pixel of a whole table on a tablet.
FINENESS_IN = 0.01


def rings(shape: shapely.Geometry) -> list[list[tuple[float, float]]]:
    """Every ring of a region, outer rings and holes alike, to be filled by the even-odd rule."""
    drawn = shapely.simplify(shape, FINENESS_IN)
    polygons = [piece for piece in getattr(drawn, "geoms", [drawn]) if piece.geom_type == "Polygon"]
    outlines = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
    return [[(round(x, 2), round(y, 2)) for x, y in ring.coords[:-1]] for ring in outlines if not ring.is_empty]
