"""The terrain of the table: prisms on footprints, surfaces to stand on, and pieces with tags, which may move."""

import difflib
import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import shapely
from shapely import Polygon, affinity

from tablecam.base.units import to_mm
from tablecam.table.geojson import make_feature, make_polygon
from tablecam.table.geometry.distances import PolygonEdges, collect_edges
from tablecam.table.geometry.footprint import ConvexParts, Prism, collect_parts
from tablecam.table.miniature import Miniature, Placed, Rectangle

# the material that fills its space and hides everything behind it; rulebooks name the other materials
SOLID = "solid"


def misspelt_solid(material: str) -> bool:
    """Whether a material looks like a misspelt `solid`; any other meaning of the name is unknowable."""
    return material != SOLID and bool(difflib.get_close_matches(material.lower(), [SOLID], 1, 0.75))


# One sigma of the place of a piece on the map, in inches, by where the map has it from: a ruler is read to a sixteenth
# of an inch, which is taken for two sigmas; an outline traced in a picture is off by as much again; a piece of the
# library has its exact shape, and is put into its place in the picture.
TYPED, TRACED, LIBRARY, TAGGED = "typed", "traced", "library", "tagged"
SIGMA_BY_ORIGIN_IN = {TYPED: 1 / 32, TRACED: 1 / 16, LIBRARY: 1 / 16}


@dataclass(frozen=True)
class Feature:
    """One obstruction of `terrain.geojson`: an upright prism. polygon in table inches, holes allowed.

    sigma_in: one sigma of its place, in x and in y. origin: where the map has it from, "" if it is where it is exactly.
    Neither makes it another feature.
    """

    name: str
    material: str
    z_bottom_in: float
    z_top_in: float
    standable: bool
    polygon: Polygon
    piece: str | None = None
    sigma_in: float = field(default=0.0, compare=False)
    origin: str = field(default="", compare=False)

    @property
    def solid(self) -> bool:
        """Whether nothing passes through its material."""
        return self.material == SOLID

    @property
    def __geo_interface__(self) -> dict[str, object]:
        """The feature as `terrain.geojson` holds it, in table inches."""
        properties: dict[str, object] = {
            "name": self.name,
            "material": self.material,
            "z_bottom_in": self.z_bottom_in,
            "z_top_in": self.z_top_in,
            "standable": self.standable,
        }
        if self.piece is not None:
            properties["piece"] = self.piece
        if self.origin not in ("", TYPED):
            properties["origin"] = self.origin
        if self.sigma_in not in (0.0, SIGMA_BY_ORIGIN_IN.get(self.origin)):
            properties["sigma_in"] = self.sigma_in
        return make_feature(properties, make_polygon(self.polygon))

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


# Terrain with a tag of its own, which may stand anywhere: a ruin, a hill, a wreck.
#
# A piece is drawn in its own frame: inches, x right, y forward, z up from the ground under it, the origin wherever its
# maker likes; forward is the direction of the top of its tag, as on a model's tray.

# No player's side: a piece takes part in no fight.
TERRAIN_SIDE = "terrain"


@dataclass(frozen=True)
class Piece:
    """A piece as `pieces.toml` describes it. features: in the piece's own frame.

    tag_offset_mm: the tag's centre relative to the origin, (x right, y forward); tag_height_mm: its plane above the
    ground under the piece.
    """

    id: str
    tag: int
    tag_size_mm: float
    features: tuple[Feature, ...]
    tag_offset_mm: tuple[float, float] = (0.0, 0.0)
    tag_height_mm: float = 0.0

    @property
    def wearer(self) -> Miniature:
        """The piece for a tracker: a tagged miniature whose base reaches as far as its features do."""
        x0, y0, x1, y1 = shapely.total_bounds([feature.polygon for feature in self.features])
        base = Rectangle(length_mm=2 * to_mm(max(abs(y0), abs(y1))), width_mm=2 * to_mm(max(abs(x0), abs(x1))))
        height_in = max(feature.z_top_in for feature in self.features)
        tag = (self.tag, self.tag_size_mm, self.tag_offset_mm, self.tag_height_mm)
        return Miniature(self.id, self.id, TERRAIN_SIDE, *tag, base, height_in)


def place_piece(piece: Piece, x_in: float, y_in: float, heading_rad: float, z_in: float = 0.0) -> tuple[Feature, ...]:
    """The piece's features on the table, its origin at (x, y, z) and its forward pointing along the heading.

    Each bears the piece's id before its own name, and as its `piece`.
    """
    turn = heading_rad - math.pi / 2
    sin, cos = math.sin(turn), math.cos(turn)
    matrix = (cos, -sin, sin, cos, x_in, y_in)
    return tuple(
        replace(
            feature,
            name=f"{piece.id} {feature.name}",
            polygon=affinity.affine_transform(feature.polygon, matrix),
            z_bottom_in=feature.z_bottom_in + z_in,
            z_top_in=feature.z_top_in + z_in,
            piece=piece.id,
        )
        for feature in piece.features
    )


def with_pieces(terrain: Terrain, pieces: Iterable[Piece], standing: Iterable[Placed]) -> Terrain:
    """The terrain together with the pieces that stand on the table; standing: their `wearer`s as placed.

    Other models in `standing` are ignored; a piece without its wearer in it is not on the table.
    """
    by_id = {piece.id: piece for piece in pieces}
    features = list(terrain.features)
    for wearer in standing:
        if wearer.model.id in by_id:
            piece = by_id[wearer.model.id]
            piece_features = place_piece(piece, wearer.x_in, wearer.y_in, wearer.heading_rad, wearer.z_in)
            features += (
                replace(feature, origin=TAGGED, sigma_in=math.hypot(feature.sigma_in, _compute_tag_sigma(wearer)))
                for feature in piece_features
            )
    return Terrain(tuple(features))


def _compute_tag_sigma(wearer: Placed) -> float:
    """One sigma of the place of a piece by its tag: that of the tag, and how far its turn leads the piece's ends."""
    return math.hypot(wearer.sigma_in, math.sqrt(wearer.covariance[2][2]) * wearer.footprint.reach_in)


Point = tuple[float, float]


@dataclass(frozen=True)
class Displacement:
    """A shift in table inches, and a turn about a middle in degrees anticlockwise."""

    x_in: float = 0.0
    y_in: float = 0.0
    turn_deg: float = 0.0

    @property
    def away_in(self) -> float:
        """The distance of the middle from its place on the map."""
        return math.hypot(self.x_in, self.y_in)

    def move_polygon(self, polygon: Polygon, middle: Point) -> Polygon:
        """The outline after the displacement."""
        if self == UNMOVED:
            return polygon
        return affinity.translate(affinity.rotate(polygon, self.turn_deg, origin=middle), self.x_in, self.y_in)

    def move_points(self, points_in: np.ndarray, middle: Point) -> np.ndarray:
        """The points (n, 2) after the displacement, (n, 2)."""
        cos, sin = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        off = np.asarray(points_in, float) - middle
        turned = np.column_stack([cos * off[:, 0] - sin * off[:, 1], sin * off[:, 0] + cos * off[:, 1]])
        return turned + middle + (self.x_in, self.y_in)


UNMOVED = Displacement()
