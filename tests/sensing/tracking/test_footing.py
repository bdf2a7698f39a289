import numpy as np
import pytest

from tablecam.sensing.tracking.footing import Footing, find_moving_surface, find_possible_surfaces
from tablecam.table.elevation import ElevationResult, Surface

FLOORS = (Surface(0.0, "table"), Surface(1.5, "floor"), Surface(3.0, "roof"))
SHARP = (0.1, 0.2)
BLURRED = (1.0, 1.0)


def test_a_height_that_fits_one_floor_decides_it() -> None:
    assert Footing.judge(FLOORS, 1.45, SHARP).standing == ElevationResult(1.5, "floor")


def test_what_was_undecided_is_decided_by_the_first_reading_that_can() -> None:
    footing = Footing.judge(FLOORS, 1.4, BLURRED)
    assert footing.standing.stands_on == "undecided"
    assert footing.add_reading(1.4, SHARP, patience=10).standing.stands_on == "floor"


def test_a_floor_once_decided_outlasts_a_few_readings_that_say_otherwise() -> None:
    footing = Footing.judge(FLOORS, 0.0, SHARP)
    for _ in range(9):
        footing = footing.add_reading(1.5, SHARP, patience=10)
    assert footing.standing.stands_on == "table"
    assert (
        footing.add_reading(0.0, SHARP, patience=10).add_reading(1.5, SHARP, patience=10).standing.stands_on == "table"
    )
    assert footing.add_reading(1.5, SHARP, patience=10).standing.stands_on == "floor"


def test_a_floor_once_decided_is_not_lost_to_doubt() -> None:
    footing = Footing.judge(FLOORS, 0.0, SHARP)
    for _ in range(50):
        footing = footing.add_reading(0.7, BLURRED, patience=10)
    assert footing.standing.stands_on == "table"


def test_a_mean_whose_bias_fits_no_floor_is_judged_by_the_sigma_of_one_reading() -> None:
    assert Footing.judge(FLOORS, 0.45, SHARP).standing.stands_on == "table"


def test_a_height_that_fits_no_floor_is_the_nearest_one_with_a_sigma_that_reaches_them_all() -> None:
    standing = Footing.judge((Surface(0.0, "table"), Surface(3.0, "roof")), 1.76, (0.2, 0.3)).standing
    assert (standing.stands_on, standing.z_in) == ("undecided", 3.0)
    # a gun across a tag that stands on the table: the table is within two of it
    assert 1.5 <= standing.sigma_z_in < 2.5


def test_a_model_on_something_the_plan_does_not_have_is_on_the_table_with_a_sigma_that_reaches_its_height() -> None:
    standing = Footing.judge((Surface(0.0, "table"),), 2.2, SHARP).standing
    assert (standing.stands_on, standing.z_in) == ("undecided", 0.0)
    assert 1.1 <= standing.sigma_z_in < 2.2


def test_the_only_surface_there_is_doubted_later_than_one_of_several() -> None:
    height_in = 4.3 * SHARP[1]
    assert Footing.judge(FLOORS[:1], height_in, SHARP).standing == ElevationResult(0.0, "table")
    assert Footing.judge((FLOORS[0], FLOORS[2]), height_in, SHARP).standing.stands_on == "undecided"
    assert Footing.judge(FLOORS[:1], 4.7 * SHARP[1], SHARP).standing.stands_on == "undecided"


def test_a_height_that_fits_two_floors_is_told_with_a_sigma_that_reaches_both() -> None:
    standing = Footing.judge(FLOORS[:2], 0.5, (0.35, 0.35)).standing
    assert (standing.stands_on, standing.z_in) == ("undecided", 0.0)
    assert standing.sigma_z_in >= 0.75


def test_inside_a_block_where_nothing_may_stand_the_measured_height_is_kept() -> None:
    standing = Footing.judge((), 2.2, SHARP).standing
    assert (standing.stands_on, standing.z_in, standing.sigma_z_in) == ("undecided", 2.2, 0.2)


def test_each_surface_is_allowed_where_the_model_would_be_if_it_stood_there(props) -> None:
    roof = props.terrain.features[0]
    # taken for z = 0 the first lies outside the roof's outline, further than its base reaches
    on_the_roof = find_possible_surfaces(props.seen(props.ann, 37.9, 37.9, 3.0), props.ann, props.terrain)
    in_the_open = find_possible_surfaces(props.seen(props.ann, 20, 10), props.ann, props.terrain)
    assert [surface.name for surface in on_the_roof] == ["table", roof.name]
    assert [surface.name for surface in in_the_open] == ["table"]


def test_a_model_in_the_hand_is_in_the_air_at_its_measured_height(props) -> None:
    standing = find_moving_surface(props.seen(props.ann, 20, 10, 2.5), props.ann, props.terrain)
    assert standing.stands_on == "air"
    assert standing.z_in == pytest.approx(2.5)
    assert find_moving_surface(props.seen(props.ann, 20, 10, 0.1), props.ann, props.terrain).stands_on == "table"


def test_a_lifted_model_comes_down_only_where_it_is_near_a_surface(props) -> None:
    reading = props.seen(props.ann, 20, 10, 0.45)
    assert find_moving_surface(reading, props.ann, props.terrain, lifted=False).stands_on == "table"
    assert find_moving_surface(reading, props.ann, props.terrain, lifted=True).stands_on == "air"
    assert (
        find_moving_surface(props.seen(props.ann, 20, 10, 0.2), props.ann, props.terrain, lifted=True).stands_on
        == "table"
    )


@pytest.mark.slow
def test_noise_does_not_change_the_floor_of_a_model_at_rest(props) -> None:
    scene, random = props.scene(), np.random.default_rng(2)
    spread = props.covariance(0.002, 0.3)
    floors = []
    for _ in range(300):
        scene.frame([props.seen(props.ann, 34, 34, 3.0, noise=random.normal(size=4), spread=spread)])
        floors += [placed.stands_on for placed in scene.tracker.snapshot().models]
    assert set(floors[1:]) == {"roof"}
