"""Where on the synthetic table a model, a row of models or the gauge card can be put down."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from shapely import Polygon, box

from tablecam.base.errors import TablecamError
from tablecam.base.units import to_mm
from tablecam.sensing.camera.synthetic.demo import is_free, standing_ground
from tablecam.sensing.camera.synthetic.gauge import LENGTH_IN, WIDTH_MM
from tablecam.sensing.camera.synthetic.play import level_at
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, on_table
from tablecam.sensing.camera.synthetic.sightly import Rehearsal
from tablecam.table.miniature import Miniature, Placed

Spots = Mapping[str, Spot]

OPPOSITE = {"near": "far", "far": "near", "left": "right", "right": "left"}
# which way a model looks whose side has that edge
INWARD = {"near": math.pi / 2, "far": -math.pi / 2, "left": 0.0, "right": math.pi}
# a strip is six inches deep; the fronts of all bases keep this much inside
ROW_IN = 5.5
# how far from the row's ends, and in which steps along it a place that is taken is passed over
MARGIN_IN, STEP_IN = 6.0, 0.25
# so many free places are tried for one where the tag is read
PLACES_TRIED = 12
HIGHEST_IN = 12.0
# how far beside the table a hand may carry a model
BESIDE_IN = 12.0
# bases that touch may overlap by what an outline of so many corners leaves out
TOUCHING_IN2 = 0.02


def standing_at(scene: Scene, model: Miniature, spot: Spot, others: Spots, level: bool) -> Spot:
    """The spot as it will be, on the surface that carries the model there where `level` is asked for.

    TablecamError where the model would hang over an edge, lie off the table, or stand in another.
    """
    table = scene.table
    if not (0 <= spot.x_in <= table.width_in and 0 <= spot.y_in <= table.depth_in):
        raise TablecamError(
            f"{model.id} cannot go to {_xy(spot)}: that is off the table, {table.width_in:g} x {table.depth_in:g} in"
        )
    if not 0 <= spot.z_in <= HIGHEST_IN:
        raise TablecamError(f"{model.id} cannot stand {spot.z_in:g} in up: say 0 to {HIGHEST_IN:g}, or leave it out")
    there = level_at(model, spot, scene.terrain) if level else spot
    if there is None:
        raise TablecamError(f"{model.id} cannot stand at {_xy(spot)}: it or its tag would be half on terrain, half off")
    for name, at in others.items():
        other = scene.roster.by_id[name]
        if name != model.id and _in_each_other(model, there, other, at):
            raise TablecamError(f"{model.id} cannot stand at {_xy(spot)}: {name} stands there")
    return there


def _in_each_other(model: Miniature, spot: Spot, other: Miniature, at: Spot) -> bool:
    if abs(spot.z_in - at.z_in) > min(model.height_in, other.height_in):
        return False
    base, its = (
        Placed(one, place.x_in, place.y_in, place.z_in, place.heading_rad).footprint.outline()
        for one, place in ((model, spot), (other, at))
    )
    return bool(base.intersection(its).area > TOUCHING_IN2)


def in_strips(scene: Scene, edge: str, rehearsal: Rehearsal) -> dict[str, Spot]:
    """All models in a row in their own deployment strips, looking inward; the first side has `edge`.

    They look aside as far as their tags could not be read.

    TablecamError where there is no such edge, or no room.
    """
    if edge not in OPPOSITE:
        raise TablecamError(f"there is no edge {edge}: say {', '.join(OPPOSITE)}")
    first = scene.roster.models[0].side
    placed: dict[str, Spot] = {}
    for own, models in (
        (edge, [model for model in scene.roster.models if model.side == first]),
        (OPPOSITE[edge], [model for model in scene.roster.models if model.side != first]),
    ):
        for number, model in enumerate(models):
            placed[model.id] = _in_row(scene, own, model, (number + 0.5) / len(models), placed, rehearsal)
    return placed


def _in_row(scene: Scene, edge: str, model: Miniature, share: float, placed: Spots, rehearsal: Rehearsal) -> Spot:
    """The free place nearest to a share of the way along an edge, where its tag is read."""
    others = {name: (scene.roster.by_id[name], at) for name, at in placed.items()}
    size_in = scene.table.width_in, scene.table.depth_in
    along = size_in[0] if edge in ("near", "far") else size_in[1]
    middle = MARGIN_IN + share * (along - 2 * MARGIN_IN)
    depth = ROW_IN - max(model.base.half_extents_in)
    free: list[Spot] = []
    for aside in _to_both_sides(along):
        spot = _from_edge(scene, edge, middle + aside, depth)
        if not is_free(model, spot, others, scene.terrain, size_in=size_in):
            continue
        turned = rehearsal.turned(model, spot, placed)
        if turned and is_free(model, turned, others, scene.terrain, size_in=size_in):
            return turned
        free.append(spot)
        if len(free) == PLACES_TRIED:
            break
    if free:
        return free[0]
    raise TablecamError(f"there is no room for {model.id} in the strip along the {edge} edge: choose another edge")


def _from_edge(scene: Scene, edge: str, along: float, depth: float) -> Spot:
    width, deep, turn = scene.table.width_in, scene.table.depth_in, INWARD[edge]
    plan = {
        "near": (along, depth),
        "far": (along, deep - depth),
        "left": (depth, along),
        "right": (width - depth, along),
    }
    return Spot(*plan[edge], 0.0, turn)


def _to_both_sides(reach: float) -> Iterator[float]:
    yield 0.0
    for step in range(1, round(reach / STEP_IN)):
        yield from (step * STEP_IN, -step * STEP_IN)


def on_the_way(scene: Scene, points: Sequence[tuple[float, float]]) -> None:
    """Refuses points that a hand at the table does not go by, with TablecamError."""
    for x, y in points:
        if not (
            -BESIDE_IN <= x <= scene.table.width_in + BESIDE_IN and -BESIDE_IN <= y <= scene.table.depth_in + BESIDE_IN
        ):
            raise TablecamError(f"no hand goes by {x:g}, {y:g}: that is more than {BESIDE_IN:g} in beside the table")


def card_spot(scene: Scene, spots: Spots, wanted: Spot | None = None, before: Sequence[Spot] = ()) -> Spot:
    """Where the gauge card lies: as wanted, or where no terrain is under it and no model on it.

    before: where it has lain; another place is as far away from them as can be. TablecamError where that is off the
    table, or there is no such place.
    """
    if wanted is not None:
        if not box(0.0, 0.0, scene.table.width_in, scene.table.depth_in).contains(_card(wanted)):
            raise TablecamError(f"the gauge card would reach over the table's edge at {_xy(wanted)}: lay it further in")
        return wanted
    taken = [standing_ground(scene.roster.by_id[name], spot) for name, spot in spots.items()]
    taken += [feature.polygon for feature in scene.terrain.features]
    rows = range(4, round(scene.table.depth_in) - 3, 2)
    columns = range(8, round(scene.table.width_in) - 7, 2)
    everywhere = (Spot(float(x), float(y), 0.0, math.pi / 2) for y, x in itertools.product(rows, columns))
    free = (spot for spot in everywhere if not any(_card(spot).buffer(0.3).intersects(ground) for ground in taken))
    best = max(free, key=lambda spot: _nearest_in(spot, before), default=None) if before else next(free, None)
    if best is None:
        raise TablecamError("there is no free place for the gauge card: clear the table first")
    return best


def _nearest_in(spot: Spot, others: Sequence[Spot]) -> float:
    return min(math.hypot(spot.x_in - other.x_in, spot.y_in - other.y_in) for other in others)


def _card(spot: Spot) -> Polygon:
    across, up = to_mm(LENGTH_IN) / 2, WIDTH_MM / 2
    return Polygon(on_table(np.array([[-across, -up], [across, -up], [across, up], [-across, up]]), spot))


def _xy(spot: Spot) -> str:
    return f"{spot.x_in:g}, {spot.y_in:g}"
