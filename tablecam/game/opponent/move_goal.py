"""The landmark at the end of a move, by which people know where to put a model."""

import math
from typing import Literal

import shapely

from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature

Goal = Literal["", "corner", "piece", "model", "stay"]
STAY: Goal = "stay"
# from the edge of the base
NEAR_TERRAIN_IN, NEAR_MODEL_IN, NEAR_CORNER_IN = 1.0, 1.0, 1.5
# an outline with more is round
MOST_CORNERS = 8


def find_goal(snapshot: Snapshot, model: str, end: tuple[float, float]) -> tuple[Goal, str]:
    """The kind of thing that a place lies at, and the name of the piece or the id of the model; empty for nothing."""
    radius = max(snapshot.model(model).model.base.half_extents_in)
    if (touched := _find_model(snapshot, model, end, radius)) is not None:
        return "model", touched
    named = [
        feature for feature in snapshot.terrain.find_touched_features(*end, radius + NEAR_TERRAIN_IN) if feature.name
    ]
    if not named:
        return "", ""
    nearest = min(named, key=lambda feature: feature.polygon.distance(shapely.Point(end)))
    return ("corner" if _is_at_corner(nearest, end, radius) else "piece"), nearest.name


def _find_model(snapshot: Snapshot, model: str, end: tuple[float, float], radius: float) -> str | None:
    gaps = {
        placed.model.id: math.dist(end, (placed.x_in, placed.y_in)) - radius - max(placed.model.base.half_extents_in)
        for placed in snapshot.models
        if placed.model.id != model
    }
    nearest = min(gaps, key=lambda other: gaps[other], default=None)
    return nearest if nearest is not None and gaps[nearest] <= NEAR_MODEL_IN else None


def _is_at_corner(feature: Feature, end: tuple[float, float], radius: float) -> bool:
    corners = feature.polygon.exterior.coords[:-1]
    return len(corners) <= MOST_CORNERS and any(math.dist(end, corner) <= radius + NEAR_CORNER_IN for corner in corners)
