"""The table of Urr's demonstration: three outer sections with towers, a host before them and guards on them."""

from shapely import Point, box

from tablecam.rules.books.book import DemoGame
from tablecam.rules.books.demo_table import DemoModel, DemoTable
from tablecam.rules.books.urr.forces.reader import UNIT_BASE, UNIT_HEIGHT_IN, UrrForces
from tablecam.table.terrain import SOLID, Feature, Terrain

WALL_TOP_IN, TOWER_TOP_IN, HOUSE_TOP_IN, HILL_TOP_IN = 2.5, 4.5, 2.0, 1.0
# name, left, near, right, far edge in inches, top, piece
BLOCKS: tuple[tuple[str, float, float, float, float, float, str], ...] = (
    ("wall 1", 0.5, 30.0, 12.5, 33.6, WALL_TOP_IN, "wall"),
    ("wall 2", 15.5, 30.0, 29.5, 33.6, WALL_TOP_IN, "wall"),
    ("wall 3", 32.5, 30.0, 47.5, 33.6, WALL_TOP_IN, "wall"),
    ("tower 1", 12.5, 29.4, 15.5, 34.2, TOWER_TOP_IN, "tower"),
    ("tower 2", 29.5, 29.4, 32.5, 34.2, TOWER_TOP_IN, "tower"),
    ("tanners", 4.0, 41.5, 9.0, 45.0, HOUSE_TOP_IN, "house"),
    ("ropewalk", 20.0, 42.5, 28.5, 45.0, HOUSE_TOP_IN, "house"),
    ("old market", 38.0, 41.0, 43.5, 45.5, HOUSE_TOP_IN, "house"),  # no text
)
PAINT = {"wall": "concrete", "tower": "brick", "house": "wood", "hill": "grass"}
TOWARDS_CITY, TOWARDS_FIELD = 90.0, 270.0
# unit, x, y, the feature that it stands on
HOST: tuple[tuple[str, float, float, str], ...] = (
    ("ash_spears_1", 19.0, 28.9, ""),
    ("ash_spears_2", 22.5, 28.9, ""),
    ("cinder_axes", 26.0, 28.9, ""),
    ("soot_bows", 22.5, 22.0, ""),
    ("bone_levy_1", 36.0, 26.0, ""),
    ("bone_levy_2", 39.5, 26.0, ""),
    ("hill_mauls", 43.0, 26.0, ""),
    ("pale_choir", 8.0, 12.0, "hill"),
    ("ash_wagons", 24.0, 8.0, ""),
    ("night_knives", 32.0, 9.0, ""),
)
GUARDS: tuple[tuple[str, float, float, str], ...] = (
    ("wall_watch_1", 20.0, 31.3, "wall 2"),
    ("lantern_pikes", 25.5, 31.3, "wall 2"),
    ("wall_watch_2", 36.0, 31.3, "wall 3"),
    ("larch_bows", 42.0, 31.3, "wall 3"),
    ("guild_swords", 14.0, 38.0, ""),
    ("deep_masons", 33.0, 38.0, ""),
    ("roof_runners", 41.0, 37.5, ""),
)
FORCES = {"red": "ash_host", "blue": "lantern_guard"}


def demo_game() -> DemoGame:
    """The storm of the scenario, on its own table."""
    table = DemoTable(
        (*_place_units("red", HOST, TOWARDS_CITY), *_place_units("blue", GUARDS, TOWARDS_FIELD)),
        _build_terrain(),
        PAINT,
    )
    return DemoGame(forces=FORCES, table=table)


def _build_terrain() -> Terrain:
    blocks = (
        Feature(name, SOLID, 0.0, top_in, True, box(left_in, near_in, right_in, far_in), piece)
        for name, left_in, near_in, right_in, far_in, top_in, piece in BLOCKS
    )
    hill = Feature("hill", SOLID, 0.0, HILL_TOP_IN, True, Point(8.0, 12.0).buffer(4.5, quad_segs=10), "hill")
    return Terrain((*blocks, hill))


def _place_units(
    seat: str, places: tuple[tuple[str, float, float, str], ...], heading_deg: float
) -> tuple[DemoModel, ...]:
    """The units of a starter force at their positions, with the names from its file."""
    forces = UrrForces()
    models_by_id = {model.id: model for model in forces.read_force(forces.starters()[FORCES[seat]]).models}
    return tuple(
        DemoModel(
            id, models_by_id[id].name, seat, UNIT_BASE, UNIT_HEIGHT_IN, x, y, heading_deg, on, models_by_id[id].profile
        )
        for id, x, y, on in places
    )
