"""Whether the dice of the tray fall evenly."""

import random

import pytest

from tablecam.game.replay.dice_fairness import COLOURS, judge_dice, make_dice_chart


def test_chi_square_of_known_counts() -> None:
    # 60 rolls, 10 of each expected: (25 + 4 + 1 + 1 + 4 + 25) / 10
    fairness = judge_dice([15, 8, 9, 11, 12, 5])
    assert (fairness.rolled, fairness.chi_square) == (60, pytest.approx(6.0))
    assert str(fairness.verdict) == "as even as fair dice"


@pytest.mark.parametrize(("counts", "verdict"), [
    ([30, 10, 10, 10, 10, 10], "uneven: one fair set in forty looks like this"),
    ([10, 10, 10, 10, 10, 10], "more even than chance"),
    ([4, 5, 5, 5, 5, 5], "too few rolls to tell"),
    ([30, 10, 10, 10, 10, 10, 10, 10, 10, 10], "uneven: one fair set in forty looks like this"),
])  # fmt: skip
def test_the_verdict_follows_the_band(counts, verdict) -> None:
    assert str(judge_dice(counts).verdict) == verdict


@pytest.mark.parametrize("faces", [6, 10])
def test_one_fair_set_in_twenty_lies_outside_the_band(faces) -> None:
    chance = random.Random(1)
    sets, outside = 800, 0
    for _set in range(sets):
        rolls = [chance.randrange(faces) for _roll in range(20 * faces)]
        fairness = judge_dice([rolls.count(face) for face in range(faces)])
        low, high = fairness.band
        outside += not low <= fairness.chi_square <= high
    assert 0.03 < outside / sets < 0.075


def test_the_chart_has_a_row_for_each_colour_and_kind() -> None:
    counts = {("green", "d6"): (10, 10, 10, 10, 10, 30), ("light", "d10"): (1,) * 10, ("dark", "d6"): (0,) * 6}
    chart = make_dice_chart(counts)
    assert chart is not None
    assert [row[:2] for row in chart.rows] == [("green dice, d6", "80"), ("light dice, d10", "10")]
    assert all(len(row) == len(chart.columns) for row in chart.rows)
    assert make_dice_chart({}) is None


def test_every_colour_has_words() -> None:
    assert str(COLOURS["violet"]) == "violet dice"
    assert len(COLOURS) == 11
