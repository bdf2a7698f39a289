import re

import cv2
import pytest

from tablecam.base.errors import BadFile, BadPicture, CameraUnavailable
from tablecam.sensing.camera.recording import Photos, Video
from tablecam.sensing.camera.source import frames, open_source
from tablecam.sensing.vision.frame import Frame


class Script:
    """A source that does what it is told, in order: a frame, or an error to raise; then it ends."""

    live = False
    name = "script"

    def __init__(self, *acts):
        self.acts = list(acts)

    def read(self):
        act = self.acts.pop(0) if self.acts else None
        if isinstance(act, Exception):
            raise act
        return act


def test_each_kind_of_recording_is_known_by_its_path(tmp_path, pictures):
    (tmp_path / "photo.jpg").write_bytes(pictures.jpeg(3))
    (tmp_path / "photo_without_suffix").write_bytes(pictures.jpeg(3))
    writer = cv2.VideoWriter(
        str(tmp_path / "v.avi"), cv2.CAP_OPENCV_MJPEG, cv2.VideoWriter.fourcc(*"MJPG"), 5, pictures.size
    )
    writer.write(pictures.drawn(3))
    writer.release()
    for name, kind in (("photo.jpg", Photos), ("photo_without_suffix", Photos), ("", Photos), ("v.avi", Video)):
        with open_source(str(tmp_path / name)) as source:
            assert isinstance(source, kind)
            assert not source.live
            frame = source.read()
            assert frame is not None
            assert pictures.number_in(frame.grey) == 3


def test_a_source_is_named_as_it_stands_in_sentences(tmp_path, pictures):
    (tmp_path / "p.jpg").write_bytes(pictures.jpeg(3))
    assert str(open_source(str(tmp_path / "p.jpg")).name) == f"photo {tmp_path / 'p.jpg'}"
    assert str(open_source(str(tmp_path)).name) == f"folder {tmp_path}"


def test_a_file_that_is_not_there_is_refused_with_what_may_stand_there():
    with pytest.raises(BadFile, match=r"absent\.mp4: no such file or folder: give one, a camera's number"):
        open_source("absent.mp4")


@pytest.mark.parametrize("text", ["", " "])
def test_an_empty_name_is_not_taken_for_the_folder_one_stands_in(text):
    with pytest.raises(BadFile, match="no camera is named"):
        open_source(text)


def test_a_file_that_is_neither_picture_nor_video_is_refused(tmp_path):
    (tmp_path / "table.toml").write_text("[table]\n")
    with pytest.raises(BadFile, match=r"table\.toml: this is no video that can be read"):
        open_source(str(tmp_path / "table.toml"))


@pytest.mark.parametrize("text", ["97", "/dev/video97"])
def test_a_device_that_is_absent_is_refused_with_its_path(text):
    with pytest.raises(CameraUnavailable, match="there is no camera at /dev/video97: plug it in"):
        open_source(text)


def test_a_stream_that_refuses_is_told_without_its_password():
    with pytest.raises(CameraUnavailable, match=re.escape("stream http://127.0.0.1:9/video does not open")):
        open_source("http://player:secret@127.0.0.1:9/video")


def test_an_unknown_size_of_the_drawn_camera_is_refused():
    pytest.importorskip("tablecam.sensing.camera.synthetic.camera")
    with pytest.raises(BadFile, match="synthetic:8k: no such picture size"):
        open_source("synthetic:8k")


def test_frames_tells_of_bad_ones_and_goes_on(pictures):
    good = [Frame(pictures.drawn(number), 0.0, number) for number in (0, 2)]
    told = []
    assert list(frames(Script(good[0], BadPicture("frame 1 is torn"), good[1]), told.append)) == good
    assert told == ["frame 1 is torn"]
