import queue
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import cv2
import pytest

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.sensing.camera.device import stream
from tablecam.sensing.camera.latest_frame import LatestFrame, Paced, every_frame
from tablecam.sensing.camera.recording import Recorder, Video, folder
from tablecam.sensing.camera.watch import Counts, Patience
from tablecam.sensing.vision.frame import Frame, JpegFrame

# Short where a test has to sit it out.
HASTY = Patience(silent_s=0.15, frozen_s=0.15, told_s=0.2, retry_s=0.01, retry_at_most_s=0.02)
# Only ever waited for by a test that fails.
LONG = 10.0


class Hand:
    """A live source in the test's hand: gives what was put, a frame or an error, and waits for more."""

    live = True
    name = "camera 0"

    def __init__(self):
        self.acts = queue.Queue()
        self.let_go = threading.Event()
        self.closed = False
        self.digesting = False

    def put(self, *acts):
        """Returns when the capture has read all of it and come back for more."""
        for act in acts:
            self.acts.put(act)
        eventually(lambda: self.acts.unfinished_tasks == 0)

    def read(self):
        if self.digesting:
            self.acts.task_done()
            self.digesting = False
        while not self.let_go.is_set():
            try:
                act = self.acts.get(timeout=0.01)
            except queue.Empty:
                continue
            self.digesting = True
            if isinstance(act, Exception):
                raise act
            return act
        return None

    def close(self):
        self.closed = True


@contextmanager
def captured(hand, size=None, patience=HASTY):
    with LatestFrame(hand, size, patience=patience) as newest:
        yield newest
        hand.let_go.set()


@pytest.fixture
def hand():
    return Hand()


@pytest.fixture
def frame(pictures):
    return lambda number, size=pictures.size: Frame(pictures.drawn(number, size), float(number), number)


def eventually(condition):
    until = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < until, "this never came about"
        time.sleep(0.005)


def test_a_slow_reader_gets_the_newest_frame_and_never_holds_up_the_capture(hand, frame):
    with captured(hand) as newest:
        hand.put(frame(0))
        first = newest.wait(-1, LONG)
        hand.put(*(frame(number) for number in range(1, 20)))
        second = newest.wait(first.number, LONG)
        assert (first.number, second.number) == (0, 19)
        assert newest.counts == Counts(delivered=2, dropped=18)


def test_nothing_newer_in_time_is_none(hand, frame):
    with captured(hand) as newest:
        assert newest.wait(-1, timeout=0) is None
        hand.put(frame(0))
        assert newest.wait(0, timeout=0.01) is None
        assert newest.wait(-1, timeout=0).number == 0


def test_two_readers_both_get_a_frame_which_counts_once(hand, frame):
    with captured(hand) as newest:
        hand.put(frame(0))
        assert newest.wait(-1, LONG) is newest.wait(-1, LONG)
        assert newest.counts == Counts(delivered=1)


def test_a_frame_that_comes_while_a_reader_waits_is_given_at_once(hand, frame):
    got = []
    with captured(hand) as newest:
        reader = threading.Thread(target=lambda: got.append(newest.wait(-1, LONG)))
        reader.start()
        hand.put(frame(0))
        reader.join(LONG)
    assert [each.number for each in got] == [0]


def test_closing_wakes_who_waits_ends_the_thread_and_closes_the_source(hand):
    before = threading.active_count()
    got = []
    with captured(hand) as newest:
        reader = threading.Thread(target=lambda: got.append(newest.wait(-1, LONG)))
        reader.start()
    reader.join(LONG)
    assert got == [None]
    assert hand.closed
    assert newest.ended
    assert threading.active_count() == before


def test_a_lost_camera_is_told_and_comes_back_by_itself(hand, frame):
    with captured(hand) as newest:
        hand.put(frame(0), CameraUnavailable("camera 0 no longer sends images: check its cable"))
        assert str(newest.trouble).startswith("camera 0 no longer sends images: check its cable (no image for 0 s")
        hand.put(CameraUnavailable("there is no camera at 0: plug it in"))
        assert str(newest.trouble).startswith("there is no camera at 0: plug it in")
        hand.put(frame(7))
        assert newest.wait(0, LONG).number == 7
        assert newest.trouble is None
        assert (newest.counts.lost, newest.counts.returned) == (1, 1)
        assert [str(noticed.sentence).split(":")[0] for noticed in newest.noticed] == [
            "camera 0 no longer sends images",
            f"camera 0 is back after {str(newest.noticed[1].sentence).split()[-2]} s",
        ]


