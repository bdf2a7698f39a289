"""When bases touch."""

import pytest

from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.measure.ranges import contact, touches

LEVEL = Measurement(0.0, 0.0)


@pytest.mark.parametrize(
    ("gap", "sigma", "verdict", "guess"),
    [
        (-0.017, 0.004, Verdict.YES, True),
        (-0.017, 0.05, Verdict.YES, True),
        (0.0, 0.004, Verdict.YES, True),
        (0.001, 0.004, Verdict.YES, True),
        (0.006, 0.004, Verdict.TOO_CLOSE, True),
        (0.012, 0.004, Verdict.TOO_CLOSE, False),
        (0.02, 0.004, Verdict.NO, False),
        (0.02, 0.006, Verdict.TOO_CLOSE, False),
        (0.02, 0.015, Verdict.TOO_CLOSE, True),
        (0.05, 0.006, Verdict.NO, False),
        (0.05, 0.5, Verdict.TOO_CLOSE, False),
        (6.0, 0.006, Verdict.NO, False),
    ],
)
def test_a_gap_in_plan_is_judged_with_its_doubt(gap, sigma, verdict, guess):
    assert contact(Measurement(gap, sigma), LEVEL) is verdict
    assert touches(Measurement(gap, sigma), LEVEL) is guess


@pytest.mark.parametrize("rise", [3.0, -3.0])
def test_models_on_two_floors_do_not_touch(rise):
    assert contact(Measurement(-0.5, 0.004), Measurement(rise)) is Verdict.NO
    assert not touches(Measurement(-0.5, 0.004), Measurement(rise))


def test_an_undecided_floor_leaves_contact_undecided():
    assert contact(Measurement(-0.005, 0.004), Measurement(0.0, 1.5)) is Verdict.TOO_CLOSE
