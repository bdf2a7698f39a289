"""The bench part of the crowd at a small size: that it measures what it says. Never how long anything takes."""

import math

import pytest

from tools.bench.crowd import Times, crowd

pytestmark = pytest.mark.long


def test_a_burden_is_told_by_quantiles_of_both() -> None:
    times = Times([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])
    assert times.ratio(0.5) == 2.0
    assert times.note(0.5) == "2 ms without them, 4 ms with them"


def test_every_figure_of_the_crowd_is_measured() -> None:
    figures = {figure.what: figure for figure in crowd(streams=5, turns=1, answers=2).figures}
    assert [what for what, figure in figures.items() if math.isnan(figure.value) or figure.target is None] == []
    assert (figures["times each text is encoded"].value, figures["its exit status"].value) == (1, 0)
    assert len(figures) == 10
