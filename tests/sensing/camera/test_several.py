"""Several cameras read as one, with clocks and cameras that are made up."""

import numpy as np
import pytest

from tablecam.sensing.camera.several import OTHER_CLOCK_S, SILENT_S, SeveralCameras
from tablecam.sensing.vision.frame import Frame, SharedMoment


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Capture:
    """A camera whose newest picture a test puts there; waiting lets the clock run on."""

    def __init__(self, clock: Clock, behind_s: float = 0.0) -> None:
        self.clock, self.behind_s = clock, behind_s
        self.frame: Frame | None = None
        self.trouble = self.over = None
        self.closed = False

    def take(self) -> None:
        number = 0 if self.frame is None else self.frame.number + 1
        self.frame = Frame(np.zeros((4, 6), np.uint8), self.clock() - self.behind_s, number)

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        if self.frame is not None and self.frame.number > after:
            return self.frame
        self.clock.now += timeout
        return None

    def calm(self, calm: bool) -> None:
        self.is_calm = calm

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_the_first_camera_sets_the_pace_and_the_others_come_along(clock) -> None:
    first, second = Capture(clock), Capture(clock)
    cameras = SeveralCameras([first, second], clock)
    second.take()
    assert cameras.wait(timeout=0.1) is None
    first.take()
    moment = cameras.wait(timeout=0.1)
    assert isinstance(moment, SharedMoment)
    assert sorted(moment.by_camera) == [0, 1]
    assert (moment.shows, moment.number) == (0, 0)
    first.take()
    again = cameras.wait(moment.number, 0.1)
    assert sorted(again.by_camera) == [0]
    assert again.number == 1
    assert again.time == first.frame.time


def test_a_silent_first_camera_stops_nobody_and_is_told(clock) -> None:
    first, second = Capture(clock), Capture(clock)
    cameras = SeveralCameras([first, second], clock)
    first.take()
    assert cameras.wait(timeout=0.1) is not None
    first.trouble = "the plug is out"
    clock.now += SILENT_S + 0.1
    second.take()
    moment = cameras.wait(timeout=1.0)
    assert (sorted(moment.by_camera), moment.shows) == ([1], 1)
    assert dict(moment.troubles) == {0: "the plug is out"}
    assert cameras.trouble is None
    second.trouble = "and so is this"
    assert str(cameras.trouble) == "camera 1: the plug is out; camera 2: and so is this"
    first.trouble = None
    first.take()
    second.take()
    back = cameras.wait(timeout=1.0)
    assert 0 in back.by_camera


def test_the_clock_of_a_recording_is_set_to_that_of_the_others(clock) -> None:
    live, recording = Capture(clock), Capture(clock, behind_s=clock.now)
    cameras = SeveralCameras([live, recording], clock)
    live.take()
    recording.take()
    moment = cameras.wait(timeout=0.1)
    assert moment.by_camera[1].time == pytest.approx(moment.by_camera[0].time)
    # two cameras with one clock keep their own times: they do not look at once
    late = Capture(clock, behind_s=OTHER_CLOCK_S / 5)
    cameras = SeveralCameras([live, late], clock)
    late.take()
    moment = cameras.wait(timeout=0.1)
    assert moment.by_camera[1].time == late.frame.time


def test_how_late_a_camera_is_goes_with_its_pictures(clock) -> None:
    first, second = Capture(clock), Capture(clock)
    cameras = SeveralCameras([first, second], clock, lambda capture: 0.4 if capture is second else 0.0)
    first.take()
    second.take()
    moment = cameras.wait(timeout=0.1)
    assert moment.late_s == {0: 0.0, 1: 0.4}
    # the times are still those of the arrival, by which a silent camera is known
    assert moment.by_camera[1].time == second.frame.time


def test_it_is_over_when_all_recordings_are_and_closes_all_but_the_first(clock) -> None:
    first, second = Capture(clock), Capture(clock)
    with SeveralCameras([first, second], clock) as cameras:
        first.over = "a.avi has been read to its end"
        assert cameras.over is None
        second.over = "so has b.avi"
        assert cameras.over == first.over
    assert (first.closed, second.closed) == (False, True)


def test_at_a_table_at_rest_only_the_camera_that_sets_the_pace_is_slowed_down(clock) -> None:
    first, second = Capture(clock), Capture(clock)
    cameras = SeveralCameras([first, second], clock)
    first.take()
    cameras.wait(timeout=0.1)
    cameras.calm(True)
    assert (first.is_calm, second.is_calm) == (True, False)


def test_a_camera_is_added_and_removed_while_they_are_read(clock) -> None:
    first, second, third = Capture(clock), Capture(clock), Capture(clock)
    cameras = SeveralCameras([first], clock)
    first.take()
    alone = cameras.wait(timeout=0.1)
    # one camera is read as it is: its frame is not even copied
    assert alone is first.frame
    assert (cameras.add(second), cameras.add(third)) == (1, 2)
    for one in (first, second, third):
        one.take()
    moment = cameras.wait(alone.number, 0.1)
    assert sorted(moment.by_camera) == [0, 1, 2]
    cameras.remove(1)
    assert (second.closed, cameras.captures) == (True, (first, third))
    first.take()
    third.take()
    assert dict(cameras.wait(moment.number, 0.1).by_camera) == {0: first.frame, 1: third.frame}
    cameras.remove(1)
    # numbers go on, whatever number the camera itself has come to
    first.take()
    last = cameras.wait(900, 0.1)
    assert (last.number, last.time) == (901, first.frame.time)
    with pytest.raises(ValueError, match="first"):
        cameras.remove(0)
