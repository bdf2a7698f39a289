"""Opening the cameras of a table."""

import pytest

from tablecam.commands.live_cameras import opened_cameras
from tablecam.errors import BadFile, TablecamError


@pytest.mark.slow
def test_more_cameras_than_lenses_are_refused_with_what_to_do(drawn) -> None:
    lens = drawn.scene.camera.intrinsics
    with pytest.raises(TablecamError, match=r"the lenses of 1: make camera-2.yaml with `tablecam calibrate"):
        opened_cameras([str(drawn.photo), str(drawn.photo)], [lens])
    with pytest.raises(TablecamError, match="too many"):
        opened_cameras([str(drawn.photo)] * 9, [lens] * 9)


def test_cameras_are_opened_in_their_order_and_one_needs_no_lens(drawn, shots) -> None:
    lens = drawn.scene.camera.intrinsics
    cameras = opened_cameras([str(drawn.photo), str(shots)], [lens, lens])
    assert len(cameras.more) == 1
    assert opened_cameras([str(drawn.photo)], []).more == ()


def test_one_that_cannot_be_opened_is_refused_by_its_name(drawn, tmp_path) -> None:
    lens = drawn.scene.camera.intrinsics
    with pytest.raises(BadFile, match="nothing"):
        opened_cameras([str(drawn.photo), str(tmp_path / "nothing.avi")], [lens, lens])
