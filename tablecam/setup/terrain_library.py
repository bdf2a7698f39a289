"""Pieces of terrain that stand on most tables, in their own frame, to be put down and made to fit."""

import math
from dataclasses import dataclass

from shapely import Polygon, affinity, box
from shapely.geometry import Point

from tablecam.table.terrain import Feature


@dataclass(frozen=True)
class LibraryShape:
    """A piece to be put down. features: around the origin, inches, x right, y forward."""

    name: str
    about: str
    features: tuple[Feature, ...]


def _disc(x: float, y: float, radius: float) -> Polygon:
    return Point(x, y).buffer(radius, quad_segs=4)


def _middled(width: float, depth: float) -> Polygon:
    return box(-width / 2, -depth / 2, width / 2, depth / 2)


def _corner(width: float, depth: float, thickness: float) -> Polygon:
    ring = [(0, 0), (width, 0), (width, thickness), (thickness, thickness), (thickness, depth), (0, depth)]
    return affinity.translate(Polygon(ring), -width / 2, -depth / 2)


def _walls(width: float, depth: float, thickness: float) -> Polygon:
    return _middled(width, depth).difference(_middled(width - 2 * thickness, depth - 2 * thickness))


def _one(name: str, about: str, top_in: float, outline: Polygon, standable: bool = False) -> LibraryShape:
    return LibraryShape(name, about, (Feature(name, "solid", 0.0, top_in, standable, outline),))


BARRELS = tuple(
    Feature(f"barrel {number + 1}", "solid", 0.0, 1.4, False, _disc(0.65 * math.cos(turn), 0.65 * math.sin(turn), 0.55))
    for number, turn in enumerate(math.radians(90 + 120 * third) for third in range(3))
)
BUILDING = (
    Feature("walls", "solid", 0.0, 3.0, False, _walls(6.0, 5.0, 0.25)),
    Feature("roof", "solid", 3.0, 3.25, True, _middled(6.0, 5.0)),
)

USUAL: tuple[LibraryShape, ...] = (
    _one("crate", "1.5 x 1.5, 1.5 high, to stand on", 1.5, _middled(1.5, 1.5), True),
    LibraryShape("barrel stack", "three barrels, 1.4 high", BARRELS),
    _one("low wall", "5 long, 1 high", 1.0, _middled(5.0, 0.4)),
    _one("ruin corner", "5 x 4, walls 4 high", 4.0, _corner(5.0, 4.0, 0.4)),
    LibraryShape("building", "6 x 5, roof at 3.25 to stand on, room inside", BUILDING),
    _one("container", "5 x 2.2, 2.2 high, to stand on", 2.2, _middled(5.0, 2.2), True),
    LibraryShape("fence", "5 long, flimsy, 1 high", (Feature("fence", "flimsy", 0.0, 1.0, False, _middled(5.0, 0.2)),)),
    _one("hill", "8 x 6, 1.5 high, to stand on", 1.5, affinity.scale(_disc(0, 0, 1), 4, 3), True),
)
