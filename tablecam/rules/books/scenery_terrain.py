"""The scenery of a game on the measured table: as terrain that blocks sight, as ends of ranges, and as areas."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tablecam.rules.placing import Part, Placing, Under
from tablecam.rules.plain import Json
from tablecam.rules.scenery import NO_SCENERY, PlacedTemplate, Scenery, get_scenery, name_template
from tablecam.rules.sentence import ModelNames
from tablecam.table.measure.facts import Verdict
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature, Terrain

# how far the edge of a base may lie off, in sigmas, before it is clear on which side of an outline it is
DOUBT_SIGMAS = 2.0


def add_scenery(snapshot: Snapshot, state: Any) -> Snapshot:
    """The position with the terrain that the game has made or removed, without the tagged templates as models."""
    scenery = get_scenery(state)
    if scenery == NO_SCENERY:
        return snapshot
    models = tuple(placed for placed in snapshot.models if placed.model.id not in scenery.ids)
    return replace(snapshot, terrain=_change_terrain(snapshot.terrain, scenery), models=models)


@lru_cache(maxsize=8)
def _change_terrain(terrain: Terrain, scenery: Scenery) -> Terrain:
    standing = [feature for feature in terrain.features if not {feature.name, feature.piece} & {*scenery.removed}]
    holes = [polygon for template in scenery.templates if template.shape.breach and (polygon := _outline(template))]
    remaining = [cut_part for feature in standing for cut_part in _cut_feature(feature, holes)]
    new_features = [feature for template in scenery.templates for feature in _make_features(template)]
    return Terrain((*remaining, *new_features))


def _outline(template: PlacedTemplate) -> Polygon | None:
    """The area of a template; None for one without any, such as a marker of no size."""
    corners = template.outline
    polygon = Polygon(corners) if len(corners) >= 3 else Polygon()
    return polygon if polygon.is_valid and polygon.area > 0 else None


def _cut_feature(feature: Feature, holes: Sequence[Polygon]) -> Iterator[Feature]:
    """The parts of a feature that breaches leave."""
    if not any(feature.polygon.intersects(hole) for hole in holes):
        yield feature
        return
    remains = feature.polygon.difference(shapely.union_all(holes))
    for polygon in shapely.get_parts(remains):
        if isinstance(polygon, Polygon) and polygon.area > 0:
            yield replace(feature, polygon=polygon)


def _make_features(template: PlacedTemplate) -> Iterator[Feature]:
    """The terrain that a template makes; several parts never come of one."""
    shape, polygon = template.shape, _outline(template)
    if shape.material and shape.height_in > 0 and polygon is not None:
        z_in = template.at[2]
        yield Feature(template.id, shape.material, z_in, z_in + shape.height_in, False, polygon)


def measure_template_ranges(snapshot: Snapshot, state: Any, model: str, others: Sequence[str]) -> dict[str, Json]:
    """The ranges in plan between a model and templates, or a template and models, each with its sigma, by `others`.

    Pairs of two models are left out, and those of which one is nowhere.
    """
    scenery = get_scenery(state)
    pairs = ((target, _measure_pair(snapshot, scenery, model, target)) for target in others)
    return {target: range for target, range in pairs if range is not None}


def _measure_pair(snapshot: Snapshot, scenery: Scenery, a: str, b: str) -> Json:
    if a not in scenery.ids and b not in scenery.ids:
        return None
    ends = [_find_end(snapshot, scenery, id) for id in (a, b)]
    if None in ends:
        return None
    (a_area, a_sigma), (b_area, b_sigma) = (end for end in ends if end)
    range_in = float(a_area.distance(b_area))
    sigma_in = math.hypot(a_sigma, b_sigma, snapshot.scale_sigma * range_in)
    return [range_in, sigma_in]


def _find_end(snapshot: Snapshot, scenery: Scenery, id: str) -> tuple[BaseGeometry, float] | None:
    """The area of a template or of a base, with one sigma of its place; a template lies where it was placed."""
    template = scenery.find(id)
    if template is not None:
        return _outline(template) or shapely.Point(template.at[:2]), 0.0
    placed = next((placed for placed in snapshot.models if placed.model.id == id), None)
    return (placed.polygon, placed.sigma_in) if placed else None


def find_models_under(snapshot: Snapshot, state: Any, ask: Under) -> Json:
    """ "yes" or "too close" by model; None if the area, or one of the models, is nowhere."""
    area = _find_area(snapshot, get_scenery(state), ask.model)
    standing = {placed.model.id: placed for placed in snapshot.models}
    if area is None or not standing.keys() >= {*ask.others}:
        return None
    verdicts = {model: _lies_under(standing[model], area, ask.part) for model in ask.others}
    return {model: verdict.value for model, verdict in verdicts.items() if verdict is not Verdict.NO}


def _find_area(snapshot: Snapshot, scenery: Scenery, name: str) -> BaseGeometry | None:
    template = scenery.find(name)
    if template is not None:
        return _outline(template)
    features = [feature.polygon for feature in snapshot.terrain.features if name in (feature.name, feature.piece)]
    return shapely.union_all(features) if features else None


def _lies_under(placed: Placed, area: BaseGeometry, part: Part) -> Verdict:
    """Whether a base lies under an area; TOO_CLOSE if that depends on where exactly it stands."""
    base = shapely.Point(placed.x_in, placed.y_in) if part == "centre" else placed.polygon
    doubt_in = DOUBT_SIGMAS * placed.sigma_in
    if part == "whole":
        surely, perhaps = area.contains(base.buffer(doubt_in)), area.buffer(doubt_in).contains(base)
    else:
        surely, perhaps = area.buffer(-doubt_in).intersects(base), area.distance(base) <= doubt_in
    return Verdict.YES if surely else Verdict.TOO_CLOSE if perhaps else Verdict.NO


def measure_placing(snapshot: Snapshot, ask: Placing) -> Json:
    """The place of a tagged template that the camera sees; None for one that it does not."""
    placed = next((placed for placed in snapshot.models if placed.model.id == ask.piece), None)
    if placed is None:
        return None
    at = [placed.x_in, placed.y_in, placed.z_in]
    return {"at": at} if ask.shape.round else {"at": at, "heading_deg": math.degrees(placed.heading_rad) % 360}


def view_scenery(state: Any, names: ModelNames) -> list[Json]:
    """The templates for a screen: `{"id", "name", "kind", "effect", "rings"}`; lengths in table inches."""
    return [
        {
            "id": template.id,
            "name": name_template(names, template.id, template.shape.kind),
            "kind": template.shape.kind,
            "effect": "breach" if template.shape.breach else "terrain" if template.shape.material else "marker",
            "rings": [[[round(x, 3), round(y, 3)] for x, y in template.outline]],
        }
        for template in get_scenery(state).templates
    ]
