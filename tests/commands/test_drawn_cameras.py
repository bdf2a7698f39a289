"""The drawn cameras of the demonstration."""

from contextlib import ExitStack

import click
import pytest

from tablecam.commands.live_cameras import cameras_drawn, open_drawn_cameras, open_table_cameras
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.storage.table_toml import keep_sources


def test_as_many_are_drawn_as_the_folder_has_cameras(tmp_path) -> None:
    assert cameras_drawn(tmp_path / "not there") == 1
    keep_sources(tmp_path, ("drawn:1", "drawn:3"))
    assert cameras_drawn(tmp_path) == 2
    keep_sources(tmp_path, [f"/dev/video{number}" for number in range(5)])
    assert cameras_drawn(tmp_path) == 3


def test_a_table_of_drawn_cameras_is_not_played_with_real_ones(tmp_path) -> None:
    keep_sources(tmp_path, ("drawn:1", "drawn:2"))
    with pytest.raises(click.UsageError, match="drawn:1 is a drawn camera of `tablecam demo"):
        open_table_cameras(tmp_path, (), [])


def test_those_that_are_not_over_the_table_can_be_added() -> None:
    from tablecam.sensing.camera.synthetic.camera import SyntheticCamera

    stage = Stage(demo_scene(320, 180, models=1))
    with SyntheticCamera(stage) as first, ExitStack() as stack:
        cameras = open_drawn_cameras(stage, first, 2, stack)
        assert cameras.named == ("drawn:1", "drawn:2")
        source, opened = cameras.offered[2]
        assert source.source == "drawn:3"
        with opened() as third:
            frame = third.read()
            assert frame is not None
            assert frame.size == (320, 180)
