import cv2
import numpy as np
import pytest

from tablecam.base.errors import BadFile, BadPicture
from tablecam.sensing.camera.recording import Recorder, Video, folder, load_image, photo
from tablecam.sensing.camera.source import frames
from tablecam.sensing.vision.frame import Frame, JpegFrame


def write_pictures(at, pictures, names):
    for number, name in enumerate(names):
        cv2.imwrite(str(at / name), pictures.drawn(number))


def write_video(path, pictures, count=6, fps=25.0):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, pictures.size)
    assert writer.isOpened()
    for number in range(count):
        writer.write(pictures.drawn(number))
    writer.release()


def numbers(source, pictures):
    return [pictures.number_in(frame.grey) for frame in frames(source, pytest.fail)]


def test_a_folder_is_read_in_the_order_a_person_counts(tmp_path, pictures):
    write_pictures(tmp_path, pictures, ["shot_1.png", "Shot_2.jpg", "shot_10.png"])
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / ".hidden.png").write_bytes(b"")
    assert numbers(folder(tmp_path), pictures) == [0, 1, 2]


def test_the_times_of_a_folder_follow_the_pace_asked_for(tmp_path, pictures):
    write_pictures(tmp_path, pictures, ["a.png", "b.png", "c.png"])
    with folder(tmp_path, fps=4.0) as source:
        assert [(frame.number, frame.time) for frame in frames(source, pytest.fail)] == [(0, 0.0), (1, 0.25), (2, 0.5)]


def test_a_folder_without_pictures_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("not a picture")
    with pytest.raises(BadFile, match="no pictures in this folder"):
        folder(tmp_path)


