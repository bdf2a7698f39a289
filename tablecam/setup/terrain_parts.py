"""The parts of a map's terrain: features that touch and therefore move as one."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tablecam.table.displacement import Displacement
from tablecam.table.terrain import Feature

# greatest gap between features of one piece that belong together
TOUCHING_IN = 0.2


@dataclass(frozen=True)
class TerrainPart:
    """Touching features of one piece. name: the piece's, or that of one of several separate things."""

    name: str
    features: tuple[Feature, ...]

    @cached_property
    def ground(self) -> BaseGeometry:
        """The union of all footprints."""
        return shapely.union_all([feature.polygon for feature in self.features])

    @cached_property
    def middle(self) -> tuple[float, float]:
        """The centre of its rotation: the middle of its footprints, table inches."""
        return self.ground.centroid.x, self.ground.centroid.y

    @cached_property
    def reach_in(self) -> float:
        """The radius of the smallest disc about its middle that holds it."""
        return max(math.dist(self.middle, corner) for corner in shapely.get_coordinates(self.ground))

    @cached_property
    def top_in(self) -> float:
        """The height of its largest top."""
        return max(self.features, key=lambda feature: feature.polygon.area).z_top_in

    @cached_property
    def digest(self) -> str:
        """An identifier of name, place, outlines and heights."""
        told = [self.name]
        for feature in self.features:
            corners = np.array(feature.polygon.exterior.coords)[:, :2].round(3).tolist()
            told.append(f"{feature.z_bottom_in:.3f} {feature.z_top_in:.3f} {corners}")
        return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]

    def project_tops(self, eye_in: np.ndarray) -> list[Polygon]:
        """Projects the tops from `eye_in` (3,) onto the plane at `top_in`."""
        return [_project_top(feature, eye_in, self.top_in) for feature in self.features]

    def move_features(self, by: Displacement) -> tuple[Feature, ...]:
        """Returns its features where they stand now."""
        polygons = (by.move_polygon(feature.polygon, self.middle) for feature in self.features)
        return tuple(
            replace(feature, polygon=polygon) for feature, polygon in zip(self.features, polygons, strict=True)
        )


def collect_parts(features: Sequence[Feature]) -> list[TerrainPart]:
    """The parts of a map, in the order of their first features."""
    pieces: dict[str, list[Feature]] = {}
    for feature in features:
        pieces.setdefault(feature.piece or feature.name, []).append(feature)
    parts = []
    for piece, piece_features in pieces.items():
        groups = _group_touching(piece_features)
        parts += [TerrainPart(piece if len(groups) == 1 else group[0].name, tuple(group)) for group in groups]
    return parts


def _group_touching(features: Sequence[Feature]) -> list[list[Feature]]:
    groups: list[list[Feature]] = []
    for feature in features:
        near = [
            group
            for group in groups
            if any(shapely.dwithin(feature.polygon, member.polygon, TOUCHING_IN) for member in group)
        ]
        groups = [group for group in groups if group not in near]
        groups.append([member for group in near for member in group] + [feature])
    order = {id(feature): number for number, feature in enumerate(features)}
    sorted_groups = [sorted(group, key=lambda feature: order[id(feature)]) for group in groups]
    return sorted(sorted_groups, key=lambda group: order[id(group[0])])


def _project_top(feature: Feature, eye_in: np.ndarray, plane_in: float) -> Polygon:
    growth = (eye_in[2] - plane_in) / max(eye_in[2] - feature.z_top_in, 1.0)
    return shapely.transform(feature.polygon, lambda at: eye_in[:2] + (at - eye_in[:2]) * growth)
