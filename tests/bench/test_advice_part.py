"""The bench part of advice at a small size: that it measures what it says."""

import pytest

from tools.bench.umpire import advice

pytestmark = pytest.mark.long


def test_advice_is_worked_out_and_answers_are_given_meanwhile() -> None:
    result = advice(side=2, prisms=2, repetitions=2)
    assert "2 against 2 models, 2 prisms" in result.title
    assert [figure.unit.strip() for figure in result.figures] == ["ms", "x"]
    assert all(figure.value > 0 for figure in result.figures)
