import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from tablecam.base.errors import BadPicture, NotSetUp
from tablecam.base.i18n import Message
from tablecam.live.live_loop import REMEMBERED_CHANGES, LiveLoop
from tablecam.sensing.tracking.glue import TurnedModel
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera
from tablecam.table.snapshot import Snapshot


def frame(number: int) -> Frame:
    return Frame(np.zeros((2, 3), np.uint8), time=number / 10, number=number)


@dataclass(frozen=True)
class FakeReading:
    snapshot: Snapshot
    camera: None = None
    cameras: Mapping[int, Camera] = field(default_factory=dict)
    changes: tuple[object, ...] = ()
    paths: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    away: tuple[Message, ...] = ()
    print_share: None = None
    turned: Mapping[str, TurnedModel] = field(default_factory=dict)


class FakeCapture:
    """Hands out frames that were given to it; the newest wins."""

    def __init__(self, frames: Sequence[Frame] = ()) -> None:
        self.frames = list(frames)
        self.trouble: str | None = None
        self.over: str | None = None

    def wait(self, after: int, timeout: float) -> Frame | None:
        newer = [frame for frame in self.frames if frame.number > after]
        if not newer:
            threading.Event().wait(min(timeout, 0.001))
            return None
        return newer[-1]


class FakeReader:
    def __init__(self, *raises: Exception) -> None:
        self.raises = list(raises)
        self.read: list[int] = []

    def process(self, frame: Frame) -> FakeReading:
        self.read.append(frame.number)
        if self.raises:
            raise self.raises.pop(0)
        return FakeReading(Snapshot(time=frame.time, models=()), changes=(f"frame {frame.number}",))


class FakeClock:
    """Each look at it is a tenth of a second after the last."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.1
        return self.now


def test_before_the_first_frame_there_is_an_empty_view() -> None:
    view = LiveLoop(FakeCapture(), FakeReader()).view
    assert (view.number, view.snapshot, view.trouble) == (0, None, None)


def test_a_frame_becomes_a_view_with_its_picture_and_position() -> None:
    first = frame(7)
    live = LiveLoop(FakeCapture([first]), FakeReader())
    live.step(0)
    assert live.view.number == 1
    assert live.view.frame is first
    assert live.view.snapshot == Snapshot(time=0.7, models=())


def test_a_table_that_is_not_set_up_shows_its_picture_and_says_what_is_missing() -> None:
    capture = FakeCapture([frame(7)])
    live = LiveLoop(capture, FakeReader(NotSetUp("there is no camera.yaml yet")))
    live.step(0)
    assert (live.view.number, live.view.frame, live.view.snapshot) == (1, capture.frames[0], None)
    assert (str(live.view.missing), live.view.trouble) == ("there is no camera.yaml yet", None)
    capture.frames.append(frame(8))
    live.step(0)
    assert live.view.missing is None
    assert live.view.snapshot is not None


def test_only_the_newest_frame_is_read_and_none_twice() -> None:
    reader = FakeReader()
    live = LiveLoop(FakeCapture([frame(0), frame(1), frame(2)]), reader)
    live.step(0)
    live.step(0)
    assert reader.read == [2]


def test_a_published_view_never_changes() -> None:
    capture = FakeCapture([frame(0)])
    live = LiveLoop(capture, FakeReader())
    live.step(0)
    before = live.view
    capture.frames.append(frame(1))
    live.step(0)
    assert (before.number, live.view.number) == (1, 2)
    assert before.snapshot is not live.view.snapshot


def test_a_lost_camera_is_told_once_and_the_last_position_stays() -> None:
    capture = FakeCapture([frame(0)])
    live = LiveLoop(capture, FakeReader())
    live.step(0)
    capture.trouble = "the camera /dev/video0 is gone; plug it in again"
    live.step(0)
    live.step(0)
    assert live.view.number == 2
    assert str(live.view.trouble) == capture.trouble
    assert live.view.snapshot is not None


def test_trouble_is_over_with_the_next_frame_that_can_be_read() -> None:
    capture = FakeCapture([frame(0)])
    live = LiveLoop(capture, FakeReader(BadPicture("the picture shows no reference tags")))
    live.step(0)
    live.step(0)
    assert str(live.view.trouble) == "the picture shows no reference tags"
    capture.frames.append(frame(1))
    live.step(0)
    assert live.view.trouble is None


def test_the_end_of_a_recording_is_told_once_and_is_no_trouble() -> None:
    capture = FakeCapture([frame(0)])
    live = LiveLoop(capture, FakeReader())
    live.step(0)
    capture.over = "tape is at its end"
    capture.trouble = "the last picture is damaged"
    live.step(0)
    live.step(0)
    assert (live.view.number, live.view.over, live.view.trouble) == (2, "tape is at its end", None)
    assert live.view.snapshot is not None


def test_a_recording_of_which_nothing_could_be_read_ends_in_trouble() -> None:
    capture = FakeCapture([frame(0)])
    live = LiveLoop(capture, FakeReader(BadPicture("the picture shows no reference tags")))
    live.step(0)
    capture.over = "tape is at its end"
    live.step(0)
    assert str(live.view.trouble) == "the picture shows no reference tags"


def test_a_fault_in_one_picture_does_not_end_the_evening(caplog: pytest.LogCaptureFixture) -> None:
    capture = FakeCapture([frame(0)])
    live = LiveLoop(capture, FakeReader(ZeroDivisionError("a bug")))
    live.step(0)
    assert "could not be read" in str(live.view.trouble)
    assert "a bug" in caplog.text
    capture.frames.append(frame(1))
    live.step(0)
    assert live.view.snapshot == Snapshot(time=0.1, models=())


def test_frame_rate_and_reading_time_are_part_of_the_view() -> None:
    capture = FakeCapture()
    live = LiveLoop(capture, FakeReader(), clock=FakeClock())
    for number in range(5):
        capture.frames.append(frame(number))
        live.step(0)
    assert live.view.reading_s == pytest.approx(0.1)
    assert live.view.frames_per_s == pytest.approx(5.0)


def test_the_latest_changes_are_remembered_and_older_ones_forgotten() -> None:
    capture = FakeCapture()
    live = LiveLoop(capture, FakeReader())
    for number in range(REMEMBERED_CHANGES + 3):
        capture.frames.append(frame(number))
        live.step(0)
    assert len(live.view.changes) == REMEMBERED_CHANGES
    assert live.view.changes[-1] == f"frame {REMEMBERED_CHANGES + 2}"


def test_who_waits_gets_the_view_as_soon_as_it_is_published() -> None:
    capture = FakeCapture()
    live = LiveLoop(capture, FakeReader())
    live.start()
    capture.frames.append(frame(0))
    assert live.wait(after=0, timeout=60).number == 1
    live.stop()


def test_who_waits_is_let_go_when_the_loop_stops() -> None:
    live = LiveLoop(FakeCapture(), FakeReader())
    live.start()
    seen: list[int] = []
    waiter = threading.Thread(target=lambda: seen.append(live.wait(after=0, timeout=60).number))
    waiter.start()
    live.stop()
    waiter.join(timeout=60)
    assert seen == [0]
    assert not live.running
