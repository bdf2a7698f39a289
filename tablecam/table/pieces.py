"""Terrain with a tag of its own, which may stand anywhere: a ruin, a hill, a wreck.

A piece is drawn in its own frame: inches, x right, y forward, z up from the ground under it, the origin wherever
its maker likes; forward is the direction of the top of its tag, as on a model's tray.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import shapely
from shapely import affinity

from tablecam.base.units import to_mm
from tablecam.table.base import Rectangle
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.terrain import Feature, Terrain

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
            features += place_piece(piece, wearer.x_in, wearer.y_in, wearer.heading_rad, wearer.z_in)
    return Terrain(tuple(features))
