"""Opening the cameras of a table."""

import click
import pytest

from tablecam.base.errors import BadFile, TablecamError
from tablecam.commands.live_cameras import open_cameras, open_table_cameras
from tablecam.storage.table_toml import keep_first, keep_sources, read_sources


@pytest.mark.slow
def test_more_cameras_than_lenses_are_refused_with_what_to_do(drawn) -> None:
    lens = drawn.scene.camera.intrinsics
    with pytest.raises(TablecamError, match=r"the lenses of 1: make camera-2.yaml with `tablecam calibrate"):
        open_cameras([str(drawn.photo), str(drawn.photo)], [lens])
    with pytest.raises(TablecamError, match="too many"):
        open_cameras([str(drawn.photo)] * 9, [lens] * 9)


def test_cameras_are_opened_in_their_order_and_one_needs_no_lens(drawn, shots) -> None:
    lens = drawn.scene.camera.intrinsics
    cameras = open_cameras([str(drawn.photo), str(shots)], [lens, lens])
    assert len(cameras.more) == 1
    assert open_cameras([str(drawn.photo)], []).more == ()


def test_one_that_cannot_be_opened_is_refused_by_its_name(drawn, tmp_path) -> None:
    lens = drawn.scene.camera.intrinsics
    with pytest.raises(BadFile, match="nothing"):
        open_cameras([str(drawn.photo), str(tmp_path / "nothing.avi")], [lens, lens])


def test_a_table_knows_the_live_cameras_that_it_was_last_played_with(drawn, tmp_path) -> None:
    lens = drawn.scene.camera.intrinsics
    with pytest.raises(click.UsageError, match=r"no camera is known of .* yet"):
        open_table_cameras(tmp_path, (), [lens])
    named = ("/dev/no-such-camera", "http://127.0.0.1:9/video")
    # cameras that are not there yet are waited for
    cameras = open_table_cameras(tmp_path, named, [lens, lens])
    assert read_sources(tmp_path) == named
    again = open_table_cameras(tmp_path, (), [lens, lens])
    assert [str(one.name) for one in (again.first, *again.more)] == [
        str(one.name) for one in (cameras.first, *cameras.more)
    ]
    # a photograph is no camera of the table
    open_table_cameras(tmp_path, (str(drawn.photo),), [lens])
    assert read_sources(tmp_path) == named
    keep_first(tmp_path, "/dev/video7")
    assert read_sources(tmp_path) == ("/dev/video7", named[1])
    (tmp_path / "cameras.toml").write_text("cameras = [7]\n")
    with pytest.raises(BadFile, match="must be a list of texts"):
        read_sources(tmp_path)


def test_names_with_quotes_are_kept_as_they_are(tmp_path) -> None:
    odd = ('rtsp://user:"a\\b"@phone/1', "Kamera über dem Tisch")
    keep_sources(tmp_path, odd)
    assert read_sources(tmp_path) == odd
