"""The terrain of the table: prisms on footprints, and the surfaces a model can stand on."""

import difflib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely import Polygon

from tablecam.table.geometry.edges import PolygonEdges, edges_of
from tablecam.table.geometry.prism import ConvexParts, Prism, parts_of

# the material that fills its room and hides what is behind it; what a rulebook calls others is its own affair
SOLID = "solid"


def misspelt_solid(material: str) -> bool:
    """Whether a material looks like the one that fills its room: what it would be otherwise, nobody could tell."""
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
        """Whether it is of a material that nothing passes."""
        return self.material == SOLID

    def fills(self, z_in: float) -> bool:
        """Whether it occupies the space right above the height z, so that nothing can stand there inside it."""
        return self.solid and self.z_bottom_in <= z_in < self.z_top_in


@dataclass(frozen=True)
class Terrain:
    """All features of the table; may be empty.

    A terrain never changes, so what is derived from it is derived once for each object and kept with it.
    """

    features: tuple[Feature, ...] = ()

    def reached_by(self, x_in: float, y_in: float, radius_in: float) -> list[Feature]:
        """The features that a disc there touches or covers."""
        if not self.features:
            return []
        near = shapely.dwithin(self.polygons, shapely.points(x_in, y_in), radius_in)
        return [self.features[number] for number in np.flatnonzero(near)]

    @cached_property
    def polygons(self) -> np.ndarray:
        """(features,): their footprints, prepared for repeated questions. Not to be written to."""
        polygons = np.array([feature.polygon for feature in self.features], dtype=object)
        shapely.prepare(polygons)
        polygons.setflags(write=False)
        return polygons

    @cached_property
    def edges(self) -> PolygonEdges:
        """The edges of their footprints. Not to be written to."""
        return edges_of(self.polygons)

    @cached_property
    def parts(self) -> ConvexParts:
        """The convex parts of the features, in their order. Not to be written to."""
        return parts_of([Prism(feature.polygon, feature.z_bottom_in, feature.z_top_in) for feature in self.features])