@pytest.mark.slow
def test_a_camera_that_falls_silent_is_told_while_its_read_still_hangs(hand, frame):
    with captured(hand) as newest:
        hand.put(frame(0))
        assert newest.trouble is None
        eventually(lambda: newest.trouble is not None)
        assert "no image from camera 0 for" in str(newest.trouble)


def test_damaged_and_odd_sized_frames_are_told_and_never_given(hand, frame, pictures):
    with captured(hand, size=pictures.size) as newest:
        hand.put(frame(0), BadPicture("a damaged image was skipped"))
        assert str(newest.trouble) == "a damaged image was skipped"
        hand.put(frame(1, (80, 48)))
        assert str(newest.trouble) == "camera 0: an image of 80x48 was skipped: set the camera to 160x96"
        assert newest.wait(-1, LONG).number == 0
        hand.put(frame(2))
        assert newest.wait(0, LONG).number == 2
        assert newest.counts == Counts(delivered=2, damaged=1, odd_sized=1)


def test_a_jpeg_found_damaged_only_when_decoded_is_told_and_never_given(hand, frame, pictures):
    with captured(hand) as newest:
        hand.put(JpegFrame(b"\xff\xd8 this cannot be decoded", pictures.size, 0.0, 0))
        assert newest.wait(-1, timeout=0.01) is None
        assert "frame 0 is a damaged JPEG" in str(newest.trouble)
        hand.put(frame(1))
        assert newest.wait(-1, LONG).number == 1
        assert newest.counts == Counts(delivered=1, damaged=1)


def test_a_fault_of_our_own_is_logged_and_the_capture_goes_on(hand, frame, caplog):
    with captured(hand) as newest:
        hand.put(ZeroDivisionError("a slip"))
        assert "camera 0 cannot be read; see the log for the reason" in str(newest.trouble)
        hand.put(frame(1))
        assert newest.wait(-1, LONG).number == 1
    assert "ZeroDivisionError: a slip" in caplog.text


@pytest.mark.slow
def test_a_stream_that_is_killed_and_returns_is_read_again(broadcast, pictures):
    with LatestFrame(stream(broadcast.url), patience=HASTY) as newest:
        before = newest.wait(-1, LONG)
        broadcast.stop()
        eventually(lambda: newest.counts.lost == 1)
        assert "trying again" in str(newest.trouble)
        broadcast.start()
        eventually(lambda: newest.counts.returned == 1)
        after = newest.wait(newest.wait(before.number, LONG).number, LONG)
        assert after.size == pictures.size
        assert after.time > before.time
        assert newest.trouble is None


@pytest.mark.slow
def test_a_stream_that_freezes_is_told_and_goes_on_when_it_thaws(broadcast):
    with LatestFrame(stream(broadcast.url), patience=HASTY) as newest:
        seen = newest.wait(-1, LONG)
        broadcast.frozen_at = 3
        eventually(lambda: "frozen" in str(newest.trouble or ""))
        seen = newest.wait(seen.number, timeout=0) or seen
        assert newest.wait(seen.number, timeout=0.05) is None, "the same picture twice is no second look"
        broadcast.frozen_at = None
        assert newest.wait(seen.number, LONG) is not None
        assert newest.trouble is None


@pytest.mark.slow
def test_torn_pictures_of_a_stream_never_reach_the_reader(broadcast):
    broadcast.torn = set(range(0, 1000, 2))
    with LatestFrame(stream(broadcast.url), patience=HASTY) as newest:
        number = -1
        for _ in range(4):
            frame = newest.wait(number, LONG)
            assert frame.grey.shape == frame.size[::-1]
            number = frame.number
        assert newest.counts.damaged >= 3
        assert "a damaged image was skipped" in str(newest.trouble)


@pytest.mark.slow
def test_every_frame_of_a_live_camera_goes_on_over_a_loss_which_is_told_once(hand, frame):
    told, seen = [], []

    def watch():
        seen.extend(each.number for each in every_frame(hand, told.append))

    watcher = threading.Thread(target=watch)
    watcher.start()
    hand.put(frame(0))
    hand.put(CameraUnavailable("camera 0 is gone"))
    eventually(lambda: told)
    hand.put(frame(5))
    eventually(lambda: seen[-1:] == [5])
    assert len(told) == 1
    hand.let_go.set()
    watcher.join(LONG)
    assert not watcher.is_alive()