def test_damaged_pictures_of_a_folder_are_told_by_name_and_the_rest_is_read(tmp_path, pictures):
    write_pictures(tmp_path, pictures, ["0.jpg", "1.jpg", "2.jpg", "3.png", "4.png"])
    for name in ("1.jpg", "3.png"):
        data = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(data[: len(data) * 2 // 3])
    (tmp_path / "2.jpg").write_bytes(b"")
    told = []
    seen = [frame.number for frame in frames(folder(tmp_path), told.append)]
    assert seen == [0, 4]
    assert [sentence.split(":")[0].rpartition("/")[2] for sentence in told] == ["1.jpg", "2.jpg", "3.png"]


def test_a_photo_is_one_frame(tmp_path, pictures):
    write_pictures(tmp_path, pictures, ["table.jpg"])
    with photo(tmp_path / "table.jpg") as source:
        assert not source.live
        frame = source.read()
        assert frame is not None
        assert frame.size == pictures.size
        assert source.read() is None


def test_the_colour_of_a_photo_is_there_too(tmp_path):
    cv2.imwrite(str(tmp_path / "red.jpg"), np.full((32, 48, 3), (10, 20, 200), np.uint8))
    frame = load_image(tmp_path / "red.jpg")
    assert isinstance(frame, JpegFrame)
    np.testing.assert_allclose(frame.image.mean((0, 1)), (10, 20, 200), atol=3)


def test_a_deep_or_transparent_png_becomes_an_ordinary_picture(tmp_path):
    cv2.imwrite(str(tmp_path / "deep.png"), np.full((32, 48), 50_000, np.uint16))
    cv2.imwrite(str(tmp_path / "clear.png"), np.full((32, 48, 4), 99, np.uint8))
    for name in ("deep.png", "clear.png"):
        frame = load_image(tmp_path / name)
        assert (frame.image.dtype, frame.grey.shape) == (np.uint8, (32, 48))


def test_a_photo_is_not_turned_by_its_orientation_mark(tmp_path, pictures):
    turned_by_90 = bytes.fromhex(
        "ffe1002245786966000049492a00080000000100120103000100000006000000000000 00".replace(" ", "")
    )
    data = pictures.jpeg(1)
    (tmp_path / "phone.jpg").write_bytes(data[:2] + turned_by_90 + data[2:])
    assert cv2.imread(str(tmp_path / "phone.jpg")).shape[:2] == pictures.size, "the mark must be one that is obeyed"
    frame = load_image(tmp_path / "phone.jpg")
    assert frame.size == pictures.size
    assert frame.image.shape[1::-1] == pictures.size
    assert frame.grey.shape[::-1] == pictures.size


@pytest.mark.parametrize("content", [b"", b"no picture at all", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"])
def test_a_file_that_is_no_picture_is_refused_by_name(tmp_path, content):
    (tmp_path / "table.jpg").write_bytes(content)
    with pytest.raises(BadPicture, match=r"table\.jpg: .*take or copy it again"):
        load_image(tmp_path / "table.jpg")


def test_a_photo_that_is_not_there_is_refused_by_name(tmp_path):
    with pytest.raises(BadFile, match=r"absent\.jpg: cannot be read"):
        load_image(tmp_path / "absent.jpg")


def test_a_video_gives_every_frame_at_its_own_time(tmp_path, pictures):
    write_video(tmp_path / "v.mp4", pictures, count=6, fps=25.0)
    with Video(tmp_path / "v.mp4") as source:
        got = list(frames(source, pytest.fail))
    assert [pictures.number_in(frame.grey) for frame in got] == [0, 1, 2, 3, 4, 5]
    assert [frame.number for frame in got] == [0, 1, 2, 3, 4, 5]
    np.testing.assert_allclose([frame.time for frame in got], np.arange(6) / 25, atol=1e-3)


def test_a_file_that_is_no_video_is_refused_by_name(tmp_path):
    (tmp_path / "v.mp4").write_bytes(b"nothing of the kind")
    with pytest.raises(BadFile, match=r"v\.mp4: this is no video"):
        Video(tmp_path / "v.mp4")


def test_a_video_that_breaks_off_gives_what_there_is(tmp_path, pictures):
    with Recorder(tmp_path / "v.avi", fps=10) as recorder:
        for number in range(20):
            recorder.write(Frame(pictures.drawn(number), number / 10, number))
    data = (tmp_path / "v.avi").read_bytes()
    (tmp_path / "v.avi").write_bytes(data[: len(data) // 2])
    with Video(tmp_path / "v.avi") as source:
        seen = [frame.number for frame in frames(source, lambda _: None)]
    assert seen[:8] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert len(seen) < 12


def test_what_is_recorded_is_read_back_with_its_times(tmp_path, pictures):
    with Recorder(tmp_path / "v.avi", fps=8) as recorder:
        for number in range(5):
            recorder.write(Frame(pictures.drawn(number), number / 8, number))
    with Video(tmp_path / "v.avi") as source:
        got = list(frames(source, pytest.fail))
    assert all(isinstance(frame, JpegFrame) for frame in got)
    np.testing.assert_allclose([frame.time for frame in got], np.arange(5) / 8, atol=1e-6)
    for number, frame in enumerate(got):
        assert np.abs(frame.image.astype(float) - pictures.drawn(number)).mean() < 2.5


def test_a_grey_frame_can_be_recorded(tmp_path, pictures):
    grey = cv2.cvtColor(pictures.drawn(9), cv2.COLOR_BGR2GRAY)
    with Recorder(tmp_path / "v.avi", fps=8) as recorder:
        recorder.write(Frame(grey, 0.0))
    with Video(tmp_path / "v.avi") as source:
        assert numbers(source, pictures) == [9]


def test_a_damaged_picture_inside_a_video_is_told_and_skipped(tmp_path, pictures):
    with Recorder(tmp_path / "v.avi", fps=8) as recorder:
        for number in range(5):
            recorder.write(Frame(pictures.drawn(number), number / 8, number))
    data = bytearray((tmp_path / "v.avi").read_bytes())
    third = [at for at in range(len(data) - 3) if data[at : at + 3] == b"\xff\xd8\xff"][2]
    end = data.index(b"\xff\xd9", third)
    data[end - 400 : end + 2] = bytes([0x55] * 402)
    (tmp_path / "v.avi").write_bytes(data)
    told = []
    with Video(tmp_path / "v.avi") as source:
        assert [frame.number for frame in frames(source, told.append)] == [0, 1, 3, 4]
    assert len(told) == 1
    assert "frame 2: the JPEG breaks off" in told[0]


def test_a_recording_of_two_sizes_is_refused(tmp_path, pictures):
    with Recorder(tmp_path / "v.avi", fps=8) as recorder:
        recorder.write(Frame(pictures.drawn(0), 0.0, 0))
        with pytest.raises(BadPicture, match="frame 1 is 64x48, but the video began with 160x96"):
            recorder.write(Frame(pictures.drawn(1, (64, 48)), 0.1, 1))


def test_a_recording_that_cannot_be_written_is_refused_by_name(tmp_path, pictures):
    with (
        Recorder(tmp_path / "absent" / "v.avi", fps=8) as recorder,
        pytest.raises(BadFile, match=r"absent/v\.avi: this video cannot be written"),
    ):
        recorder.write(Frame(pictures.drawn(0), 0.0))
