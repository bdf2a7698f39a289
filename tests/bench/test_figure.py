import math

import pytest

from tools.bench.figure import BenchResult, Figure, Target, Time, cheaper, not_reached


def test_a_target_says_its_limits_and_whether_a_value_keeps_them() -> None:
    between = Target(0.93, 0.97)
    assert str(between) == "at least 0.93 and at most 0.97"
    assert [between.reached(value) for value in (0.92, 0.93, 0.97, 0.98)] == [False, True, True, False]


def test_what_could_not_be_measured_reaches_no_target() -> None:
    assert not Target(at_most=1.0).reached(math.nan)
    assert not Target(at_least=1.0).reached(math.nan)


def test_a_figure_tells_its_peers_its_target_and_how_it_went() -> None:
    figure = Figure("models found", 0.9464, "", (("plain pipeline", 0.8393),), Target(at_least=0.92), note="53 of 56")
    assert figure.line(14) == (
        "models found    0.9464 | plain pipeline 0.8393 | target at least 0.92: reached | 53 of 56"
    )


def test_json_has_null_where_nothing_was_measured() -> None:
    told = Figure("range", math.nan, " in", (("peer", math.inf),), Target(at_most=1)).to_json()
    assert (told["value"], told["peers"], told["reached"]) == (None, {"peer": None}, False)


def test_only_figures_with_a_target_can_miss_it() -> None:
    missed = Figure("a", 2.0, target=Target(at_most=1))
    result = BenchResult("part", "title", (missed, Figure("b", 2.0), Figure("c", 1.0, target=Target(at_most=1))))
    assert not_reached([result, result]) == 2


def test_a_part_that_was_left_out_says_why() -> None:
    assert BenchResult("photos", "photographs", (), "there is no folder").text() == (
        "photos: photographs\n  skipped: there is no folder"
    )


def test_the_gain_is_of_medians_of_processor_time() -> None:
    ours = [Time(1.0, 2.0), Time(2.0, 2.0), Time(30.0, 2.0)]
    theirs = [Time(20.0, 10.0)] * 3
    gain = cheaper(ours, theirs)
    assert (gain.median, gain.by_the_wall) == (10.0, 5.0)
    assert gain.mean == pytest.approx(20 / 11)
    assert gain.quartiles[0] < gain.median < gain.quartiles[1]