def test_every_frame_of_a_recording_is_had_however_slow_its_reader(tmp_path, pictures):
    with Recorder(tmp_path / "v.avi", fps=1000) as recorder:
        for number in range(8):
            recorder.write(Frame(pictures.drawn(number), 0.0, number))
    with Video(tmp_path / "v.avi") as video:
        seen = [(each.number, time.sleep(0.005)) for each in every_frame(video, pytest.fail)]
    assert [number for number, _ in seen] == list(range(8))


def test_a_recording_is_held_to_its_own_time_stamps(pictures):
    now = 50.0
    pauses = []

    def pause(seconds):
        nonlocal now
        pauses.append(seconds)
        now += seconds

    class Tape:
        name, live = "tape", False
        frames = iter([Frame(pictures.drawn(0), stamp) for stamp in (3.0, 3.5, 3.75)])

        def read(self):
            nonlocal now
            now += 0.125  # it takes a while to decode
            return next(self.frames, None)

    tape = Paced(Tape(), pause, lambda: now)
    assert [tape.read().time for _ in range(3)] == [3.0, 3.5, 3.75]
    assert tape.read() is None
    assert pauses == [0.0, 0.375, 0.125]


@pytest.mark.slow
def test_a_video_is_played_whole_for_a_reader_that_keeps_up_and_then_says_so(tmp_path, pictures):
    with Recorder(tmp_path / "v.avi", fps=50) as recorder:
        for number in range(6):
            recorder.write(Frame(pictures.drawn(number // 2), 0.0, number))
    seen = []
    with LatestFrame(Video(tmp_path / "v.avi")) as newest:

        def take() -> bool:
            frame = newest.wait(seen[-1] if seen else -1, 0.05)
            if frame:
                seen.append(frame.number)
            return frame is None and newest.ended

        eventually(take)
        assert str(newest.over) == f"video {tmp_path / 'v.avi'} has been read to its end"
        assert newest.trouble is None
        assert newest.counts.dropped == len(set(range(6)) - set(seen))
        assert newest.counts.repeated == 0
    assert seen[-1] == 5


def test_a_folder_with_a_damaged_and_an_odd_picture_is_played_without_them(tmp_path, pictures):
    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.jpg"), pictures.drawn(number))
    (tmp_path / "1.jpg").write_bytes(pictures.jpeg(1)[:800])
    (tmp_path / "2.jpg").write_bytes(pictures.jpeg(2, (80, 48)))
    with LatestFrame(folder(tmp_path, fps=100)) as newest:
        eventually(lambda: newest.ended)
        assert newest.wait(-1, 0).number == 3
        assert (newest.counts.damaged, newest.counts.odd_sized) == (1, 1)
        told = " ".join(str(noticed.sentence) for noticed in newest.noticed)
    assert "1.jpg: the JPEG breaks off after 800 bytes" in told


def test_a_recording_is_left_at_once_however_long_its_next_frame_is_off(tmp_path, pictures):
    for number in range(2):
        cv2.imwrite(str(tmp_path / f"{number}.jpg"), pictures.drawn(number))
    with LatestFrame(folder(tmp_path, fps=1 / 3600)) as newest:
        assert newest.wait(-1, LONG).number == 0
    assert newest.ended
    assert not any(thread.name.startswith("capture of folder") for thread in threading.enumerate())


GOES_AND_HANGS = """
import socket, sys, threading, time
from tablecam.sensing.camera.device import stream
from tablecam.sensing.camera.latest_frame import LatestFrame

jpeg = bytes.fromhex(sys.argv[1])
camera = socket.create_server(("127.0.0.1", 0))
part = b"--p\\r\\nContent-Type: image/jpeg\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(jpeg) + jpeg + b"\\r\\n"

def serve():  # once; whoever connects again gets no answer
    connection, _ = camera.accept()
    connection.recv(4096)
    head = b"HTTP/1.0 200 OK\\r\\nContent-Type: multipart/x-mixed-replace; boundary=p\\r\\n\\r\\n"
    connection.sendall(head + 3 * part)
    connection.close()

threading.Thread(target=serve, daemon=True).start()
with LatestFrame(stream("http://127.0.0.1:%d/video" % camera.getsockname()[1])) as newest:
    assert newest.wait(-1, 10) is not None
    while not str(newest.trouble or "").startswith("stream"):
        time.sleep(0.01)
    time.sleep(0.5)  # it is now being opened again, which hangs
"""


@pytest.mark.slow
def test_the_program_ends_cleanly_while_a_camera_hangs(pictures):
    ended = subprocess.run(
        [sys.executable, "-c", GOES_AND_HANGS, pictures.jpeg(1).hex()], check=False, capture_output=True, timeout=60
    )
    assert ended.returncode == 0, ended.stderr.decode()
