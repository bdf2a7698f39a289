"""The cameras part of the bench at a small size: that a second camera finds more, and is right about it."""

from pathlib import Path

import pytest

from tablecam.sensing.camera.synthetic.demo import demo_scene
from tools.bench.accuracy import ARM, read_together
from tools.bench.tables import SIZES

pytestmark = pytest.mark.long


def test_a_second_camera_finds_what_an_arm_hides_from_the_first_and_nothing_that_is_not_there(tmp_path: Path) -> None:
    scores = read_together(demo_scene(*SIZES["1080p"], models=20), (ARM,), tmp_path, (1, 2))
    assert 0.7 < scores[1].score.share < scores[2].score.share
    assert [(each.score.phantom, each.score.wrong_floor) for each in scores.values()] == [(0, 0), (0, 0)]
    assert scores[2].p95_in < 0.03
