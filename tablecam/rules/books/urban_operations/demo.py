"""The table of the demonstration: a market quarter with the ten blocks a side of the scenario."""

from shapely import box

from tablecam.rules.books.book import DemoGame
from tablecam.rules.books.demo_table import DemoModel, DemoTable
from tablecam.rules.books.urban_operations.rules.setup import block_id
from tablecam.rules.books.urban_operations.wording.names import number_name
from tablecam.table.miniature import Rectangle
from tablecam.table.table import Hex, HexGrid
from tablecam.table.terrain import SOLID, Feature, Terrain

GRID = HexGrid(2.0, (24.0, 24.0))
BLOCK_BASE, BLOCK_HEIGHT_IN = Rectangle(30.0, 20.0), 1.0
SHED_TOP_IN, HOUSE_TOP_IN, HALL_TOP_IN, WALL_TOP_IN = 1.5, 2.5, 3.0, 0.8
# name; left, near, right and far edge in inches; top in inches; kind of piece
BUILDINGS: tuple[tuple[str, float, float, float, float, float, str], ...] = (
    ("salt hall", 19.0, 20.5, 29.0, 27.5, HALL_TOP_IN, "hall"),  # no text
    ("salt shed 1", 4.0, 19.0, 11.0, 23.5, SHED_TOP_IN, "shed"),  # no text
    ("salt shed 2", 4.0, 27.0, 11.0, 31.5, SHED_TOP_IN, "shed"),  # no text
    ("cooper", 36.5, 17.0, 43.0, 21.5, HOUSE_TOP_IN, "house"),
    ("bakery", 36.5, 29.0, 43.5, 34.0, HOUSE_TOP_IN, "house"),
    ("belfry", 21.5, 34.0, 26.5, 39.0, HALL_TOP_IN, "hall"),
    ("market wall 1", 14.5, 31.0, 15.0, 36.5, WALL_TOP_IN, "wall"),  # no text
    ("market wall 2", 32.5, 12.5, 33.0, 18.0, WALL_TOP_IN, "wall"),  # no text
)
PAINT = {"hall": "brick", "shed": "wood", "house": "brick", "wall": "concrete"}
NORTH, SOUTH = 90.0, 270.0
# each block's hex and the feature that it stands on, in the order of the scenario's numbers
RED: tuple[tuple[int, int, str], ...] = (
    (-7, -5, ""), (-9, -3, ""), (-5, -5, ""), (-7, -3, ""),
    (0, -8, ""), (-2, -6, ""), (2, -8, ""),
    (8, -12, ""), (10, -12, ""), (6, -12, ""),
)  # fmt: skip
BLUE: tuple[tuple[int, int, str], ...] = (
    (-6, 12, ""), (-9, 11, ""), (-8, 10, ""), (-4, 9, ""),
    (3, 5, ""), (4, 7, ""), (0, 6, "belfry"),
    (8, 5, ""), (11, 2, ""), (6, 4, ""),
)  # fmt: skip


def demo_game() -> DemoGame:
    """The table of the scenario `ten-blocks`, with every block at its start."""
    models = (*_build_blocks("red", RED, 1, NORTH), *_build_blocks("blue", BLUE, 1 + len(RED), SOUTH))
    return DemoGame(table=DemoTable(models, _build_terrain(), PAINT, "street", GRID))


def _build_terrain() -> Terrain:
    return Terrain(
        tuple(
            Feature(name, SOLID, 0.0, top_in, top_in > WALL_TOP_IN, box(left, near, right, far), piece)
            for name, left, near, right, far, top_in, piece in BUILDINGS
        )
    )


def _build_blocks(
    seat: str, places: tuple[tuple[int, int, str], ...], first: int, heading_deg: float
) -> tuple[DemoModel, ...]:
    """The blocks of a side, named by their numbers, since a name must not reveal the unit."""
    return tuple(
        DemoModel(
            block_id(number), number_name(number), seat, BLOCK_BASE, BLOCK_HEIGHT_IN,
            *GRID.middle(Hex(q, r)), heading_deg, on,
        )
        for number, (q, r, on) in enumerate(places, first)
    )  # fmt: skip
