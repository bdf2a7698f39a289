"""A tape between models and places."""

import math

import pytest

from tablecam.table.measure.ranges import measure_range, measure_tape_range
from tablecam.table.notation import parse

TABLE = parse("model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 20,10\n")


def test_between_models_it_is_their_range() -> None:
    assert measure_tape_range(TABLE, "ann", "bob") == measure_range(TABLE, "ann", "bob")


def test_it_begins_at_a_base_edge_and_ends_in_a_point() -> None:
    found = measure_tape_range(TABLE, "ann", (10.0, 16.0))
    assert found.range_in == pytest.approx(5.5, abs=1e-4)
    assert found.nearest[0] == pytest.approx((10.0, 10.5), abs=1e-4)
    assert found.nearest[1] == pytest.approx((10.0, 16.0), abs=1e-4)


def test_between_two_places_it_is_the_straight_line() -> None:
    assert measure_tape_range(TABLE, (1.0, 2.0), (4.0, 6.0)).range_in == pytest.approx(5.0, abs=1e-4)


def test_it_lies_level_with_the_model_it_is_held_to() -> None:
    roof = "terrain roof solid 0 to 3 standable at 8,8 12,8 12,12 8,12\n"
    high = parse("model ann red 25.4mm at 10,10 z 3 on roof\n" + roof)
    found = measure_tape_range(high, "ann", (20.0, 10.0))
    assert found.range_in == found.horizontal_in == pytest.approx(9.5, abs=1e-4)


def test_a_place_adds_nothing_to_the_models_error() -> None:
    to_place, to_model = measure_tape_range(TABLE, "ann", (20.0, 10.0)), measure_tape_range(TABLE, "ann", "bob")
    assert math.isfinite(to_place.sigma_in)
    assert to_place.sigma_in <= to_model.sigma_in


def test_a_tape_with_one_end_is_refused() -> None:
    with pytest.raises(ValueError, match="two models"):
        measure_tape_range(TABLE, "ann", "ann")
