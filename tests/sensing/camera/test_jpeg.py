import cv2
import numpy as np
import pytest

from tablecam.base.errors import BadPicture
from tablecam.sensing.camera.recording import size_if_whole


def busy_jpeg(*options: int) -> bytes:
    picture = np.random.default_rng(7).integers(0, 256, (120, 200, 3)).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", picture, list(options))[1])


def test_the_size_is_read_without_decoding():
    assert size_if_whole(busy_jpeg()) == (200, 120)


@pytest.mark.parametrize("option", [cv2.IMWRITE_JPEG_PROGRESSIVE, cv2.IMWRITE_JPEG_OPTIMIZE])
def test_a_progressive_or_optimised_jpeg_is_whole(option):
    assert size_if_whole(busy_jpeg(option, 1)) == (200, 120)


def test_a_jpeg_with_restart_markers_is_whole():
    assert size_if_whole(busy_jpeg(cv2.IMWRITE_JPEG_RST_INTERVAL, 4)) == (200, 120)


def test_what_cameras_and_phones_append_is_no_damage():
    whole = busy_jpeg()
    assert size_if_whole(whole + bytes(500)) == (200, 120)
    assert size_if_whole(whole + whole) == (200, 120)


def test_stray_bytes_between_the_headers_are_passed_over_as_decoders_do():
    whole = busy_jpeg()
    with_stray = whole[:2] + b"\xff\xfe\x00\x04ab" + b"stray\xff\x00\xff\xff" + whole[2:]
    assert cv2.imdecode(np.frombuffer(with_stray, np.uint8), cv2.IMREAD_GRAYSCALE).shape == (120, 200)
    assert size_if_whole(with_stray) == (200, 120)


def test_a_thumbnail_in_the_headers_does_not_pass_for_the_picture():
    thumbnail = bytes(cv2.imencode(".jpg", np.zeros((8, 8), np.uint8))[1])
    segment = b"\xff\xe1" + (2 + len(thumbnail)).to_bytes(2, "big") + thumbnail
    whole = busy_jpeg()
    with_thumbnail = whole[:2] + segment + whole[2:]
    assert size_if_whole(with_thumbnail) == (200, 120)
    with pytest.raises(BadPicture, match="breaks off after"):
        size_if_whole(with_thumbnail[:-2])


@pytest.mark.parametrize("keep", [0.5, 0.9, 0.999])
def test_a_jpeg_that_breaks_off_is_told(keep):
    whole = busy_jpeg()
    with pytest.raises(BadPicture, match="breaks off after"):
        size_if_whole(whole[: int(len(whole) * keep)])


@pytest.mark.parametrize("length", [0, 1, 2, 3, 5, 30, 170])
def test_a_jpeg_that_breaks_off_in_its_headers_is_told(length):
    with pytest.raises(BadPicture):
        size_if_whole(busy_jpeg()[:length])


def test_foreign_bytes_inside_the_picture_are_told():
    whole = bytearray(busy_jpeg())
    middle = len(whole) // 2
    whole[middle : middle + 1500] = bytes([0xFF, 0x41] * 750)
    with pytest.raises(BadPicture, match="foreign bytes"):
        size_if_whole(bytes(whole))


def test_bytes_that_are_no_jpeg_are_told():
    with pytest.raises(BadPicture, match="this is not a JPEG"):
        size_if_whole(b"GIF89a and so on")


@pytest.mark.slow
def test_every_photograph_kept_beside_the_project_is_whole(shared_data):
    photographs = sorted(shared_data.rglob("*.jpg"))
    assert photographs
    for path in photographs:
        picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE | cv2.IMREAD_IGNORE_ORIENTATION)
        assert size_if_whole(path.read_bytes()) == picture.shape[::-1], path
