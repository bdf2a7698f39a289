"""Which surfaces a place allows, and which of them a height seen from above decides for."""

import json
import math

import pytest
from shapely import Polygon, box

from tablecam.storage.terrain_geojson import read_terrain
from tablecam.table.elevation import ElevationResult, Surface, choose_surface, surfaces, surfaces_seen
from tablecam.table.terrain import Feature, Terrain


def block(name, footprint, bottom, top, standable=True, material="solid"):
    return Feature(name, material, bottom, top, standable, footprint)


def heights(terrain, x, y, radius=0.5):
    return [surface.z_in for surface in surfaces(terrain, x, y, radius)]


HILL = block("hill", box(0, 0, 10, 10), 0, 1.5)
RUIN_FLOOR = block("floor", box(20, 0, 26, 6), 2.85, 3.0)


def test_a_flat_table_has_one_surface():
    assert surfaces(Terrain(), 3, 4, 0.5) == (Surface(0.0, "table"),)


def test_inside_a_hill_there_is_only_its_top():
    assert surfaces(Terrain((HILL,)), 5, 5, 0.5) == (Surface(1.5, "hill"),)


@pytest.mark.parametrize("x", [9.6, 10.0, 10.4])
def test_a_base_over_an_edge_may_stand_above_or_below(x):
    assert heights(Terrain((HILL,)), x, 5) == [0.0, 1.5]


@pytest.mark.parametrize("x", [9.49, 10.51])
def test_a_base_clear_of_the_edge_has_one_surface(x):
    assert len(heights(Terrain((HILL,)), x, 5)) == 1


def test_a_model_may_stand_on_an_upper_floor_or_under_it():
    assert heights(Terrain((RUIN_FLOOR,)), 23, 3) == [0.0, 3.0]


def test_a_block_that_fills_the_room_above_a_floor_closes_it():
    chimney = block("chimney", box(21, 1, 25, 5), 3.0, 6.0, standable=False)
    assert heights(Terrain((RUIN_FLOOR, chimney)), 23, 3) == [0.0]


def test_two_walls_side_by_side_close_the_ground_that_each_alone_leaves_open():
    walls = (
        block("west", box(0, 0, 2, 4), 0, 2, standable=False),
        block("east", box(2, 0, 4, 4), 0, 2, standable=False),
    )
    assert heights(Terrain(walls[:1]), 2, 2) == [0.0]
    assert heights(Terrain(walls), 2, 2) == []


def test_a_crate_on_a_crate_is_stood_on_at_the_top_only():
    crates = (block("lower", box(0, 0, 2, 2), 0, 1.5), block("upper", box(0, 0, 2, 2), 1.5, 3.0))
    assert surfaces(Terrain(crates), 1, 1, 0.5) == (Surface(3.0, "upper"),)


def test_the_yard_of_a_hollow_building_is_open_ground():
    walls = Polygon(box(0, 0, 8, 8).exterior.coords, [box(1, 1, 7, 7).exterior.coords])
    assert heights(Terrain((block("keep", walls, 0, 4),)), 4, 4) == [0.0]


def test_flimsy_terrain_closes_nothing():
    hedge = block("hedge", box(0, 0, 4, 4), 0, 2, standable=False, material="flimsy")
    assert heights(Terrain((hedge,)), 2, 2) == [0.0]


def test_of_equal_tops_the_one_under_the_base_gives_its_name():
    terrain = Terrain((block("left", box(0, 0, 4, 4), 0, 3), block("right", box(4, 0, 8, 4), 0, 3)))
    assert [surface.name for surface in surfaces(terrain, 3.8, 2, 0.5)] == ["left"]
    assert [surface.name for surface in surfaces(terrain, 4.2, 2, 0.5)] == ["right"]


