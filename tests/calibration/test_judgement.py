from dataclasses import replace

import numpy as np
import pytest

from calibration.at_table import OverheadSetting
from calibration.intrinsics import estimate_lens
from calibration.judgement import judge

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow


def judged(views):
    return judge(estimate_lens(views), OverheadSetting())


def test_good_views_are_a_go_with_nothing_to_add(studio):
    judgement = judged(studio().views(24))
    assert judgement.go
    assert judgement.refusals == ()
    assert judgement.advice == ()
    assert judgement.table.distances[24.0] < 0.01


def test_too_few_views_are_a_no_go_that_says_how_many(studio):
    judgement = judged(studio().views(5))
    assert not judgement.go
    assert str(judgement.refusals[0]) == "only 5 views count; 8 are needed: take 15 or more"
    assert any("compare halves" in str(line) for line in judgement.advice)


def test_views_square_to_the_camera_are_a_no_go_that_asks_for_tilt(studio):
    refusals = judged(studio(tilt_deg=3.0).views(16)).refusals
    assert any("tilted by more than 12 degrees" in str(line) for line in refusals)


def test_views_in_one_part_of_the_picture_are_a_no_go_that_names_the_others(studio):
    refusals = judged(studio(where=(0.1, 0.1, 0.3, 0.3)).views(16)).refusals
    said = next(str(line) for line in refusals if "of the image" in str(line))
    assert "bottom right" in said
    assert "top left" not in said


def test_a_board_that_is_not_flat_or_not_the_one_named_is_a_no_go(studio):
    views = []
    for view in studio().views(16):
        # squares a tenth wider than high where the board was said to be square, and not by the same in each view
        views.append(replace(view, points_mm=view.points_mm * (1.0 + 0.1 * np.sin(len(views)), 1.0)))
    assert not judged(views).go


def test_noise_that_costs_inches_is_a_no_go_in_inches(studio):
    judgement = judged(studio(noise_px=6.0).views(10))
    assert not judgement.go
    assert any("24 in across the table would be measured" in str(line) for line in judgement.refusals)


def test_a_region_hardly_seen_is_advice_while_the_rest_is_good(studio):
    judgement = judged(studio(where=(0.4, 0.1, 0.92, 0.9)).views(24))
    assert judgement.go
    assert any("hardly ever in these parts" in str(line) and "left" in str(line) for line in judgement.advice)


def test_pixels_that_are_not_square_are_pointed_out(studio):
    stretched = studio().lens
    stretched[0] *= 1.05
    advice = judged(studio(lens=stretched).views(20)).advice
    assert any("driver stretch" in str(line) for line in advice)


def test_more_noise_is_never_judged_less(studio):
    errors = [judged(studio(noise_px=noise).views(10)).table.distances[24.0] for noise in (0.05, 0.2, 0.8)]
    assert errors[0] < errors[1] < errors[2]
