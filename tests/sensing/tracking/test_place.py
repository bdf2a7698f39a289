import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecam.sensing.tracking.footing import base_center, place
from tablecam.table.elevation import ElevationResult

TABLE = ElevationResult(0.0, "table")


@pytest.mark.slow
@given(
    st.floats(0, 48), st.floats(0, 48), st.floats(0, 10), st.floats(-3.1, 3.1),
    st.tuples(st.floats(-30, 30), st.floats(-30, 30)),
)  # fmt: skip
def test_a_model_is_found_where_its_base_is_however_it_is_turned_and_however_high(props, x, y, z, turn, offset) -> None:
    model = replace(props.ann, tag_offset_mm=offset)
    placed = place(props.seen(model, x, y, z, turn), model, ElevationResult(z, "roof"))
    assert (placed.x_in, placed.y_in, placed.z_in) == pytest.approx((x, y, z), abs=1e-9)
    assert placed.heading_rad == pytest.approx(turn, abs=1e-9)
    assert base_center(props.seen(model, x, y, z, turn), model, z) == pytest.approx((x, y), abs=1e-9)


def test_a_tag_behind_the_base_leaves_the_base_in_front_of_it(props) -> None:
    # facing along +x, the tag 26.5 mm behind: the base lies further along +x than the tag
    reading = props.seen(props.ann, 24, 24)
    assert place(reading, props.ann, TABLE).x_in - reading.x_in == pytest.approx(26.5 / 25.4, abs=0.002)


def test_a_wrong_height_slides_the_model_along_the_sight_line_away_from_the_middle(props) -> None:
    reading = props.seen(props.ann, 40, 24, z_in=3.0)
    assert place(reading, props.ann, TABLE).x_in == pytest.approx(40 + 3 / 57 * 15, abs=0.05)


@pytest.mark.slow
def test_the_covariance_is_that_of_many_noisy_readings(props) -> None:
    random = np.random.default_rng(1)
    model = replace(props.ann, tag_offset_mm=(15.0, -20.0))
    spread = props.covariance(0.004, 0.1)
    spread[2, 2] = 0.01**2
    many = [
        place(props.seen(model, 40, 10, 2.0, 0.7, random.normal(size=4), spread), model, ElevationResult(2.0, "hill"))
        for _ in range(4000)
    ]
    found = np.cov([[placed.x_in, placed.y_in, placed.heading_rad] for placed in many], rowvar=False)
    assert found == pytest.approx(np.array(many[0].covariance), rel=0.1, abs=2e-6)


def test_a_doubtful_height_widens_the_place_along_the_sight_line_only(props) -> None:
    reading = props.seen(props.ann, 44, 24, heading_rad=math.pi / 2)
    sure, doubtful = (place(reading, props.ann, ElevationResult(0.0, "undecided", sigma)) for sigma in (0.0, 1.0))
    added = np.array(doubtful.covariance) - np.array(sure.covariance)
    assert math.sqrt(added[0, 0]) == pytest.approx(20 / 60, rel=0.02)
    assert math.sqrt(added[1, 1]) == pytest.approx(26.5 / 25.4 / 60, rel=0.02)
    assert doubtful.sigma_z_in == 1.0


def test_how_well_trays_are_glued_is_part_of_every_place(props) -> None:
    reading = props.seen(props.ann, 24, 24)
    exact, glued = (np.array(place(reading, props.ann, TABLE, sigma).covariance) for sigma in (0.0, 0.5))
    assert np.diag(glued - exact) == pytest.approx([(0.5 / 25.4) ** 2, (0.5 / 25.4) ** 2, 0])
