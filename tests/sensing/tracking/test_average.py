import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecam.sensing.tracking.observation import Average, surprise, with_floor, with_noise, wrap_angle
from tablecam.sensing.tracking.settings import TrackerSettings


def mean_of(readings):
    average = Average.from_reading(readings[0])
    for reading in readings[1:]:
        average = average.including(reading, memory=10**9)
    return average.mean


def noisy(props, random, count, spread, heading_rad=0.0):
    return [
        props.seen(props.ann, 30, 12, heading_rad=heading_rad, noise=random.normal(size=4), spread=spread)
        for _ in range(count)
    ]


def test_the_mean_of_n_readings_is_as_sharp_as_one_over_the_root_of_n(props) -> None:
    spread = props.covariance(0.01, 0.2)
    mean = mean_of([props.seen(props.ann, 30, 12, spread=spread)] * 64)
    assert np.sqrt(np.diag(mean.covariance)) == pytest.approx(np.sqrt(np.diag(spread)) / 8, rel=1e-4)


@pytest.mark.slow
def test_the_mean_really_lies_within_the_sigma_it_claims(props) -> None:
    random = np.random.default_rng(4)
    spread = props.covariance(0.01, 0.2)
    truth = props.seen(props.ann, 30, 12)
    means = [mean_of(noisy(props, random, 16, spread)) for _ in range(400)]
    scores = [(mean.x_in - truth.x_in) / (0.01 / 4) for mean in means]
    # the standard deviation of 400 standard normals is 1 within 0.035, one sigma
    assert np.std(scores) == pytest.approx(1.0, abs=0.12)
    assert np.mean(scores) == pytest.approx(0.0, abs=0.2)


def test_a_sharp_reading_counts_more_than_a_blurred_one(props) -> None:
    sharp = props.seen(props.ann, 30, 12, spread=props.covariance(0.001, 0.1))
    blurred = props.seen(props.ann, 30.1, 12, spread=props.covariance(0.01, 0.1))
    assert mean_of([sharp, blurred]).x_in == pytest.approx(sharp.x_in + 0.1 / 101, rel=1e-3)


def test_headings_on_both_sides_of_the_turn_average_across_it(props) -> None:
    readings = [props.seen(props.ann, 30, 12, heading_rad=math.pi + turn) for turn in (-0.02, 0.02, -0.01, 0.01)]
    readings = [reading if i % 2 else _turned_back(reading) for i, reading in enumerate(readings)]
    assert abs(mean_of(readings).heading_rad) == pytest.approx(math.pi, abs=1e-6)


def _turned_back(reading):
    return replace(reading, heading_rad=reading.heading_rad - 2 * math.pi)


@pytest.mark.slow
def test_a_mean_of_long_standing_still_follows_a_nudge_too_small_to_tell_from_noise(props) -> None:
    average = Average.from_reading(props.seen(props.ann, 30, 12))
    for _ in range(5000):
        average = average.including(props.seen(props.ann, 30, 12), memory=100)
    assert average.mean.covariance == pytest.approx(average.latest.covariance / 101, rel=1e-3)
    nudged = props.seen(props.ann, 30.008, 12)
    for _ in range(500):
        average = average.including(nudged, memory=100)
    assert average.mean.x_in == pytest.approx(nudged.x_in, abs=0.0002)


@pytest.mark.slow
def test_no_mean_claims_to_be_better_than_the_floor(props) -> None:
    settings = TrackerSettings()
    mean = with_floor(mean_of([props.seen(props.ann, 30, 12)] * 10_000), settings)
    sigmas = np.sqrt(np.diag(mean.covariance))
    floor = [settings.bias_floor_in, settings.bias_floor_in, settings.bias_floor_rad, settings.bias_floor_scale]
    assert sigmas == pytest.approx(floor, rel=1e-6)


def test_the_floor_adds_nothing_to_a_reading_that_is_worse(props) -> None:
    reading = props.seen(props.ann, 30, 12, spread=props.covariance(0.02, 0.5))
    assert with_floor(reading, TrackerSettings()).covariance == pytest.approx(reading.covariance)


@pytest.mark.slow
@given(st.permutations(range(8)))
def test_the_order_of_the_readings_does_not_matter(props, order) -> None:
    readings = noisy(props, np.random.default_rng(3), 8, props.covariance(0.01, 0.2), heading_rad=3.0)
    mean, other = mean_of(readings), mean_of([readings[i] for i in order])
    assert (other.x_in, other.y_in, other.scale) == pytest.approx((mean.x_in, mean.y_in, mean.scale), abs=1e-9)
    assert wrap_angle(other.heading_rad - mean.heading_rad) == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
def test_surprise_is_chi_square_with_three_degrees_of_freedom(props) -> None:
    random = np.random.default_rng(5)
    spread = props.covariance(0.01, 0.2)
    pairs = zip(noisy(props, random, 2000, spread), noisy(props, random, 2000, spread), strict=True)
    scores = np.array([surprise(a, b) for a, b in pairs])
    assert scores.mean() == pytest.approx(3.0, abs=0.2)
    assert (scores < 7.815).mean() == pytest.approx(0.95, abs=0.02)


@given(st.floats(-50, 50))
def test_a_wrapped_angle_is_the_same_direction_within_half_a_turn(angle: float) -> None:
    assert abs(wrap_angle(angle)) <= math.pi
    assert math.cos(wrap_angle(angle)) == pytest.approx(math.cos(angle), abs=1e-9)
    assert math.sin(wrap_angle(angle)) == pytest.approx(math.sin(angle), abs=1e-9)


def test_a_known_height_puts_a_tag_where_it_is_however_noisy_readings_are(props) -> None:
    # seen from another eye, a tag lies the further aside the higher it is
    aside, high = 0.4, 0.0025
    covariance = np.diag([1e-6, 1e-6, 1e-5, high**2])
    covariance[0, 3] = covariance[3, 0] = aside * 58 * high**2
    covariance[0, 0] += (aside * 58 * high) ** 2
    reading = replace(props.seen(props.ann, 30, 12), covariance=covariance)
    place, _ = reading.compute_place(1.0)
    for noise in (0.25, 0.5, 2.0):
        known, spread = with_noise(reading, noise).compute_place(1.0)
        np.testing.assert_allclose(known, place, atol=1e-9)
        assert math.sqrt(spread[0, 0]) == pytest.approx(1e-3 * noise * (1 - 1.0 / reading.eye_in[2]), rel=1e-6)
