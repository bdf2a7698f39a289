import cv2
import numpy as np
import pytest

from tablecam.base.errors import BadPicture
from tablecam.sensing.vision.frame import Frame, JpegFrame


@pytest.fixture
def colourful():
    coarse = np.random.default_rng(5).integers(0, 256, (6, 10, 3)).astype(np.uint8)
    return cv2.resize(coarse, (160, 96), interpolation=cv2.INTER_LINEAR)


@pytest.fixture
def jpeg(colourful):
    return bytes(cv2.imencode(".jpg", colourful)[1])


def test_a_jpeg_frame_shows_what_its_decoded_picture_shows(jpeg):
    frame = JpegFrame(jpeg, (160, 96), time=2.5, number=7)
    decoded = Frame(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), time=2.5, number=7)
    assert (frame.size, frame.time, frame.number) == (decoded.size, decoded.time, decoded.number)
    np.testing.assert_array_equal(frame.image, decoded.image)
    assert np.abs(frame.grey.astype(int) - decoded.grey).mean() < 1.0
    assert frame.grey.flags.c_contiguous


def test_a_jpeg_frame_is_decoded_only_when_looked_at_and_once(jpeg, monkeypatch):
    decodings = []
    monkeypatch.setattr(cv2, "imdecode", lambda data, how, real=cv2.imdecode: decodings.append(how) or real(data, how))
    frame = JpegFrame(jpeg, (160, 96), 0.0)
    assert frame.size == (160, 96)
    assert decodings == []
    assert frame.grey is frame.grey
    assert len(decodings) == 1


def test_a_jpeg_frame_that_cannot_be_decoded_says_which_it_is():
    frame = JpegFrame(b"\xff\xd8 nothing", (160, 96), 0.0, number=12)
    with pytest.raises(BadPicture, match="frame 12 is a damaged JPEG"):
        frame.grey  # noqa: B018
    with pytest.raises(BadPicture, match="frame 12 is a damaged JPEG"):
        frame.image  # noqa: B018


def test_a_frame_cannot_be_changed(jpeg):
    for frame in (Frame(np.zeros((4, 6), np.uint8), 0.0), JpegFrame(jpeg, (160, 96), 0.0)):
        with pytest.raises(AttributeError):
            frame.time = 1.0