def test_a_place_that_slides_with_its_height_is_judged_at_each_height():
    def place_at(z):
        return 11.0 - z, 5.0

    # on the table it is beside the hill; put at 1.5 in it lies on its plateau
    assert surfaces_seen(Terrain((HILL,)), place_at, 0.4) == (Surface(0.0, "table"), Surface(1.5, "hill"))
    assert surfaces_seen(Terrain((HILL,)), lambda z: (12.0 - z, 5.0), 0.4) == (Surface(0.0, "table"),)


@pytest.mark.slow
@pytest.mark.parametrize("frame", ["f00", "f01"])
def test_the_true_floor_of_every_rendered_model_is_among_its_surfaces_even_where_it_is_measured_off(shared_data, frame):
    folder = shared_data / "rendered" / frame
    terrain = read_terrain(folder / "table" / "terrain.geojson")
    models = json.loads((folder / "truth_4k.json").read_text())["models"]
    assert len(models) == 28
    for model in models:
        x, y, z = model["base_centre_in"]
        for off in (0.0, 0.15, 0.3):
            for turn in range(16):
                at = x + off * math.cos(turn * math.pi / 8), y + off * math.sin(turn * math.pi / 8)
                assert z in heights(terrain, *at, radius=model["base_mm"] / 50.8), model["name"]


def test_most_places_on_a_rendered_table_leave_no_choice(shared_data):
    folder = shared_data / "rendered" / "f00"
    terrain = read_terrain(folder / "table" / "terrain.geojson")
    places = [model["base_centre_in"] for model in json.loads((folder / "truth_4k.json").read_text())["models"]]
    assert sum(len(heights(terrain, x, y)) == 1 for x, y, _ in places) == 26


FLOORS = (Surface(0.0, "table"), Surface(3.0, "floor"))


def test_a_clear_height_decides():
    assert choose_surface(FLOORS, 2.8, 0.3) == ElevationResult(3.0, "floor", 0.0)
    assert choose_surface(FLOORS, 0.4, 0.3) == ElevationResult(0.0, "table", 0.0)


def test_a_height_between_two_floors_is_undecided_and_keeps_the_likelier():
    standing = choose_surface(FLOORS, 1.6, 1.0)
    assert (standing.z_in, standing.stands_on) == (3.0, "undecided")
    # odds of exp((1.6^2 - 1.4^2) / 2) = e^.3 for the upper floor: the lower weighs 1 / (1 + e^.3)
    assert standing.sigma_z_in == pytest.approx(3.0 * math.sqrt(1 / (1 + math.exp(0.3))))


def test_odds_just_over_a_thousand_decide_and_just_under_do_not():
    # with sigma 1 the odds between 0 and 3 at height h are exp(3 h - 4.5)
    limit = (math.log(1000) + 4.5) / 3
    assert choose_surface(FLOORS, limit + 0.001, 1.0).stands_on == "floor"
    assert choose_surface(FLOORS, limit - 0.001, 1.0).stands_on == "undecided"


def test_a_lifted_tag_stands_on_nothing_and_keeps_its_own_height():
    assert choose_surface(FLOORS, 5.0, 0.3) == ElevationResult(5.0, "none", 0.3)


def test_a_single_surface_is_not_believed_against_the_tag():
    assert choose_surface(FLOORS[:1], 2.0, 0.3).stands_on == "none"
    assert choose_surface(FLOORS[:1], 0.9, 0.3) == ElevationResult(0.0, "table", 0.0)


def test_without_any_surface_nothing_is_stood_on():
    assert choose_surface((), 1.0, 0.3) == ElevationResult(1.0, "none", 0.3)


def test_an_unknown_height_decides_only_where_there_is_one_surface():
    assert choose_surface(FLOORS[1:], math.nan, 0.3) == ElevationResult(3.0, "floor", 0.0)
    assert choose_surface(FLOORS, 1.0, math.inf) == ElevationResult(0.0, "undecided", pytest.approx(3 / math.sqrt(2)))
    assert choose_surface((), math.nan, math.nan).stands_on == "none"


def test_a_perfectly_known_height_decides():
    assert choose_surface(FLOORS, 3.0, 0.0) == ElevationResult(3.0, "floor", 0.0)
