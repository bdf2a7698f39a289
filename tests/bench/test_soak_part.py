"""The soak of the bench: what it calls growth; and at a small size, that it measures what it says."""

import pytest

from tools.bench.crowd import MOST_GROWTH_MB, Sample, judge, soak

pytestmark = pytest.mark.long

QUIET = Sample(300.0, 70, 12)


def reached(samples: list[Sample]) -> list[bool | None]:
    return [figure.reached for figure in judge(QUIET, samples, "")]


def test_a_rise_at_the_beginning_that_ends_is_no_growth() -> None:
    rises = [Sample(300.0 + 20 * min(each, 3), 74, 12) for each in range(10)]
    assert reached(rises) == [True, True, True]


def test_what_grows_to_the_end_is_told() -> None:
    assert reached([Sample(300.0 + MOST_GROWTH_MB * each, 74, 12) for each in range(10)]) == [False, True, True]
    assert reached([Sample(300.0, 74 + 10 * each, 12) for each in range(10)]) == [True, False, True]
    assert reached([Sample(300.0, 74, 12 + each) for each in range(10)]) == [True, True, False]


def test_an_evening_is_played_and_its_crowds_leave_nothing_open() -> None:
    memory, threads, files = soak(answers=40, visits=2, streams=4).figures
    assert memory.note.endswith("40 answers, 0 games ended, 2 crowds of 4")
    assert threads.reached
    assert files.reached
