"""The errors of lengths by direction and place: drawn cards with known faults, and the plan where to lay the card."""

import math
import random
from collections.abc import Callable

import pytest

from tablecam.setup.card_plan import CARD_PLAN, choose_card_place
from tablecam.setup.finding import BAD, GOOD
from tablecam.setup.gauge_step import TRUE_IN, CardMark, GaugeReading, as_rows, read_rows, select_one_per_place
from tablecam.setup.length_errors import LengthErrors, count_directions, estimate_errors, judge_lengths, list_lengths
from tablecam.setup.true_scale import Certificate

SIZE_IN = (48.0, 36.0)
MARKS_IN = (1.0, 2.5, 7.5, 11.0)
SIGMA_IN = 0.003
MAT = Certificate("mat", 0.0005, 1.0)
SEEDS = 300


def flat(_x: float, _y: float, _turn: float) -> float:
    return 0.0


def lay_cards(share: Callable[[float, float, float], float], seed: int = 1) -> list[GaugeReading]:
    """Readings by the plan on a table that shows lengths there, in that direction, too long by a share."""
    chance, readings = random.Random(seed), []
    while (place := choose_card_place(readings, SIZE_IN)) is not None:
        factor = 1 + share(*place.at_in, math.radians(place.turn_deg))
        read = [(mark - 1) * factor + chance.gauss(0, SIGMA_IN) for mark in MARKS_IN]
        marks = tuple(CardMark(mark, value - read[0], SIGMA_IN) for mark, value in zip(MARKS_IN, read, strict=True))
        readings.append(
            GaugeReading(place.at_in, place.turn_deg, marks[-1].read_in, SIGMA_IN * math.sqrt(2), marks=marks)
        )
    return readings


def estimate(share: Callable[[float, float, float], float], seed: int = 1) -> LengthErrors:
    errors = estimate_errors(lay_cards(share, seed), TRUE_IN)
    assert errors is not None
    return errors


def test_the_plan_has_seven_places_in_four_directions_and_six_lengths() -> None:
    readings = lay_cards(flat)
    assert len(select_one_per_place(readings)) == len(CARD_PLAN) == 7
    assert count_directions(readings) == 4
    assert list_lengths(readings[0].marks) == (1.5, 3.5, 5.0, 6.5, 8.5, 10.0)


@pytest.mark.parametrize("size_in", [(22.0, 30.0), (72.0, 48.0), (24.0, 24.0)])
def test_each_place_of_the_plan_holds_the_whole_card(size_in: tuple[float, float]) -> None:
    readings: list[GaugeReading] = []
    while (place := choose_card_place(readings, size_in)) is not None:
        (x, y), turn = place.at_in, math.radians(place.turn_deg)
        reach_x, reach_y = 6 * abs(math.cos(turn)), 6 * abs(math.sin(turn))
        assert reach_x <= x <= size_in[0] - reach_x
        assert reach_y <= y <= size_in[1] - reach_y
        readings.append(GaugeReading(place.at_in, place.turn_deg, TRUE_IN, 0.01))


def test_a_clean_table_is_called_neither_stretched_nor_uneven() -> None:
    told = [estimate(flat, seed) for seed in range(SEEDS)]
    assert sum(errors.is_stretched or errors.uneven_certain for errors in told) <= SEEDS // 100
    findings = judge_lengths(told[0], MAT, ruled=False)
    assert {finding.verdict for finding in findings} == {GOOD}


def test_a_stretch_of_four_thousandths_is_told_with_its_direction() -> None:
    errors = estimate(lambda _x, _y, turn: 0.004 * math.cos(turn) ** 2)
    assert errors.is_stretched
    assert errors.stretch == pytest.approx(0.004, abs=0.001)
    assert min(errors.along_deg, 180 - errors.along_deg) < 10
    shape = judge_lengths(errors, MAT, ruled=False)[0]
    assert shape.verdict != GOOD
    assert "read 0." in str(shape.says)
    assert "longer than across" in str(shape.says)


def test_a_trough_of_six_millimetres_is_told_as_uneven() -> None:
    """Under a camera 50 in up a card at the bottom looks smaller by its depth over that height."""
    errors = estimate(lambda x, _y, _turn: -0.236 / 50 * max(0.0, 1 - abs(x - 24) / 12))
    assert errors.uneven_certain
    assert "from place to place" in str(judge_lengths(errors, MAT, ruled=False)[0].says)


def test_the_expanded_uncertainty_covers_the_error_of_a_length_in_19_of_20_tables() -> None:
    chance, inside, tables = random.Random(5), 0, 200
    for seed in range(tables):
        stretch, turn_of = chance.gauss(0, 0.002), chance.uniform(0, math.pi)
        errors = estimate(lambda _x, _y, turn, by=stretch, of=turn_of: by * math.cos(turn - of) ** 2, seed)
        direction = chance.uniform(0, math.pi)
        # the common part of a stretch belongs to the scale, which rests on the mat
        error_in = 12 * stretch * math.cos(2 * (direction - turn_of)) / 2 + chance.gauss(0, SIGMA_IN * math.sqrt(2))
        inside += abs(error_in) <= errors.compute_uncertainty(12.0, 0.0, corrected=True)
    assert 0.93 <= inside / tables <= 0.995


def test_a_length_that_no_ruler_measured_leaves_its_scale_in_the_uncertainty() -> None:
    errors = estimate(lambda _x, _y, _turn: 0.01)
    assert errors.common == pytest.approx(0.01, abs=0.001)
    assert errors.compute_uncertainty(12.0, 0.001, corrected=False) > 0.11
    assert errors.compute_uncertainty(12.0, 0.001, corrected=True) < 0.06
    assert judge_lengths(errors, None, ruled=True)[1].verdict == BAD
    assert "whose scale is unknown" in str(judge_lengths(errors, None, ruled=False)[1].says)


def test_the_decision_at_twelve_inches_leaves_what_is_uncertain_open() -> None:
    errors = estimate(flat)
    uncertainty_in = errors.compute_uncertainty(12.0, MAT.sigma, corrected=True)
    says = str(judge_lengths(errors, MAT, ruled=False)[2].says)
    within, beyond = (float(word) for word in says.replace(",", " ").split() if word.startswith(("11.", "12.")))
    assert within <= 12 - uncertainty_in < within + 0.01
    assert beyond - 0.01 < 12 + uncertainty_in <= beyond
    assert "1 of 40" in says


def test_too_few_places_or_directions_give_no_errors() -> None:
    readings = lay_cards(flat)
    assert estimate_errors(readings[:3], TRUE_IN) is None
    assert estimate_errors([reading for reading in readings if reading.turn_deg in (0, 90)], TRUE_IN) is None


def test_readings_of_a_card_with_two_tags_count_and_are_read_again() -> None:
    readings = [GaugeReading(one.at_in, one.turn_deg, one.measured_in, one.sigma_in) for one in lay_cards(flat)]
    errors = estimate_errors(readings, TRUE_IN)
    assert errors is not None
    assert errors.lengths_in == (10.0,)
    assert "print it again" in str(judge_lengths(errors, MAT, ruled=False)[1].says)
    assert read_rows([row[:5] for row in as_rows(readings)]) == read_rows(as_rows(readings))
    assert read_rows(as_rows(lay_cards(flat)))[0].marks[1].printed_in == 2.5
