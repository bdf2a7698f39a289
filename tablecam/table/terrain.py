"""The terrain of the table: prisms on footprints, and the surfaces a model can stand on."""

import difflib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely import Polygon

from tablecam.table.geometry.edges import PolygonEdges, collect_edges
from tablecam.table.geometry.prism import ConvexParts, Prism, collect_parts

# the material that fills its space and hides everything behind it; rulebooks name the other materials
SOLID = "solid"


def misspelt_solid(material: str) -> bool:
    """Whether a material looks like a misspelt `solid`; any other meaning of the name is unknowable."""
    return material != SOLID and bool(difflib.get_close_matches(material.lower(), [SOLID], 1, 0.75))


@dataclass(frozen=True)
class Feature:
    """One obstruction of `terrain.geojson`: an upright prism. polygon in table inches, holes allowed."""

    name: str
    material: str
    z_bottom_in: float
    z_top_in: float
    standable: bool
    polygon: Polygon
    piece: str | None = None

    @property
    def solid(self) -> bool:
        """Whether nothing passes through its material."""
        return self.material == SOLID

    def fills(self, z_in: float) -> bool:
        """Whether it occupies the space right above the height z, so that nothing can stand inside it there."""
        return self.solid and self.z_bottom_in <= z_in < self.z_top_in


@dataclass(frozen=True)
class Terrain:
    """All features of the table; may be empty.

    A terrain never changes, so values derived from it are computed once per object and cached.
    """

    features: tuple[Feature, ...] = ()

    def find_touched_features(self, x_in: float, y_in: float, radius_in: float) -> list[Feature]:
        """The features that a disc at (x, y) touches or covers."""
        if not self.features:
            return []
        near = shapely.dwithin(self.polygons, shapely.points(x_in, y_in), radius_in)
        return [self.features[number] for number in np.flatnonzero(near)]

    @cached_property
    def polygons(self) -> np.ndarray:
        """(features,): their footprints, prepared for repeated queries. Read-only."""
        polygons = np.array([feature.polygon for feature in self.features], dtype=object)
        shapely.prepare(polygons)
        polygons.setflags(write=False)
        return polygons

    @cached_property
    def edges(self) -> PolygonEdges:
        """The edges of their footprints. Read-only."""
        return collect_edges(self.polygons)

    @cached_property
    def parts(self) -> ConvexParts:
        """The convex parts of the features, in their order. Read-only."""
        return collect_parts(
            [Prism(feature.polygon, feature.z_bottom_in, feature.z_top_in) for feature in self.features]
        )
