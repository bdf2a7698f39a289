"""The figures of 2,000 random cases, as they were recorded from the forms that stood beside the rules."""

import pytest
from odds_cases import COUNTS, Case, list_cases, load_recorded


def assert_as_recorded(case: Case) -> None:
    assert case.figures == load_recorded()[case], case


def test_2000_cases_are_recorded() -> None:
    assert list(load_recorded()) == list(list_cases())
    assert sum(COUNTS.values()) == 2000


@pytest.mark.parametrize("kind", COUNTS)
def test_the_first_cases_have_the_recorded_figures(kind: str) -> None:
    for number in range(3):
        assert_as_recorded(Case(kind, number))


@pytest.mark.long
def test_all_cases_have_the_recorded_figures() -> None:
    for case in list_cases():
        assert_as_recorded(case)
