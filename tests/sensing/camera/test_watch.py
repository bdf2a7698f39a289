import math

import numpy as np
import pytest

from tablecam.sensing.camera.watch import Counts, Patience, Watch
from tablecam.sensing.vision.frame import Frame, JpegFrame

PATIENCE = Patience(silent_s=2.0, frozen_s=3.0, told_s=2.0, retry_s=0.25, retry_at_most_s=1.0)


@pytest.fixture
def watch():
    return Watch("camera 0", None, PATIENCE, began=100.0)


@pytest.fixture
def frame(pictures):
    return lambda number, size=pictures.size: Frame(pictures.drawn(number, size), 0.0, number)


def sentences(watch):
    return [str(noticed.sentence) for noticed in watch.noticed]


def test_a_camera_that_runs_has_no_trouble(watch, frame):
    for number in range(30):
        assert watch.check_frame(frame(number), 100 + 0.1 * number)
    assert watch.trouble(103.0) is None
    assert sentences(watch) == []


def test_silence_is_told_with_its_length(watch, frame):
    watch.check_frame(frame(0), 101.0)
    assert watch.trouble(103.0) is None
    assert str(watch.trouble(104.0)) == "no image from camera 0 for 3 s: check the cable or the network; still waiting"
    watch.check_frame(frame(1), 104.5)
    assert watch.trouble(104.5) is None
    assert sentences(watch) == ["camera 0 is back after 3.5 s"]


def test_a_camera_that_gives_nothing_from_the_start_is_told(watch):
    assert watch.trouble(101.9) is None
    assert "no image from camera 0 for 5 s" in str(watch.trouble(105.0))


def test_a_loss_is_told_at_once_and_its_end_is_noticed(watch, frame):
    watch.check_frame(frame(0), 100.0)
    watch.note_loss("camera 0 no longer sends images: check its cable", 100.1)
    assert str(watch.trouble(100.1)) == (
        "camera 0 no longer sends images: check its cable (no image for 0 s, trying again)"
    )
    watch.note_loss("there is no camera at 0: plug it in", 103.0)
    assert str(watch.trouble(104.0)) == "there is no camera at 0: plug it in (no image for 4 s, trying again)"
    watch.check_frame(frame(1), 105.0)
    assert watch.trouble(105.0) is None
    assert sentences(watch) == ["camera 0 no longer sends images: check its cable", "camera 0 is back after 5.0 s"]
    assert (watch.counts.lost, watch.counts.returned) == (1, 1)


def test_attempts_to_open_a_lost_camera_grow_apart_up_to_a_bound(watch, frame):
    assert [watch.note_loss("gone", 101.0) for _ in range(5)] == [0.25, 0.5, 1.0, 1.0, 1.0]
    watch.check_frame(frame(0), 105.0)
    assert watch.note_loss("gone", 106.0) == 0.25


def test_a_frozen_camera_is_told_and_its_repeats_are_no_news(watch, frame):
    assert watch.check_frame(frame(0), 100.0)
    assert not any(watch.check_frame(frame(0), 100 + 0.5 * turn) for turn in range(1, 7))
    assert watch.trouble(103.0) is None
    assert not watch.check_frame(frame(0), 104.0)
    assert (
        str(watch.trouble(104.0)) == "camera 0 is frozen or covered, with the same image for 4 s: switch it off and on"
    )
    assert len(sentences(watch)) == 1
    assert watch.check_frame(frame(1), 104.5)
    assert watch.trouble(104.5) is None
    assert watch.counts.repeated == 7


def test_a_still_table_is_not_frozen_because_the_noise_differs(watch, pictures):
    still = pictures.drawn(3)
    for turn in range(100):
        noisy = np.clip(still.astype(int) + np.random.default_rng(turn).integers(-1, 2, still.shape), 0, 255)
        assert watch.check_frame(Frame(noisy.astype(np.uint8), 0.0, turn), 100 + 0.1 * turn)
    assert watch.trouble(110.0) is None


def test_jpegs_are_the_same_only_byte_by_byte(watch, pictures):
    data = pictures.jpeg(1)
    assert watch.check_frame(JpegFrame(data, pictures.size, 0.0, 0), 100.0)
    assert not watch.check_frame(JpegFrame(bytes(bytearray(data)), pictures.size, 0.0, 1), 100.1)
    assert watch.check_frame(JpegFrame(pictures.jpeg(2), pictures.size, 0.0, 2), 100.2)


def test_where_a_picture_may_repeat_itself_repeats_are_news(frame):
    watch = Watch("video", None, Patience(frozen_s=math.inf), began=100.0)
    assert all(watch.check_frame(frame(0), 100.0 + turn) for turn in range(60))
    assert watch.trouble(160.0) is None


def test_a_picture_of_another_size_is_told_with_both_sizes_and_skipped(frame):
    watch = Watch("camera 0", (3840, 2160), PATIENCE, began=100.0)
    assert not watch.check_frame(frame(0, (128, 72)), 100.0)
    assert str(watch.trouble(100.0)) == "camera 0: an image of 128x72 was skipped: set the camera to 3840x2160"
    assert watch.counts == Counts(odd_sized=1)


def test_without_a_calibration_the_first_picture_sets_the_size(watch, frame):
    assert watch.check_frame(frame(0), 100.0)
    assert not watch.check_frame(frame(1, (128, 72)), 100.1)
    assert watch.check_frame(frame(2), 100.2)


def test_a_damaged_picture_is_told_for_a_while(watch, frame):
    watch.check_frame(frame(0), 100.0)
    watch.note_damage("camera 0: a damaged image was skipped", 100.5)
    watch.check_frame(frame(1), 100.6)
    assert str(watch.trouble(101.0)) == "camera 0: a damaged image was skipped"
    assert watch.trouble(102.5) is None


def test_a_bad_cable_fills_the_counts_and_not_the_log(watch, frame):
    for number in range(100):
        now = 100 + 0.1 * number
        if number % 3 == 2:
            watch.note_damage("a damaged image was skipped", now)
        else:
            watch.check_frame(frame(number), now)
    assert watch.counts.damaged == 33
    assert sentences(watch) == ["a damaged image was skipped"]
