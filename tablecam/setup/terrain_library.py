"""Common pieces of terrain, each in its own frame, to be placed on the table and adjusted."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shapely import Polygon, affinity, box
from shapely.geometry import Point

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.views import TerrainMaterial
from tablecam.setup.finding import Text
from tablecam.table.terrain import LIBRARY, SIGMA_BY_ORIGIN_IN, SOLID, Feature


@dataclass(frozen=True)
class LibraryShape:
    """A piece to place. features: around the origin, inches, x right, y forward; their names go into the file."""

    name: Text
    about: Message
    features: tuple[Feature, ...]


def _make_disc(x: float, y: float, radius: float) -> Polygon:
    return Point(x, y).buffer(radius, quad_segs=4)


def _make_rectangle(width: float, depth: float) -> Polygon:
    return box(-width / 2, -depth / 2, width / 2, depth / 2)


def _make_corner(width: float, depth: float, thickness: float) -> Polygon:
    ring = [(0, 0), (width, 0), (width, thickness), (thickness, thickness), (thickness, depth), (0, depth)]
    return affinity.translate(Polygon(ring), -width / 2, -depth / 2)


def _make_walls(width: float, depth: float, thickness: float) -> Polygon:
    return _make_rectangle(width, depth).difference(_make_rectangle(width - 2 * thickness, depth - 2 * thickness))


def _make_simple_shape(
    name: Message, about: Message, top_in: float, outline: Polygon, standable: bool = False
) -> LibraryShape:
    return LibraryShape(name, about, (Feature(name.message, SOLID, 0.0, top_in, standable, outline),))


def _make_barrel(number: int, turn: float) -> Feature:
    outline = _make_disc(0.65 * math.cos(turn), 0.65 * math.sin(turn), 0.55)
    return Feature(f"barrel {number + 1}", SOLID, 0.0, 1.4, False, outline)  # no text


BARRELS = tuple(
    _make_barrel(number, turn) for number, turn in enumerate(math.radians(90 + 120 * third) for third in range(3))
)
BUILDING = (
    Feature("walls", SOLID, 0.0, 3.0, False, _make_walls(6.0, 5.0, 0.25)),
    Feature("roof", SOLID, 3.0, 3.25, True, _make_rectangle(6.0, 5.0)),
)
FENCE = LibraryShape(
    InContext("terrain", "fence"),
    Message("5 long, light, 1 high"),
    (Feature("fence", SOLID, 0.0, 1.0, False, _make_rectangle(5.0, 0.2)),),
)

USUAL: tuple[LibraryShape, ...] = (
    _make_simple_shape(
        InContext("terrain", "crate"),
        Message("1.5 x 1.5, 1.5 high, can be stood on"),
        1.5,
        _make_rectangle(1.5, 1.5),
        True,
    ),
    LibraryShape(Message("barrel stack"), Message("three barrels, 1.4 high"), BARRELS),
    _make_simple_shape(Message("low wall"), Message("5 long, 1 high"), 1.0, _make_rectangle(5.0, 0.4)),
    _make_simple_shape(Message("ruin corner"), Message("5 x 4, walls 4 high"), 4.0, _make_corner(5.0, 4.0, 0.4)),
    LibraryShape(
        InContext("terrain", "building"),
        Message("6 x 5, roof at 3.25 that can be stood on, room inside"),
        BUILDING,
    ),
    _make_simple_shape(
        InContext("terrain", "container"),
        Message("5 x 2.2, 2.2 high, can be stood on"),
        2.2,
        _make_rectangle(5.0, 2.2),
        True,
    ),
    FENCE,
    _make_simple_shape(
        InContext("terrain", "hill"),
        Message("8 x 6, 1.5 high, can be stood on"),
        1.5,
        affinity.scale(_make_disc(0, 0, 1), 4, 3),
        True,
    ),
)


def usual_pieces(materials: Sequence[TerrainMaterial]) -> tuple[LibraryShape, ...]:
    """Returns the pieces, made of a rulebook's materials; if it names none, everything is solid."""
    heavy, light = (_find_material(materials, pattern) for pattern in ("plain", "weave"))
    return tuple(_apply_material(shape, light if shape is FENCE else heavy) for shape in USUAL)


def _find_material(materials: Sequence[TerrainMaterial], pattern: str) -> str:
    """Finds the first material that is drawn with a pattern."""
    return next((material.id for material in materials if material.pattern == pattern), SOLID)


def _apply_material(shape: LibraryShape, material: str) -> LibraryShape:
    sigma_in = SIGMA_BY_ORIGIN_IN[LIBRARY]
    placed = (replace(one, material=material, origin=LIBRARY, sigma_in=sigma_in) for one in shape.features)
    return replace(shape, features=tuple(placed))
